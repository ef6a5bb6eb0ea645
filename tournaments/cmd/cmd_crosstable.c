/*
 * cmd_crosstable.c - tournament crosstable: every entrant against every other.
 */
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/standings_show.h"

struct crosstable_options {
	const char *folder;
	enum report_form form;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct crosstable_options, folder),
		.required = true },
	REPORT_OPTIONS(struct crosstable_options, form),
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct crosstable_options wanted = {0};
	OWNED(record) struct record record = {0};
	struct text out = {0};

	if (options_read(line, &wanted, err) != 0 ||
	    read_record(&record, wanted.folder, "crosstable", false,
			err) != 0)
		return EXIT_TROUBLE;
	crosstable_show_record(&record, wanted.form, &out);
	command_line_print(&out);
	return EXIT_YES;
}

const struct command command_crosstable = {
	.name = "crosstable",
	.arguments = "DIR [--csv|--json]",
	.help = "points of every entrant against every other",
	.options = options,
	.more = "Reads the book only.  In a game of more than two, two "
		"entrants are compared by their\nplaces.\n",
	.run = run,
};
