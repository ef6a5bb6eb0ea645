/*
 * blocks_show.c - block statistics as lines for people and as JSON.
 */
#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "tournaments/rating/blocks.h"

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* With two games on the same dice each result has its usual name. */
static const char *const pair_names[] = {
	"LL", "LD", "LW+DD", "DW", "WW"
};
static const char *const game_names[] = { "L", "D", "W" };

/* Scores as long as they have such names, else as shares. */
static void counts_text(const struct tally *tally, struct text *out)
{
	bool pairs = tally->games == 2 && tally->count == 5;
	bool games = tally->games == 1 && tally->count == 3;
	char share[DECIMAL_SIZE];

	text_add(out, "block scores:");
	for (int i = 0; i < tally->count; i++) {
		const char *name = pairs ? pair_names[i] : games ?
			game_names[i] : decimal(share, tally_value(tally, i),
						3, false);

		text_printf(out, "%s %s %" PRIu64, i > 0 ? "," : "", name,
			    tally->list[i].blocks);
	}
	text_add(out, "\n");
}

static void interval_text(const struct block_stats *stats, struct text *out)
{
	char elo[DECIMAL_SIZE], error[DECIMAL_SIZE], low[DECIMAL_SIZE],
	     high[DECIMAL_SIZE], nelo[DECIMAL_SIZE], nelo_error[DECIMAL_SIZE];

	text_printf(out, "Elo %s +- %s (95%%: %s to %s), nElo %s +- %s, "
		    "LOS %.3f\n", decimal(elo, stats->elo, 1, true),
		    decimal(error, stats->error, 1, false),
		    decimal(low, stats->low, 1, true),
		    decimal(high, stats->high, 1, true),
		    decimal(nelo, stats->nelo, 1, true),
		    decimal(nelo_error, stats->nelo_error, 1, false),
		    stats->los);
}

static void elo_text(const struct block_stats *stats, struct text *out)
{
	char elo[DECIMAL_SIZE];

	decimal(elo, stats->elo, 1, true);
	if (stats->variance > 0)
		interval_text(stats, out);
	else if (stats->side != 0)
		text_printf(out, "Elo %s %s: every block was %s\n",
			    stats->side > 0 ? ">=" : "<=", elo,
			    stats->side > 0 ? "won" : "lost");
	else
		text_printf(out, "Elo %s, no interval: every block had the "
			    "same score\n", elo);
}

void blocks_text(const struct tally *tally, const char *a, const char *b,
		 bool stopped, struct text *out)
{
	struct block_stats stats;

	block_stats(tally, &stats);
	text_printf(out, "%s against %s: %" PRIu64 " block%s of %d game%s",
		    a, b, stats.blocks, plural(stats.blocks), stats.games,
		    plural((uint64_t)stats.games));
	if (stats.blocks == 0) {
		text_add(out, "\n");
		return;
	}
	text_printf(out, ", score %.3f\n", stats.mean);
	elo_text(&stats, out);
	if (stopped)
		text_add(out, "stopped by the test, estimate biased "
			 "outward\n");
	if (tally->games == 1)
		text_add(out, "one game a block: no shared dice, every game "
			 "counts as independent\n");
	counts_text(tally, out);
}

/* "inf" where a number cannot say so. */
static void put_elo(struct json_writer *w, const char *key, double elo)
{
	if (isinf(elo))
		json_put_word(w, key, elo > 0 ? "inf" : "-inf");
	else
		json_put_decimal(w, key, elo);
}

void blocks_json(const struct tally *tally, struct json_writer *w)
{
	static const char *const bounds[] = { "at most", "equal",
		"at least" };
	struct block_stats stats;

	block_stats(tally, &stats);
	json_put_int(w, "blocks", (long long)stats.blocks);
	json_put_int(w, "games_per_block", stats.games);
	json_put_decimal(w, "score", stats.mean);
	json_put_decimal(w, "variance", stats.variance);
	put_elo(w, "elo", stats.elo);
	json_put_word(w, "elo_is", bounds[stats.side + 1]);
	put_elo(w, "elo_low", stats.low);
	put_elo(w, "elo_high", stats.high);
	put_elo(w, "err95", stats.error);
	json_put_decimal(w, "nelo", stats.nelo);
	json_put_decimal(w, "nelo_err95", stats.nelo_error);
	json_put_decimal(w, "los", stats.los);
	json_key(w, "counts");
	json_open(w, '[');
	for (int i = 0; i < tally->count; i++) {
		json_open(w, '{');
		json_put_decimal(w, "score", tally_value(tally, i));
		json_put_int(w, "blocks", (long long)tally->list[i].blocks);
		json_close(w, '}');
	}
	json_close(w, ']');
}
