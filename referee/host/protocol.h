/*
 * protocol.h - the lines that the referee and a bot write to each other.
 *
 * No input or output here: text in, verdict out.  docs/protocol.md describes
 * every line.
 */
#ifndef HOST_PROTOCOL_H
#define HOST_PROTOCOL_H

#include <stdint.h>

#include "base/json.h"
#include "base/limits.h"

enum {
	PROTOCOL_VERSION = 1,
	PROTOCOL_LINE_MAX = 65536,      /* bytes, LF included, both ways */
	PROTOCOL_DEPTH_MAX = 16,
	PROTOCOL_SAY_MAX = 500          /* bytes of `say` that are kept */
};

/* ### to the bot: each function appends a line with its LF */

struct hello {
	const char *game;
	const char *rules;              /* the object, as JSON */
	int seats;
	const char *const *names;       /* by seat */
	int seat;
	const struct limits *limits;
	const char *dice;               /* the object, as JSON */
};

void protocol_hello(struct json_writer *w, const struct hello *hello);

/* `anchors` is a list, as JSON. */
void protocol_game(struct json_writer *w, uint32_t number, uint32_t of,
		   uint64_t seed, const char *anchors, size_t anchors_size);

/* The parts of a turn line; all but `events` are JSON values. */
struct question {
	long ms;
	/* Log lines, each with its LF; NULL: the bot declined them. */
	const char *events;
	size_t events_size;
	const char *view;
	size_t view_size;
	const char *legal;              /* NULL: the bot declined it */
	size_t legal_size;
};

/* Leaves out the oldest events if the line would be too long. */
void protocol_turn(struct json_writer *w, const struct question *question);

void protocol_again(struct json_writer *w, long ms, const char *why);

void protocol_over(struct json_writer *w, const char *events,
		   size_t events_size, int seats, const int *scores,
		   const int *ranks, const char *end);

/* `secret` is 64 hex digits. */
void protocol_bye(struct json_writer *w, const char *secret);

/* ### from the bot: a line without its LF */

/* Is a line, which `end` follows, an object?  If not, `why` says so. */
bool protocol_is_object(const char *line, const char *end, struct error *why);

/* What a bot wants to be sent; by default, everything. */
struct wishes {
	bool legal, events;
};

/* FAULT_NONE, or FAULT_GARBLED / FAULT_START with the reason in `why`. */
enum fault protocol_read_ready(const char *line, size_t size,
			       struct wishes *wishes, struct error *why);

/* An answer: an index into `legal`, or the move itself. */
struct answer {
	long long place;                /* -1: `move` is set instead */
	const cJSON *move;              /* an object, or NULL */
	const char *say;                /* or NULL */
};

/*
 * FAULT_NONE with an answer, or FAULT_GARBLED / FAULT_ILLEGAL with the reason
 * in `why`.  The caller must still check with the game that the move is legal.
 * What the answer refers to is in `arena`, which is cleared first.
 */
enum fault protocol_read_answer(struct arena *arena, const char *line,
				size_t size, struct answer *answer,
				struct error *why);

#endif
