/*
 * main.c - the program referee.
 */
#include <string.h>

#include "cmd/commands.h"
#include "host/sandbox_steps.h"

int main(int argc, char **argv)
{
	/* An internal command: see strict_inside in host/sandbox_steps.h. */
	if (argc > 1 && strcmp(argv[1], STRICT_INSIDE) == 0)
		strict_inside(argc, argv);
	return command_line_main(&referee_program, argc, argv);
}
