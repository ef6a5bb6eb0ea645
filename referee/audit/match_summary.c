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

#include "base/fault.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "fair/logfile.h"
#include "match/log_rules.h"
#include "pack/packed_log.h"

struct summary_scan {
	struct match_summary *summary;
	struct audit_result *result;    /* or NULL */
	enum result points;             /* how the game is scored */
	int seats;
	int rotation;                   /* of the current game */
	uint32_t count[LOG_SEATS_MAX];  /* faults of the current game */
	struct text fault[LOG_SEATS_MAX];       /* the last of them, in words */
	int64_t block;                  /* score of the first entrant */
};

static void take_over(struct summary_scan *scan, const cJSON *tree)
{
	struct match_summary *summary = scan->summary;
	const cJSON *item;
	int ranks[LOG_SEATS_MAX] = {0}, points[LOG_SEATS_MAX];
	int seat = 0, n = scan->seats;

	cJSON_ArrayForEach(item, json_get(tree, "ranks"))
		if (seat < n)
			ranks[seat++] = (int)item->valuedouble;
	seat = 0;
	cJSON_ArrayForEach(item, json_get(tree, "scores")) {
		int entrant = (seat++ + scan->rotation) % n;
		int64_t score = (int64_t)item->valuedouble;

		summary->score[entrant] += score;
		if (scan->count[entrant] == 0)
			summary->clean_score[entrant] += score;
	}
	game_points(scan->points, n, ranks, points);
	for (int entrant = 0; entrant < n; entrant++) {
		int at = (entrant - scan->rotation % n + n) % n;

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
	if (scan->result != NULL)
		audit_result_over(scan->result, ranks);
	if (++summary->games % (uint32_t)summary->header.rotations == 0) {
		if (n == 2)
			blocks_tally_add(&summary->blocks, scan->block);
		scan->block = 0;
	}
}

static void take_fault(struct summary_scan *scan, const cJSON *tree)
{
	int seat = (int)json_get(tree, "seat")->valuedouble;
	int entrant = (seat + scan->rotation) % scan->seats;

	scan->count[entrant]++;
	if (strcmp(json_get(tree, "fault")->valuestring,
		   fault_words[FAULT_FORFEIT]) == 0)
		scan->summary->forfeits = true;
	text_clear(&scan->fault[entrant]);
	text_printf(&scan->fault[entrant], "in game %u: %s, %s",
		    scan->summary->games + 1,
		    json_get(tree, "fault")->valuestring,
		    FOREIGN(json_get(tree, "detail")->valuestring));
	if (scan->result != NULL)
		audit_result_fault(scan->result, seat,
				   json_get(tree, "fault")->valuestring);
}

static void take_line(struct summary_scan *scan, enum logline_type type,
		      const cJSON *tree)
{
	switch (type) {
	case LINE_GAME:
		/* Also after a resume: the interrupted game does not count. */
		scan->rotation = (int)json_get(tree, "rotation")->valuedouble;
		memset(scan->count, 0, sizeof scan->count);
		if (scan->result != NULL)
			audit_result_begin(scan->result, scan->rotation);
		break;
	case LINE_FAULT:
		take_fault(scan, tree);
		break;
	case LINE_OVER:
		take_over(scan, tree);
		break;
	default:
		break;
	}
}

static int read_header(struct summary_scan *scan, struct logfile *file,
		       struct error *err)
{
	struct logline_header *header = &scan->summary->header;
	struct log_rules rules;
	enum logline_type type;
	const char *line;
	size_t size;
	cJSON *tree;

	if (logfile_next(file, &line, &size, err) != LOGFILE_LINE ||
	    logline_read(line, size, &tree, &type, err) != 0)
		return error_at(err, "%s:1", file->path);
	if (type != LINE_MATCH) {
		cJSON_Delete(tree);
		return error_set(err, "%s is not a match log", file->path);
	}
	logline_header_take(header, tree);
	if (log_rules_read(&rules, header, err) != 0)
		return error_at(err, "%s:1", file->path);
	scan->seats = header->entrants;
	scan->points = rules.game->result(scan->seats, rules.rule);
	blocks_tally_begin(&scan->summary->blocks, header->rotations, 2);
	return 0;
}

int match_summary_read(struct match_summary *summary, const char *path,
		       struct audit_result *result, struct error *err)
{
	struct summary_scan scan = { .summary = summary, .result = result };
	enum logfile_result found = LOGFILE_TROUBLE;
	struct logfile file;
	enum logline_type type;
	const char *line;
	size_t size;
	cJSON *tree;

	*summary = (struct match_summary){0};
	if (packed_log_open(&file, path, false, err) != 0 ||
	    read_header(&scan, &file, err) != 0)
		goto done;
	while ((found = logfile_next(&file, &line, &size, err)) ==
	       LOGFILE_LINE) {
		/* Most lines are of these types, and are not needed here. */
		type = logline_type_of(line, size);
		if (type == LINE_DRAW || type == LINE_MOVE)
			continue;
		if (logline_read(line, size, &tree, &type, err) != 0) {
			error_at(err, "%s:%llu", path,
				 (unsigned long long)file.line);
			break;
		}
		take_line(&scan, type, tree);
		cJSON_Delete(tree);
	}

done:
	logfile_release(&file);
	for (int i = 0; i < LOG_SEATS_MAX; i++)
		text_release(&scan.fault[i]);
	return found == LOGFILE_END ? 0 : -1;
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
	for (int i = 0; i < summary->header.entrants; i++) {
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
	const char *name = summary->header.entrant[i].name;

	text_printf(out, "fault%s of %s, %s",
		    text_plural(summary->faults[i]), name,
		    summary->faults[i] == 1 ? "" : "the first ");
	text_printf(out, "%s\n", summary->fault[i]);
}

void match_summary_table(const struct match_summary *summary,
			 const struct timing *timing, struct text *out)
{
	const struct logline_header *header = &summary->header;
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

void match_summary_elo(const struct match_summary *summary, struct text *out)
{
	const struct logline_header *header = &summary->header;
	struct blocks_stats stats;

	if (header->entrants != 2 || summary->blocks.blocks == 0)
		return;
	blocks_stats_make(&summary->blocks, &stats);
	text_printf(out, "%s - %s: ", header->entrant[0].name,
		    header->entrant[1].name);
	if (stats.side != 0 && summary->forfeits)
		text_add(out, "no Elo");
	else
		text_printf(out, "%s%+.1f", stats.side > 0 ? ">= " :
			    stats.side < 0 ? "<= " : "", stats.elo + 0.0);
	if (summary->forfeits)
		text_printf(out, "%s; forfeited games depend on each other, so "
			    "there is no error to give", stats.side != 0 ? "" :
			    " Elo");
	else if (stats.side != 0)
		text_add(out, " Elo");
	else if (isnan(stats.error))
		text_add(out, " Elo; every block had the same score, so there "
			 "is no error to give");
	else if (isinf(stats.error))
		text_add(out, " Elo; too few blocks to give an error");
	else
		text_printf(out, " +- %.1f Elo (95%%)", stats.error);
	text_printf(out, ", from %u block%s of %d game%s on the same dice\n",
		    (unsigned)stats.blocks, text_plural(stats.blocks),
		    stats.games, text_plural(stats.games));
}

void match_summary_release(struct match_summary *summary)
{
	logline_header_release(&summary->header);
	blocks_tally_release(&summary->blocks);
	for (int i = 0; i < LOG_SEATS_MAX; i++)
		free(summary->fault[i]);
}
