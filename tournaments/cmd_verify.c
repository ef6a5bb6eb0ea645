/*
 * cmd_verify.c - tournament verify: everything, from the signed manifest to
 * the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "finish.h"
#include "runner.h"
#include "verify.h"

static const struct option options[] = {
	{ "--key", "HEX", "the operator's public key, as you know it" },
	{ "-j", "N", "logs at the same time (the number of cores)" },
	{ "--json", NULL, "the verdict as one JSON object" },
	{ 0 }
};

enum { KEY, JOBS, JSON };

static void told(uint32_t done, uint32_t of)
{
	fprintf(stderr, "\r%u of %u logs%s", done, of,
		done == of ? "\r\033[K" : "");
}

static void print_words(const struct verdict *verdict, bool good, bool pinned)
{
	const struct manifest *manifest =
		&verdict->record.tournament.manifest;
	struct text doubts = {0};
	char *line, *rest = NULL;

	if (!good) {
		printf("not verified: %s\n", verdict->why.text);
		return;
	}
	printf("%s: verified: %s, %d entrants, %u matches, %llu games, %llu "
	       "decisions\n", verdict->record.folder, manifest->id,
	       manifest->entrants, verdict->matches,
	       (unsigned long long)verdict->logs.games,
	       (unsigned long long)verdict->logs.decisions);
	printf("  signed by %s (operator)", manifest->operator);
	for (int i = 0; i < manifest->authors; i++)
		if (verdict->signed_by[1 + i])
			printf(", %s", manifest->author[i].name);
	putchar('\n');
	verify_doubts(verdict, pinned, &doubts);
	text_byte(&doubts, '\0');
	for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		printf("  not proved: %s\n", line);
	text_release(&doubts);
}

static void print_json(const struct verdict *verdict, bool good, bool pinned)
{
	struct json_writer w = {0};
	struct text doubts = {0};
	char *line, *rest = NULL;

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_key(&w, "verified");
	json_bool(&w, good);
	if (!good) {
		json_put_string(&w, "why", verdict->why.text);
	} else {
		json_put_string(&w, "id",
				verdict->record.tournament.manifest.id);
		json_put_int(&w, "matches", verdict->matches);
		json_put_int(&w, "games", (long long)verdict->logs.games);
		json_put_int(&w, "decisions",
			     (long long)verdict->logs.decisions);
		json_put_int(&w, "abandoned",
			     (long long)verdict->logs.abandoned);
		json_put_int(&w, "voids", verdict->voids);
		json_key(&w, "not_proved");
		json_open(&w, '[');
		verify_doubts(verdict, pinned, &doubts);
		text_byte(&doubts, '\0');
		for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
		     line = strtok_r(NULL, "\n", &rest))
			json_string(&w, line);
		json_close(&w, ']');
	}
	json_close(&w, '}');
	puts(text_string(&w.out));
	text_release(&doubts);
	text_release(&w.out);
}

static enum exit_code verify(const struct verify_order *order, bool json,
			     struct error *err)
{
	struct verdict verdict;
	bool good = verify_folder(order, &verdict);
	enum exit_code code = good ? EXIT_YES : EXIT_NO;
	struct text table = {0};

	if (verdict.trouble) {
		*err = verdict.why;
		code = EXIT_TROUBLE;
	} else if (json) {
		print_json(&verdict, good, order->key != NULL);
	} else {
		print_words(&verdict, good, order->key != NULL);
		if (good && finish_recount(&verdict.record, &table, err) != 0)
			code = EXIT_TROUBLE;
		if (good)
			printf("\n%s", text_string(&table));
	}
	text_release(&table);
	verdict_release(&verdict);
	return code;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	struct verify_order order = { .jobs = runner_cores() };
	enum exit_code code = EXIT_TROUBLE;
	long long number;
	struct hash key;
	char *referee;
	bool json = false;
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return EXIT_TROUBLE;
		if (found == JSON)
			json = true;
		if (found == OPTIONS_ARGUMENT)
			order.folder = at.value;
		if (found == JOBS) {
			if (options_number(&at, "-j", 1, 256, &number,
					   err) != 0)
				return EXIT_TROUBLE;
			order.jobs = (int)number;
		}
		if (found != KEY)
			continue;
		if (!hash_from_hex(&key, at.value, strlen(at.value))) {
			error_set(err, "--key: expected 64 lower-case hex "
				  "digits, found \"%s\"", at.value);
			return EXIT_TROUBLE;
		}
		order.key = &key;
	}
	if (order.folder == NULL) {
		error_set(err, "which tournament?  tournament verify DIR");
		return EXIT_TROUBLE;
	}
	referee = runner_referee(err);
	order.referee = referee;
	if (isatty(STDERR_FILENO))
		order.told = told;
	if (referee != NULL)
		code = verify(&order, json, err);
	free(referee);
	return code;
}

const struct command command_verify = {
	.name = "verify",
	.arguments = "DIR [--key HEX] [-j N] [--json]",
	.help = "check a finished tournament from manifest to table",
	.options = options,
	.more = "Checks the notes, the book, that the pairings were the due "
		"ones, that every log is\nthere, whole and the right one, with "
		"dice from the sealed secret, and counts the\ntable again.  "
		"The first thing that is wrong is named.  A verdict also says "
		"in words\nwhat was not proved.\n"
		"Exit status: 0 verified, 1 not verified, 2 it could not be "
		"looked at.\n",
	.run = run,
};
