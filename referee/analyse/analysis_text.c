/*
 * analysis_text.c - writes an analysis for people.
 */
#include <math.h>

#include "analyse/analysis.h"
#include "base/json_write.h"
#include "base/printable.h"

enum { NAME_MAX_COLUMNS = 20 };

static int seats_of(const struct analysis *a)
{
	return a->audit->header.entrants;
}

static int name_width(const struct analysis *a)
{
	int width = 0;

	for (int e = 0; e < seats_of(a); e++) {
		int one = printable_width(analysis_name(a, e));

		width = one > width ? one : width;
	}
	return width < NAME_MAX_COLUMNS ? width : NAME_MAX_COLUMNS;
}

static void add_name(struct analysis *a, int entrant)
{
	text_add(&a->out, "  ");
	printable_cell(&a->out, analysis_name(a, entrant), name_width(a),
		       false);
}

static void write_begin(struct analysis *a)
{
	const bool exact = a->choice.worth.kind->exact;

	text_printf(&a->out, "%s: luck%s by ", a->audit->game->title,
		    exact ? " and mistakes" : "");
	printable_bytes(&a->out, a->choice.about.bytes,
			a->choice.about.length);
	text_add(&a->out, exact ?
		 ".\nPoints = start + own luck + luck of others - own "
		 "mistakes + mistakes of others:\n" :
		 ".\nWithout a table there are no mistakes.\n"
		 "Points = start + own luck + luck of others + all moves:\n");
}

/* Appends " + 0.123" or " - 0.123". */
static void add_term(struct text *out, double term)
{
	char buffer[DECIMAL_SIZE];
	const char *text = decimal(buffer, term, 3, false);

	if (text[0] == '-')
		text_printf(out, " - %s", text + 1);
	else
		text_printf(out, " + %s", text);
}

static void write_sum(struct analysis *a, int seat)
{
	const struct analysis_game *g = &a->game;
	char buffer[DECIMAL_SIZE];
	double others = 0;

	for (int s = 0; s < seats_of(a); s++)
		others += s == seat ? 0 : g->loss[s];
	add_name(a, analysis_entrant_of(a, seat));
	text_printf(&a->out, "  %.3g = %s", g->points[seat],
		    decimal(buffer, g->start[seat], 3, false));
	add_term(&a->out, g->luck[seat]);
	add_term(&a->out, g->luck_total[seat] - g->luck[seat]);
	if (!a->choice.worth.kind->exact) {
		add_term(&a->out, g->moves[seat]);
	} else {
		add_term(&a->out, -g->loss[seat]);
		add_term(&a->out, others);
		if (g->used_up)
			add_term(&a->out, g->moves[seat] + g->loss[seat] -
				 others);
	}
	text_byte(&a->out, '\n');
}

static void write_game(struct analysis *a)
{
	const struct analysis_game *g = &a->game;

	text_printf(&a->out, "\nGame %u, board %u, rotation %d%s\n", g->number,
		    g->board, g->rotation, g->fault ?
		    ": left out, because of a fault" : g->used_up ?
		    ": the turns were used up" : "");
	for (int s = 0; !g->fault && s < seats_of(a); s++)
		write_sum(a, s);
}

static void write_moments(struct analysis *a, const char *title,
			  const struct moments *moments)
{
	if (moments->count == 0)
		return;
	text_printf(&a->out, "\n%s\n", title);
	for (int i = 0; i < moments->count; i++) {
		text_printf(&a->out, "  %.3f  ", moments->list[i].amount);
		printable_bytes(&a->out, moments->list[i].words,
				strlen(moments->list[i].words));
		text_byte(&a->out, '\n');
	}
}

/* Appends a gap and "0.123 +- 0.045" in 15 columns; for a single board without
   the margin. */
static void add_mean(struct text *out, const struct analysis_mean *mean,
		     bool sign)
{
	char buffer[DECIMAL_SIZE];
	double margin = analysis_margin(mean);

	text_printf(out, "  %6s",
		    decimal(buffer, analysis_mean(mean), 3, sign));
	if (isnan(margin))
		text_printf(out, "%9s", "");
	else
		text_printf(out, " +- %-5s",
			    decimal(buffer, margin, 3, false));
}

static void write_entrants(struct analysis *a)
{
	const bool exact = a->choice.worth.kind->exact;
	const uint32_t boards = a->entrant[0].mean[ANALYSIS_POINTS].boards;

	if (a->only > 0 || boards == 0)
		return;
	text_printf(&a->out, "\nA game, +- 95%% over %u board%s%s:\n  %-*s  "
		    "%-15s  %-15s  %-15s", boards, text_plural(boards),
		    a->faults > 0 ? " without a fault" : "", name_width(a),
		    "", "points", "luck", "without luck");
	text_add(&a->out, exact ? "  mistakes         per 100 real decisions\n" :
		 "\n");
	for (int e = 0; e < seats_of(a); e++) {
		const struct analysis_entrant *entrant = &a->entrant[e];

		add_name(a, e);
		for (int i = 0; i < ANALYSIS_FIGURES - !exact; i++)
			add_mean(&a->out, &entrant->mean[i],
				 i == ANALYSIS_LUCK);
		if (exact && entrant->real > 0)
			text_printf(&a->out, "  %.3f", 100 * entrant->loss /
				    (double)entrant->real);
		else if (exact)
			text_add(&a->out, "  -");
		text_byte(&a->out, '\n');
	}
}

static void write_end(struct analysis *a)
{
	write_moments(a, "The luckiest rolls:", &a->lucky);
	write_moments(a, "The worst moves:", &a->wrong);
	write_entrants(a);
}

const struct analysis_writer analysis_text = {
	.begin = write_begin,
	.game = write_game,
	.end = write_end,
};
