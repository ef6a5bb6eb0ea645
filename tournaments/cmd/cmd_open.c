/*
 * cmd_open.c - tournament open: takes the reveals and fixes the dice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_folder.h"

struct open_options {
	const char *folder;
	struct options_list reveals;    /* NAME=HEX */
	const char *beacon_hex;
	struct hash beacon;     /* set if beacon_hex is not NULL */
	bool withheld;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct open_options, folder),
	{ "--reveal", "NAME=HEX", "an author's reveal; repeat for each author",
		OPTIONS_LIST(struct open_options, reveals) },
	{ "--beacon", "HEX", "the announced beacon's value, 64 hex digits",
		OPTIONS_TEXT(struct open_options, beacon_hex) },
	{ "--withheld", NULL, "continue without the missing reveals",
		OPTIONS_FLAG(struct open_options, withheld) },
	{ 0 }
};

static int read_options(struct options *line, struct open_options *wanted,
			struct error *err)
{
	if (options_read(line, wanted, err) != 0)
		return -1;
	return wanted->beacon_hex == NULL ? 0 :
		hash_read("--beacon", wanted->beacon_hex, &wanted->beacon,
			  err);
}

/* The index of an author among those who committed, or -1. */
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

static int read_reveals(const struct open_options *wanted,
			const struct manifest *manifest,
			struct dice_reveal *reveal, struct error *err)
{
	for (int i = 0; i < wanted->reveals.count; i++) {
		const char *text = wanted->reveals.word[i];
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
			return error_set(err, "--reveal: no author called %.*s "
					 "has committed",
					 (int)(equals - text), text);
		if (reveal[place].given)
			return error_set(err, "--reveal: %.*s given twice",
					 (int)(equals - text), text);
		reveal[place] = (struct dice_reveal){ value, true };
	}
	return 0;
}

/* A missing reveal needs --withheld: withholding it chooses between two
   salts. */
static int check_withheld(const struct open_options *wanted,
			  const struct manifest *manifest,
			  const struct dice_reveal *reveal, struct error *err)
{
	int place = 0;

	for (int i = 0; i < manifest->authors; i++) {
		if (!manifest->author[i].has_commit)
			continue;
		if (!reveal[place++].given && !wanted->withheld)
			return error_set(err, "the reveal of %s is missing: "
					 "give --reveal %s=HEX, or --withheld "
					 "to continue without it, which every "
					 "verdict will report",
					 manifest->author[i].name,
					 manifest->author[i].name);
	}
	return 0;
}

static int open_record(struct open_options *wanted, struct record *record,
		       struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct hash *beacon = wanted->beacon_hex != NULL ?
		&wanted->beacon : NULL;
	AUTOFREE struct dice_reveal *reveal =
		memory_new((size_t)manifest->authors + 1, sizeof *reveal);
	AUTOFREE char *note =
		tournament_folder_file(wanted->folder, "manifest.note");
	AUTOFREE bool *signed_by =
		memory_new((size_t)manifest->authors + 1, sizeof *signed_by);
	int result = -1;

	if (record->book.opened)
		error_set(err, "%s is already open", wanted->folder);
	else if (manifest_note_check(manifest, note, signed_by, err) == 0 &&
		 read_reveals(wanted, manifest, reveal, err) == 0 &&
		 check_withheld(wanted, manifest, reveal, err) == 0 &&
		 book_append(&record->book, err) == 0 &&
		 record_open_book(record, reveal, beacon, err) == 0) {
		struct doubts doubts = {0};
		struct text words = {0};

		/* No doubts about keys: the operator knows whose they are. */
		record_salt_doubts(record, signed_by, signed_by, &doubts);
		doubts_words(&doubts, &words);
		doubts_release(&doubts);
		printable_line(stdout, "%s is open: its dice are fixed.",
			       wanted->folder);
		command_line_print(&words);
		result = 0;
	}
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct open_options wanted = {0};
	OWNED(record) struct record record = {0};
	OWNED(file) int lock = -1;

	/* Locked before it is read, so that only one process can open it. */
	return read_options(line, &wanted, err) == 0 &&
		tournament_folder_need(wanted.folder, err) == 0 &&
		(lock = tournament_folder_lock(wanted.folder, err)) >= 0 &&
		record_read(&record, wanted.folder, err) == 0 &&
		open_record(&wanted, &record, err) == 0 ? EXIT_YES :
		EXIT_TROUBLE;
}

const struct command command_open = {
	.name = "open",
	.arguments = "DIR [--reveal NAME=HEX].. [--beacon HEX] [--withheld]",
	.help = "enter the authors' reveals and the beacon, which fix the dice",
	.options = options,
	.more = "Run this after everybody who wants to has signed the "
		"manifest; then play with\ntournament run DIR.  A tournament "
		"without commitments and beacon opens by itself.\n",
	.run = run,
};
