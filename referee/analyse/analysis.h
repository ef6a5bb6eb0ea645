/*
 * analysis.h - the luck and the mistakes of a log, game by game.
 *
 * An analysis receives what an audit reads, evaluates every position (worth.h)
 * and writes about each game.  Nothing is printed before the audit has passed
 * the log.
 */
#ifndef ANALYSE_ANALYSIS_H
#define ANALYSE_ANALYSIS_H

#include "analyse/worth_choice.h"
#include "audit/audit.h"
#include "match/log_step.h"

/* A roll or a move, and how much it changed, in fractions of a point. */
struct moments_one {
	double amount;
	char *words;                    /* owned */
};

/* The largest of a kind, in descending order; all zeroes: none. */
struct moments {
	int count;
	struct moments_one *list;       /* owned */
};

/* Where it happened. */
struct moments_place {
	const struct game *game;
	uint32_t number;                /* of the game of the log */
	const char *name;               /* of the entrant that rolls or moves */
	int seat;                       /* the seat of that entrant */
	const struct roll *roll;        /* the last one */
	const void *before;             /* the state before the step */
};

/* Adds a roll that changed the chance from `expected` to `chance`, if it is one
   of the `most` luckiest so far. */
void moments_roll(struct moments *moments, int most,
		  const struct moments_place *place, const void *after,
		  double expected, double chance);

/* Adds all of `from` to `moments`, keeping the largest, and empties `from`. */
void moments_merge(struct moments *moments, int most, struct moments *from);

void moments_release(struct moments *moments);

/* The results of a finished game per seat, in fractions of its one point. */
struct analysis_game {
	uint32_t number, board;
	int rotation;
	bool fault;                     /* there was one: only `points` is
	                                   meaningful */
	bool used_up;                   /* the turns were used up */
	double points[GAME_SEATS_MAX];
	double start[GAME_SEATS_MAX];   /* f before the first roll */
	double luck[GAME_SEATS_MAX];    /* of its own rolls */
	double luck_total[GAME_SEATS_MAX];      /* of all rolls */
	/* The change of f by all moves, its own and others'; with a table its
	   own moves contribute -loss. */
	double moves[GAME_SEATS_MAX];
	double loss[GAME_SEATS_MAX];    /* only with a table */
	uint32_t decisions[GAME_SEATS_MAX];
	uint32_t real[GAME_SEATS_MAX];  /* those whose moves differ in worth */
};

/* The mean of an entrant over the boards whose games all ended without a fault,
   where the mean of each board counts once. */
struct analysis_mean {
	uint32_t boards;
	double sum, squares;            /* of the means of the boards */
	double board;                   /* sum over this board so far */
};

enum analysis_figure {
	ANALYSIS_POINTS, ANALYSIS_LUCK, ANALYSIS_ADJUSTED, ANALYSIS_LOSS,
	ANALYSIS_FIGURES
};

struct analysis_entrant {
	struct analysis_mean mean[ANALYSIS_FIGURES];
	uint64_t real;                  /* real decisions and what they lost,
					   in games without a fault */
	double loss;
};

struct analysis {
	/* Set by the caller; the rest begins as zeroes. */
	struct audit *audit;            /* borrowed */
	bool json;                      /* writes JSON lines, not for people */
	struct worth_choice choice;     /* set its paths */
	uint32_t only;                  /* the game to analyse; 0: all */
	int most;                       /* rolls, and moves, to report */
	bool positions;                 /* JSON: also the starts of turns */
	bool each;                      /* text: the sum of every game, too */

	struct error error;             /* why it stopped, if `failed` */
	bool failed;
	bool opened;
	struct analysis_game game;      /* the current one */
	bool started;                   /* it has had its first step */
	double f[GAME_SEATS_MAX];       /* in the current state */
	int turn[GAME_SEATS_MAX];       /* the last turn of each seat */
	struct json_writer turns;       /* the starts of turns */
	struct roll roll;               /* the last one */
	uint32_t faults;                /* games with one */
	struct moments new_lucky, new_wrong;    /* of this game */
	struct moments lucky, wrong;    /* of games without a fault */
	struct analysis_entrant entrant[GAME_SEATS_MAX];
	bool board_fault;               /* on this board */
	struct text out;
	struct json_writer line;        /* of JSON */
	struct text sums;               /* of the games, for people */
};

/* The watch to pass to the audit; also set audit->only_game to `only`. */
struct match_watch analysis_watch(struct analysis *analysis);

/* Call this when the audit has passed the log: completes the output.  Returns
   0, or -1 with `err`: the analysis had failed. */
int analysis_end(struct analysis *analysis, struct error *err);

void analysis_release(struct analysis *analysis);

/* The mean over boards, and half the width of its 95% confidence interval; NAN
   for fewer than two boards. */
double analysis_mean(const struct analysis_mean *mean);
double analysis_margin(const struct analysis_mean *mean);

#endif
