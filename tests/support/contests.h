/*
 * contests.h - tournaments for tests: made of an object, decided by nobody.
 */
#ifndef SUPPORT_CONTESTS_H
#define SUPPORT_CONTESTS_H

#include <check.h>
#include <string.h>

#include "tournaments/format/contest.h"

/* Reads and settles; returns 0, or -1 with `err` and nothing to release. */
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

/* The same for an object that is good. */
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

#endif
