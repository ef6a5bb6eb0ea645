/*
 * sprt_show.c - block statistics and the verdict of a sequential test on them,
 * for people and as JSON.
 */
#include "tournaments/report/sprt_show.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/json_write.h"

/* ### blocks */

/* The usual names of the results of two games on the same dice. */
static const char *const pair_names[] = {
	"LL", "LD", "LW+DD", "DW", "WW"
};
static const char *const game_names[] = { "L", "D", "W" };

/* Scores by these names where they apply, else as shares of the points. */
static void counts_text(const struct blocks_tally *tally, struct text *out)
{
	bool pairs = tally->games == 2 && tally->count == 5;
	bool games = tally->games == 1 && tally->count == 3;

	text_add(out, "block scores:");
	for (int i = 0; i < tally->count; i++)
		text_printf(out, "%s %s %" PRIu64, i > 0 ? "," : "",
			    pairs ? pair_names[i] : games ? game_names[i] :
			    DECIMAL(blocks_tally_value(tally, i), 3, false),
			    tally->list[i].blocks);
	text_byte(out, '\n');
}

static void elo_text(const struct blocks_stats *stats, struct text *out)
{
	const char *elo = DECIMAL(stats->elo, 1, true);

	if (!isnan(stats->error))
		text_printf(out, "Elo %s +- %s (95%%: %s to %s), nElo %s +- "
			    "%s, LOS %.3f\n", elo,
			    DECIMAL(stats->error, 1, false),
			    DECIMAL(stats->low, 1, true),
			    DECIMAL(stats->high, 1, true),
			    DECIMAL(stats->nelo, 1, true),
			    DECIMAL(stats->nelo_error, 1, false), stats->los);
	else if (stats->side != 0)
		text_printf(out, "Elo %s %s: every block was %s\n",
			    stats->side > 0 ? ">=" : "<=", elo,
			    stats->side > 0 ? "won" : "lost");
	else
		text_printf(out, "Elo %s, no interval: every block had the "
			    "same score\n", elo);
	if (stats->same && !isnan(stats->error))
		text_add(out, "every block had the same score: the interval "
			 "allows for a few that differ\n");
}

void sprt_show_blocks_text(const struct blocks_tally *tally, const char *a,
			   const char *b, bool stopped, struct text *out)
{
	struct blocks_stats stats;

	blocks_stats_make(tally, &stats);
	text_printf(out, "%s against %s: %" PRIu64 " block%s of %d game%s",
		    a, b, stats.blocks, text_plural((double)stats.blocks),
		    stats.games, text_plural(stats.games));
	if (stats.blocks == 0) {
		text_add(out, "\n");
		return;
	}
	text_printf(out, ", score %.3f\n", stats.mean);
	elo_text(&stats, out);
	text_add(out, "Elo is the difference of the two here; in the ladder it "
		 "is against the mean of all,\ncorrected for seats and with "
		 "a prior\n");
	if (stopped)
		text_add(out, "stopped by the test, estimate biased "
			 "outward\n");
	if (tally->games == 1)
		text_add(out, "one game a block: no shared dice, every game "
			 "counts as independent\n");
	counts_text(tally, out);
}

/* Infinity is the string "inf" or "-inf": JSON has no number for it. */
static void put_elo(struct json_writer *w, const char *key, double elo)
{
	if (isinf(elo))
		json_put_word(w, key, elo > 0 ? "inf" : "-inf");
	else
		decimal_put_json(w, key, elo);
}

void sprt_show_blocks_json(const struct blocks_tally *tally,
			   struct json_writer *w)
{
	static const char *const bounds[] = { "at most", "equal",
		"at least" };
	struct blocks_stats stats;

	blocks_stats_make(tally, &stats);
	json_put_word(w, "observation", "block");
	json_put_int(w, "blocks", (long long)stats.blocks);
	json_put_int(w, "games_per_block", stats.games);
	decimal_put_json(w, "score", stats.mean);
	decimal_put_json(w, "variance", stats.variance);
	put_elo(w, "elo", stats.elo);
	json_put_word(w, "elo_is", bounds[stats.side + 1]);
	put_elo(w, "elo_low", stats.low);
	put_elo(w, "elo_high", stats.high);
	put_elo(w, "err95", stats.error);
	decimal_put_json(w, "nelo", stats.nelo);
	decimal_put_json(w, "nelo_err95", stats.nelo_error);
	decimal_put_json(w, "los", stats.los);
	json_put_open(w, "counts", '[');
	for (int i = 0; i < tally->count; i++) {
		json_open(w, '{');
		decimal_put_json(w, "score", blocks_tally_value(tally, i));
		json_put_int(w, "blocks", (long long)tally->list[i].blocks);
		json_close(w, '}');
	}
	json_close(w, ']');
}

/* ### the test */

static const char *unit(const struct sprt *sprt)
{
	return sprt->rules.model == SPRT_NORMALIZED ? "nElo" : "Elo";
}

/* An Elo of a hypothesis as it was given, with one decimal place or more. */
static const char *given(char buffer[DECIMAL_SIZE], double elo, bool plus)
{
	int places = 1;

	while (places < 6 &&
	       fabs(strtod(decimal(buffer, elo, places, plus), NULL) - elo) >
	       1e-9)
		places++;
	return decimal(buffer, elo, places, plus);
}

#define GIVEN(elo, plus) given((char[DECIMAL_SIZE]){0}, elo, plus)

static bool is_answered(const struct sprt *sprt)
{
	return sprt->answer == SPRT_H0 || sprt->answer == SPRT_H1;
}

/* What the answer means for A and B. */
static void claim(const struct sprt *sprt, const char *a, const char *b,
		  struct text *out)
{
	const struct sprt_rules *rules = &sprt->rules;

	if (sprt->answer == SPRT_H1 && rules->elo0 >= 0)
		text_printf(out, "%s is better than %s", a, b);
	else if (sprt->answer == SPRT_H1)
		text_printf(out, "%s is not %s %s worse than %s", a,
			    GIVEN(-rules->elo0, false), unit(sprt), b);
	else if (rules->elo1 <= 0)
		text_printf(out, "%s is worse than %s", a, b);
	else
		text_printf(out, "%s is not %s %s better than %s", a,
			    GIVEN(rules->elo1, false), unit(sprt), b);
}

/* " after 312 blocks (LLR +2.97, bounds -2.94 and +2.94)" */
static void state(const struct sprt *sprt, struct text *out)
{
	text_printf(out, " after %" PRIu64 " block%s (LLR %s, bounds %s and "
		    "%s)", sprt->tally.blocks,
		    text_plural((double)sprt->tally.blocks),
		    DECIMAL(sprt->llr, 2, true), DECIMAL(sprt->lower, 2, true),
		    DECIMAL(sprt->upper, 2, true));
}

static void left_text(const struct sprt *sprt, struct text *out)
{
	double left = sprt_blocks_left(sprt);

	if (isnan(left))
		return;
	text_printf(out, ", about %.0f more game%s to go",
		    left * sprt->tally.games,
		    text_plural(left * sprt->tally.games));
}

void sprt_show_state(const struct sprt *sprt, struct text *out)
{
	struct blocks_stats stats;

	blocks_stats_make(&sprt->tally, &stats);
	text_printf(out, "LLR %s (%s, %s)", DECIMAL(sprt->llr, 2, true),
		    DECIMAL(sprt->lower, 2, true),
		    DECIMAL(sprt->upper, 2, true));
	if (stats.blocks > 0 && !isnan(stats.error))
		text_printf(out, ", Elo difference %s +- %s",
			    DECIMAL(stats.elo, 1, true),
			    DECIMAL(stats.error, 1, false));
	left_text(sprt, out);
}

void sprt_show_sentence(const struct sprt *sprt, const char *a, const char *b,
			struct text *out)
{
	const char *elo0 = GIVEN(sprt->rules.elo0, true);
	const char *elo1 = GIVEN(sprt->rules.elo1, true);

	if (is_answered(sprt)) {
		text_printf(out, "H%d accepted: ", sprt->answer == SPRT_H1);
		claim(sprt, a, b, out);
		text_printf(out, ", %s (H0) against %s %s (H1),", elo0, elo1,
			    unit(sprt));
	} else {
		text_printf(out, "%s between %s (H0) and %s %s (H1) for %s "
			    "against %s",
			    sprt->refuses ? "The test refuses to decide" :
			    sprt->answer == SPRT_UNDECIDED ?
			    "The test ends undecided" :
			    "The test has not decided yet",
			    elo0, elo1, unit(sprt), a, b);
	}
	state(sprt, out);
	if (sprt->answer == SPRT_GOES_ON)
		left_text(sprt, out);
	if (sprt->refuses)
		text_add(out, "; a match has forfeited games, which depend on "
			 "each other");
	else if (sprt->answer == SPRT_GOES_ON && sprt_waits(sprt))
		text_printf(out, "; with so many faults it does not decide "
			    "before match %d", SPRT_MATCHES_MIN);
	text_add(out, ".\n");
}

/* The statistics, and the score without luck, with its 95% error. */
static void statistics_text(const struct sprt *sprt, const char *a,
			    const char *b, struct text *out)
{
	double mean, se;

	sprt_show_blocks_text(&sprt->tally, a, b, is_answered(sprt), out);
	sprt_adjusted_mean(sprt, &mean, &se);
	if (isnan(se))
		return;
	text_printf(out, "luck taken out, beta %s: score %s +- %s; the test "
		    "is about this score\n",
		    DECIMAL((double)sprt->luck_beta * 1e-6, 2, false),
		    DECIMAL(mean, 4, false),
		    DECIMAL(EXACT_MATH_NORMAL_97_5 * se, 4, false));
}

void sprt_show_text(const struct sprt *sprt, const char *a, const char *b,
		    struct text *out)
{
	sprt_show_sentence(sprt, a, b, out);
	statistics_text(sprt, a, b, out);
}

void sprt_show_verdict(const struct sprt *sprt, const char *a, const char *b,
		       struct text *out)
{
	statistics_text(sprt, a, b, out);
	if (sprt->rules.model == SPRT_NORMALIZED)
		text_add(out, "elo0 and elo1 are in normalized Elo (nElo), "
			 "explained in docs/ratings.md\n");
	sprt_show_sentence(sprt, a, b, out);
}

static void put_adjusted(const struct sprt *sprt, struct json_writer *w)
{
	double mean, se;

	sprt_adjusted_mean(sprt, &mean, &se);
	json_put_open(w, "adjusted", '{');
	decimal_put_json(w, "beta", (double)sprt->luck_beta * 1e-6);
	decimal_put_json(w, "score", mean);
	decimal_put_json(w, "se", se);
	json_close(w, '}');
}

void sprt_show_json(const struct sprt *sprt, const char *a, const char *b,
		    struct json_writer *w)
{
	static const char *const answers[] = {
		[SPRT_GOES_ON] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1",
		[SPRT_UNDECIDED] = "undecided"
	};
	const struct sprt_rules *rules = &sprt->rules;
	OWNED(text) struct text sentence = {0};

	json_put_string(w, "a", a);
	json_put_string(w, "b", b);
	json_put_word(w, "model", sprt_models[rules->model]);
	decimal_put_json(w, "elo0", rules->elo0);
	decimal_put_json(w, "elo1", rules->elo1);
	decimal_put_json(w, "alpha", rules->alpha);
	decimal_put_json(w, "beta", rules->beta);
	json_put_int(w, "boards_max", (long long)rules->boards_max);
	decimal_put_json(w, "lower", sprt->lower);
	decimal_put_json(w, "upper", sprt->upper);
	decimal_put_json(w, "llr", sprt->llr);
	json_put_word(w, "answer", answers[sprt->answer]);
	json_put_bool(w, "refuses", sprt->refuses);
	decimal_put_json(w, "blocks_left", sprt_blocks_left(sprt));
	sprt_show_sentence(sprt, a, b, &sentence);
	json_key(w, "sentence");
	json_string_bytes(w, sentence.bytes, sentence.length - 1);
	sprt_show_blocks_json(&sprt->tally, w);
	if (sprt->adjusted)
		put_adjusted(sprt, w);
}
