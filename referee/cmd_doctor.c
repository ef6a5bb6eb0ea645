/*
 * cmd_doctor.c - referee doctor: what this machine can do for hosting bots.
 */
#include <stdio.h>

#include "commands.h"
#include "host/machine.h"

static const struct option options[] = { { 0 } };

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct text out = {0};
	enum level level;

	if (argc > 1) {
		error_set(err, "unexpected word \"%s\"; try --help", argv[1]);
		return EXIT_TROUBLE;
	}
	level = machine_report(&out);
	fwrite(out.bytes, 1, out.length, stdout);
	text_release(&out);
	return level >= LEVEL_LIMITS && level != LEVEL_COUNT ? EXIT_YES :
		EXIT_NO;
}

const struct command command_doctor = {
	.name = "doctor",
	.arguments = "",
	.help = "tell what this machine can do for hosting bots",
	.options = options,
	.more = "A line for each thing that a sandbox level needs: the weakest "
		"level that needs\nit, and whether it is there or what to do.  "
		"Exit status 0 when the level\nlimits can be had, else 1.\n",
	.run = run,
};
