/*
 * cmd_verify.c - referee verify: verifies logs from the first byte to the last.
 */
#include <stdio.h>

#include "audit/audit_result.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "fair/entrant.h"

struct verify_options {
	struct options_list logs;
	const char *key;
	struct rules_program program;
	bool json;
};

static const struct option options[] = {
	{ "LOG", NULL, NULL, OPTIONS_LIST(struct verify_options, logs),
		.required = true },
	{ "--key", "HEX", "the public key the log must be signed with",
		OPTIONS_TEXT(struct verify_options, key) },
	{ "--game", "COMMAND", "the program with the rules, if the game is "
		"one",
		OPTIONS_TEXT(struct verify_options, program.command) },
	{ "--game-files", "F[,F]..", "all files of that program",
		OPTIONS_TEXT(struct verify_options, program.files) },
	{ "--json", NULL, "print one JSON object per log",
		OPTIONS_FLAG(struct verify_options, json) },
	{ 0 }
};

static void print_rules(const struct rules_program *program)
{
	char hex[HASH_HEX_SIZE + 1];

	hash_to_hex(rules_program_files(program), hex);
	printable_line(stdout, "  rules as %s (SHA-256 %s) has them: read it",
		       program->command, hex);
}

static void print_passed(const struct log_verdict *verdict)
{
	const struct audit *audit = &verdict->audit;
	OWNED(doubts) struct doubts doubts = {0};
	struct text lines = {0};

	printable_line(stdout, "%s: verified: %s, %u games, %llu rolls, %llu "
		       "decisions, signed by %s", verdict->path,
		       audit->header.game, audit->games,
		       (unsigned long long)audit->rolls,
		       (unsigned long long)audit->decisions,
		       HASH_HEX(&audit->header.key));
	printf("  proved: the dice are those of the sealed secret%s "
	       "(docs/fair-dice.md)\n", audit->told != NULL ? "" :
	       "; every move is legal; the results follow from the rules");
	audit_doubts(audit, verdict->pinned, &doubts);
	doubts_words(&doubts, &lines);
	command_line_print_lines("  ", &lines);
}

/* Verifies one log and prints the verdict; if it cannot be read, sets `err`. */
static enum exit_code verify(const char *path, const struct hash *key,
			     const struct rules_program *program, bool json,
			     struct error *err)
{
	struct log_verdict verdict;
	struct json_writer w = {0};
	enum audit_verdict code;

	log_verdict_make(&verdict, path, key, program);
	code = verdict.verdict;
	if (json) {
		log_verdict_write(&verdict, &w);
		command_line_print_json(&w);
	} else if (code == AUDIT_PASSED) {
		print_passed(&verdict);
		if (program->command != NULL)
			print_rules(program);
	} else if (code == AUDIT_REFUSED) {
		printable_line(stdout, "not %s: %s", verdict.audit.unfinished ?
			       "finished" : "verified", verdict.why.text);
	}
	if (code == AUDIT_TROUBLE)
		*err = verdict.why;
	log_verdict_release(&verdict);
	return code == AUDIT_PASSED ? EXIT_YES :
		code == AUDIT_REFUSED ? EXIT_NO : EXIT_TROUBLE;
}

static enum exit_code verify_all(const struct verify_options *wanted,
				 struct error *err)
{
	enum exit_code code = EXIT_YES, one;
	const struct hash *pinned = NULL;
	struct hash key;

	if (wanted->key != NULL) {
		if (hash_read("--key", wanted->key, &key, err) != 0)
			return EXIT_TROUBLE;
		pinned = &key;
	}
	for (int i = 0; i < wanted->logs.count; i++) {
		one = verify(wanted->logs.word[i], pinned, &wanted->program,
			     wanted->json, err);
		if (one > code)
			code = one;
	}
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct verify_options wanted = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    rules_program_open(&wanted.program, err) == 0)
		code = verify_all(&wanted, err);
	rules_program_release(&wanted.program);
	return code;
}

const struct command command_verify = {
	.name = "verify",
	.arguments = "LOG.. [--key HEX] [--game COMMAND] [--json]",
	.help = "verify match logs from the first byte to the last",
	.options = options,
	.is_verdict = true,
	.more = "Checks the digest and the signature, the format of every "
		"line, that each roll of the\ndice was due and follows from "
		"the sealed secret, and that every move and every\nresult "
		"obeys the rules.  Reports the first line that is wrong, and "
		"for a verified log\nwhat was not proved, and what it merely tells.\n"
		"Exit status: 0 all verified, 1 at least one is not, 2 at "
		"least one could not be read.\n",
	.run = run,
};
