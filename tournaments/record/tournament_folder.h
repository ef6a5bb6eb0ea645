/*
 * tournament_folder.h - the folder of a tournament: its files, its lock.
 *
 * docs/tournaments.md lists the files.
 */
#ifndef TOURNAMENTS_RECORD_TOURNAMENT_FOLDER_H
#define TOURNAMENTS_RECORD_TOURNAMENT_FOLDER_H

#include "tournaments/record/tournament.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/record/signed_ids.h"

/* Is it played in shards?  Then its matches are in folders of a thousand. */
bool tournament_folder_is_sharded(const char *folder);

/* The path of a match: "match-000017" and the ending, such as ".jsonl"; in
   shards "matches/0000/match-000017.jsonl".  The caller frees it. */
char *tournament_folder_match(const char *folder, uint32_t number,
			      const char *ending);

/* Is there only the packed log of a match, as `tournament pack` leaves it? */
bool tournament_folder_is_packed(const char *folder, uint32_t number);

/* The path of the log of a match: its .pack if only that is there, otherwise
   its .jsonl.  The caller frees it. */
char *tournament_folder_log(const char *folder, uint32_t number);

/* The path of the log of a void attempt, which count from 1:
   "match-000017.void1.jsonl".  The caller frees it. */
char *tournament_folder_void(const char *folder, uint32_t number,
			     uint32_t attempt);

/* The folder for a file without -o: "cups/june.json" is played in "june".  The
   caller frees it. */
char *tournament_folder_default(const char *file);

/* Is it the folder of a tournament: does it have a manifest? */
bool tournament_folder_is_one(const char *folder);

/* The same as an error: 0, or -1 with `err` if it has none. */
int tournament_folder_need(const char *folder, struct error *err);

/*
 * Reads a tournament file, settles it and makes its folder: a new secret, the
 * manifest and its signed note.  The folder must not exist or must be empty; it
 * gets its name when it is complete.  An id that the file gives is signed only
 * once.  `trusted`: authors' commitments are accepted below sandbox strict.
 * `check`, unless it is NULL, may refuse the settled file.  Returns 0, or -1
 * with `err` and nothing of it left.
 */
int tournament_folder_make(const char *file, const char *folder, bool trusted,
			   const struct signer *signer,
			   int (*check)(const struct tournament_file *file,
					struct error *err), struct error *err);

/*
 * Reads the folder's tournament.json, settles it, and compares it with the
 * manifest: the error names a bot that has changed.  Returns 0 with `file`, or
 * -1 with `err`; call tournament_file_release in either case.
 */
int tournament_folder_check(struct tournament_file *file, const char *folder,
			    const struct tournament *tournament,
			    struct error *err);

/*
 * Takes the folder's lock until the returned descriptor is closed, however the
 * process ends.  Returns -1 with `err` if another process has it for a second.
 */
int tournament_folder_lock(const char *folder, struct error *err);

/* Reads the secret S, which has to match the seal.  Returns 0, or -1 with
   `err`. */
int tournament_folder_secret(const char *folder,
			     const struct tournament *tournament,
			     struct hash *secret, struct error *err);

/*
 * Waits, for up to 20 seconds, until no process plays the log any more: when a
 * tournament is killed, its referees end a moment later.
 */
int tournament_folder_wait(const char *log, struct error *err);

/*
 * The tournament file of a tournament's folder whose game is a program, if that
 * is the one that was signed, `due`, and can be run here; it may be a
 * stranger's, so it is run in a sandbox that shows it its own folder, or not at
 * all.  Appends the words of its command to `command`.  Returns the path, which
 * the caller frees, or NULL with `err`.
 */
char *tournament_folder_program(const char *folder,
				const struct logline_program *due,
				struct text *command, struct error *err);

#endif
