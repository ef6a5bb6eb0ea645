/*
 * cmd_doctor.c - referee doctor: what this machine can do for hosting bots.
 */
#include <stdio.h>

#include "cmd/commands.h"
#include "host/host_features.h"

static const struct option options[] = {
	{ "--sandbox", "LEVEL", "which level is asked for (limits)" },
	{ 0 }
};

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	enum level level = LEVEL_LIMITS;
	struct text out = {0};
	bool reached;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_ARGUMENT)
			error_set(err, "unexpected word \"%s\"; try --help",
				  at.value);
		if (found < 0 || level_read(at.value, &level, err) != 0)
			return EXIT_TROUBLE;
	}
	reached = machine_report(&out, level);
	fwrite(out.bytes, 1, out.length, stdout);
	text_release(&out);
	return reached ? EXIT_YES : EXIT_NO;
}

const struct command command_doctor = {
	.name = "doctor",
	.arguments = "[--sandbox LEVEL]",
	.help = "tell what this machine can do for hosting bots",
	.options = options,
	.more = "A line for each thing that a sandbox level needs: the weakest "
		"level that needs\nit, and whether it is there or what to do.  "
		"Exit status 0 when the level\nthat is asked for can be had, "
		"else 1.\n",
	.run = run,
};
