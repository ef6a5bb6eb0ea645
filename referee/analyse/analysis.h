/*
 * analysis.h - the luck and the mistakes of a log, game by game.
 *
 * An analysis gets what an audit reads, values every position (worth.h) and
 * hands each game to a writer.  Nothing is printed before the audit has passed
 * the log.
 */
#ifndef ANALYSE_ANALYSIS_H
#define ANALYSE_ANALYSIS_H

#include "analyse/moments.h"
#include "analyse/worth_choice.h"
#include "audit/audit.h"

/* What a finished game has brought each seat, in shares of its one point. */
struct analysis_game {
	uint32_t number, board;
	int rotation;
	bool fault;                     /* one happened: the rest says
	                                   nothing */
	bool used_up;                   /* the turns were */
	double points[GAME_SEATS_MAX];
	double start[GAME_SEATS_MAX];   /* f before the first roll */
	double luck[GAME_SEATS_MAX];    /* of its own rolls */
	double luck_total[GAME_SEATS_MAX];      /* of all rolls */
	/* What the moves have changed, its own and others'; with a table its
	   own have changed -loss. */
	double moves[GAME_SEATS_MAX];
	double loss[GAME_SEATS_MAX];    /* with a table */
	uint32_t decisions[GAME_SEATS_MAX];
	uint32_t real[GAME_SEATS_MAX];  /* of those: the moves differed */
};

/* Of an entrant, over the boards whose games all ended without a fault: the
   mean of such a board counts once. */
struct analysis_mean {
	uint32_t boards;
	double sum, squares;            /* of the means of the boards */
	double board;                   /* the sum of this one so far */
};

enum analysis_figure {
	ANALYSIS_POINTS, ANALYSIS_LUCK, ANALYSIS_ADJUSTED, ANALYSIS_LOSS,
	ANALYSIS_FIGURES
};

struct analysis_entrant {
	struct analysis_mean mean[ANALYSIS_FIGURES];
	uint64_t real;                  /* decisions, and losses by them, in
					   games without a fault */
	double loss;
};

struct analysis;

/* How it is written: each appends to analysis->out. */
struct analysis_writer {
	void (*begin)(struct analysis *analysis);
	void (*game)(struct analysis *analysis);
	void (*end)(struct analysis *analysis);
};

extern const struct analysis_writer analysis_text, analysis_json;

struct analysis {
	/* Set by the caller; the rest begins as zeroes. */
	struct audit *audit;            /* borrowed, as is the writer */
	const struct analysis_writer *writer;
	struct worth_choice choice;     /* its paths */
	uint32_t only;                  /* the game to analyse; 0: all */
	int most;                       /* rolls, and moves, to tell */
	bool positions;                 /* JSON: with the starts of turns */

	struct error error;             /* why it stopped, if `failed` */
	bool failed;
	bool opened;
	struct analysis_game game;      /* the current one */
	bool started;                   /* its first roll has come */
	double f[GAME_SEATS_MAX];       /* of the current state */
	int turn[GAME_SEATS_MAX];       /* the last one of each seat */
	struct json_writer turns;       /* their starts */
	/* The step that `after` is about. */
	bool is_roll;
	struct roll roll;               /* the last one */
	int move;
	uint32_t faults;                /* games with one */
	struct moments new_lucky, new_wrong;    /* of this game */
	struct moments lucky, wrong;    /* of games without a fault */
	struct analysis_entrant entrant[GAME_SEATS_MAX];
	bool board_fault;               /* on this board */
	struct text out;
	struct json_writer line;        /* of analysis_json */
};

/* What the auditor has to be given; set audit->only_game to `only`, too. */
struct match_watch analysis_watch(struct analysis *analysis);

/* To be called when the auditor has passed the log: ends what is written.
   Returns 0, or -1 with the sentence of what went wrong. */
int analysis_end(struct analysis *analysis, struct error *err);

void analysis_release(struct analysis *analysis);

/* ### for writers */

/* The mean over boards, and half of its 95% interval: NAN for fewer than two
   boards. */
double analysis_mean(const struct analysis_mean *mean);
double analysis_margin(const struct analysis_mean *mean);

int analysis_entrant_of(const struct analysis *analysis, int seat);
const char *analysis_name(const struct analysis *analysis, int entrant);

#endif
