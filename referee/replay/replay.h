/*
 * replay.h - prints what an audit reads, in words or as JSON lines.
 *
 * A replay remembers what has happened until the audit also gives the states
 * before and after it; then a writer writes it, and it is printed at once, so
 * that a log of any length takes little memory.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "analyse/worth_choice.h"
#include "audit/audit.h"

enum step_kind { STEP_ROLL, STEP_MOVE, STEP_FAULT };

/* What the rules have just been given. */
struct step {
	enum step_kind kind;
	struct roll roll;               /* STEP_ROLL */
	int seat;                       /* STEP_MOVE, STEP_FAULT */
	int move;                       /* STEP_MOVE */
	const char *said;               /* STEP_MOVE; or NULL */
	const char *fault, *detail;     /* STEP_FAULT */
};

struct replay_writer;

/* Set by the caller: audit to width, choice and its error.  The rest begins as
   zeroes. */
struct replay {
	const struct audit *audit;      /* borrowed, as is the writer */
	const struct replay_writer *writer;
	uint32_t only;                  /* the game to print; 0: all; `live`:
					   the first one to print */
	bool board_only;                /* the audit began at the board of
					   `only` */
	bool colour;
	bool views;                     /* replay_json: the position, too */
	bool live;                      /* of a match in play, which nobody has
					   verified */
	int width;                      /* of lines, in columns; 0: 80 */
	/* Gives the chances after each step, until a fault; its paths are set.
	   NULL: none are told. */
	struct worth_choice *choice;
	struct error *error;            /* with `choice`: why it has none */

	/* The current game. */
	bool begun;                     /* the match has been announced */
	bool shown;                     /* or is it not asked for? */
	uint32_t number, board;
	int rotation;
	struct step step;
	bool failed;                    /* `choice` did: nothing is shown */
	bool valued;                    /* the chances are known */
	double was[GAME_SEATS_MAX], f[GAME_SEATS_MAX];  /* the chance of each
					   seat before the step, and after */
	struct json_writer line;        /* what is printed next */

	/* Of replay_text. */
	struct {
		int seat, turn;         /* whose paragraph it is; -1: none */
		bool paragraph;         /* one is open */
		bool acted;             /* a seat has begun */
		bool on_table;          /* `roll` waits for a decision */
		bool drawn;             /* a picture of this game */
		struct roll roll;       /* sorted */
		long long total;        /* at stake */
		int column;             /* where sentences begin */
		int score[GAME_SEATS_MAX];
		uint32_t won[GAME_SEATS_MAX];   /* games, per entrant */
		struct text text;
		struct json_writer json;
	} words;
};

/* How things are written: each appends to replay->line. */
struct replay_writer {
	void (*match)(struct replay *replay);
	void (*game)(struct replay *replay);
	/* `before` and `after` are equal when a fault changed nothing. */
	void (*step)(struct replay *replay, const void *before,
		     const void *after);
	void (*again)(struct replay *replay, int seat);
	void (*over)(struct replay *replay, const int *scores,
		     const int *ranks, const char *end);
	void (*abandoned)(struct replay *replay);
	/* The audit has passed everything that was to be printed. */
	void (*end)(struct replay *replay);
};

extern const struct replay_writer replay_text, replay_json;

/* What the auditor has to be given. */
struct match_watch replay_watch(struct replay *replay);

/* To be called when the auditor has passed the log. */
void replay_end(struct replay *replay);

/*
 * Of replay_text, for a seat that is to decide: prints the heading of its
 * paragraph, if there is none yet, the position, if none of this game has been
 * shown, and the dice on the table.  `again`: all of that.
 */
void replay_text_ask(struct replay *replay, const void *state, int seat,
		     bool again);

/* Are colours wanted on standard output?  It is a terminal, TERM is not "dumb",
   and NO_COLOR is not set (https://no-color.org). */
bool replay_colour(void);

/* ### for writers */

int replay_entrant(const struct replay *replay, int seat);
const char *replay_name(const struct replay *replay, int seat);

/* Appends what the roll of this step came to, a sentence or nothing
   (describe_roll in game.h); returns the seat that it is about, or -1. */
int replay_roll_words(const struct replay *replay, const void *before,
		      const void *after, struct text *out);

/* "ann, bob and cid" of names. */
void replay_join(const char *const *name, int count, struct text *out);

/* Appends the events of a step as JSON: a list. */
void replay_events(const struct replay *replay, const void *before,
		   const void *after, struct json_writer *w);

/* Appends the sentence of an event, with everything filled in. */
void replay_sentence(const struct replay *replay, const cJSON *event,
		     struct text *out);

/* Prints `line`. */
void replay_print(struct replay *replay);

void replay_release(struct replay *replay);

#endif
