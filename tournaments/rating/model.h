/*
 * model.h - one conditional logit for two seats and for many, with ties,
 * teams and seat advantages.
 *
 * A game is a sequence of stages.  A stage has a list of alternatives T, each a
 * set of seats (of sides in a team game) that could come out best together; one
 * was chosen:
 *
 *	eta_s = theta of who sits in s + h_s       a side: the sum of its thetas
 *	value of T = ln delta_|T| + the mean of eta over T
 *	P(T) = exp(value of T) / sum over U of exp(value of U)
 *
 * For two: Bradley and Terry 1952; with draws Davidson 1970, nu = delta_2; for
 * many: Plackett 1975, Luce 1959; with shared wins, where only winning counts,
 * Davidson-Luce (Firth, Kosmidis and Turner 2019).  delta_k is in the model if
 * some stage of the kind chose k together.
 *
 * Where three or more are ranked, no delta is in the model.  A place that the
 * seats T share, with L left, is worth the mean over all orders of T of their
 * log-likelihood.  Those of T that come first are the set A in 1 in C(|T|, |A|)
 * orders, so this is
 *
 *	sum over T of eta - sum over sets A within T, but T itself, of
 *		log(sum over L without A of exp(eta)) / C(|T|, |A|)
 *
 * The parameters b: theta by entrant; then by kind, N ascending, h_0.. and
 * ln delta_k, k ascending.
 */
#ifndef TOURNAMENTS_RATING_MODEL_H
#define TOURNAMENTS_RATING_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tournaments/rating/games_table.h"

enum {
	MODEL_ETAS_MAX = GAME_SEATS_MAX,
	/* Of a stage: its etas and its tie orders 2..N. */
	MODEL_DIMS_MAX = 2 * GAME_SEATS_MAX - 1,
	/* Parameters of a stage: theta and h of each seat, tie orders. */
	MODEL_SLOTS_MAX = 3 * GAME_SEATS_MAX
};

/*
 * The alternatives of a stage with `etas` seats left, the same for all stages
 * of the kind: T as a set of the seats that are left, counted from 0, and its
 * coordinates y_T: 1/|T| for each eta in T, 1 for its tie order.
 */
struct model_shape {
	int etas, dims, count;
	uint16_t *sets;         /* ascending */
	double *y;              /* `count` rows of `dims` */
};

struct model_kind {
	int seats;              /* N */
	enum result result;
	bool orders;            /* a shared place is the mean of its orders */
	size_t games;
	int h_first, h_count;   /* parameters */
	int tie_first, tie_count;
	int tie_order[GAME_SEATS_MAX];
	struct model_shape shapes[GAME_SEATS_MAX + 1];  /* by etas */
};

/* A set of seats that was chosen `weight` times; seats are numbered as in the
   shape. */
struct model_choice {
	uint32_t weight;
	uint16_t set;
};

/* Equal stages: the same seats left, the same entrants in all seats. */
struct model_cell {
	uint32_t place;         /* of its entrants, in model->seated */
	uint32_t choice;        /* its first, in model->choices */
	uint16_t choices;
	uint16_t left;          /* seats or sides */
	unsigned char etas;     /* how many these are */
	unsigned char kind;
};

struct model {
	const struct games_table *table;
	int entrants, parameters;
	bool drop_faulted;
	double precision;       /* of the prior: 1 / sd^2; 0: flat */
	bool luck;              /* `luck_beta` millionths of their luck are
				   subtracted from residuals of single games */
	long luck_beta;
	struct model_kind kinds[GAME_SEATS_MAX];
	int kind_count;
	uint32_t *seated;       /* of the cells, in their order: reading the
				   table's would miss the cache each time */
	size_t seated_count, seated_room;
	struct model_cell *cells;
	size_t cell_count, cell_room;
	struct model_choice *choices;
	size_t choice_count, choice_room;
};

/*
 * What a stage adds, in its own few coordinates (etas, then ties), as passed to
 * visitors.  Coordinate dim[i] belongs to the parameter param[i]; an eta
 * belongs to several.
 */
struct model_stage_terms {
	size_t tag;             /* from model_stages_add, or the cell */
	double log_likelihood;
	double weight;
	int dims, slots;
	int dim[MODEL_SLOTS_MAX], param[MODEL_SLOTS_MAX];
	double residual[MODEL_DIMS_MAX];        /* sum w (y_chosen - ybar) */
	double cov[MODEL_DIMS_MAX][MODEL_DIMS_MAX];     /* w sum_T P(T)
		(y_T - ybar)(y_T - ybar)', lower triangle; when wanted */
};

typedef void model_visit(void *context, const struct model_stage_terms *terms);

/* Merges the games of the table into cells; `seat_effects` fits h. */
void model_init(struct model *model, const struct games_table *table,
		bool seat_effects, bool drop_faulted, double precision);
void model_release(struct model *model);

/* What luck added to the points of a seat: its own luck, or its side's.  Luck
   is given by seat, in millionths of a point, and adds up to 0. */
int64_t model_luck_of(enum result result, const int32_t *luck, int seat);

/* The share of it that the model takes out. */
double model_luck(const struct model *model, int64_t luck);

/* Visits all cells in order at the parameters b, with covariances. */
void model_visit_cells(const struct model *model, const double *b,
		       model_visit *visit, void *context);

/* An iterator over the games that count, in the table's order. */
struct model_game {
	size_t index;           /* of the next game */
	uint32_t next;          /* where its places begin */
	uint32_t place;         /* of the current game */
	int seats, kind;
	int bits;               /* GAMES_NEW_* since the game before it, some
				   of which may have been left out;
				   GAMES_FORFEITED if one of its entrants
				   forfeits, unless blocks with faults are left
				   out */
};

/* All zeroes is before the first game.  False after the last. */
bool model_next_game(const struct model *model, struct model_game *game);

/* Visits the stages of games that are added one by one.  It computes several at
   a time, which is faster: call model_stages_end after the last one. */
struct model_stages;
struct model_stages *model_stages_new(const struct model *model,
				      const double *b, model_visit *visit,
				      void *context);
void model_stages_add(struct model_stages *stages,
		      const struct model_game *game, bool cov, size_t tag);
/* Visits what is left and frees. */
void model_stages_end(struct model_stages *stages);

/* The entrants of the seats in `set` of a cell, a team's members for a side.
   Returns how many. */
int model_members(const struct model *model, const struct model_cell *cell,
		  uint16_t set, int *entrants);

#endif
