/*
 * game_counts.c - the progress of a tournament, in matches and games.
 */
#include "tournaments/record/game_counts.h"

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
