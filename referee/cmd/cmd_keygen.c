/*
 * cmd_keygen.c - referee keygen: makes a signing key.
 */
#include <stdio.h>

#include "cmd/commands.h"
#include "fair/keys.h"

static const struct option options[] = {
	{ "-o", "FILE", "the key's file, which must not exist yet" },
	{ 0 }
};

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	char public[HASH_HEX_SIZE + 1];
	const char *path = NULL;
	struct signing_key key;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == OPTIONS_ARGUMENT) {
			error_set(err, "unexpected word \"%s\"; try --help",
				  at.value);
			return EXIT_TROUBLE;
		}
		path = at.value;
	}
	if (path == NULL) {
		error_set(err, "give the key a file: referee keygen -o FILE");
		return EXIT_TROUBLE;
	}
	if (key_create(&key, path, err) != 0)
		return EXIT_TROUBLE;
	hash_to_hex(&key.public, public);
	printf("%s\n", public);
	key_release(&key);
	return EXIT_YES;
}

const struct command command_keygen = {
	.name = "keygen",
	.arguments = "-o FILE",
	.help = "make a signing key and print its public half",
	.options = options,
	.more = "The file holds 64 hex digits, mode 0600, and is all there is "
		"of the key.\n\"referee play --key-file FILE\" signs logs "
		"with it, and \"referee verify --key HEX\"\nholds a log "
		"against the printed half.\n",
	.run = run,
};
