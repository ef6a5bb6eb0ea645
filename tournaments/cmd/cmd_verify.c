/*
 * cmd_verify.c - tournament verify: verifies everything, from the signed
 * manifest to the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/printable.h"
#include "fair/entrant.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/league/verify_league.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/run/runner.h"
#include "tournaments/verify/manifests_and_books.h"
#include "tournaments/verify/verify_luck.h"
#include "tournaments/record/spawn_jobs.h"

enum { JOBS_MAX = 256 };

struct verify_folder_options {
	struct verify_order order;
	const char *other;
	struct options_list keys;
	bool json;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct verify_folder_options, order.folder),
	{ "OTHER", NULL, NULL, OPTIONS_TEXT(struct verify_folder_options,
					    other) },
	{ "--key", "HEX|NAME=HEX", "the operator's public key, or that of "
		"the author NAME; repeat",
		OPTIONS_LIST(struct verify_folder_options, keys) },
	{ "-j", "N", "verify N logs at a time (one per core)",
		OPTIONS_INTEGER(struct verify_folder_options, order.jobs, 1,
				JOBS_MAX) },
	{ "--json", NULL, "print the verdict as one JSON object",
		OPTIONS_FLAG(struct verify_folder_options, json) },
	{ 0 }
};

static void print_progress(uint32_t done, uint32_t of)
{
	fprintf(stderr, "\r%u of %u logs%s", done, of,
		done == of ? "\r\033[K" : "");
}

/* ### in words */

static void print_doubts(struct doubts *doubts)
{
	struct text lines = {0};

	doubts_words(doubts, &lines);
	doubts_release(doubts);
	command_line_print_lines("  ", &lines);
}

/* The last line of the output. */
static void print_never_proved(void)
{
	struct doubts last = {0};

	doubts_add_never_proved(&last);
	putchar('\n');
	print_doubts(&last);
}

/* In quotes if it could look like several, or like words of the sentence. */
static void add_name(const char *name, struct text *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
	const char *quote = name[strspn(name, plain)] == '\0' ? "" : "\"";

	text_printf(out, "%s%s%s", quote, name, quote);
}

static bool is_doubted(const struct doubts *doubts, const char *code)
{
	for (size_t i = 0; i < doubts->count; i++)
		if (!doubts->list[i].told &&
		    strcmp(doubts->list[i].code, code) == 0)
			return true;
	return false;
}

/* Prints what is proved, without the parts that are in doubt, unless it is
   among what was `said`. */
static void print_proved(const struct doubts *doubts, struct doubts *said)
{
	const bool ruled = !is_doubted(doubts, "rules");
	OWNED(doubts) struct doubts proved = {0};

	doubts_tell(&proved, "proved", "%sthe dice are those of the sealed "
		    "secret; %s", is_doubted(doubts, "round_pairings") ||
		    is_doubted(doubts, "test_end") ? "" :
		    "everybody met whom the signed plan says; ", ruled ?
		    "every move is legal; results and tables follow from the "
		    "logs" : "the tables follow from the results in the logs");
	doubts_only_new(&proved, said);
	if (proved.count > 0)
		printable_line(stdout, "  proved: %s (docs/tournaments.md)",
			       proved.list[0].sentence);
}

/* `context`: what was said of other rounds of the league. */
static void print_round(void *context, const struct verdict *verdict)
{
	const struct manifest *manifest = &verdict->record.tournament.manifest;
	struct doubts doubts = {0};
	struct text signers = {0};
	int authors = 0;

	printable_line(stdout, "%s: verified: %s, %d entrants, %u matches, "
		       "%llu games, %llu decisions", verdict->record.folder,
		       manifest->id, manifest->entrants, verdict->matches,
		       (unsigned long long)verdict->logs.games,
		       (unsigned long long)verdict->logs.decisions);
	verify_doubts(verdict, &doubts);
	print_proved(&doubts, context);
	add_name(manifest->operator, &signers);
	text_add(&signers, " (operator)");
	for (int i = 0; i < manifest->authors; i++)
		if (verdict->signed_by[1 + i]) {
			text_add(&signers, ", ");
			add_name(manifest->author[i].name, &signers);
			authors++;
		}
	if (authors > 0) {
		text_add(&signers, "; results signed by ");
		add_name(manifest->operator, &signers);
		text_add(&signers, " alone");
	}
	command_line_print_lines(authors > 0 ? "  plan signed by " :
				 "  plan and results signed by ", &signers);
	if (verify_luck_possible && verify_luck_is_due(&verdict->record))
		puts(manifest->has_luck ?
		     "  luck.csv and ladder-luck.csv follow from the logs and "
		     "luck.json" :
		     "  luck.csv follows from the logs and luck.json, which "
		     "was chosen after the games");
	doubts_only_new(&doubts, context);
	print_doubts(&doubts);
}

static int print_league(const struct verify_order *order,
			const struct league_verdict *verdict, struct error *err)
{
	struct doubts doubts = {0};
	struct text ladder = {0};
	const int rounds = verdict->past.rounds;
	int result = league_past_ladder(&verdict->past, order->folder,
					rounds + verdict->playing, &ladder,
					err);

	printable_line(stdout, "%s: a league of %d verified round%s, each with "
		       "the pairings that follow from the ladder of the "
		       "rounds before it", order->folder, rounds,
		       rounds == 1 ? "" : "s");
	verify_league_doubts(verdict, &doubts);
	print_doubts(&doubts);
	putchar('\n');
	command_line_print(&ladder);
	print_never_proved();
	return result;
}

/* ### as JSON */

/* The verdicts on one tournament, or on all rounds of a league. */
struct found {
	const struct league_verdict *league;    /* NULL: a tournament */
	struct json_writer w;
};

static void put_round(void *context, const struct verdict *verdict)
{
	struct found *found = context;
	struct json_writer *w = &found->w;
	OWNED(doubts) struct doubts doubts = {0};

	json_open(w, '{');
	json_put_string(w, "folder", verdict->record.folder);
	json_put_string(w, "id", verdict->record.tournament.manifest.id);
	json_put_int(w, "matches", verdict->matches);
	json_put_int(w, "games", (long long)verdict->logs.games);
	json_put_int(w, "decisions", (long long)verdict->logs.decisions);
	json_put_int(w, "abandoned", (long long)verdict->logs.abandoned);
	json_put_int(w, "resumes", (long long)verdict->logs.resumes);
	json_put_int(w, "voids", verdict->voids);
	equal_games_write(&verdict->record, w);
	verify_doubts(verdict, &doubts);
	doubts_add_never_proved(&doubts);
	doubts_write(&doubts, w);
	json_close(w, '}');
}

static void print_json(const struct found *found, const char *folder,
		       bool good, const struct error *why)
{
	struct json_writer w = {0};
	struct doubts doubts = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_bool(&w, "verified", good);
	if (good) {
		json_key(&w, "tournaments");
		json_raw(&w, found->w.out.bytes, found->w.out.length);
		if (found->league != NULL) {
			verify_league_doubts(found->league, &doubts);
			doubts_write(&doubts, &w);
			doubts_release(&doubts);
		}
	} else {
		error_place_write(why, folder, &w);
	}
	json_close(&w, '}');
	command_line_print_json(&w);
}

/* ### two folders of one id */

static void put_two(const struct manifests_and_books *both, bool fraud)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_bool(&w, "fraud", fraud);
	json_put_string(&w, "id", both->side[0].manifest.id);
	json_put_open(&w, "manifests", '[');
	for (int i = 0; i < 2; i++)
		json_hex(&w, both->side[i].manifest.hash.bytes, HASH_SIZE);
	json_close(&w, ']');
	json_put_open(&w, "books", '[');
	for (int i = 0; i < 2; i++) {
		if (both->side[i].book_path == NULL)
			json_null(&w);
		else
			json_hex(&w, both->side[i].book.bytes, HASH_SIZE);
	}
	json_close(&w, ']');
	json_put_open(&w, "signers", '[');
	for (int i = 0; i < both->signers; i++) {
		json_open(&w, '{');
		json_put_string(&w, "name", both->signer[i].name);
		json_put_hash(&w, "key", &both->signer[i].key);
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	command_line_print_json(&w);
}

static void print_two(struct manifests_and_books *both, bool fraud)
{
	const char *id = both->side[0].manifest.id;
	struct text out = {0};

	if (both->same && fraud) {
		text_add(&out, "proof of fraud: ");
		printable_escaped(&out, both->side[0].manifest.operator);
		text_printf(&out, " signed two results of %s\n", id);
		manifests_and_books_show(both, &out);
		command_line_print(&out);
		return;
	}
	if (both->same)
		text_printf(&out, "the same manifest of %s twice\n", id);
	else if (!fraud)
		text_printf(&out, "two manifests of %s, but no operator or "
			    "author signed both with one key\n", id);
	text_add(&out, fraud ? "proof of fraud: " : "");
	for (int i = 0; i < both->signers && fraud; i++) {
		text_add(&out, i > 0 ? ", " : "");
		printable_escaped(&out, both->signer[i].name);
	}
	if (fraud)
		text_printf(&out, " signed two manifests of %s\n", id);
	if (!both->same)
		manifests_and_books_show(both, &out);
	command_line_print(&out);
}

static enum exit_code compare_two(const struct verify_folder_options *wanted,
				  struct error *err)
{
	const char *const folders[2] = { wanted->order.folder, wanted->other };
	struct manifests_and_books both;
	enum exit_code code = EXIT_TROUBLE;

	if (wanted->keys.count > 0) {
		error_set(err, "--key: two folders are compared without it; "
			  "the keys that signed both are printed");
		return EXIT_TROUBLE;
	}
	if (manifests_and_books_read(&both, folders, err) == 0) {
		const bool fraud = both.two_books ||
			(!both.same && both.signers > 0);

		code = fraud ? EXIT_NO : EXIT_YES;
		if (wanted->json)
			put_two(&both, fraud);
		else
			print_two(&both, fraud);
	}
	manifests_and_books_release(&both);
	return code;
}

/* ### all of it */

/* Prints the verdict; `word` says what it is unless it is good, and `why` the
   reason.  With `trouble`, nothing is printed and `why` is copied to `*err`. */
static enum exit_code answer(const struct verify_order *order, bool good,
			     bool trouble, const struct error *why,
			     const char *word, const struct found *found,
			     bool json, struct error *err)
{
	if (trouble) {
		*err = *why;
		return EXIT_TROUBLE;
	}
	if (json)
		print_json(found, order->folder, good, why);
	else if (!good)
		printable_line(stdout, "%s: %s", word, why->text);
	return good ? EXIT_YES : EXIT_NO;
}

static enum exit_code verify_one(struct verify_order *order, bool json,
				 struct found *found, struct error *err)
{
	OWNED(verdict) struct verdict verdict = {0};
	OWNED(doubts) struct doubts said = {0};
	bool good = verify_folder(order, &verdict);
	struct text table = {0};
	enum exit_code code;

	if (good && json)
		put_round(found, &verdict);
	else if (good)
		print_round(&said, &verdict);
	json_close(&found->w, ']');
	code = answer(order, good, verdict.trouble, &verdict.why,
		      verdict.unfinished ? "not finished" : "not verified",
		      found, json, err);
	if (good && !json) {
		if (final_tables_recount(&verdict.record, &table, err) != 0)
			code = EXIT_TROUBLE;
		putchar('\n');
		command_line_print(&table);
		print_never_proved();
	}
	return code;
}

static enum exit_code verify_all(struct verify_order *order, bool json,
				 struct found *found, struct error *err)
{
	OWNED(league_verdict) struct league_verdict verdict = {0};
	OWNED(doubts) struct doubts said = {0};
	bool good = json ? verify_league(order, put_round, found, &verdict) :
		verify_league(order, print_round, &said, &verdict);
	enum exit_code code;

	json_close(&found->w, ']');
	found->league = &verdict;
	code = answer(order, good, verdict.trouble, &verdict.why,
		      "not verified", found, json, err);
	if (good && !json && print_league(order, &verdict, err) != 0)
		code = EXIT_TROUBLE;
	found->league = NULL;
	return code;
}

static enum exit_code verify(struct verify_order *order, bool json,
			     struct error *err)
{
	struct found found = {0};
	enum exit_code code;

	json_open(&found.w, '[');
	code = league_rounds_is_league(order->folder) ?
		verify_all(order, json, &found, err) :
		verify_one(order, json, &found, err);
	text_release(&found.w.out);
	return code;
}

/* NAME=HEX, or the operator's HEX alone. */
static int read_pin(const struct options_list *keys, int i,
		    struct verify_pin *pins, struct error *err)
{
	struct verify_pin *pin = &pins[i];
	const char *equals = strrchr(keys->word[i], '=');

	pin->name = keys->word[i];
	pin->length = equals != NULL ? (size_t)(equals - pin->name) : 0;
	if (hash_read("--key", equals != NULL ? equals + 1 : pin->name,
		      &pin->key, err) != 0)
		return -1;
	if (equals == pin->name)
		return error_set(err, "--key: expected a name before the =");
	for (int k = 0; k < i; k++)
		if (pins[k].length == pin->length &&
		    memcmp(pins[k].name, pin->name, pin->length) == 0)
			return error_set(err, "--key: two keys for %.*s",
					 pin->length > 0 ? (int)pin->length :
					 (int)strlen("the operator"),
					 pin->length > 0 ? pin->name :
					 "the operator");
	return 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct verify_folder_options wanted = { .order.jobs = runner_cores() };
	enum exit_code code = EXIT_TROUBLE;
	AUTOFREE struct verify_pin *pins = NULL;
	AUTOFREE char *referee = NULL;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.other != NULL)
		return compare_two(&wanted, err);
	pins = memory_new((size_t)wanted.keys.count + 1, sizeof *pins);
	for (int i = 0; i < wanted.keys.count; i++)
		if (read_pin(&wanted.keys, i, pins, err) != 0)
			return code;
	wanted.order.pin = pins;
	wanted.order.pins = wanted.keys.count;
	referee = spawn_jobs_referee(err);
	if (referee == NULL)
		return code;
	wanted.order.referee = referee;
	if (isatty(STDERR_FILENO))
		wanted.order.progress = print_progress;
	return verify(&wanted.order, wanted.json, err);
}

const struct command command_verify_folder = {
	.name = "verify",
	.arguments = "DIR [OTHER] [--key HEX|NAME=HEX].. [-j N] [--json]",
	.help = "verify a finished tournament from manifest to table",
	.options = options,
	.is_verdict = true,
	.more = "Checks the notes, the book and the pairings, that every log "
		"is present, complete and\nthe right one, with dice from the "
		"sealed secret, and computes the table again.  Reports\nthe "
		"first thing that is wrong, and for a verified tournament "
		"what was not proved, and\nwhat it merely tells.  In a league's "
		"folder it checks every round, and that its\npairings follow "
		"from the ladder of the rounds before it.\n"
		"With a second folder it looks only for fraud: did somebody "
		"sign both manifests of one id?\nIts exit status is then 1 "
		"when two notes prove that, and 0 when they do not.\n"
		"Exit status: 0 verified, 1 not verified, 2 it could not be "
		"read.\n",
	.run = run,
};
