/*
 * progress_events.c - the progress of a run as JSON events, one per line.
 */
#include "tournaments/play/progress_events.h"

#include "base/clock.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/tables/book_games.h"

enum { GAMES_US = 1000000 };    /* between two events `games` */

/* ### members */

static void put_names(struct json_writer *w,
		      const struct tournament *tournament, const int *entrant,
		      int count)
{
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < count; i++)
		json_string(w, tournament_name(tournament, entrant != NULL ?
					       entrant[i] : i));
	json_close(w, ']');
}

static void put_why(struct json_writer *w, const char *why)
{
	if (why != NULL) {
		json_put_string(w, "why", why);
	} else {
		json_key(w, "why");
		json_null(w);
	}
}

static void put_points(struct json_writer *w, const struct fixture *fixture)
{
	json_put_open(w, "points", '[');
	for (int s = 0; s < fixture->seats; s++)
		decimal_json(w, (double)fixture->points[s] / GAME_POINTS);
	json_close(w, ']');
}

static void put_faults(struct json_writer *w, const struct record *record,
		       const struct fixture *fixture)
{
	const struct book_match *match = book_find(&record->book,
						   fixture->number);

	json_put_open(w, "faults", '[');
	for (uint32_t i = 0; i < match->faults; i++) {
		const struct book_fault *fault = &match->fault[i];

		json_open(w, '{');
		json_put_int(w, "game", fault->game);
		json_put_string(w, "entrant", tournament_name(
			&record->tournament, match->entrant[fault->entrant]));
		json_put_word(w, "fault", fault_words[fault->fault]);
		if (fault->suspect) {
			json_key(w, "suspect");
			json_bool(w, true);
		}
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void put_counts(struct json_writer *w, const struct game_counts *counts)
{
	json_put_int(w, "matches", counts->decided);
	json_put_int(w, "matches_of", counts->matches);
	json_put_int(w, "games", (long long)counts->games);
	json_put_int(w, "games_of", (long long)counts->games_of);
}

static void put_tournament(struct json_writer *w, const struct record *record)
{
	const struct tournament *tournament = &record->tournament;

	json_put_int(w, "v", EVENTS_VERSION);
	json_put_string(w, "id", tournament->manifest.id);
	json_put_string(w, "folder", record->folder);
	json_put_string(w, "game", tournament->game->name);
	json_put_string(w, "format", tournament->contest.format->name);
	put_names(w, tournament, NULL, tournament->manifest.entrants);
}

static void put_playing(struct json_writer *w, uint32_t match, uint32_t games,
			uint32_t of)
{
	json_open(w, '{');
	json_put_int(w, "match", match);
	json_put_int(w, "games", games);
	json_put_int(w, "games_of", of);
	json_close(w, '}');
}

/* ### tables */

static void put_test(struct json_writer *w, const struct record *record)
{
	json_key(w, "test");
	if (record->test.tests) {
		json_open(w, '{');
		sprt_show_json(&record->test.sprt,
			       tournament_name(&record->tournament, 0),
			       tournament_name(&record->tournament, 1), w);
		json_close(w, '}');
	} else {
		json_null(w);
	}
}

static void put_standings(struct json_writer *w, const struct record *record)
{
	struct text list = {0};

	standings_show_record(record, POINTS_NORMAL, REPORT_JSON, &list);
	json_put_raw(w, "standings", list.bytes, list.length);
	text_release(&list);
}

static void put_ladder(struct json_writer *w, const struct record *record)
{
	struct book_ladder made;
	struct text object = {0};
	struct error ignored;

	json_key(w, "ladder");
	if (book_ladder_make(&made, record, (struct book_ladder_order){0},
			     &ignored) == 0) {
		ladder_show_json(&made.ladder, record->tournament.game->name,
				 0, NULL, &object);
		json_raw(w, object.bytes, object.length - 1);
	} else {
		json_null(w);
	}
	text_release(&object);
	book_ladder_release(&made);
}

static void put_tables(struct json_writer *w, const struct record *record)
{
	put_test(w, record);
	put_standings(w, record);
	put_ladder(w, record);
}

static void end(struct json_writer *w, struct text *out)
{
	json_close(w, '}');
	text_append(out, w->out.bytes, w->out.length);
	text_byte(out, '\n');
	text_release(&w->out);
}

void progress_events_over(const struct record *record, struct text *out)
{
	const struct game_counts counts = game_counts_of(record);
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", "over");
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_string(&w, "folder", record->folder);
	put_counts(&w, &counts);
	put_tables(&w, record);
	equal_games_write(record, &w);
	end(&w, out);
}

void progress_events_state(const struct folder_follow *follow, struct text *out)
{
	const struct record *record = &follow->record;
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", "state");
	put_tournament(&w, record);
	json_put_bool(&w, "running", follow->running);
	json_put_bool(&w, "over", record->book.closed);
	put_counts(&w, &follow->counts);
	json_put_open(&w, "playing", '[');
	for (int i = 0; i < follow->logs; i++) {
		const struct screen_layout_slot *match = &follow->slot[i];

		put_playing(&w, match->match, match->games, match->of);
	}
	json_close(&w, ']');
	put_tables(&w, record);
	end(&w, out);
}

/* ### events of a run */

/* Have a second passed and games been finished since the last event? */
static bool games_are_due(struct progress_output *output,
			  const struct runner *runner)
{
	int64_t now = clock_us();

	if (now < output->next || runner->counts.games == output->games)
		return false;
	output->next = now + GAMES_US;
	output->games = runner->counts.games;
	return true;
}

static void put_games(struct json_writer *w, const struct runner *runner)
{
	json_put_open(w, "playing", '[');
	for (int i = 0; i < runner->jobs; i++) {
		const struct runner_slot *slot = &runner->slot[i];

		if (slot->match != 0)
			put_playing(w, slot->match, slot->games, slot->of);
	}
	json_close(w, ']');
}

static void put_match(struct json_writer *w, const struct record *record,
		      const struct fixture *fixture)
{
	json_put_int(w, "match", fixture->number);
	json_put_int(w, "round", fixture->round);
	put_names(w, &record->tournament, fixture->entrant, fixture->seats);
}

/* The members that depend on the type of the event. */
static void put_members(struct json_writer *w, const struct run_event *event)
{
	const struct runner *runner = event->runner;
	const struct record *record = runner->record;

	switch (event->type) {
	case RUN_BEGIN:
		put_tournament(w, record);
		json_put_int(w, "jobs", runner->jobs);
		break;
	case RUN_MATCH:
		json_put_int(w, "match_games", tournament_games(
			&record->tournament, event->fixture));
		break;
	case RUN_RESULT:
		put_points(w, event->fixture);
		put_faults(w, record, event->fixture);
		break;
	case RUN_TICK:
		put_games(w, runner);
		break;
	default:
		put_why(w, event->why);
	}
}

void progress_events_report(void *context, const struct run_event *event)
{
	static const char *const words[RUN_EVENT_TYPES] = {
		[RUN_BEGIN] = "start", [RUN_MATCH] = "match",
		[RUN_RESULT] = "result", [RUN_AGAIN] = "again",
		[RUN_VOID] = "void", [RUN_WARNING] = "warning",
		[RUN_STOPPING] = "stopping",
		[RUN_TICK] = "games"
	};
	struct progress_output *output = context;
	struct json_writer w = {0};

	if (event->type == RUN_TICK && !games_are_due(output, event->runner))
		return;
	if (event->type == RUN_BEGIN) {
		output->games = event->runner->counts.games;
		output->next = clock_us() + GAMES_US;
	}
	json_open(&w, '{');
	json_put_word(&w, "event", words[event->type]);
	if (event->fixture != NULL)
		put_match(&w, event->runner->record, event->fixture);
	put_members(&w, event);
	put_counts(&w, &event->runner->counts);
	json_close(&w, '}');
	text_byte(&w.out, '\n');
	printable_print(output->file, &w.out);
	fflush(output->file);
	text_release(&w.out);
}
