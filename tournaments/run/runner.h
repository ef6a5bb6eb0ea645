/*
 * runner.h - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 */
#ifndef TOURNAMENTS_RUN_RUNNER_H
#define TOURNAMENTS_RUN_RUNNER_H

#include <signal.h>

#include "tournaments/record/record.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/run/referee_process.h"
#include "tournaments/record/game_counts.h"

enum run_event_type {
	RUN_BEGIN,              /* what earlier runs played is counted */
	RUN_MATCH,              /* a match is started, or resumed */
	RUN_RESULT,
	RUN_AGAIN,              /* its referee died; it resumes its log */
	RUN_VOID,               /* its log is damaged; it is played again */
	RUN_WARNING,            /* `why` says what the user should know */
	RUN_STOPPING,           /* no new match is started */
	RUN_TICK,               /* some time has passed: redraw */
	RUN_EVENT_TYPES
};

/* An event of a run, for display.  Borrows everything. */
struct run_event {
	enum run_event_type type;
	const struct runner *runner;
	const struct fixture *fixture;  /* of the match, or NULL */
	const char *why;                /* or NULL */
};

/* Where events go. */
struct run_sink {
	void (*report)(void *context, const struct run_event *event);
	void *context;
	int tick_ms;            /* how often RUN_TICK is wanted; 0: never */
};

/* One of the slots in which matches are played at the same time. */
struct runner_slot {
	uint32_t match;         /* 0: none */
	uint32_t games;         /* finished */
	uint32_t of;
	int core;               /* -1: any */
	int tries;              /* of this match without a further game */
	struct referee_process process;
};

/* A part of the wave that is due (wave.h): the matches whose number is `index`
   modulo `of` and that are not committed yet. */
struct runner_shard {
	uint32_t index, of;
	const char *folder;     /* where they are played: on this machine */
};

/* The caller sets everything up to `sink`; all is borrowed. */
struct runner {
	struct record *record;  /* its book opened for appending */
	const struct tournament_file *file;     /* settled */
	const struct hash *secret;              /* S */
	const char *key_file;                   /* or NULL */
	const char *referee;                    /* path of the program */
	int jobs;
	bool pin;
	const volatile sig_atomic_t *stops;     /* requests to stop */
	/* Has it ended before the format ends it?  May be NULL. */
	bool (*is_over)(void *context);
	void *over_context;
	/* NULL: the whole tournament.  Else the book is kept in memory
	   (book_keep), and results are committed (commits.h). */
	const struct runner_shard *shard;
	struct run_sink sink;

	/* For display: */
	const struct runner_slot *slot;         /* `jobs` of them */
	struct game_counts counts;      /* with the games in play */
	int64_t began_us;               /* clock_us */
	uint32_t faults;                /* in this run's matches */
};

enum runner_result { RUNNER_OVER, RUNNER_STOPPED, RUNNER_TROUBLE };

/*
 * Plays until the tournament is over, the user stops it, or something fails on
 * our side (`err`).  In every case no process is left, the book is whole, and
 * the same call continues the tournament.
 */
enum runner_result runner_play(struct runner *runner, struct error *err);

/*
 * The path of the program `referee`: beside this one, in the build folder
 * beside it, or in PATH.  The caller frees it.  Returns NULL with `err` if
 * there is none.
 */
char *runner_referee(struct error *err);

/* How many cores this process may use; at least 1. */
int runner_cores(void);

#endif
