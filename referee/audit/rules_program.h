/*
 * rules_program.h - the program that has the rules of a game, given by whoever
 * verifies a log.
 */
#ifndef AUDIT_RULES_PROGRAM_H
#define AUDIT_RULES_PROGRAM_H

#include "match/match_config.h"
#include "match/program_host.h"

/* All zeroes: none is given. */
struct rules_program {
	/* As they were given: a command and its files, or a match or tournament
	   file that has them; NULL: none. */
	const char *command, *files;
	struct match_config match;      /* has the program alone */
	struct hosting hosting;
	struct hosted hosted;
	struct program_host host;       /* has the game */
};

/*
 * Starts the program of `command` and `files` ("F[,F].."), if there is one: it
 * may be a stranger's, so it runs at `strict` only.  Splits this process
 * (keeper_split).  The struct must not be moved.  Returns 0, or -1 with `err`;
 * call rules_program_release either way.
 */
int rules_program_open(struct rules_program *program, struct error *err);

/* The SHA-256 of its files, as in a log. */
const struct hash *rules_program_files(const struct rules_program *program);

/* Safe on zeroes. */
void rules_program_release(struct rules_program *program);

#endif
