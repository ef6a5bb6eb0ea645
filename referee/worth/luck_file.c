/*
 * luck_file.c - luck.json: how the luck of a tournament's dice is measured.
 */
#include "worth/luck_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_schema.h"
#include "base/printable.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/solve.h"

enum {
	DEPTH_MAX = 4,
	PLACES_MAX = 9,         /* decimal places of a number */
	BETA_PLACES = 6,        /* beta is stored in millionths */
	FROM_MOST = 1000        /* bytes */
};

const char *const luck_file_words[] = {
	[LUCK_TABLE] = "table", [LUCK_RACE] = "race", [LUCK_VOLLE] = "volle",
	NULL
};

/* ### the ways of measuring */

/* The name and range of a number of an f; lists are in the order of the
   file. */
struct number {
	const char *name;
	double min, max;
};

static const struct number race_numbers[] = {
	{ "c", 0.000001, 10 }, { "h", 0, 2 }, { "r", 0.01, 10000 },
	{ "e", 0, 2 }, { 0 }
};
static const struct number volle_numbers[] = { { "c", 0.000001, 1 }, { 0 } };

static const struct number *numbers_of(enum luck_kind f)
{
	static const struct number none[] = { { 0 } };

	return f == LUCK_RACE ? race_numbers :
		f == LUCK_VOLLE ? volle_numbers : none;
}

/* The kinds that can measure a game. */
struct way {
	const char *game;
	bool kind[3];           /* by enum luck_kind */
	enum luck_kind normal;
};

static const struct way ways[] = {
	{ "bolo7", { [LUCK_TABLE] = true, [LUCK_RACE] = true }, LUCK_RACE },
	{ "bolo5", { [LUCK_TABLE] = true, [LUCK_RACE] = true }, LUCK_RACE },
	{ "pig", { [LUCK_TABLE] = true }, LUCK_TABLE },
	{ "vollelotte", { [LUCK_VOLLE] = true }, LUCK_VOLLE },
};

/* The way for a game, or NULL with the reason why there is none in `err`. */
static const struct way *find_way(const char *game, struct error *err)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].game, game) == 0)
			return &ways[i];
	if (strcmp(game, "rolit") == 0)
		error_set(err, "rolit has no luck except in the opening: there "
			  "is nothing to remove");
	else if (strcmp(game, "blackpot") == 0)
		error_set(err, "no formula for the luck in blackpot has proved "
			  "useful yet");
	else
		error_set(err, "nothing measures the luck in %s yet", game);
	return NULL;
}

/* Checks that a table is possible. */
static int check_table(const struct game *game, const int *rule, int seats,
		       struct error *err)
{
	if (seats != 2)
		return error_set(err, "a table of %s is for 2 seats, not %d",
				 game->name, seats);
	return solve_check(game, rule, err);
}

int luck_file_check_places(const struct game *game, const int *rule, int seats,
			   struct error *err)
{
	if (seats == 2 || game->result(seats, rule) != RESULT_RANKING)
		return 0;
	return error_set(err, "luck is measured by the chance to win, but "
			 "these rules of %s rank all %d seats", game->name,
			 seats);
}

/* ### numbers */

/* Appends a decimal without trailing zeroes. */
static void add_decimal(struct text *out, double value, int places)
{
	text_printf(out, "%.*f", places, value);
	while (out->bytes[out->length - 1] == '0')
		out->length--;
	if (out->bytes[out->length - 1] == '.')
		out->length--;
}

/* ### defaults */

/* Fitted by maximum likelihood to the turns of 600 to 1000 games each. */
static const struct fitted {
	const char *game;
	int seats, target;
	double number[4];       /* c, h, r, e */
} race_fitted[] = {
	{ "bolo7", 2, 10000, { .0365, .632, 46.1, .656 } },
	{ "bolo7", 2, 3000, { .0198, .686, 26.1, .667 } },
	{ "bolo7", 3, 10000, { .0343, .721, 19.5, .353 } },
	{ "bolo7", 4, 10000, { .0370, .776, 16.4, .267 } },
	{ "bolo5", 2, 10000, { .0251, .575, 45.1, .409 } },
	{ "bolo5", 4, 10000, { .0274, .767, 20.5, .367 } },
};
static const double volle_c = .00065;

static double race_distance(const struct fitted *fitted, int seats, int target)
{
	const double ratio = (double)fitted->target / target;

	/* Seats matter more than any target; in a tie, more seats win. */
	return 1e9 * fabs(fitted->seats - seats - .1) +
		(ratio > 1 ? ratio : 1 / ratio);
}

static const struct fitted *nearest(const char *game, int seats, int target)
{
	const struct fitted *best = NULL;

	for (size_t i = 0; i < sizeof race_fitted / sizeof *race_fitted; i++)
		if (strcmp(race_fitted[i].game, game) == 0 &&
		    (best == NULL ||
		     race_distance(&race_fitted[i], seats, target) <
		     race_distance(best, seats, target)))
			best = &race_fitted[i];
	return best;
}

int luck_file_default(struct luck_file *file, const struct game *game,
		      const int *rule, int seats, struct error *err)
{
	const struct way *way = find_way(game->name, err);
	const struct fitted *fitted;
	OWNED(text) struct text from = {0};

	*file = (struct luck_file){ .seats = seats,
				    .beta_millionths = LUCK_MILLION };
	if (way == NULL || (way->normal == LUCK_TABLE &&
			    check_table(game, rule, seats, err) != 0))
		return -1;
	memcpy(file->game, game->name, strlen(game->name) + 1);
	memcpy(file->rule, rule, (size_t)rules_count(game) * sizeof *rule);
	file->f = way->normal;
	if (file->f == LUCK_RACE) {
		fitted = nearest(game->name, seats,
				 rules_value(game, rule, "target"));
		memcpy(file->number, fitted->number, sizeof fitted->number);
		file->number_count = 4;
		file->beta_millionths = 850000;
		text_printf(&from, "the default for %s: numbers fitted to a "
			    "target of %d with %d seats", game->name,
			    fitted->target, fitted->seats);
	} else if (file->f == LUCK_VOLLE) {
		file->number[0] = volle_c;
		file->number_count = 1;
		text_printf(&from, "the default for %s", game->name);
	} else {
		text_printf(&from, "the default for %s: the exact table",
			    game->name);
	}
	file->from = memory_copy(text_string(&from));
	return 0;
}

/* ### reading */

static bool is_decimal(const char *text, size_t places_max)
{
	size_t whole = strspn(text, "0123456789"), places;

	if (whole == 0 || whole > 9 || (whole > 1 && text[0] == '0'))
		return false;
	if (text[whole] == '\0')
		return true;
	if (text[whole] != '.')
		return false;
	places = strspn(text + whole + 1, "0123456789");
	return places > 0 && places <= places_max &&
		text[whole + 1 + places] == '\0';
}

static bool is_hash(const char *text)
{
	return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

static bool is_from(const char *text)
{
	return strlen(text) <= FROM_MOST;
}

static const struct json_form hash_form = { is_hash,
	"64 lower-case hex digits" };
static const struct json_form from_form = { is_from,
	"a text of at most 1000 bytes" };

/* The values in the tree, which owns the texts. */
struct written {
	int seats;
	enum luck_kind f;
	const char *table, *from;
};

static const struct json_field luck_file_fields[] = {
	{ "v", JSON_INTEGER, .min = LUCK_FILE_VERSION,
	  .max = LUCK_FILE_VERSION },
	{ .key = "game", .type = JSON_ANY },
	{ .key = "rules", .type = JSON_ANY },
	{ "seats", JSON_INTEGER, JSON_IN(struct written, seats), .min = 1,
	  .max = GAME_SEATS_MAX },
	{ "f", JSON_WORD, JSON_IN(struct written, f),
	  .words = luck_file_words },
	{ "numbers", JSON_LIST, .min = 0, .max = LUCK_NUMBERS_MAX,
	  .fields = (const struct json_field[]){ { .type = JSON_ANY },
						 { 0 } } },
	{ "table", JSON_TEXT, JSON_IN(struct written, table),
	  .form = &hash_form, .nullable = true },
	{ .key = "beta", .type = JSON_ANY },
	{ "from", JSON_TEXT, JSON_IN(struct written, from),
	  .form = &from_form },
	{ 0 }
};

/* Reads a decimal from min to max, which is written as a text. */
static int read_number(const struct json_at *at, const char *name, double min,
		       double max, int places, double *number,
		       struct error *err)
{
	const char *text = cJSON_GetStringValue(at->value);
	OWNED(text) struct text range = {0};

	if (text != NULL && is_decimal(text, (size_t)places)) {
		*number = strtod(text, NULL);
		if (*number >= min && *number <= max)
			return 0;
	}
	add_decimal(&range, min, PLACES_MAX);
	text_add(&range, " to ");
	add_decimal(&range, max, PLACES_MAX);
	return json_expected(at, err, "%s as a decimal from %s in quotes, "
			     "with at most %d places", name,
			     text_string(&range), places);
}

static int read_numbers(struct luck_file *file, const struct json_at *top,
			struct error *err)
{
	const struct number *number = numbers_of(file->f);
	struct json_at list = json_at_key(top, "numbers");
	int count = 0;

	while (number[count].name != NULL)
		count++;
	if (cJSON_GetArraySize(list.value) != count)
		return json_expected(&list, err, "%d number%s, as f is \"%s\"",
				     count, text_plural(count),
				     luck_file_words[file->f]);
	file->number_count = count;
	for (int i = 0; i < count; i++) {
		struct json_at item = json_at_item(&list, i,
			cJSON_GetArrayItem(list.value, i));

		if (read_number(&item, number[i].name, number[i].min,
				number[i].max, PLACES_MAX, &file->number[i],
				err) != 0)
			return -1;
	}
	return 0;
}

static int read_beta(struct luck_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at at = json_at_key(top, "beta");
	double beta;

	if (read_number(&at, "the share of luck", 0, LUCK_BETA_MAX,
			BETA_PLACES, &beta, err) != 0)
		return -1;
	file->beta_millionths = lround(beta * LUCK_MILLION);
	return 0;
}

static int check_kind(const struct luck_file *file, const struct game *game,
		      const struct json_at *top, struct error *err)
{
	struct json_at f = json_at_key(top, "f");
	struct json_at table = json_at_key(top, "table");
	struct json_at at = json_at_key(top, "game");
	struct error why;
	const struct way *way = find_way(game->name, &why);

	if (way == NULL)
		return json_wrong(&at, err, "%s", why.text);
	if (!way->kind[file->f])
		return json_wrong(&f, err, "there is no \"%s\" for %s",
				  luck_file_words[file->f], game->name);
	if (file->f == LUCK_TABLE &&
	    check_table(game, file->rule, file->seats, &why) != 0)
		return json_wrong(&f, err, "%s", why.text);
	if (file->f != LUCK_TABLE && file->has_table)
		return json_expected(&table, err, "null, as f is \"%s\"",
				     luck_file_words[file->f]);
	return 0;
}

static int read_tree(struct luck_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at at = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");
	struct json_at seats = json_at_key(top, "seats");
	struct written written = {0};
	const struct game *game;
	struct error why;

	if (json_schema_read(top, luck_file_fields, &written, err) != 0)
		return -1;
	game = games_want(&at, err);
	if (game == NULL || rules_set_json(game, &rules, true, file->rule,
					   err) != 0)
		return -1;
	memcpy(file->game, game->name, strlen(game->name) + 1);
	file->seats = written.seats;
	file->f = written.f;
	file->from = memory_copy(written.from);
	if (written.table != NULL) {
		file->has_table = true;
		memcpy(file->table, written.table, sizeof file->table);
	}
	if (rules_check(game, file->seats, file->rule, &why) != 0)
		return json_wrong(&seats, err, "%s", why.text);
	if (check_kind(file, game, top, err) != 0 ||
	    read_numbers(file, top, err) != 0)
		return -1;
	return read_beta(file, top, err);
}

int luck_file_parse(struct luck_file *file, const struct text *bytes,
		    const char *name, struct error *err)
{
	struct json_at top = { .name = name, .index = -1, .source = bytes };
	OWNED(json_tree) cJSON *tree =
		json_read(bytes->bytes, bytes->length, DEPTH_MAX,
			  JSON_SPACES | JSON_FLOATS | JSON_LINES, err);

	*file = (struct luck_file){0};
	if (tree == NULL)
		return error_at(err, "%s is not a luck file", name);
	top.value = tree;
	return read_tree(file, &top, err);
}

int luck_file_read(struct luck_file *file, const char *path,
		   struct error *err)
{
	OWNED(text) struct text bytes = {0};

	*file = (struct luck_file){0};
	if (file_expect(path, false, "a luck file", err) != 0 ||
	    file_read(&bytes, path, LUCK_FILE_MOST, err) != 0)
		return -1;
	return luck_file_parse(file, &bytes, path, err);
}

/* ### comparing and writing */

int luck_file_fits(const struct luck_file *file, const char *path,
		   const char *what, const struct game *game, const int *rule,
		   int seats, struct error *err)
{
	OWNED(text) struct text due = {0}, found = {0};

	if (strcmp(file->game, game->name) != 0)
		return error_set(err, "%s: game: %s plays %s, found \"%s\"",
				 path, what, game->name, FOREIGN(file->game));
	if (file->seats != seats)
		return error_set(err, "%s: seats: %s has %d, found %d", path,
				 what, seats, file->seats);
	for (int i = 0; game->rules[i].name != NULL; i++) {
		if (file->rule[i] == rule[i])
			continue;
		rules_value_text(&game->rules[i], rule[i], &due);
		rules_value_text(&game->rules[i], file->rule[i], &found);
		return error_set(err, "%s: rules.%s: %s has %s, found %s",
				 path, game->rules[i].name, what,
				 text_string(&due), text_string(&found));
	}
	return 0;
}

void luck_file_clamp(struct luck_file *file)
{
	const struct number *range = numbers_of(file->f);

	for (int i = 0; i < file->number_count; i++)
		file->number[i] = fmin(fmax(file->number[i], range[i].min),
				       range[i].max);
}

void luck_file_beta(const struct luck_file *file, struct text *out)
{
	add_decimal(out, (double)file->beta_millionths / LUCK_MILLION, 6);
}

void luck_file_write(const struct luck_file *file, struct text *out)
{
	const struct game *game = games_find(file->game);
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(text) struct text number = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", LUCK_FILE_VERSION);
	json_put_word(&w, "game", file->game);
	json_key(&w, "rules");
	rules_write(game, file->rule, &w);
	json_put_int(&w, "seats", file->seats);
	json_put_word(&w, "f", luck_file_words[file->f]);
	json_put_open(&w, "numbers", '[');
	for (int i = 0; i < file->number_count; i++) {
		text_clear(&number);
		add_decimal(&number, file->number[i], PLACES_MAX);
		json_word(&w, text_string(&number));
	}
	json_close(&w, ']');
	json_put_or_null(&w, "table", file->has_table ? file->table : NULL);
	text_clear(&number);
	luck_file_beta(file, &number);
	json_put_word(&w, "beta", text_string(&number));
	json_put_string(&w, "from", file->from);
	json_close(&w, '}');
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
}

void luck_file_release(struct luck_file *file)
{
	free(file->from);
	*file = (struct luck_file){0};
}
