/*
 * cmd_commit.c - tournament commit: an author's part in the dice.
 */
#include <stdio.h>

#include <sodium.h>

#include "fair/secret_file.h"
#include "tournaments/cmd/commands.h"

static const struct option options[] = {
	{ "-o", "FILE", "the file for the reveal, which must not exist yet" },
	{ 0 }
};

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	struct hash reveal, commit;
	char hex[HASH_HEX_SIZE + 1];
	const char *out = NULL;
	int found, result;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == OPTIONS_ARGUMENT) {
			error_set(err, "unexpected word \"%s\"", at.value);
			return EXIT_TROUBLE;
		}
		out = at.value;
	}
	if (out == NULL) {
		error_set(err, "where to?  tournament commit -o FILE");
		return EXIT_TROUBLE;
	}
	secret_random(&reveal);
	dice_commit(&reveal, &commit);
	result = secret_write(&reveal, out, err);
	sodium_memzero(&reveal, sizeof reveal);
	if (result != 0)
		return EXIT_TROUBLE;
	hash_to_hex(&commit, hex);
	puts(hex);
	fprintf(stderr, "That is your commitment; give it to the operator.  "
		"Your reveal is in %s:\nkeep it until you have signed the "
		"manifest, then hand it in.\n", out);
	return EXIT_YES;
}

const struct command command_commit = {
	.name = "commit",
	.arguments = "-o FILE",
	.help = "draw an author's reveal and print its commitment",
	.options = options,
	.more = "The dice of a contest are mixed from the operator's secret "
		"and the authors' reveals.\nThe commitment goes into the "
		"tournament file; the reveal is shown when the manifest\nis "
		"signed, so that nobody could choose it with the others "
		"known.\n",
	.run = run,
};
