/*
 * sprt_show.c - what a sequential test says, in words and as JSON.
 */
#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "tournaments/rating/sprt.h"

static const char *unit(const struct sprt *sprt)
{
	return sprt->rules.model == SPRT_NORMALIZED ? "nElo" : "Elo";
}

/* What the answer means for A and B. */
static void claim(const struct sprt *sprt, const char *a, const char *b,
		  struct text *out)
{
	const struct sprt_rules *rules = &sprt->rules;
	char elo[DECIMAL_SIZE];

	if (sprt->answer == SPRT_H1 && rules->elo0 >= 0)
		text_printf(out, "%s is better than %s", a, b);
	else if (sprt->answer == SPRT_H1)
		text_printf(out, "%s is not %s %s worse than %s", a,
			    decimal(elo, -rules->elo0, 1, false), unit(sprt),
			    b);
	else if (rules->elo1 <= 0)
		text_printf(out, "%s is worse than %s", a, b);
	else
		text_printf(out, "%s is not %s %s better than %s", a,
			    decimal(elo, rules->elo1, 1, false), unit(sprt),
			    b);
}

/* " after 312 blocks (LLR +2.97, bounds -2.94 and +2.94)" */
static void state(const struct sprt *sprt, struct text *out)
{
	char llr[DECIMAL_SIZE], lower[DECIMAL_SIZE], upper[DECIMAL_SIZE];

	text_printf(out, " after %" PRIu64 " block%s (LLR %s, bounds %s and "
		    "%s)", sprt->tally.blocks,
		    sprt->tally.blocks == 1 ? "" : "s",
		    decimal(llr, sprt->llr, 2, true),
		    decimal(lower, sprt->lower, 2, true),
		    decimal(upper, sprt->upper, 2, true));
}

static void left_text(const struct sprt *sprt, struct text *out)
{
	double left = sprt_blocks_left(sprt);

	if (isnan(left))
		return;
	text_printf(out, ", about %.0f more game%s to go",
		    left * sprt->tally.games,
		    left * sprt->tally.games == 1 ? "" : "s");
}

void sprt_sentence(const struct sprt *sprt, const char *a, const char *b,
		   struct text *out)
{
	char elo0[DECIMAL_SIZE], elo1[DECIMAL_SIZE];
	bool answered = sprt->answer == SPRT_H0 || sprt->answer == SPRT_H1;

	decimal(elo0, sprt->rules.elo0, 1, true);
	decimal(elo1, sprt->rules.elo1, 1, true);
	if (answered) {
		claim(sprt, a, b, out);
		text_printf(out, ": H%d, %s %s, holds against %s",
			    sprt->answer == SPRT_H1,
			    sprt->answer == SPRT_H1 ? elo1 : elo0,
			    unit(sprt),
			    sprt->answer == SPRT_H1 ? elo0 : elo1);
	} else {
		text_printf(out, "%s between %s (H0) and %s %s (H1) for %s "
			    "against %s",
			    sprt->answer == SPRT_UNDECIDED ?
			    "The test ends undecided" :
			    "The test has not decided yet",
			    elo0, elo1, unit(sprt), a, b);
	}
	state(sprt, out);
	if (sprt->answer == SPRT_GOES_ON)
		left_text(sprt, out);
	text_add(out, ".\n");
}

void sprt_text(const struct sprt *sprt, const char *a, const char *b,
	       struct text *out)
{
	bool stopped = sprt->answer == SPRT_H0 || sprt->answer == SPRT_H1;

	sprt_sentence(sprt, a, b, out);
	blocks_text(&sprt->tally, a, b, stopped, out);
}

void sprt_json(const struct sprt *sprt, const char *a, const char *b,
	       struct json_writer *w)
{
	static const char *const answers[] = {
		[SPRT_GOES_ON] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1",
		[SPRT_UNDECIDED] = "undecided"
	};
	const struct sprt_rules *rules = &sprt->rules;
	struct text sentence = {0};

	json_put_string(w, "a", a);
	json_put_string(w, "b", b);
	json_put_word(w, "model", sprt_models[rules->model]);
	json_put_decimal(w, "elo0", rules->elo0);
	json_put_decimal(w, "elo1", rules->elo1);
	json_put_decimal(w, "alpha", rules->alpha);
	json_put_decimal(w, "beta", rules->beta);
	json_put_int(w, "boards_max", (long long)rules->boards_max);
	json_put_decimal(w, "lower", sprt->lower);
	json_put_decimal(w, "upper", sprt->upper);
	json_put_decimal(w, "llr", sprt->llr);
	json_put_word(w, "answer", answers[sprt->answer]);
	json_put_decimal(w, "blocks_left", sprt_blocks_left(sprt));
	sprt_sentence(sprt, a, b, &sentence);
	json_key(w, "sentence");
	json_string_bytes(w, sentence.bytes, sentence.length - 1);
	text_release(&sentence);
	blocks_json(&sprt->tally, w);
}
