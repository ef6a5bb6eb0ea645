/*
 * watch_state.c - how a running tournament stands, for those who look at it.
 */
#include "tournaments/watch/watch_state.h"

#include <math.h>

#include "base/clock.h"
#include "base/decimal.h"
#include "tournaments/play/progress_lines.h"

/* ### faults */

void live_state_trouble(struct live_state *state, const char *text)
{
	struct text oldest = state->trouble[LAST_TROUBLES - 1];

	memmove(state->trouble + 1, state->trouble,
		(LAST_TROUBLES - 1) * sizeof *state->trouble);
	text_clear(&oldest);
	text_add(&oldest, text);
	state->trouble[0] = oldest;
	if (state->troubles < LAST_TROUBLES)
		state->troubles++;
}

void live_state_ended(struct live_state *state, uint32_t number)
{
	const struct record *record = state->record;
	const struct book_match *match = book_find(&record->book, number);
	struct text line = {0};

	if (match->faults == 0)
		return;
	state->faults += match->faults;
	text_printf(&line, "match %u: ", number);
	tell_faults(&record->tournament, match, &line);
	live_state_trouble(state, text_string(&line));
	text_release(&line);
}

/* The match with faults that ended last before a line of the book; 0: none. */
static uint32_t last_faulty(const struct book *book, uint32_t before)
{
	uint32_t found = 0, line = 0;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		if (match->ended && match->faults > 0 &&
		    match->end_line > line && match->end_line < before) {
			found = n;
			line = match->end_line;
		}
	}
	return found;
}

/* The faults of a book that is there: those that came last are named. */
static void read_faults(struct live_state *state)
{
	const struct book *book = &state->record->book;
	uint32_t last[LAST_TROUBLES], before = UINT32_MAX, all = 0;
	int count = 0;

	for (uint32_t n = 1; n <= book->matches; n++)
		all += book_find(book, n)->faults;
	while (count < LAST_TROUBLES &&
	       (last[count] = last_faulty(book, before)) != 0)
		before = book_find(book, last[count++])->end_line;
	while (count > 0)
		live_state_ended(state, last[--count]);
	state->faults = all;
}

/* ### the goal of those that end early */

static void show_games_left(struct live_state *state, double left)
{
	if (isnan(left))
		return;
	text_printf(&state->goal, "; about %.0f more game%s", left,
		    left == 1 ? "" : "s");
}

/* Games that it may take; NAN: unknown. */
static double show_test(struct live_state *state)
{
	const struct sprt *sprt = &state->stopping.sprt;
	char llr[DECIMAL_SIZE], lower[DECIMAL_SIZE], upper[DECIMAL_SIZE];
	double left;

	stopping_is_due(&state->stopping);
	left = sprt_blocks_left(sprt) * sprt->tally.games;
	text_printf(&state->goal, "%s LLR %s of %s (H0) and %s (H1)",
		    sprt->answer == SPRT_H0 ? "H0 holds:" :
		    sprt->answer == SPRT_H1 ? "H1 holds:" :
		    sprt->answer == SPRT_UNDECIDED ? "undecided:" : "test:",
		    decimal(llr, sprt->llr, 2, true),
		    decimal(lower, sprt->lower, 2, true),
		    decimal(upper, sprt->upper, 2, true));
	if (sprt->answer == SPRT_GOES_ON)
		show_games_left(state, left);
	return left;
}

static double show_error(struct live_state *state, long long wanted)
{
	if (state->table.games == 0 || isnan(state->table.worst))
		text_printf(&state->goal, "wanted error +-%lld Elo; so far "
			    "unknown", wanted);
	else
		text_printf(&state->goal, "largest error +-%.1f Elo, wanted "
			    "%lld", state->table.worst, wanted);
	if (state->table.games == 0)
		return NAN;
	show_games_left(state, state->table.games_left);
	return state->table.games_left;
}

/* ### all of it */

static uint32_t all_rounds(const struct contest *contest)
{
	const struct format_option *options = contest->format->options;

	if (contest->format->independent && contest->until_error == 0)
		return contest->past.list[contest->past.count - 1].round;
	for (int i = 0; options != NULL && options[i].name != NULL; i++)
		if (strcmp(options[i].name, "rounds") == 0)
			return (uint32_t)contest->option[i].number;
	return 0;
}

static void show_round(struct live_state *state)
{
	const struct contest *contest = &state->record->tournament.contest;
	const struct meetings *past = &contest->past;

	while (state->settled < past->count &&
	       past->list[state->settled].decided)
		state->settled++;
	/* A round of `sprt` is a match. */
	if (past->count == 0 || state->stopping.tests)
		return;
	state->shown.round = state->settled < past->count ?
		past->list[state->settled].round :
		past->list[past->count - 1].round;
	state->shown.rounds = all_rounds(contest);
}

static void show_course(struct live_state *state)
{
	const struct contest *contest = &state->record->tournament.contest;
	struct shown *shown = &state->shown;
	double left = (double)shown->games_of - (double)shown->games;
	double foreseen = NAN;

	text_clear(&state->goal);
	if (state->stopping.tests) {
		foreseen = show_test(state);
		shown->count = COUNT_MOST;
	} else if (contest->until_error > 0) {
		foreseen = show_error(state, contest->until_error);
		shown->count = COUNT_ROUND;
	} else {
		shown->count = contest->format->independent ? COUNT_ALL :
			COUNT_ROUND;
	}
	if (!isnan(foreseen)) {
		left = state->stopping.tests && foreseen > left ? left :
			foreseen;
		shown->count = COUNT_MOST;
	}
	if (state->record->book.closed) {
		left = 0;
		shown->count = COUNT_ALL;
	}
	shown->share = (double)shown->games + left > 0 ?
		(double)shown->games / ((double)shown->games + left) : 0;
	shown->left = shown->rate > 0 ? left / shown->rate : NAN;
	shown->goal = state->goal.length > 0 ? text_string(&state->goal) :
		NULL;
}

void live_state_make(struct live_state *state,
		     const struct progress *progress, bool must)
{
	const int64_t now = clock_us();
	struct shown *shown = &state->shown;

	pace_note(&state->pace, now, progress->games);
	live_table_update(&state->table, state->record, progress->decided,
			  now, must);
	shown->matches = progress->matches;
	shown->decided = progress->decided;
	shown->games = progress->games;
	shown->games_of = progress->games_of;
	shown->rate = pace_rate(&state->pace, now, progress->games);
	shown->passed = progress->passed;
	shown->faults = state->faults;
	shown->notice = progress->notice;
	shown->desk = progress->desk;
	shown->desks = progress->desks;
	shown->row = state->table.row;
	shown->rows = state->table.rows;
	shown->pools = state->table.pools;
	shown->table_note = text_string(&state->table.note);
	for (int i = 0; i < state->troubles; i++)
		state->trouble_shown[i] = text_string(&state->trouble[i]);
	shown->trouble = state->trouble_shown;
	shown->troubles = state->troubles;
	show_round(state);
	show_course(state);
}

void live_state_begin(struct live_state *state, const struct record *record)
{
	const struct tournament *tournament = &record->tournament;

	*state = (struct live_state){ .record = record };
	state->shown.id = tournament->manifest.id;
	state->shown.game = tournament->game->name;
	state->shown.format = tournament->contest.format->name;
	stopping_init(&state->stopping, record);
	read_faults(state);
}

void live_state_release(struct live_state *state)
{
	for (int i = 0; i < LAST_TROUBLES; i++)
		text_release(&state->trouble[i]);
	stopping_release(&state->stopping);
	live_table_release(&state->table);
	text_release(&state->goal);
	*state = (struct live_state){0};
}
