/*
 * protocol.h - the lines the referee and a bot write to each other.
 *
 * Pure: text in, verdict out.  docs/protocol.md describes every line.
 */
#ifndef HOST_PROTOCOL_H
#define HOST_PROTOCOL_H

#include <stdint.h>

#include "base/fault.h"
#include "base/json_plain.h"
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

/* What a turn line is made of; JSON values but for `events`. */
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

/* Leaves out the oldest events where the line would be too long. */
void protocol_turn(struct json_writer *w, const struct question *question);

void protocol_again(struct json_writer *w, long ms, const char *why);

void protocol_over(struct json_writer *w, const char *events,
		   size_t events_size, int seats, const int *scores,
		   const int *ranks, const char *end);

/* `secret` is 64 hex digits. */
void protocol_bye(struct json_writer *w, const char *secret);

/* ### from the bot: a line without its LF */

/* What a bot wishes; a fresh one wishes for everything. */
struct wishes {
	bool legal, events;
	char name[64];                  /* cut; "" when it did not say */
};

/* FAULT_NONE, or FAULT_GARBLED / FAULT_START with the reason in `why`. */
enum fault protocol_read_ready(const char *line, size_t size,
			       struct wishes *wishes, struct error *why);

/* An answer: a place in `legal`, or a move itself.  It must not be copied. */
struct answer {
	long long place;                /* -1: it is `move` */
	const cJSON *move;              /* an object, or NULL */
	const char *say;                /* JSON text in quotes, or NULL */
	size_t say_size;
	/* What `move` is in: a tree of its own, or NULL and `plain`. */
	cJSON *tree;
	struct json_plain plain;
};

/*
 * FAULT_NONE with an answer, or FAULT_GARBLED / FAULT_ILLEGAL with the reason
 * in `why`.  Whether the move is legal is for the game to say.
 */
enum fault protocol_read_answer(const char *line, size_t size,
				struct answer *answer, struct error *why);

void protocol_answer_release(struct answer *answer);

#endif
