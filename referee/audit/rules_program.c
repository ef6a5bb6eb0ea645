/*
 * rules_program.c - the program that has the rules of a game, given by whoever
 * verifies a log.
 */
#include "audit/rules_program.h"

#include "base/process.h"
#include "host/keeper.h"

int rules_program_open(struct rules_program *program, struct error *err)
{
	struct match_config *match = &program->match;
	int keeper;

	if (program->command == NULL)
		return 0;
	match_config_init(match, NULL);
	if (match_config_find_program(match, program->command, program->files,
				      err) != 0 ||
	    programs_settle(&match->program, match->base, err) != 0)
		return -1;
	program->hosted = (struct hosted){ .command = match->program.words,
		.files = match->program.paths };
	program->hosting = (struct hosting){ .level = LEVEL_STRICT,
		.hosted = &program->hosted, .entrants = 1, .processes = 1,
		.waits = true };
	limits_defaults(&program->hosting.limits);
	return keeper_split(&program->hosting, &keeper, err) != 0 ? -1 :
		program_host_start(&program->host, &program->hosting, 0, keeper,
				   stop_signals_catch_from_parent(), err);
}

const struct hash *rules_program_files(const struct rules_program *program)
{
	return &program->match.program.bot;
}

void rules_program_release(struct rules_program *program)
{
	program_host_release(&program->host);
	match_config_release(&program->match);
}
