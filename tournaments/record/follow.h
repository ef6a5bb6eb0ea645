/*
 * follow.h - follows a tournament that is being played: its book, the results
 * that shards commit, and the logs of the matches in play.
 *
 * It only reads, and takes no lock that could get in the way of the process
 * that plays.
 */
#ifndef TOURNAMENTS_RECORD_FOLLOW_H
#define TOURNAMENTS_RECORD_FOLLOW_H

#include "tournaments/record/game_counts.h"

/* A match in play. */
struct follow_match {
	uint32_t match;                 /* 0: none */
	uint32_t games, of;             /* finished, of all */
	int core;                       /* -1: any, or unknown */
	/* How far its log has been read, in the attempt after `voids`: */
	uint32_t voids;
	uint64_t offset;                /* where a line begins */
	int place[GAME_SEATS_MAX];      /* in the match, by seat of the game in
					   play */
	int64_t points[GAME_SEATS_MAX]; /* in 1/GAME_POINTS, by place */
};

enum follow_event_type {
	FOLLOW_BEGIN,           /* what earlier runs played is counted */
	FOLLOW_MATCH,           /* a match is started, or resumed */
	FOLLOW_RESULT,
	FOLLOW_AGAIN,           /* its referee died; it resumes its log */
	FOLLOW_VOID,            /* its log is damaged; it is played again */
	FOLLOW_WARNING,         /* `why` says what the user should know */
	FOLLOW_STOPPING,        /* no new match is started */
	FOLLOW_STEP,            /* some time has passed: redraw */
	FOLLOW_EVENT_TYPES
};

/* Borrows everything. */
struct follow_event {
	enum follow_event_type type;
	const struct follow *follow;
	const struct fixture *fixture;  /* of the match, or NULL */
	const char *why;                /* or NULL */
};

/* Where events go; all zeroes is nowhere. */
struct follow_sink {
	void (*report)(void *context, const struct follow_event *event);
	void *context;
	int step_ms;            /* how often FOLLOW_STEP is wanted; 0: never */
};

/*
 * The state that events are about.  A folder in which another process plays is
 * followed with follow_begin and follow_update.  A runner keeps its own state
 * here, with a match for each slot.  For the matches in play of a record in
 * memory set `record`, all else zeroes, and call follow_matches.
 */
struct follow {
	const struct record *record;
	struct record own;      /* of a folder: what `record` points to */
	struct follow_match *match;     /* owned; of a folder in the order of
					   fixtures */
	int matches;
	struct game_counts counts;      /* with the games in play */
	bool running;           /* a process holds the folder's lock */
	struct follow_sink sink;
	/* Times of clock_us: */
	int64_t changed;        /* when the book grew */
	int64_t looked;         /* when the lock was checked */
	int64_t shards;         /* when the shards' results were; 0: never */
};

/* Reads the whole folder; the struct must not move afterwards.  Returns 0, or
   -1 with `err`; follow_release is due either way. */
int follow_begin(struct follow *follow, const char *folder, struct error *err);

/* Reads what is new in the folder and reports it, with a step at the end.
   Returns 0, or -1 with `err`. */
int follow_update(struct follow *follow, struct error *err);

/* Finds the matches that have started and not ended, reads what is new in their
   logs and counts. */
void follow_matches(struct follow *follow);

/* Sends an event to the sink; `fixture` and `why` may be NULL. */
void follow_report(const struct follow *follow, enum follow_event_type type,
		   const struct fixture *fixture, const char *why);

/* The last matches that have ended, the newest first, at most `most`; `faulty`:
   only those with faults.  Returns how many. */
int follow_last_ended(const struct book *book, bool faulty, uint32_t *number,
		      int most);

void follow_release(struct follow *follow);

#endif
