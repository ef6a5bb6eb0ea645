/*
 * join.h - a seat for a person: shows what happens and asks for the moves.
 */
#ifndef JOIN_JOIN_H
#define JOIN_JOIN_H

#include "audit/audit.h"
#include "games/game.h"
#include "host/players.h"
#include "match/match.h"
#include "replay/replay.h"

/* Owns the texts.  All zeroes: no moves. */
struct join_moves {
	char *text[GAME_LEGAL_MAX];     /* "keeps 1 5 (150) and rolls on" */
	char *parts[GAME_LEGAL_MAX];    /* {"keep":[1,5],"then":"roll"}, and
	                                   what is said with it */
	bool found[GAME_LEGAL_MAX];     /* by the last search */
	int count;                      /* of moves, numbered from 1 */
	int found_count;
};

/* All zeroes at first. */
struct join_terminal {
	struct text line;       /* the last line, perhaps incomplete */
	bool ended;             /* there is no more input */
};

/* Must not be moved after join_begin. */
struct join {
	struct script script;           /* for match_run: the person's seat */
	struct match_watch watch;       /* for match_run: the replay's */

	struct audit audit;             /* filled in for the replay */
	struct replay replay;
	struct join_terminal terminal;
	struct join_moves moves;
	struct text out;
	bool listed;                    /* the moves found are on the screen,
					   with their numbers */
};

/* Returns 0, or -1 with `err`: standard input or output is not a terminal. */
int join_check_terminal(struct error *err);

/* Begins, for a match with a person in it, which is borrowed. */
void join_begin(struct join *join, const struct match_config *match,
		struct matchlog *log);

/* The match is over: prints who won how many games. */
void join_end(struct join *join);

/* Frees; safe on zeroes. */
void join_release(struct join *join);

#endif
