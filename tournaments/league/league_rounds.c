/*
 * league_rounds.c - the rounds of a league: folders, files and pairings.
 */
#include "tournaments/league/league_rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "tournaments/format/contest.h"
#include "tournaments/league/league_pairing.h"
#include "tournaments/rating/games_table.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/tables/book_games.h"

enum { FILE_MOST = 1 << 26 };

static char *numbered(const char *league, int round, const char *ending)
{
	char name[32];

	snprintf(name, sizeof name, "round-%03d%s", round, ending);
	return path_from(league, name);
}

char *league_rounds_folder(const char *league, int round)
{
	return numbered(league, round, "");
}

char *league_rounds_file(const char *league, int round)
{
	return numbered(league, round, ".json");
}

static bool is_there(const char *league, int round)
{
	AUTOFREE char *folder = league_rounds_folder(league, round);

	return tournament_folder_is_one(folder);
}

bool league_rounds_is_league(const char *folder)
{
	AUTOFREE char *path = path_from(folder, "league.json");

	return access(path, F_OK) == 0;
}

int league_rounds_last(const char *league)
{
	int round = 0;

	while (round < LEAGUE_ROUNDS_MAX && is_there(league, round + 1))
		round++;
	return round;
}

int league_rounds_next(const char *league, struct error *err)
{
	const int round = league_rounds_last(league) + 1;
	OWNED(record) struct record record = {0};
	AUTOFREE char *folder = NULL;

	if (round == 1)
		return 1;
	folder = league_rounds_folder(league, round - 1);
	if (record_read(&record, folder, err) != 0)
		return -1;
	if (record.book.closed && round > LEAGUE_ROUNDS_MAX)
		return error_set(err, "%s: a league has at most %d rounds",
				 league, LEAGUE_ROUNDS_MAX);
	return record.book.closed ? round : round - 1;
}

/* ### the rounds so far */

/* Is it NAME.rN?  The NAME is that of the first round. */
static int check_id(const struct league_past *past,
		    const struct manifest *manifest, const char *path,
		    struct error *err)
{
	const size_t length = manifest_name_length(manifest);
	OWNED(text) struct text due = {0};

	if (past->rounds > 0)
		text_add(&due, past->name);
	else if (length > strlen(".r1"))
		text_append(&due, manifest->id, length - strlen(".r1"));
	text_printf(&due, ".r%d", past->rounds + 1);
	return due.length == length &&
		memcmp(due.bytes, manifest->id, length) == 0 ? 0 :
		error_set(err, "%s: id: expected %s, found %.*s", path,
			  past->rounds > 0 ? text_string(&due) :
			  "NAME.r1", (int)length, manifest->id);
}

/* Are the values equal, apart from pairings?  Names the first difference. */
static int check_value(const cJSON *first, const struct json_at *at,
		       struct error *err)
{
	char *printed;

	if (cJSON_IsObject(first) && cJSON_IsObject(at->value)) {
		const cJSON *item;

		cJSON_ArrayForEach(item, at->value) {
			const struct json_at inner = json_at_key(at,
								 item->string);

			if (strcmp(item->string, "pairs") != 0 &&
			    check_value(json_get(first, item->string), &inner,
					err) != 0)
				return -1;
		}
		cJSON_ArrayForEach(item, first) {
			const struct json_at inner = json_at_key(at,
								 item->string);

			if (inner.value == NULL &&
			    check_value(item, &inner, err) != 0)
				return -1;
		}
		return 0;
	}
	if (first == NULL ? at->value == NULL :
	    cJSON_Compare(first, at->value, true))
		return 0;
	printed = first != NULL ? cJSON_PrintUnformatted(first) : NULL;
	json_expected(at, err, "%s, as in round 1",
		      printed != NULL ? printed : "nothing");
	cJSON_free(printed);
	return -1;
}

int league_past_check(const struct league_past *past,
		      const struct manifest *manifest, const char *path,
		      struct error *err)
{
	static const char *const keys[] = { "game", "program", "rules",
		"format", "boards", "rotations", "processes", "sandbox",
		"limits" };
	const cJSON *first = past->rounds > 0 ? past->first : manifest->tree;
	const struct json_at top = { .name = path, .index = -1,
		.value = manifest->tree };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		const struct json_at at = json_at_key(&top, keys[i]);

		if (check_value(json_get(first, keys[i]), &at, err) != 0)
			return -1;
	}
	if (past->rounds > 0 && !hash_equal(&past->key,
					    &manifest->operator_key))
		return error_set(err, "%s: operator.key is not that of round 1",
				 path);
	return check_id(past, manifest, path, err);
}

/* Unless that has been done. */
static void begin_table(struct league_past *past, const struct game *game,
			const int *rule)
{
	if (past->table.entrant_count == 0)
		games_table_init(&past->table, game, rule);
}

int league_past_add(struct league_past *past, const struct record *record,
		    struct error *err)
{
	const struct manifest *manifest = &record->tournament.manifest;
	AUTOFREE char *path = path_from(record->folder, "manifest.json");
	int result = league_past_check(past, manifest, path, err);

	if (result == 0) {
		begin_table(past, record->tournament.game,
			    record->tournament.rule);
		result = book_games_add(&past->table, record, NULL, err);
	}
	if (result == 0)
		book_games_same_files(&past->table, record, &past->notes);
	if (result == 0 && past->rounds++ == 0) {
		past->name = memory_copy_bytes(manifest->id,
			manifest_name_length(manifest) - strlen(".r1"));
		past->first = cJSON_Duplicate(manifest->tree, true);
		past->key = manifest->operator_key;
	}
	return result;
}

/* Reads all rounds before `round` that are there. */
static int read_past(const char *league, int round, struct league_past *past,
		     struct error *err)
{
	int result = 0;

	for (int r = 1; r < round && is_there(league, r) && result == 0; r++) {
		AUTOFREE char *folder = league_rounds_folder(league, r);
		OWNED(record) struct record record = {0};

		result = record_read(&record, folder, err);
		if (result == 0)
			result = league_past_add(past, &record, err);
	}
	return result;
}

int league_past_ladder(const struct league_past *past, const char *league,
		       int rounds, struct text *out, struct error *err)
{
	OWNED(ladder) struct ladder ladder = {0};

	if (past->rounds == 0)
		return 0;
	if (ladder_fit(&past->table, &ladder_defaults, &ladder, err) != 0)
		return -1;
	text_append(out, past->notes.bytes, past->notes.length);
	ladder_label_uneven_seats(&past->table, out);
	ladder_show_heading(&ladder, NULL, out);
	ladder_show_text(&ladder, 0, 0, out);
	if (rounds > past->rounds)
		text_printf(out, "%d of %d rounds of %s\n", past->rounds,
			    rounds, league);
	else
		text_printf(out, "%d round%s in %s\n", rounds,
			    rounds == 1 ? "" : "s", league);
	return 0;
}

void league_past_release(struct league_past *past)
{
	free(past->name);
	cJSON_Delete(past->first);
	games_table_release(&past->table);
	text_release(&past->notes);
	*past = (struct league_past){0};
}

/* Fills the arrays from the ladder, in the order of the round's entrants. */
static void fill_view(const struct ladder *ladder, const int *index,
		      int entrants, double *strength, double *covariance,
		      uint32_t *games)
{
	double unknown = ladder_defaults.prior * ladder_defaults.prior;
	int p = ladder->parameters;

	for (int i = 0; i < entrants; i++) {
		int a = index[i];
		bool known = a >= 0 && a < ladder->count &&
			ladder->rows[a].games > 0;

		games[i] = known ? (uint32_t)ladder->rows[a].games : 0;
		strength[i] = known ? ladder->theta[a] : 0;
		for (int j = 0; j < entrants; j++) {
			int b = index[j];
			bool both = known && b >= 0 && b < ladder->count &&
				ladder->rows[b].games > 0;

			covariance[(size_t)i * (size_t)entrants + (size_t)j] =
				both ?
				ladder->covariance[(size_t)a * (size_t)p +
						   (size_t)b] :
				i == j ? unknown : 0;
		}
	}
}

/* ### seats, if there are fewer rotations than seats */

/* Turns each pairing so that its entrants get the seats that they have had
   least often; the first of equally good turns. */
static void take_seats(const struct contest *contest,
		       const struct games_table *table, const int *index,
		       int *pairs, int count)
{
	/* docs/formats.md leaves the partnerships of teams out of account. */
	struct contest plain = *contest;
	const size_t seats = (size_t)contest->seats;
	long *had = seat_counts_make(table, contest->seats);

	plain.result = RESULT_RANKING;
	for (int i = 0; i < count; i++, pairs += seats) {
		int known[GAME_SEATS_MAX], best;

		for (size_t s = 0; s < seats; s++)
			known[s] = index[pairs[s]];
		best = contest_turns_best(&plain, had, known, 0);
		contest_turns_turn(&plain, pairs, best);
		contest_turns_turn(&plain, known, best);
		contest_turns_add(&plain, had, known);
	}
	free(had);
}

int league_rounds_choose(struct league_past *past,
			 const struct league_field *field, int **pairs,
			 struct error *err)
{
	const struct contest *contest = field->contest;
	size_t n = (size_t)contest->entrants;
	AUTOFREE int *index = memory_new(n, sizeof *index);
	AUTOFREE double *strength = memory_new(n, sizeof *strength);
	AUTOFREE double *covariance = memory_new(n * n, sizeof *covariance);
	AUTOFREE uint32_t *games = memory_new(n, sizeof *games);
	struct league_view view = {
		.entrants = (int)n, .seats = contest->seats,
		.strength = strength, .covariance = covariance,
		.games = games,
		.each = (int)contest_option(contest, "each")->number,
		.match_games = (int)contest->boards * contest->rotations };
	OWNED(ladder) struct ladder ladder = {0};
	int count;

	begin_table(past, field->game, field->rule);
	for (size_t i = 0; i < n; i++)
		index[i] = book_games_entrant(&past->table, field->entrant,
					      (int)n, (int)i);
	if (past->rounds > 0 &&
	    ladder_fit(&past->table, &ladder_defaults, &ladder, err) != 0)
		return -1;
	fill_view(&ladder, index, (int)n, strength, covariance, games);
	count = (int)league_pairing_count(&view);
	*pairs = memory_new((size_t)count * (size_t)view.seats, sizeof **pairs);
	league_pairing_choose(&view, *pairs);
	if (contest->rotations < contest->seats)
		take_seats(contest, &past->table, index, *pairs, count);
	return count;
}

/* ### the file of a round */

static cJSON *pairs_tree(const int *pairs, int count, int seats)
{
	cJSON *list = cJSON_CreateArray();

	for (int i = 0; i < count; i++)
		cJSON_AddItemToArray(list, cJSON_CreateIntArray(pairs +
			(size_t)i * (size_t)seats, seats));
	return list;
}

/* Is it an object for the format league, without "pairs"? */
static bool is_league_format(const cJSON *object)
{
	const cJSON *type = cJSON_IsObject(object) ?
		json_get(object, "type") : NULL;
	const struct format *format = cJSON_IsString(type) ?
		format_find(type->valuestring) : NULL;

	return format != NULL && format_has_pairs(format) &&
		json_get(object, "pairs") == NULL;
}

/* league.json, with the name of a round.  NULL with `err`. */
static cJSON *read_league(const char *league, int round, struct error *err)
{
	AUTOFREE char *path = path_from(league, "league.json");
	OWNED(text) struct text bytes = {0};
	const cJSON *id;
	char name[80];
	cJSON *tree;

	if (file_read(&bytes, path, FILE_MOST, err) != 0)
		return NULL;
	tree = json_read(bytes.bytes, bytes.length, 32,
			 JSON_SPACES | JSON_FLOATS | JSON_LINES, err);
	if (tree == NULL) {
		error_at(err, "%s", path);
		return NULL;
	}
	if (!is_league_format(json_get(tree, "format")) ||
	    !cJSON_IsString(json_get(tree, "name"))) {
		error_set(err, "%s: expected a tournament file with \"name\" "
			  "and a format of the type \"league\" without "
			  "\"pairs\": those of a round follow from the ladder",
			  path);
		cJSON_Delete(tree);
		return NULL;
	}
	snprintf(name, sizeof name, "%.46s.r%d",
		 json_get(tree, "name")->valuestring, round);
	cJSON_ReplaceItemInObjectCaseSensitive(tree, "name",
		cJSON_CreateString(name));
	/* Each round is a tournament with an id of its own. */
	id = json_get(tree, "id");
	if (cJSON_IsString(id)) {
		text_clear(&bytes);
		text_printf(&bytes, "%s.r%d", id->valuestring, round);
		cJSON_ReplaceItemInObjectCaseSensitive(tree, "id",
			cJSON_CreateString(text_string(&bytes)));
	}
	return tree;
}

/* Writes the tournament file of a round: the league's with these pairings. */
static int write_round(cJSON *tree, const char *path, const int *pairs,
		       int count, int seats, struct error *err)
{
	cJSON *format = cJSON_GetObjectItemCaseSensitive(tree, "format");
	OWNED(text) struct text out = {0};
	char *printed;

	cJSON_DeleteItemFromObjectCaseSensitive(format, "pairs");
	cJSON_AddItemToObject(format, "pairs", pairs_tree(pairs, count, seats));
	printed = cJSON_Print(tree);
	text_printf(&out, "%s\n", printed);
	cJSON_free(printed);
	return file_replace(path, &out, false, err);
}

/* Writes the file with one arbitrary pairing, so that the rest of it can be
   read. */
static int write_any(cJSON *tree, const char *path, struct error *err)
{
	const cJSON *seats = json_get(json_get(tree, "format"), "seats");
	int places[GAME_SEATS_MAX], count = 2;

	if (cJSON_IsNumber(seats) && seats->valuedouble >= 2 &&
	    seats->valuedouble <= GAME_SEATS_MAX)
		count = (int)seats->valuedouble;
	for (int i = 0; i < count; i++)
		places[i] = i;
	return write_round(tree, path, places, 1, count, err);
}

static int choose_for_file(struct league_past *past,
			   const struct tournament_file *file, int **pairs,
			   struct error *err)
{
	size_t n = (size_t)file->contest.entrants;
	AUTOFREE struct logline_entrant *entrant =
		memory_new(n, sizeof *entrant);
	const struct league_field field = { &file->contest, file->game,
		file->rule, entrant };

	for (size_t i = 0; i < n; i++)
		entrant[i] = (struct logline_entrant){
			.name = file->entrant[i].name,
			.bot = file->entrant[i].bot,
			.command = file->entrant[i].sealed };
	return league_rounds_choose(past, &field, pairs, err);
}

/* Is it a round of this league?  Its manifest is made with any seal. */
static int check_file(const struct league_past *past, const char *league,
		      const struct tournament_file *file,
		      const struct hash *key, struct error *err)
{
	const struct hash none = {0};
	AUTOFREE char *path = path_from(league, "league.json");
	OWNED(manifest) struct manifest manifest = {0};
	OWNED(text) struct text bytes = {0};

	tournament_file_manifest(file, &none, key, &bytes);
	return manifest_parse(&manifest, bytes.bytes, bytes.length, path,
			      err) != 0 ? -1 :
		league_past_check(past, &manifest, path, err);
}

int league_rounds_write(const char *league, int round, const struct hash *key,
			struct error *err)
{
	OWNED(json_tree) cJSON *tree = read_league(league, round, err);
	AUTOFREE char *path = league_rounds_file(league, round);
	OWNED(tournament_file) struct tournament_file file = {0};
	OWNED(league_past) struct league_past past = {0};
	AUTOFREE int *pairs = NULL;
	int count = -1, result = -1;

	if (tree != NULL && write_any(tree, path, err) == 0 &&
	    tournament_file_read(&file, path, err) == 0 &&
	    read_past(league, round, &past, err) == 0 &&
	    check_file(&past, league, &file, key, err) == 0 &&
	    tournament_file_settle(&file, err) == 0)
		count = choose_for_file(&past, &file, &pairs, err);
	if (count >= 0)
		result = write_round(tree, path, pairs, count,
				     file.contest.seats, err);
	if (result != 0)
		unlink(path);
	return result;
}

int league_rounds_ladder(const char *league, struct text *out,
			 struct error *err)
{
	OWNED(league_past) struct league_past past = {0};
	int result = read_past(league, LEAGUE_ROUNDS_MAX + 1, &past, err);

	if (result == 0)
		result = league_past_ladder(&past, league, past.rounds, out,
					    err);
	return result;
}
