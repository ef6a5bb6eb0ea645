/*
 * replay.h - prints what an audit reads or a match plays, in words or as JSON
 * lines.
 *
 * A writer formats each step when it is made, and it is printed at once, so that
 * a log of any length takes little memory.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "analyse/worth_choice.h"
#include "audit/audit.h"

struct replay_writer;

/* The caller sets the members from audit to width, choice and error, and the
   rest to zeroes. */
struct replay {
	const struct audit *audit;      /* borrowed, as is the writer */
	const struct replay_writer *writer;
	uint32_t only;                  /* the game to print; 0: all; with
					   `live`, the first one to print */
	bool board_only;                /* the audit began at the board of
					   `only` */
	bool colour;
	bool views;                     /* replay_json: also the positions */
	bool live;                      /* a match in progress, which has not
					   been verified */
	/* It is shown to the player of `seat`, who must not see the hidden
	   rolls of others, nor pictures, which are for spectators, in a game
	   that has some. */
	bool for_seat;
	int seat;
	int width;                      /* of lines, in columns; 0: 80 */
	/* Of a match that this process plays; NULL: a log is read. */
	struct matchlog *log;
	int (*columns)(void);           /* with `log`: the width now, or NULL */
	/* Gives the chances after each step, until a fault; its paths are set.
	   NULL: no chances are printed. */
	struct worth_choice *choice;
	struct error *error;            /* with `choice`: why it failed */

	/* The current game. */
	bool begun;                     /* the match has been announced */
	bool shown;                     /* this game is to be printed */
	uint32_t number, board;
	int rotation;
	const struct step *step;        /* the current one, in a writer's
					   `step` */
	bool failed;                    /* `choice` did: nothing is shown */
	bool valued;                    /* the chances are known */
	double was[GAME_SEATS_MAX], f[GAME_SEATS_MAX];  /* the chance of each
					   seat before the step, and after */
	struct json_writer line;        /* what is printed next */

	/* For writers; replay_json takes `json` and `tree` only. */
	struct {
		int seat, turn;         /* of the paragraph; seat -1: none */
		bool paragraph;         /* one is open */
		bool acted;             /* who begins has been shown */
		bool on_table;          /* `roll` waits for a decision */
		bool drawn;             /* this game's picture was drawn */
		struct roll roll;       /* sorted, if of a seat */
		long long total;        /* at stake */
		int column;             /* where sentences begin */
		int score[GAME_SEATS_MAX];
		uint32_t games;         /* that are over */
		uint32_t won[GAME_SEATS_MAX];   /* of them, per entrant */
		struct text text;
		struct json_writer json;
		struct arena tree;      /* what was read back from `json` */
	} words;
};

/* The writer of a form: each function appends to replay->line. */
struct replay_writer {
	void (*match)(struct replay *replay);
	void (*game)(struct replay *replay, const struct log_step *at);
	/* `before` and `after` are equal when a fault changed nothing. */
	void (*step)(struct replay *replay, const void *before,
		     const void *after);
	void (*again)(struct replay *replay, int seat);
	void (*over)(struct replay *replay, const struct log_step *at);
	void (*abandoned)(struct replay *replay);
	/* The audit has verified everything that was printed. */
	void (*end)(struct replay *replay);
};

extern const struct replay_writer replay_text, replay_json;

/* The watch to pass to the audit, or to the match. */
struct match_watch replay_watch(struct replay *replay);

/* Begins to show, with replay->writer, a match that this process plays.  Fills
   in `audit`, which the caller has to release; borrows all. */
void replay_begin(struct replay *replay, struct audit *audit,
		  const struct match_config *match, struct matchlog *log);

/* Call this when the audit has passed the log. */
void replay_end(struct replay *replay);

/*
 * With replay_text, for a seat that has to decide: prints the heading of its
 * paragraph if it has none yet, the position if this game's has not been shown
 * yet, and the dice on the table.  With `again` prints all of that.
 */
void replay_text_ask(struct replay *replay, const void *state, int seat,
		     bool again);

/* Should standard output be coloured?  Yes if it is a terminal, TERM is not
   "dumb", and NO_COLOR is not set (https://no-color.org). */
bool replay_colour(void);

/* ### for writers */

int replay_entrant(const struct replay *replay, int seat);
const char *replay_name(const struct replay *replay, int seat);

/* Appends the outcome of this step's roll as a sentence, or nothing
   (describe_roll in game.h).  Returns the seat that it is about, or -1. */
int replay_roll_words(const struct replay *replay, const void *before,
		      const void *after, struct text *out);

/* Appends names as in "ann, bob and cid". */
void replay_join(const char *const *name, int count, struct text *out);

/* The tree of what has been written to words.json, until the next call. */
const cJSON *replay_tree(struct replay *replay);

/* The events of a step, likewise. */
const cJSON *replay_events(struct replay *replay, const void *before,
			   const void *after);

/* What the program of a game says of the step, an array of sentences for
   replay_names; NULL: nothing. */
const cJSON *replay_told(const struct replay *replay, const void *after);

/* Appends the sentence with the names of the players for {0}, {1}, .. */
void replay_names(const struct replay *replay, const char *sentence,
		  struct text *out);

/* Appends the sentence of an event, with its members filled in. */
void replay_sentence(const struct replay *replay, const cJSON *event,
		     struct text *out);

/* Prints `line`. */
void replay_print(struct replay *replay);

void replay_release(struct replay *replay);

#endif
