/*
 * contests.h - tournaments for tests, made from a format object; no match is
 * played, but results may be made up.  In these objects ' stands for ".  A file
 * with UNIT_EACH(NULL, cup_end) need not release `cup`.
 */
#ifndef SUPPORT_CONTESTS_H
#define SUPPORT_CONTESTS_H

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "tournaments/format/contest.h"

static struct contest cup;

static inline void cup_end(void)
{
	contest_release(&cup);
}

/* As printf, until the next call. */
__attribute__((format(printf, 1, 2)))
static inline const char *words(const char *format, ...)
{
	static char buffer[200];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(buffer, sizeof buffer, format, arguments);
	va_end(arguments);
	return buffer;
}

/* Reads and settles a format; 0, or -1 with `err` and nothing to release. */
static inline int contest_try(const char *format, bool manifest, int entrants,
			      int seats, enum result result,
			      struct contest *contest, struct error *err)
{
	struct json_at at = { .name = "cup.json", .index = -1 };
	struct text json = {0};
	cJSON *tree;
	int code;

	*contest = (struct contest){ .entrants = entrants, .seats = seats,
		.result = result, .rotations = seats, .boards = 1 };
	for (const char *c = format; *c != '\0'; c++)
		text_byte(&json, *c == '\'' ? '"' : *c);
	tree = json_read(json.bytes, json.length, 8, JSON_SPACES | JSON_FLOATS,
			 err);
	ck_assert_msg(tree != NULL, "%s: %s", format, err->text);
	text_release(&json);
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

static inline void cup_start(const char *format, int entrants, int seats,
			     enum result result)
{
	contest_release(&cup);
	cup = contest_of(format, entrants, seats, result);
}

/* With two seats by rank, with more only the winner counts. */
static inline void cup_plain(const char *format, int entrants, int seats)
{
	cup_start(format, entrants, seats, seats == 2 ? RESULT_RANKING :
		  RESULT_WINNER);
}

/* All that can be planned, of which there must be something. */
static inline void cup_planned(const char *format, int entrants, int seats,
			       enum result result)
{
	cup_start(format, entrants, seats, result);
	ck_assert(contest_advance(&cup));
}

/* ### results */

static inline void decide_all(struct contest *contest)
{
	for (size_t i = 0; i < contest->past.count; i++)
		contest->past.list[i].decided = true;
}

/*
 * Plays one game for each board; `ties` in a hundred are tied by all, the
 * others are won by one.  The result does not depend on when it is decided.
 */
static inline void decide_one(struct fixture *fixture, uint64_t seed, int ties)
{
	struct random random = { seed * 1000003 + fixture->number };

	for (uint32_t board = 0; board < fixture->boards; board++) {
		int best = random_below(&random, fixture->seats);
		bool tied = random_below(&random, 100) < ties;

		for (int s = 0; s < fixture->seats; s++)
			if (tied)
				fixture->points[s] += GAME_POINTS /
					fixture->seats;
		if (!tied)
			fixture->points[best] += GAME_POINTS;
		fixture->won[best] += !tied;
	}
	fixture->decided = true;
}

static inline void decide_open(struct contest *contest, uint64_t seed, int ties)
{
	for (size_t i = 0; i < contest->past.count; i++)
		if (!contest->past.list[i].decided)
			decide_one(&contest->past.list[i], seed, ties);
}

static inline void play_all(struct contest *contest, uint64_t seed, int ties)
{
	while (contest_advance(contest))
		decide_open(contest, seed, ties);
}

/* The first entrant wins, in those whose number is in `lost` (" 3 5 ") the
   second one. */
static inline void first_wins(struct contest *contest, const char *lost)
{
	for (size_t i = 0; i < contest->past.count; i++) {
		struct fixture *fixture = &contest->past.list[i];
		bool second = strstr(lost, words(" %u ", fixture->number));

		fixture->points[second] = GAME_POINTS;
		fixture->decided = true;
	}
}

/* ### comparing */

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

/* Checks the fixtures of `cup` from `first` on, as "ROUND.SLOT:A-B ..". */
static inline void cup_expect(size_t first, const char *due)
{
	struct text found = {0};

	for (size_t i = first; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];

		text_printf(&found, "%s%u.%u:", i > first ? " " : "",
			    fixture->round, fixture->slot);
		for (int s = 0; s < fixture->seats; s++)
			text_printf(&found, "%s%d", s > 0 ? "-" : "",
				    fixture->entrant[s]);
	}
	ck_assert_str_eq(text_string(&found), due);
	text_release(&found);
}

/* Checks the places of the at most 130 entrants of `cup`, as "1 2 ..". */
static inline void cup_expect_places(const char *due)
{
	struct text found = {0};
	int place[130];

	cup.format->places(&cup, place);
	for (int i = 0; i < cup.entrants; i++)
		text_printf(&found, "%s%d", i > 0 ? " " : "", place[i]);
	ck_assert_str_eq(text_string(&found), due);
	text_release(&found);
}

#endif
