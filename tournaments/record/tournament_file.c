/*
 * tournament_file.c - the tournament file that a person writes.
 */
#include "tournaments/record/tournament_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/names.h"
#include "fair/sha256.h"
#include "tournaments/record/game_program.h"

enum {
	FILE_MOST = 1 << 26,    /* bytes */
	DEPTH_MAX = 32,
	NAME_MOST = 51,         /* with a hyphen and 12 digits it is an id */
	LEFT_OUT_MAX = 4096
};

/* ### the table */

static bool is_name(const char *text)
{
	return logline_is_id(text) && strlen(text) <= NAME_MOST;
}

_Static_assert(NAME_MOST == 51, "the form says so");
static const struct json_form name_form = { is_name,
	"1 to 51 of a-z, 0-9, . and -, not . or - first" };

static bool is_path(const char *text)
{
	return text[0] != '\0';
}

static const struct json_form path_form = { is_path,
	"the path of a luck file, or \"default\"" };

static const struct json_field operator_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct manifest, operator),
	  .form = &entrant_name_form },
	{ 0 }
};
static const struct json_field author_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct manifest_author, name),
	  .form = &entrant_name_form },
	{ "commit", JSON_HEX,
	  JSON_GIVEN(struct manifest_author, commit, has_commit),
	  .optional = true, .nullable = true },
	{ "key", JSON_HEX, JSON_GIVEN(struct manifest_author, key, has_key),
	  .optional = true, .nullable = true },
	{ 0 }
};

static const struct json_field left_out_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct tournament_left_out, name) },
	{ "author", JSON_TEXT, JSON_IN(struct tournament_left_out, author),
	  .optional = true, .nullable = true },
	{ "why", JSON_TEXT, JSON_IN(struct tournament_left_out, why) },
	{ 0 }
};

#define IN(member) JSON_IN(struct tournament_file, member)

/* Members that depend on the game or belong to another module are JSON_ANY and
   read separately. */
static const struct json_field file_fields[] = {
	{ "name", JSON_TEXT, IN(name), .form = &name_form },
	{ .key = "game", .type = JSON_ANY },
	{ .key = "rules", .type = JSON_ANY },
	{ .key = "format", .type = JSON_ANY },
	{ "entrants", JSON_LIST,
	  JSON_ITEMS(struct tournament_file, entrant, contest.entrants),
	  .min = 2, .max = ENTRANTS_MAX, .fields = entrant_fields },
	{ "late", JSON_INTEGER, IN(contest.late), .min = 1,
	  .max = ENTRANTS_MAX - 2, .optional = true },
	{ .key = "limits", .type = JSON_ANY },
	{ "sandbox", JSON_WORD, IN(level), .words = limits_level_words,
	  .optional = true },
	{ "id", JSON_TEXT, IN(manifest.id), .form = &logline_id_form,
	  .optional = true, .nullable = true },
	{ .key = "rotations", .type = JSON_ANY },
	{ "processes", JSON_WORD, IN(processes), .words = processes_words,
	  .optional = true },
	{ "links", JSON_INTEGER, IN(manifest.links), .min = 1, .max = LINKS_MAX,
	  .optional = true },
	{ "operator", JSON_RECORD, IN(manifest), .fields = operator_fields,
	  .optional = true, .nullable = true },
	{ "authors", JSON_LIST,
	  JSON_ITEMS(struct tournament_file, manifest.author, manifest.authors),
	  .min = 0, .max = ENTRANTS_MAX, .fields = author_fields,
	  .optional = true, .nullable = true },
	{ "beacon", JSON_RECORD, IN(manifest), .fields = manifest_beacon_fields,
	  .optional = true, .nullable = true },
	{ "luck", JSON_TEXT, IN(luck), .form = &path_form,
	  .optional = true, .nullable = true },
	{ "left_out", JSON_LIST,
	  JSON_ITEMS(struct tournament_file, left_out, left_outs),
	  .min = 0, .max = LEFT_OUT_MAX, .fields = left_out_fields,
	  .optional = true, .nullable = true },
	{ "advice", JSON_LIST,
	  JSON_ITEMS(struct tournament_file, advice, advices),
	  .min = 0, .max = ENTRANTS_MAX, .fields = left_out_fields,
	  .optional = true, .nullable = true },
	{ .key = "base", .type = JSON_TEXT, .optional = true },
	{ 0 }
};

/* ### reading */

/* The game that a program has: in the folder of a tournament the manifest says
   what it is, elsewhere the program. */
static const struct game *read_program(struct tournament_file *file,
				       const struct json_at *at,
				       struct error *err)
{
	AUTOFREE char *folder = path_folder(file->path);
	AUTOFREE char *path = path_from(folder, "manifest.json");
	struct logline_program *program = &file->manifest.program;
	struct manifest manifest;
	struct error why;

	file->programmed = true;
	if (programs_read(&file->program, at, file->path, err) != 0)
		return NULL;
	if (programs_settle(&file->program, file->base, &why) != 0) {
		json_wrong(at, err, "%s", why.text);
		return NULL;
	}
	if (access(path, F_OK) != 0) {
		file->told = game_program_ask(file->path, err);
		file->asked = true;
	} else if (manifest_read(&manifest, path, err) == 0) {
		file->told = manifest_game(&manifest, err);
		manifest_release(&manifest);
	}
	if (file->told == NULL)
		return NULL;
	*program = (struct logline_program){ .files = file->program.bot,
		.command = file->program.sealed,
		.result = game_result_words[program_game_result(file->told)],
		.hidden = program_game_of(file->told)->hidden };
	file->manifest.programmed = true;
	return program_game_of(file->told);
}

static int read_game(struct tournament_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");

	file->game = cJSON_IsObject(game.value) ?
		read_program(file, &game, err) : games_want(&game, err);
	if (file->game == NULL)
		return -1;
	rules_defaults(file->game, file->rule);
	return rules.value == NULL ? 0 :
		rules_set_json(file->game, &rules, false, file->rule, err);
}

static int read_limits(struct tournament_file *file, const struct json_at *top,
		       struct error *err)
{
	struct json_at limits = json_at_key(top, "limits");
	struct error why;

	limits_defaults(&file->limits);
	if (limits.value != NULL &&
	    limits_set_json(&file->limits, &limits, err) != 0)
		return -1;
	return limits_fit(&file->limits, file->level, &why) == 0 ? 0 :
		json_wrong(&limits, err, "%s", why.text);
}

static int read_format(struct tournament_file *file, const struct json_at *top,
		       struct error *err)
{
	struct json_at format = json_at_key(top, "format");
	struct json_at rotations = json_at_key(top, "rotations");
	struct contest *contest = &file->contest;
	bool per_entrant = file->processes == PROCESSES_ENTRANT;
	long long number;

	contest->adjusted = file->luck != NULL;
	contest->seats = file->game->seats_min;
	contest->boards = 1;
	if (format_read(contest, &format, false, err) != 0)
		return -1;
	if (rules_check(file->game, contest->seats, file->rule, err) != 0)
		return error_at(err, "%s", file->path);
	if (file->asked && game_program_ask_rules(file->path, file->game,
			contest->seats, file->rule, err) != 0)
		return -1;
	contest->result = file->game->result(contest->seats, file->rule);
	number = per_entrant ? 1 : contest->seats;
	if (json_may_int(top, "rotations", 1, contest->seats, &number,
			 err) != 0)
		return -1;
	if (per_entrant && number > 1)
		return json_wrong(&rotations, err, "processes \"entrant\" with "
				  "%lld rotations would show a bot the same "
				  "dice twice: use \"seat\" or 1 rotation",
				  number);
	file->manifest.rotations = contest->rotations = (int)number;
	if (format_settle(contest, err) != 0)
		return error_at(err, "%s", file->path);
	return 0;
}

/* The same, with the names of the entrants. */
static int read_named_format(struct tournament_file *file,
			     const struct json_at *top, struct error *err)
{
	struct contest *contest = &file->contest;
	AUTOFREE const char **names =
		memory_new((size_t)contest->entrants, sizeof *names);
	int result;

	for (int i = 0; i < contest->entrants; i++)
		names[i] = file->entrant[i].name;
	contest->names = names;
	result = read_format(file, top, err);
	contest->names = NULL;
	return result;
}

/* Gets the bytes of the luck file: "default" is the default for the game, its
   rules and seats. */
static int get_luck(struct tournament_file *file, const char *path,
		    struct error *err)
{
	OWNED(luck_file) struct luck_file luck = {0};

	if (strcmp(file->luck, "default") != 0)
		return file_expect(path, false, "a luck file", err) != 0 ? -1 :
			file_read(&file->luck_bytes, path, LUCK_FILE_MOST, err);
	if (luck_file_default(&luck, file->game, file->rule,
			      file->contest.seats, err) != 0)
		return -1;
	luck_file_write(&luck, &file->luck_bytes);
	return 0;
}

/* The path is relative to the folder of this file, so that the copy in a
   tournament's folder finds the luck file there. */
static int read_luck(struct tournament_file *file, const struct json_at *top,
		     struct error *err)
{
	struct json_at at = json_at_key(top, "luck");
	OWNED(luck_file) struct luck_file luck = {0};
	AUTOFREE char *folder = path_folder(file->path), *path = NULL;
	struct error why;

	if (file->luck == NULL)
		return 0;
	if (luck_file_check_places(file->game, file->rule, file->contest.seats,
				   &why) != 0)
		return json_wrong(&at, err, "%s", why.text);
	path = path_from(folder, file->luck);
	if (get_luck(file, path, &why) != 0)
		return json_wrong(&at, err, "%s", why.text);
	if (luck_file_parse(&luck, &file->luck_bytes, path, err) != 0 ||
	    luck_file_fits(&luck, path, "the tournament", file->game,
			   file->rule, file->contest.seats, err) != 0)
		return -1;
	file->manifest.has_luck = true;
	sha256(file->manifest.luck.bytes, file->luck_bytes.bytes,
	       file->luck_bytes.length);
	return 0;
}

static void find_base(struct tournament_file *file)
{
	const cJSON *base = json_get(file->tree, "base");
	AUTOFREE char *folder = path_folder(file->path), *path = NULL;

	path = base == NULL || strcmp(base->valuestring, ".") == 0 ?
		memory_copy(folder) : path_from(folder, base->valuestring);
	/* What cannot be found is named as it was written. */
	file->base = realpath(path, NULL);
	if (file->base == NULL)
		file->base = memory_copy(path);
}

/* Entrants have to be bots. */
static int check_entrants(const struct tournament_file *file,
			  const struct json_at *top, struct error *err)
{
	AUTOFREE char *folder = path_folder(file->path);
	AUTOFREE char *path = path_from(folder, "manifest.json");
	struct json_at late = json_at_key(top, "late");
	struct json_at list = json_at_key(top, "entrants"), here, command;
	const cJSON *item;
	struct error why;
	int i = 0;

	if (file->contest.late > 0 && access(path, F_OK) != 0)
		return json_wrong(&late, err, "only tournament enter writes "
				  "it, into the folder of a tournament");
	if (file->contest.late > file->contest.entrants - 2)
		return json_expected(&late, err, "at most %d",
				     file->contest.entrants - 2);
	cJSON_ArrayForEach(item, list.value) {
		here = json_at_item(&list, i, item);
		command = json_at_key(&here, "command");
		if (entrant_is_person(&file->entrant[i]))
			return json_expected(&command, err, "at least one "
					     "word; a command without words is "
					     "a person, who cannot be an "
					     "entrant");
		if (entrant_check_hosting(&file->entrant[i++], &file->limits,
					  &why) != 0)
			return json_wrong(&command, err, "%s", why.text);
	}
	return 0;
}

/* Refuses here, before anything is made of the file, what the manifest's own
   reader refuses, such as two entrants of one name. */
static int check_manifest(const struct tournament_file *file, struct error *err)
{
	OWNED(manifest) struct manifest manifest = {0};
	OWNED(text) struct text bytes = {0};
	struct hash none = {0};

	tournament_file_manifest(file, &none, &none, &bytes);
	return manifest_parse(&manifest, bytes.bytes, bytes.length, file->path,
			      err);
}

int tournament_file_check_names(const struct tournament_file *file,
				struct error *err)
{
	const struct manifest *manifest = &file->manifest;
	const int count = 1 + manifest->authors;
	AUTOFREE struct entrant *people =
		memory_new((size_t)count, sizeof *people);

	people[0].name = (char *)manifest->operator;
	for (int i = 1; i < count; i++)
		people[i].name = (char *)manifest->author[i - 1].name;
	if (names_check_all(file->entrant, file->contest.entrants, err) != 0)
		return error_at(err, "%s: entrants", file->path);
	return names_check_all(people, count, err) == 0 ? 0 :
		error_at(err, "%s: operator and authors", file->path);
}

int tournament_file_read(struct tournament_file *file, const char *path,
			 struct error *err)
{
	OWNED(text) struct text bytes = {0};
	struct json_at top = { .name = path, .index = -1, .source = &bytes };

	*file = (struct tournament_file){ .path = memory_copy(path),
		.level = LEVEL_LIMITS,
		.manifest = { .operator = "operator", .links = 128 } };
	if (file_expect(path, false, "a tournament file", err) != 0 ||
	    file_read(&bytes, path, FILE_MOST, err) != 0)
		return -1;
	file->tree = json_read(bytes.bytes, bytes.length, DEPTH_MAX,
			       JSON_SPACES | JSON_FLOATS | JSON_LINES, err);
	if (file->tree == NULL)
		return error_at(err, "%s is not a tournament file", path);
	top.value = file->tree;
	if (json_get(file->tree, "name") == NULL &&
	    json_get(file->tree, "boards") != NULL) {
		error_set(err, "%s is a match file", path);
		return error_command(err, ": try referee play", path);
	}
	if (json_schema_read(&top, file_fields, file, err) != 0)
		return -1;
	find_base(file);
	if (read_game(file, &top, err) != 0 ||
	    read_limits(file, &top, err) != 0 ||
	    check_entrants(file, &top, err) != 0 ||
	    read_named_format(file, &top, err) != 0 ||
	    read_luck(file, &top, err) != 0)
		return -1;
	return check_manifest(file, err);
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

void tournament_file_manifest(const struct tournament_file *file,
			      const struct hash *seal, const struct hash *key,
			      struct text *out)
{
	const struct contest *contest = &file->contest;
	struct manifest manifest = file->manifest;
	struct hash referee = *key;
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(text) struct text id = {0};
	OWNED(json_tree) cJSON *rules = NULL, *format = NULL, *limits = NULL;

	rules_write(file->game, file->rule, &w);
	manifest.rules = rules = parsed(&w);
	format_write(contest, &w);
	manifest.format = format = parsed(&w);
	limits_write(&file->limits, file->level, &w);
	manifest.limits = limits = parsed(&w);
	text_printf(&id, "%s-%.*s", file->name,
		    MANIFEST_ID_DIGITS, HASH_HEX(seal));
	if (manifest.id == NULL)
		manifest.id = text_string(&id);
	manifest.game = file->game->name;
	manifest.entrants = contest->entrants - contest->late;
	manifest.entrant = memory_new((size_t)contest->entrants,
				      sizeof *manifest.entrant);
	for (int i = 0; i < manifest.entrants; i++)
		manifest.entrant[i] = logline_entrant_of(&file->entrant[i],
							 file->level);
	manifest.boards = contest->boards;
	manifest.processes = file->processes;
	manifest.level = file->level;
	manifest.stride = file->game->stride;
	manifest.operator_key = *key;
	manifest.referee = &referee;
	manifest.referees = 1;
	manifest.seal = *seal;
	manifest_write(&manifest, &w);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	free(manifest.entrant);
}

void tournament_file_enter(struct tournament_file *file, const cJSON *entrant,
			   int late)
{
	cJSON *list = cJSON_GetObjectItemCaseSensitive(file->tree, "entrants");

	while (cJSON_GetArraySize(list) >=
	       file->contest.entrants - file->contest.late + late)
		cJSON_DeleteItemFromArray(list, cJSON_GetArraySize(list) - 1);
	cJSON_AddItemToArray(list, cJSON_Duplicate(entrant, true));
	cJSON_DeleteItemFromObjectCaseSensitive(file->tree, "late");
	cJSON_AddNumberToObject(file->tree, "late", late);
}

/* ### the copy in the folder */

/* cJSON prints only 15 digits if it takes the rest for noise. */
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

/* The path of `base` as seen from a folder in `parent`, so that both can be
   moved together; as it is, if they have nothing but / in common. */
static void add_base(struct text *out, const char *parent, const char *base)
{
	size_t common = 0;

	for (size_t i = 0;; i++) {
		const char a = parent[i] != '\0' ? parent[i] : '/';
		const char b = base[i] != '\0' ? base[i] : '/';

		if (a != b)
			break;
		if (a == '/')
			common = i;
		if (parent[i] == '\0' || base[i] == '\0')
			break;
	}
	if (common == 0) {
		text_add(out, base);
		return;
	}
	text_add(out, "..");
	for (parent += common; *parent != '\0'; parent++)
		if (*parent == '/')
			text_add(out, "/..");
	text_add(out, base + common);
}

void tournament_file_copy(const struct tournament_file *file,
			  const char *parent, struct text *out)
{
	AUTOFREE char *from = realpath(parent, NULL);
	OWNED(json_tree) cJSON *copy = cJSON_Duplicate(file->tree, true);
	OWNED(text) struct text base = {0};
	char *printed;

	add_base(&base, from != NULL ? from : "/", file->base);
	cJSON_DeleteItemFromObjectCaseSensitive(copy, "base");
	cJSON_AddStringToObject(copy, "base", text_string(&base));
	if (file->luck != NULL)
		cJSON_ReplaceItemInObjectCaseSensitive(copy, "luck",
			cJSON_CreateString("luck.json"));
	if (file->programmed) {
		cJSON *game = cJSON_GetObjectItemCaseSensitive(copy, "game");

		cJSON_DeleteItemFromObjectCaseSensitive(game, "base");
		cJSON_AddStringToObject(game, "base", GAME_PROGRAM_FOLDER);
	}
	keep_digits(copy);
	printed = cJSON_Print(copy);
	text_printf(out, "%s\n", printed);
	cJSON_free(printed);
}

/* The contents of the luck files are compared, not their paths. */
static bool same_luck(const struct manifest *a, const struct manifest *b)
{
	return a->has_luck == b->has_luck && hash_equal(&a->luck, &b->luck);
}

/* Its files and its command, wherever they are. */
static bool same_program(const struct tournament_file *a,
			 const struct tournament_file *b)
{
	return b->programmed &&
		hash_equal(&a->program.bot, &b->program.bot) &&
		hash_equal(&a->program.sealed, &b->program.sealed);
}

const char *tournament_file_difference(const struct tournament_file *file,
				       const struct tournament_file *other)
{
	for (int i = 0; file_fields[i].key != NULL; i++) {
		const char *key = file_fields[i].key;
		const cJSON *a = json_get(file->tree, key);
		const cJSON *b = json_get(other->tree, key);

		if (strcmp(key, "late") == 0) {
			continue;
		} else if (strcmp(key, "base") == 0) {
			if (strcmp(file->base, other->base) != 0)
				return key;
		} else if (strcmp(key, "game") == 0 && file->programmed) {
			if (!same_program(file, other))
				return key;
		} else if (strcmp(key, "luck") == 0) {
			if (!same_luck(&file->manifest, &other->manifest))
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
	entrant_release(&file->program);
	program_game_free(file->told);
	free(file->manifest.author);
	free(file->left_out);
	free(file->advice);
	text_release(&file->luck_bytes);
	free(file->base);
	free(file->path);
	cJSON_Delete(file->tree);
	contest_release(&file->contest);
	*file = (struct tournament_file){0};
}
