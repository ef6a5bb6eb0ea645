/*
 * join_moves.h - the legal moves of a person: described, numbered and searched.
 */
#ifndef JOIN_JOIN_MOVES_H
#define JOIN_JOIN_MOVES_H

#include "games/game.h"

/* Owns the texts.  All zeroes: no moves. */
struct join_moves {
	char *text[GAME_LEGAL_MAX];     /* "keeps 1 5 (150) and rolls on" */
	char *parts[GAME_LEGAL_MAX];    /* {"keep":[1,5],"then":"roll"}, and
	                                   what is said with it */
	bool found[GAME_LEGAL_MAX];     /* by the last search */
	int count;                      /* of moves, numbered from 1 */
	int found_count;
};

/* Takes the legal moves of the seat that has to decide; all of them count as
   found. */
void join_moves_take(struct join_moves *moves, const struct game *game,
		     const void *state, const int *legal, int count);

/*
 * Finds the moves that have all words of `search`, a repeated word as often, in
 * any order and case.  A word is a run of letters and digits.  One with a digit
 * has to be a whole cell or number in the parts of the move, any other the
 * beginning of a word of its text.  An empty search finds all.
 */
void join_moves_search(struct join_moves *moves, const char *search);

/* The index from 0 of the move with the number `text`, or -1: it is not a
   number, or not that of a move found. */
int join_moves_numbered(const struct join_moves *moves, const char *text);

/* The index from 0 of the only move found, or -1: there are more. */
int join_moves_only(const struct join_moves *moves);

/* Appends the moves found with their numbers, in columns that fit `width`.
   Returns the number of lines. */
int join_moves_list(const struct join_moves *moves, int width,
		    struct text *out);

void join_moves_release(struct join_moves *moves);

#endif
