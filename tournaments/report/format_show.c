/*
 * format_show.c - the bracket of a knockout, and the course of a sequential
 * test, as JSON.
 */
#include "tournaments/report/format_show.h"

#include "base/json_write.h"
#include "tournaments/format/bracket.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/tables/sprt_end.h"

enum {
	TEST_POINTS = 200       /* of the course, about, at most */
};

static void add_name(struct json_writer *w, const struct record *record,
		     int entrant)
{
	if (entrant >= 0)
		json_string(w, tournament_name(&record->tournament, entrant));
	else
		json_null(w);
}

static void add_pair(struct json_writer *w, const struct record *record,
		     const struct bracket_pair *pair)
{
	json_open(w, '{');
	json_put_int(w, "round", pair->round);
	json_put_int(w, "slot", pair->slot);
	json_put_bool(w, "knocks_out", pair->knocks_out);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < pair->present; i++)
		add_name(w, record, pair->entrant[i]);
	json_close(w, ']');
	json_put_open(w, "points", '[');
	for (int i = 0; i < pair->present; i++)
		decimal_json_places(w, (double)pair->points[i] / GAME_POINTS, 1);
	json_close(w, ']');
	json_key(w, "winner");
	add_name(w, record, pair->winner);
	json_close(w, '}');
}

static void put_bracket(struct json_writer *w, const struct record *record)
{
	struct bracket bracket;

	if (!bracket_show_has(record))
		return;
	bracket = bracket_make(&record->tournament.contest);
	json_put_open(w, "bracket", '[');
	for (int i = 0; i < bracket.count; i++)
		add_pair(w, record, &bracket.list[i]);
	json_close(w, ']');
	bracket_release(&bracket);
}

/* The log-likelihood ratio after each match, thinned out. */
struct test_course {
	struct json_writer w;
	double llr;
	uint64_t blocks, told;
	uint32_t matches, step;
};

static void tell_test(struct test_course *course)
{
	if (course->blocks == course->told)
		return;
	course->told = course->blocks;
	json_open(&course->w, '[');
	json_int(&course->w, (long long)course->blocks);
	decimal_json_places(&course->w, course->llr, 3);
	json_close(&course->w, ']');
}

static void take_test(void *context, const struct sprt *sprt)
{
	struct test_course *course = context;

	course->llr = sprt->llr;
	course->blocks = sprt->tally.blocks;
	if (++course->matches % course->step == 0)
		tell_test(course);
}

static void put_test(struct json_writer *w, const struct record *record)
{
	struct test_course course = { .w = *w,
		.step = 1 + record->book.matches / TEST_POINTS };
	struct sprt_end end;

	sprt_end_begin(&end, record);
	if (end.tests) {
		end.taken = take_test;
		end.context = &course;
		json_put_open(&course.w, "llr", '[');
		sprt_end_update(&end);
		tell_test(&course);
		json_close(&course.w, ']');
		*w = course.w;
		json_put_open(w, "sprt", '{');
		sprt_show_json(&end.sprt,
			       tournament_name(&record->tournament, 0),
			       tournament_name(&record->tournament, 1), w);
		json_close(w, '}');
	}
	sprt_end_release(&end);
}

void format_show_json(const struct record *record, struct json_writer *w)
{
	put_bracket(w, record);
	put_test(w, record);
}
