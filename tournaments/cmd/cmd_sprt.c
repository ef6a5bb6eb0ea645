/*
 * cmd_sprt.c - tournament sprt: tests whether A is better than B.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/sprt_show.h"

struct sprt_options {
	const char *folder, *a, *b;
	struct sprt_rules rules;
	int model;              /* -1: not given */
	bool json, luck;
	bool asks;              /* an option that makes it a test of its own */
	struct read_luck luck_from;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct sprt_options, folder),
	{ "A", NULL, NULL, OPTIONS_TEXT(struct sprt_options, a) },
	{ "B", NULL, NULL, OPTIONS_TEXT(struct sprt_options, b) },
	{ "--json", NULL, "print as JSON, for programs",
		OPTIONS_FLAG(struct sprt_options, json) },
	{ "--elo0", "ELO", "H0: A is better by this much (0)",
		OPTIONS_DECIMAL(struct sprt_options, rules.elo0, -1000,
				1000) },
	{ "--elo1", "ELO", "H1: A is better by this much (5)",
		OPTIONS_DECIMAL(struct sprt_options, rules.elo1, -1000,
				1000) },
	{ "--alpha", "P", "probability of accepting H1 when H0 is true (0.05)",
		OPTIONS_DECIMAL(struct sprt_options, rules.alpha, 1e-6,
				1 - 1e-6) },
	{ "--beta", "P", "probability of accepting H0 when H1 is true (0.05)",
		OPTIONS_DECIMAL(struct sprt_options, rules.beta, 1e-6,
				1 - 1e-6) },
	{ "--model", "MODEL", "normalized or logistic (normalized)",
		OPTIONS_WORD(struct sprt_options, model, sprt_models,
			     SPRT_NORMALIZED, SPRT_LOGISTIC) },
	{ "--luck", NULL, "test the scores without the luck of the dice",
		OPTIONS_FLAG(struct sprt_options, luck) },
	READ_LUCK_OPTIONS(struct sprt_options, luck_from),
	{ 0 }
};

/* The value of an option, or what it is if it was not given. */
static void settle(double *value, double otherwise)
{
	if (isnan(*value))
		*value = otherwise;
}

static int read_options(struct options *line, struct sprt_options *wanted,
			struct error *err)
{
	struct sprt_rules *rules = &wanted->rules;

	if (options_read(line, wanted, err) != 0)
		return -1;
	if (wanted->a != NULL && wanted->b == NULL)
		return options_missing(line, "B", err);
	wanted->asks = !isnan(rules->elo0) || !isnan(rules->elo1) ||
		!isnan(rules->alpha) || !isnan(rules->beta) ||
		wanted->model >= 0 || wanted->luck_from.file != NULL;
	settle(&rules->elo0, sprt_normal.elo0);
	settle(&rules->elo1, sprt_normal.elo1);
	settle(&rules->alpha, sprt_normal.alpha);
	settle(&rules->beta, sprt_normal.beta);
	if (rules->elo1 <= rules->elo0)
		return error_set(err, "--elo1 must be above --elo0: %g and %g",
				 rules->elo1, rules->elo0);
	if (rules->alpha + rules->beta >= 1)
		return error_set(err, "--alpha and --beta: their sum must be "
				 "below 1");
	if (wanted->luck && wanted->model == SPRT_NORMALIZED)
		return error_set(err, "--model: with --luck the hypotheses are "
				 "in Elo: logistic");
	if (wanted->luck_from.file != NULL && !wanted->luck)
		return error_set(err, "--luck-file: only with --luck");
	if (wanted->model >= 0)
		rules->model = (enum sprt_model)wanted->model;
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

/* Takes all matches that both play, in the order of numbers, up to the first
   such match that has not ended; `csv` is NULL unless luck is taken out. */
static void take_matches(const struct record *record,
			 const struct luck_csv *csv, int a, int b,
			 struct sprt *sprt)
{
	const struct contest *contest = &record->tournament.contest;

	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		const struct book_match *match =
			book_find(&record->book, fixture->number);
		bool has_a = false, has_b = false;

		for (int s = 0; s < fixture->seats; s++) {
			has_a |= fixture->entrant[s] == a;
			has_b |= fixture->entrant[s] == b;
		}
		if (!has_a || !has_b)
			continue;
		if (!fixture->decided)
			return;
		sprt_end_take(sprt, contest, csv, fixture->number, match, a,
			      b);
	}
}

/* Gets the luck of every game and the luck file that it is measured by. */
static int need_luck(struct read_luck *luck, const struct record *record,
		     struct luck_csv *csv, struct error *err)
{
	if (!record->book.opened)
		return read_record_over(record, err);
	return read_luck_begin(luck, record, err) == 0 ?
		luck_book_need(record, &luck->source, &luck->work, csv, err) :
		-1;
}

/* Says which luck is taken out of the scores, or that it could be. */
static void add_luck(const struct sprt_options *wanted,
		     const struct record *record, struct text *out)
{
	const struct luck_source *source = &wanted->luck_from.source;

	if (wanted->luck)
		text_printf(out, "luck: f %s, %s%s\n",
			    luck_file_words[source->file.f], source->fixed ?
			    "fixed before the first game" :
			    "chosen after the games", source->kept ?
			    "; from luck.csv, not checked" :
			    "");
	else if (record->tournament.manifest.has_luck)
		text_add(out, "luck is not taken out of these scores; --luck "
			 "does it\n");
}

static void show(const struct sprt_options *wanted,
		 const struct record *record, int a, int b,
		 const struct sprt *sprt)
{
	struct json_writer w = {0};
	struct text out = {0};

	if (wanted->json) {
		json_open(&w, '{');
		json_put_int(&w, "v", 1);
		sprt_show_json(sprt, wanted->a, wanted->b, &w);
		if (wanted->luck) {
			json_put_bool(&w, "fixed",
				      wanted->luck_from.source.fixed);
			json_put_bool(&w, "checked",
				      !wanted->luck_from.source.kept);
		}
		json_close(&w, '}');
		command_line_print_json(&w);
	} else {
		sprt_show_text(sprt, wanted->a, wanted->b, &out);
		add_luck(wanted, record, &out);
		if (equal_games_quickly(record, a, b, &out))
			equal_games_explain(&out);
		command_line_print(&out);
	}
}

/* Tests the games of a and b as the options say, or as the tournament did if it
   is a test and no option says otherwise. */
static int make(struct sprt_options *wanted, const struct record *record,
		int a, int b, struct sprt *sprt, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	OWNED(luck_csv) struct luck_csv csv = {0};
	int result = 0;

	if (record->test.tests && !wanted->asks) {
		wanted->rules = sprt_end_rules(contest);
		wanted->luck |= contest->adjusted;
		if (a != 0) {
			wanted->rules.elo0 = -sprt_end_rules(contest).elo1;
			wanted->rules.elo1 = -sprt_end_rules(contest).elo0;
			wanted->rules.alpha = sprt_end_rules(contest).beta;
			wanted->rules.beta = sprt_end_rules(contest).alpha;
		}
	}
	if (wanted->luck) {
		wanted->rules.model = SPRT_GAUSSIAN;
		result = need_luck(&wanted->luck_from, record, &csv, err);
		sprt_begin_adjusted(sprt, &wanted->rules, wanted->luck_from.
				    source.file.beta_millionths,
				    contest->rotations, contest->seats);
	} else {
		sprt_begin(sprt, &wanted->rules, contest->rotations,
			   contest->seats);
	}
	if (result == 0)
		take_matches(record, wanted->luck ? &csv : NULL, a, b, sprt);
	return result;
}

static enum exit_code test(struct sprt_options *wanted,
			   const struct record *record, int a, int b,
			   struct error *err)
{
	enum exit_code code = EXIT_TROUBLE;
	OWNED(sprt) struct sprt sprt = {0};

	if (make(wanted, record, a, b, &sprt, err) == 0) {
		show(wanted, record, a, b, &sprt);
		code = sprt.answer == SPRT_H1 ? EXIT_YES :
			sprt.answer == SPRT_H0 ? EXIT_NO : EXIT_UNDECIDED;
	}
	return code;
}

/* Without names, those of a tournament that is a test. */
static int find_both(struct options *line, struct sprt_options *wanted,
		     const struct record *record, int *a, int *b,
		     struct error *err)
{
	if (wanted->a == NULL && !record->test.tests)
		return options_missing(line, "A", err);
	if (wanted->a == NULL) {
		wanted->a = tournament_name(&record->tournament, 0);
		wanted->b = tournament_name(&record->tournament, 1);
	}
	*a = find_entrant(record, wanted->a, err);
	*b = *a < 0 ? -1 : find_entrant(record, wanted->b, err);
	if (*a < 0 || *b < 0)
		return -1;
	return *a != *b ? 0 : error_set(err, "%s cannot be better than itself",
					wanted->a);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct sprt_options wanted = { .model = -1, .rules = {
		sprt_normal.model, NAN, NAN, NAN, NAN, 0 } };
	enum exit_code code = EXIT_TROUBLE;
	OWNED(record) struct record record = {0};
	int a = -1, b = -1;

	if (read_options(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "sprt", false, err) == 0 &&
	    find_both(line, &wanted, &record, &a, &b, err) == 0)
		code = test(&wanted, &record, a, b, err);
	read_luck_release(&wanted.luck_from);
	return code;
}

const struct command command_sprt = {
	.name = "sprt",
	.arguments = "DIR [A B] [OPTIONS]",
	.help = "test whether A is better than B, sequentially",
	.options = options,
	.more = "Takes the blocks of A and B in the order of matches, as if "
		"the test had run from\nthe first one.  In a tournament of the "
		"format \"sprt\" A and B are its entrants, and\nbounds, model "
		"and luck are those of its file, unless an option says "
		"otherwise.\n"
		"Exit status: 0 H1, 1 H0, 2 undecided, or an error.\n",
	.run = run,
};
