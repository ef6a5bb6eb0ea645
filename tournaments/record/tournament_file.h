/*
 * tournament_file.h - the tournament file that a person writes.
 *
 * docs/tournament-file.md describes every key.
 */
#ifndef TOURNAMENTS_RECORD_TOURNAMENT_FILE_H
#define TOURNAMENTS_RECORD_TOURNAMENT_FILE_H

#include "base/limits.h"
#include "fair/entrant.h"
#include "games/games.h"
#include "games/rules.h"
#include "tournaments/format/contest.h"
#include "worth/luck_file.h"
#include "tournaments/record/manifest.h"

/* What collect says of a submission; the tree owns the texts. */
struct tournament_left_out {
	const char *name;
	const char *author;     /* or NULL */
	const char *why;        /* some lines */
};

/* Owns everything except the game and its texts; all zeroes is none. */
struct tournament_file {
	char *path;
	cJSON *tree;            /* as written; owns the texts below */
	const char *name;
	const struct game *game;
	bool programmed;                /* the game is a program: */
	struct entrant program;
	struct program_game *told;      /* what it says of the game */
	bool asked;                     /* by itself; else by the manifest */
	int rule[GAME_RULES_MAX];
	struct limits limits;
	enum level level;
	enum processes processes;
	struct contest contest;
	struct entrant *entrant;        /* contest.entrants of them */
	/* Only links, rotations, operator's name, authors, beacon and the hash
	   of the luck file; the id, or NULL if it is made of name and seal. */
	struct manifest manifest;
	struct tournament_left_out *left_out;   /* what collect has refused */
	int left_outs;
	struct tournament_left_out *advice;     /* to entrants */
	int advices;
	const char *luck;       /* the path of the luck file, or NULL */
	struct text luck_bytes; /* all of it */
	char *base;             /* folder that paths of bots are relative to;
				   absolute if it is there */
};

/*
 * Reads a file and checks all of it, including the format's options, but does
 * not look at the bots.  Returns 0, or -1 with an error that names the file,
 * the key and what was expected; call tournament_file_release in either case.
 */
int tournament_file_read(struct tournament_file *file, const char *path,
			 struct error *err);

/* Refuses names that a new tournament must not have (names.h). */
int tournament_file_check_names(const struct tournament_file *file,
				struct error *err);

/* Checks that every bot can be run and hashes its files. */
int tournament_file_settle(struct tournament_file *file, struct error *err);

/* Appends the manifest of a settled file, with its LF. */
void tournament_file_manifest(const struct tournament_file *file,
			      const struct hash *seal, const struct hash *key,
			      struct text *out);

/* Makes the entrant, an object of the same folder, the last of `late` who
   entered while it is played. */
void tournament_file_enter(struct tournament_file *file, const cJSON *entrant,
			   int late);

/* Appends the copy for the tournament's folder, which will be in `parent`: all
   keys as written, except that `base` is as seen from there and `luck` is the
   copy there. */
void tournament_file_copy(const struct tournament_file *file,
			  const char *parent, struct text *out);

/* The first key that has another value in `other`, or NULL. */
const char *tournament_file_difference(const struct tournament_file *file,
				       const struct tournament_file *other);

void tournament_file_release(struct tournament_file *file);

#endif
