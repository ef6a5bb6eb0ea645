/*
 * tournament_file.c - the tournament file that a person writes.
 */
#include "tournaments/record/tournament_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"

enum {
	FILE_MOST = 1 << 26,    /* bytes */
	DEPTH_MAX = 32,
	NAME_MOST = 51,         /* with a hyphen and 12 digits it is an id */
	SEAL_DIGITS = 12
};

static const char *const file_keys[] = {
	"name", "game", "rules", "format", "entrants", "limits", "sandbox",
	"id", "rotations", "processes", "links", "operator", "authors",
	"beacon", "luck", "base", NULL
};
static const char *const operator_keys[] = { "name", NULL };
static const char *const author_keys[] = { "name", "commit", "key", NULL };
static const char *const beacon_keys[] = { "source", "round", NULL };

static int read_name(struct tournament_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at name = json_at_key(top, "name");
	struct json_at id = json_at_key(top, "id");
	const char *text;

	if (json_want_string(&name, &text, err) != 0)
		return -1;
	if (!line_is_id(text) || strlen(text) > NAME_MOST)
		return json_expected(&name, err, "1 to %d of a-z, 0-9, . and "
				     "-, not . or - first", NAME_MOST);
	file->name = memory_copy(text);
	if (!json_is_there(&id))
		return 0;
	if (line_want_id(&id, &text, err) != 0)
		return -1;
	file->id = memory_copy(text);
	return 0;
}

static int read_game(struct tournament_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");

	file->game = games_want(&game, err);
	if (file->game == NULL)
		return -1;
	rules_defaults(file->game, file->rule);
	return rules.value == NULL ? 0 :
		rules_set_json(file->game, &rules, false, file->rule, err);
}

/* Sorted, so that two of one name stand side by side. */
static int by_name(const void *a, const void *b)
{
	return strcmp((*(const struct entrant *const *)a)->name,
		      (*(const struct entrant *const *)b)->name);
}

static int check_names(const struct tournament_file *file,
		       const struct json_at *entrants, struct error *err)
{
	int count = file->contest.entrants, result = 0;
	const struct entrant **sorted = memory_new((size_t)count,
						   sizeof *sorted);

	for (int i = 0; i < count; i++)
		sorted[i] = &file->entrant[i];
	qsort(sorted, (size_t)count, sizeof *sorted, by_name);
	for (int i = 1; i < count && result == 0; i++)
		if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
			result = json_wrong(entrants, err, "two entrants are "
					    "called %s", sorted[i]->name);
	free(sorted);
	return result;
}

static int read_entrants(struct tournament_file *file,
			 const struct json_at *top, struct error *err)
{
	struct json_at entrants = json_at_key(top, "entrants");
	const cJSON *item;
	int i = 0;

	if (json_want_list(&entrants, 2, ENTRANTS_MAX, err) != 0)
		return -1;
	file->entrant = memory_new((size_t)cJSON_GetArraySize(entrants.value),
				   sizeof *file->entrant);
	cJSON_ArrayForEach(item, entrants.value) {
		struct json_at here = json_at_item(&entrants, i, item);

		if (entrant_read(&file->entrant[i], &here, err) != 0)
			return -1;
		file->contest.entrants = ++i;
	}
	return check_names(file, &entrants, err);
}

static int read_hosting(struct tournament_file *file, const struct json_at *top,
			struct error *err)
{
	struct json_at limits = json_at_key(top, "limits");
	long long number = 128;
	int level = LEVEL_LIMITS, word = PROCESSES_SEAT;
	struct error why;

	limits_defaults(&file->limits);
	if ((limits.value != NULL &&
	     limits_set_json(&file->limits, &limits, err) != 0) ||
	    json_may_word(top, "sandbox", level_words, &level, err) != 0 ||
	    json_may_word(top, "processes", processes_words, &word,
			  err) != 0 ||
	    json_may_int(top, "links", 1, LINKS_MAX, &number, err) != 0)
		return -1;
	if (limits_fit(&file->limits, (enum level)level, &why) != 0)
		return json_wrong(&limits, err, "%s", why.text);
	file->level = (enum level)level;
	file->processes = (enum processes)word;
	file->links = (uint32_t)number;
	return 0;
}

static int read_format(struct tournament_file *file, const struct json_at *top,
		       struct error *err)
{
	struct json_at format = json_at_key(top, "format");
	struct json_at rotations = json_at_key(top, "rotations");
	struct contest *contest = &file->contest;
	bool per_entrant = file->processes == PROCESSES_ENTRANT;
	long long number;

	contest->seats = file->game->seats_min;
	contest->boards = 1;
	if (format_read(contest, &format, false, err) != 0)
		return -1;
	if (rules_check(file->game, contest->seats, file->rule, err) != 0)
		return error_at(err, "%s", file->path);
	contest->result = file->game->result(contest->seats);
	number = per_entrant ? 1 : contest->seats;
	if (json_may_int(top, "rotations", 1, contest->seats, &number,
			 err) != 0)
		return -1;
	if (per_entrant && number > 1)
		return json_wrong(&rotations, err, "processes \"entrant\" with "
				  "%lld rotations would show a bot the same "
				  "dice twice: use \"seat\" or 1 rotation",
				  number);
	file->rotations = contest->rotations = (int)number;
	if (format_settle(contest, err) != 0)
		return error_at(err, "%s", file->path);
	return 0;
}

static int read_author(struct tournament_file *file, const struct json_at *at,
		       struct error *err)
{
	struct json_at name = json_at_key(at, "name");
	struct json_at commit = json_at_key(at, "commit");
	struct json_at key = json_at_key(at, "key");
	struct manifest_author *author = &file->author[file->authors];

	if (json_want_object(at, author_keys, err) != 0 ||
	    json_want_string(&name, &author->name, err) != 0)
		return -1;
	if (!entrant_is_name(author->name))
		return json_expected(&name, err, "a name without spaces, + or "
				     "control characters");
	author->has_commit = json_is_there(&commit);
	author->has_key = json_is_there(&key);
	if ((author->has_commit &&
	     json_want_hash(&commit, &author->commit, err) != 0) ||
	    (author->has_key &&
	     json_want_hash(&key, &author->key, err) != 0))
		return -1;
	file->authors++;
	return 0;
}

/* Who answers for it, and what the dice are mixed with. */
static int read_trust(struct tournament_file *file, const struct json_at *top,
		      struct error *err)
{
	struct json_at operator = json_at_key(top, "operator");
	struct json_at name = json_at_key(&operator, "name");
	struct json_at authors = json_at_key(top, "authors");
	struct json_at beacon = json_at_key(top, "beacon");
	struct json_at source = json_at_key(&beacon, "source");
	struct json_at round = json_at_key(&beacon, "round");
	struct json_at luck = json_at_key(top, "luck");
	const char *text = "operator";
	const cJSON *item;
	int i = 0;

	if (json_is_there(&operator)) {
		if (json_want_object(&operator, operator_keys, err) != 0 ||
		    json_want_string(&name, &text, err) != 0)
			return -1;
		if (!entrant_is_name(text))
			return json_expected(&name, err, "a name without "
					     "spaces, + or control "
					     "characters");
	}
	file->operator = memory_copy(text);
	if (json_is_there(&authors)) {
		if (json_want_list(&authors, 0, ENTRANTS_MAX, err) != 0)
			return -1;
		file->author = memory_new((size_t)cJSON_GetArraySize(
			authors.value) + 1, sizeof *file->author);
		cJSON_ArrayForEach(item, authors.value) {
			struct json_at here = json_at_item(&authors, i++,
							   item);

			if (read_author(file, &here, err) != 0)
				return -1;
		}
	}
	if (json_is_there(&beacon) &&
	    (json_want_object(&beacon, beacon_keys, err) != 0 ||
	     json_want_string(&source, &file->beacon_source, err) != 0 ||
	     json_want_int(&round, 0, JSON_INT_MAX, &file->beacon_round,
			   err) != 0))
		return -1;
	file->has_luck = json_is_there(&luck);
	return file->has_luck ? json_want_hash(&luck, &file->luck, err) : 0;
}

static int read_base(struct tournament_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at base = json_at_key(top, "base");
	char *folder = path_folder(file->path);
	const char *text = ".";
	int result = 0;

	if (base.value != NULL)
		result = json_want_string(&base, &text, err);
	if (result == 0)
		file->base = strcmp(text, ".") == 0 ? memory_copy(folder) :
			path_from(folder, text);
	free(folder);
	return result;
}

/* What the manifest's own reader refuses is refused here, before anything is
   made of the file. */
static int check_manifest(const struct tournament_file *file, struct error *err)
{
	struct manifest manifest;
	struct text bytes = {0};
	struct hash none = {0};
	int result;

	tournament_file_manifest(file, &none, &none, &bytes);
	result = manifest_parse(&manifest, bytes.bytes, bytes.length,
				file->path, err);
	if (result == 0)
		manifest_release(&manifest);
	text_release(&bytes);
	return result;
}

int tournament_file_read(struct tournament_file *file, const char *path,
		    struct error *err)
{
	struct json_at top = { .name = path, .index = -1 };
	struct text bytes = {0};
	int result = -1;

	*file = (struct tournament_file){ .path = memory_copy(path) };
	if (text_read_file(&bytes, path, FILE_MOST, err) != 0)
		goto done;
	if (json_scan(bytes.bytes, bytes.length, DEPTH_MAX,
		      JSON_SPACES | JSON_FLOATS, err) != 0) {
		error_at(err, "%s is no tournament file", path);
		goto done;
	}
	file->tree = json_parse(bytes.bytes, bytes.length);
	top.value = file->tree;
	if (json_want_object(&top, file_keys, err) == 0 &&
	    read_name(file, &top, err) == 0 &&
	    read_game(file, &top, err) == 0 &&
	    read_entrants(file, &top, err) == 0 &&
	    read_hosting(file, &top, err) == 0 &&
	    read_format(file, &top, err) == 0 &&
	    read_trust(file, &top, err) == 0 &&
	    read_base(file, &top, err) == 0 &&
	    check_manifest(file, err) == 0)
		result = 0;

done:
	text_release(&bytes);
	return result;
}

int tournament_file_settle(struct tournament_file *file, struct error *err)
{
	for (int i = 0; i < file->contest.entrants; i++)
		if (entrant_settle(&file->entrant[i], file->base, err) != 0)
			return error_at(err, "%s", file->path);
	return 0;
}

/* ### the manifest of it */

static cJSON *parsed(struct json_writer *w)
{
	cJSON *tree = json_parse(w->out.bytes, w->out.length);

	json_clear(w);
	return tree;
}

static void make_id(const struct tournament_file *file, const struct hash *seal,
		    struct text *id)
{
	char hex[HASH_HEX_SIZE + 1];

	hash_to_hex(seal, hex);
	if (file->id != NULL)
		text_add(id, file->id);
	else
		text_printf(id, "%s-%.*s", file->name, SEAL_DIGITS, hex);
}

void tournament_file_manifest(const struct tournament_file *file,
			 const struct hash *seal, const struct hash *key,
			 struct text *out)
{
	const struct contest *contest = &file->contest;
	struct header_entrant *entrant = memory_new(
		(size_t)contest->entrants, sizeof *entrant);
	struct json_writer w = {0};
	struct text id = {0};
	struct hash referee = *key;
	cJSON *rules, *format, *limits;

	for (int i = 0; i < contest->entrants; i++)
		entrant[i] = (struct header_entrant){
			.name = file->entrant[i].name,
			.author = file->entrant[i].author,
			.bot = file->entrant[i].bot };
	make_id(file, seal, &id);
	rules_write(file->game, file->rule, &w);
	rules = parsed(&w);
	format_write(contest, &w);
	format = parsed(&w);
	limits_write(&file->limits, file->level, &w);
	limits = parsed(&w);
	manifest_write(&(struct manifest){
		.id = text_string(&id), .game = file->game->name,
		.rules = rules, .format = format, .entrant = entrant,
		.entrants = contest->entrants, .boards = contest->boards,
		.rotations = file->rotations,
		.processes = processes_words[file->processes],
		.limits = limits, .sandbox = level_words[file->level],
		.links = file->links, .stride = file->game->stride,
		.operator = file->operator, .operator_key = *key,
		.referee = &referee, .referees = 1,
		.author = file->author, .authors = file->authors,
		.beacon_source = file->beacon_source,
		.beacon_round = file->beacon_round,
		.has_luck = file->has_luck, .luck = file->luck,
		.seal = *seal }, &w);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	cJSON_Delete(rules);
	cJSON_Delete(format);
	cJSON_Delete(limits);
	text_release(&id);
	text_release(&w.out);
	free(entrant);
}

/* ### the copy in the folder */

/* cJSON prints 15 digits where it thinks that the rest is noise. */
static void keep_digits(cJSON *tree)
{
	cJSON *item;
	char digits[32];

	cJSON_ArrayForEach(item, tree) {
		keep_digits(item);
		if (!cJSON_IsNumber(item) || fabs(item->valuedouble) < 1e15)
			continue;
		snprintf(digits, sizeof digits, "%.17g", item->valuedouble);
		item->type = cJSON_Raw;
		item->valuestring = memory_copy(digits);
	}
}

void tournament_file_copy(const struct tournament_file *file, struct text *out)
{
	char *base = realpath(file->base, NULL);
	cJSON *copy = cJSON_Duplicate(file->tree, true);
	char *printed;

	cJSON_DeleteItemFromObjectCaseSensitive(copy, "base");
	cJSON_AddStringToObject(copy, "base", base != NULL ? base :
				file->base);
	keep_digits(copy);
	printed = cJSON_Print(copy);
	text_printf(out, "%s\n", printed);
	cJSON_free(printed);
	cJSON_Delete(copy);
	free(base);
}

static bool same_folder(const struct tournament_file *a,
			const struct tournament_file *b)
{
	char *one = realpath(a->base, NULL), *two = realpath(b->base, NULL);
	bool same = one != NULL && two != NULL && strcmp(one, two) == 0;

	free(one);
	free(two);
	return same;
}

const char *tournament_file_difference(const struct tournament_file *file,
				  const struct tournament_file *other)
{
	for (int i = 0; file_keys[i] != NULL; i++) {
		const char *key = file_keys[i];
		const cJSON *a = json_get(file->tree, key);
		const cJSON *b = json_get(other->tree, key);

		if (strcmp(key, "base") == 0) {
			if (!same_folder(file, other))
				return key;
		} else if ((a == NULL) != (b == NULL) ||
			   (a != NULL && !cJSON_Compare(a, b, true))) {
			return key;
		}
	}
	return NULL;
}

void tournament_file_release(struct tournament_file *file)
{
	for (int i = 0; file->entrant != NULL &&
	     i < file->contest.entrants; i++)
		entrant_release(&file->entrant[i]);
	free(file->entrant);
	free(file->author);
	free(file->operator);
	free(file->base);
	free(file->name);
	free(file->id);
	free(file->path);
	cJSON_Delete(file->tree);
	contest_release(&file->contest);
	*file = (struct tournament_file){0};
}
