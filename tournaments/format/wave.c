/*
 * wave.c - the matches that are due together when many machines play.
 */
#include "tournaments/format/wave.h"

/* Does a wave begin at this place? */
static bool begins(const struct contest *contest, size_t at)
{
	const struct fixture *list = contest->past.list;

	if (contest->format->is_test)
		return at % WAVE_TEST_MATCHES == 0;
	return at == 0 || (list[at].round != list[at - 1].round &&
			   contest_may_end(contest, at));
}

struct wave wave_of(const struct contest *contest)
{
	const struct fixtures *past = &contest->past;
	struct wave wave = { .end = past->count };
	size_t after;

	while (wave.first < past->count && past->list[wave.first].decided)
		wave.first++;
	after = (wave.first / WAVE_TEST_MATCHES + 1) * WAVE_TEST_MATCHES;
	if (contest->format->is_test && after < wave.end)
		wave.end = after;
	wave.fresh = wave.first < past->count && begins(contest, wave.first);
	return wave;
}

uint32_t wave_last(const struct contest *contest)
{
	uint32_t last = 0;

	for (size_t i = 0; i < contest->past.count; i++)
		if (contest->past.list[i].number > last)
			last = contest->past.list[i].number;
	return last;
}
