/*
 * contest_file.c - the tournament file that `tournament collect` makes.
 */
#include "tournaments/collect/contest_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/record/tournament_folder.h"

enum { FILE_MOST = 1 << 26, DEPTH_MAX = 32, BOARDS = 10,
	NAME_MOST = 51          /* as tournament_file.c has it */
};

/* ### reading */

static int read_tree(struct contest_file *file, struct error *err)
{
	struct text bytes = {0};
	int result = file_read(&bytes, file->path, FILE_MOST, err);

	if (result == 0) {
		file->tree = json_read(bytes.bytes, bytes.length, DEPTH_MAX,
				       JSON_SPACES | JSON_FLOATS, err);
		if (file->tree == NULL)
			result = error_at(err, "%s is not a tournament file",
					  file->path);
	}
	text_release(&bytes);
	return result;
}

/* Adds the file's own name if it may be a tournament's, or "contest". */
static void add_name(cJSON *tree, const char *path)
{
	char *name = tournament_folder_default(path);

	cJSON_AddStringToObject(tree, "name", logline_is_id(name) &&
				strlen(name) <= NAME_MOST ? name : "contest");
	free(name);
}

static cJSON *new_tree(const char *path, const char *game)
{
	cJSON *tree = cJSON_CreateObject();
	cJSON *format;

	add_name(tree, path);
	cJSON_AddStringToObject(tree, "game", game);
	format = cJSON_AddObjectToObject(tree, "format");
	cJSON_AddStringToObject(format, "type", "round_robin");
	cJSON_AddNumberToObject(format, "boards", BOARDS);
	cJSON_AddStringToObject(tree, "sandbox",
				limits_level_words[LEVEL_STRICT]);
	return tree;
}

/* Reads what a match asks of a bot besides the rules.  contest_file_write has
   the whole file checked. */
static int read_match(struct contest_file *file, const struct json_at *top,
		      struct error *err)
{
	const struct json_at processes = json_at_key(top, "processes");
	const struct json_at format = json_at_key(top, "format");
	long long seats = file->game->seats_min, boards = 1;
	int lives = PROCESSES_SEAT;

	if (json_may_int(&format, "seats", 2, GAME_SEATS_MAX, &seats, err) != 0 ||
	    json_may_int(&format, "boards", 1, CONTEST_BOARDS_MAX, &boards,
			 err) != 0 ||
	    (json_is_there(&processes) &&
	     json_want_word(&processes, processes_words, &lives, err) != 0))
		return -1;
	file->seats = (int)seats;
	file->boards = lives == PROCESSES_GAME ? 1 : (uint32_t)boards;
	return rules_check(file->game, file->seats, file->rule, err) == 0 ? 0 :
		error_at(err, "%s", file->path);
}

int contest_file_read(struct contest_file *file, const char *path,
		      const char *game, struct error *err)
{
	struct json_at top = { .name = path, .index = -1 }, at;
	int level;

	*file = (struct contest_file){ .path = path, .level = LEVEL_LIMITS };
	if (access(path, F_OK) == 0) {
		if (read_tree(file, err) != 0)
			return -1;
	} else if (game == NULL) {
		return error_set(err, "there is no %s yet: say which game it "
				 "is about with --game", path);
	} else {
		file->tree = new_tree(path, game);
	}
	top.value = file->tree;
	at = json_at_key(&top, "game");
	file->game = games_want(&at, err);
	if (file->game == NULL)
		return -1;
	if (game != NULL && strcmp(game, file->game->name) != 0)
		return games_need(game, err) == NULL ? -1 :
			error_set(err, "%s is about %s, not %s", path,
				  file->game->name, game);
	at = json_at_key(&top, "sandbox");
	if (json_is_there(&at)) {
		if (json_want_word(&at, limits_level_words, &level, err) != 0)
			return -1;
		file->level = (enum level)level;
	}
	rules_defaults(file->game, file->rule);
	at = json_at_key(&top, "rules");
	if (json_is_there(&at) &&
	    rules_set_json(file->game, &at, false, file->rule, err) != 0)
		return -1;
	if (read_match(file, &top, err) != 0)
		return -1;
	limits_defaults(&file->limits);
	at = json_at_key(&top, "limits");
	return json_is_there(&at) ? limits_set_json(&file->limits, &at, err) :
		0;
}

char *contest_file_copies(const char *path)
{
	size_t length = strlen(path);
	struct text copies = {0};

	if (length > 5 && strcmp(path + length - 5, ".json") == 0)
		length -= 5;
	text_append(&copies, path, length);
	text_add(&copies, ".bots");
	text_byte(&copies, '\0');
	return copies.bytes;
}

/* ### writing */

/* Paths of copies are written relative to the folder of the file. */
static cJSON *seen_from(const char *path, char *const *words)
{
	const char *slash = strrchr(path, '/');
	size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0;
	char *copies = contest_file_copies(path);
	size_t length = strlen(copies);
	cJSON *list = cJSON_CreateArray();

	for (int i = 0; words[i] != NULL; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(
			strncmp(words[i], copies, length) == 0 &&
			words[i][length] == '/' ? words[i] + folder :
			words[i]));
	free(copies);
	return list;
}

/* An entrant; or with `why`, what is said of one. */
static cJSON *person(const struct handed_in *one, struct text *why)
{
	cJSON *item = cJSON_CreateObject();

	cJSON_AddStringToObject(item, "name", one->name);
	if (one->author != NULL)
		cJSON_AddStringToObject(item, "author", one->author);
	if (why != NULL)
		cJSON_AddStringToObject(item, "why", text_string(why));
	return item;
}

static void fill(struct contest_file *file,
		 const struct submissions *submissions)
{
	cJSON *entrants = cJSON_CreateArray();
	cJSON *left_out = cJSON_CreateArray();
	cJSON *advice = cJSON_CreateArray();

	for (size_t i = 0; i < submissions->count; i++) {
		struct handed_in *one = &submissions->list[i];
		cJSON *item;

		if (one->why.length > 0) {
			cJSON_AddItemToArray(left_out,
					     person(one, &one->why));
			continue;
		}
		if (one->advice.length > 0)
			cJSON_AddItemToArray(advice,
					     person(one, &one->advice));
		item = person(one, NULL);
		cJSON_AddItemToObject(item, "command",
				      seen_from(file->path, one->command));
		if (one->files[0] != NULL)
			cJSON_AddItemToObject(item, "files",
				seen_from(file->path, one->files));
		cJSON_AddItemToArray(entrants, item);
	}
	cJSON_DeleteItemFromObjectCaseSensitive(file->tree, "entrants");
	cJSON_DeleteItemFromObjectCaseSensitive(file->tree, "left_out");
	cJSON_AddItemToObject(file->tree, "entrants", entrants);
	cJSON_DeleteItemFromObjectCaseSensitive(file->tree, "advice");
	cJSON_AddItemToObject(file->tree, "left_out", left_out);
	cJSON_AddItemToObject(file->tree, "advice", advice);
}

/* Refuses what `tournament run` would refuse. */
static int check(const char *path, struct error *err)
{
	struct tournament_file file;
	int result = tournament_file_read(&file, path, err);

	if (result == 0)
		result = tournament_file_check_names(&file, err);
	if (result == 0)
		result = tournament_file_settle(&file, err);
	tournament_file_release(&file);
	return result;
}

int contest_file_write(struct contest_file *file,
		       const struct submissions *submissions,
		       struct error *err)
{
	struct text bytes = {0};
	char *printed;
	int result;

	fill(file, submissions);
	printed = cJSON_Print(file->tree);
	text_printf(&bytes, "%s\n", printed);
	cJSON_free(printed);
	result = file_replace(file->path, &bytes, false, err);
	text_release(&bytes);
	return result == 0 ? check(file->path, err) : -1;
}

void contest_file_release(struct contest_file *file)
{
	cJSON_Delete(file->tree);
	*file = (struct contest_file){0};
}
