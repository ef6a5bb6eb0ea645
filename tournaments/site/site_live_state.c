/*
 * site_live_state.c - live.js: the progress of a tournament, for a page that is
 * open while it is played.
 */
#include "tournaments/site/site_live_state.h"

#include "base/json_write.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/site/site_files.h"
#include "tournaments/site/site_script.h"

enum { RESULTS_MOST = 20 };

/* "match":..,"entrants":[..],"games":..,"points":[..] */
static void add_match(struct json_writer *w, const struct record *record,
		      const struct fixture *fixture, uint32_t games,
		      const int64_t *points)
{
	json_open(w, '{');
	json_put_int(w, "match", fixture->number);
	json_put_open(w, "entrants", '[');
	for (int s = 0; s < fixture->seats; s++)
		json_string(w, tournament_name(&record->tournament,
					       fixture->entrant[s]));
	json_close(w, ']');
	json_put_int(w, "games", games);
	json_put_int(w, "games_of", tournament_games(&record->tournament,
						     fixture));
	json_put_open(w, "points", '[');
	for (int s = 0; s < fixture->seats; s++)
		decimal_json(w, (double)points[s] / GAME_POINTS);
	json_close(w, ']');
	json_close(w, '}');
}

static const struct fixture *find_fixture(const struct record *record,
					  uint32_t number)
{
	const struct fixtures *past = &record->tournament.contest.past;

	for (size_t i = 0; i < past->count; i++)
		if (past->list[i].number == number)
			return &past->list[i];
	return NULL;
}

/* The last match that ended before a line of the book; 0: none. */
static uint32_t last_ended(const struct book *book, uint32_t before)
{
	uint32_t found = 0, line = 0;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		if (match->ended && match->end_line > line &&
		    match->end_line < before) {
			found = n;
			line = match->end_line;
		}
	}
	return found;
}

static void put_results(struct json_writer *w, const struct record *record)
{
	const struct book *book = &record->book;
	uint32_t before = UINT32_MAX, number;

	json_put_open(w, "results", '[');
	for (int i = 0; i < RESULTS_MOST &&
	     (number = last_ended(book, before)) != 0; i++) {
		const struct fixture *fixture = find_fixture(record, number);

		before = book_find(book, number)->end_line;
		if (fixture != NULL && fixture->decided)
			add_match(w, record, fixture, tournament_games(
				&record->tournament, fixture),
				fixture->points);
	}
	json_close(w, ']');
}

static void put_playing(struct json_writer *w,
			const struct site_live_state *state)
{
	json_put_open(w, "playing", '[');
	for (int i = 0; i < state->logs; i++) {
		const struct site_live_log *log = &state->log[i];
		const struct fixture *fixture = find_fixture(state->record,
							     log->match);

		add_match(w, state->record, fixture, log->games, log->points);
	}
	json_close(w, ']');
}

/* Are all rounds that will be played known? */
static bool is_whole(const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;

	return record->book.closed || (contest->format->independent &&
				       contest->until_error == 0);
}

void site_live_state_add(const struct site_live_state *state, struct text *out)
{
	const struct record *record = state->record;
	struct game_counts counts = game_counts_of(record);
	struct json_writer w = {0};

	for (int i = 0; i < state->logs; i++)
		counts.games += state->log[i].games;
	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_bool(&w, "running", state->running);
	json_put_bool(&w, "over", record->book.closed);
	json_put_int(&w, "matches", counts.decided);
	json_put_int(&w, "matches_of", counts.matches);
	json_put_int(&w, "games", (long long)counts.games);
	json_put_int(&w, "games_of", (long long)counts.games_of);
	json_put_bool(&w, "whole", is_whole(record));
	put_playing(&w, state);
	put_results(&w, record);
	json_put_int(&w, "shown", state->shown);
	json_put_int(&w, "beat", state->beat);
	json_close(&w, '}');
	text_add(out, "rollcall.live(");
	site_script_json(out, w.out.bytes, w.out.length);
	text_add(out, ");\n");
	text_release(&w.out);
}

int site_live_state_put(const struct record *record, const char *out,
			struct error *err)
{
	const struct site_live_state state = { .record = record,
		.shown = game_counts_of(record).decided };
	struct text bytes = {0};
	uint64_t ignored = 0;
	int result;

	site_live_state_add(&state, &bytes);
	result = site_files_put(out, "live.js", &bytes, &ignored, err);
	text_release(&bytes);
	return result;
}
