/*
 * site_luck.h - luck on the page of a tournament: how browsers measure it, and
 * the ladder without it.
 */
#ifndef TOURNAMENTS_SITE_SITE_LUCK_H
#define TOURNAMENTS_SITE_SITE_LUCK_H

#include "tournaments/luck/luck_source.h"

/* Owns everything; all zeroes is a game without luck. */
struct site_luck {
	bool known;             /* there is a way to measure it */
	struct luck_source source;
	struct text table;      /* bytes of the exact chances, if needed */
	struct text ladder;     /* member "luck" of `ladder --luck --json`; empty
				   without a luck.csv made with this luck
				   file */
};

/*
 * Finds how luck is measured: by the luck file of the manifest; else by
 * `given`, the path of one, or NULL; else by the one that luck.csv was made
 * with; else by the game's default.  Solves the table that it needs with
 * `threads` threads, which takes at most half a minute for the common targets;
 * with 0 it goes without the table.
 * Returns 0, or -1 with `err`; site_luck_release is due either way.
 */
int site_luck_make(struct site_luck *luck, const struct record *record,
		   const char *given, int threads, struct error *err);

void site_luck_release(struct site_luck *luck);

/* Appends chances.js: the luck file and the table. */
void site_luck_script(const struct site_luck *luck, struct text *out);

/* Puts members into an open object: "chances" says how luck is measured, "luck"
   is the ladder without it.  Puts nothing for a game without luck. */
void site_luck_json(const struct site_luck *luck, struct json_writer *w);

#endif
