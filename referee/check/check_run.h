/*
 * check_run.h - what referee check does: the processes of the bot, its games
 * and the report.
 */
#ifndef CHECK_CHECK_RUN_H
#define CHECK_CHECK_RUN_H

#include "base/printable.h"
#include "games/game.h"
#include "host/players.h"

/* One run of `referee check`. */
struct check {
	const struct game *game;
	const int *rule;                /* of the match that decides .. */
	int seats;                      /* .. and its seats .. */
	uint32_t boards;                /* .. and the games of a process */
	const struct hosting *hosting;  /* its only entrant is the bot */
	int keeper;
	const volatile sig_atomic_t *stop;
	uint32_t links;
	uint64_t seed;
	bool only_start;                /* no game is played */
	const char *name;               /* of the current check */
	struct progress progress;
	struct trace trace;             /* its path is NULL: there is none */
	struct text shown;              /* the error output of the last failure
					   that was reported */
	uint32_t games;                 /* begun by all processes so far */
	int processes[GAME_SEATS_MAX];  /* started on each seat */
};

/* What is unusual about a run. */
enum check_twist {
	TWIST_NONE,
	TWIST_AGAIN,            /* answers are refused and asked for again */
	TWIST_NEW_KEYS,         /* every line has an unknown key */
	TWIST_LONG_LINES,       /* lines have the maximum length */
	TWIST_SHORT_CLOCK       /* lines state the shortest clock */
};

/* The games of one process of the bot. */
struct check_run {
	int seats, seat;
	int rule[GAME_RULES_MAX];
	uint32_t games;
	enum check_twist twist;
};

enum check_asked { ASKED_READY, ASKED_MOVE, ASKED_AGAIN, ASKED_NOTHING };

/* What went wrong; FAULT_NONE: nothing. */
struct check_failure {
	enum fault fault;
	bool suspect;                   /* the machine may be to blame */
	char detail[1024];
	enum check_asked asked;
	long ms;                        /* the time for the answer */
	int places;                     /* the number of legal moves */
	long long place;                /* the index answered; -1: none */
	uint32_t game;                  /* of the run; 0: before the first */
	/* The line that it had to answer, what it wrote after that, and the
	   last that its process wrote to standard error. */
	struct text asked_line, came, errors;
};

/* Runs all checks and prints their results.  Returns how many failed, or -1
   with `err`. */
int check_run_all(struct check *check, struct error *err);

/* ### check_report: what is printed */

/*
 * Prints a failure of the current check, "FAIL NAME: .." if `word` is "FAIL":
 * what was sent, what came back, what was expected and a hint for the author,
 * or that the error output is that of the failure before.
 */
void check_report_failure(struct check *check, const char *word,
			  const struct check_run *run,
			  const struct check_failure *failure);

#endif
