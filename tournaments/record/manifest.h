/*
 * manifest.h - manifest.json: everything that shapes a tournament's result.
 *
 * This module knows no particular game or format; the modules that play them
 * read their objects.
 */
#ifndef TOURNAMENTS_RECORD_MANIFEST_H
#define TOURNAMENTS_RECORD_MANIFEST_H

#include "fair/logline.h"
#include "games/program_game.h"

enum {
	MANIFEST_VERSION = 1,
	MANIFEST_SIZE_MAX = 1 << 26,    /* bytes */
	MANIFEST_LIST_MAX = 100000,     /* entrants, referees, authors */
	MANIFEST_ID_DIGITS = 12         /* of the seal, in an id */
};

struct manifest_author {
	const char *name;
	bool has_commit;
	struct hash commit;
	bool has_key;
	struct hash key;
};

/*
 * Owns the lists and `tree`; borrows all texts and objects, which belong to
 * `tree` in a manifest that was read.  All zeroes is no manifest.
 */
struct manifest {
	const char *id;
	const char *game;
	const cJSON *rules, *format;
	bool programmed;                /* the game is a program: */
	struct logline_program program;
	struct logline_entrant *entrant;
	int entrants;
	uint32_t boards;
	int rotations;
	enum processes processes;
	const cJSON *limits;
	enum level level;
	uint32_t links;
	int stride;
	const char *operator;
	struct hash operator_key;
	struct hash *referee;           /* their public keys */
	int referees;
	struct manifest_author *author;
	int authors;
	const char *beacon_source;      /* NULL: no beacon */
	long long beacon_round;
	bool has_luck;
	struct hash luck;
	struct hash seal;
	struct hash hash;               /* of the file's bytes */
	cJSON *tree;
};

/* The table of "beacon", whose members are those of struct manifest. */
extern const struct json_field manifest_beacon_fields[];

/* Reads the bytes of a manifest; `name` is the file's, for errors.  Returns 0,
   or -1 with `err` and nothing to release. */
int manifest_parse(struct manifest *manifest, const char *bytes, size_t size,
		   const char *name, struct error *err);

/* The same for a file. */
int manifest_read(struct manifest *manifest, const char *path,
		  struct error *err);

/* The game whose rules are a program, without it.  Returns NULL with `err`; the
   caller calls program_game_free. */
struct program_game *manifest_game(const struct manifest *manifest,
				   struct error *err);

/* Writes the object, compact and without LF. */
void manifest_write(const struct manifest *manifest, struct json_writer *w);

/* The object of an entrant; the caller frees it. */
cJSON *manifest_entrant_tree(const struct logline_entrant *entrant);

/*
 * Takes who enters while the tournament is played: the object of the book's
 * line `place`.  `entrant` is the number of the one who has this name, which
 * must be the same, or the next one.  Returns 0, or -1 with `err`.
 */
int manifest_enter(struct manifest *manifest, const cJSON *who,
		   const char *place, int *entrant, struct error *err);

/* The length of the id without the digits of the seal that "NAME-DIGITS" has
   if the tournament file gave only a name. */
size_t manifest_name_length(const struct manifest *manifest);

/* Frees everything; may be called twice. */
void manifest_release(struct manifest *manifest);

/*
 * Checks the note at `path` against the manifest, which must have been read.
 * `signed_by` has room for 1 + authors: the operator, who must have signed,
 * then the authors; it may be NULL.  Returns 0, or -1 with `err`.
 */
int manifest_note_check(const struct manifest *manifest, const char *path,
			bool *signed_by, struct error *err);

#endif
