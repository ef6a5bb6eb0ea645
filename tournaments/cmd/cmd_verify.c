/*
 * cmd_verify.c - tournament verify: everything, from the signed manifest to
 * the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fair/entrant.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/league/verify_league.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/report/report_options.h"
#include "tournaments/run/runner.h"

static const struct option options[] = {
	{ "--key", "HEX", "the operator's public key, as you know it" },
	{ "-j", "N", "logs at the same time (the number of cores)" },
	{ "--json", NULL, "the verdict as one JSON object" },
	{ 0 }
};

enum { KEY, JOBS, JSON };

enum { JOBS_MAX = 256 };

static void show_progress(uint32_t done, uint32_t of)
{
	fprintf(stderr, "\r%u of %u logs%s", done, of,
		done == of ? "\r\033[K" : "");
}

/* ### in words */

static void print_round(void *context, const struct verdict *verdict)
{
	const struct verify_order *order = context;
	const struct manifest *manifest =
		&verdict->record.tournament.manifest;
	struct text doubts = {0};
	char *line, *rest = NULL;

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
	verify_doubts(verdict, order->key != NULL, &doubts);
	text_byte(&doubts, '\0');
	for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		printf("  not proved: %s\n", line);
	text_release(&doubts);
}

static int print_league(const struct verify_order *order,
			const struct league_verdict *verdict,
			struct error *err)
{
	struct text ladder = {0};
	int result = league_ladder(order->folder, &ladder, err);

	printf("%s: a league of %d verified rounds: none is missing, and each "
	       "has the pairings\nthat the ladder of the rounds before it asks "
	       "for\n", order->folder, verdict->rounds);
	if (verdict->playing)
		printf("  not proved: round %d, which is not over\n",
		       verdict->rounds + 1);
	printf("\n%s", text_string(&ladder));
	text_release(&ladder);
	return result;
}

/* ### as JSON */

/* What all has been found: of one tournament, or of a league's rounds. */
struct found {
	const struct verify_order *order;
	struct json_writer w;
};

static void put_round(void *context, const struct verdict *verdict)
{
	struct found *found = context;
	struct json_writer *w = &found->w;
	struct text doubts = {0};
	char *line, *rest = NULL;

	json_open(w, '{');
	json_put_string(w, "folder", verdict->record.folder);
	json_put_string(w, "id", verdict->record.tournament.manifest.id);
	json_put_int(w, "matches", verdict->matches);
	json_put_int(w, "games", (long long)verdict->logs.games);
	json_put_int(w, "decisions", (long long)verdict->logs.decisions);
	json_put_int(w, "abandoned", (long long)verdict->logs.abandoned);
	json_put_int(w, "voids", verdict->voids);
	json_key(w, "not_proved");
	json_open(w, '[');
	verify_doubts(verdict, found->order->key != NULL, &doubts);
	text_byte(&doubts, '\0');
	for (line = strtok_r(doubts.bytes, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		json_string(w, line);
	json_close(w, ']');
	json_close(w, '}');
	text_release(&doubts);
}

static void print_json(const struct found *found, bool good,
		       const struct error *why)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_key(&w, "verified");
	json_bool(&w, good);
	if (good) {
		json_key(&w, "tournaments");
		json_raw(&w, found->w.out.bytes, found->w.out.length);
	} else {
		json_put_string(&w, "why", why->text);
	}
	json_close(&w, '}');
	puts(text_string(&w.out));
	text_release(&w.out);
}

/* ### all of it */

/* `why` is set when it is not good, `*err` when it could not look. */
static enum exit_code answer(bool good, bool trouble, const struct error *why,
			     const struct found *found, bool json,
			     struct error *err)
{
	if (trouble) {
		*err = *why;
		return EXIT_TROUBLE;
	}
	if (json)
		print_json(found, good, why);
	else if (!good)
		printf("not verified: %s\n", why->text);
	return good ? EXIT_YES : EXIT_NO;
}

static enum exit_code verify_one(struct verify_order *order, bool json,
				 struct found *found, struct error *err)
{
	struct verdict verdict;
	bool good = verify_folder(order, &verdict);
	struct text table = {0};
	enum exit_code code;

	if (good && json)
		put_round(found, &verdict);
	else if (good)
		print_round(order, &verdict);
	json_close(&found->w, ']');
	code = answer(good, verdict.trouble, &verdict.why, found, json, err);
	if (good && !json) {
		if (finish_recount(&verdict.record, &table, err) != 0)
			code = EXIT_TROUBLE;
		printf("\n%s", text_string(&table));
	}
	text_release(&table);
	verdict_release(&verdict);
	return code;
}

static enum exit_code verify_all(struct verify_order *order, bool json,
				 struct found *found, struct error *err)
{
	struct league_verdict verdict = {0};
	bool good = json ? verify_league(order, put_round, found, &verdict) :
		verify_league(order, print_round, order, &verdict);
	enum exit_code code;

	json_close(&found->w, ']');
	code = answer(good, verdict.trouble, &verdict.why, found, json, err);
	if (good && !json && print_league(order, &verdict, err) != 0)
		code = EXIT_TROUBLE;
	return code;
}

static enum exit_code verify(struct verify_order *order, bool json,
			     struct error *err)
{
	struct found found = { .order = order };
	enum exit_code code;

	json_open(&found.w, '[');
	code = league_is(order->folder) ?
		verify_all(order, json, &found, err) :
		verify_one(order, json, &found, err);
	text_release(&found.w.out);
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
		if (found == OPTIONS_ARGUMENT &&
		    shown_one(&order.folder, &at, err) != 0)
			return EXIT_TROUBLE;
		if (found == JOBS) {
			if (options_number(&at, "-j", 1, JOBS_MAX, &number,
					   err) != 0)
				return EXIT_TROUBLE;
			order.jobs = (int)number;
		}
		if (found != KEY)
			continue;
		if (hash_read("--key", at.value, &key, err) != 0)
			return EXIT_TROUBLE;
		order.key = &key;
	}
	if (order.folder == NULL) {
		error_set(err, "which tournament?  tournament verify DIR");
		return EXIT_TROUBLE;
	}
	referee = runner_referee(err);
	order.referee = referee;
	if (isatty(STDERR_FILENO))
		order.progress = show_progress;
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
		"in words\nwhat was not proved.  Of a league's folder every "
		"round is checked, and that its\npairings follow from the "
		"ladder of those before it.\n"
		"Exit status: 0 verified, 1 not verified, 2 it could not be "
		"looked at.\n",
	.run = run,
};
