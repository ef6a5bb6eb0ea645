/*
 * folder_follow.h - follows a folder in which another process plays.
 *
 * It only reads, and takes no lock that could get in that process's way.
 */
#ifndef TOURNAMENTS_WATCH_FOLDER_FOLLOW_H
#define TOURNAMENTS_WATCH_FOLDER_FOLLOW_H

#include "tournaments/record/record.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/watch/screen_layout.h"

/* How far the log of a match in play has been read. */
struct followed_log {
	uint32_t match, voids;
	uint64_t offset;        /* where a line begins */
	uint32_t games;
};

struct folder_follow {
	struct record record;
	size_t settled;         /* fixtures before it are decided */
	struct followed_log *log;       /* owned; the matches in play.. */
	struct screen_layout_slot *slot; /* ..and how they are shown */
	int logs;
	size_t log_room, slot_room;
	struct game_counts counts;      /* with the games in play */
	bool running;           /* a process holds the folder's lock */
	/* Times of clock_us: */
	int64_t changed;        /* when the book grew */
	int64_t looked;         /* when the lock was checked */
	int64_t shards;         /* when the shards' results were; 0: never */
};

/* Reads the whole folder.  Returns 0, or -1 with `err`; folder_follow_release
   is due either way. */
int folder_follow_begin(struct folder_follow *follow, const char *folder,
			struct error *err);

/* Reads what is new.  `ended`, or NULL, is called for each match that has
   ended since.  Returns 0, or -1 with `err`. */
int folder_follow_update(struct folder_follow *follow,
			 void (*ended)(void *context, uint32_t number),
			 void *context, struct error *err);

void folder_follow_release(struct folder_follow *follow);

#endif
