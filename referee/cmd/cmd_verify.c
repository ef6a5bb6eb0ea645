/*
 * cmd_verify.c - referee verify: checks logs from their first byte to the last.
 */
#include <stdio.h>
#include <string.h>

#include "audit/audit.h"
#include "audit/audit_result.h"
#include "cmd/commands.h"
#include "fair/entrant.h"

static const struct option options[] = {
	{ "--key", "HEX", "the referee's public key, as you know it" },
	{ "--json", NULL, "one JSON object per log on standard output" },
	{ 0 }
};

enum { KEY, JSON };

/* The doubts as a list of texts. */
static void put_doubts(struct json_writer *w, const struct audit *audit,
		       bool pinned)
{
	struct text doubts = {0};
	char *line, *rest = NULL;

	audit_doubts(audit, pinned, &doubts);
	text_byte(&doubts, '\0');
	json_key(w, "not_proved");
	json_open(w, '[');
	for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		json_string(w, line);
	json_close(w, ']');
	text_release(&doubts);
}

static void print_json(const char *path, const struct audit *audit,
		       enum audit_verdict verdict, bool pinned,
		       const struct audit_result *result, const char *why)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "file", path);
	json_key(&w, "verified");
	json_bool(&w, verdict == AUDIT_PASSED);
	if (verdict != AUDIT_PASSED) {
		json_put_string(&w, "why", why);
	} else {
		json_put_string(&w, "game", audit->header.game);
		json_put_int(&w, "games", audit->games);
		json_put_int(&w, "abandoned", audit->abandoned);
		json_put_int(&w, "rolls", (long long)audit->rolls);
		json_put_int(&w, "decisions", (long long)audit->decisions);
		json_put_hash(&w, "log", &audit->digest);
		json_put_hash(&w, "key", &audit->header.key);
		json_put_hash(&w, "seal", &audit->header.seal);
		audit_result_write(result, &w);
		put_doubts(&w, audit, pinned);
	}
	json_close(&w, '}');
	puts(text_string(&w.out));
	text_release(&w.out);
}

static void print_passed(const char *path, const struct audit *audit,
			 bool pinned)
{
	char key[HASH_HEX_SIZE + 1];
	struct text doubts = {0};
	char *line, *rest = NULL;

	hash_to_hex(&audit->header.key, key);
	printf("%s: verified: %s, %u games, %llu rolls, %llu decisions, "
	       "signed by %s\n", path, audit->header.game, audit->games,
	       (unsigned long long)audit->rolls,
	       (unsigned long long)audit->decisions, key);
	audit_doubts(audit, pinned, &doubts);
	text_byte(&doubts, '\0');
	for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		printf("  not proved: %s\n", line);
	text_release(&doubts);
}

/* Checks one log and prints the verdict; trouble is left in `err`. */
static enum exit_code verify(const char *path, const struct hash *key,
			     bool json, struct error *err)
{
	struct audit audit = {0};
	struct audit_result result = { .header = &audit.header };
	const struct audit_watch watch = audit_result_watch(&result);
	struct error why = {0};
	enum audit_verdict verdict;

	if (json)
		audit.watch = &watch;
	verdict = audit_log(&audit, path, &why);
	if (verdict == AUDIT_PASSED && key != NULL &&
	    !hash_equal(key, &audit.header.key)) {
		error_set(&why, "%s:1: the log is signed by another key than "
			  "the one given with --key", path);
		verdict = AUDIT_REFUSED;
	}
	if (json)
		print_json(path, &audit, verdict, key != NULL, &result,
			   why.text);
	else if (verdict == AUDIT_PASSED)
		print_passed(path, &audit, key != NULL);
	else if (verdict == AUDIT_REFUSED)
		printf("not verified: %s\n", why.text);
	if (verdict == AUDIT_TROUBLE)
		*err = why;
	audit_result_release(&result);
	audit_release(&audit);
	return verdict == AUDIT_PASSED ? EXIT_YES :
		verdict == AUDIT_REFUSED ? EXIT_NO : EXIT_TROUBLE;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	enum exit_code code = EXIT_YES, one;
	const struct hash *pinned = NULL;
	struct hash key;
	bool json = false;
	int found, logs = 0;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == JSON)
			json = true;
		if (found == KEY) {
			if (hash_read("--key", at.value, &key, err) != 0)
				return EXIT_TROUBLE;
			pinned = &key;
		}
		if (found == OPTIONS_ARGUMENT)
			argv[1 + logs++] = argv[at.at];
	}
	if (logs == 0) {
		error_set(err, "which log?  referee verify LOG..");
		return EXIT_TROUBLE;
	}
	for (int i = 1; i <= logs; i++) {
		one = verify(argv[i], pinned, json, err);
		if (one > code)
			code = one;
	}
	return code;
}

const struct command command_verify = {
	.name = "verify",
	.arguments = "LOG.. [--key HEX] [--json]",
	.help = "check match logs from the first byte to the last",
	.options = options,
	.more = "Checks the digest and the signature, that every line is "
		"strict, that the dice are\nthose of the sealed secret and "
		"were due, that every move was legal and every result\nis "
		"what the rules say.  The first line that is wrong is named.  "
		"A verdict also\nsays in words what was not proved.\n"
		"Exit status: 0 all verified, 1 at least one is not, 2 at "
		"least one could not be\nlooked at.\n",
	.run = run,
};
