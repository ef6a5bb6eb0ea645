/*
 * tournament_folder.h - the folder of a tournament: its files, its lock.
 *
 * docs/tournaments.md lists the files.
 */
#ifndef TOURNAMENTS_RECORD_TOURNAMENT_FOLDER_H
#define TOURNAMENTS_RECORD_TOURNAMENT_FOLDER_H

#include "fair/signed_ids.h"
#include "tournaments/record/tournament.h"
#include "tournaments/record/tournament_file.h"

/* The path of a file in it; the caller frees it. */
char *tournament_folder_file(const char *folder, const char *name);

/* Is it played in shards?  Then its matches lie in folders of a thousand. */
bool tournament_folder_is_sharded(const char *folder);

/* That of a match: "match-000017" and the ending, such as ".jsonl"; in shards
   "matches/0000/match-000017.jsonl". */
char *tournament_folder_match(const char *folder, uint32_t number,
			      const char *ending);

/* Is there only the packed log of a match, as `tournament pack` leaves it? */
bool tournament_folder_is_packed(const char *folder, uint32_t number);

/* The log of a match: its .pack when only that is there, and otherwise its
   .jsonl.  The caller frees it. */
char *tournament_folder_log(const char *folder, uint32_t number);

/* That of the log of a void attempt, from 1: "match-000017.void1.jsonl". */
char *tournament_folder_void(const char *folder, uint32_t number,
			     uint32_t attempt);

/* "cups/june.json" is played in "june" unless -o names another folder. */
char *tournament_folder_default(const char *file);

/* Is it the folder of a tournament: does it have a manifest? */
bool tournament_folder_is_one(const char *folder);

/* The same, and -1 with `err` for one that does not. */
int tournament_folder_need(const char *folder, struct error *err);

/*
 * Makes the folder of a settled file: a new secret, the manifest and its
 * signed note.  It is complete when it gets its name, and must not exist
 * before, or be empty.  An id that the file gives is signed once.  Returns 0,
 * or -1 with `err` and nothing of it left.
 */
int tournament_folder_make(const char *folder,
			   const struct tournament_file *file,
			   const struct signer *signer, struct error *err);

/*
 * Takes the folder's lock until the returned descriptor is closed, however the
 * process ends.  -1 with `err` when another process has it.
 */
int tournament_folder_lock(const char *folder, struct error *err);

/* Reads the secret S, which has to match the seal. */
int tournament_folder_secret(const char *folder,
			     const struct tournament *tournament,
			     struct hash *secret, struct error *err);

/*
 * Waits, for some seconds, until no process plays the log any more: a referee
 * of a tournament that was killed ends a moment after it.
 */
int tournament_folder_wait(const char *log, struct error *err);

#endif
