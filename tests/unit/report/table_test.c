/*
 * table_test.c - one table as text, CSV and JSON.
 */
#include <math.h>

#include "base/printable.h"
#include "tests/support/rows.h"
#include "tournaments/report/table.h"

struct bot {
	const char *name, *teams, *shares;
	int rank;
	double elo, error;
};

static void add_bot(struct table *table, const struct bot *bot)
{
	table_row(table);
	table_int_or_none(table, "rank", "rank", bot->rank);
	table_string(table, "bot", "name", bot->name);
	table_signed(table, "Elo", "elo", bot->elo, 1);
	table_real(table, "+-", NULL, bot->error, 2);
	table_real(table, NULL, "error", bot->error, 2);
	table_format(table, "to", "%.0f..", bot->elo);
	table_strings(table, "teams", "teams", bot->teams);
	table_numbers(table, NULL, "shares", bot->shares);
	table_int(table, NULL, "count", 7);
}

static const struct bot bots[] = {
	{ "ada", "red\x1fgreen, dark", "0.5\x1f" "1", 1, 12.34, 3 },
	{ "say \"\xe6\x9c\xa8\"\n", "", "", 0, -0.01, NAN },
	{ "", "a|b", "2", 12, INFINITY, 0.125 },
};

static struct table table;
static struct text out;

static void end(void)
{
	table_release(&table);
	text_release(&out);
}

UNIT_EACH(NULL, end)

static void make(int rows)
{
	static const struct bot names = { "?", "?", "?", 99, 99, 99 };

	table_release(&table);
	table = (struct table){0};
	add_bot(&table, &names);
	for (int i = 0; i < rows; i++)
		add_bot(&table, &bots[i]);
}

/* Text is aligned by what is shown; CSV quotes what it must and names columns
   once; JSON has types. */
TEST_ROWS(a_table_has_three_forms, "report/table.txt", "a form; the table")
{
	struct json_writer w = {0};

	text_clear(&out);
	make(3);
	if (row->text[0][0] == 't') {
		table_text(&table, 2, &out);
	} else if (row->text[0][0] == 'j') {
		table_json(&table, &w);
		text_add(&out, text_string(&w.out));
		text_release(&w.out);
	} else {
		table_csv(&table, &out);
		ck_assert_str_eq(text_string(&out), row->text[1]);
		text_clear(&out);
		make(0);
		for (int i = 0; i < 3; i++) {
			table_csv(&table, &out);
			add_bot(&table, &bots[i]);
		}
		table_csv(&table, &out);
	}
	ck_assert_str_eq(text_string(&out), row->text[1]);
}

TEST(without_rows_there_are_still_the_columns)
{
	struct json_writer w = {0};

	make(0);
	table_text(&table, 1, &out);
	table_csv(&table, &out);
	ck_assert_str_eq(text_string(&out), "rank bot Elo +- to teams\n"
			 "rank,name,elo,error,teams,shares,count\n");
	table_json(&table, &w);
	ck_assert_str_eq(text_string(&w.out), "[]");
	text_release(&w.out);
}

TEST(a_cell_is_as_long_as_it_has_to_be_and_no_row)
{
	static const size_t lengths[] = { 0, 1, 59, 60, 511, 100000 };
	struct text want = {0};

	table_row(&table);
	table_string(&table, "name", NULL, "");
	text_add(&want, "name\n");
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		char *name = memory_new(lengths[i] + 2, 1);

		memset(name, 'n', lengths[i]);
		name[lengths[i]] = '|';
		table_row(&table);
		table_string(&table, "name", NULL, name);
		text_printf(&want, "%s\n", FOREIGN(name));
		free(name);
	}
	table_text(&table, 2, &out);
	/* Too long for a message. */
	ck_assert(strcmp(text_string(&out), text_string(&want)) == 0);
	text_release(&want);
}
