/*
 * seat_counts.c - who has played more often in one seat than in another.
 */
#include "tournaments/rating/seat_counts.h"

#include <stdlib.h>

long *seat_counts_make(const struct games_table *table, int seats)
{
	long *count = memory_new((size_t)table->entrant_count * (size_t)seats,
				 sizeof *count);
	size_t place = 0;

	for (size_t g = 0; g < table->game_count; g++) {
		int its = table->games[g] & GAMES_SEATS;

		for (int s = 0; s < its && its == seats; s++)
			count[(size_t)table->seated[place + (size_t)s] *
			      (size_t)seats + (size_t)s]++;
		place += (size_t)its;
	}
	return count;
}

bool seat_counts_uneven(const struct games_table *table,
			struct seat_counts *worst)
{
	long widest = 0;

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		long *count = seat_counts_make(table, seats);

		for (int i = 0; i < table->entrant_count; i++) {
			const long *own = count + (size_t)i * (size_t)seats;
			int most = 0, least = 0;
			long all = 0;

			for (int s = 0; s < seats; s++) {
				most = own[s] > own[most] ? s : most;
				least = own[s] < own[least] ? s : least;
				all += own[s];
			}
			if (own[most] - own[least] <= widest)
				continue;
			widest = own[most] - own[least];
			*worst = (struct seat_counts){ i, most, own[most],
				all };
		}
		free(count);
	}
	return widest > 0;
}
