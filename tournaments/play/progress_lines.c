/*
 * progress_lines.c - the progress of a run as plain lines.
 */
#include "tournaments/play/progress_lines.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/printable.h"
#include "tournaments/report/match_label.h"

enum { SUMMARY_US = 30 * 1000000 };

static void write_result(FILE *file, const struct record *record,
			 const struct fixture *fixture)
{
	const struct book_match *match = book_find(&record->book,
						   fixture->number);
	struct text line = {0};

	text_printf(&line, "match %u: ", fixture->number);
	match_label_score(&record->tournament, fixture, &line);
	if (match->faults > 0)
		text_add(&line, "; ");
	match_label_faults(&record->tournament, match, &line);
	printable_line(file, "%s", text_string(&line));
	text_release(&line);
}

/* "7 of 12 matches, 72 of 120 games, 8.3 games/s, 0:06 left" */
static void write_summary(struct progress_output *output,
			  const struct runner *runner, int64_t now)
{
	const struct tournament *tournament = &runner->record->tournament;
	const struct game_counts *counts = &runner->counts;
	const struct contest *contest = &tournament->contest;
	bool known = contest->format->independent &&
		!contest->format->is_test && contest->until_error == 0;
	double rate = game_rate_now(&output->rate, now, counts->games);
	struct text line = {0};

	text_printf(&line, "%s: %u of %u matches, %" PRIu64 " of %" PRIu64
		    " games, ", tournament->manifest.id, counts->decided,
		    counts->matches, counts->games, counts->games_of);
	game_rate_text(rate, &line);
	text_add(&line, " games/s");
	if (known && rate > 0) {
		double left = (double)(counts->games_of - counts->games);

		text_add(&line, ", ");
		game_rate_duration(left / rate, &line);
		text_add(&line, " left");
	}
	if (runner->faults > 0)
		text_printf(&line, ", %u fault%s in this run", runner->faults,
			    text_plural(runner->faults));
	printable_line(output->file, "%s", text_string(&line));
	text_release(&line);
}

static void write_begin(FILE *file, const struct runner *runner)
{
	const struct manifest *manifest =
		&runner->record->tournament.manifest;
	const struct runner_shard *shard = runner->shard;
	struct text line = {0};

	text_printf(&line, "%s: ", manifest->id);
	if (shard != NULL)
		text_printf(&line, "shard %u/%u, %u match%s", shard->index,
			    shard->of, runner->counts.matches,
			    runner->counts.matches == 1 ? "" : "es");
	else
		text_printf(&line, "%d entrants, %u of %u matches played",
			    manifest->entrants, runner->counts.decided,
			    runner->counts.matches);
	printable_line(file, "%s, -j %d", text_string(&line), runner->jobs);
	text_release(&line);
}

static void take_time(struct progress_output *output,
		      const struct runner *runner)
{
	int64_t now = clock_us();

	game_rate_note(&output->rate, now, runner->counts.games);
	if (output->next == 0)
		output->next = now + SUMMARY_US;
	if (now < output->next || runner->counts.games == output->games)
		return;
	write_summary(output, runner, now);
	output->next = now + SUMMARY_US;
	output->games = runner->counts.games;
}

void progress_lines_report(void *context, const struct run_event *event)
{
	struct progress_output *output = context;
	const struct runner *runner = event->runner;
	const struct fixture *fixture = event->fixture;
	const char *why = event->why;
	FILE *file = output->file;

	switch (event->type) {
	case RUN_BEGIN:
		write_begin(file, runner);
		break;
	case RUN_RESULT:
		write_result(file, runner->record, fixture);
		break;
	case RUN_AGAIN:
		printable_line(file, "match %u: %s; resumed from its log",
			       fixture->number, why);
		break;
	case RUN_VOID:
		printable_line(file, "match %u: void, played again on the same "
			       "dice%s%s", fixture->number,
			       why != NULL ? ": " : "", why != NULL ? why : "");
		break;
	case RUN_WARNING:
		fprintf(file, "warning: %s\n", why);
		break;
	case RUN_STOPPING:
		fprintf(file, "stopping after the games in play%s\n",
			why == NULL ? "; press again to stop now" : "");
		break;
	case RUN_TICK:
		take_time(output, runner);
		break;
	default:
		return;
	}
	fflush(file);
}
