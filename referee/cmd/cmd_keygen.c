/*
 * cmd_keygen.c - referee keygen: makes a signing key.
 */
#include <stdio.h>

#include "cmd/commands.h"
#include "fair/keys.h"

struct keygen_options {
	const char *path;
};

static const struct option options[] = {
	{ "-o", "FILE", "where to write the key; must not exist yet",
		OPTIONS_TEXT(struct keygen_options, path), .required = true },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct keygen_options wanted = {0};
	struct signing_key key;

	if (options_read(line, &wanted, err) != 0 ||
	    keys_create(&key, wanted.path, err) != 0)
		return EXIT_TROUBLE;
	puts(HASH_HEX(&key.public));
	keys_release(&key);
	return EXIT_YES;
}

const struct command command_keygen = {
	.name = "keygen",
	.arguments = "-o FILE",
	.help = "create a signing key and print its public key",
	.options = options,
	.is_verdict = true,
	.more = "The file, mode 0600, holds the secret key as 64 hex digits; "
		"the public key follows\nfrom it.  \"referee play --key-file "
		"FILE\" signs logs with the secret key, \"referee\nverify "
		"--key HEX\" checks a log against the public key.\n",
	.run = run,
};
