/*
 * options_test.c - command lines are read as their table describes.
 */
#define _DEFAULT_SOURCE         /* strsep */
#include <stdint.h>

#include "base/options.h"
#include "tests/support/rows.h"

enum colour { BLACK, RED, GREEN, BLUE };

static const char *const colours[] = { "black", "red", "green", "blue", NULL };

/* A member of each kind, filled by the table. */
struct wanted {
	const char *game, *log;
	struct options_list bots, limits;
	char **command;
	int boards;
	uint32_t board;
	long long seed;
	double elo;
	enum colour colour;
	enum { PLAIN, CSV, JSON } form;
	bool fast, seats;
};

static const struct wanted before = { .boards = 7, .board = 7, .seed = 7,
	.elo = 7, .colour = BLUE, .seats = true };

static const struct option table[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct wanted, game) },
	{ "BOT", NULL, NULL, OPTIONS_LIST(struct wanted, bots) },
	{ "--boards", "N", "how many",
		OPTIONS_INTEGER(struct wanted, boards, -1, 9) },
	{ "--csv", NULL, "for spreadsheets",
		OPTIONS_SET(struct wanted, form, CSV) },
	{ "--json", NULL, "for programs",
		OPTIONS_SET(struct wanted, form, JSON) },
	{ "-o", "LOG", "the log", OPTIONS_TEXT(struct wanted, log) },
	{ "--board", "N", "which one, and a name that begins another",
		OPTIONS_INTEGER(struct wanted, board, 0, UINT32_MAX) },
	{ "--seed", "N", "an integer of 8 bytes",
		OPTIONS_INTEGER(struct wanted, seed, 0, 9007199254740991) },
	{ "--elo", "ELO", "a decimal",
		OPTIONS_DECIMAL(struct wanted, elo, -5, 0.5) },
	{ "--colour", "red|green|blue", "not black",
		OPTIONS_WORD(struct wanted, colour, colours, RED, BLUE) },
	{ "--limit", "NAME=N", "may be repeated",
		OPTIONS_LIST(struct wanted, limits) },
	{ "-f", NULL, "fast", OPTIONS_FLAG(struct wanted, fast) },
	{ "--no-seats", NULL, "sets false",
		OPTIONS_SET(struct wanted, seats, false) },
	{ 0 }
};

static const struct option feed[] = {
	{ "TRACE", NULL, NULL, OPTIONS_TEXT(struct wanted, game),
		.required = true },
	{ "-o", "LOG", "the log", OPTIONS_TEXT(struct wanted, log),
		.required = true },
	{ "COMMAND", NULL, NULL, OPTIONS_REST(struct wanted, command),
		.required = true },
	{ 0 }
};

static void add_list(struct text *out, const char *name,
		     const struct options_list *list)
{
	for (int i = 0; i < list->count; i++)
		text_printf(out, " %s:%s", name, list->word[i]);
}

/* Writes every member that has changed. */
static void describe(const struct wanted *wanted, struct text *out)
{
	if (wanted->game != NULL)
		text_printf(out, " game:%s", wanted->game);
	add_list(out, "bot", &wanted->bots);
	if (wanted->boards != 7)
		text_printf(out, " boards:%d", wanted->boards);
	if (wanted->form != PLAIN)
		text_add(out, wanted->form == CSV ? " csv" : " json");
	if (wanted->log != NULL)
		text_printf(out, " o:%s", wanted->log);
	if (wanted->board != 7)
		text_printf(out, " board:%lu", (unsigned long)wanted->board);
	if (wanted->seed != 7)
		text_printf(out, " seed:%lld", wanted->seed);
	if (wanted->elo < 7 || wanted->elo > 7)
		text_printf(out, " elo:%g", wanted->elo);
	if (wanted->colour != BLUE)
		text_printf(out, " colour:%d", (int)wanted->colour);
	add_list(out, "limit", &wanted->limits);
	if (wanted->fast)
		text_add(out, " fast");
	if (!wanted->seats)
		text_add(out, " no-seats");
	for (char **word = wanted->command; word != NULL && *word != NULL;
	     word++)
		text_printf(out, " c:%s", *word);
}

/* Reads a line, words with | between. */
static void check_line(const struct option *options, const struct row *row)
{
	char *argv[10] = { "feed" }, *rest = row->text[0], *word;
	struct options at = { .argc = 1, .argv = argv, .table = options,
		.usage = "referee feed TRACE" };
	struct wanted wanted = before;
	struct error err = {0};
	struct text read = {0};
	int result;

	while ((word = strsep(&rest, "|")) != NULL)
		argv[at.argc++] = word;
	result = options_read(&at, &wanted, &err);
	assert_says(result, &err, row->text[2]);
	if (result == 0) {
		describe(&wanted, &read);
		/* A blank comes first. */
		ck_assert_str_eq(text_string(&read) + (read.length > 0),
				 row->text[1]);
	} else {
		ck_assert(strncmp(err.text, row->text[2], row->size[2]) == 0);
	}
	text_release(&read);
	options_release(&at);
}

TEST_ROWS(each_word_goes_where_its_row_says, "base/options.txt", "lines")
{
	check_line(table, row);
}

TEST_ROWS(what_must_be_given_is_missed, "base/options.txt", "feed")
{
	check_line(feed, row);
}

TEST(the_help_has_a_line_for_each_option)
{
	static const struct option options[] = {
		{ "LOG", NULL, NULL, OPTIONS_TEXT(struct wanted, game) },
		{ "-o", "LOG", "the log", OPTIONS_TEXT(struct wanted, log) },
		{ "--seats", NULL, "a flag", OPTIONS_FLAG(struct wanted, seats) },
		{ 0 }
	};
	struct text help = {0};

	options_help(options, &help);
	ck_assert_str_eq(text_string(&help),
			 "  -o LOG                  the log\n"
			 "  --seats                 a flag\n");
	text_release(&help);
}
