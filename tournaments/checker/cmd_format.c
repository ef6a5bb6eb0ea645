/*
 * cmd_format.c - the data of the format that a page shows besides its tables;
 * only pages run it, to compare it with their own data.
 */
#include "tournaments/checker/cmd_format.h"

#include "base/json_write.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/format_show.h"

struct format_options {
	const char *folder;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct format_options, folder),
	  .required = true },
	{ 0 }
};

static void show(const struct record *record)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	format_show_json(record, &w);
	json_close(&w, '}');
	command_line_print_json(&w);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct format_options wanted = {0};
	struct record record = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "format", false, err) == 0) {
		show(&record);
		code = EXIT_YES;
	}
	record_release(&record);
	return code;
}

const struct command command_format = {
	.name = "format",
	.arguments = "DIR",
	.help = "the bracket or the sequential test of a format, as JSON",
	.options = options,
	.run = run,
};
