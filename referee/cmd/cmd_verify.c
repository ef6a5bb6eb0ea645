/*
 * cmd_verify.c - referee verify: checks logs from their first byte to the last.
 */
#include <stdio.h>

#include "audit/audit.h"
#include "audit/audit_result.h"
#include "base/error_place.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "fair/entrant.h"

struct verify_options {
	struct options_list logs;
	const char *key;
	bool json;
};

static const struct option options[] = {
	{ "LOG", NULL, NULL, OPTIONS_LIST(struct verify_options, logs),
		.required = true },
	{ "--key", "HEX", "the public key the log must be signed with",
		OPTIONS_TEXT(struct verify_options, key) },
	{ "--json", NULL, "print one JSON object per log",
		OPTIONS_FLAG(struct verify_options, json) },
	{ 0 }
};

static void print_json(const char *path, const struct audit *audit,
		       enum audit_verdict verdict, bool pinned,
		       const struct audit_result *result,
		       const struct error *why)
{
	struct json_writer w = {0};
	struct doubts doubts = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "file", path);
	json_put_bool(&w, "verified", verdict == AUDIT_PASSED);
	if (verdict != AUDIT_PASSED) {
		error_place_write(why, path, &w);
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
		audit_doubts(audit, pinned, &doubts);
		doubts_write(&doubts, &w);
		doubts_release(&doubts);
	}
	json_close(&w, '}');
	command_line_print_json(&w);
}

static void print_passed(const char *path, const struct audit *audit,
			 bool pinned)
{
	char key[HASH_HEX_SIZE + 1];
	struct doubts doubts = {0};
	struct text lines = {0};

	hash_to_hex(&audit->header.key, key);
	printable_line(stdout, "%s: verified: %s, %u games, %llu rolls, %llu "
		       "decisions, signed by %s", path, audit->header.game,
		       audit->games, (unsigned long long)audit->rolls,
		       (unsigned long long)audit->decisions, key);
	audit_doubts(audit, pinned, &doubts);
	doubts_words(&doubts, &lines);
	doubts_release(&doubts);
	command_line_print_lines("  not proved: ", &lines);
}

/* Checks one log and prints the verdict, or leaves an error in `err`. */
static enum exit_code verify(const char *path, const struct hash *key,
			     bool json, struct error *err)
{
	struct audit audit = {0};
	struct audit_result result = { .header = &audit.header };
	const struct match_watch watch = audit_result_watch(&result);
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
			   &why);
	else if (verdict == AUDIT_PASSED)
		print_passed(path, &audit, key != NULL);
	else if (verdict == AUDIT_REFUSED)
		printable_line(stdout, "not verified: %s", why.text);
	if (verdict == AUDIT_TROUBLE)
		*err = why;
	audit_result_release(&result);
	audit_release(&audit);
	return verdict == AUDIT_PASSED ? EXIT_YES :
		verdict == AUDIT_REFUSED ? EXIT_NO : EXIT_TROUBLE;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct verify_options wanted = {0};
	enum exit_code code = EXIT_YES, one;
	const struct hash *pinned = NULL;
	struct hash key;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.key != NULL) {
		if (hash_read("--key", wanted.key, &key, err) != 0)
			return EXIT_TROUBLE;
		pinned = &key;
	}
	for (int i = 0; i < wanted.logs.count; i++) {
		one = verify(wanted.logs.word[i], pinned, wanted.json, err);
		if (one > code)
			code = one;
	}
	return code;
}

const struct command command_verify = {
	.name = "verify",
	.arguments = "LOG.. [--key HEX] [--json]",
	.help = "verify match logs from the first byte to the last",
	.options = options,
	.is_verdict = true,
	.more = "Checks the digest and the signature, the format of every "
		"line, that each roll of the\ndice was due and follows from "
		"the sealed secret, and that every move and every\nresult "
		"obeys the rules.  Reports the first line that is wrong, and "
		"for a verified log\nwhat was not proved.\n"
		"Exit status: 0 all verified, 1 at least one is not, 2 at "
		"least one could not be read.\n",
	.run = run,
};
