/*
 * tournament.h - a tournament as its manifest defines it.
 */
#ifndef TOURNAMENTS_RECORD_TOURNAMENT_H
#define TOURNAMENTS_RECORD_TOURNAMENT_H

#include "base/limits.h"
#include "games/games.h"
#include "games/program_game.h"
#include "games/rules.h"
#include "tournaments/format/contest.h"
#include "tournaments/record/book.h"
#include "tournaments/record/tournament_file.h"

/* Owns everything except a game that is ours; all zeroes is none. */
struct tournament {
	struct manifest manifest;
	const struct game *game;
	struct program_game *told;      /* owned: that game, if a program has
					   its rules; or NULL */
	int rule[GAME_RULES_MAX];
	struct limits limits;
	enum level level;
	struct contest contest;
};

/*
 * Reads the manifest of a folder and checks everything it says about game,
 * rules, limits and format.  Returns 0, or -1 with `err` and nothing to
 * release.
 */
int tournament_read(struct tournament *tournament, const char *folder,
		    struct error *err);

/*
 * Follows the tournament as far as the book goes: makes the fixtures, decides
 * those that have ended, and refuses, with the book's line, a match of the book
 * that is not due or has other entrants.
 */
int tournament_follow(struct tournament *tournament, const struct book *book,
		      struct error *err);

/*
 * Takes who enters or withdraws; with a sentence in `err`, -1 if that cannot
 * be.  `place` is the line of the book.
 */
int tournament_change(struct tournament *tournament,
		      const struct book_change *change, const char *place,
		      struct error *err);

/* Takes all changes of the book that were not taken yet. */
int tournament_take_changes(struct tournament *tournament,
			    const struct book *book, struct error *err);

/* Appends who entered and who withdrew, with the round, such as "eve entered in
   round 3; bob withdrew before round 4"; nothing if nobody did. */
void tournament_changes_text(const struct tournament *tournament,
			     struct text *out);

/*
 * Decides one fixture by the book's rows, which must be as many as it has
 * games; returns -1 with an error that says where if they are not.
 */
int tournament_decide(struct tournament *tournament, const struct book *book,
		      struct fixture *fixture, struct error *err);

/* Decides one fixture by only the first `games` of its match; if that is 0, it
   is not decided. */
void tournament_count_games(const struct tournament *tournament,
			    const struct book_match *match, uint32_t games,
			    struct fixture *fixture);

static inline const char *tournament_name(const struct tournament *tournament,
					  int entrant)
{
	return tournament->manifest.entrant[entrant].name;
}

/* The games of a fixture. */
static inline uint32_t tournament_games(const struct tournament *tournament,
					const struct fixture *fixture)
{
	return fixture->boards * (uint32_t)tournament->manifest.rotations;
}

void tournament_release(struct tournament *tournament);

/* The secret of a match, made from the tournament's, and its seal. */
void tournament_match_secret(const struct hash *secret, uint32_t number,
			     struct hash *match_secret, struct hash *seal);

/* The header that the match's log must have, except for the referee's version
   and key.  It borrows from the tournament; call logline_header_release. */
void tournament_match_header(const struct tournament *tournament,
			     const struct hash *salt, const struct hash *seal,
			     const struct fixture *fixture,
			     struct logline_header *header);

/* Appends the match file of docs/match-log.md, with its LF. */
void tournament_match_write(const struct tournament *tournament,
			    const struct tournament_file *file,
			    const struct hash *salt, const struct hash *seal,
			    const struct fixture *fixture, struct text *out);

#endif
