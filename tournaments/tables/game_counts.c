/*
 * game_counts.c - how far a tournament is, in matches and games.
 */
#include "tournaments/tables/game_counts.h"

struct game_counts game_counts_of(const struct record *record)
{
	const struct tournament *tournament = &record->tournament;
	const struct meetings *past = &tournament->contest.past;
	struct game_counts counts = {0};

	for (size_t i = 0; i < past->count; i++) {
		const struct meeting *meeting = &past->list[i];
		uint32_t games = tournament_games(tournament, meeting);

		if (meeting->number == 0 ||
		    (record->book.closed && !meeting->decided))
			continue;
		counts.matches++;
		counts.games_of += games;
		if (!meeting->decided)
			continue;
		counts.decided++;
		counts.games += games;
	}
	return counts;
}
