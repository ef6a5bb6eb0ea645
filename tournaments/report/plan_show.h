/*
 * plan_show.h - how many games are needed for a wanted error, for people and as
 * JSON.
 */
#ifndef TOURNAMENTS_REPORT_PLAN_SHOW_H
#define TOURNAMENTS_REPORT_PLAN_SHOW_H

#include "base/json_write.h"
#include "games/game.h"
#include "tournaments/tables/schedule_errors.h"

struct plan_show {
	int entrants;
	int seats;
	enum result result;
	int rotations;          /* games per block */
	const char *format;     /* its name */
	uint32_t boards;        /* per match */
	struct schedule_errors schedule;        /* rows: 0: everyone meets
						   everyone equally often */
	double error;           /* wanted, Elo */
	double deff;            /* found so far; NAN: not known */
	double block_seconds;   /* measured with all cores; NAN: not known */
};

void plan_show_text(const struct plan_show *plan, struct text *out);

/* Puts members into an open object. */
void plan_show_json(const struct plan_show *plan, struct json_writer *w);

#endif
