/*
 * play_progress.c - the progress of a run as plain lines, or as JSON events.
 */
#include "tournaments/play/play_progress.h"

#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/results_show.h"
#include "tournaments/report/sprt_show.h"
#include "tournaments/report/standings_show.h"
#include "tournaments/tables/book_games.h"

enum {
	SUMMARY_US = 30000000,  /* between two summaries */
	GAMES_US = 1000000      /* between two events `games` */
};

/* ### lines */

static void write_result(FILE *file, const struct record *record,
			 const struct fixture *fixture)
{
	const struct book_match *match = book_find(&record->book,
						   fixture->number);
	OWNED(text) struct text line = {0};

	text_printf(&line, "match %u: ", fixture->number);
	match_label_score(&record->tournament, fixture, &line);
	if (match->faults > 0)
		text_add(&line, "; ");
	match_label_faults(&record->tournament, match, &line);
	printable_line(file, "%s", text_string(&line));
}

/* "7 of 12 matches, 72 of 120 games, 8.3 games/s, 0:06 left" */
static void write_summary(struct play_progress *progress,
			  const struct follow *follow, int64_t now)
{
	const struct tournament *tournament = &follow->record->tournament;
	const struct game_counts *counts = &follow->counts;
	double rate = game_rate_now(&progress->rate, now, counts->games);
	double left = game_rate_left(rate, follow->record, counts);
	OWNED(text) struct text line = {0};

	text_printf(&line, "%s: %u of %u matches, %" PRIu64 " of %" PRIu64
		    " games, ", tournament->manifest.id, counts->decided,
		    counts->matches, counts->games, counts->games_of);
	game_rate_text(rate, &line);
	text_add(&line, " games/s");
	if (!isnan(left)) {
		text_add(&line, ", ");
		game_rate_duration(left, &line);
		text_add(&line, " left");
	}
	if (follow->record->test.tests) {
		text_add(&line, ", ");
		sprt_show_state(&follow->record->test.sprt, &line);
	}
	if (progress->faults > 0)
		text_printf(&line, ", %u fault%s in this run", progress->faults,
			    text_plural(progress->faults));
	printable_line(progress->file, "%s", text_string(&line));
}

static void write_begin(const struct play_progress *progress,
			const struct follow *follow)
{
	const struct manifest *manifest = &follow->record->tournament.manifest;
	const struct game_counts *counts = &follow->counts;
	OWNED(text) struct text line = {0};

	text_printf(&line, "%s: ", manifest->id);
	if (progress->shards > 0)
		text_printf(&line, "shard %u/%u, %u match%s", progress->shard,
			    progress->shards, counts->matches,
			    counts->matches == 1 ? "" : "es");
	else
		text_printf(&line, "%d entrants, %u of %u matches played",
			    manifest->entrants, counts->decided,
			    counts->matches);
	printable_line(progress->file, "%s, -j %d", text_string(&line),
		       follow->matches);
}

/* Is a summary due: has enough time passed, and been a game finished, since the
   last one? */
static bool is_due(struct play_progress *progress, const struct follow *follow,
		   int64_t now, int64_t pause)
{
	if (now < progress->next || follow->counts.games == progress->games)
		return false;
	progress->next = now + pause;
	progress->games = follow->counts.games;
	return true;
}

static void take_time(struct play_progress *progress,
		      const struct follow *follow)
{
	int64_t now = clock_us();

	game_rate_note(&progress->rate, now, follow->counts.games);
	if (progress->next == 0)
		progress->next = now + SUMMARY_US;
	if (is_due(progress, follow, now, SUMMARY_US))
		write_summary(progress, follow, now);
}

void play_progress_lines(void *context, const struct follow_event *event)
{
	struct play_progress *progress = context;
	const struct record *record = event->follow->record;
	const struct fixture *fixture = event->fixture;
	const char *why = event->why;
	FILE *file = progress->file;

	switch (event->type) {
	case FOLLOW_BEGIN:
		write_begin(progress, event->follow);
		break;
	case FOLLOW_RESULT:
		progress->faults += book_find(&record->book,
					      fixture->number)->faults;
		write_result(file, record, fixture);
		break;
	case FOLLOW_AGAIN:
		printable_line(file, "match %u: %s; resumed from its log",
			       fixture->number, why);
		break;
	case FOLLOW_VOID:
		printable_line(file, "match %u: void, played again on the same "
			       "dice%s%s", fixture->number,
			       why != NULL ? ": " : "", why != NULL ? why : "");
		break;
	case FOLLOW_WARNING:
		fprintf(file, "warning: %s\n", why);
		break;
	case FOLLOW_STOPPING:
		fprintf(file, "stopping after the games in play%s\n",
			why == NULL ? "; press again to stop now" : "");
		break;
	case FOLLOW_STEP:
		take_time(progress, event->follow);
		break;
	default:
		return;
	}
	fflush(file);
}

/* ### members of events */

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
		if (fault->suspect)
			json_put_bool(w, "suspect", true);
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

static void put_playing(struct json_writer *w, const struct follow *follow)
{
	json_put_open(w, "playing", '[');
	for (int i = 0; i < follow->matches; i++) {
		const struct follow_match *match = &follow->match[i];

		if (match->match == 0)
			continue;
		json_open(w, '{');
		json_put_int(w, "match", match->match);
		json_put_int(w, "games", match->games);
		json_put_int(w, "games_of", match->of);
		json_close(w, '}');
	}
	json_close(w, ']');
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
	OWNED(text) struct text list = {0};

	standings_show_record(record, POINTS_NORMAL, REPORT_JSON, &list);
	json_put_raw(w, "standings", list.bytes, list.length);
}

static void put_ladder(struct json_writer *w, const struct record *record)
{
	OWNED(book_ladder) struct book_ladder made = {0};
	OWNED(text) struct text object = {0};
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

void play_progress_over(const struct record *record, struct text *out)
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

void play_progress_state(const struct follow *follow, struct text *out)
{
	const struct record *record = follow->record;
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", "state");
	put_tournament(&w, record);
	json_put_bool(&w, "running", follow->running);
	json_put_bool(&w, "over", record->book.closed);
	put_counts(&w, &follow->counts);
	put_playing(&w, follow);
	put_tables(&w, record);
	end(&w, out);
}

/* ### events of a run */

static void put_match(struct json_writer *w, const struct record *record,
		      const struct fixture *fixture)
{
	json_put_int(w, "match", fixture->number);
	json_put_int(w, "round", fixture->round);
	put_names(w, &record->tournament, fixture->entrant, fixture->seats);
}

/* The members that depend on the type of the event. */
static void put_members(struct json_writer *w, const struct follow_event *event)
{
	const struct record *record = event->follow->record;

	switch (event->type) {
	case FOLLOW_BEGIN:
		put_tournament(w, record);
		json_put_int(w, "jobs", event->follow->matches);
		break;
	case FOLLOW_MATCH:
		json_put_int(w, "match_games", tournament_games(
			&record->tournament, event->fixture));
		break;
	case FOLLOW_RESULT:
		put_points(w, event->fixture);
		put_faults(w, record, event->fixture);
		break;
	case FOLLOW_STEP:
		put_playing(w, event->follow);
		break;
	default:
		json_put_or_null(w, "why", event->why);
	}
}

void play_progress_events(void *context, const struct follow_event *event)
{
	static const char *const words[FOLLOW_EVENT_TYPES] = {
		[FOLLOW_BEGIN] = "start", [FOLLOW_MATCH] = "match",
		[FOLLOW_RESULT] = "result", [FOLLOW_AGAIN] = "again",
		[FOLLOW_VOID] = "void", [FOLLOW_WARNING] = "warning",
		[FOLLOW_STOPPING] = "stopping", [FOLLOW_STEP] = "games"
	};
	struct play_progress *progress = context;
	const struct follow *follow = event->follow;
	struct json_writer w = {0};
	OWNED(text) struct text line = {0};

	if (event->type == FOLLOW_STEP &&
	    !is_due(progress, follow, clock_us(), GAMES_US))
		return;
	if (event->type == FOLLOW_BEGIN) {
		progress->games = follow->counts.games;
		progress->next = clock_us() + GAMES_US;
	}
	json_open(&w, '{');
	json_put_word(&w, "event", words[event->type]);
	if (event->fixture != NULL)
		put_match(&w, follow->record, event->fixture);
	put_members(&w, event);
	put_counts(&w, &follow->counts);
	end(&w, &line);
	printable_print(progress->file, &line);
	fflush(progress->file);
}
