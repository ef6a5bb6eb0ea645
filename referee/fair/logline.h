/*
 * logline.h - the lines of a match log: written byte for byte, read strictly.
 *
 * docs/match-log.md describes every line.  The player writes lines with these
 * functions, and the auditor writes them again to compare.
 */
#ifndef FAIR_LOGLINE_H
#define FAIR_LOGLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/json_schema.h"
#include "base/json_write.h"
#include "base/limits.h"
#include "fair/dice.h"
#include "fair/entrant.h"
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
	bool leveled;                   /* it has a level of its own: */
	enum level level;
};

/* The program that has the rules of a game of the user's. */
struct logline_program {
	struct hash files;              /* of its files, as of a bot */
	struct hash command;            /* of its words, entrant_hash_command */
	const char *result;             /* one of game_result_words */
	bool hidden;                    /* it has rolls that one seat sees */
};

/* The first line.  Owns `tree`, if it has one, and borrows the rest. */
struct logline_header {
	const char *tournament;         /* or NULL */
	bool has_manifest;
	struct hash manifest;
	uint32_t match;
	const char *game;
	const cJSON *rules, *limits;    /* objects */
	bool programmed;                /* the game is a program: */
	struct logline_program program;
	struct logline_entrant entrant[LOG_SEATS_MAX];
	int entrants;
	uint32_t boards;
	int rotations;
	enum processes processes;
	enum level level;
	struct hash seal, salt;
	uint32_t links;
	int stride;
	const char *version;
	struct hash key;                /* the referee's, public */
	cJSON *tree;                    /* the line that was read */
};

/* The entrant as a log or a manifest names it; `all` is the level of the match.
   Borrows. */
struct logline_entrant logline_entrant_of(const struct entrant *entrant,
					  enum level all);

/* ### writing: each function appends one object, without LF */

void logline_match(struct json_writer *w, const struct logline_header *header);
void logline_board(struct json_writer *w, struct hash_chains *chains);
void logline_game(struct json_writer *w, uint32_t board, int rotation,
		  int seats);
void logline_chain(struct json_writer *w, int stream, uint32_t chain,
		   const struct hash *anchor);
/* `to`: the only seat that may see it until the game is over; -1: all may. */
void logline_draw(struct json_writer *w, int stream, uint32_t k, int dice,
		  int sides, const int *values, const struct hash *link,
		  int to);
/* `move` is a JSON value; `said` is NULL if nothing was said. */
void logline_move(struct json_writer *w, int seat, const char *move,
		  size_t move_size, const char *said);
void logline_again(struct json_writer *w, int seat);
void logline_fault(struct json_writer *w, int seat, enum fault fault,
		   const char *detail);
void logline_over(struct json_writer *w, int seats, const int *scores,
		  const int *ranks, const char *end);
void logline_resume(struct json_writer *w, uint32_t games);
void logline_close(struct json_writer *w, const struct hash *secret,
		   uint32_t games);
void logline_sign(struct json_writer *w, const struct hash *digest,
		  const unsigned char *signature);

/*
 * Appends the match file, which describes what a referee is to play, of the
 * match with this header, without LF.  `entrant` has the same entrants with
 * their commands, whose relative paths start at the folder `base`, and
 * `program` that of a game that is a program.  Seal and salt are left out
 * unless `sealed`.
 */
void logline_match_file(struct json_writer *w,
			const struct logline_header *header,
			const struct entrant *program,
			const struct entrant *entrant, const char *base,
			bool sealed);

/* ### reading */

/*
 * Reads one line, without its LF, which must be strict JSON with exactly the
 * keys, types and bounds of its type; on success the caller owns the tree.
 * Returns 0, or -1 with what was expected and what was found.
 */
int logline_read(const char *bytes, size_t size, cJSON **tree,
		 enum logline_type *type, struct error *err);

/* The type of a line in the form that the referee writes, judged by its first
   bytes only; LINE_TYPES for any other line. */
enum logline_type logline_type_of(const char *bytes, size_t size);

/* Whether `text` is a tournament id: [a-z0-9][a-z0-9.-]{0,63}. */
bool logline_is_id(const char *text);

extern const struct json_form logline_id_form;

/* The table of struct logline_program. */
extern const struct json_field logline_program_fields[];

/* Checks the header of a log or a manifest: an entrant whose `sandbox` is the
   match's must not have that key.  Returns 0, or -1 with `err`. */
int logline_check_sandboxes(const struct json_at *top, struct error *err);

/* Whether it was a person at the terminal: `bot` is 64 zeros, and `command` is
   the hash of a command without words. */
bool logline_is_person(const struct logline_entrant *entrant);

/* Reads the first line of a log.  Returns 0, or -1 with `err`; call
   logline_header_release only after 0. */
int logline_header_read(struct logline_header *header, const char *bytes,
			size_t size, struct error *err);

/* Fills a header from a `match` line that logline_read accepted; takes over
   `tree`. */
void logline_header_take(struct logline_header *header, cJSON *tree);

/* The first key of the `match` line of `found` for which `due` has another
   value; NULL: they are the same.  `found` was read.  The referee's version and
   key may differ, and need not be set in `due`. */
const char *logline_header_differs(const struct logline_header *due,
				   const struct logline_header *found);
void logline_header_release(struct logline_header *header);

#endif
