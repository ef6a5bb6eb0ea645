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

enum logline_type {
	LINE_MATCH, LINE_BOARD, LINE_GAME, LINE_CHAIN, LINE_DRAW, LINE_MOVE,
	LINE_AGAIN, LINE_FAULT, LINE_OVER, LINE_RESUME, LINE_CLOSE, LINE_SIGN,
	LINE_TYPES
};

struct logline_entrant {
	const char *name;
	const char *author;             /* or NULL */
	struct hash bot;                /* of its files */
	struct hash command;            /* of its words, entrant_hash_command */
	const char *sandbox;            /* its own level; NULL: the match's */
};

/* The first line.  Borrows every text; one that was read owns `tree`. */
struct logline_header {
	const char *tournament;         /* or NULL */
	bool has_manifest;
	struct hash manifest;
	uint32_t match;
	const char *game;
	const char *rules;              /* the object, as JSON */
	struct logline_entrant entrant[LOG_SEATS_MAX];
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

void logline_match(struct json_writer *w, const struct logline_header *header);
void logline_board(struct json_writer *w, struct hash_chains *chains);
void logline_game(struct json_writer *w, uint32_t board, int rotation,
		  int seats);
void logline_chain(struct json_writer *w, int stream, uint32_t chain,
		   const struct hash *anchor);
void logline_draw(struct json_writer *w, int stream, uint32_t k, int dice,
		  int sides, const int *values, const struct hash *link);
/* `move` and `said` are JSON values; said_size 0: none was said. */
void logline_move(struct json_writer *w, int seat, const char *move,
		  size_t move_size, const char *said, size_t said_size);
void logline_again(struct json_writer *w, int seat);
void logline_fault(struct json_writer *w, int seat, const char *fault,
		   const char *detail);
void logline_over(struct json_writer *w, int seats, const int *scores,
		  const int *ranks, const char *end);
void logline_resume(struct json_writer *w, uint32_t games);
void logline_close(struct json_writer *w, const struct hash *secret,
		   uint32_t games);
void logline_sign(struct json_writer *w, const struct hash *digest,
		  const unsigned char *signature);

/* ### reading */

/*
 * Passes one line, without its LF, when it is strict JSON with exactly the
 * keys, types and bounds of its type; on success the tree is the caller's.
 * Returns 0, or -1 with what was expected and what is there.
 */
int logline_read(const char *bytes, size_t size, cJSON **tree,
		 enum logline_type *type, struct error *err);

/* The type of a line as the referee writes it, by its first bytes only; of any
   other LINE_TYPES. */
enum logline_type logline_type_of(const char *bytes, size_t size);

/* Is it an id of a tournament: [a-z0-9][a-z0-9.-]{0,63}? */
bool logline_is_id(const char *text);

extern const struct json_form logline_id_form;

/* The header of a log or a manifest: refuses an entrant's `sandbox` that is the
   match's, which is left out.  0, or -1 with `err`. */
int logline_check_sandboxes(const struct json_at *top, struct error *err);

/* Was it a person at the terminal: 64 zeros as `bot`, and the hash of a command
   without words? */
bool logline_is_person(const struct logline_entrant *entrant);

/* Sets rules and limits to the text of these trees; the header owns it. */
void logline_header_set_objects(struct logline_header *header,
				const cJSON *rules, const cJSON *limits);

/* Fills a header from a `match` line that logline_read passed; takes `tree`. */
void logline_header_take(struct logline_header *header, cJSON *tree);
void logline_header_release(struct logline_header *header);

#endif
