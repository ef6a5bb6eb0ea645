/*
 * book_games.c - from the books of folders to standings and ratings.
 */
#include "tournaments/tables/book_games.h"

#include <stdlib.h>
#include <string.h>

#include "tournaments/rating/plan.h"

void book_games_table_init(struct games_table *table,
			   const struct record *record)
{
	games_table_init(table, record->tournament.game,
			 record->tournament.rule);
}

static bool is_same(const struct games_table *table,
		    const struct logline_entrant *a,
		    const struct logline_entrant *b)
{
	return hash_equal(&a->bot, &b->bot) &&
		(table->same_files || hash_equal(&a->command, &b->command));
}

/* Does another entrant of this tournament have the same bot? */
static bool has_twins(const struct games_table *table,
		      const struct logline_entrant *list, int count,
		      int entrant)
{
	for (int i = 0; i < count; i++)
		if (i != entrant && is_same(table, &list[i], &list[entrant]))
			return true;
	return false;
}

int book_games_entrant(struct games_table *table,
		       const struct logline_entrant *list, int count,
		       int entrant)
{
	const char *name = list[entrant].name;
	bool twins = has_twins(table, list, count, entrant);
	char hex[2 * HASH_HEX_SIZE + 2];
	OWNED(text) struct text key = {0};
	int found = -1;

	hash_to_hex(&list[entrant].bot, hex);
	if (!table->same_files) {
		hex[HASH_HEX_SIZE] = '/';
		hash_to_hex(&list[entrant].command, hex + HASH_HEX_SIZE + 1);
	}
	text_printf(&key, "%s/%s", hex, name);
	for (int i = 0; i < table->entrant_count && found < 0; i++) {
		const struct games_entrant *known = &table->entrants[i];

		if ((strcmp(known->hash, hex) == 0 &&
		     (!twins || strcmp(known->name, name) == 0)) ||
		    strcmp(known->hash, text_string(&key)) == 0)
			found = i;
	}
	if (found < 0)
		found = games_table_entrant(table, name, twins ?
					    text_string(&key) : hex);
	return found;
}

struct adding {
	struct games_table *table;
	const struct record *record;
	const int *index;       /* of the folder's entrants in the table */
	const struct luck_csv *luck;    /* or NULL */
	struct error *err;
};

/* Adds the luck of the games of a match that were added. */
static int add_luck(const struct adding *adding, const struct book_match *match,
		    uint32_t number, uint32_t games)
{
	uint32_t rotations =
		(uint32_t)adding->record->tournament.manifest.rotations;
	const struct luck_csv *luck = adding->luck;

	for (uint32_t game = 1; game <= games; game++) {
		const struct luck_csv_game *row = luck_csv_find(luck, number,
								game);
		uint32_t block = (game - 1) / rotations * rotations;

		if (row == NULL)
			return error_set(adding->err, "%s: game %u of match "
					 "%u is missing, but %s has it",
					 luck->path, game, number,
					 adding->record->book.path);
		if (row->seats == 0 && !book_has_fault(match, block + 1,
						      block + rotations))
			return error_set(adding->err, "%s: game %u of match "
					 "%u has no luck, but %s has no fault "
					 "in its block", luck->path, game,
					 number, adding->record->book.path);
		if (row->seats != 0 && row->seats != match->seats)
			return error_set(adding->err, "%s: game %u of match "
					 "%u has the luck of %d seats, but %d "
					 "played", luck->path, game, number,
					 row->seats, match->seats);
		games_table_add_luck(adding->table, row->seats == 0 ? NULL :
				     luck->luck + row->first);
	}
	return 0;
}

static int add_match(const struct adding *adding, uint32_t number,
		     uint32_t games)
{
	const struct record *record = adding->record;
	const struct book_match *match = book_find(&record->book, number);
	AUTOFREE struct games_fault *faults =
		memory_new((size_t)match->faults + 1, sizeof *faults);
	int entrant[GAME_SEATS_MAX], count = 0;

	for (int s = 0; s < match->seats; s++)
		entrant[s] = adding->index[match->entrant[s]];
	for (uint32_t i = 0; i < match->faults; i++)
		if (match->fault[i].game <= games)
			faults[count++] = (struct games_fault){
				(int)match->fault[i].game,
				match->fault[i].entrant,
				match->fault[i].fault == FAULT_FORFEIT };
	games_table_add_match(adding->table, entrant, match->seats,
			      record->tournament.manifest.rotations,
			      (int)games, match->rank, faults, count);
	return adding->luck != NULL ?
		add_luck(adding, match, number, games) : 0;
}

static int add_rounds(struct games_table *table, const struct record *record,
		      uint32_t round, const struct luck_csv *luck,
		      struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const struct contest *contest = &record->tournament.contest;
	AUTOFREE int *index =
		memory_new((size_t)manifest->entrants, sizeof *index);
	const struct adding adding = { table, record, index, luck, err };
	int result = 0;

	if (games_table_add_source(table, record->folder, &manifest->seal,
				   err) != 0)
		return -1;
	table->paired_by_results |= !contest->format->independent;
	for (int i = 0; i < manifest->entrants; i++)
		index[i] = book_games_entrant(table, manifest->entrant,
						     manifest->entrants, i);
	for (uint32_t n = 1; n <= record->book.matches && result == 0; n++) {
		const uint32_t games = record_counted(record, n);

		if (games > 0 &&
		    contest_match(contest, n)->round <= round)
			result = add_match(&adding, n, games);
	}
	return result;
}

int book_games_add(struct games_table *table, const struct record *record,
		   const struct luck_csv *luck, struct error *err)
{
	for (size_t i = 0; luck != NULL && i < luck->count; i++) {
		const struct luck_csv_game *row = &luck->games[i];
		const struct book_match *match = book_find(&record->book,
							   row->match);

		if (match == NULL || !match->ended || row->game > match->games)
			return error_set(err, "%s: game %u of match %u is not "
					 "in %s", luck->path, row->game,
					 row->match, record->book.path);
	}
	return add_rounds(table, record, UINT32_MAX, luck, err);
}

int book_ladder_make(struct book_ladder *made, const struct record *record,
		     struct book_ladder_order order, struct error *err)
{
	int result;

	*made = (struct book_ladder){0};
	book_games_table_init(&made->games, record);
	if (order.rounds > 0)
		result = add_rounds(&made->games, record, order.rounds, NULL,
				    err);
	else
		result = book_games_add(&made->games, record, order.luck, err);
	return result != 0 ? -1 :
		ladder_fit(&made->games, order.options != NULL ?
			   order.options : &ladder_defaults, &made->ladder,
			   err);
}

void book_ladder_release(struct book_ladder *made)
{
	ladder_release(&made->ladder);
	games_table_release(&made->games);
}

int book_games_check_same(const struct record *first,
			  const struct record *other, struct error *err)
{
	const struct manifest *had = &first->tournament.manifest;
	const struct manifest *has = &other->tournament.manifest;
	const cJSON *rule, *rules = json_get(has->tree, "rules");

	if (strcmp(has->game, had->game) != 0)
		return error_set(err, "%s is about %s and %s about %s: one "
				 "ladder is for one game", first->folder,
				 had->game, other->folder, has->game);
	if (has->programmed && !cJSON_Compare(json_get(had->tree, "program"),
					      json_get(has->tree, "program"),
					      true))
		return error_set(err, "%s and %s have the program %s, but not "
				 "the same files or command: one ladder is for "
				 "one game", first->folder, other->folder,
				 has->game);
	cJSON_ArrayForEach(rule, json_get(had->tree, "rules"))
		if (!cJSON_Compare(rule, json_get(rules, rule->string), true))
			return error_set(err, "%s and %s have different "
					 "rules: %s", first->folder,
					 other->folder, rule->string);
	return 0;
}

/* The first entrant with the same files that is not one of this folder's
   (`own`), which are meant to be different. */
static int same_files_as(const struct games_table *table, int found,
			 const bool *own)
{
	for (int i = 0; i < table->entrant_count; i++)
		if (!own[i] && memcmp(table->entrants[i].hash,
				      table->entrants[found].hash,
				      HASH_HEX_SIZE) == 0)
			return i;
	return -1;
}

void book_games_same_files(struct games_table *table,
			   const struct record *record, struct text *out)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const int count = manifest->entrants;
	AUTOFREE int *found = memory_new((size_t)count, sizeof *found);
	AUTOFREE bool *own =
		memory_new((size_t)table->entrant_count, sizeof *own);
	OWNED(text) struct text line = {0};

	for (int i = 0; i < count; i++) {
		found[i] = book_games_entrant(table, manifest->entrant, count,
					      i);
		own[found[i]] = true;
	}
	for (int i = 0; i < count; i++) {
		const char *name = manifest->entrant[i].name;
		const char *known = table->entrants[found[i]].name;
		const int other = same_files_as(table, found[i], own);

		text_clear(&line);
		if (strcmp(name, known) != 0)
			text_printf(&line, "%s has the same files%s as %s: "
				    "they are one entrant\n", name,
				    table->same_files ? "" : " and command",
				    known);
		else if (other >= 0 && !table->same_files)
			text_printf(&line, "%s has the same files as %s%s but "
				    "another command: they are two entrants "
				    "(ladder --same-files joins them)\n",
				    name,
				    strcmp(name, table->entrants[other].name)
				    == 0 ? "an earlier " : "",
				    table->entrants[other].name);
		if (strstr(text_string(out), text_string(&line)) == NULL)
			text_append(out, line.bytes, line.length);
	}
}

const char **book_games_names(const struct record *record)
{
	const struct manifest *manifest = &record->tournament.manifest;
	const char **names = memory_new((size_t)manifest->entrants,
					sizeof *names);

	for (int i = 0; i < manifest->entrants; i++)
		names[i] = manifest->entrant[i].name;
	return names;
}

/* ### tables of one tournament */

uint64_t *book_games_faults(const struct record *record)
{
	size_t entrants = (size_t)record->tournament.manifest.entrants;
	uint64_t *faults = memory_new(entrants, sizeof *faults);

	for (uint32_t n = 1; n <= record->book.matches; n++) {
		const struct book_match *match = book_find(&record->book, n);
		uint32_t games = record_counted(record, n);

		for (uint32_t i = 0; i < match->faults; i++)
			if (match->fault[i].game <= games)
				faults[match->entrant[match->fault[i].
						      entrant]]++;
	}
	return faults;
}

void book_games_standings(const struct record *record, enum points_kind kind,
			  struct standings *standings)
{
	const struct tournament *tournament = &record->tournament;
	struct contest counted = tournament->contest;
	OWNED(fixtures) struct fixtures cut = {0};

	/* A test has no byes. */
	if (record->test.last != 0) {
		for (size_t i = 0; i < counted.past.count; i++) {
			const uint32_t number = counted.past.list[i].number;

			fixtures_add_copy(&cut, &counted.past.list[i]);
			tournament_count_games(tournament,
				book_find(&record->book, number),
				record_counted(record, number), &cut.list[i]);
		}
		counted.past = cut;
	}
	standings_make(&counted, kind, standings);
}

void book_games_crosstable(const struct record *record,
			   struct crosstable *table)
{
	enum result result = record->tournament.contest.result;

	for (uint32_t n = 1; n <= record->book.matches; n++) {
		const struct book_match *match = book_find(&record->book, n);
		uint32_t games = record_counted(record, n);

		for (uint32_t g = 0; g < games; g++)
			crosstable_add(table, result, match->seats,
				       match->entrant, match->rank +
				       (size_t)g * (size_t)match->seats);
	}
}

/* ### does a tournament end before its format has no more matches? */

/* Have all the wanted error, with the games of all rounds up to `round`? */
static bool is_reached(const struct record *record, uint32_t round)
{
	OWNED(book_ladder) struct book_ladder made = {0};
	struct error ignored;

	return book_ladder_make(&made, record, (struct book_ladder_order){
				.rounds = round }, &ignored) == 0 &&
		plan_reached(&made.ladder,
			     (double)record->tournament.contest.until_error);
}

/* Does the fixture at that place end a round after which the tournament may
   end? */
static bool may_end_at(const struct contest *contest, size_t at)
{
	const struct fixtures *past = &contest->past;

	return (at + 1 == past->count ||
		past->list[at + 1].round != past->list[at].round) &&
		contest_may_end(contest, at + 1);
}

/* The last such round that is over, or 0.  When a book is read again, the
   fixtures of the next round are made before it is known that there is
   none. */
static uint32_t last_end(const struct contest *contest)
{
	const size_t open = contest_open(contest);
	uint32_t round = 0;

	for (size_t i = 0; i < open; i++)
		if (may_end_at(contest, i))
			round = contest->past.list[i].round;
	return round;
}

uint32_t early_end_round(const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;

	for (size_t i = 0; i < contest->past.count; i++) {
		uint32_t round = contest->past.list[i].round;

		if (may_end_at(contest, i) && is_reached(record, round))
			return round;
	}
	return 0;
}

bool early_end_is_due(struct early_end *end)
{
	const struct record *record = end->record;
	uint32_t round;

	if (record->test.tests || record->tournament.contest.until_error == 0)
		return record->test.last != 0;
	round = last_end(&record->tournament.contest);
	if (round != end->fitted) {
		end->fitted = round;
		end->reached = is_reached(record, round);
	}
	return end->reached;
}

int early_end_check_closed(const struct record *record, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	struct early_end end = { .record = record };
	const size_t open = contest_open(contest);
	const bool due = open < contest->past.count;

	if ((!due && !contest_has_more(contest)) || early_end_is_due(&end))
		return 0;
	error_set(err, "%s:%u: the book is closed, but ", record->book.path,
		  record->book.lines);
	if (!due)
		return error_add(err, "the format has further matches");
	return error_add(err, "match %u is due and has not been played",
			 contest->past.list[open].number);
}
