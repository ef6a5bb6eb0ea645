/*
 * commands.h - the subcommands of referee; docs/referee.1 describes them.
 */
#ifndef CMD_COMMANDS_H
#define CMD_COMMANDS_H

#include "base/command_line.h"

extern const struct command command_play, command_join, command_verify,
	command_analyse, command_replay, command_rerun, command_games,
	command_keygen, command_check, command_check_game, command_feed,
	command_doctor, command_build, command_new_bot,
	command_new_game, command_pack, command_show, command_unpack;

extern const struct program referee_program;

#endif
