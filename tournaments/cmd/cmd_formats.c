/*
 * cmd_formats.c - tournament formats: the formats and their options.
 */
#include <stdio.h>
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/format/contest.h"
#include "tournaments/report/report_options.h"

static const struct option options[] = { { 0 } };

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	const char *name = NULL;
	struct text out = {0};
	int found;
	bool known = false;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG || shown_one(&name, &at, err) != 0)
			return EXIT_TROUBLE;
	}
	for (int i = 0; format_list[i] != NULL; i++) {
		const struct format *format = format_list[i];

		if (name == NULL)
			text_printf(&out, "%-15s  %s\n", format->name,
				    format->help);
		else if (strcmp(name, format->name) == 0)
			format_help(format, &out);
		else
			continue;
		known = true;
	}
	fputs(text_string(&out), stdout);
	text_release(&out);
	if (!known)
		error_set(err, "there is no format \"%s\"; tournament formats "
			  "lists them", name);
	return known ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_formats = {
	.name = "formats",
	.arguments = "[NAME]",
	.help = "list the formats, or the options of one",
	.options = options,
	.run = run,
};
