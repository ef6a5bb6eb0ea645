/*
 * cmd_site.c - tournament site: the page of a tournament or of a series.
 */
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/record/suspects.h"
#include "tournaments/run/runner.h"
#include "tournaments/site/site_series.h"

struct site_options {
	struct options_list folders;
	struct site_order order;
	const char *luck_file;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_LIST(struct site_options, folders),
		.required = true },
	{ "-o", "OUT", "the folder to write: new or empty, or an earlier page "
		"of it",
		OPTIONS_TEXT(struct site_options, order.out),
		.required = true },
	{ "--no-logs", NULL, "without the logs: nobody can replay or check a "
		"match", OPTIONS_FLAG(struct site_options, order.no_logs) },
	{ "--logs-of", "NAME", "only the logs of matches with this entrant; "
		"may be repeated",
		OPTIONS_LIST(struct site_options, order.names) },
	{ "--max-mb", "N", "leave out logs that would make the page larger "
		"than N MB",
		OPTIONS_INTEGER(struct site_options, order.most_mb, 1,
				1000000) },
	{ "--luck-file", "F", "measure luck by this file (the tournament's, "
		"or the game's)",
		OPTIONS_TEXT(struct site_options, luck_file) },
	{ 0 }
};

/* ### the subject of the page */

/* The tournaments of a page, and what to write about each.  Owns all. */
struct subject {
	struct options_list folders;
	struct record *record;
	struct site_order *order;
	struct site_luck *luck;
	bool league;
};

static void subject_release(struct subject *subject)
{
	for (int i = 0; subject->record != NULL && i < subject->folders.count;
	     i++) {
		record_release(&subject->record[i]);
		site_luck_release(&subject->luck[i]);
	}
	read_record_free(&subject->folders);
	free(subject->record);
	free(subject->order);
	free(subject->luck);
}

static int find_folders(struct subject *subject,
			const struct options_list *folders, struct error *err)
{
	for (int i = 0; i < folders->count; i++) {
		const char *word = folders->word[i];

		subject->league = league_rounds_is_league(word);
		if (!subject->league)
			read_record_add(&subject->folders, memory_copy(word));
		else if (folders->count > 1)
			return error_set(err, "%s is a league, which is a "
					 "series of its own; expected it "
					 "alone, or the folders of its rounds",
					 word);
		else if (read_record_add_rounds(&subject->folders, word) == 0)
			return error_set(err, "%s: no round of this league has "
					 "been played", word);
		if (read_record_once(folders, i, err) != 0)
			return -1;
	}
	return 0;
}

static int read_subject(struct subject *subject,
			const struct site_options *wanted, struct error *err)
{
	OWNED(league_past) struct league_past past = {0};
	size_t count;

	if (find_folders(subject, &wanted->folders, err) != 0)
		return -1;
	count = (size_t)subject->folders.count;
	subject->record = memory_new(count, sizeof *subject->record);
	subject->order = memory_new(count, sizeof *subject->order);
	subject->luck = memory_new(count, sizeof *subject->luck);
	for (size_t i = 0; i < count; i++) {
		struct record *record = &subject->record[i];

		subject->order[i] = wanted->order;
		subject->order[i].record = record;
		subject->order[i].luck = &subject->luck[i];
		if (read_record(record, subject->folders.word[i], "site", false,
				err) != 0 ||
		    (subject->league &&
		     league_past_add(&past, record, err) != 0) ||
		    suspects_mark(record, err) != 0)
			return -1;
	}
	return 0;
}

/* ### the page */

/* Refuses a name of --logs-of that no tournament has. */
static int check_names(const struct site_options *wanted,
		       const struct subject *subject, struct error *err)
{
	for (int n = 0; n < wanted->order.names.count; n++) {
		const char *name = wanted->order.names.word[n];
		bool found = false;

		for (int i = 0; i < subject->folders.count; i++) {
			const struct tournament *tournament =
				&subject->record[i].tournament;

			for (int e = 0; e < tournament->manifest.entrants; e++)
				found |= strcmp(tournament_name(tournament, e),
						name) == 0;
		}
		if (!found)
			return error_set(err, "--logs-of: no entrant of %s is "
					 "called %s", wanted->folders.count ==
					 1 ? wanted->folders.word[0] :
					 "the series", name);
	}
	return 0;
}

static int find_luck(struct subject *subject, const char *luck_file,
		     struct error *err)
{
	for (int i = 0; i < subject->folders.count; i++)
		if (site_luck_make(&subject->luck[i], &subject->record[i],
				   luck_file, runner_cores(), err) != 0)
			return -1;
	return 0;
}

static void print_report(const struct site_options *wanted,
			 const struct site_report *report)
{
	if (report->missing > 0)
		printable_line(stderr, "tournament site: warning: %u log%s "
			       "of %s %s missing and not published",
			       report->missing, text_plural(report->missing),
			       wanted->folders.count == 1 ?
			       wanted->folders.word[0] : "the series",
			       report->missing == 1 ? "is" : "are");
	if (*report->untold.text != '\0')
		printable_line(stderr, "tournament site: warning: the page "
			       "lacks sentences and pictures of the game's "
			       "program: %s", report->untold.text);
	printable_line(stdout, "%u log%s, %.1f MB in all; open %s/index.html",
		       report->logs, text_plural(report->logs),
		       (double)report->bytes / 1e6, wanted->order.out);
}

static int write_page(const struct subject *subject, const char *out,
		      struct site_report *report, struct error *err)
{
	const struct site_series series = { .round = subject->order,
		.rounds = subject->folders.count, .out = out,
		.league = subject->league };

	return subject->folders.count == 1 && !subject->league ?
		site_write(&subject->order[0], report, err) :
		site_series_write(&series, report, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct site_options wanted = {0};
	OWNED(subject) struct subject subject = {0};
	struct site_report report = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_subject(&subject, &wanted, err) != 0 ||
	    check_names(&wanted, &subject, err) != 0 ||
	    find_luck(&subject, wanted.luck_file, err) != 0 ||
	    write_page(&subject, wanted.order.out, &report, err) != 0)
		return EXIT_TROUBLE;
	print_report(&wanted, &report);
	return EXIT_YES;
}

const struct command command_site = {
	.name = "site",
	.arguments = "DIR.. -o OUT [--no-logs | --logs-of NAME..] [--max-mb N] "
		"[--luck-file F]",
	.help = "write a page that shows, replays and checks tournaments",
	.options = options,
	.more = "Several folders, or the folder of a league, make the page of "
		"a series: one ladder, and\nin OUT/001 and so on a page for "
		"each round.\n"
		"Any browser opens OUT/index.html, as a file or from a web "
		"server.  It computes all of it\nagain with the project's own "
		"code.  docs/site.md says more.\n",
	.run = run,
};
