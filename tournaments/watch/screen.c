/*
 * screen.c - shows a tournament that is being played on a terminal.
 */
#include "tournaments/watch/screen.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_write.h"
#include "base/memory.h"
#include "tournaments/rating/plan.h"
#include "tournaments/format/stages.h"
#include "tournaments/report/bracket_show.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/results_show.h"
#include "tournaments/tables/book_games.h"

enum {
	COLUMNS_ELSEWHERE = 100,        /* where there is no terminal */
	FIT_SHARE = 20          /* pause after a fit, as a multiple of the time
				   that it took */
};

/* ### faults and other troubles */

static void add_trouble(struct screen *screen, const char *text)
{
	struct text oldest = screen->trouble[SCREEN_TROUBLES - 1];

	memmove(screen->trouble + 1, screen->trouble,
		(SCREEN_TROUBLES - 1) * sizeof *screen->trouble);
	text_clear(&oldest);
	text_add(&oldest, text);
	screen->trouble[0] = oldest;
	if (screen->troubles < SCREEN_TROUBLES)
		screen->troubles++;
}

/* Counts and lists the faults of a match that has ended. */
static void add_faults(struct screen *screen, const struct record *record,
		       uint32_t number)
{
	const struct book_match *match = book_find(&record->book, number);
	OWNED(text) struct text line = {0};

	if (match->faults == 0)
		return;
	screen->faults += match->faults;
	text_printf(&line, "match %u: ", number);
	match_label_faults(&record->tournament, match, &line);
	add_trouble(screen, text_string(&line));
}

/* Counts the faults in the book so far and lists the last ones. */
static void read_faults(struct screen *screen, const struct record *record)
{
	const struct book *book = &record->book;
	uint32_t last[SCREEN_TROUBLES], all = 0;
	int count = follow_last_ended(book, true, last, SCREEN_TROUBLES);

	for (uint32_t n = 1; n <= book->matches; n++)
		all += book_find(book, n)->faults;
	while (count > 0)
		add_faults(screen, record, last[--count]);
	screen->faults = all;
}

/* ### the table

   The same fit as in `tournament ladder`, on the games so far, but without rank
   intervals.  It takes at most a twentieth of one core. */

static void clear_table(struct screen *screen)
{
	free(screen->row);
	screen->row = NULL;
	screen->shown.rows = 0;
	screen->table_games = 0;
	screen->worst = screen->games_left = NAN;
	text_clear(&screen->table_note);
}

/* The names of the ladder's entrants, borrowed from the record, which lives
   longer.  Both have the same order, but equal bots are a single entrant of the
   ladder. */
static const char **find_names(const struct ladder *ladder,
			       const struct manifest *manifest)
{
	const char **names = memory_new((size_t)ladder->count, sizeof *names);
	int found = 0;

	for (int i = 0; i < manifest->entrants && found < ladder->count; i++)
		if (strcmp(manifest->entrant[i].name,
			   ladder->entrants[found].name) == 0)
			names[found++] = manifest->entrant[i].name;
	assert(found == ladder->count);
	return names;
}

static void take_rows(struct screen *screen, const struct ladder *ladder)
{
	AUTOFREE const char **names =
		find_names(ladder, &screen->record->tournament.manifest);

	screen->row = memory_new((size_t)ladder->count, sizeof *screen->row);
	screen->shown.row = screen->row;
	screen->shown.rows = ladder->count;
	screen->shown.pools = ladder->pool_count;
	for (int k = 0; k < ladder->count; k++) {
		int i = ladder->order[k];
		const struct ladder_row *from = &ladder->rows[i];

		screen->row[k] = (struct screen_layout_row){ .name = names[i],
			.rated = from->pool >= 0,
			.pool = from->pool + 1, .rank = from->rank,
			.elo = from->elo, .error = from->err95,
			.games = from->games, .score = ladder_label_score(from),
			.faults = from->games_faulted };
	}
}

/* Finds the largest error, and the games left until that of every entrant is as
   small as wanted; unknown while there are several pools. */
static void take_errors(struct screen *screen, const struct ladder *ladder,
			double wanted)
{
	screen->worst = ladder->pool_count > 1 ? NAN : 0;
	for (int i = 0; i < ladder->count; i++) {
		const double error = ladder->rows[i].err95;

		/* Once NAN, it stays NAN, as no error compares greater. */
		if (isnan(error) || error > screen->worst)
			screen->worst = error;
	}
	screen->games_left = isnan(screen->worst) ? NAN :
		plan_games_left(ladder, wanted);
}

static void fit(struct screen *screen)
{
	const struct record *record = screen->record;
	const struct contest *contest = &record->tournament.contest;
	struct ladder_options options = ladder_defaults;
	struct text *note = &screen->table_note;
	struct book_ladder made;
	const struct ladder *ladder = &made.ladder;
	struct error err;

	options.ranks = false;
	clear_table(screen);
	if (book_ladder_make(&made, record, (struct book_ladder_order){
			     .options = &options }, &err) != 0) {
		text_printf(note, "no ratings yet: %s", err.text);
	} else if (ladder->games == 0) {
		text_add(note, "no ratings yet: no match is finished");
	} else {
		screen->table_games = ladder->games;
		take_rows(screen, ladder);
		if (contest->until_error > 0)
			take_errors(screen, ladder,
				    (double)contest->until_error);
		text_printf(note, "ratings of %ld game%s in %ld "
			    "block%s; %s", ladder->games,
			    text_plural(ladder->games), ladder->blocks,
			    text_plural(ladder->blocks),
			    ladder_show_against(ladder));
		if (ladder->pool_count > 1)
			text_printf(note, "; %d pools that cannot be "
				    "compared yet", ladder->pool_count);
	}
	book_ladder_release(&made);
}

/* Fits if another match is decided, and a fit is due or `must` is set. */
static void update_table(struct screen *screen, uint32_t decided, bool must)
{
	const int64_t began = clock_us();

	if (screen->fitted == decided + 1 ||
	    (began < screen->next_fit && !must))
		return;
	fit(screen);
	screen->shown.table_note = text_string(&screen->table_note);
	screen->fitted = decided + 1;
	screen->next_fit = clock_us() + FIT_SHARE * (clock_us() - began);
}

/* ### the goal of tournaments that may end early */

static void show_games_left(struct screen *screen, double left)
{
	if (isnan(left))
		return;
	text_printf(&screen->goal, "; about %.0f more game%s", left,
		    text_plural(left));
}

/* Returns the number of games that the test may still take; NAN: unknown. */
static double show_test(struct screen *screen)
{
	const struct sprt *sprt = &screen->record->test.sprt;
	const double left = sprt_blocks_left(sprt) * sprt->tally.games;

	text_printf(&screen->goal, "%s LLR %s of %s (H0) and %s (H1)",
		    sprt->answer == SPRT_H0 ? "H0 accepted:" :
		    sprt->answer == SPRT_H1 ? "H1 accepted:" :
		    sprt->answer == SPRT_UNDECIDED ? "undecided:" : "test:",
		    DECIMAL(sprt->llr, 2, true), DECIMAL(sprt->lower, 2, true),
		    DECIMAL(sprt->upper, 2, true));
	if (sprt->answer == SPRT_GOES_ON)
		show_games_left(screen, left);
	return left;
}

/* `due`: games that are still played in any case.  Returns the games left; NAN:
   unknown. */
static double show_error(struct screen *screen, long long wanted,
			 double due)
{
	double left = screen->games_left;

	if (screen->table_games == 0 || isnan(screen->worst))
		text_printf(&screen->goal, "wanted error +-%lld Elo; so far "
			    "unknown", wanted);
	else
		text_printf(&screen->goal, "largest error +-%.1f Elo, wanted "
			    "%lld", screen->worst, wanted);
	if (screen->table_games == 0)
		return NAN;
	/* NAN stays NAN. */
	if (left < due)
		left = due;
	show_games_left(screen, left);
	return left;
}

/* ### the state */

static uint32_t all_rounds(const struct contest *contest)
{
	const struct option_value *rounds = contest_option(contest, "rounds");

	if (contest->format->independent && contest->until_error == 0)
		return fixtures_round(&contest->past);
	return rounds != NULL ? (uint32_t)rounds->number : 0;
}

static void show_round(struct screen *screen)
{
	const struct contest *contest = &screen->record->tournament.contest;
	const struct fixtures *past = &contest->past;
	const size_t open = contest_open(contest);

	/* A round of `sprt` is a single match. */
	if (past->count == 0 || screen->record->test.tests)
		return;
	screen->shown.round = open < past->count ? past->list[open].round :
		fixtures_round(past);
	screen->shown.rounds = all_rounds(contest);
}

static void show_course(struct screen *screen)
{
	const struct contest *contest = &screen->record->tournament.contest;
	struct screen_layout *shown = &screen->shown;
	double left = (double)shown->games_of - (double)shown->games;
	double foreseen = NAN;

	text_clear(&screen->goal);
	if (screen->record->test.tests) {
		foreseen = show_test(screen);
		shown->count = COUNT_MOST;
	} else if (contest->until_error > 0) {
		foreseen = show_error(screen, contest->until_error, left);
		shown->count = COUNT_ROUND;
	} else {
		shown->count = contest->format->independent ? COUNT_ALL :
			COUNT_ROUND;
	}
	if (!isnan(foreseen)) {
		left = screen->record->test.tests && foreseen > left ? left :
			foreseen;
		shown->count = COUNT_MOST;
	}
	if (screen->record->book.closed) {
		left = 0;
		shown->count = COUNT_ALL;
	}
	shown->share = (double)shown->games + left > 0 ?
		(double)shown->games / ((double)shown->games + left) : 0;
	shown->left = shown->rate > 0 ? left / shown->rate : NAN;
	shown->goal = screen->goal.length > 0 ? text_string(&screen->goal) :
		NULL;
}

/* Lists the matches in play. */
static void show_matches(struct screen *screen, const struct follow *follow)
{
	const struct tournament *tournament = &screen->record->tournament;
	struct screen_layout *shown = &screen->shown;

	ARRAY_GROW(screen->slot, screen->slot_room, follow->matches);
	text_clear(&screen->pairings);
	shown->slots = 0;
	for (int i = 0; i < follow->matches; i++) {
		const struct follow_match *match = &follow->match[i];

		if (match->match == 0)
			continue;
		screen->slot[shown->slots++] = (struct screen_layout_slot){
			.core = match->core, .match = match->match,
			.games = match->games, .of = match->of };
		match_label_pairing(tournament, contest_match(
			&tournament->contest, match->match),
			&screen->pairings);
		text_byte(&screen->pairings, '\0');
	}
	shown->slot = screen->slot;
	for (int i = 0, at = 0; i < shown->slots; i++) {
		screen->slot[i].pairing = screen->pairings.bytes + at;
		at += (int)strlen(screen->slot[i].pairing) + 1;
	}
}

static void update(struct screen *screen, const struct follow *follow,
		   bool must)
{
	const struct game_counts *counts = &follow->counts;
	const int64_t now = clock_us();
	struct screen_layout *shown = &screen->shown;

	game_rate_note(&screen->rate, now, counts->games);
	update_table(screen, counts->decided, must);
	shown->matches = counts->matches;
	shown->decided = counts->decided;
	shown->games = counts->games;
	shown->games_of = counts->games_of;
	shown->rate = game_rate_now(&screen->rate, now, counts->games);
	shown->passed = screen->began > 0 ?
		(double)(now - screen->began) / 1e6 : NAN;
	shown->faults = screen->faults;
	shown->notice = screen->notice.length > 0 ?
		text_string(&screen->notice) : NULL;
	show_matches(screen, follow);
	for (int i = 0; i < screen->troubles; i++)
		screen->trouble_shown[i] = text_string(&screen->trouble[i]);
	shown->trouble = screen->trouble_shown;
	shown->troubles = screen->troubles;
	show_round(screen);
	show_course(screen);
}

static void begin(struct screen *screen, const struct record *record)
{
	const struct tournament *tournament = &record->tournament;

	*screen = (struct screen){ .record = record,
		.shown = { .id = tournament->manifest.id,
			   .game = tournament->game->name,
			   .format = tournament->contest.format->name,
			   .bracket = stages_have_bracket(&tournament->contest) ? record :
				   NULL } };
	read_faults(screen, record);
}

bool screen_open(struct screen *screen, const struct record *record, bool keys)
{
	int fd = terminal_find();

	if (fd < 0)
		return false;
	begin(screen, record);
	terminal_open(&screen->terminal, fd, keys);
	return true;
}

void screen_once(const struct follow *follow, const char *notice,
		 struct text *out)
{
	const struct screen_size size = { .columns = COLUMNS_ELSEWHERE };
	struct screen screen;

	begin(&screen, follow->record);
	text_add(&screen.notice, notice);
	update(&screen, follow, true);
	screen_layout_lines(&screen.shown, &size, out);
	screen_close(&screen);
}

/* ### events */

static void draw(struct screen *screen, const struct follow *follow)
{
	struct screen_size size = terminal_size(&screen->terminal);

	update(screen, follow, false);
	text_clear(&screen->lines);
	screen_layout_lines(&screen->shown, &size, &screen->lines);
	terminal_draw(&screen->terminal, &screen->lines);
	screen->next = clock_us() + SCREEN_MS * 1000;
}

static void take_trouble(struct screen *screen,
			 const struct follow_event *event, const char *what)
{
	OWNED(text) struct text line = {0};

	text_printf(&line, "match %u: %s%s%s", event->fixture->number, what,
		    event->why != NULL ? ": " : "",
		    event->why != NULL ? event->why : "");
	add_trouble(screen, text_string(&line));
}

void screen_report(void *context, const struct follow_event *event)
{
	struct screen *screen = context;

	switch (event->type) {
	case FOLLOW_BEGIN:
		screen->began = clock_us();
		break;
	case FOLLOW_RESULT:
		add_faults(screen, screen->record, event->fixture->number);
		break;
	case FOLLOW_AGAIN:
		take_trouble(screen, event, "resumed from its log");
		break;
	case FOLLOW_VOID:
		take_trouble(screen, event, "void, played again on the same "
			     "dice");
		break;
	case FOLLOW_WARNING:
		add_trouble(screen, event->why);
		break;
	case FOLLOW_STOPPING:
		text_printf(&screen->notice,
			    "stopping after the games in play%s%s",
			    event->why != NULL ? ": " :
			    "; press again to stop now",
			    event->why != NULL ? event->why : "");
		screen->next = 0;
		break;
	default:
		break;
	}
	if (clock_us() >= screen->next)
		draw(screen, event->follow);
}

void screen_close(struct screen *screen)
{
	terminal_close(&screen->terminal);
	for (int i = 0; i < SCREEN_TROUBLES; i++)
		text_release(&screen->trouble[i]);
	free(screen->row);
	text_release(&screen->table_note);
	free(screen->slot);
	text_release(&screen->pairings);
	text_release(&screen->goal);
	text_release(&screen->lines);
	text_release(&screen->notice);
}
