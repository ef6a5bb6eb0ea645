/*
 * contests.h - tournaments for tests, made from a format object; no match is
 * played.
 */
#ifndef SUPPORT_CONTESTS_H
#define SUPPORT_CONTESTS_H

#include <check.h>
#include <string.h>

#include "tournaments/format/contest.h"

/* Reads and settles a format; 0, or -1 with `err` and nothing to release. */
static inline int contest_try(const char *format, bool manifest, int entrants,
			      int seats, enum result result,
			      struct contest *contest, struct error *err)
{
	struct json_at at = { .name = "cup.json", .index = -1 };
	cJSON *tree;
	int code;

	*contest = (struct contest){ .entrants = entrants, .seats = seats,
		.result = result, .rotations = seats, .boards = 1 };
	ck_assert_msg(json_scan(format, strlen(format), 8,
				JSON_SPACES | JSON_FLOATS, err) == 0, "%s: %s",
		      format, err->text);
	tree = json_parse(format, strlen(format));
	at.value = tree;
	code = format_read(contest, &at, manifest, err);
	cJSON_Delete(tree);
	if (code == 0)
		code = format_settle(contest, err);
	if (code != 0)
		contest_release(contest);
	return code;
}

/* The same for a format that is valid. */
static inline struct contest contest_of(const char *format, int entrants,
					int seats, enum result result)
{
	struct contest contest;
	struct error err = {0};
	int code = contest_try(format, false, entrants, seats, result,
			       &contest, &err);

	ck_assert_msg(code == 0, "%s: %s", format, err.text);
	return contest;
}

static inline void decide_all(struct contest *contest)
{
	for (size_t i = 0; i < contest->past.count; i++)
		contest->past.list[i].decided = true;
}

static inline void fixtures_expect_same(const struct fixtures *a,
					const struct fixtures *b)
{
	ck_assert_uint_eq(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		const struct fixture *x = &a->list[i], *y = &b->list[i];
		size_t seats = (size_t)x->seats;

		ck_assert_uint_eq(x->number, y->number);
		ck_assert_uint_eq(x->round, y->round);
		ck_assert_uint_eq(x->slot, y->slot);
		ck_assert_uint_eq(x->boards, y->boards);
		ck_assert_int_eq(x->seats, y->seats);
		ck_assert_int_eq(x->decided, y->decided);
		ck_assert_mem_eq(x->entrant, y->entrant,
				 seats * sizeof *x->entrant);
		ck_assert_mem_eq(x->points, y->points,
				 seats * sizeof *x->points);
		ck_assert_mem_eq(x->won, y->won, seats * sizeof *x->won);
	}
}

/* Appends "ROUND.SLOT:A-B", after a space unless it is the first. */
static inline void fixture_add(struct text *text, const struct fixture *fixture)
{
	text_printf(text, "%s%u.%u:", text->length > 0 ? " " : "",
		    fixture->round, fixture->slot);
	for (int s = 0; s < fixture->seats; s++)
		text_printf(text, "%s%d", s > 0 ? "-" : "",
			    fixture->entrant[s]);
}

/* Checks all fixtures so far and the places of the at most 130 entrants. */
static inline void contest_expect(const struct contest *contest,
				  const char *due, const char *places)
{
	struct text fixtures = {0}, found = {0};
	int place[130];

	for (size_t i = 0; i < contest->past.count; i++)
		fixture_add(&fixtures, &contest->past.list[i]);
	contest->format->places(contest, place);
	for (int i = 0; i < contest->entrants; i++)
		text_printf(&found, "%s%d", i > 0 ? " " : "", place[i]);
	ck_assert_str_eq(text_string(&fixtures), due);
	ck_assert_str_eq(text_string(&found), places);
	text_release(&fixtures);
	text_release(&found);
}

#endif
