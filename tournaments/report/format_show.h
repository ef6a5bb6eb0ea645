/*
 * format_show.h - data that only some formats have, as JSON: a bracket, the
 * points of each round, the course of a sequential test.
 */
#ifndef TOURNAMENTS_REPORT_FORMAT_SHOW_H
#define TOURNAMENTS_REPORT_FORMAT_SHOW_H

#include "base/json_write.h"
#include "tournaments/record/record.h"

/*
 * Puts members into the open object, none for other formats:
 *   bracket   [{round, slot, knocks_out, entrants, points, winner}]; null: the
 *             entrant or winner is not known yet
 *   counted   for each match and bye, as in the results, what it counts for each
 *             entrant in the standings; nothing before it has ended
 *   llr       [[observations, log-likelihood ratio]], about 200 points at most
 *   sprt      as `tournament sprt --json` prints it
 */
void format_show_json(const struct record *record, struct json_writer *w);

#endif
