/*
 * progress_events.c - how a running tournament is told: events in JSON.
 *
 * docs/tournament-events.md describes every event and key; keys are added
 * there and here, and never change their meaning within a version.
 */
#include "base/clock.h"
#include "tournaments/play/progress_lines.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/tables/test_end.h"

#include <stdlib.h>

enum { GAMES_US = 1000000 };    /* between two events `games` */

/* ### members */

static void put_names(struct json_writer *w,
		      const struct tournament *tournament, const int *entrant,
		      int count)
{
	json_key(w, "entrants");
	json_open(w, '[');
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

static void put_points(struct json_writer *w, const struct meeting *meeting)
{
	char number[32];

	json_key(w, "points");
	json_open(w, '[');
	for (int s = 0; s < meeting->seats; s++) {
		int size = snprintf(number, sizeof number, "%.6f",
				    (double)meeting->points[s] / GAME_POINTS);

		json_raw(w, number, (size_t)size);
	}
	json_close(w, ']');
}

static void put_faults(struct json_writer *w, const struct runner *runner,
		       const struct meeting *meeting)
{
	const struct book_match *match = book_find(runner->book,
						   meeting->number);

	json_key(w, "faults");
	json_open(w, '[');
	for (uint32_t i = 0; i < match->faults; i++) {
		const struct book_fault *fault = &match->fault[i];

		json_open(w, '{');
		json_put_int(w, "game", fault->game);
		json_put_string(w, "entrant", tournament_name(
			runner->tournament, match->entrant[fault->entrant]));
		json_put_word(w, "fault", fault_words[fault->fault]);
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void put_counts(struct json_writer *w, const struct runner *runner)
{
	json_put_int(w, "matches", runner->decided);
	json_put_int(w, "matches_of", runner->matches);
	json_put_int(w, "games", (long long)runner->games);
	json_put_int(w, "games_of", (long long)runner->games_of);
}

static void put_tournament(struct json_writer *w, const char *folder,
			   const struct tournament *tournament)
{
	json_put_int(w, "v", EVENTS_VERSION);
	json_put_string(w, "id", tournament->manifest.id);
	json_put_string(w, "folder", folder);
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
	struct test_end end;

	test_end_begin(&end, record);
	json_key(w, "test");
	if (end.tests) {
		test_end_update(&end);
		json_open(w, '{');
		sprt_json(&end.sprt,
			  tournament_name(&record->tournament, 0),
			  tournament_name(&record->tournament, 1), w);
		json_close(w, '}');
	} else {
		json_null(w);
	}
	test_end_release(&end);
}

static void put_standings(struct json_writer *w, const struct record *record)
{
	const char **names = rated_names(record);
	uint64_t *faults = rated_faults(record);
	struct standings standings = {0};

	standings_make(&record->tournament.contest, POINTS_NORMAL, &standings);
	json_key(w, "standings");
	standings_json(&standings, names, faults, w);
	standings_release(&standings);
	free(faults);
	free(names);
}

static void put_ladder(struct json_writer *w, const struct record *record)
{
	struct ladder ladder = {0};
	struct games_table table;
	struct text object = {0};
	struct error ignored;

	json_key(w, "ladder");
	rated_table_init(&table, record);
	if (rated_add(&table, record, &ignored) == 0 &&
	    ladder_fit(&table, &ladder_defaults, &ladder, &ignored) == 0) {
		ladder_show_json(&ladder, record->tournament.game->name, false,
				 false, &object);
		json_raw(w, object.bytes, object.length - 1);
	} else {
		json_null(w);
	}
	text_release(&object);
	ladder_release(&ladder);
	games_table_release(&table);
}

static void put_tables(struct json_writer *w, const struct record *record)
{
	put_test(w, record);
	put_standings(w, record);
	put_ladder(w, record);
}

static void put_book_counts(struct json_writer *w,
			    const struct record *record,
			    const struct shown_desk *desk, int desks)
{
	const struct meetings *past = &record->tournament.contest.past;
	long long games = 0, games_of = 0;
	uint32_t matches, decided;

	tournament_count(&record->tournament, &matches, &decided);
	for (size_t i = 0; i < past->count; i++) {
		uint32_t its = past->list[i].number == 0 ? 0 :
			tournament_games(&record->tournament, &past->list[i]);

		games_of += its;
		games += past->list[i].decided ? its : 0;
	}
	/* One that ended early may have made matches that nobody plays. */
	if (record->book.closed) {
		matches = decided;
		games_of = games;
	}
	for (int i = 0; i < desks; i++)
		games += desk[i].games;
	json_put_int(w, "matches", decided);
	json_put_int(w, "matches_of", matches);
	json_put_int(w, "games", games);
	json_put_int(w, "games_of", games_of);
}

static void end(struct json_writer *w, struct text *out)
{
	json_close(w, '}');
	text_append(out, w->out.bytes, w->out.length);
	text_byte(out, '\n');
	text_release(&w->out);
}

void tell_over(const struct record *record, struct text *out)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", "over");
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_string(&w, "folder", record->folder);
	put_book_counts(&w, record, NULL, 0);
	put_tables(&w, record);
	end(&w, out);
}

void tell_state(const struct record *record, bool running,
		const struct shown_desk *desk, int desks, struct text *out)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", "state");
	put_tournament(&w, record->folder, &record->tournament);
	json_key(&w, "running");
	json_bool(&w, running);
	json_key(&w, "over");
	json_bool(&w, record->book.closed);
	put_book_counts(&w, record, desk, desks);
	json_key(&w, "playing");
	json_open(&w, '[');
	for (int i = 0; i < desks; i++)
		put_playing(&w, desk[i].match, desk[i].games, desk[i].of);
	json_close(&w, ']');
	put_tables(&w, record);
	end(&w, out);
}

/* ### events of a run */

/* A second has passed and games were finished. */
static bool games_are_due(struct teller *teller, const struct runner *runner)
{
	int64_t now = clock_us();

	if (now < teller->next || runner->games == teller->games)
		return false;
	teller->next = now + GAMES_US;
	teller->games = runner->games;
	return true;
}

static void put_games(struct json_writer *w, const struct runner *runner)
{
	json_key(w, "playing");
	json_open(w, '[');
	for (int place = 0; place < runner->jobs; place++) {
		const struct runner_desk *desk = &runner->desk[place];

		if (desk->match != 0)
			put_playing(w, desk->match, desk->games, desk->of);
	}
	json_close(w, ']');
}

static void put_match(struct json_writer *w, const struct runner *runner,
		      const struct meeting *meeting)
{
	json_put_int(w, "match", meeting->number);
	json_put_int(w, "round", meeting->round);
	put_names(w, runner->tournament, meeting->entrant, meeting->seats);
}

void tell_json(void *context, const struct runner *runner, enum news news,
	       const struct meeting *meeting, const char *text)
{
	static const char *const words[] = {
		[NEWS_BEGIN] = "start", [NEWS_START] = "match",
		[NEWS_END] = "result", [NEWS_AGAIN] = "again",
		[NEWS_VOID] = "void", [NEWS_STOPPING] = "stopping",
		[NEWS_TICK] = "games"
	};
	struct teller *teller = context;
	struct json_writer w = {0};

	if (news == NEWS_TICK && !games_are_due(teller, runner))
		return;
	json_open(&w, '{');
	json_put_word(&w, "event", words[news]);
	if (news == NEWS_BEGIN) {
		put_tournament(&w, runner->folder, runner->tournament);
		json_put_int(&w, "jobs", runner->jobs);
		teller->games = runner->games;
		teller->next = clock_us() + GAMES_US;
	}
	if (meeting != NULL)
		put_match(&w, runner, meeting);
	if (news == NEWS_START)
		json_put_int(&w, "match_games", tournament_games(
			runner->tournament, meeting));
	if (news == NEWS_END) {
		put_points(&w, meeting);
		put_faults(&w, runner, meeting);
	}
	if (news == NEWS_AGAIN || news == NEWS_VOID || news == NEWS_STOPPING)
		put_why(&w, text);
	if (news == NEWS_TICK)
		put_games(&w, runner);
	put_counts(&w, runner);
	json_close(&w, '}');
	fprintf(teller->file, "%s\n", text_string(&w.out));
	fflush(teller->file);
	text_release(&w.out);
}
