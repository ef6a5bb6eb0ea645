/*
 * match_label.c - a match in a few words, for a terminal or a log.
 */
#include "tournaments/report/match_label.h"

#include <limits.h>

#include "base/printable.h"

static void add_name(const struct tournament *tournament, int entrant,
		     struct text *out)
{
	printable_fit(out, tournament_name(tournament, entrant), INT_MAX);
}

void match_label_score(const struct tournament *tournament,
		       const struct fixture *fixture, struct text *out)
{
	for (int s = 0; s < fixture->seats; s++) {
		text_add(out, s > 0 ? ", " : "");
		add_name(tournament, fixture->entrant[s], out);
		text_printf(out, " %.2f",
			    (double)fixture->points[s] / GAME_POINTS);
	}
}

void match_label_pairing(const struct tournament *tournament,
			 const struct fixture *fixture, struct text *out)
{
	for (int s = 0; s < fixture->seats; s++) {
		text_add(out, s > 0 ? " - " : "");
		add_name(tournament, fixture->entrant[s], out);
	}
}

void match_label_faults(const struct tournament *tournament,
			const struct book_match *match, struct text *out)
{
	uint32_t count[GAME_SEATS_MAX][FAULT_COUNT] = {0};
	const char *comma = "";

	for (uint32_t i = 0; i < match->faults; i++)
		count[match->fault[i].entrant][match->fault[i].fault]++;
	for (uint32_t i = 0; i < match->faults; i++) {
		const struct book_fault *fault = &match->fault[i];
		uint32_t *its = &count[fault->entrant][fault->fault];

		if (*its == 0)
			continue;
		text_add(out, comma);
		add_name(tournament, match->entrant[fault->entrant], out);
		text_printf(out, ": %s in ", fault_words[fault->fault]);
		if (*its == 1)
			text_printf(out, "game %u", fault->game);
		else
			text_printf(out, "%u games", *its);
		comma = ", ";
		*its = 0;
	}
}
