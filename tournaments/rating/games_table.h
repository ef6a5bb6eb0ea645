/*
 * games_table.h - the games of a ladder as ratings see them: who sat where,
 * who ranked how, and which games shared their dice.
 */
#ifndef TOURNAMENTS_RATING_GAMES_TABLE_H
#define TOURNAMENTS_RATING_GAMES_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "games/game.h"

/* What is independent of the rest. */
enum games_cluster {
	GAMES_CLUSTER_BLOCK,
	GAMES_CLUSTER_MATCH,
	GAMES_CLUSTER_GAME
};

/* A bot version. */
struct games_entrant {
	char *name;
	char *hash;             /* of the bot: its files, a / and its command;
	                           "" when unknown */
	long games_all;         /* it played, those left out for a fault too */
	long games_faulted;     /* of those, the ones with a fault of its own */
};

/* A fault as the book has it. */
struct games_fault {
	int game;               /* row of the match, from 1 */
	int place;              /* in the match's entrants, from 0 */
	bool forfeit;           /* the game was not played: the bot had had
				   too many faults before */
};

/* What is kept of a game in addition to its seats; the low four bits: N. */
enum {
	GAMES_SEATS = 0x0f,
	GAMES_NEW_MATCH = 0x10, /* first game of a match */
	GAMES_NEW_BLOCK = 0x20, /* first game of a block */
	GAMES_FAULTED = 0x40,   /* its block has a fault in some game */
	GAMES_FORFEITED = 0x80  /* its match has a forfeited game */
};

/* Blocks of the same two entrants, or equal blocks, added up (games_sums.h). */
struct games_group {
	uint32_t games;         /* how many different ones, neighbours in the
				   table; GAMES_NEW_BLOCK at the first */
	uint32_t blocks;
	uint64_t *product;      /* sum over the blocks of how often game i times
				   how often game j was played: lower triangle
				   by rows; NULL: the blocks are equal; owned */
};

/*
 * Games in the order of the ladder's sums.  Those of a block are neighbours,
 * and the blocks of a match.  A game of N seats takes 5 N + 1 bytes: its N
 * `seated` and `ranks` follow those of the game before it; 4 N more with luck.
 * Owns it all.
 */
struct games_table {
	struct games_entrant *entrants;
	int entrant_count;
	size_t entrant_room;
	uint32_t *names;        /* hash table of the entrants */
	uint32_t names_room;
	bool same_files;        /* --same-files: hashes are of files alone */

	enum result result[GAME_SEATS_MAX + 1];         /* by number of seats */

	unsigned char *games;   /* GAMES_ bits */
	size_t game_count, game_room;
	uint32_t *seated;       /* entrant in seat s */
	unsigned char *ranks;   /* of seat s: 1 + the number ranked better */
	size_t place_count, place_room;

	/* Of games that were added up; NULL: each game is one.  Such a table is
	   for ladder_fit and has neither faults nor luck nor an order. */
	uint32_t *times;        /* by where its places begin: how often a game
				   was played */
	struct games_group *groups;
	size_t group_count;

	int32_t *luck;          /* of seat s in millionths of a point, or
				   GAMES_NO_LUCK; NULL before
				   games_table_add_luck */
	size_t luck_count, luck_room;   /* places */
	size_t luck_game;               /* games that have it */
};

/* In all places of a game whose luck is not known. */
#define GAMES_NO_LUCK INT32_MIN

/*
 * An empty table.  `result` says what the rules reward at a number of seats
 * (struct game has it); NULL is ranking at two seats, else winner.
 */
void games_table_init(struct games_table *table, enum result (*result)(int));
/* How many games the one whose places begin at `place` stands for. */
static inline uint32_t games_table_times(const struct games_table *table,
					 size_t place)
{
	return table->times != NULL ? table->times[place] : 1;
}

/* Safe twice and on zeroes. */
void games_table_release(struct games_table *table);

/* --result: reads all games as `result` from now on. */
void games_table_set_result(struct games_table *table, enum result result);

/*
 * The index of an entrant; made when it is new.  Entrants with equal `hash`
 * are one, under the name that came first; with "" equal names are one.
 * Call it in the order of the manifest, folder by folder.
 */
int games_table_entrant(struct games_table *table, const char *name,
			const char *hash);

/*
 * Adds a match of the book.  Add them folder by folder, by match number, and
 * each once.  `entrant` are indices by place; `ranks` has `games` rows of
 * `seats` ranks, by place too; row g is rotation g mod `rotations`, in which
 * place (s + rotation) mod seats held seat s.  Returns -1, the table
 * unchanged, when that is not what a match can be; `err` names the row.
 */
int games_table_add_match(struct games_table *table, const int *entrant,
			  int seats, int rotations, int games,
			  const unsigned char *ranks,
			  const struct games_fault *faults, int fault_count,
			  struct error *err);

/*
 * Adds one game by seats, for tests and data of other tools.  `bits` are
 * GAMES_ bits without N.  Ranks are at least 1; only their order matters.
 */
void games_table_add_game(struct games_table *table, const int *seated,
			  const long *ranks, int seats, int bits);

/*
 * Adds the luck of the first game that has none yet, by seats; NULL: a game
 * without, which has to be in a block with a fault.  Either no game of a table
 * has luck added or, before it is rated, all have.
 */
void games_table_add_luck(struct games_table *table, const int32_t *luck);

/*
 * Reads `path` ("-": standard input): a CSV with the header line
 * block,entrants,ranks, the lists in seat order, split by "|".  Games of one
 * block share its text; without text a game is a block of its own.  For
 * cluster `match` a block is a match.  The table has to be empty; it gets
 * `times` and `groups`, and the order of the lines does not matter to it.
 * Memory grows with who met whom (games_sums.h) as long as blocks follow one
 * another whole and in the order of their texts, as bytes or with numbers by
 * value; else the file is read a second time and every game kept until its
 * end.  Returns -1 with file and line.
 */
int games_table_read_csv(struct games_table *table, const char *path,
			 struct error *err);

/* Counts a game `times` for its entrants: once for one in several seats. */
void games_table_count(struct games_table *table, size_t place, int seats,
		       uint32_t times);

/* Of each seat 1 + the number ranked better. */
void games_table_order_ranks(const long *ranks, int seats,
			     unsigned char *order);

/*
 * Sorts games of N = `seats`, given by where their places begin: by entrants
 * in seat order, then by ranks.  Takes 2 N passes over them.
 */
void games_table_sort(const struct games_table *table, int seats,
		      uint32_t *places, size_t count);

/* Gives entrants new indices, by name, in the games too. */
void games_table_sort_entrants(struct games_table *table);

/* Puts all games into the order of `places`, where they begin now; `bits`
   are their GAMES_ bits without N.  Not for games with luck. */
void games_table_reorder(struct games_table *table, const uint32_t *places,
			 const unsigned char *bits);

#endif
