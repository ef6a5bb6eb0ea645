/*
 * ladder.h - ratings of all entrants from all games, with honest errors.
 *
 * One maximum-likelihood fit for any number of seats, ties, teams and seat
 * advantages; error bars from blocks of games on the same dice; rank
 * intervals.  docs/ratings.md explains it, model.h has the formulas.
 */
#ifndef TOURNAMENTS_RATING_LADDER_H
#define TOURNAMENTS_RATING_LADDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "tournaments/rating/games_table.h"

/* Numbers of blocks.  An entrant with fewer than LADDER_THIN has the model's
   error; with luck taken out, one with fewer than LADDER_LUCK_THIN has no
   rating. */
enum { LADDER_THIN = 8, LADDER_LUCK_THIN = 30 };

enum ladder_scale { SCALE_SCORE, SCALE_ODDS };
enum ladder_forfeits { FORFEITS_LOSS, FORFEITS_DROP, FORFEITS_SEPARATE };

/* The words of the command line, in the order of the enums, ended by NULL. */
extern const char *const ladder_scales[], *const ladder_clusters[],
	*const ladder_forfeits[];

/* An entrant whose Elo is known. */
struct ladder_anchor {
	const char *name;       /* borrowed */
	double elo;
	double error;           /* at the confidence of the ladder; 0: exact */
};

struct ladder_options {
	double prior;           /* standard deviation in logits; 0: flat */
	enum ladder_scale scale;
	enum games_cluster cluster;
	enum ladder_forfeits forfeits;
	bool seat_effects;
	const struct ladder_anchor *anchors;    /* borrowed */
	int anchor_count;
	double confidence;      /* of intervals, in percent */
	bool ranks;             /* rank intervals and P(best) */
	/* Takes luck out; the table must have it.  Leaves out blocks with a
	   fault, whatever `forfeits` is; needs a prior.  An entrant with fewer
	   than LADDER_LUCK_THIN blocks is `thin`: its line is not to be
	   shown. */
	bool luck;
	long luck_beta;         /* share of it, in millionths */
	const double *first;    /* thetas to start from, by entrant, only to
				   save time; NULL: none; borrowed */
};

/* The defaults of all options. */
extern const struct ladder_options ladder_defaults;

/* How far the prior may move a rating, in standard errors, until its error is
   marked; and what is hardly chance in robust_errors_ties. */
#define LADDER_PULL 0.25
#define LADDER_TIED 2.0

/* Everything about an entrant; a value that does not exist is NAN or 0. */
struct ladder_row {
	int pool;               /* from 0; -1: no games, not rated */
	int rank;               /* in its pool, from 1 */
	int rank_lo, rank_hi;   /* interval; 0: none */
	double best;            /* share of draws with rank 1 */
	double elo;
	double err95;           /* Elo, half the interval at `confidence` */
	double se, se_naive;    /* Elo */
	double deff;            /* design effect; NAN for thin and separated */
	double err_anchor;      /* half the interval of `elo` as the anchors of
				   its pool leave it */
	double los_next;        /* over the next line of the table */
	char mark;              /* '>', '<', '~' separated; ' ' */
	bool thin;
	long fewest;            /* blocks; of those it met who forfeit games,
				   if they have fewer */
	bool pulled;            /* by the prior, by more than LADDER_PULL of
				   its standard error */
	bool floored;           /* hardly any of its blocks differ, so that the
				   error is the least that is assumed */
	bool tied;              /* the blocks of its matches go together:
				   robust_errors_ties is above LADDER_TIED */
	bool paired;            /* who met whom depended on results */
	bool held;              /* with luck taken out: the rating comes from
				   the prior (struct open_directions) */
	long games, blocks;     /* that count */
	long seats, points;     /* seats played, 1/5040 points scored there */
	long wins, draws;       /* seats that were first alone, first with
				   others (teams: drawn) */
	long games_all, games_faulted;
};

/* A kind: the games with equal N. */
struct ladder_kind {
	int seats;              /* N */
	enum result result;
	long games;
	int h_count;            /* seats with an h: N - 1; teams: 1; 0 without
				   seat effects */
	double h[GAME_SEATS_MAX], h_se[GAME_SEATS_MAX];         /* Elo */
	double h_se_naive[GAME_SEATS_MAX];
	int tie_count;
	int tie_order[GAME_SEATS_MAX];                  /* k, ascending */
	double delta[GAME_SEATS_MAX], delta_se[GAME_SEATS_MAX];
	double delta_se_naive[GAME_SEATS_MAX];
};

/* Owns all but the names, which are the table's. */
struct ladder {
	struct ladder_options options;
	int count;                      /* entrants */
	const struct games_entrant *entrants;
	struct ladder_row *rows;        /* by entrant */
	int *order;                     /* entrants: pools, best first in each;
					   unrated ones last */
	int pool_count, unrated;
	struct ladder_kind kinds[GAME_SEATS_MAX];
	int kind_count;
	long games, blocks;             /* that count */
	long left_out;                  /* games, for a fault in their block */
	double elo_per_logit;           /* E f */
	double z;                       /* how many standard errors of a normal
					   deviate an interval has to either
					   side */
	double log_likelihood;          /* with the prior */
	double deff_mean;               /* NAN: no entrant has one */
	int parameters;
	int steps;                      /* of Newton's method */
	double *covariance;             /* logit^2, centred, by parameter, both
					   triangles; of entrants, with what
					   anchors say */
	double *theta;                  /* logits, centred, by entrant; with
					   what anchors say */
};

/*
 * Fits the games as they are now; may be called again when the table has
 * grown.  Returns 0, or -1 with an error: a flat prior with separated entrants,
 * an anchor that is no entrant, or whose games do not say how far others go with
 * it, no convergence.  The caller releases `ladder`
 * in either case, and before the table.
 */
int ladder_fit(const struct games_table *table,
	       const struct ladder_options *options, struct ladder *ladder,
	       struct error *err);

/* May be called twice and on zeroes. */
void ladder_release(struct ladder *ladder);

/* Chance that i is better than j; NAN across pools. */
double ladder_los(const struct ladder *ladder, int i, int j);

/* Standard error of the difference of two entrants, Elo; NAN unless they are in
   one pool. */
double ladder_difference_se(const struct ladder *ladder, int i, int j);

#endif
