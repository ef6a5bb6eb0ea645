/*
 * match_config.h - the configuration of a match: its game, rules, entrants and
 * hosting.
 */
#ifndef MATCH_MATCH_CONFIG_H
#define MATCH_MATCH_CONFIG_H

#include "base/options.h"
#include "fair/entrant.h"
#include "fair/logline.h"
#include "games/games.h"
#include "games/rules.h"
#include "host/hosting.h"

enum { HOSTED_MAX = GAME_SEATS_MAX + 1 };

/* Owns everything in it but the game.  May be all zeroes. */
struct match_config {
	const struct game *game;        /* NULL: not known yet */
	bool programmed;                /* the game is a program: */
	struct entrant program;
	cJSON *rules;           /* for that game; NULL: none given */
	int rule[GAME_RULES_MAX];
	struct entrant entrant[GAME_SEATS_MAX];
	int entrants;
	char *base;             /* the folder for relative paths */
	uint32_t boards;
	int rotations;
	enum processes processes;
	struct limits limits;
	enum level level;
	uint32_t links;
	char *log;              /* path, or NULL: not chosen yet */
	/* For a match of a tournament. */
	char *tournament;       /* NULL: none */
	struct hash manifest;
	uint32_t number;
	bool sealed;            /* `seal` and `salt` are set */
	struct hash seal, salt;
};

/* Sets the defaults for a game.  Rotations 0 means that match_config_settle
   chooses them. */
void match_config_init(struct match_config *match, const struct game *game);

/* Makes the game the program of that command with those files ("F[,F].." or
   NULL: a library, own_game.py or own_game.js, that lies beside it), as on a
   command line.  Returns 0, or -1 with `err`. */
int match_config_set_program(struct match_config *match, const char *command,
			     const char *files, struct error *err);

/* Makes it the program that a match file or a tournament file has as its
   "game".  Returns 0, or -1 with `err`. */
int match_config_read_program(struct match_config *match, const char *path,
			      struct error *err);

/* Is it the program of a game: a path, several words, or a file that names one?
   Otherwise it is the name of a game. */
bool match_config_is_program(const char *game);

/* Makes it that program, as the two functions above. */
int match_config_find_program(struct match_config *match, const char *game,
			      const char *files, struct error *err);

/* Sets the game that the program has, and its rules as the match file or their
   defaults say.  Returns 0, or -1 with `err`. */
int match_config_set_game(struct match_config *match, const struct game *game,
			  struct error *err);

/* Adds an entrant given as "[NAME=]COMMAND" on a command line, as
   entrant_read_words does.  Returns 0, or -1 with `err`. */
int match_config_add_entrant(struct match_config *match, const char *text,
			     struct error *err);

/* Adds a person at the terminal.  Returns 0, or -1 with `err`. */
int match_config_add_person(struct match_config *match, const char *name,
			    struct error *err);

/* The index of the first entrant that is a person, or -1. */
int match_config_person(const struct match_config *match);

/*
 * Adds files to an entrant, given as "NAME=F[,F].." on a command line; see
 * entrant_add_files.  Returns 0, or -1 with `err`.
 */
int match_config_add_files(struct match_config *match, const char *text,
			   struct error *err);

/* Sets the rules and limits of a command line.  Returns 0, or -1 with `err`. */
int match_config_set(struct match_config *match,
		     const struct options_list *rules,
		     const struct options_list *limits, struct error *err);

/*
 * Call when everything is set: fills in what was left out, checks the rules and
 * that every bot's files can be read and run, and hashes the files.  A program
 * that is the game is settled likewise; its rules are checked by
 * match_config_check_rules, when it has said what its game is.
 * Returns 0, or -1 with `err`.
 */
int match_config_settle(struct match_config *match, struct error *err);

/* Checks the rules and the number of seats.  Returns 0, or -1 with `err`. */
int match_config_check_rules(const struct match_config *match,
			     struct error *err);

/*
 * Fills in a match from the first line of a log and the game and rules already
 * read from it; the bots cannot be run from that.  Returns 0, or -1 with `err`.
 * Call match_config_release either way.
 */
int match_config_of_header(struct match_config *match,
			   const struct logline_header *header,
			   const struct game *game, const int *rule,
			   struct error *err);

/* Checks that the command of an entrant is that of the log; `file` names its
   source.  Returns 0, or -1 with `err`. */
int match_config_check_command(const struct entrant *now,
			       const struct logline_entrant *then,
			       const char *file, struct error *err);

/* Checks that the entrants, their commands and files are those of the log.
   Returns 0, or -1 with `err`. */
int match_config_check_bots(const struct match_config *match,
			    const struct logline_header *log, const char *file,
			    struct error *err);

/* Makes the first line of its log, without the key.  The header borrows from
   the match; the caller has to call logline_header_release. */
void match_config_header(const struct match_config *match,
			 struct logline_header *header);

/* Fills in how its bots are run, and after them the program that is the game.
   `hosting` borrows `hosted`, which has room for HOSTED_MAX and borrows the
   words of the match; both have to live as long. */
void match_config_hosting(const struct match_config *match,
			  struct hosting *hosting, struct hosted *hosted);

void match_config_release(struct match_config *match);

/* The number of seats: one for each entrant. */
static inline int match_config_seats(const struct match_config *match)
{
	return match->entrants;
}

/* ### the match file */

/*
 * Reads a match file.  For unknown keys and wrong values the error names the
 * file and the key.  The caller still has to call match_config_settle.  Returns
 * 0, or -1 with `err`.  Call match_config_release either way.
 */
int match_config_read(struct match_config *match, const char *path,
		      struct error *err);

/* Writes the match file, for match_config_read. */
void match_config_write(const struct match_config *match,
			struct json_writer *w);

#endif
