/*
 * commands.h - the subcommands of tournament; docs/tournament.1 describes them.
 */
#ifndef TOURNAMENTS_CMD_COMMANDS_H
#define TOURNAMENTS_CMD_COMMANDS_H

#include "base/command_line.h"

extern const struct command command_run, command_init, command_commit,
	command_sign, command_open, command_check_file, command_standings,
	command_crosstable, command_results, command_ladder, command_sprt,
	command_plan, command_verify_folder, command_league, command_watch,
	command_formats, command_games_csv, command_collect, command_luck,
	command_report, command_pack_folder, command_gather, command_site,
	command_play_bots, command_test_bots, command_enter, command_withdraw;
/* Only of the checker. */
extern const struct command command_page, command_match;

extern const struct program tournament_program;

#endif
