/*
 * sprt_show.h - block statistics and the verdict of a sequential test on them,
 * for people and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_SPRT_SHOW_H
#define TOURNAMENTS_REPORT_SPRT_SHOW_H

#include "base/json_write.h"
#include "tournaments/rating/sprt.h"

/*
 * A few lines for people: score, Elo with its interval, nElo, LOS, the counts.
 * `stopped`: by a sequential test, which biases the estimate.
 */
void sprt_show_blocks_text(const struct blocks_tally *tally, const char *a,
			   const char *b, bool stopped, struct text *out);
/* Puts members into an open object. */
void sprt_show_blocks_json(const struct blocks_tally *tally,
			   struct json_writer *w);

/* The verdict, or how far the test is, as one sentence with full stop and
   LF. */
void sprt_show_sentence(const struct sprt *sprt, const char *a, const char *b,
			struct text *out);

/* How far the test is: "LLR +1.23 (-2.94, +2.94), Elo +12.0 +- 20.1, about 520
   more games to go". */
void sprt_show_state(const struct sprt *sprt, struct text *out);

/* The sentence, then the lines of statistics. */
void sprt_show_text(const struct sprt *sprt, const char *a, const char *b,
		    struct text *out);

/* The same for the end of a tournament: the sentence last, after a line on its
   units if they are nElo. */
void sprt_show_verdict(const struct sprt *sprt, const char *a, const char *b,
		       struct text *out);

/* Puts members into an open object. */
void sprt_show_json(const struct sprt *sprt, const char *a, const char *b,
		    struct json_writer *w);

#endif
