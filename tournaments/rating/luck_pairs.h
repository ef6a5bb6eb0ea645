/*
 * luck_pairs.h - luck pair by pair: is it fair, and what does it explain?
 *
 * A block of games on the same dice is one observation: the mean score of one
 * entrant against the other (games/blocks.h), and the mean luck in it
 * (model_luck_of).  Means are per game; errors come from blocks.  Blocks with a
 * fault are left out.  Luck has the mean 0, whoever plays; a mean far from it
 * shows that the function behind it, or the dice, are wrong.
 */
#ifndef TOURNAMENTS_RATING_LUCK_PAIRS_H
#define TOURNAMENTS_RATING_LUCK_PAIRS_H

#include <stdbool.h>

#include "tournaments/rating/games_table.h"

/*
 * Mean luck with |z| above Z_MAX is no accident: the chance is 1 in 16,000.
 * With fewer blocks than BLOCKS_MIN z may well be that large, so such pairs and
 * entrants do not count in what is computed from several.
 */
enum { LUCK_PAIRS_Z_MAX = 4, LUCK_PAIRS_BLOCKS_MIN = 30 };

/* The mean of some blocks with its standard error; both NAN without a block,
   the error with only one. */
struct luck_mean {
	double mean, se;
};

struct luck_pair {
	int first, second;      /* entrants, first < second */
	long blocks;
	struct luck_mean raw;   /* score of `first`, 0 to 1 */
	struct luck_mean luck;  /* of `first` in it */
	double z;               /* luck.mean / luck.se; NAN if luck is 0 */
	struct luck_mean adjusted;      /* raw - beta luck, may be outside 0..1 */
	double gain;            /* (raw.se / adjusted.se)^2: that many times
				   fewer games would do; NAN without errors */
};

/* The luck of an entrant per game, against everyone. */
struct luck_entrant {
	long games, blocks;
	struct luck_mean luck;
	double z;
};

/* Owns its lists. */
struct luck_pairs {
	struct luck_pair *list; /* by first, then second */
	int count;
	struct luck_entrant *entrants;  /* by entrant of the table */
	int entrant_count;
	long blocks, games;     /* that count */
	long left_out;          /* games, for a fault in their block */
	double chi2;            /* sum of z^2, from BLOCKS_MIN blocks on */
	int chi2_pairs;         /* how many these are */
	double chi2_z;          /* as a normal score (Wilson and Hilferty
				   1931); NAN without pairs */
	double worst_z;         /* the largest |z| of pairs and entrants with
				   BLOCKS_MIN blocks, and of chi2; 0: none */
	double beta;            /* the share that would leave the least
				   variance within pairs: cov / var; NAN if
				   luck is 0 */
	double beta_se;         /* its standard error */
	bool noisy;             /* taking out more than 2 beta leaves more
				   variance than there was; the share that is
				   taken out is more than 2 (beta + 2 beta_se),
				   with BLOCKS_MIN blocks or more */
};

/*
 * The table has the luck of its games (games_table_add_luck).  `beta`, the
 * share that is taken out, is in millionths; `rule` says what a block is.  The
 * result is the same, bit by bit, for the same games in any order.
 */
void luck_pairs_make(const struct games_table *table, enum games_cluster rule,
		     long beta, struct luck_pairs *pairs);

/*
 * What luck added to sprt_block_score of one game, of entrant `a` against `b`,
 * who both play in it, in half millionths: a score is linear in the points of
 * the seats, so it is the same combination of their luck.  With two seats:
 * twice the luck of a.
 */
int64_t luck_pairs_against(enum result result, int seats, const int *entrant,
			   const int32_t *luck, int a, int b);

/* May be called twice and on zeroes. */
void luck_pairs_release(struct luck_pairs *pairs);

#endif
