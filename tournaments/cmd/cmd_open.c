/*
 * cmd_open.c - tournament open: takes the reveals and fixes the dice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fair/entrant.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/manifest_folder.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/report_options.h"

static const struct option options[] = {
	{ "--reveal", "NAME=HEX", "an author's reveal; once for each" },
	{ "--beacon", "HEX", "the announced beacon's value, 64 hex digits" },
	{ "--withheld", NULL, "go on without the reveals that are missing" },
	{ 0 }
};

enum { REVEAL, BEACON, WITHHELD };

struct wanted {
	const char *folder;
	const char **reveal;    /* NAME=HEX, `reveals` of them */
	int reveals;
	bool has_beacon, withheld;
	struct hash beacon;
};

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	wanted->reveal = memory_new((size_t)argc, sizeof *wanted->reveal);
	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found == REVEAL) {
			wanted->reveal[wanted->reveals++] = at.value;
		} else if (found == WITHHELD) {
			wanted->withheld = true;
		} else if (found == BEACON) {
			if (hash_read("--beacon", at.value, &wanted->beacon,
				      err) != 0)
				return -1;
			wanted->has_beacon = true;
		} else if (shown_one(&wanted->folder, &at, err) != 0) {
			return -1;
		}
	}
	return wanted->folder != NULL ? 0 :
		error_set(err, "which tournament?  tournament open DIR");
}

/* The place of an author among those who committed, or -1. */
static int place_of(const struct manifest *manifest, const char *name,
		    size_t length)
{
	int place = 0;

	for (int i = 0; i < manifest->authors; i++) {
		if (!manifest->author[i].has_commit)
			continue;
		if (strlen(manifest->author[i].name) == length &&
		    memcmp(manifest->author[i].name, name, length) == 0)
			return place;
		place++;
	}
	return -1;
}

static int read_reveals(const struct wanted *wanted,
			const struct manifest *manifest,
			struct dice_reveal *reveal, struct error *err)
{
	for (int i = 0; i < wanted->reveals; i++) {
		const char *text = wanted->reveal[i];
		const char *equals = strchr(text, '=');
		struct hash value;
		int place;

		if (equals == NULL || !hash_from_hex(&value, equals + 1,
						     strlen(equals + 1)))
			return error_set(err, "--reveal: expected NAME= and 64 "
					 "lower-case hex digits, found "
					 "\"%.200s\"", text);
		place = place_of(manifest, text, (size_t)(equals - text));
		if (place < 0)
			return error_set(err, "--reveal: nobody called %.*s "
					 "has committed",
					 (int)(equals - text), text);
		if (reveal[place].given)
			return error_set(err, "--reveal: %.*s given twice",
					 (int)(equals - text), text);
		reveal[place] = (struct dice_reveal){ value, true };
	}
	return 0;
}

/* Whoever withholds one chooses between two salts: it is never assumed. */
static int check_withheld(const struct wanted *wanted,
			  const struct manifest *manifest,
			  const struct dice_reveal *reveal, struct error *err)
{
	int place = 0;

	for (int i = 0; i < manifest->authors; i++) {
		if (!manifest->author[i].has_commit)
			continue;
		if (!reveal[place++].given && !wanted->withheld)
			return error_set(err, "the reveal of %s is missing: "
					 "--reveal %s=HEX, or --withheld to go "
					 "on without it, which every verdict "
					 "will say", manifest->author[i].name,
					 manifest->author[i].name);
	}
	return 0;
}

static int open_record(struct wanted *wanted, struct record *record,
		       struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct dice_reveal *reveal = memory_new((size_t)manifest->authors + 1,
						sizeof *reveal);
	char *note = folder_file(wanted->folder, "manifest.note");
	bool *signed_by = memory_new((size_t)manifest->authors + 1,
				     sizeof *signed_by);
	int result = -1;

	if (record->book.opened)
		error_set(err, "%s is open already", wanted->folder);
	else if (manifest_note_check(manifest, note, signed_by, err) == 0 &&
		 read_reveals(wanted, manifest, reveal, err) == 0 &&
		 check_withheld(wanted, manifest, reveal, err) == 0 &&
		 book_append(&record->book, err) == 0 &&
		 prepare_open(record, reveal, wanted->has_beacon ?
			      &wanted->beacon : NULL, err) == 0) {
		struct text words = {0};

		record_salt_words(record, signed_by, &words);
		printf("%s is open: its dice are fixed.\n%s", wanted->folder,
		       text_string(&words));
		text_release(&words);
		result = 0;
	}
	free(signed_by);
	free(note);
	free(reveal);
	return result;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = {0};
	struct record record = {0};
	int lock = -1, result = -1;

	/* Locked before it is read: two must not open it both. */
	if (read_options(&wanted, argc, argv, err) == 0 &&
	    folder_need(wanted.folder, err) == 0 &&
	    (lock = folder_lock(wanted.folder, err)) >= 0 &&
	    record_read(&record, wanted.folder, err) == 0)
		result = open_record(&wanted, &record, err);
	if (lock >= 0)
		close(lock);
	record_release(&record);
	free(wanted.reveal);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_open = {
	.name = "open",
	.arguments = "DIR [--reveal NAME=HEX].. [--beacon HEX] [--withheld]",
	.help = "take the authors' reveals and the beacon: the dice are fixed",
	.options = options,
	.more = "To be called when everybody who wants to has signed the "
		"manifest.  Then tournament\nrun DIR plays.  A tournament "
		"without commitments and beacon opens by itself.\n",
	.run = run,
};
