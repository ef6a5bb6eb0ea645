/*
 * entrant.h - an entrant: its name, its command, and the hashes of both its
 * files and its command.
 *
 * Match files and tournament files describe entrants in this form.
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

/* Owns everything.  All zeroes is no entrant. */
struct entrant {
	char *name;
	char *author;           /* or NULL */
	char **command;         /* the words as written, ended by NULL */
	bool leveled;           /* it has a level of its own: */
	enum level level;
	/* It has the rules of a game: the files of its command always belong
	   to `files`, and the hash has their names without folders, so that it
	   is the same wherever the files are. */
	bool is_game;
	char **files;           /* as written, ended by NULL; or NULL */
	char **words;           /* the command with absolute paths */
	char *base;             /* of a program: the folder of its paths; NULL:
				   that of all */
	char **paths;           /* the files with absolute paths; or NULL */
	bool pinned;            /* `bot` must equal `pin` */
	struct hash pin;
	struct hash bot;
	struct hash sealed;     /* entrant_hash_command of `command` */
};

/*
 * The table of {name, author, command, files, bot, sandbox}; all but name and
 * command may be left out or null.  The reader checks that names are unique and
 * whether an entrant may be a person.
 */
extern const struct json_field entrant_fields[];

/* A word of a command or a list of files, and how many there may be. */
enum { ENTRANT_WORDS_MAX = 1000 };
extern const struct json_field entrant_word;

/* Bytes of all files of a program that has the rules of a game. */
enum { ENTRANT_PROGRAM_MAX = 1 << 26 };

/* ### programs: a game whose rules are a program (docs/own-game.md) */

/* The table of {command, files, base}; all but the command may be left out. */
extern const struct json_field entrant_program_fields[];

/* Reads that object in the file at `path`, to whose folder its base is relative
   (it becomes absolute if it is there).  Returns 0, or -1 with `err`. */
int programs_read(struct entrant *program, const struct json_at *at,
		  const char *path, struct error *err);

/* As entrant_settle; `base` is the folder unless it has its own. */
int programs_settle(struct entrant *program, const char *base,
		    struct error *err);

/* ### entrants */

/* Makes the entrant a person; `name` is copied. */
void entrant_make_person(struct entrant *entrant, const char *name);

/* Whether the entrant is a person at the terminal, whose command has no
   words. */
bool entrant_is_person(const struct entrant *entrant);

/* Does one of the first `count` entrants have the name? */
bool entrant_name_taken(const struct entrant *entrant, int count,
			const char *name);

/*
 * Fills in list[count] from "[NAME=]COMMAND" on a command line: words are split
 * at spaces, without a shell, and may be in quotes.  The default for NAME is
 * that of the bot's file without its extension, followed by "-2", "-3".. if one
 * of those before it has it.  Returns 0, or -1 with `err`.
 */
int entrant_read_words(struct entrant *list, int count, const char *text,
		       struct error *err);

/* Its sandbox level, where `all` is that of the match. */
enum level entrant_level(const struct entrant *entrant, enum level all);

/*
 * Checks that the entrant can be run with these limits: a person cannot have a
 * sandbox, and the processor time of a bot behind `ssh` cannot be measured
 * here.  Returns 0, or -1 with a sentence that names the entrant.
 */
int entrant_check_hosting(const struct entrant *entrant,
			  const struct limits *limits, struct error *err);

/* Writes the object that `entrant_fields` describes. */
void entrant_write(const struct entrant *entrant, struct json_writer *w);

/* Adds the files "F[,F]..".  If the whole text is the name of a file, relative
   to the folder `base`, it is one file even if it contains commas. */
void entrant_add_files(struct entrant *entrant, const char *base,
		       const char *text);

/*
 * Fills in `words`, `paths`, `bot` and `sealed`; checks that the program can be
 * run, that the files can be read, and that their hash is the pinned one.  A
 * person gets the hashes that logline_is_person recognises, and must have no
 * files.  Relative paths start at the folder `base`.
 */
int entrant_settle(struct entrant *entrant, const char *base,
		   struct error *err);

/*
 * Appends the words of a command, which NULL ends, as one compact JSON array:
 * only ", \ and U+0001..001F are escaped.  The words are UTF-8.
 */
void entrant_command_text(char *const *words, struct text *out);

/* The SHA-256 of that text, which headers and manifests record. */
void entrant_hash_command(char *const *words, struct hash *hash);

/* Frees everything; may be called twice. */
void entrant_release(struct entrant *entrant);

/* Whether `name` can be the name of a signer of a note (C2SP): UTF-8 of any
   length above 0, without any kind of white space, `+`, or what
   printable_is_harmful, so that names that differ do not look the same. */
bool entrant_can_sign(const char *name, size_t size);

/* Whether `name` can name an entrant, author or operator: 1 to ENTRANT_NAME_MAX
   bytes that entrant_can_sign accepts. */
bool entrant_is_name(const char *name);

extern const struct json_form entrant_name_form;

/* Replaces what many names have and that of an entrant cannot: spaces and + by
   _. */
void entrant_make_name(char *name);

/* Returns 0, or -1 with the sentence "NAME" cannot be the name of an
   entrant. */
int entrant_check_name(const char *name, struct error *err);

/* ### hashes: 64 lower-case hex digits; inline as in json_write.h */

static inline void json_put_hash(struct json_writer *w, const char *key,
				 const struct hash *hash)
{
	json_key(w, key);
	json_hex(w, hash->bytes, HASH_SIZE);
}

#endif
