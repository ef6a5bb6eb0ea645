/*
 * cmd_dice.c - tournament init, commit, sign and open: dice that nobody chose
 * alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/printable.h"
#include "fair/entrant.h"
#include "fair/keys.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/record.h"
#include "tournaments/record/signed_note.h"
#include "tournaments/record/tournament_folder.h"

/* ### init */

struct init_options {
	const char *file, *out, *key_file;
	bool trusted, again;
};

static const struct option init_rows[] = {
	OPTIONS_ARGUMENT("FILE", struct init_options, file),
	{ "-o", "DIR", "the folder to make (FILE without .json, here)",
		OPTIONS_TEXT(struct init_options, out) },
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct init_options, key_file) },
	{ "--trusted", NULL, "allow authors below the sandbox level strict",
		OPTIONS_FLAG(struct init_options, trusted) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct init_options, again) },
	{ 0 }
};

static enum exit_code run_init(struct options *line, struct error *err)
{
	struct init_options wanted = {0};
	OWNED(keys) struct signing_key key = {0};
	struct signer signer = { .key = &key };
	OWNED(text) struct text word = {0};
	AUTOFREE char *folder = NULL;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	folder = wanted.out != NULL ? memory_copy(wanted.out) :
		tournament_folder_default(wanted.file);
	signer.key_file = wanted.key_file;
	signer.again = wanted.again;
	if (keys_load_or_own(&key, wanted.key_file, err) != 0 ||
	    tournament_folder_make(wanted.file, folder, wanted.trusted,
				   &signer, NULL, err) != 0)
		return EXIT_TROUBLE;
	printable_line(stdout, "%s: manifest signed.  Publish "
		       "%s/manifest.json and %s/manifest.note, keep "
		       "%s/secret.", folder, folder, folder, folder);
	printable_line(stdout, "Next: tournament run %s, or for a contest with "
		       "commitments tournament open %s",
		       printable_word(&word, folder), text_string(&word));
	return EXIT_YES;
}

const struct command command_init = {
	.name = "init",
	.arguments = "FILE [-o DIR] [OPTIONS]",
	.help = "write and sign a tournament's manifest without playing",
	.options = init_rows,
	.more = "Checks the file and every bot, draws the secret, and writes "
		"the folder with\ntournament.json, manifest.json, "
		"manifest.note and secret.  Anybody who has the manifest\ncan "
		"check later that nothing was changed.\n",
	.run = run_init,
};

/* ### commit */

struct commit_options {
	const char *path;
};

static const struct option commit_rows[] = {
	{ "-o", "FILE", "where to write the reveal; must not exist yet",
		OPTIONS_TEXT(struct commit_options, path), .required = true },
	{ 0 }
};

static enum exit_code run_commit(struct options *line, struct error *err)
{
	struct commit_options wanted = {0};
	struct hash reveal, commit;
	int result;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	keys_random_secret(&reveal);
	dice_commit(&reveal, &commit);
	result = keys_write_secret(&reveal, wanted.path, err);
	sodium_memzero(&reveal, sizeof reveal);
	if (result != 0)
		return EXIT_TROUBLE;
	puts(HASH_HEX(&commit));
	printable_line(stderr, "This is your commitment; give it to the "
		       "operator.  Your reveal is in %s:", wanted.path);
	fputs("keep it secret until you have signed the manifest, then give "
	      "it to the operator.\n", stderr);
	return EXIT_YES;
}

const struct command command_commit = {
	.name = "commit",
	.arguments = "-o FILE",
	.help = "draw an author's reveal and print its commitment",
	.options = commit_rows,
	.more = "The dice of a contest depend on the operator's secret and on "
		"the authors' reveals.\nThe commitment goes into the "
		"tournament file.  The reveal is published only after the\n"
		"manifest has been signed, so that nobody can choose theirs "
		"knowing the others.\n",
	.run = run_commit,
};

/* ### sign */

struct sign_options {
	const char *folder, *name, *key_file;
	bool again;
};

static const struct option sign_rows[] = {
	OPTIONS_ARGUMENT("DIR", struct sign_options, folder),
	{ "--as", "NAME", "the signer: an author in the manifest or a witness",
		OPTIONS_TEXT(struct sign_options, name), .required = true },
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct sign_options, key_file) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct sign_options, again) },
	{ 0 }
};

/* An author in the manifest must sign with the key given there. */
static int check_signer(const struct manifest *manifest, const char *name,
			const struct signing_key *key, struct error *err)
{
	if (!entrant_is_name(name))
		return error_set(err, "--as: expected %s, found \"%s\"",
				 entrant_name_form.expected, name);
	if (strcmp(name, manifest->operator) == 0)
		return error_set(err, "--as: %s is the operator, who signed "
				 "the manifest when it was made", name);
	for (int i = 0; i < manifest->authors; i++) {
		const struct manifest_author *author = &manifest->author[i];

		if (strcmp(author->name, name) != 0)
			continue;
		if (!author->has_key)
			return error_set(err, "the manifest has no key for %s: "
					 "the signature could not be checked",
					 name);
		if (!hash_equal(&author->key, &key->public))
			return error_set(err, "the manifest has another key "
					 "for %s: give yours with --key-file",
					 name);
	}
	return 0;
}

/* Writes the note with the new line, after recording the id for the key. */
static int add_line(const char *path, const struct manifest *manifest,
		    const struct text *note, const struct signer *signer,
		    struct error *err)
{
	OWNED(signed_ids) struct signed_ids ids = {0};
	const struct signed_file file = { .id = manifest->id,
		.manifest = manifest->hash };
	int result = signed_ids_add(&ids, signer, &file, err);

	if (result == 0 && (result = file_replace(path, note, true, err)) != 0)
		signed_ids_undo(&ids);
	return result;
}

static int sign(const char *folder, const char *name,
		const struct signer *signer, struct error *err)
{
	const struct signing_key *key = signer->key;
	AUTOFREE char *path = path_from(folder, "manifest.note");
	OWNED(text) struct text words = {0}, line = {0}, note = {0};
	OWNED(tournament) struct tournament tournament = {0};
	struct hash hash;

	if (tournament_read(&tournament, folder, err) != 0)
		return -1;
	hash = tournament.manifest.hash;
	if (check_signer(&tournament.manifest, name, key, err) != 0 ||
	    manifest_note_check(&tournament.manifest, path, NULL, err) != 0 ||
	    file_read(&note, path, SIGNED_NOTE_SIZE_MAX, err) != 0)
		return -1;
	signed_note_manifest_text(tournament.manifest.id, &hash, &words);
	signed_note_sign(text_string(&words), name, key, &line);
	if (strstr(text_string(&note), text_string(&line)) != NULL) {
		printable_line(stdout, "%s has already signed %s", name, path);
		return 0;
	}
	text_append(&note, line.bytes, line.length);
	if (add_line(path, &tournament.manifest, &note, signer, err) != 0)
		return -1;
	printable_line(stdout, "%s: signed as %s", path, name);
	return 0;
}

static enum exit_code run_sign(struct options *line, struct error *err)
{
	struct sign_options wanted = {0};
	OWNED(keys) struct signing_key key = {0};
	struct signer signer = { .key = &key };
	OWNED(file) int lock = -1;

	/* Locked, so that no signature made at the same time is lost. */
	if (options_read(line, &wanted, err) != 0 ||
	    tournament_folder_need(wanted.folder, err) != 0 ||
	    keys_load_or_own(&key, wanted.key_file, err) != 0 ||
	    (lock = tournament_folder_lock(wanted.folder, err)) < 0)
		return EXIT_TROUBLE;
	signer.key_file = wanted.key_file;
	signer.again = wanted.again;
	return sign(wanted.folder, wanted.name, &signer, err) == 0 ? EXIT_YES :
		EXIT_TROUBLE;
}

const struct command command_sign = {
	.name = "sign",
	.arguments = "DIR --as NAME [--key-file FILE] [--again]",
	.help = "sign a manifest as an author or a witness",
	.options = sign_rows,
	.more = "Adds a line to DIR/manifest.note.  Look at the manifest "
		"first: the signature says that\nit existed before the dice "
		"were known.\n",
	.run = run_sign,
};

/* ### open */

struct open_options {
	const char *folder;
	struct options_list reveals;    /* NAME=HEX */
	const char *beacon_hex;
	struct hash beacon;     /* set if beacon_hex is not NULL */
	bool withheld;
};

static const struct option open_rows[] = {
	OPTIONS_ARGUMENT("DIR", struct open_options, folder),
	{ "--reveal", "NAME=HEX", "an author's reveal; repeat for each author",
		OPTIONS_LIST(struct open_options, reveals) },
	{ "--beacon", "HEX", "the announced beacon's value, 64 hex digits",
		OPTIONS_TEXT(struct open_options, beacon_hex) },
	{ "--withheld", NULL, "continue without the missing reveals",
		OPTIONS_FLAG(struct open_options, withheld) },
	{ 0 }
};

static int read_open_options(struct options *line, struct open_options *wanted,
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
	AUTOFREE char *note = path_from(wanted->folder, "manifest.note");
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

static enum exit_code run_open(struct options *line, struct error *err)
{
	struct open_options wanted = {0};
	OWNED(record) struct record record = {0};
	OWNED(file) int lock = -1;

	/* Locked before it is read, so that only one process can open it. */
	return read_open_options(line, &wanted, err) == 0 &&
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
	.options = open_rows,
	.more = "Run this after everybody who wants to has signed the "
		"manifest; then play with\ntournament run DIR.  A tournament "
		"without commitments and beacon opens by itself.\n",
	.run = run_open,
};
