/*
 * main.c - the program tournament.
 */
#include "tournaments/cmd/commands.h"

int main(int argc, char **argv)
{
	return command_line_main(&tournament_program, argc, argv);
}
