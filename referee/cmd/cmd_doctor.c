/*
 * cmd_doctor.c - referee doctor: which sandbox levels this machine supports.
 */
#include "cmd/commands.h"
#include "host/host_features.h"

struct doctor_options {
	enum level level;
};

static const struct option options[] = {
	{ "--sandbox", "LEVEL", "the level to check for (limits)",
	  OPTIONS_WORD(struct doctor_options, level, limits_level_words, 0,
		       LEVEL_COUNT - 1) },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct doctor_options wanted = { .level = LEVEL_LIMITS };
	struct text out = {0};
	bool reached;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	reached = host_features_report(&out, wanted.level);
	command_line_print(&out);
	return reached ? EXIT_YES : EXIT_NO;
}

const struct command command_doctor = {
	.name = "doctor",
	.arguments = "[--sandbox LEVEL]",
	.help = "show which sandbox levels this machine supports",
	.options = options,
	.more = "Prints a line for each requirement: the weakest level that "
		"needs it, and whether\nthis machine meets it or how to fix "
		"that.\n"
		"Exit status: 0 the level is available, 1 it is not.\n",
	.run = run,
};
