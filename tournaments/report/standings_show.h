/*
 * standings_show.h - standings and the crosstable as text, as CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_STANDINGS_SHOW_H
#define TOURNAMENTS_REPORT_STANDINGS_SHOW_H

#include "base/json_write.h"
#include "tournaments/record/record.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/crosstable.h"
#include "tournaments/format/standings.h"

/*
 * Appends the table for people, as CSV with a header line, or as a JSON list of
 * objects.  `name` and `faults` are indexed by entrant; `faults` has the games
 * lost by the entrant's own fault and may be NULL.
 */
void standings_show(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    enum report_form form, struct text *out);

/* The same for a tournament, with the names and faults of its record; the text
   has the bracket too, if there is one. */
void standings_show_record(const struct record *record, enum points_kind kind,
			   enum report_form form, struct text *out);

/* As one JSON object with the tournament's id, then LF. */
void standings_show_object(const struct record *record, enum points_kind kind,
			   struct text *out);

/*
 * Appends a sentence that says who won, or leads, and by what: points and what
 * split equal ones, the final of a bracket, or the verdict of a test.  Each name
 * stands between two NUL, so that it can be shown as one.
 */
void standings_show_won(const struct record *record, struct text *out);

/* Appends such a sentence as a line of text. */
void standings_show_sentence(const struct text *won, struct text *out);

/* Puts a member "ties" into an open object: [[key, title]], the tie-breaks that
   split equal points, or that the tournament file orders; without wins, which
   have a column anyway. */
void standings_show_ties(const struct record *record, struct json_writer *w);

/* ### crosstable_show: everyone against everyone */

/*
 * Appends, for people, the matrix of the first 20 in the order of `standings`:
 * points/games, or percentages when that does not fit into 80 columns.  CSV and
 * JSON have everyone: a line or an object for each ordered pair that met.
 */
void crosstable_show(struct crosstable *crosstable,
		     const struct standings *standings, const char *const *name,
		     enum report_form form, struct text *out);

/* The crosstable of a tournament; as JSON, an object with its id, then LF. */
void crosstable_show_record(const struct record *record, enum report_form form,
			    struct text *out);

#endif
