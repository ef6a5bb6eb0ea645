/*
 * sprt.h - the sequential test: is A better than B?  It takes as few games as
 * possible, and its error rates hold however often one looks.
 *
 * The generalized sequential probability ratio test (GSPRT) on blocks of games
 * on the same dice.  It looks after every block, in the order of blocks, so
 * that the same games stop at the same block on any number of cores: pass it
 * the scores of the complete prefix, one by one.
 *
 * A match with a forfeited game ends it undecided: the blocks of such a match
 * depend on each other, and its result says how soon a bot had too many faults.
 */
#ifndef TOURNAMENTS_RATING_SPRT_H
#define TOURNAMENTS_RATING_SPRT_H

#include "games/blocks.h"

enum sprt_model {
	SPRT_NORMALIZED,        /* hypotheses in nElo */
	SPRT_LOGISTIC,          /* in Elo */
	SPRT_GAUSSIAN           /* in Elo, for scores on a continuous scale */
};

/* "normalized", "logistic", "gaussian", NULL. */
extern const char *const sprt_models[];

enum sprt_answer { SPRT_GOES_ON, SPRT_H0, SPRT_H1, SPRT_UNDECIDED };

/* The test does not answer before so many blocks; nor, with more than a fault
   in four matches, before so many matches. */
enum { SPRT_BLOCKS_MIN = 8, SPRT_GAUSSIAN_MIN = 30, SPRT_MATCHES_MIN = 8 };

/* Instead of the faults of a match: it has a forfeited game. */
enum { SPRT_FORFEITS = -1 };

struct sprt_rules {
	enum sprt_model model;
	double elo0, elo1;      /* elo0 < elo1 */
	double alpha, beta;     /* chances of a wrong H1, a wrong H0 */
	uint64_t boards_max;    /* then it ends undecided; 0: no limit */
};

/* 0, 5, 0.05, 0.05, normalized, no limit. */
extern const struct sprt_rules sprt_normal;

/* Sums over observations on a continuous scale. */
struct sprt_moments {
	uint64_t count;
	double sum, squares;
};

struct sprt {
	struct sprt_rules rules;
	bool adjusted;          /* luck is taken out: sprt_begin_adjusted */
	long luck_beta;
	struct sprt_moments moments;    /* if adjusted: beside tally */
	double lower, upper;    /* bounds of llr */
	struct blocks_tally tally;     /* owned; of the blocks that count */
	int games;                     /* of a block */
	uint64_t matches;              /* begun */
	uint64_t faults;               /* in them */
	bool refuses;                  /* undecided because of a forfeit */
	uint64_t boards;               /* that count */
	double llr;             /* after the last one */
	enum sprt_answer answer;
};

/* `games` of a block, `seats` of a game, as in blocks_tally_begin. */
void sprt_begin(struct sprt *sprt, const struct sprt_rules *rules, int games,
		int seats);

/*
 * Begins a test of scores with luck taken out: for each block, its mean score
 * minus `luck_beta` millionths of its mean luck.  rules->model has to be
 * SPRT_GAUSSIAN, so the hypotheses are in Elo and the test first looks after
 * SPRT_GAUSSIAN_MIN blocks.
 */
void sprt_begin_adjusted(struct sprt *sprt, const struct sprt_rules *rules,
			 long luck_beta, int games, int seats);

/*
 * Adds the scores of the blocks of the next match, which had so many faults or
 * SPRT_FORFEITS.  `luck` is NULL unless the test takes it out: then it is, by
 * block, the sum of luck_pairs_against over its games.  A game with a fault has
 * no luck: it counts by its result, which the fault costs, so that nobody gains
 * by faults.  Returns how many blocks the test has looked at, none once it is
 * answered; those of a match with a forfeit are all seen, and none of them is
 * in the tally.
 */
int sprt_add_match(struct sprt *sprt, const int64_t *scores,
		   const int64_t *luck, int boards, int faults);

/* Mean and standard error of the observations of such a test; NAN without. */
void sprt_adjusted_mean(const struct sprt *sprt, double *mean, double *se);

void sprt_release(struct sprt *sprt);

/* Does it not answer yet because of faults? */
bool sprt_waits(const struct sprt *sprt);

/* The log-likelihood ratio of H1 over H0; 0 without blocks. */
double sprt_llr(const struct blocks_tally *tally,
		const struct sprt_rules *rules);

/*
 * About how many more blocks it will take at the present rate; NAN before the
 * test first looks; 0 once it is answered.
 */
double sprt_blocks_left(const struct sprt *sprt);

/* ### the scores of blocks */

/*
 * The score of A in a block against B, summed over its games: 0 to `games`
 * times BLOCKS_GAME_SCORE.  `rank` has a row of `seats` ranks for each game, by
 * place as in the book.  The score of a game is the share of pairs (seat of A,
 * seat of B) in which A is ahead, with ties counting half; if only winning
 * counts, it is half of 1 + A's share of the win - B's share.  Returns -1
 * unless both play.
 */
int64_t sprt_block_score(enum result result, int seats, const int *entrant,
		     const unsigned char *rank, int games, int a, int b);

#endif
