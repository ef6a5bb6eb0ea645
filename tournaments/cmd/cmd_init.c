/*
 * cmd_init.c - tournament init: writes and signs the manifest, plays nothing.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_folder.h"

struct init_options {
	const char *file, *out, *key_file;
	bool trusted, again;
};

static const struct option options[] = {
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

static enum exit_code run(struct options *line, struct error *err)
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
				   &signer, err) != 0)
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
	.options = options,
	.more = "Checks the file and every bot, draws the secret, and writes "
		"the folder with\ntournament.json, manifest.json, "
		"manifest.note and secret.  Anybody who has the manifest\ncan "
		"check later that nothing was changed.\n",
	.run = run,
};
