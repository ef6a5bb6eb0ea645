/*
 * progress_lines.c - how a running tournament is told: plain lines.
 */
#include "tournaments/play/progress_lines.h"

#include <inttypes.h>
#include <limits.h>

#include "base/clock.h"
#include "base/printable.h"

enum { SUMMARY_US = 30 * 1000000 };

/* A name is for a terminal or a log: nothing in it does harm there. */
static void add_name(const struct tournament *tournament, int entrant,
		     struct text *out)
{
	text_fit(out, tournament_name(tournament, entrant), INT_MAX);
}

/* "ada 3.5, bob 0.5" of a decided meeting: game points by name. */
static void tell_score(const struct tournament *tournament,
		       const struct meeting *meeting, struct text *out)
{
	for (int s = 0; s < meeting->seats; s++) {
		text_add(out, s > 0 ? ", " : "");
		add_name(tournament, meeting->entrant[s], out);
		text_printf(out, " %.2f",
			    (double)meeting->points[s] / GAME_POINTS);
	}
}

void tell_pairing(const struct tournament *tournament,
		  const struct meeting *meeting, struct text *out)
{
	for (int s = 0; s < meeting->seats; s++) {
		text_add(out, s > 0 ? " - " : "");
		add_name(tournament, meeting->entrant[s], out);
	}
}

void tell_faults(const struct tournament *tournament,
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

static void line_of_end(FILE *file, const struct runner *runner,
			const struct meeting *meeting)
{
	const struct book_match *match = book_find(runner->book,
						   meeting->number);
	struct text line = {0};

	text_printf(&line, "match %u: ", meeting->number);
	tell_score(runner->tournament, meeting, &line);
	if (match->faults > 0)
		text_add(&line, "; ");
	tell_faults(runner->tournament, match, &line);
	fprintf(file, "%s\n", text_string(&line));
	text_release(&line);
}

/* "7 of 12 matches, 72 of 120 games, 8.3 games/s, 0:06 left" */
static void summary(struct teller *teller, const struct runner *runner,
		    int64_t now)
{
	const struct contest *contest = &runner->tournament->contest;
	bool known = contest->format->independent &&
		contest->format != &format_sprt && contest->until_error == 0;
	double rate = pace_rate(&teller->pace, now, runner->games);
	struct text line = {0};

	text_printf(&line, "%s: %u of %u matches, %" PRIu64 " of %" PRIu64
		    " games, ", runner->tournament->manifest.id,
		    runner->decided, runner->matches, runner->games,
		    runner->games_of);
	pace_number(rate, &line);
	text_add(&line, " games/s");
	if (known && rate > 0) {
		text_add(&line, ", ");
		pace_time((double)(runner->games_of - runner->games) / rate,
			  &line);
		text_add(&line, " left");
	}
	if (runner->faults > 0)
		text_printf(&line, ", %u fault%s in this run", runner->faults,
			    runner->faults == 1 ? "" : "s");
	fprintf(teller->file, "%s\n", text_string(&line));
	text_release(&line);
}

/* Some time has passed.  True when something was told. */
static bool heed_time(struct teller *teller, const struct runner *runner)
{
	int64_t now = clock_us();

	pace_note(&teller->pace, now, runner->games);
	if (teller->next == 0)
		teller->next = now + SUMMARY_US;
	if (now < teller->next || runner->games == teller->games)
		return false;
	summary(teller, runner, now);
	teller->next = now + SUMMARY_US;
	teller->games = runner->games;
	return true;
}

void tell_lines(void *context, const struct runner *runner, enum news news,
		const struct meeting *meeting, const char *text)
{
	struct teller *teller = context;
	FILE *file = teller->file;

	switch (news) {
	case NEWS_BEGIN:
		fprintf(file, "%s: %d entrants, %u of %u matches played, "
			"-j %d\n", runner->tournament->manifest.id,
			runner->tournament->manifest.entrants,
			runner->decided, runner->matches, runner->jobs);
		break;
	case NEWS_END:
		line_of_end(file, runner, meeting);
		break;
	case NEWS_AGAIN:
		fprintf(file, "match %u: %s; it goes on in its log\n",
			meeting->number, text);
		break;
	case NEWS_VOID:
		fprintf(file, "match %u: void, played again on the same dice"
			"%s%s\n", meeting->number, text != NULL ? ": " : "",
			text != NULL ? text : "");
		break;
	case NEWS_STOPPING:
		fprintf(file, "stopping: the games in play are finished%s\n",
			text == NULL ? "; once more stops now" : "");
		break;
	case NEWS_TICK:
		if (!heed_time(teller, runner))
			return;
		break;
	default:
		return;
	}
	fflush(file);
}
