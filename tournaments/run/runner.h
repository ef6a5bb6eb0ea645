/*
 * runner.h - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 */
#ifndef TOURNAMENTS_RUN_RUNNER_H
#define TOURNAMENTS_RUN_RUNNER_H

#include <signal.h>

#include "tournaments/record/tournament_folder.h"

/* What has just happened, for who tells people. */
enum news {
	NEWS_BEGIN,             /* matches of before are counted */
	NEWS_START,             /* a match, new or gone on with */
	NEWS_END,
	NEWS_AGAIN,             /* its referee died; it goes on in its log */
	NEWS_VOID,              /* its log was spoilt; it is played again */
	NEWS_STOPPING,          /* somebody wants us to stop */
	NEWS_TICK               /* some time has passed: redraw */
};

struct runner;

struct runner_watch {
	/* `meeting` is the match's, or NULL; `text` a reason, or NULL. */
	void (*tell)(void *context, const struct runner *runner,
		     enum news news, const struct meeting *meeting,
		     const char *text);
	void *context;
	int tick_ms;            /* how often NEWS_TICK is wanted; 0: never */
};

/* One place where matches are played. */
struct runner_desk {
	uint32_t match;         /* 0: nothing */
	uint32_t games;         /* finished */
	uint32_t of;
	int core;               /* -1: any */
	int tries;              /* of this match without a further game */
};

/* The caller sets what is above the line; all is borrowed. */
struct runner {
	const char *folder;
	struct tournament *tournament;          /* followed: tournament.h */
	const struct tournament_file *file;     /* settled */
	struct book *book;                      /* opened for appending */
	const struct hash *secret;              /* S */
	const struct signing_key *key;
	const char *key_file;                   /* or NULL */
	const char *referee;                    /* path of the program */
	int jobs;
	bool pin;
	const volatile sig_atomic_t *stops;     /* how often we were asked */
	/* Is it over before the format says so?  May be NULL. */
	bool (*is_over)(void *context);
	void *over_context;
	struct runner_watch watch;

	/* For who watches: */
	const struct runner_desk *desk;         /* `jobs` of them */
	uint32_t matches, decided;      /* made so far, decided */
	uint64_t games, games_of;       /* of the matches made so far */
	uint64_t games_before;          /* of them before this run */
	int64_t began_us;               /* clock_us */
	uint32_t faults;                /* in this run's matches */
};

enum runner_result { RUNNER_OVER, RUNNER_STOPPED, RUNNER_TROUBLE };

/*
 * Plays until the tournament is over, somebody asks it to stop, or something
 * of ours fails (`err`).  Whatever happens: no process is left, the book is
 * whole, and the same call goes on.
 */
enum runner_result runner_play(struct runner *runner, struct error *err);

/*
 * The program `referee`: beside this one, in the build folder beside it, or in
 * PATH.  The caller frees it; NULL with `err`.
 */
char *runner_referee(struct error *err);

/* The cores this process may use. */
int runner_cores(void);

#endif
