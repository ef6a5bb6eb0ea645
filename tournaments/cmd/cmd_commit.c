/*
 * cmd_commit.c - tournament commit: draws an author's contribution to the dice.
 */
#include <stdio.h>

#include <sodium.h>

#include "base/printable.h"
#include "fair/keys.h"
#include "tournaments/cmd/commands.h"

struct commit_options {
	const char *path;
};

static const struct option options[] = {
	{ "-o", "FILE", "where to write the reveal; must not exist yet",
		OPTIONS_TEXT(struct commit_options, path), .required = true },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
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
	.options = options,
	.more = "The dice of a contest depend on the operator's secret and on "
		"the authors' reveals.\nThe commitment goes into the "
		"tournament file.  The reveal is published only after the\n"
		"manifest has been signed, so that nobody can choose theirs "
		"knowing the others.\n",
	.run = run,
};
