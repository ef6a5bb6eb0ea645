/*
 * limits.h - what a bot may use: one table for parsing, logs and help.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include "base/json.h"
#include "base/json_write.h"

enum limit {
	LIMIT_START_MS, LIMIT_MOVE_MS, LIMIT_GAME_MS, LIMIT_FAULTS_MAX,
	LIMIT_MEMORY_MB, LIMIT_CPU_S, LIMIT_TASKS, LIMIT_FILES, LIMIT_BOX_MB,
	LIMIT_OUTPUT_MB, LIMIT_CORES, LIMIT_CLOCK, LIMIT_PAUSE_WAITING,
	LIMIT_COUNT
};

/* Values of LIMIT_CLOCK: what move_ms and game_ms count. */
enum { LIMIT_CLOCK_WALL, LIMIT_CLOCK_CPU };

/* Weakest first.  docs/hosting.md says what each promises. */
enum level { LEVEL_NONE, LEVEL_LIMITS, LEVEL_STRICT, LEVEL_COUNT };

/* "none", "limits", "strict", NULL. */
extern const char *const limits_level_words[LEVEL_COUNT + 1];

struct limits {
	int value[LIMIT_COUNT];
};

void limits_defaults(struct limits *limits);

/* Sets one from "NAME=N" or "NAME=WORD".  Returns 0, or -1 with what is
   wrong. */
int limits_set_text(struct limits *limits, const char *text,
		    struct error *err);

/* Appends limit `i`, if it is not the default, as limits_set_text reads it.
   Returns whether it did. */
bool limits_text(const struct limits *limits, enum limit i, struct text *out);

/* Sets those of an object.  Unknown names and numbers out of range are
   refused. */
int limits_set_json(struct limits *limits, const struct json_at *at,
		    struct error *err);

/* Are they all without effect or known at that level?  0, or -1 with `err`. */
int limits_fit(const struct limits *limits, enum level level,
	       struct error *err);

/* Gives those that the level does not know their defaults. */
void limits_cut(struct limits *limits, enum level level);

/* The object in logs and match files: those that the level knows.  What came
   with later versions is left out where it has its default: older readers
   refuse what they do not know. */
void limits_write(const struct limits *limits, enum level level,
		  struct json_writer *w);

/* What bots could have done at that level, for verdicts, as in "bots could have
   read the secret"; NULL: nothing. */
const char *limits_level_allows(enum level level);

/* The three clocks, as the hello line shows them. */
void limits_write_clocks(const struct limits *limits, struct json_writer *w);

/* A paragraph with a line each: for help texts. */
void limits_help(struct text *out);

#endif
