/*
 * limits.h - the limits of a bot: one table for parsing, logs and help; the
 * faults.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include "base/json.h"
#include "base/options.h"
#include "base/json_write.h"

enum limit {
	LIMIT_START_MS, LIMIT_MOVE_MS, LIMIT_GAME_MS, LIMIT_FAULTS_MAX,
	LIMIT_MEMORY_MB, LIMIT_CPU_S, LIMIT_TASKS, LIMIT_FILES, LIMIT_BOX_MB,
	LIMIT_OUTPUT_MB, LIMIT_CORES, LIMIT_CLOCK, LIMIT_PAUSE_WAITING,
	LIMIT_SUSPECT_REPLAYS, LIMIT_COUNT
};

/* Values of LIMIT_CLOCK: the kind of time that move_ms and game_ms limit. */
enum { LIMIT_CLOCK_WALL, LIMIT_CLOCK_CPU };

/* Weakest first.  docs/hosting.md says what each level guarantees. */
enum level { LEVEL_NONE, LEVEL_LIMITS, LEVEL_STRICT, LEVEL_COUNT };

/* "none", "limits", "strict", NULL. */
extern const char *const limits_level_words[LEVEL_COUNT + 1];

struct limits {
	int value[LIMIT_COUNT];
};

void limits_defaults(struct limits *limits);

/* Sets limits from "NAME=N" or "NAME=WORD", each of them once.  Returns 0, or
   -1 with `err`. */
int limits_set_words(struct limits *limits, const struct options_list *words,
		     struct error *err);

/* Appends limit `i` in the form that limits_set_words reads, unless it has its
   default.  Returns whether it did. */
bool limits_text(const struct limits *limits, enum limit i, struct text *out);

/* Sets the limits given in an object.  Unknown names and values out of range
   are errors. */
int limits_set_json(struct limits *limits, const struct json_at *at,
		    struct error *err);

/* Checks that limits which the level does not know have their defaults.
   Returns 0, or -1 with `err`. */
int limits_fit(const struct limits *limits, enum level level,
	       struct error *err);

/* Resets limits which the level does not know to their defaults. */
void limits_cut(struct limits *limits, enum level level);

/* Writes the object for logs and match files: the limits that the level knows.
   Limits added in later versions are left out if they have their defaults,
   because older readers refuse unknown names. */
void limits_write(const struct limits *limits, enum level level,
		  struct json_writer *w);

/* What bots could have done at that level, for verdicts: completes "bots ..",
   for example with "could have read the secret"; NULL if nothing. */
const char *limits_level_allows(enum level level);

/* Writes the three clocks as in the hello line. */
void limits_write_clocks(const struct limits *limits, struct json_writer *w);

/* Appends a paragraph with a line per limit, for help texts. */
void limits_help(struct text *out);

/* ### fault: what a bot can do wrong; a fault is a result, never an error */

enum fault {
	FAULT_NONE,
	FAULT_START,            /* could not be started, or was never ready */
	FAULT_TIMEOUT,          /* no complete answer when its clock ran out */
	FAULT_GONE,             /* exited, was killed, or closed a pipe */
	FAULT_FLOOD,            /* a line too long, or bytes not asked for */
	FAULT_GARBLED,          /* an answer that is not one strict object */
	FAULT_ILLEGAL,          /* an answer without a move that is legal now */
	FAULT_FORFEIT,          /* reached faults_max faults in this match */
	FAULT_LIMIT,            /* exceeded memory, processor, output limits */
	FAULT_COUNT
};

/* The word for each fault in logs and in the protocol, "" for FAULT_NONE; ended
   by NULL, so that it can serve as a list of words. */
extern const char *const fault_words[FAULT_COUNT + 1];

#endif
