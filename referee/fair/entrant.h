/*
 * entrant.h - an entrant: its name, its command, and the hashes of both its
 * files and its command.
 *
 * As match files and tournament files describe it.
 */
#ifndef FAIR_ENTRANT_H
#define FAIR_ENTRANT_H

#include "base/json_schema.h"
#include "base/json_write.h"
#include "base/limits.h"
#include "fair/dice.h"

enum { ENTRANT_NAME_MAX = 100 };        /* bytes */

/* How long a process lives and which seats it sees. */
enum processes { PROCESSES_SEAT, PROCESSES_GAME, PROCESSES_ENTRANT };

/* "seat", "game", "entrant", NULL. */
extern const char *const processes_words[];

/* Owns everything.  All zeroes is none. */
struct entrant {
	char *name;
	char *author;           /* or NULL */
	char **command;         /* the words as written, ended by NULL */
	char *sandbox;          /* its own level; NULL: that of all */
	char **files;           /* as written, ended by NULL; or NULL */
	char **words;           /* the command with absolute paths */
	char **paths;           /* the files with absolute paths; or NULL */
	bool pinned;            /* `pin` is what `bot` has to be */
	struct hash pin;
	struct hash bot;
	struct hash sealed;     /* entrant_hash_command of `command` */
};

/*
 * The table of {name, author, command, files, bot, sandbox}; all but name and
 * command may be left out or null.  Whether the name is taken, and whether an entrant
 * may be a person, is the reader's to check.
 */
extern const struct json_field entrant_fields[];

/* Makes the entrant a person; `name` is copied. */
void entrant_make_person(struct entrant *entrant, const char *name);

/* Is it a person at the terminal, whose command has no words? */
bool entrant_is_person(const struct entrant *entrant);

/* Its sandbox level, where `all` is that of the match. */
enum level entrant_level(const struct entrant *entrant, enum level all);

/* What a header and a manifest say of it: its word, or NULL when it is that of
   the match. */
const char *entrant_sandbox(const struct entrant *entrant, enum level all);

/*
 * Can it be run so?  A person has no sandbox, and a bot behind `ssh` no
 * processor time that could be measured here.  Returns 0, or -1 with a
 * sentence about "bot NAME".
 */
int entrant_check_hosting(const struct entrant *entrant,
			  const struct limits *limits, struct error *err);

/* That object. */
void entrant_write(const struct entrant *entrant, struct json_writer *w);

/* Adds "F[,F].." to the files.  A text that is the name of a file, seen from
   the folder `base`, is one file even with commas. */
void entrant_add_files(struct entrant *entrant, const char *base,
		       const char *text);

/*
 * Fills in `words`, `paths`, `bot` and `sealed`: checks that the program can be
 * run, that the files can be read, and that they are those it is pinned to.  A
 * person has the hashes that logline_is_person knows, and no files.
 * Relative paths start from the folder `base`.
 */
int entrant_settle(struct entrant *entrant, const char *base,
		   struct error *err);

/*
 * Appends the words of a command, which NULL ends, as one compact JSON array:
 * only ", \ and U+0001..001F are escaped.  The words are UTF-8.
 */
void entrant_command_text(char *const *words, struct text *out);

/* The SHA-256 of that text: what a header and a manifest say of the command. */
void entrant_hash_command(char *const *words, struct hash *hash);

/* Frees everything; safe twice. */
void entrant_release(struct entrant *entrant);

/* A name, of authors and operators too, is 1 to ENTRANT_NAME_MAX bytes of
   UTF-8 that signed_note_is_name takes. */
bool entrant_is_name(const char *name);

extern const struct json_form entrant_name_form;

/* Returns 0, or -1 with "NAME" cannot be the name of an entrant .. */
int entrant_check_name(const char *name, struct error *err);

/* ### hashes: 64 lower-case hex digits; inline as in json_write.h */

static inline void json_put_hash(struct json_writer *w, const char *key,
				 const struct hash *hash)
{
	json_key(w, key);
	json_hex(w, hash->bytes, HASH_SIZE);
}

#endif
