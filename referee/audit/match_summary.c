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
	uint32_t count[LOG_SEATS_MAX];  /* faults */
	struct text fault[LOG_SEATS_MAX];       /* the last of them, in words */
	int64_t block;                  /* score of the first entrant in this
					   block */
};

static void begin(void *context, const struct log_step *at)
{
	struct summary_scan *scan = context;

	memset(scan->count, 0, sizeof scan->count);
	audit_result_begin(&scan->summary->result, log_step_rotation(at));
}

static void take_fault(void *context, int seat, enum fault fault,
		       const char *detail)
{
	struct summary_scan *scan = context;
	struct audit_result *result = &scan->summary->result;
	int entrant = game_place(seat, result->rotation,
				 result->header->entrants);

	scan->count[entrant]++;
	if (fault == FAULT_FORFEIT)
		scan->summary->forfeits = true;
	text_clear(&scan->fault[entrant]);
	text_printf(&scan->fault[entrant], "in game %u: %s, %s",
		    result->games + 1, fault_words[fault], FOREIGN(detail));
	audit_result_fault(result, seat, fault);
}

/* Adds what the seat has reached to its entrant's sums. */
static void add_seat(struct summary_scan *scan, const struct log_step *at,
		     int seat, int points)
{
	struct match_summary *summary = scan->summary;
	const int entrant = game_place(seat, summary->result.rotation,
				       at->run.seats);
	const uint32_t faults = scan->count[entrant];

	summary->score[entrant] += at->scores[seat];
	if (faults == 0)
		summary->clean_score[entrant] += at->scores[seat];
	summary->points[entrant] += (uint64_t)points;
	summary->won[entrant] += at->ranks[seat] == 1;
	if (summary->faults[entrant] == 0 && faults > 0)
		summary->fault[entrant] =
			memory_copy(text_string(&scan->fault[entrant]));
	summary->faults[entrant] += faults;
	if (entrant == 0)
		scan->block += points * (BLOCKS_GAME_SCORE / GAME_POINTS);
}

static void over(void *context, const struct log_step *at)
{
	struct summary_scan *scan = context;
	struct match_summary *summary = scan->summary;
	const int rotations = at->header->rotations, seats = at->run.seats;
	int points[LOG_SEATS_MAX];

	game_points(at->rules.game->result(seats, at->rules.rule), seats,
		    at->ranks, points);
	for (int seat = 0; seat < seats; seat++)
		add_seat(scan, at, seat, points[seat]);
	if (at->games == 0)
		blocks_tally_begin(&summary->blocks, rotations, 2);
	audit_result_over(&summary->result, at->ranks);
	if (summary->result.games % (uint32_t)rotations == 0) {
		if (seats == 2)
			blocks_tally_add(&summary->blocks, scan->block);
		scan->block = 0;
	}
}

int match_summary_read(struct match_summary *summary, const char *path,
		       const struct trace_marks *marks, struct error *err)
{
	struct summary_scan scan = { .summary = summary };
	const struct match_watch watch = { .context = &scan, .begin = begin,
		.fault = take_fault, .over = over };
	enum audit_verdict verdict;

	*summary = (struct match_summary){ .audit.watch = &watch,
		.audit.skims = true, .result = { .marks = marks,
			.header = &summary->audit.header } };
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

	return summary->faults[entrant] == summary->result.games &&
		summary->result.games > 0 &&
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
	double games = summary->result.games > 0 ? summary->result.games : 1;
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
	audit_result_release(&summary->result);
	audit_release(&summary->audit);
	blocks_tally_release(&summary->blocks);
	for (int i = 0; i < LOG_SEATS_MAX; i++)
		free(summary->fault[i]);
}
