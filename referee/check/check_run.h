/*
 * check_run.h - one process of a bot under examination, for referee check.
 */
#ifndef CHECK_CHECK_RUN_H
#define CHECK_CHECK_RUN_H

#include <sys/types.h>

#include "base/progress.h"
#include "check/decision_kinds.h"
#include "games/game.h"
#include "host/players.h"

/* A run of the command. */
struct check {
	const struct game *game;
	const int *rule;                /* where a check says nothing else */
	const struct hosting *hosting;  /* its only entrant is the bot */
	int keeper;
	const volatile sig_atomic_t *stop;
	uint32_t links;
	uint64_t seed;
	bool only_start;                /* no game is played */
	struct decision_kinds kinds;
	const char *name;               /* of the check that is being done */
	struct progress progress;
	struct trace trace;
	const char *trace_path;         /* NULL: the trace is not kept */
	int reader;                     /* a descriptor to read the trace */
	off_t exchange;                 /* where in it the last one begins */
	uint32_t games;                 /* begun by all processes so far */
	int processes[GAME_SEATS_MAX];  /* started on each seat */
};

/* What is unusual about a run. */
enum check_twist {
	TWIST_NONE,
	TWIST_AGAIN,            /* answers are taken back */
	TWIST_NEW_KEYS,         /* every line has an unknown key */
	TWIST_LONG_LINES,       /* as long as lines may be */
	TWIST_SHORT_CLOCK       /* lines name the shortest clock */
};

/* What a process of the bot goes through. */
struct check_run {
	int seats, seat;
	int rule[GAME_RULES_MAX];
	uint32_t games;
	enum check_twist twist;
	/*
	 * The bot is asked at decisions of `kind` only, until it has met one;
	 * the referee moves for it otherwise, with the dice and the moves of
	 * the search for kinds.
	 */
	bool led;
	int kind;
};

struct check_count {
	unsigned games, answers;
	unsigned late;                  /* answers, by the clock of the line */
	int64_t slowest_us, thought_us;
	bool cut;                       /* the bot thinks too long */
};

enum check_asked { ASKED_READY, ASKED_MOVE, ASKED_AGAIN, ASKED_NOTHING };

/* What went wrong.  All zeroes: nothing did. */
struct check_failure {
	enum fault fault;
	char detail[1024];
	enum check_asked asked;
	long ms;                        /* the clock */
	int places;                     /* legal moves */
	long long place;                /* the one answered; -1: none */
	uint32_t game;                  /* of the run; 0: before the first */
	struct text partial;            /* of an answer without its LF */
};

/*
 * Does a run and adds it to `count`; ends at the first failure, with the
 * conversation that led to it in the trace.  -1: our failure.
 */
int check_run_play(struct check *check, const struct check_run *run,
		   struct check_count *count, struct check_failure *failure,
		   struct error *err);

void check_failure_release(struct check_failure *failure);

#endif
