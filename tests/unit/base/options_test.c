/*
 * options_test.c - command lines are read as their table describes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "tests/unit/unit.h"

enum { BIG = 10 };              /* words of a line, at most */

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
		text_printf(out, "%s:%s ", name, list->word[i]);
}

/* Writes every member that has changed. */
static void describe(const struct wanted *wanted, struct text *out)
{
	if (wanted->game != NULL)
		text_printf(out, "game:%s ", wanted->game);
	add_list(out, "bot", &wanted->bots);
	if (wanted->boards != 7)
		text_printf(out, "boards:%d ", wanted->boards);
	if (wanted->form != PLAIN)
		text_add(out, wanted->form == CSV ? "csv " : "json ");
	if (wanted->log != NULL)
		text_printf(out, "o:%s ", wanted->log);
	if (wanted->board != 7)
		text_printf(out, "board:%lu ", (unsigned long)wanted->board);
	if (wanted->seed != 7)
		text_printf(out, "seed:%lld ", wanted->seed);
	if (wanted->elo < 7 || wanted->elo > 7)
		text_printf(out, "elo:%g ", wanted->elo);
	if (wanted->colour != BLUE)
		text_printf(out, "colour:%d ", (int)wanted->colour);
	add_list(out, "limit", &wanted->limits);
	if (wanted->fast)
		text_add(out, "fast ");
	if (!wanted->seats)
		text_add(out, "no-seats ");
	for (char **word = wanted->command; word != NULL && *word != NULL;
	     word++)
		text_printf(out, "c:%s ", *word);
}

/* A line, and what is read from it or the error. */
struct line {
	const char *words[BIG];
	const char *read, *says;
};

static const struct line lines[] = {
	{ { NULL }, "", NULL },
	{ { "pig" }, "game:pig ", NULL },
	{ { "pig", "--json", "a b" }, "game:pig bot:a b json ", NULL },
	{ { "--boards", "5" }, "boards:5 ", NULL },
	{ { "--boards=5" }, "boards:5 ", NULL },
	{ { "--board=5", "--boards", "6" }, "boards:6 board:5 ", NULL },
	{ { "--boards", "5", "--boards", "6" }, "boards:6 ", NULL },
	{ { "--json", "--csv" }, "csv ", NULL },
	{ { "-o", "x.jsonl" }, "o:x.jsonl ", NULL },
	{ { "-ox.jsonl" }, "o:x.jsonl ", NULL },
	{ { "-ox=y" }, "o:x=y ", NULL },
	{ { "-o", "-f" }, "o:-f ", NULL },
	{ { "-o", "=x" }, "o:=x ", NULL },
	{ { "-o", "" }, "o: ", NULL },
	{ { "-o-" }, "o:- ", NULL },
	{ { "-o", "--", "x" }, "game:x o:-- ", NULL },
	{ { "-f" }, "fast ", NULL },
	{ { "--no-seats" }, "no-seats ", NULL },
	{ { "-" }, "game:- ", NULL },
	{ { "" }, "game: ", NULL },
	{ { "a=--json" }, "game:a=--json ", NULL },
	{ { "--", "--json", "--", "-o" }, "game:--json bot:-- bot:-o ", NULL },
	{ { "--json", "--" }, "json ", NULL },
	{ { "g", "--limit=a=1", "x", "--limit", "b", "y" },
		"game:g bot:x bot:y limit:a=1 limit:b ", NULL },
	{ { "--boards=-1" }, "boards:-1 ", NULL },
	{ { "--boards=9" }, "boards:9 ", NULL },
	{ { "--board=4294967295" }, "board:4294967295 ", NULL },
	{ { "--seed=9007199254740991" }, "seed:9007199254740991 ", NULL },
	{ { "--elo=-5" }, "elo:-5 ", NULL },
	{ { "--elo", ".5" }, "elo:0.5 ", NULL },
	{ { "--elo", "-1e-1" }, "elo:-0.1 ", NULL },
	{ { "--colour=red" }, "colour:1 ", NULL },
	{ { "--boards" }, "", "--boards needs a value: N" },
	{ { "pig", "-o" }, "", "-o needs a value: LOG" },
	{ { "--json=yes" }, "", "--json takes no value" },
	{ { "-fx" }, "", "-f takes no value" },
	{ { "--jso" }, "", "unknown option --jso" },
	{ { "--jsonl" }, "", "unknown option --jsonl" },
	{ { "--Json" }, "", "unknown option --Json" },
	{ { "-json" }, "", "unknown option -json" },
	{ { "--boardsx=1" }, "", "unknown option --boardsx=1" },
	{ { "-o=x" }, "", "unknown option -o=x" },
	{ { "--=5" }, "", "unknown option --=5" },
	{ { "---" }, "", "unknown option ---" },
	{ { "--elo=nan" }, "", "--elo: expected a number, found \"nan\"" },
	{ { "--elo=0x1" }, "", "--elo: expected a number, found \"0x1\"" },
	{ { "--elo=" }, "", "--elo: expected a number, found \"\"" },
	{ { "--elo=1" }, "", "--elo: expected a number from -5 to 0.5, " },
	{ { "--elo=-5.1" }, "", "--elo: expected a number from -5 to 0.5" },
	{ { "--elo=1e-1e" }, "", "--elo: expected a number from -5 to 0.5" },
	{ { "--elo=1e999" }, "", "--elo: expected a number from -5 to 0.5" },
	{ { "--colour=black" }, "",
		"--colour: expected red, green or blue, found \"black\"" },
	{ { "--colour=" }, "", "--colour: expected red, green or blue, " },
};

static const struct line feed_lines[] = {
	{ { "-o", "l", "t", "--", "bot" }, "game:t o:l c:bot ", NULL },
	{ { "t", "-ol", "--", "bot", "--", "-x" },
		"game:t o:l c:bot c:-- c:-x ", NULL },
	{ { NULL }, "", "missing TRACE; usage: referee feed TRACE" },
	{ { "t", "--", "bot" }, "", "missing -o LOG; usage: referee feed TR" },
	{ { "t", "-o", "l" }, "", "missing COMMAND; usage: referee feed TRA" },
	{ { "t", "-o", "l", "--" }, "", "missing COMMAND; usage: referee fee" },
	{ { "t", "u", "--", "bot" }, "",
		"unexpected argument \"u\"; usage: referee feed TRACE" },
};

static void check_line(const struct option *options, const struct line *line)
{
	char *argv[BIG + 2] = { "feed" };
	struct options at = { .argc = 1, .argv = argv, .table = options,
		.usage = "referee feed TRACE" };
	struct wanted wanted = before;
	struct error err = {0};
	struct text read = {0};
	int result;

	for (int i = 0; i < BIG && line->words[i] != NULL; i++)
		argv[at.argc++] = (char *)line->words[i];
	result = options_read(&at, &wanted, &err);
	ck_assert_msg((result == 0) == (line->says == NULL), "%s", err.text);
	if (result != 0) {
		ck_assert_msg(strstr(err.text, line->says) == err.text, "%s",
			      err.text);
	} else {
		describe(&wanted, &read);
		ck_assert_str_eq(text_string(&read), line->read);
	}
	text_release(&read);
	options_release(&at);
}

TEST_EACH(each_word_goes_where_its_row_says, sizeof lines / sizeof *lines)
{
	check_line(table, &lines[_i]);
}

TEST_EACH(what_must_be_given_is_missed, sizeof feed_lines / sizeof *feed_lines)
{
	check_line(feed, &feed_lines[_i]);
}

TEST(other_than_a_whole_number_in_range_is_refused)
{
	static const char *const wrong[] = {
		"10", "-2", "", "x", "5x", "5.0", "5e0", "0x5", "5 ", " 5", "+5",
		"--5", "-", "18446744073709551617", "9223372036854775808",
		"-9223372036854775809"
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *argv[] = { "feed", "--boards", (char *)wrong[i], NULL };
		struct options at = { .argc = 3, .argv = argv,
			.table = table };
		struct wanted wanted = before;
		struct error err = {0};

		ck_assert_msg(options_read(&at, &wanted, &err) == -1, "%s",
			      wrong[i]);
		ck_assert_msg(strstr(err.text, "--boards: expected a whole "
				     "number from -1 to 9, found \"") ==
			      err.text, "%s", err.text);
	}
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
