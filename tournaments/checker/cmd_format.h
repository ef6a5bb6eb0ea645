/*
 * cmd_format.h - the command that only the checker has, not the programs.
 */
#ifndef TOURNAMENTS_CHECKER_CMD_FORMAT_H
#define TOURNAMENTS_CHECKER_CMD_FORMAT_H

#include "base/command_line.h"

/* tournament format DIR: prints the object of format_show.h. */
extern const struct command command_format;

#endif
