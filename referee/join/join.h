/*
 * join.h - a seat for a person: shows what happens and asks for the moves.
 */
#ifndef JOIN_JOIN_H
#define JOIN_JOIN_H

#include "audit/audit.h"
#include "join/join_moves.h"
#include "join/join_terminal.h"
#include "match/match.h"
#include "replay/replay.h"

/* Must not be moved after join_begin. */
struct join {
	struct script script;           /* for match_run: the person's seat */
	struct match_watch watch;       /* for match_run: the replay's */
	bool left;                      /* the person left the match */

	struct audit audit;             /* filled in for the replay */
	struct replay replay;
	struct join_terminal terminal;
	struct join_moves moves;
	struct text out;
	int taken_back;                 /* answers in this decision */
	bool listed;                    /* the moves found are on the screen,
					   with their numbers */
};

/* Begins, for a match with a person in it, which is borrowed. */
void join_begin(struct join *join, const struct match_config *match,
		struct matchlog *log);

/* The match is over: prints who won how many games. */
void join_end(struct join *join);

/* Frees; safe on zeroes. */
void join_release(struct join *join);

#endif
