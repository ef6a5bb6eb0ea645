/*
 * cmd_enter.c - tournament enter and withdraw: who plays changes while a
 * tournament is played.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/printable.h"
#include "fair/names.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

struct enter_options {
	const char *folder, *file, *name, *key_file;
};

static const struct option enter_rows[] = {
	OPTIONS_ARGUMENT("DIR", struct enter_options, folder),
	OPTIONS_ARGUMENT("FILE", struct enter_options, file),
	OPTIONS_ARGUMENT("NAME", struct enter_options, name),
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct enter_options, key_file) },
	{ 0 }
};

static const struct option withdraw_rows[] = {
	OPTIONS_ARGUMENT("DIR", struct enter_options, folder),
	OPTIONS_ARGUMENT("NAME", struct enter_options, name),
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct enter_options, key_file) },
	{ 0 }
};

/* ### the line */

/* A tournament that has begun and is not over, played by this key. */
static int read_running(struct record *record, const char *folder,
			const struct signing_key *key, struct error *err)
{
	if (record_read(record, folder, err) != 0 ||
	    record_check_changes(record, err) != 0)
		return -1;
	if (!hash_equal(&record->tournament.manifest.operator_key,
			&key->public))
		return error_set(err, "the manifest was signed with another "
				 "key: give it with --key-file");
	if (record->book.closed)
		return error_set(err, "%s is over", folder);
	if (!record->book.opened)
		return error_set(err, "%s has not begun: change the entrants "
				 "in its tournament file and make it again",
				 folder);
	return 0;
}

/* When a change will hold.  Shards leave no trace of what they are playing, so
   all that is due counts as begun. */
static int find_round(const struct record *record, uint32_t *round,
		      struct error *err)
{
	const struct contest *contest = &record->tournament.contest;

	*round = !contest->format->open ? 1 : contest_next_change(contest,
		tournament_folder_is_sharded(record->folder) ?
		wave_last(contest) : record->book.matches);
	return *round > 0 ? 0 :
		error_set(err, "%s: every %s has begun", record->folder,
			  contest->cycle > 0 ? "cycle" : "round");
}

static int write_line(struct record *record, const struct book_change *change,
		      const struct signing_key *key, struct error *err)
{
	return book_append(&record->book, err) != 0 ? -1 :
		book_change_sync(&record->book, change,
				 record->tournament.manifest.id, key, err);
}

static void say(const struct enter_options *wanted,
		const struct book_change *change)
{
	printable_line(stdout, "%s: %s %s round %u", wanted->folder,
		       wanted->name, change->who != NULL ? "plays from" :
		       "plays no more from", change->round);
}

/* ### enter */

/* The place of the entrant of this name, or -1 with `err`. */
static int find_entrant(const struct tournament_file *file, const char *name,
			struct error *err)
{
	for (int i = 0; i < file->contest.entrants; i++)
		if (strcmp(file->entrant[i].name, name) == 0)
			return i;
	return error_set(err, "%s: no entrant is called %s", file->path, name);
}

/* Is the name free, and are bots as isolated as authors who commit need it? */
static int check_new(const struct tournament_file *file, int count,
		     const struct manifest *manifest,
		     const struct entrant *entrant, struct error *err)
{
	AUTOFREE struct entrant *all =
		memory_new((size_t)count + 1, sizeof *all);

	if (file->contest.entrants < count)
		return error_set(err, "%s: entrants: the manifest has %d, "
				 "found %d", file->path, count,
				 file->contest.entrants);
	for (int i = 0; i < count; i++)
		all[i] = file->entrant[i];
	all[count] = *entrant;
	if (tournament_salt_reveals(manifest) > 0 && entrant->leveled)
		return error_set(err, "%s: sandbox: in a contest that authors "
				 "commit to nobody enters with a level of "
				 "their own", entrant->name);
	return entrant_check_hosting(entrant, &file->limits, err) != 0 ? -1 :
		names_check_all(all, count + 1, err);
}

/* Adds the entrant to the folder's tournament.json, unless it was there. */
static int write_file(const struct record *record, struct tournament_file *file,
		      const struct tournament_file *from, int place,
		      struct error *err)
{
	const struct tournament *tournament = &record->tournament;
	AUTOFREE char *parent = path_folder(record->folder);
	OWNED(text) struct text copy = {0};

	tournament_file_enter(file, cJSON_GetArrayItem(json_get(from->tree,
		"entrants"), place), tournament->contest.late);
	tournament_file_copy(file, parent, &copy);
	return file_replace(file->path, &copy, true, err);
}

static int enter(struct record *record, const struct enter_options *wanted,
		 const struct signing_key *key, struct error *err)
{
	struct tournament *tournament = &record->tournament;
	const int before = tournament->manifest.entrants;
	AUTOFREE char *path = path_from(wanted->folder, "tournament.json");
	OWNED(tournament_file) struct tournament_file from = {0}, file = {0};
	OWNED(json_tree) cJSON *who = NULL;
	struct book_change change = {0};
	struct logline_entrant entrant;
	int place;

	if (tournament_file_read(&file, path, err) != 0 ||
	    tournament_file_read(&from, wanted->file, err) != 0 ||
	    (place = find_entrant(&from, wanted->name, err)) < 0)
		return -1;
	if (strcmp(from.base, file.base) != 0)
		return error_set(err, "%s: base: expected %s, the folder of "
				 "the bots of %s, found %s", wanted->file,
				 file.base, wanted->folder, from.base);
	if (entrant_settle(&from.entrant[place], from.base, err) != 0)
		return error_at(err, "%s", wanted->file);
	entrant = logline_entrant_of(&from.entrant[place],
				     tournament->manifest.level);
	change.who = who = manifest_entrant_tree(&entrant);
	if (find_round(record, &change.round, err) != 0 ||
	    tournament_change(tournament, &change, wanted->folder, err) != 0)
		return -1;
	if (tournament->manifest.entrants > before &&
	    (check_new(&file, before, &tournament->manifest, &from.entrant[place],
		       err) != 0 ||
	     write_file(record, &file, &from, place, err) != 0))
		return -1;
	if (write_line(record, &change, key, err) != 0)
		return -1;
	say(wanted, &change);
	return 0;
}

static int withdraw(struct record *record, const struct enter_options *wanted,
		    const struct signing_key *key, struct error *err)
{
	struct tournament *tournament = &record->tournament;
	const struct manifest *manifest = &tournament->manifest;
	struct book_change change = {0};

	while (change.entrant < manifest->entrants &&
	       strcmp(manifest->entrant[change.entrant].name, wanted->name) != 0)
		change.entrant++;
	if (change.entrant == manifest->entrants)
		return error_set(err, "%s: no entrant is called %s",
				 wanted->folder, wanted->name);
	if (find_round(record, &change.round, err) != 0 ||
	    tournament_change(tournament, &change, wanted->folder, err) != 0 ||
	    write_line(record, &change, key, err) != 0)
		return -1;
	say(wanted, &change);
	return 0;
}

/* ### the commands */

static int change(struct options *line,
		  int (*make)(struct record *, const struct enter_options *,
			      const struct signing_key *, struct error *),
		  struct error *err)
{
	struct enter_options wanted = {0};
	OWNED(keys) struct signing_key key = {0};
	OWNED(record) struct record record = {0};
	OWNED(file) int lock = -1;

	if (options_read(line, &wanted, err) != 0 ||
	    tournament_folder_need(wanted.folder, err) != 0 ||
	    keys_load_or_own(&key, wanted.key_file, err) != 0)
		return -1;
	lock = tournament_folder_lock(wanted.folder, err);
	if (lock < 0)
		return error_add(err, "; to change its entrants, stop it with "
				 "Ctrl-C and continue it afterwards");
	return read_running(&record, wanted.folder, &key, err) == 0 ?
		make(&record, &wanted, &key, err) : -1;
}

static enum exit_code run_enter(struct options *line, struct error *err)
{
	return change(line, enter, err) == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static enum exit_code run_withdraw(struct options *line, struct error *err)
{
	return change(line, withdraw, err) == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_enter = {
	.name = "enter",
	.arguments = "DIR FILE NAME [--key-file FILE]",
	.help = "let an entrant of a file into a tournament that is played",
	.options = enter_rows,
	.more = "FILE is a tournament file that has the entrant NAME, such as "
		"the one that DIR was made\nfrom with NAME added at the end.  "
		"NAME plays from the next round; in round_robin and\ngauntlet "
		"from the next cycle.  Who has withdrawn can enter again with "
		"the same bot.\n",
	.run = run_enter,
};

const struct command command_withdraw = {
	.name = "withdraw",
	.arguments = "DIR NAME [--key-file FILE]",
	.help = "withdraw an entrant from a tournament that is played",
	.options = withdraw_rows,
	.more = "NAME plays no more from the next round; in round_robin and "
		"gauntlet from the next\ncycle.  Its results stay.\n",
	.run = run_withdraw,
};
