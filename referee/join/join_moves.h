/*
 * join_moves.h - the legal moves of a person: in words, numbered, searched.
 */
#ifndef JOIN_JOIN_MOVES_H
#define JOIN_JOIN_MOVES_H

#include "games/game.h"

/* Owns the texts.  All zeroes is none. */
struct join_moves {
	char *text[GAME_LEGAL_MAX];     /* "keeps 1 5 (150) and rolls on" */
	char *parts[GAME_LEGAL_MAX];    /* {"keep":[1,5],"then":"roll"}, and what
	                                   is said with it */
	bool found[GAME_LEGAL_MAX];     /* by the last search */
	int count;                      /* moves; their numbers begin with 1 */
	int found_count;
};

/* Takes the legal moves of the seat that is to decide; all of them are
   found. */
void join_moves_take(struct join_moves *moves, const struct game *game,
		     const void *state, const int *legal, int count);

/*
 * Finds the moves that have all words of `search`, as often as they are there,
 * in any order and case.  A word is a run of letters and digits.  One with a
 * digit is a cell or a number among the parts of the move; another one is the
 * beginning of a word of its text.  An empty search finds all.
 */
void join_moves_search(struct join_moves *moves, const char *search);

/* The move of the number `text`, which is a place from 0; or -1: it is no
   number, or not one of a move that was found. */
int join_moves_numbered(const struct join_moves *moves, const char *text);

/* The only move that was found, a place from 0; or -1: there are more. */
int join_moves_only(const struct join_moves *moves);

/* Appends the moves that were found with their numbers, in columns that fit
   `width`.  Returns the lines. */
int join_moves_list(const struct join_moves *moves, int width,
		    struct text *out);

void join_moves_release(struct join_moves *moves);

#endif
