/*
 * cmd_results.c - tournament results: every match, and every fault with the
 * commands that replay it.
 */
#include <stdio.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/record/suspects.h"
#include "tournaments/report/results_show.h"

struct results_options {
	const char *folder;
	enum report_form form;
	bool only_faults;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct results_options, folder),
		.required = true },
	REPORT_OPTIONS(struct results_options, form),
	{ "--faults", NULL, "print only the faults",
		OPTIONS_FLAG(struct results_options, only_faults) },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct results_options wanted = {0};
	OWNED(record) struct record record = {0};
	struct text out = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_record(&record, wanted.folder, "results", false, err) != 0 ||
	    suspects_mark(&record, err) != 0)
		return EXIT_TROUBLE;
	results_show(&record, wanted.only_faults, wanted.form, &out);
	command_line_print(&out);
	if (suspects_count(&record) > 0 &&
	    (wanted.form == REPORT_JSON ||
	     (wanted.form == REPORT_CSV && wanted.only_faults)))
		fputs("tournament results: suspect faults: from "
		      "suspects.jsonl, not checked\n", stderr);
	return EXIT_YES;
}

const struct command command_results = {
	.name = "results",
	.arguments = "DIR [--faults] [--csv|--json]",
	.help = "all matches, and all faults with the commands to replay them",
	.options = options,
	.more = "Reads the book, and suspects.jsonl for the marks of suspect "
		"faults.  For each game lost\nby a fault, prints the command "
		"that replays it and the one that plays its match again.\n",
	.run = run,
};
