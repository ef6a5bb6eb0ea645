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
	command_play_bots, command_test_bots;

extern const struct program tournament_program;

struct play_order;

/* Runs a tournament file in a folder, as the command does.  For a `test` the
   code is that of its answer. */
enum exit_code commands_run(const char *file, const char *folder,
			    const struct play_order *order, bool test,
			    struct error *err);

/* Plays the next round of the league in this folder and prints its ladder, as
   the command does; `again` as its option. */
enum exit_code commands_play_league(const char *folder,
			       const struct play_order *order, bool again,
			       struct error *err);

#endif
