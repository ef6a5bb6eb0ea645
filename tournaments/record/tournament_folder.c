/*
 * tournament_folder.c - the folder of a tournament: its files, its lock.
 */
#include "tournaments/record/signed_note.h"
#include "tournaments/record/tournament_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "base/clock.h"
#include "base/file.h"
#include "fair/keys.h"
#include "tournaments/record/game_program.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/record/tournament_salt.h"

/* How long to wait for the lock of a folder, and for that of a log. */
enum { LOCK_SECONDS = 1, LOG_SECONDS = 20 };

/* ### names */

bool tournament_folder_is_sharded(const char *folder)
{
	AUTOFREE char *path = path_from(folder, "matches");

	return access(path, F_OK) == 0;
}

char *tournament_folder_match(const char *folder, uint32_t number,
			      const char *ending)
{
	char name[96];

	if (tournament_folder_is_sharded(folder))
		snprintf(name, sizeof name, "matches/%04u/match-%06u%s",
			 number / 1000, number, ending);
	else
		snprintf(name, sizeof name, "match-%06u%s", number, ending);
	return path_from(folder, name);
}

bool tournament_folder_is_packed(const char *folder, uint32_t number)
{
	AUTOFREE char *plain =
		tournament_folder_match(folder, number, ".jsonl");
	AUTOFREE char *packed =
		tournament_folder_match(folder, number, ".pack");

	return access(plain, F_OK) != 0 && access(packed, F_OK) == 0;
}

char *tournament_folder_log(const char *folder, uint32_t number)
{
	return tournament_folder_match(folder, number,
		tournament_folder_is_packed(folder, number) ? ".pack" :
		".jsonl");
}

char *tournament_folder_void(const char *folder, uint32_t number,
			     uint32_t attempt)
{
	char ending[32];

	snprintf(ending, sizeof ending, ".void%u.jsonl", attempt);
	return tournament_folder_match(folder, number, ending);
}

char *tournament_folder_default(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash != NULL ? slash + 1 : file;
	size_t length = strlen(name);

	if (length > 5 && strcmp(name + length - 5, ".json") == 0)
		length -= 5;
	return memory_copy_bytes(name, length);
}

bool tournament_folder_is_one(const char *folder)
{
	AUTOFREE char *path = path_from(folder, "manifest.json");

	return access(path, F_OK) == 0;
}

int tournament_folder_need(const char *folder, struct error *err)
{
	struct stat status;

	if (stat(folder, &status) != 0)
		return error_set(err, "cannot open %s: %s", folder,
				 strerror(errno));
	if (file_expect(folder, true, "the folder of a tournament", err) != 0)
		return -1;
	return tournament_folder_is_one(folder) ? 0 :
		error_set(err, "%s holds no tournament: there is no "
			  "manifest.json", folder);
}

/* ### making */

static int write_named(const char *folder, const char *name,
		       const struct text *bytes, struct error *err)
{
	AUTOFREE char *path = path_from(folder, name);

	return file_create(path, 0644, bytes->bytes, bytes->length,
				 true, err);
}

static int write_secret(const char *folder, const struct hash *secret,
			struct error *err)
{
	AUTOFREE char *path = path_from(folder, "secret");

	return keys_write_secret(secret, path, err);
}

/* `ids` is NULL if the id has the seal in it, which makes it unique. */
static int write_note(const char *folder, const struct text *bytes,
		      const struct signer *signer, struct signed_ids *ids,
		      struct error *err)
{
	OWNED(text) struct text words = {0}, note = {0};
	OWNED(manifest) struct manifest manifest = {0};

	if (manifest_parse(&manifest, bytes->bytes, bytes->length,
			   "manifest.json", err) != 0 ||
	    (ids != NULL &&
	     signed_ids_add(ids, signer, &(struct signed_file){
		.id = manifest.id, .manifest = manifest.hash }, err) != 0))
		return -1;
	signed_note_manifest_text(manifest.id, &manifest.hash, &words);
	signed_note_write(text_string(&words), manifest.operator, signer->key,
			  &note);
	return write_named(folder, "manifest.note", &note, err);
}

static int fill(const char *folder, const struct tournament_file *file,
		const struct signer *signer, struct signed_ids *ids,
		struct error *err)
{
	OWNED(text) struct text manifest = {0}, copy = {0};
	AUTOFREE char *parent = path_folder(folder);
	AUTOFREE char *game = path_from(folder, GAME_PROGRAM_FOLDER);
	struct hash secret, seal;
	int result = -1;

	keys_random_secret(&secret);
	dice_seal(&secret, &seal);
	tournament_file_manifest(file, &seal, &signer->key->public, &manifest);
	tournament_file_copy(file, parent, &copy);
	if (write_secret(folder, &secret, err) == 0 &&
	    write_named(folder, "tournament.json", &copy, err) == 0 &&
	    (file->luck == NULL ||
	     write_named(folder, "luck.json", &file->luck_bytes, err) == 0) &&
	    (!file->programmed ||
	     game_program_copy(&file->program, file->base, game, err) == 0) &&
	    write_named(folder, "manifest.json", &manifest, err) == 0 &&
	    write_note(folder, &manifest, signer,
		       file->manifest.id != NULL ? ids : NULL, err) == 0)
		result = file_sync_folder(folder, err);
	sodium_memzero(&secret, sizeof secret);
	return result;
}

static void empty(const char *folder, const struct tournament_file *file)
{
	AUTOFREE char *game = path_from(folder, GAME_PROGRAM_FOLDER);
	static const char *const names[] = { "secret", "tournament.json",
		"luck.json", "manifest.json", "manifest.note" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		AUTOFREE char *path = path_from(folder, names[i]);

		unlink(path);
	}
	if (file->programmed)
		game_program_remove(&file->program, game);
	rmdir(folder);
}

static int make_settled(const char *folder, const struct tournament_file *file,
			const struct signer *signer, struct error *err)
{
	OWNED(signed_ids) struct signed_ids ids = {0};
	OWNED(text) struct text name = {0};
	AUTOFREE char *parent = NULL;
	char *made;

	text_add(&name, folder);
	while (name.length > 1 && name.bytes[name.length - 1] == '/')
		name.length--;
	text_add(&name, ".XXXXXX");
	text_string(&name);
	made = mkdtemp(name.bytes);
	if (made == NULL)
		return error_set(err, "cannot make the folder %s: %s", folder,
				 strerror(errno));
	if (chmod(made, 0755) == 0 &&
	    fill(made, file, signer, &ids, err) == 0) {
		if (rename(made, folder) == 0) {
			parent = path_folder(folder);
			return file_sync_folder(parent, err);
		}
		error_set(err, "cannot make the folder %s: %s", folder,
			  errno == ENOTEMPTY || errno == EEXIST ?
			  "it exists and is not empty" : strerror(errno));
	}
	signed_ids_undo(&ids);
	empty(made, file);
	return -1;
}

/* ### using */

/* Takes the lock of an open file, for which it waits up to `seconds`; what is
   killed may hold it for a moment longer.  Returns 0, or -1 with errno. */
static int take_lock(int fd, int seconds)
{
	const int64_t end = clock_us() + seconds * 1000000LL;
	const struct timespec moment = { .tv_nsec = 20 * 1000000L };
	int result;

	while ((result = flock(fd, LOCK_EX | LOCK_NB)) != 0 &&
	       errno == EWOULDBLOCK && clock_us() < end)
		nanosleep(&moment, NULL);
	return result;
}

int tournament_folder_lock(const char *folder, struct error *err)
{
	AUTOFREE char *path = path_from(folder, "lock");
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);

	if (fd < 0) {
		error_set(err, "cannot open %s: %s", path, strerror(errno));
	} else if (take_lock(fd, LOCK_SECONDS) != 0) {
		if (errno != EWOULDBLOCK) {
			error_set(err, "cannot lock %s: %s", path,
				  strerror(errno));
		} else {
			error_set(err, "%s is being played by another process",
				  folder);
			error_command(err, "; \"tournament watch", folder);
			error_add(err, "\" shows it");
		}
		close(fd);
		fd = -1;
	}
	return fd;
}

int tournament_folder_secret(const char *folder,
			     const struct tournament *tournament,
			     struct hash *secret, struct error *err)
{
	AUTOFREE char *path = path_from(folder, "secret");
	struct hash seal;
	int result = keys_read_secret(secret, path, err);

	if (result == 0) {
		dice_seal(secret, &seal);
		if (!hash_equal(&seal, &tournament->manifest.seal)) {
			sodium_memzero(secret, sizeof *secret);
			result = error_set(err, "%s does not match the seal "
					   "of the manifest", path);
		}
	}
	return result;
}

int tournament_folder_wait(const char *log, struct error *err)
{
	int fd = open(log, O_RDWR | O_CLOEXEC);
	bool held;

	if (fd < 0)
		return errno == ENOENT ? 0 :
			error_set(err, "cannot open %s: %s", log,
				  strerror(errno));
	held = take_lock(fd, LOG_SECONDS) != 0 && errno == EWOULDBLOCK;
	close(fd);
	return held ? error_set(err, "%s is still being played by another "
				"process", log) : 0;
}

/* ### from a tournament file to its folder */

/* The file does not say which key will sign, so it is only checked here that it
   is no author's. */
static int check_key(const struct tournament_file *file,
		     const struct signing_key *key, struct error *err)
{
	for (int i = 0; i < file->manifest.authors; i++)
		if (file->manifest.author[i].has_key &&
		    hash_equal(&file->manifest.author[i].key, &key->public))
			return error_set(err, "%s: authors[%d].key: it is the "
					 "operator's own key", file->path, i);
	return 0;
}

/* If authors commit to a contest, its secret must be out of reach of bots. */
static int want_strict(const struct tournament_file *file, struct error *err)
{
	const char *needs = "a contest that authors commit to needs "
		"\"strict\": below it a bot could read the secret "
		"(--trusted if you trust every bot)";

	if (tournament_salt_reveals(&file->manifest) == 0)
		return 0;
	if (file->level != LEVEL_STRICT)
		return error_set(err, "%s: sandbox: %s", file->path, needs);
	for (int i = 0; i < file->contest.entrants; i++)
		if (entrant_level(&file->entrant[i], file->level) !=
		    file->level)
			return error_set(err, "%s: entrants[%d].sandbox: %s",
					 file->path, i, needs);
	return 0;
}

int tournament_folder_make(const char *path, const char *folder, bool trusted,
			   const struct signer *signer,
			   int (*check)(const struct tournament_file *file,
					struct error *err), struct error *err)
{
	OWNED(tournament_file) struct tournament_file file = {0};

	return tournament_file_read(&file, path, err) == 0 &&
		tournament_file_check_names(&file, err) == 0 &&
		(trusted || want_strict(&file, err) == 0) &&
		check_key(&file, signer->key, err) == 0 &&
		tournament_file_settle(&file, err) == 0 &&
		(check == NULL || check(&file, err) == 0) ?
		make_settled(folder, &file, signer, err) : -1;
}

/* ### is the tournament file still the one that was signed? */

/* Compares the bots first, for a better error, then everything else byte by
   byte. */
static int compare(const struct tournament_file *file,
		   const struct tournament *tournament, struct error *err)
{
	const struct manifest *manifest = &tournament->manifest;
	OWNED(manifest) struct manifest due = {0};
	const cJSON *item;
	OWNED(text) struct text bytes = {0};

	if (file->contest.entrants != manifest->entrants)
		return error_set(err, "%s: entrants: the manifest has %d, "
				 "found %d%s", file->path, manifest->entrants,
				 file->contest.entrants,
				 file->contest.late > tournament->contest.late ?
				 "; repeat the tournament enter that was "
				 "interrupted" : "");
	for (int i = 0; i < manifest->entrants; i++) {
		const struct entrant *now = &file->entrant[i];
		const struct logline_entrant *then = &manifest->entrant[i],
			found = logline_entrant_of(now, file->level);

		if (strcmp(now->name, manifest->entrant[i].name) != 0)
			return error_set(err, "%s: entrants[%d].name: the "
					 "manifest has %s, found %s",
					 file->path, i,
					 manifest->entrant[i].name, now->name);
		if (!hash_equal(&now->bot, &manifest->entrant[i].bot))
			return error_set(err, "bot %s has changed since the "
					 "manifest was signed: put its files "
					 "back as they were", now->name);
		if (found.leveled != then->leveled ||
		    (found.leveled && found.level != then->level))
			return error_set(err, "%s: entrants[%d].sandbox: it is "
					 "not the level of %s that the "
					 "manifest was signed with", file->path,
					 i, now->name);
		if (!hash_equal(&now->sealed, &manifest->entrant[i].command))
			return error_set(err, "%s: entrants[%d].command: it is "
					 "not the command of %s that the "
					 "manifest was signed with", file->path,
					 i, now->name);
	}
	if (file->programmed && manifest->programmed &&
	    !hash_equal(&file->program.bot, &manifest->program.files))
		return error_set(err, "the program that is the game has "
				 "changed since the manifest was signed: put "
				 "its files back as they were");
	if (file->manifest.has_luck && manifest->has_luck &&
	    !hash_equal(&file->manifest.luck, &manifest->luck))
		return error_set(err, "%s: luck: luck.json has changed since "
				 "the manifest was signed: put it back as it "
				 "was", file->path);
	tournament_file_manifest(file, &manifest->seal,
				 &manifest->operator_key, &bytes);
	if (manifest_parse(&due, bytes.bytes, bytes.length, file->path,
			   err) != 0)
		return -1;
	if (hash_equal(&due.hash, &manifest->hash))
		return 0;
	error_set(err, "%s is not what the manifest was made from", file->path);
	cJSON_ArrayForEach(item, manifest->tree)
		if (!cJSON_Compare(item, json_get(due.tree, item->string),
				   true))
			return error_add(err, ": \"%s\" differs",
					 item->string);
	return -1;
}

int tournament_folder_check(struct tournament_file *file, const char *folder,
			    const struct tournament *tournament,
			    struct error *err)
{
	AUTOFREE char *path = path_from(folder, "tournament.json");

	return tournament_file_read(file, path, err) == 0 &&
		tournament_file_settle(file, err) == 0 ?
		compare(file, tournament, err) : -1;
}

char *tournament_folder_program(const char *folder,
				const struct logline_program *due,
				struct text *command, struct error *err)
{
	char *path = path_from(folder, "tournament.json");
	AUTOFREE char *files = path_from(folder, GAME_PROGRAM_FOLDER);
	OWNED(tournament_file) struct tournament_file file = {0};
	struct program_game *game = NULL;

	if (tournament_file_read(&file, path, err) == 0 &&
	    game_program_check(&file.program, files, due, err) == 0)
		game = game_program_ask(path, err);
	if (game == NULL) {
		free(path);
		return NULL;
	}
	program_game_free(game);
	for (char **word = file.program.command; *word != NULL; word++)
		words_add(command, *word, " ");
	return path;
}
