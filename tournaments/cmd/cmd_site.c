/*
 * cmd_site.c - tournament site: the page of a tournament.
 */
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/record/suspects.h"
#include "tournaments/run/runner.h"
#include "tournaments/site/site.h"

struct site_options {
	const char *folder;
	struct options_list names;
	struct site_order order;
	const char *luck_file;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct site_options, folder),
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
	{ "--luck-file", "FILE", "measure luck by this file (the tournament's, "
		"or the game's)",
		OPTIONS_TEXT(struct site_options, luck_file) },
	{ 0 }
};

/* The entrants of --logs-of; the caller frees them. */
static int find_entrants(struct site_options *wanted,
			 const struct record *record, int **list,
			 struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;

	*list = memory_new((size_t)wanted->names.count + 1, sizeof **list);
	for (int i = 0; i < wanted->names.count; i++) {
		int e = 0;

		while (e < manifest->entrants &&
		       strcmp(manifest->entrant[e].name,
			      wanted->names.word[i]) != 0)
			e++;
		if (e == manifest->entrants)
			return error_set(err, "--logs-of: no entrant of %s is "
					 "called %s", wanted->folder,
					 wanted->names.word[i]);
		(*list)[i] = e;
	}
	wanted->order.entrant = wanted->names.count > 0 ? *list : NULL;
	wanted->order.entrants = wanted->names.count;
	return 0;
}

static void print_report(const struct site_order *order,
			 const struct site_report *report)
{
	if (report->missing > 0)
		printable_line(stderr, "tournament site: warning: %u log%s "
			       "of %s %s missing and not published",
			       report->missing, text_plural(report->missing),
			       order->record->folder,
			       report->missing == 1 ? "is" : "are");
	printable_line(stdout, "%u log%s, %.1f MB in all; open %s/index.html",
		       report->logs, text_plural(report->logs),
		       (double)report->bytes / 1e6, order->out);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct site_options wanted = {0};
	struct record record = {0};
	struct site_report report;
	struct site_luck luck = {0};
	int *entrants = NULL;
	enum exit_code code = EXIT_TROUBLE;

	wanted.order.record = &record;
	wanted.order.luck = &luck;
	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "site", err) == 0 &&
	    suspects_mark(&record, err) == 0 &&
	    find_entrants(&wanted, &record, &entrants, err) == 0 &&
	    site_luck_make(&luck, &record, wanted.luck_file, runner_cores(),
			   err) == 0 &&
	    site_write(&wanted.order, &report, err) == 0) {
		print_report(&wanted.order, &report);
		code = EXIT_YES;
	}
	free(entrants);
	site_luck_release(&luck);
	record_release(&record);
	return code;
}

const struct command command_site = {
	.name = "site",
	.arguments = "DIR -o OUT [--no-logs | --logs-of NAME..] [--max-mb N] "
		"[--luck-file FILE]",
	.help = "write a page that shows, replays and checks a tournament",
	.options = options,
	.more = "Any browser opens OUT/index.html, as a file or from a web "
		"server.  It computes all of it\nagain with the project's own "
		"code.  docs/site.md says more.\n",
	.run = run,
};
