/*
 * cmd_formats.c - tournament formats: the formats and their options.
 */
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/format/contest.h"

struct formats_options {
	const char *name;
};

static const struct option options[] = {
	{ "NAME", NULL, NULL, OPTIONS_TEXT(struct formats_options, name) },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct formats_options wanted = {0};
	struct text out = {0};
	bool known = false;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	for (int i = 0; format_list[i] != NULL; i++) {
		const struct format *format = format_list[i];

		if (wanted.name == NULL)
			text_printf(&out, "%-15s  %s\n", format->name,
				    format->help);
		else if (strcmp(wanted.name, format->name) == 0)
			format_help(format, &out);
		else
			continue;
		known = true;
	}
	command_line_print(&out);
	if (!known)
		error_set(err, "there is no format \"%s\"; tournament formats "
			  "lists them", wanted.name);
	return known ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_formats = {
	.name = "formats",
	.arguments = "[NAME]",
	.help = "list the formats, or the options of one",
	.options = options,
	.run = run,
};
