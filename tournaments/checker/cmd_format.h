/*
 * cmd_format.h - the command that the checker has besides those of the programs.
 */
#ifndef TOURNAMENTS_CHECKER_CMD_FORMAT_H
#define TOURNAMENTS_CHECKER_CMD_FORMAT_H

#include "base/command_line.h"

/* tournament format DIR: the object of format_show.h. */
extern const struct command command_format;

#endif
