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

void match_label_suspects(uint32_t suspects, uint32_t of, struct text *out)
{
	if (suspects == 1 && of == 1)
		text_add(out, " (suspect)");
	else if (suspects > 0)
		text_printf(out, " (%u suspect)", suspects);
}

void match_label_faults(const struct tournament *tournament,
			const struct book_match *match, struct text *out)
{
	uint32_t count[GAME_SEATS_MAX][FAULT_COUNT] = {0};
	uint32_t suspects[GAME_SEATS_MAX][FAULT_COUNT] = {0};
	const char *comma = "";

	for (uint32_t i = 0; i < match->faults; i++) {
		const struct book_fault *fault = &match->fault[i];

		count[fault->entrant][fault->fault]++;
		suspects[fault->entrant][fault->fault] += fault->suspect;
	}
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
		match_label_suspects(suspects[fault->entrant][fault->fault],
				     *its, out);
		comma = ", ";
		*its = 0;
	}
}
