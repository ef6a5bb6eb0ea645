/*
 * match_summary.c - the results of a finished log, with Elo and its error.
 *
 * They are read from the log and not collected while playing, so that a match
 * that was interrupted ends with the same table.
 */
#include "audit/match_summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/printable.h"
#include "base/text.h"

/* What is known of the current game. */
struct summary_scan {
	struct match_summary *summary;
	struct audit_result *result;    /* or NULL */
	int seats, rotation;
	uint32_t count[LOG_SEATS_MAX];  /* faults */
	struct text fault[LOG_SEATS_MAX];       /* the last of them, in words */
	int64_t block;                  /* score of the first entrant in this
					   block */
};

static void begin(void *context, uint32_t number, uint32_t board, int rotation)
{
	struct summary_scan *scan = context;

	(void)number;
	(void)board;
	scan->seats = scan->summary->audit.header.entrants;
	scan->rotation = rotation;
	memset(scan->count, 0, sizeof scan->count);
	if (scan->result != NULL)
		audit_result_begin(scan->result, rotation);
}

static void take_fault(void *context, int seat, enum fault fault,
		       const char *detail)
{
	struct summary_scan *scan = context;
	int entrant = (seat + scan->rotation) % scan->seats;

	scan->count[entrant]++;
	if (fault == FAULT_FORFEIT)
		scan->summary->forfeits = true;
	text_clear(&scan->fault[entrant]);
	text_printf(&scan->fault[entrant], "in game %u: %s, %s",
		    scan->summary->games + 1, fault_words[fault],
		    FOREIGN(detail));
	if (scan->result != NULL)
		audit_result_fault(scan->result, seat, fault);
}

static void add_points(struct summary_scan *scan, const int *ranks)
{
	const struct audit *audit = &scan->summary->audit;
	struct match_summary *summary = scan->summary;
	const int n = scan->seats;
	int points[LOG_SEATS_MAX];

	game_points(audit->game->result(n, audit->rule), n, ranks, points);
	for (int entrant = 0; entrant < n; entrant++) {
		int at = (entrant - scan->rotation + n) % n;

		summary->points[entrant] += (uint64_t)points[at];
		summary->won[entrant] += ranks[at] == 1;
		if (summary->faults[entrant] == 0 && scan->count[entrant] > 0)
			summary->fault[entrant] =
				memory_copy(text_string(&scan->fault[entrant]));
		summary->faults[entrant] += scan->count[entrant];
		if (entrant == 0)
			scan->block += points[at] *
				(BLOCKS_GAME_SCORE / GAME_POINTS);
	}
}

static void over(void *context, const int *scores, const int *ranks,
		 const char *end)
{
	struct summary_scan *scan = context;
	struct match_summary *summary = scan->summary;
	const int rotations = summary->audit.header.rotations;

	(void)end;
	for (int seat = 0; seat < scan->seats; seat++) {
		int entrant = (seat + scan->rotation) % scan->seats;

		summary->score[entrant] += scores[seat];
		if (scan->count[entrant] == 0)
			summary->clean_score[entrant] += scores[seat];
	}
	add_points(scan, ranks);
	if (scan->result != NULL)
		audit_result_over(scan->result, ranks);
	if (summary->games == 0)
		blocks_tally_begin(&summary->blocks, rotations, 2);
	if (++summary->games % (uint32_t)rotations == 0) {
		if (scan->seats == 2)
			blocks_tally_add(&summary->blocks, scan->block);
		scan->block = 0;
	}
}

int match_summary_read(struct match_summary *summary, const char *path,
		       struct audit_result *result, struct error *err)
{
	struct summary_scan scan = { .summary = summary, .result = result };
	const struct match_watch watch = { .context = &scan, .begin = begin,
		.fault = take_fault, .over = over };
	enum audit_verdict verdict;

	*summary = (struct match_summary){0};
	summary->audit.watch = &watch;
	summary->audit.skims = true;
	verdict = audit_log(&summary->audit, path, err);
	summary->audit.watch = NULL;
	for (int i = 0; i < LOG_SEATS_MAX; i++)
		text_release(&scan.fault[i]);
	return verdict == AUDIT_PASSED ? 0 : -1;
}

/* ### the table */

static int width_of(const char *text)
{
	return utf8_count(text, strlen(text));
}

/* Sorts by games won, then by scores: that is how the score sheet of Rolit
   decides a match, and for two entrants points give the same order.  Scores of
   games that an entrant lost by a fault do not count. */
static void put_in_order(const struct match_summary *summary, int *order)
{
	for (int i = 0; i < summary->audit.header.entrants; i++) {
		int at = i;

		for (; at > 0; at--) {
			int before = order[at - 1];

			if (summary->won[before] > summary->won[i] ||
			    (summary->won[before] == summary->won[i] &&
			     summary->clean_score[before] >=
			     summary->clean_score[i]))
				break;
			order[at] = before;
		}
		order[at] = i;
	}
}

bool match_summary_never_started(const struct match_summary *summary,
				 int entrant)
{
	static const char first[] = "in game 1: start, ";

	return summary->faults[entrant] == summary->games &&
		summary->games > 0 &&
		strncmp(summary->fault[entrant], first, strlen(first)) == 0;
}

static void add_faults(const struct match_summary *summary, int i,
		       struct text *out)
{
	const char *name = summary->audit.header.entrant[i].name;

	text_printf(out, "fault%s of %s, %s",
		    text_plural(summary->faults[i]), name,
		    summary->faults[i] == 1 ? "" : "the first ");
	text_printf(out, "%s\n", summary->fault[i]);
}

void match_summary_table(const struct match_summary *summary,
			 const struct timing *timing, struct text *out)
{
	const struct logline_header *header = &summary->audit.header;
	double games = summary->games > 0 ? summary->games : 1;
	int wide = 7, order[LOG_SEATS_MAX];

	for (int i = 0; i < header->entrants; i++)
		if (width_of(header->entrant[i].name) > wide)
			wide = width_of(header->entrant[i].name);
	text_printf(out, "%-*s  points     won  faults  mean score%s\n", wide,
		    "entrant", timing != NULL ? "   ms/move" : "");
	put_in_order(summary, order);
	for (int k = 0; k < header->entrants; k++) {
		const int i = order[k];
		const char *name = header->entrant[i].name;

		text_printf(out, "%s%*s  %6.1f  %6u  %6u  %10.1f", name,
			    wide - width_of(name), "",
			    (double)summary->points[i] / GAME_POINTS,
			    summary->won[i], summary->faults[i],
			    (double)summary->score[i] / games);
		if (timing != NULL && timing->answers[i] > 0)
			text_printf(out, "  %8.3f",
				    (double)timing->think_us[i] / 1000 /
				    (double)timing->answers[i]);
		else if (timing != NULL)
			text_printf(out, "  %8s", "-");
		text_byte(out, '\n');
	}
	if (header->rotations < header->entrants)
		text_printf(out, "seats are not balanced: with %d rotation%s "
			    "nobody plays in every seat\n", header->rotations,
			    header->rotations == 1 ? "" : "s");
	for (int k = 0; k < header->entrants; k++)
		if (summary->faults[order[k]] > 0)
			add_faults(summary, order[k], out);
	for (int i = 0; timing != NULL && i < header->entrants; i++)
		if (timing->suspects[i] > 0)
			text_printf(out, "suspect: %u time fault%s of %s "
				    "while this machine was overloaded; see "
				    "--trace\n", timing->suspects[i],
				    text_plural(timing->suspects[i]),
				    header->entrant[i].name);
}

/* Appends the difference and its error, of more than one block. */
static void add_elo(const struct match_summary *summary,
		    const struct blocks_stats *stats, struct text *out)
{
	if (stats->side != 0 && summary->forfeits)
		text_add(out, "no Elo");
	else
		text_printf(out, "%s%+.1f", stats->side > 0 ? ">= " :
			    stats->side < 0 ? "<= " : "", stats->elo + 0.0);
	if (summary->forfeits)
		text_printf(out, "%s; forfeited games depend on each other, so "
			    "no error can be given",
			    stats->side != 0 ? "" : " Elo");
	else if (stats->side != 0)
		text_add(out, " Elo");
	else if (isnan(stats->error))
		text_add(out, " Elo; every block had the same score, so no "
			 "error can be given");
	else if (isinf(stats->error))
		text_add(out, " Elo; too few blocks to estimate an error");
	else
		text_printf(out, " +- %.1f Elo (95%%)", stats->error);
}

void match_summary_elo(const struct match_summary *summary, struct text *out)
{
	const struct logline_header *header = &summary->audit.header;
	struct blocks_stats stats;

	for (int i = 0; i < header->entrants; i++)
		if (match_summary_never_started(summary, i)) {
			text_printf(out, "no result: %s never started\n",
				    header->entrant[i].name);
			return;
		}
	if (header->entrants != 2 || summary->blocks.blocks == 0)
		return;
	blocks_stats_make(&summary->blocks, &stats);
	text_printf(out, "%s - %s: ", header->entrant[0].name,
		    header->entrant[1].name);
	if (stats.blocks == 1)
		text_add(out, "too few games for a rating");
	else
		add_elo(summary, &stats, out);
	text_printf(out, ", from %u block%s of %d game%s on the same dice\n",
		    (unsigned)stats.blocks, text_plural(stats.blocks),
		    stats.games, text_plural(stats.games));
}

void match_summary_release(struct match_summary *summary)
{
	audit_release(&summary->audit);
	blocks_tally_release(&summary->blocks);
	for (int i = 0; i < LOG_SEATS_MAX; i++)
		free(summary->fault[i]);
}
