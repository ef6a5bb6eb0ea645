/*
 * folder_follow.h - looks at a folder in which somebody else plays a tournament.
 *
 * Only reads, and takes no lock that could be in the way of who plays.
 */
#ifndef TOURNAMENTS_WATCH_FOLDER_FOLLOW_H
#define TOURNAMENTS_WATCH_FOLDER_FOLLOW_H

#include "tournaments/record/record.h"
#include "tournaments/tables/game_counts.h"
#include "tournaments/watch/screen_layout.h"

/* How far the log of a match in play has been read. */
struct follow_log {
	uint32_t match, voids;
	uint64_t offset;
	bool in_line;           /* the offset is not where a line begins */
	uint32_t games;
};

struct follow {
	struct record record;
	size_t settled;         /* meetings before it are decided */
	struct follow_log *log; /* owned; the matches in play.. */
	struct shown_desk *desk;        /* ..and what is to be shown of them */
	int logs;
	size_t log_room, desk_room;
	struct game_counts counts;      /* with the games in play */
	bool running;           /* somebody holds the folder's lock */
	int64_t changed;        /* when the book grew, clock_us */
	int64_t looked;         /* at the lock */
};

/* Reads all of it.  -1 with `err`; follow_release is due either way. */
int follow_begin(struct follow *follow, const char *folder,
		 struct error *err);

/*
 * Reads what is new.  Each match that has ended goes to `ended`.  -1 with
 * `err`.
 */
int follow_on(struct follow *follow, void (*ended)(void *context,
	      uint32_t number), void *context, struct error *err);

void follow_release(struct follow *follow);

#endif
