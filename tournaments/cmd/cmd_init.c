/*
 * cmd_init.c - tournament init: fixes and signs the manifest, plays nothing.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/record/manifest_folder.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/report_options.h"

static const struct option options[] = {
	{ "-o", "DIR", "the folder to make (FILE without .json, here)" },
	{ "--key-file", "FILE", "sign with this key instead of your own" },
	{ "--trusted", NULL, "authors may take part below sandbox strict" },
	{ 0 }
};

enum { OUT, KEY, TRUSTED };

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	const char *file = NULL, *out = NULL, *key_file = NULL;
	struct signing_key key = {0};
	bool trusted = false;
	char *folder = NULL;
	int found, result = -1;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == OUT)
			out = at.value;
		else if (found == KEY)
			key_file = at.value;
		else if (found == TRUSTED)
			trusted = true;
		else if (shown_one(&file, &at, err) != 0)
			return EXIT_TROUBLE;
	}
	if (file == NULL) {
		error_set(err, "which tournament?  tournament init FILE");
		return EXIT_TROUBLE;
	}
	folder = out != NULL ? memory_copy(out) : folder_default(file);
	if (prepare_key(&key, key_file, err) == 0)
		result = prepare_folder(file, folder, trusted, &key, err);
	if (result == 0)
		printf("%s: manifest signed.  Publish %s/manifest.json and "
		       "%s/manifest.note, keep %s/secret.\n"
		       "Next: tournament run %s, or for a contest with "
		       "commitments tournament open %s\n", folder, folder,
		       folder, folder, folder, folder);
	key_release(&key);
	free(folder);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_init = {
	.name = "init",
	.arguments = "FILE [-o DIR] [OPTIONS]",
	.help = "fix and sign a tournament's manifest, play nothing yet",
	.options = options,
	.more = "Checks the whole file and every bot, draws the secret, and "
		"writes the folder:\ntournament.json, manifest.json, "
		"manifest.note, secret.  Whoever has the manifest can\nlater "
		"check that nothing was changed.\n",
	.run = run,
};
