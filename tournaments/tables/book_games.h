/*
 * book_games.h - from the books of folders to standings and ratings.
 */
#ifndef TOURNAMENTS_TABLES_BOOK_GAMES_H
#define TOURNAMENTS_TABLES_BOOK_GAMES_H

#include "tournaments/rating/games_table.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/rating/luck_csv.h"
#include "tournaments/record/record.h"
#include "tournaments/tables/crosstable.h"
#include "tournaments/format/standings.h"

/* Makes an empty table for games like those of `record`. */
void book_games_table_init(struct games_table *table,
			   const struct record *record);

/*
 * The index of an entrant of a tournament, who is added if new.  In different
 * folders, entrants with the same files and command are the same; with
 * `same_files` of the table, the files are enough.  Within one folder all are
 * different: those with the same bot are found again by name.
 */
int book_games_entrant(struct games_table *table,
		       const struct logline_entrant *list, int count,
		       int entrant);

/*
 * Adds all entrants of a folder, then its matches in the order of their
 * numbers, as far as they count (record_counted).  If `luck` is not NULL, it
 * has the luck of every game; then every folder of the table has to be added
 * with luck.  Returns -1 with `err` if the table has these games already, or if
 * `luck` lacks a game of the book, has one that is not in it, or has no luck
 * for a game without a fault in its block.
 */
int book_games_add(struct games_table *table, const struct record *record,
		   const struct luck_csv *luck, struct error *err);

/* Refuses a folder whose game or rules are not those of the first one. */
int book_games_check_same(const struct record *first,
			  const struct record *other, struct error *err);

/*
 * For a folder that is in the table: appends a line for every entrant that is
 * there under another name, or that has the same files as one of another folder
 * but another command.  Lines that `out` has already are left out.
 */
void book_games_same_files(struct games_table *table,
			   const struct record *record, struct text *out);

/* The ladder of one book; all zeroes is none. */
struct book_ladder {
	struct games_table games;
	struct ladder ladder;
};

/* What it is made of; all zeroes: all games that count, with the defaults. */
struct book_ladder_order {
	const struct ladder_options *options;   /* NULL: the defaults */
	const struct luck_csv *luck;            /* NULL: the table has none */
	uint32_t rounds;                        /* the first ones, without
						   luck; 0: all */
};

/* Returns 0, or -1 with an error of book_games_add or ladder_fit; call
   book_ladder_release in either case. */
int book_ladder_make(struct book_ladder *made, const struct record *record,
		     struct book_ladder_order order, struct error *err);
void book_ladder_release(struct book_ladder *made);

/* The entrants' names in their order; the caller frees the list, not the
   names. */
const char **book_games_names(const struct record *record);

/* Games in which an entrant lost by a fault of its own; the caller frees. */
uint64_t *book_games_faults(const struct record *record);

void book_games_standings(const struct record *record, enum points_kind kind,
			  struct standings *standings);
void book_games_crosstable(const struct record *record,
			   struct crosstable *table);

/*
 * Does a tournament end before its format has no more matches?
 *
 * It does when its sequential test has an answer (sprt_end.h), or, with the
 * option "until_error", when all entrants are in one pool and every error is
 * small enough, after a whole cycle, or a round if the format has no cycles.
 */
struct early_end {
	const struct record *record;    /* borrowed; may grow */
	uint32_t fitted;        /* the last round whose errors were computed */
	bool reached;           /* they were small enough */
};

/* Does it end with the matches that have ended so far?  All but the record is
   zero in the first call. */
bool early_end_is_due(struct early_end *end);

/* Refuses a closed book whose tournament goes on.  Returns 0, or -1 with
   `err`. */
int early_end_check_closed(const struct record *record, struct error *err);

/* The first round after which the wanted error was reached; 0: none. */
uint32_t early_end_round(const struct record *record);

#endif
