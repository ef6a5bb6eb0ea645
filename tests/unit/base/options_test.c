/*
 * options_test.c - command lines are read as their table says.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "tests/support/cases.h"

static const struct option table[] = {
	{ "--boards", "N", "how many" },
	{ "--json", NULL, "for programs" },
	{ "-o", "LOG", "the log" },
	{ "--board", "N", "which one, and a name that begins another" },
	{ 0 }
};

enum { BOARDS, JSON, O, BOARD, WORDS_MAX = 6 };

/* Each word is read to "KIND:VALUE "; a wrong one ends it with "!". */
static const struct {
	const char *words[WORDS_MAX];
	const char *read, *says;
} lines[] = {
	{ { NULL }, "", NULL },
	{ { "pig" }, "w:pig ", NULL },
	{ { "pig", "--json", "a b" }, "w:pig json w:a b ", NULL },
	{ { "--boards", "5" }, "boards:5 ", NULL },
	{ { "--boards=5" }, "boards:5 ", NULL },
	{ { "--board=5", "--boards", "6" }, "board:5 boards:6 ", NULL },
	{ { "--boards=" }, "boards: ", NULL },
	{ { "--boards=a=b" }, "boards:a=b ", NULL },
	{ { "--boards", "--json" }, "boards:--json ", NULL },
	{ { "--boards", "--", "x" }, "boards:-- w:x ", NULL },
	{ { "-o", "x.jsonl" }, "o:x.jsonl ", NULL },
	{ { "-" }, "w:- ", NULL },
	{ { "" }, "w: ", NULL },
	{ { "a=--json" }, "w:a=--json ", NULL },
	{ { "--", "--json", "--", "-o" }, "w:--json w:-- w:-o ", NULL },
	{ { "--json", "--" }, "json ", NULL },
	{ { "--boards" }, "!", "--boards needs a value: N" },
	{ { "pig", "-o" }, "w:pig !", "-o needs a value: LOG" },
	{ { "--json=yes" }, "!", "--json takes no value" },
	{ { "--jso" }, "!", "unknown option --jso" },
	{ { "--jsonl" }, "!", "unknown option --jsonl" },
	{ { "--Json" }, "!", "unknown option --Json" },
	{ { "-json" }, "!", "unknown option -json" },
	{ { "--boardsx=1" }, "!", "unknown option --boardsx=1" },
	{ { "-ox.jsonl" }, "!", "unknown option -ox.jsonl" },
	{ { "-o=x" }, "!", "unknown option -o=x" },
	{ { "--=5" }, "!", "unknown option --=5" },
	{ { "---" }, "!", "unknown option ---" },
};

START_TEST(each_word_is_an_option_a_value_or_an_argument)
{
	static const char *const kinds[] = { "boards", "json", "o", "board" };
	char *argv[WORDS_MAX + 1] = { "play" };
	struct options at = { .argc = 1, .argv = argv, .table = table };
	struct error err = {0};
	struct text read = {0};
	int found;

	for (int i = 0; i < WORDS_MAX && lines[_i].words[i] != NULL; i++)
		argv[at.argc++] = (char *)lines[_i].words[i];
	while ((found = options_next(&at, &err)) >= OPTIONS_ARGUMENT) {
		text_add(&read, found == OPTIONS_ARGUMENT ? "w" :
			 kinds[found]);
		if (found != JSON)
			text_printf(&read, ":%s", at.value);
		text_byte(&read, ' ');
	}
	if (found == OPTIONS_WRONG)
		text_byte(&read, '!');
	ck_assert_str_eq(text_string(&read), lines[_i].read);
	ck_assert_int_eq(found == OPTIONS_WRONG, lines[_i].says != NULL);
	if (found == OPTIONS_WRONG)
		ck_assert_msg(strstr(err.text, lines[_i].says) != NULL, "%s",
			      err.text);
	else
		ck_assert_int_eq(options_next(&at, &err), OPTIONS_END);
	text_release(&read);
}
END_TEST

static const struct {
	const char *text;
	long long min, max, number;
	bool good;
} numbers[] = {
	{ "1",                     1, 9, 1, true },
	{ "9",                     1, 9, 9, true },
	{ "-5",                   -5, 9, -5, true },
	{ "9007199254740991",      0, 9007199254740991, 9007199254740991, true },
	{ "0",                     1, 9, 0, false },
	{ "10",                    1, 9, 0, false },
	{ "-1",                    0, 9, 0, false },
	{ "",                      0, 9, 0, false },
	{ "x",                     0, 9, 0, false },
	{ "5x",                    0, 9, 0, false },
	{ "5.0",                   0, 9, 0, false },
	{ "5e0",                   0, 9, 0, false },
	{ "0x5",                   0, 9, 0, false },
	{ "5 ",                    0, 9, 0, false },
	{ "18446744073709551617",  0, 9, 0, false },
	{ "9223372036854775808",   0, 9223372036854775807, 0, false },
};

START_TEST(a_number_is_whole_and_in_its_range)
{
	struct options at = { .value = numbers[_i].text };
	struct error err = {0};
	long long number = 77;
	int result = options_number(&at, "--boards", numbers[_i].min,
				    numbers[_i].max, &number, &err);

	ck_assert_msg((result == 0) == numbers[_i].good, "\"%s\": %s",
		      numbers[_i].text, err.text);
	if (result == 0)
		ck_assert_int_eq(number, numbers[_i].number);
	else
		ck_assert_msg(strstr(err.text, "--boards: expected a whole "
				     "number from ") != NULL, "%s", err.text);
}
END_TEST

START_TEST(the_help_is_the_table)
{
	struct text help = {0};

	options_help(table, &help);
	ck_assert_str_eq(text_string(&help),
			 "  --boards N              how many\n"
			 "  --json                  for programs\n"
			 "  -o LOG                  the log\n"
			 "  --board N               which one, and a name that "
			 "begins another\n");
	text_release(&help);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("options");

	tcase_add_loop_test(tcase,
			    each_word_is_an_option_a_value_or_an_argument, 0,
			    sizeof lines / sizeof *lines);
	tcase_add_loop_test(tcase, a_number_is_whole_and_in_its_range, 0,
			    sizeof numbers / sizeof *numbers);
	tcase_add_test(tcase, the_help_is_the_table);
	return cases_run("options", tcase);
}
