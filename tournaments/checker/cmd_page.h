/*
 * cmd_page.h - what a page shows, from the folders of tournaments.
 */
#ifndef TOURNAMENTS_CHECKER_CMD_PAGE_H
#define TOURNAMENTS_CHECKER_CMD_PAGE_H

#include "base/command_line.h"

extern const struct command command_page, command_match;

#endif
