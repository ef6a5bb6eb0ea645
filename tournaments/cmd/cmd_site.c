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
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"
#include "tournaments/site/site_series.h"

struct site_options {
	struct options_list folders, names;
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
		"may be repeated", OPTIONS_LIST(struct site_options, names) },
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
	char **folder;
	struct record *record;
	struct site_order *order;
	int **entrant;          /* of --logs-of, by tournament */
	struct site_luck *luck;
	int count;
	bool league;
};

static void subject_release(struct subject *subject)
{
	for (int i = 0; i < subject->count; i++) {
		free(subject->folder[i]);
		if (subject->record == NULL)
			continue;
		record_release(&subject->record[i]);
		free(subject->entrant[i]);
		site_luck_release(&subject->luck[i]);
	}
	free(subject->folder);
	free(subject->record);
	free(subject->order);
	free(subject->entrant);
	free(subject->luck);
}

static void add_folder(struct subject *subject, char *folder)
{
	const size_t count = (size_t)subject->count;

	subject->folder = memory_resize(subject->folder, count, count + 1,
					sizeof *subject->folder);
	subject->folder[subject->count++] = folder;
}

static int add_rounds(struct subject *subject, const char *league,
		      struct error *err)
{
	AUTOFREE char *folder = league_rounds_folder(league, 1);

	subject->league = true;
	while (tournament_folder_is_one(folder)) {
		add_folder(subject, folder);
		folder = league_rounds_folder(league, subject->count + 1);
	}
	return subject->count > 0 ? 0 :
		error_set(err, "%s: no round of this league has been played",
			  league);
}

static int find_folders(struct subject *subject,
			const struct options_list *folders, struct error *err)
{
	for (int i = 0; i < folders->count; i++) {
		if (!league_rounds_is_league(folders->word[i]))
			add_folder(subject, memory_copy(folders->word[i]));
		else if (folders->count == 1)
			return add_rounds(subject, folders->word[i], err);
		else
			return error_set(err, "%s is a league, which is a "
					 "series of its own; expected it "
					 "alone, or the folders of its rounds",
					 folders->word[i]);
		if (read_record_once(folders, i, err) != 0)
			return -1;
	}
	return 0;
}

static int read_subject(struct subject *subject,
			const struct options_list *folders, struct error *err)
{
	OWNED(league_past) struct league_past past = {0};
	size_t count;
	int result = 0;

	if (find_folders(subject, folders, err) != 0)
		return -1;
	count = (size_t)subject->count;
	subject->record = memory_new(count, sizeof *subject->record);
	subject->order = memory_new(count, sizeof *subject->order);
	subject->entrant = memory_new(count, sizeof *subject->entrant);
	subject->luck = memory_new(count, sizeof *subject->luck);
	for (int i = 0; i < subject->count && result == 0; i++)
		if (read_record(&subject->record[i], subject->folder[i],
				"site", false, err) != 0 ||
		    (subject->league && league_past_add(&past,
				&subject->record[i], err) != 0) ||
		    suspects_mark(&subject->record[i], err) != 0)
			result = -1;
	return result;
}

/* ### --logs-of */

/* Adds the entrant of that name, if there is one. */
static bool find_entrant(const struct manifest *manifest, const char *name,
			 struct site_order *order, int *list)
{
	for (int e = 0; e < manifest->entrants; e++)
		if (strcmp(manifest->entrant[e].name, name) == 0) {
			list[order->entrants++] = e;
			return true;
		}
	return false;
}

static int find_entrants(const struct site_options *wanted,
			 struct subject *subject, struct error *err)
{
	const struct options_list *names = &wanted->names;

	for (int i = 0; i < subject->count; i++) {
		subject->order[i] = wanted->order;
		subject->order[i].record = &subject->record[i];
		subject->entrant[i] = memory_new((size_t)names->count + 1,
						 sizeof **subject->entrant);
		subject->order[i].entrant = names->count > 0 ?
			subject->entrant[i] : NULL;
	}
	for (int n = 0; n < names->count; n++) {
		bool found = false;

		for (int i = 0; i < subject->count; i++)
			found |= find_entrant(&subject->record[i].tournament.
					      manifest, names->word[n],
					      &subject->order[i],
					      subject->entrant[i]);
		if (!found)
			return error_set(err, "--logs-of: no entrant of %s is "
					 "called %s", wanted->folders.count ==
					 1 ? wanted->folders.word[0] :
					 "the series", names->word[n]);
	}
	return 0;
}

/* ### the page */

static int find_luck(struct subject *subject, const char *luck_file,
		     struct error *err)
{
	for (int i = 0; i < subject->count; i++) {
		subject->order[i].luck = &subject->luck[i];
		if (site_luck_make(&subject->luck[i], &subject->record[i],
				   luck_file, runner_cores(), err) != 0)
			return -1;
	}
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
	printable_line(stdout, "%u log%s, %.1f MB in all; open %s/index.html",
		       report->logs, text_plural(report->logs),
		       (double)report->bytes / 1e6, wanted->order.out);
}

static int write_page(const struct subject *subject, const char *out,
		      struct site_report *report, struct error *err)
{
	const struct site_series series = { .round = subject->order,
		.rounds = subject->count, .out = out,
		.league = subject->league };

	return subject->count == 1 && !subject->league ?
		site_write(&subject->order[0], report, err) :
		site_series_write(&series, report, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct site_options wanted = {0};
	OWNED(subject) struct subject subject = {0};
	struct site_report report = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_subject(&subject, &wanted.folders, err) != 0 ||
	    find_entrants(&wanted, &subject, err) != 0 ||
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
