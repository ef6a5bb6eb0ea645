/*
 * sprt_show.h - block statistics and what a sequential test on them says, for
 * people and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_SPRT_SHOW_H
#define TOURNAMENTS_REPORT_SPRT_SHOW_H

#include "base/json_write.h"
#include "tournaments/rating/sprt.h"

/*
 * Two or three lines for people: score, Elo with its interval, nElo, LOS, the
 * counts.  `stopped`: by a sequential test, which biases the estimate.
 */
void sprt_show_blocks_text(const struct blocks_tally *tally, const char *a,
			   const char *b, bool stopped, struct text *out);
/* Members of an open object. */
void sprt_show_blocks_json(const struct blocks_tally *tally,
			   struct json_writer *w);

/* The verdict, or how far it is, in one sentence with its full stop. */
void sprt_show_sentence(const struct sprt *sprt, const char *a, const char *b,
			struct text *out);

/* The sentence and the statistics, lines. */
void sprt_show_text(const struct sprt *sprt, const char *a, const char *b,
		    struct text *out);

/* The same with the sentence last, and before it what its units are: for the
   end of a tournament. */
void sprt_show_verdict(const struct sprt *sprt, const char *a, const char *b,
		       struct text *out);

/* Members of an open object. */
void sprt_show_json(const struct sprt *sprt, const char *a, const char *b,
		    struct json_writer *w);

#endif
