/*
 * game_counts.c - the progress of a tournament in matches and games, how fast
 * it is, and how long the rest will take.
 */
#include "tournaments/record/game_counts.h"

#include <math.h>

enum { FIRST_US = 1000000 };    /* no rate for less time */

struct game_counts game_counts_of(const struct record *record)
{
	const struct tournament *tournament = &record->tournament;
	const struct fixtures *past = &tournament->contest.past;
	struct game_counts counts = {0};

	for (size_t i = 0; i < past->count; i++) {
		const struct fixture *fixture = &past->list[i];
		uint32_t games = tournament_games(tournament, fixture);

		if (fixture->number == 0 ||
		    (record->book.closed && !fixture->decided))
			continue;
		counts.matches++;
		counts.games_of += games;
		if (!fixture->decided)
			continue;
		counts.decided++;
		counts.games += games;
	}
	return counts;
}

void game_rate_note(struct game_rate *rate, int64_t now, uint64_t games)
{
	int last = (rate->first + rate->count - 1) % GAME_RATE_SAMPLES;
	int place;

	if (rate->count > 0 && now - rate->sample[last].us < GAME_RATE_STEP_US)
		return;
	if (rate->count == GAME_RATE_SAMPLES) {
		rate->first = (rate->first + 1) % GAME_RATE_SAMPLES;
		rate->count--;
	}
	place = (rate->first + rate->count) % GAME_RATE_SAMPLES;
	rate->sample[place].us = now;
	rate->sample[place].games = games;
	rate->count++;
}

double game_rate_now(const struct game_rate *rate, int64_t now, uint64_t games)
{
	int64_t passed;
	uint64_t before;

	if (rate->count == 0)
		return NAN;
	passed = now - rate->sample[rate->first].us;
	before = rate->sample[rate->first].games;
	/* There are fewer games than before after a void match. */
	if (passed < FIRST_US || games < before)
		return NAN;
	return (double)(games - before) * 1e6 / (double)passed;
}

double game_rate_left(double rate, const struct record *record,
		      const struct game_counts *counts)
{
	const struct contest *contest = &record->tournament.contest;

	return contest->format->independent && !contest->format->is_test &&
		contest->until_error == 0 && rate > 0 ?
		(double)(counts->games_of - counts->games) / rate : NAN;
}

void game_rate_duration(double seconds, struct text *out)
{
	long long whole;

	if (!(seconds >= 0 && seconds < 1e11)) {
		text_byte(out, '?');
		return;
	}
	whole = (long long)(seconds + 0.5);
	if (whole >= 86400)
		text_printf(out, "%lld d %02lld:%02lld:%02lld", whole / 86400,
			    whole / 3600 % 24, whole / 60 % 60, whole % 60);
	else if (whole >= 3600)
		text_printf(out, "%lld:%02lld:%02lld", whole / 3600,
			    whole / 60 % 60, whole % 60);
	else
		text_printf(out, "%lld:%02lld", whole / 60, whole % 60);
}

void game_rate_text(double rate, struct text *out)
{
	if (isnan(rate))
		text_byte(out, '?');
	else
		text_printf(out, "%.*f", rate < 99.95 ? 1 : 0, rate);
}
