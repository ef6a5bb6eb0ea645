/*
 * protocol_test.c - every line a bot may write has one verdict.
 */
#include "host/protocol.h"
#include "tests/support/rows.h"

#define FILE_NAME "host/answers.txt"

static struct arena arena;

static enum fault read_answer(const char *line, size_t size,
			      struct answer *answer, struct error *why)
{
	char *copy = exact(line, size);
	enum fault fault;

	*why = (struct error){0};
	fault = protocol_read_answer(&arena, copy, size, answer, why);
	if ((fault == FAULT_NONE) != (why->text[0] == '\0'))
		ck_abort_msg("%s with \"%s\"", fault_words[fault], why->text);
	free(copy);
	return fault;
}

static void assert_fault(enum fault fault, const char *wanted,
			 const struct error *why)
{
	const char *found = fault == FAULT_NONE ? "-" : fault_words[fault];

	ck_assert_msg(strcmp(found, wanted) == 0, "%s: %s", found, why->text);
}

/* ### answers */

TEST_ROWS(every_answer_has_one_verdict, FILE_NAME, "answers")
{
	struct answer answer;
	struct error why;
	enum fault fault = read_answer(row->text[0], row->size[0], &answer,
				       &why);

	assert_fault(fault, row->text[1], &why);
	if (fault == FAULT_NONE && strcmp(row->text[2], "object") == 0)
		ck_assert(answer.place == -1 && cJSON_IsObject(answer.move));
	else if (fault == FAULT_NONE)
		ck_assert(answer.place == atoll(row->text[2]) &&
			  answer.move == NULL);
}

TEST_ROWS(long_lines_are_judged_like_short_ones, FILE_NAME, "long")
{
	struct text line = {0};
	struct answer answer;
	struct error why;

	text_add(&line, row->text[0]);
	for (int i = 0; i < atoi(row->text[2]); i++)
		text_byte(&line, row->text[1][0]);
	text_add(&line, row->text[3]);
	ck_assert_uint_lt(line.length, PROTOCOL_LINE_MAX);
	assert_fault(read_answer(line.bytes, line.length, &answer, &why),
		     row->text[4], &why);
	text_release(&line);
}

TEST_ROWS(say_is_a_string_or_nothing, FILE_NAME, "says")
{
	struct answer answer;
	struct error why;

	ck_assert_int_eq(read_answer(row->text[0], row->size[0], &answer,
				     &why), FAULT_NONE);
	ck_assert((answer.say == NULL) == (row->text[1] == NULL));
	if (answer.say != NULL)
		ck_assert_str_eq(answer.say, row->text[1]);
}

TEST_ROWS(the_reason_tells_the_bots_author_what_is_wrong, FILE_NAME, "reasons")
{
	struct answer answer;
	struct error why;

	read_answer(row->text[0], row->size[0], &answer, &why);
	assert_says(-1, &why, row->text[1]);
}

/* ### ready */

TEST_ROWS(ready_is_read_with_its_wishes, FILE_NAME, "ready")
{
	char *line = exact(row->text[0], row->size[0]);
	struct error why = {0};
	struct wishes wishes;
	enum fault fault = protocol_read_ready(line, row->size[0], &wishes,
					       &why);

	free(line);
	assert_fault(fault, row->text[1], &why);
	ck_assert((fault == FAULT_NONE) == (why.text[0] == '\0'));
	if (fault != FAULT_NONE)
		return;
	ck_assert(wishes.legal == row_yes(row, 2) &&
		  wishes.events == row_yes(row, 3));
}
