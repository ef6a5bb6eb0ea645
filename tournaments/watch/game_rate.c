/*
 * game_rate.c - how fast a tournament goes, and how long it will go on.
 */
#include "tournaments/watch/game_rate.h"

#include <math.h>

enum { FIRST_US = 1000000 };    /* less says too little */

void pace_note(struct pace *pace, int64_t now, uint64_t games)
{
	int last = (pace->first + pace->count - 1) % PACE_SAMPLES;
	int place;

	if (pace->count > 0 && now - pace->sample[last].us < PACE_STEP_US)
		return;
	if (pace->count == PACE_SAMPLES) {
		pace->first = (pace->first + 1) % PACE_SAMPLES;
		pace->count--;
	}
	place = (pace->first + pace->count) % PACE_SAMPLES;
	pace->sample[place].us = now;
	pace->sample[place].games = games;
	pace->count++;
}

double pace_rate(const struct pace *pace, int64_t now, uint64_t games)
{
	int64_t passed;
	uint64_t before;

	if (pace->count == 0)
		return NAN;
	passed = now - pace->sample[pace->first].us;
	before = pace->sample[pace->first].games;
	/* Fewer than before: a match was void. */
	if (passed < FIRST_US || games < before)
		return NAN;
	return (double)(games - before) * 1e6 / (double)passed;
}

void pace_time(double seconds, struct text *out)
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

void pace_number(double rate, struct text *out)
{
	if (isnan(rate))
		text_byte(out, '?');
	else
		text_printf(out, "%.*f", rate < 99.95 ? 1 : 0, rate);
}
