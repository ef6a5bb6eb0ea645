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
#include "base/text.h"
#include "fair/dice.h"
#include "games/game.h"

/* Which games are one observation, independent of all others. */
enum games_cluster {
	GAMES_CLUSTER_BLOCK,
	GAMES_CLUSTER_MATCH,
	GAMES_CLUSTER_GAME
};

/* Numbers strings in the order of their first appearance.  All zeroes has
   none. */
struct games_labels {
	struct text bytes;              /* the strings, each with its NUL */
	uint32_t *start;                /* where each begins in `bytes` */
	uint32_t count;
	size_t room;
	uint32_t *slots;                /* hash table: number + 1 */
	size_t slots_room;
};

uint32_t games_labels_number(struct games_labels *labels, const char *string);
void games_labels_release(struct games_labels *labels);

/* A bot version. */
struct games_entrant {
	char *name;
	char *hash;             /* of the bot: its files, a / and its command;
	                           "" when unknown */
	long games_all;         /* it played, including those left out for a
				   fault */
	long games_faulted;     /* of those, the ones with a fault of its own */
	size_t forfeits_by;     /* how many games the table had after the first
				   match in which it had had too many faults;
				   0: there is none */
};

/* A tournament whose games the table has. */
struct games_source {
	struct hash seal;       /* of its dice */
	char *folder;
};

/* A fault, as in the book. */
struct games_fault {
	int game;               /* row of the match, from 1 */
	int place;              /* in the match's entrants, from 0 */
	bool forfeit;           /* the game was not played: the bot had had
				   too many faults before */
};

/* What is kept of a game in addition to its seats; the low four bits are N, the
   number of seats. */
enum {
	GAMES_SEATS = 0x0f,
	GAMES_NEW_MATCH = 0x10, /* first game of a match */
	GAMES_NEW_BLOCK = 0x20, /* first game of a block */
	GAMES_FAULTED = 0x40,   /* its block has a fault in some game */
	GAMES_FORFEITED = 0x80  /* struct model_game: games of its match depend
				   on each other, because of forfeits */
};

/*
 * Games in the order in which the ladder adds them up.  Games of a block are
 * adjacent, and so are the blocks of a match.  A game of N seats takes 5 N + 1
 * bytes, and 4 N more with luck; its N `seated` and `ranks` follow those of the
 * game before it.  The table owns all its arrays.
 */
struct games_table {
	struct games_entrant *entrants;
	int entrant_count;
	size_t entrant_room;
	struct games_labels keys;       /* their hashes or names */
	bool same_files;        /* --same-files: hashes are only of files */
	bool paired_by_results; /* who met whom depended on results before */
	struct games_source *sources;
	int source_count;
	size_t source_room;

	enum result result[GAME_SEATS_MAX + 1];         /* by number of seats */
	char *game;             /* its name, of a CSV that has it; or NULL */
	long unfinished;        /* games of a PGN without a result, left out */

	unsigned char *games;   /* GAMES_ bits */
	size_t game_count, game_room;
	uint32_t *seated;       /* entrant in seat s */
	unsigned char *ranks;   /* of seat s: 1 + the number ranked better */
	size_t place_count, place_room;

	int32_t *luck;          /* of seat s in millionths of a point, or
				   GAMES_NO_LUCK; NULL before
				   games_table_add_luck */
	size_t luck_count, luck_room;   /* places */
	size_t luck_game;               /* games that have it */
};

/* In all places of a game whose luck is not known. */
#define GAMES_NO_LUCK INT32_MIN

/*
 * Makes an empty table of a game with these rules, which tell what is rewarded;
 * NULL means ranking with two seats, else winner.
 */
void games_table_init(struct games_table *table, const struct game *game,
		      const int *rule);

/* Does an entrant forfeit the rest of a match when it has had too many faults?
   If it ever did, its other matches are those in which it had few. */
static inline bool games_table_forfeits(const struct games_table *table,
					uint32_t entrant)
{
	size_t by = table->entrants[entrant].forfeits_by;

	return by > 0 && by <= table->game_count;
}

/* May be called twice and on zeroes. */
void games_table_release(struct games_table *table);

/* --result: reads all games as `result` from now on. */
void games_table_set_result(struct games_table *table, enum result result);

/*
 * The index of an entrant, who is added if new.  Entrants with equal `hash` are
 * the same, under the name that came first; if it is "", those with equal names
 * are.  Call it in the order of the manifest, folder by folder.
 */
int games_table_entrant(struct games_table *table, const char *name,
			const char *hash);

/* Notes the tournament whose games are added next.  Returns -1 with `err` if
   the table has it, or one with the same dice, already. */
int games_table_add_source(struct games_table *table, const char *folder,
			   const struct hash *seal, struct error *err);

/*
 * Adds a match of the book.  Add matches folder by folder, by match number, and
 * each only once.  `entrant` are indices by place; `ranks` has `games` rows of
 * `seats` ranks, by place too; row g is rotation g mod `rotations`, in which
 * place (s + rotation) mod seats held seat s (game_place).  The games are whole
 * boards.
 */
void games_table_add_match(struct games_table *table, const int *entrant,
			   int seats, int rotations, int games,
			   const unsigned char *ranks,
			   const struct games_fault *faults, int fault_count);

/*
 * Adds one game by seats, for tests and data of other tools.  `bits` are
 * GAMES_ bits without N.  Ranks are at least 1; only their order matters.
 */
void games_table_add_game(struct games_table *table, const int *seated,
			  const long *ranks, int seats, int bits);

/*
 * Adds the luck, by seat, of the first game that has none yet.  NULL: the game
 * has no luck, which only games in a block with a fault may lack.  Before a
 * table is rated, luck has to be added for all of its games or for none.
 */
void games_table_add_luck(struct games_table *table, const int32_t *luck);

/*
 * Reads files of games ("-": standard input), each of which is a PGN if it
 * begins with a tag, else a CSV with the header line
 * block,entrants,ranks,result,game, the last two of which may be missing, the
 * lists in seat order, split by "|".  `result` goes to table->result; without
 * it, and unless the caller `has_result`, games have two seats.  Games of one
 * block share its text; a game without text is a block by itself.  Of a PGN,
 * two games with the colours swapped are a block if their rounds or openings
 * say so.  For cluster `match` a block is a match.  The table has to be empty
 * and does not depend on the order of files or lines, except for which games of
 * a PGN are a pair.  Returns -1 with an error that names file and line.
 */
int games_table_read(struct games_table *table, char *const *paths, int count,
		     bool has_result, struct error *err);

/*
 * Sorts games of N = `seats`, given by where their places begin: by entrants
 * in seat order, then by ranks.  Takes 2 N passes over them.
 */
void games_table_sort(const struct games_table *table, int seats,
		      uint32_t *places, size_t count);

/* Sorts the entrants by name and updates their indices in the games. */
void games_table_sort_entrants(struct games_table *table);

/* Puts all games into the order of `places`, where they begin now; `bits`
   are their GAMES_ bits without N.  Not for games with luck. */
void games_table_reorder(struct games_table *table, const uint32_t *places,
			 const unsigned char *bits);

/* ### who has played more often in one seat than in another */

/*
 * With as many rotations as seats nobody has; with fewer it depends on the
 * number of matches.
 */

/* The numbers of games with `seats` seats, by entrant, then by seat; the caller
   frees them. */
long *seat_counts_make(const struct games_table *table, int seats);

struct seat_counts {
	int entrant;            /* index in the table */
	int seat;               /* the one they have had most often */
	long games;             /* in that seat */
	long games_all;         /* with as many seats */
};

/*
 * Finds the entrant whose most and least frequent seats differ by most games;
 * of several, the first one.  Games with different numbers of seats are counted
 * separately.  False: everyone has had every seat equally often.
 */
bool seat_counts_uneven(const struct games_table *table,
			struct seat_counts *worst);

/* Wilson's interval for the share `k` of `n` games, which misses it as often as
   a normal deviate is beyond `z`; 0 to 1 for n = 0. */
void games_table_wilson(long k, long n, double z, double *low, double *high);

#endif
