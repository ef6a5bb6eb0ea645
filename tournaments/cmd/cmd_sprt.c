/*
 * cmd_sprt.c - tournament sprt: is A better than B, by the sequential test?
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/record/record.h"
#include "tournaments/report/decimals.h"
#include "tournaments/report/sprt_show.h"

static const struct option options[] = {
	{ "--json", NULL, "as JSON, for programs" },
	{ "--elo0", "ELO", "H0: A is so much better (0)" },
	{ "--elo1", "ELO", "H1: A is so much better (5)" },
	{ "--alpha", "P", "chance to accept H1 though H0 is true (0.05)" },
	{ "--beta", "P", "chance to accept H0 though H1 is true (0.05)" },
	{ "--model", "MODEL", "normalized or logistic (normalized)" },
	{ 0 }
};

enum { JSON, ELO0, ELO1, ALPHA, BETA, MODEL };

struct wanted {
	const char *word[3];    /* folder, A, B */
	int words;
	struct sprt_rules rules;
	bool json;
};

static int set_option(struct wanted *wanted, int option,
		      const struct options *at, struct error *err)
{
	struct sprt_rules *rules = &wanted->rules;

	switch (option) {
	case JSON:
		wanted->json = true;
		return 0;
	case ELO0:
		return decimals_read("--elo0", at->value, -1000, 1000,
				     &rules->elo0, err);
	case ELO1:
		return decimals_read("--elo1", at->value, -1000, 1000,
				     &rules->elo1, err);
	case ALPHA:
		return decimals_read("--alpha", at->value, 1e-6, 1 - 1e-6,
				     &rules->alpha, err);
	case BETA:
		return decimals_read("--beta", at->value, 1e-6, 1 - 1e-6,
				     &rules->beta, err);
	default:
		for (int i = SPRT_NORMALIZED; i <= SPRT_LOGISTIC; i++) {
			if (strcmp(at->value, sprt_models[i]) == 0) {
				rules->model = (enum sprt_model)i;
				return 0;
			}
		}
		return error_set(err, "--model: expected normalized or "
				 "logistic, found \"%s\"", at->value);
	}
}

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found != OPTIONS_ARGUMENT) {
			if (set_option(wanted, found, &at, err) != 0)
				return -1;
		} else if (wanted->words == 3) {
			return error_set(err, "unexpected word \"%s\"",
					 at.value);
		} else {
			wanted->word[wanted->words++] = at.value;
		}
	}
	if (wanted->words != 3)
		return error_set(err, "which two?  tournament sprt DIR A B");
	if (wanted->rules.elo1 <= wanted->rules.elo0)
		return error_set(err, "--elo1 has to be above --elo0: %g and "
				 "%g", wanted->rules.elo1, wanted->rules.elo0);
	if (wanted->rules.alpha + wanted->rules.beta >= 1)
		return error_set(err, "--alpha and --beta: their sum has to be "
				 "below 1");
	return 0;
}

static int find_entrant(const struct record *record, const char *name,
			struct error *err)
{
	for (int i = 0; i < record->tournament.manifest.entrants; i++)
		if (strcmp(tournament_name(&record->tournament, i), name) == 0)
			return i;
	return error_set(err, "%s has no entrant called %s", record->folder,
			 name);
}

/* Every match in which both sit, block by block in the order of numbers; the
   prefix ends at the first such match that has not ended. */
static void add_blocks(const struct record *record, int a, int b,
		       struct sprt *sprt)
{
	const struct contest *contest = &record->tournament.contest;
	int rotations = contest->rotations;

	for (size_t i = 0; i < contest->past.count; i++) {
		const struct meeting *meeting = &contest->past.list[i];
		const struct book_match *match =
			book_find(&record->book, meeting->number);
		bool has_a = false, has_b = false;

		for (int s = 0; s < meeting->seats; s++) {
			has_a |= meeting->entrant[s] == a;
			has_b |= meeting->entrant[s] == b;
		}
		if (!has_a || !has_b)
			continue;
		if (!meeting->decided)
			return;
		for (uint32_t board = 0; board < meeting->boards; board++)
			sprt_add(sprt, block_score(contest->result,
				 match->seats, match->entrant, match->rank +
				 (size_t)board * (size_t)(rotations *
				 match->seats), rotations, a, b));
	}
}

static enum exit_code test(const struct wanted *wanted,
			   const struct record *record, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	int a = find_entrant(record, wanted->word[1], err);
	int b = a < 0 ? -1 : find_entrant(record, wanted->word[2], err);
	enum sprt_answer answer;
	struct json_writer w = {0};
	struct text out = {0};
	struct sprt sprt;

	if (a < 0 || b < 0)
		return EXIT_TROUBLE;
	if (a == b) {
		error_set(err, "%s cannot be better than itself",
			  wanted->word[1]);
		return EXIT_TROUBLE;
	}
	sprt_begin(&sprt, &wanted->rules, contest->rotations, contest->seats);
	add_blocks(record, a, b, &sprt);
	answer = sprt.answer;
	if (wanted->json) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		sprt_json(&sprt, wanted->word[1], wanted->word[2], &w);
		json_close(&w, '}');
		puts(text_string(&w.out));
	} else {
		sprt_text(&sprt, wanted->word[1], wanted->word[2], &out);
		fputs(text_string(&out), stdout);
	}
	text_release(&w.out);
	text_release(&out);
	sprt_release(&sprt);
	return answer == SPRT_H1 ? EXIT_YES : answer == SPRT_H0 ? EXIT_NO :
		EXIT_UNDECIDED;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = { .rules = sprt_normal };
	enum exit_code code = EXIT_TROUBLE;
	struct record record = {0};

	if (read_options(&wanted, argc, argv, err) == 0 &&
	    record_read(&record, wanted.word[0], err) == 0)
		code = test(&wanted, &record, err);
	record_release(&record);
	return code;
}

const struct command command_sprt = {
	.name = "sprt",
	.arguments = "DIR A B [OPTIONS]",
	.help = "is A better than B?  the sequential test on their games",
	.options = options,
	.more = "Looks at the blocks of A and B in the order of matches, as "
		"if it had run from the\nfirst one.  A format \"sprt\" plays "
		"until this test has decided.\n"
		"Exit status: 0 H1, 1 H0, 2 undecided, or trouble.\n",
	.run = run,
};
