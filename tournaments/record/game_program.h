/*
 * game_program.h - the program that has the rules of a tournament's game.
 */
#ifndef TOURNAMENTS_RECORD_GAME_PROGRAM_H
#define TOURNAMENTS_RECORD_GAME_PROGRAM_H

#include "fair/entrant.h"
#include "fair/logline.h"
#include "games/program_game.h"

/* Where a tournament's folder has the files of that program. */
#define GAME_PROGRAM_FOLDER "game"

/*
 * Asks the program that the tournament file at `path` names what its game is:
 * starts `referee games`, which runs it in a sandbox.  Returns the game, which
 * the caller frees, or NULL with `err`.
 */
struct program_game *game_program_ask(const char *path, struct error *err);

/* Asks it, too, whether so many can play by these rules.  Returns 0, or -1 with
   `err`, which says why not. */
int game_program_ask_rules(const char *path, const struct game *game,
			   int seats, const int *rule, struct error *err);

/*
 * Checks that a settled program in a stranger's `folder` reads only files of
 * that folder and of /usr, and that files and command are those of `due`.
 * Returns 0, or -1 with `err`.
 */
int game_program_check(const struct entrant *program, const char *folder,
		       const struct logline_program *due,
		       struct error *err);

/* Are all files of a settled program, whose paths are relative to `base` unless
   it has its own, in that folder?  Returns 0, or -1 with `err`. */
int game_program_check_files(const struct entrant *program, const char *base,
			     struct error *err);

/* Copies those files into `folder`, which is made.  Returns 0, or -1 with
   `err`. */
int game_program_copy(const struct entrant *program, const char *base,
		      const char *folder, struct error *err);

/* Removes that copy. */
void game_program_remove(const struct entrant *program, const char *folder);

#endif
