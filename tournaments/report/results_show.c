/*
 * results_show.c - every match of a tournament and every fault, for people, as
 * CSV and as JSON.
 */
#include "tournaments/report/results_show.h"

#include <limits.h>
#include <stdlib.h>

#include "base/printable.h"
#include "tournaments/record/fault_traces.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/table.h"

static const char *name_of(const struct record *record, int entrant)
{
	return tournament_name(&record->tournament, entrant);
}

/* ### matches */

static const char *state_of(const struct record *record,
			    const struct fixture *fixture,
			    const struct book_match *match)
{
	static const char *const byes[] = { [BYE_WIN] = "bye",
		[BYE_HALF] = "half-point bye", [BYE_ZERO] = "zero-point bye" };

	return fixture->seats == 1 ? byes[fixture->bye] : fixture->decided ? "ended" :
		record->book.closed ? "not needed" :
		match != NULL && match->started ? "being played" :
		"to be played";
}

static bool has_voids(const struct record *record)
{
	for (uint32_t n = 1; n <= record->book.matches; n++)
		if (book_find(&record->book, n)->voids > 0)
			return true;
	return false;
}

/* As text, a table without `voids` has no column for them. */
static void add_match(struct table *table, const struct record *record,
		      const struct fixture *fixture, bool voids)
{
	static const struct book_match none;
	const struct book_match *match = book_find(&record->book,
						   fixture->number);
	const struct book_match *played = match != NULL ? match : &none;
	OWNED(text) struct text names = {0}, points = {0};

	for (int s = 0; s < fixture->seats; s++) {
		if (s > 0)
			text_byte(&names, TABLE_LIST);
		text_add(&names, name_of(record, fixture->entrant[s]));
		if (!fixture->decided || fixture->seats == 1)
			continue;
		if (s > 0)
			text_byte(&points, TABLE_LIST);
		text_printf(&points, "%.2f",
			    (double)fixture->points[s] / GAME_POINTS);
	}
	table_row(table);
	table_int_or_none(table, "match", NULL, fixture->number);
	table_int(table, NULL, "match", fixture->number);
	table_int(table, "round", "round", fixture->round);
	table_strings(table, "entrants", "entrants", text_string(&names));
	table_numbers(table, "points", "points", text_string(&points));
	table_int(table, NULL, "games", played->games);
	table_int(table, "faults", "faults", played->faults);
	table_int(table, voids ? "voids" : NULL, "voids", played->voids);
	table_string(table, "state", "state",
		     state_of(record, fixture, match));
}

/* With `only`, that match and no other. */
static void add_matches(struct table *table, const struct record *record,
			uint32_t only)
{
	const struct fixtures *past = &record->tournament.contest.past;
	static const struct fixture names;
	const bool voids = has_voids(record);

	add_match(table, record, &names, voids);
	for (size_t i = 0; i < past->count; i++)
		if (only == 0 || past->list[i].number == only)
			add_match(table, record, &past->list[i], voids);
}

/* ### faults */

/* A line for each entrant with faults: how many of each kind. */
static void faults_by_entrant(const struct record *record, struct text *out)
{
	int entrants = record->tournament.manifest.entrants;
	AUTOFREE uint32_t (*count)[FAULT_COUNT] =
		memory_new((size_t)entrants, sizeof *count);
	AUTOFREE uint32_t (*suspects)[FAULT_COUNT] =
		memory_new((size_t)entrants, sizeof *suspects);
	const struct book *book = &record->book;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		for (uint32_t i = 0; match->ended && i < match->faults; i++) {
			const struct book_fault *fault = &match->fault[i];
			int entrant = match->entrant[fault->entrant];

			count[entrant][fault->fault]++;
			suspects[entrant][fault->fault] += fault->suspect;
		}
	}
	for (int i = 0; i < entrants; i++) {
		bool any = false;

		for (int f = FAULT_START; f < FAULT_COUNT; f++) {
			if (count[i][f] == 0)
				continue;
			text_printf(out, "%s%u %s", any ? ", " : "",
				    count[i][f], fault_words[f]);
			match_label_suspects(suspects[i][f], count[i][f], out);
			any = true;
		}
		if (any)
			text_printf(out, ": %s\n", name_of(record, i));
	}
}

/* Removes the line feeds at the end of a text.  Returns the text. */
static char *without_end(char *text)
{
	size_t length = strlen(text);

	while (length > 0 && text[length - 1] == '\n')
		text[--length] = '\0';
	return text;
}

static const char *last_line(char *text)
{
	const char *feed = strrchr(without_end(text), '\n');

	return feed != NULL ? feed + 1 : text;
}

/* Appends one line for the games that the entrant of a fault forfeited after
   it, if this is its last one. */
static void add_forfeits(const struct record *record,
			 const struct book_match *match, uint32_t at,
			 struct text *out)
{
	const int entrant = match->fault[at].entrant;
	uint32_t games = 0;

	for (uint32_t i = at + 1; i < match->faults; i++) {
		if (match->fault[i].entrant != entrant)
			continue;
		if (match->fault[i].fault != FAULT_FORFEIT)
			return;
		games++;
	}
	if (games > 0)
		text_printf(out, "%s: forfeit in %u more game%s of this "
			    "match\n", name_of(record, match->entrant[entrant]),
			    games, text_plural(games));
}

/* Appends the reason of a fault and what the bot wrote, if its trace has
   them. */
static void add_why(const struct fault_traces *traces,
		    const struct book_fault *fault, struct text *out)
{
	const struct fault_trace *trace = fault_traces_find(traces, fault);

	if (trace == NULL || trace->why == NULL)
		return;
	text_printf(out, "    from the trace, not checked:\n    %s\n",
		    FOREIGN(trace->why));
	if (trace->times != NULL)
		text_printf(out, "    %s\n", FOREIGN(trace->times));
	if (trace->came != NULL || trace->errors == NULL)
		text_printf(out, "    it wrote: %s\n", trace->came == NULL ?
			    "nothing" : FOREIGN(without_end(trace->came)));
	if (trace->errors != NULL)
		text_printf(out, "    standard error ends: %s\n",
			    FOREIGN(last_line(trace->errors)));
}

/* Each fault with the commands that show it. */
static void faults_text(const struct record *record, struct text *out)
{
	for (uint32_t n = 1; n <= record->book.matches; n++) {
		const struct book_match *match = book_find(&record->book, n);
		AUTOFREE char *path = tournament_folder_log(record->folder, n);
		AUTOFREE char *trace_path = tournament_folder_match(
			record->folder, n, ".trace.jsonl");
		OWNED(text) struct text shown = {0}, trace = {0};
		OWNED(fault_traces) struct fault_traces traces = {0};
		const char *log;

		if (match->ended && match->faults > 0)
			fault_traces_read(&traces, record->folder, n);
		log = printable_word(&shown, path);
		for (uint32_t i = 0; match->ended && i < match->faults; i++) {
			const struct book_fault *fault = &match->fault[i];

			if (fault->fault == FAULT_FORFEIT)
				continue;
			text_printf(out, "%s: %s in match %u, game %u%s\n",
				    name_of(record,
					    match->entrant[fault->entrant]),
				    fault_words[fault->fault], n, fault->game,
				    fault->suspect ? "; suspect: the machine "
				    "was overloaded (from suspects.jsonl, "
				    "not checked)" : "");
			add_why(&traces, fault, out);
			if (fault_traces_find(&traces, fault) != NULL)
				text_printf(out, "    trace: %s\n",
					    printable_word(&trace, trace_path));
			text_printf(out, "    referee replay %s --game %u\n"
				    "    referee rerun %s\n",
				    log, fault->game, log);
			add_forfeits(record, match, i, out);
		}
	}
}

static void add_fault(struct table *table, uint32_t number,
		      const struct book_fault *fault, const char *name,
		      const char *log, const char *why)
{
	table_row(table);
	table_int(table, NULL, "match", number);
	table_int(table, NULL, "game", fault->game);
	table_string(table, NULL, "entrant", name);
	table_string(table, NULL, "fault", fault_words[fault->fault]);
	table_int(table, NULL, "suspect", fault->suspect);
	table_string(table, NULL, log != NULL ? "log" : NULL,
		     log != NULL ? log : "");
	table_string(table, NULL, log != NULL ? "why" : NULL,
		     why != NULL ? why : "");
}

/* With `only`, those of that match. */
static void add_faults(struct table *table, const struct record *record,
		       uint32_t only, bool logs)
{
	static const struct book_fault names = { .fault = FAULT_START };

	add_fault(table, 0, &names, "", logs ? "" : NULL, NULL);
	for (uint32_t n = only > 0 ? only : 1;
	     n <= (only > 0 ? only : record->book.matches); n++) {
		const struct book_match *match = book_find(&record->book, n);
		AUTOFREE char *log =
			logs ? tournament_folder_log(record->folder, n) : NULL;
		OWNED(fault_traces) struct fault_traces traces = {0};

		if (logs && match->ended && match->faults > 0)
			fault_traces_read(&traces, record->folder, n);
		for (uint32_t i = 0; match->ended && i < match->faults; i++) {
			const struct book_fault *fault = &match->fault[i];

			const struct fault_trace *trace =
				fault_traces_find(&traces, fault);

			add_fault(table, n, fault, name_of(record,
				  match->entrant[fault->entrant]), log,
				  trace != NULL ? trace->why : NULL);
		}
	}
}

/* ### the whole */

static void show_text(const struct record *record, bool only_faults,
		      struct text *out)
{
	OWNED(table) struct table table = {0};

	if (!only_faults) {
		add_matches(&table, record, 0);
		table_text(&table, 2, out);
		text_byte(out, '\n');
	}
	faults_by_entrant(record, out);
	faults_text(record, out);
	if (!only_faults)
		equal_games_show(record, out);
}

static void show_csv(const struct record *record, bool only_faults,
		     struct text *out)
{
	OWNED(table) struct table table = {0};

	if (only_faults)
		add_faults(&table, record, 0, false);
	else
		add_matches(&table, record, 0);
	table_csv(&table, out);
}

/* Puts the table's rows as a list and releases the table. */
static void put_list(struct json_writer *w, const char *key,
		     struct table *table)
{
	json_key(w, key);
	table_json(table, w);
	table_release(table);
}

static void show_json(const struct record *record, bool only_faults,
		      uint32_t only, bool logs, struct text *out)
{
	struct json_writer w = { .out = *out };
	struct table table = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "id", record->tournament.manifest.id);
	if (!only_faults) {
		add_matches(&table, record, only);
		put_list(&w, "matches", &table);
	}
	add_faults(&table, record, only, logs);
	put_list(&w, "faults", &table);
	if (logs && suspects_count(record) > 0)
		json_put_bool(&w, "suspects_checked", false);
	if (logs && !only_faults)
		equal_games_write(record, &w);
	json_close(&w, '}');
	*out = w.out;
	text_byte(out, '\n');
}

void results_show(const struct record *record, bool only_faults,
		  enum report_form form, struct text *out)
{
	if (form == REPORT_TEXT)
		show_text(record, only_faults, out);
	else if (form == REPORT_CSV)
		show_csv(record, only_faults, out);
	else
		show_json(record, only_faults, 0, true, out);
}

void results_show_public(const struct record *record, uint32_t only,
			 struct text *out)
{
	show_json(record, false, only, false, out);
}

/* ### match_label: a match in a few words */

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
