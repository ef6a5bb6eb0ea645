/*
 * logline.h - the lines of a match log: written byte for byte, read strictly.
 *
 * docs/match-log.md describes every line.  The player writes them with these
 * functions and the auditor writes them again to compare.
 */
#ifndef FAIR_LOGLINE_H
#define FAIR_LOGLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/json_schema.h"
#include "base/json_write.h"
#include "fair/dice.h"
#include "fair/hash_chains.h"
#include "fair/keys.h"

enum {
	LOG_VERSION = 1,
	LOG_LINE_MAX = 1 << 20,         /* bytes, LF included */
	LOG_DEPTH_MAX = 32,
	LOG_SEATS_MAX = 64,
	LOG_BOARDS_MAX = 1000000
};

enum line_type {
	LINE_MATCH, LINE_BOARD, LINE_GAME, LINE_CHAIN, LINE_DRAW, LINE_MOVE,
	LINE_AGAIN, LINE_FAULT, LINE_OVER, LINE_RESUME, LINE_CLOSE, LINE_SIGN,
	LINE_TYPES
};

struct header_entrant {
	const char *name;
	const char *author;             /* or NULL */
	struct hash bot;
};

/* The first line.  Borrows every text; one that was read owns `tree`. */
struct header {
	const char *tournament;         /* or NULL */
	bool has_manifest;
	struct hash manifest;
	uint32_t match;
	const char *game;
	const char *rules;              /* the object, as JSON */
	struct header_entrant entrant[LOG_SEATS_MAX];
	int entrants;
	uint32_t boards;
	int rotations;
	const char *processes;          /* "seat", "game" or "entrant" */
	const char *limits;             /* the object, as JSON */
	const char *sandbox;
	struct hash seal, salt;
	uint32_t links;
	int stride;
	const char *version;
	struct hash key;                /* the referee's, public */
	cJSON *tree;                    /* what was read */
	struct text owned;              /* rules and limits, as JSON */
};

/* ### writing: each appends one object, without LF */

void line_match(struct json_writer *w, const struct header *header);
void line_board(struct json_writer *w, struct chains *chains);
void line_game(struct json_writer *w, uint32_t board, int rotation, int seats);
void line_chain(struct json_writer *w, int stream, uint32_t chain,
		const struct hash *anchor);
void line_draw(struct json_writer *w, int stream, uint32_t k, int dice,
	       int sides, const int *values, const struct hash *link);
/* `move` and `said` are JSON values; said_size 0: none was said. */
void line_move(struct json_writer *w, int seat, const char *move,
	       size_t move_size, const char *said, size_t said_size);
void line_again(struct json_writer *w, int seat);
void line_fault(struct json_writer *w, int seat, const char *fault,
		const char *detail);
void line_over(struct json_writer *w, int seats, const int *scores,
	       const int *ranks, const char *end);
void line_resume(struct json_writer *w, uint32_t games);
void line_close(struct json_writer *w, const struct hash *secret,
		uint32_t games);
void line_sign(struct json_writer *w, const struct hash *digest,
	       const unsigned char *signature);

/* ### reading */

/*
 * Passes one line, without its LF, when it is strict JSON with exactly the
 * keys, types and bounds of its type; on success the tree is the caller's.
 * Returns 0, or -1 with what was expected and what is there.
 */
int line_read(const char *bytes, size_t size, cJSON **tree,
	      enum line_type *type, struct error *err);

/* The type of a line as the referee writes it, by its first bytes only; of any
   other LINE_TYPES. */
enum line_type line_type_of(const char *bytes, size_t size);

/* Is it an id of a tournament: [a-z0-9][a-z0-9.-]{0,63}? */
bool line_is_id(const char *text);

extern const struct json_form line_id_form;

/* Sets rules and limits to the text of these trees; the header owns it. */
void header_set_objects(struct header *header, const cJSON *rules,
			const cJSON *limits);

/* Fills a header from a `match` line that line_read passed; takes `tree`. */
void header_take(struct header *header, cJSON *tree);
void header_release(struct header *header);

#endif
