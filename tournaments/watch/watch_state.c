/*
 * watch_state.c - the state of a running tournament, for display.
 */
#include "tournaments/watch/watch_state.h"

#include <math.h>

#include "base/clock.h"
#include "base/json_write.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/match_label.h"

/* ### faults */

void watch_state_trouble(struct watch_state *state, const char *text)
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

void watch_state_match_ended(struct watch_state *state, uint32_t number)
{
	const struct record *record = state->record;
	const struct book_match *match = book_find(&record->book, number);
	struct text line = {0};

	if (match->faults == 0)
		return;
	state->faults += match->faults;
	text_printf(&line, "match %u: ", number);
	match_label_faults(&record->tournament, match, &line);
	watch_state_trouble(state, text_string(&line));
	text_release(&line);
}

/* The last match with faults that ended before a line of the book; 0: none. */
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

/* Counts the faults in the book so far and lists the last ones. */
static void read_faults(struct watch_state *state)
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
		watch_state_match_ended(state, last[--count]);
	state->faults = all;
}

/* ### the goal of tournaments that may end early */

static void show_games_left(struct watch_state *state, double left)
{
	if (isnan(left))
		return;
	text_printf(&state->goal, "; about %.0f more game%s", left,
		    text_plural(left));
}

/* Returns the number of games that the test may still take; NAN: unknown. */
static double show_test(struct watch_state *state)
{
	const struct sprt *sprt = &state->record->test.sprt;
	char llr[DECIMAL_SIZE], lower[DECIMAL_SIZE], upper[DECIMAL_SIZE];
	double left;

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

/* `due`: games that are still played in any case.  Returns the games left; NAN:
   unknown. */
static double show_error(struct watch_state *state, long long wanted,
			 double due)
{
	double left = state->table.games_left;

	if (state->table.games == 0 || isnan(state->table.worst))
		text_printf(&state->goal, "wanted error +-%lld Elo; so far "
			    "unknown", wanted);
	else
		text_printf(&state->goal, "largest error +-%.1f Elo, wanted "
			    "%lld", state->table.worst, wanted);
	if (state->table.games == 0)
		return NAN;
	/* NAN stays NAN. */
	if (left < due)
		left = due;
	show_games_left(state, left);
	return left;
}

/* ### all of it */

static uint32_t all_rounds(const struct contest *contest)
{
	const struct option_value *rounds = contest_option(contest, "rounds");

	if (contest->format->independent && contest->until_error == 0)
		return fixtures_round(&contest->past);
	return rounds != NULL ? (uint32_t)rounds->number : 0;
}

static void show_round(struct watch_state *state)
{
	const struct contest *contest = &state->record->tournament.contest;
	const struct fixtures *past = &contest->past;

	while (state->settled < past->count &&
	       past->list[state->settled].decided)
		state->settled++;
	/* A round of `sprt` is a single match. */
	if (past->count == 0 || state->record->test.tests)
		return;
	state->shown.round = state->settled < past->count ?
		past->list[state->settled].round :
		fixtures_round(past);
	state->shown.rounds = all_rounds(contest);
}

static void show_course(struct watch_state *state)
{
	const struct contest *contest = &state->record->tournament.contest;
	struct screen_layout *shown = &state->shown;
	double left = (double)shown->games_of - (double)shown->games;
	double foreseen = NAN;

	text_clear(&state->goal);
	if (state->record->test.tests) {
		foreseen = show_test(state);
		shown->count = COUNT_MOST;
	} else if (contest->until_error > 0) {
		foreseen = show_error(state, contest->until_error, left);
		shown->count = COUNT_ROUND;
	} else {
		shown->count = contest->format->independent ? COUNT_ALL :
			COUNT_ROUND;
	}
	if (!isnan(foreseen)) {
		left = state->record->test.tests && foreseen > left ? left :
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

void watch_state_update(struct watch_state *state,
			const struct watch_progress *progress, bool must)
{
	const int64_t now = clock_us();
	struct screen_layout *shown = &state->shown;

	game_rate_note(&state->rate, now, progress->counts.games);
	watch_table_update(&state->table, state->record,
			   progress->counts.decided, now, must);
	shown->matches = progress->counts.matches;
	shown->decided = progress->counts.decided;
	shown->games = progress->counts.games;
	shown->games_of = progress->counts.games_of;
	shown->rate = game_rate_now(&state->rate, now, progress->counts.games);
	shown->passed = progress->passed;
	shown->faults = state->faults;
	shown->notice = progress->notice;
	shown->slot = progress->slot;
	shown->slots = progress->slots;
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

void watch_state_begin(struct watch_state *state, const struct record *record)
{
	const struct tournament *tournament = &record->tournament;

	*state = (struct watch_state){ .record = record };
	state->shown.id = tournament->manifest.id;
	state->shown.game = tournament->game->name;
	state->shown.format = tournament->contest.format->name;
	state->shown.bracket = bracket_show_has(record) ? record : NULL;
	read_faults(state);
}

void watch_state_release(struct watch_state *state)
{
	for (int i = 0; i < LAST_TROUBLES; i++)
		text_release(&state->trouble[i]);
	watch_table_release(&state->table);
	text_release(&state->goal);
	*state = (struct watch_state){0};
}
