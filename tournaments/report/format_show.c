/*
 * format_show.c - what only some formats have, as JSON: a bracket, the points
 * of each round, the course of a sequential test.
 */
#include "tournaments/report/format_show.h"

#include "base/json_write.h"
#include "tournaments/format/bracket.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/tables/standings.h"

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
	OWNED(bracket) struct bracket bracket = {0};

	if (!bracket_show_has(record))
		return;
	bracket = bracket_make(&record->tournament.contest);
	json_put_open(w, "bracket", '[');
	for (int i = 0; i < bracket.count; i++)
		add_pair(w, record, &bracket.list[i]);
	json_close(w, ']');
}

/* The log-likelihood ratio after each match, thinned out. */
static void put_course(struct json_writer *w, const struct record *record)
{
	const uint32_t taken = record->test.next - 1;
	const uint32_t step = 1 + record->book.matches / TEST_POINTS;
	uint64_t told = 0;

	json_put_open(w, "llr", '[');
	for (uint32_t n = 1; n <= taken; n++) {
		const struct sprt_end_point *at = &record->test.course[n - 1];

		if ((n % step != 0 && n != taken) || at->blocks == told)
			continue;
		told = at->blocks;
		json_open(w, '[');
		json_int(w, (long long)at->blocks);
		decimal_json_places(w, at->llr, 3);
		json_close(w, ']');
	}
	json_close(w, ']');
}

static void put_test(struct json_writer *w, const struct record *record)
{
	if (!record->test.tests)
		return;
	put_course(w, record);
	json_put_open(w, "sprt", '{');
	sprt_show_json(&record->test.sprt,
		       tournament_name(&record->tournament, 0),
		       tournament_name(&record->tournament, 1), w);
	json_close(w, '}');
}

/* Formats whose pairings follow from points have a table for each round. */
static void put_counted(struct json_writer *w, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	int64_t points[GAME_SEATS_MAX];

	if (!contest->format->by_score && contest->given_count == 0)
		return;
	json_put_open(w, "counted", '[');
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];

		json_open(w, '[');
		if (fixture->decided)
			standings_points(contest, POINTS_NORMAL, fixture,
					 points);
		for (int s = 0; fixture->decided && s < fixture->seats; s++)
			decimal_json_places(w, (double)points[s] / GAME_POINTS,
					    2);
		json_close(w, ']');
	}
	json_close(w, ']');
}

void format_show_json(const struct record *record, struct json_writer *w)
{
	put_bracket(w, record);
	put_counted(w, record);
	put_test(w, record);
}
