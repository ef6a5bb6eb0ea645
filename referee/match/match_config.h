/*
 * match_config.h - what a match is: game, rules, entrants, and their hosting.
 */
#ifndef MATCH_MATCH_CONFIG_H
#define MATCH_MATCH_CONFIG_H

#include "fair/entrant.h"
#include "fair/logline.h"
#include "games/games.h"
#include "games/rules.h"
#include "host/hosting.h"

/* Owns everything.  All zeroes is none. */
struct match_config {
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct entrant entrant[GAME_SEATS_MAX];
	int entrants;
	char *base;             /* folder that relative paths start from */
	uint32_t boards;
	int rotations;
	enum processes processes;
	struct limits limits;
	enum level level;
	uint32_t links;
	char *log;              /* path, or NULL: not chosen yet */
	/* Of a tournament's match. */
	char *tournament;       /* NULL: none */
	struct hash manifest;
	uint32_t number;
	bool sealed;            /* `seal` and `salt` are given */
	struct hash seal, salt;
};

/* The defaults for a game: rotations 0 means "as many as seats". */
void match_config_init(struct match_config *match, const struct game *game);

/*
 * Adds an entrant from "[NAME=]COMMAND" as on a command line: words split at
 * spaces, no shell.  Without NAME, that of the bot's file without its ending,
 * with "-2", "-3".. after a name that is taken.
 */
int match_config_add_entrant(struct match_config *match, const char *text,
			     struct error *err);

/* Adds a person at the terminal.  Returns 0, or -1 with `err`. */
int match_config_add_person(struct match_config *match, const char *name,
			    struct error *err);

/* The first entrant who is a person, or -1. */
int match_config_person(const struct match_config *match);

/*
 * Gives files to an entrant by "NAME=F[,F]..", as on a command line; see
 * entrant_add_files.
 */
int match_config_add_files(struct match_config *match, const char *text,
			   struct error *err);

/*
 * To be called when everything is set: fills in what was left out, checks
 * that the rules fit, that every bot's files can be read and run, and hashes
 * them.
 */
int match_config_settle(struct match_config *match, struct error *err);

/*
 * What the first line of a log says, whose game and rules are read; entrants
 * have only their names.  Returns 0, or -1 with `err`; match_config_release is
 * due either way.
 */
int match_config_of_header(struct match_config *match,
			   const struct logline_header *header,
			   const struct game *game, const int *rule,
			   struct error *err);

/* The log's first line for it; `rules` and `limits` hold its texts and have to
   live as long.  The key is not set. */
void match_config_header(const struct match_config *match,
			 struct logline_header *header, struct text *rules,
			 struct text *limits);

/* How its bots are run: `hosting` borrows the words, through `hosted`, which
   has room for GAME_SEATS_MAX and has to live as long. */
void match_config_hosting(const struct match_config *match,
			  struct hosting *hosting, struct hosted *hosted);

/* Does one of the first `count` entrants have the name? */
bool match_config_name_taken(const struct match_config *match, int count,
			     const char *name);

void match_config_release(struct match_config *match);

/* The number of seats: one for each entrant. */
static inline int match_config_seats(const struct match_config *match)
{
	return match->entrants;
}

#endif
