/*
 * match_config.c - the configuration of a match, checked and ready to be
 * played.
 */
#include "config.h"
#include "match/match_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "fair/logline.h"
#include "fair/names.h"
#include "match/program_host.h"

enum {
	FILE_MOST = 1 << 20,
	TOURNAMENT_MOST = 1 << 26       /* as tournament_file.c reads */
};

void match_config_init(struct match_config *match, const struct game *game)
{
	*match = (struct match_config){
		.game = game, .boards = 1, .links = 128, .number = 1,
		.level = LEVEL_LIMITS, .base = memory_copy("."),
	};
	if (game != NULL)
		rules_defaults(game, match->rule);
	limits_defaults(&match->limits);
}

/* ### entrants */

static bool has_no_room(const struct match_config *match, struct error *err)
{
	return match->entrants == GAME_SEATS_MAX &&
		error_set(err, "a match has at most %d entrants",
			  GAME_SEATS_MAX) != 0;
}

/* Completes adding the entrant that was filled in after the last one, if its
   name is valid and not taken.  Otherwise releases it and returns -1. */
static int take_entrant(struct match_config *match, struct error *err)
{
	struct entrant *entrant = &match->entrant[match->entrants];

	if (entrant_check_name(entrant->name, err) != 0)
		goto refused;
	if (entrant_name_taken(match->entrant, match->entrants,
			       entrant->name)) {
		error_set(err, "two entrants are called %s", entrant->name);
		goto refused;
	}
	if (names_check_all(match->entrant, match->entrants + 1, err) != 0)
		goto refused;
	match->entrants++;
	return 0;

refused:
	entrant_release(entrant);
	return -1;
}

static void read_paths(struct match_config *match, const struct json_at *top,
		       const char *path)
{
	const cJSON *base = json_get(top->value, "base");
	const cJSON *log = json_get(top->value, "log");
	char *folder = path_folder(path);

	free(match->base);
	match->base = base != NULL ? path_from(folder, base->valuestring) :
		memory_copy(folder);
	if (log != NULL)
		match->log = path_from(folder, log->valuestring);
	free(folder);
}

/* The library of a game lies beside its program. */
static void add_library(struct match_config *match, const char *word)
{
	static const char *const names[] = { "own_game.py", "own_game.js" };
	const char *slash = strrchr(word, '/');

	for (size_t i = 0; slash != NULL && i < 2; i++) {
		struct text path = {0};

		text_append(&path, word, (size_t)(slash + 1 - word));
		text_add(&path, names[i]);
		if (access(text_string(&path), R_OK) == 0)
			entrant_add_files(&match->program, match->base,
					  text_string(&path));
		text_release(&path);
	}
}

int match_config_set_program(struct match_config *match, const char *command,
			     const char *files, struct error *err)
{
	struct entrant *program = &match->program;

	match->programmed = true;
	if (entrant_read_words(program, 0, command, err) != 0)
		return -1;
	free(program->name);
	program->name = memory_copy("the game's program");
	program->is_game = true;
	if (files != NULL)
		entrant_add_files(program, match->base, files);
	for (int i = 0; files == NULL && program->command[i] != NULL; i++)
		add_library(match, program->command[i]);
	return 0;
}

int match_config_read_program(struct match_config *match, const char *path,
			      struct error *err)
{
	struct text bytes = {0};
	struct json_at top = { .name = path, .index = -1, .source = &bytes };
	struct json_at game;
	int result = -1;

	match->programmed = true;
	if (file_read(&bytes, path, TOURNAMENT_MOST, err) == 0) {
		cJSON *tree = json_read(bytes.bytes, bytes.length,
					LOG_DEPTH_MAX, JSON_SPACES |
					JSON_FLOATS | JSON_LINES, err);

		top.value = tree;
		game = json_at_key(&top, "game");
		if (tree == NULL)
			error_at(err, "%s", path);
		else if (!cJSON_IsObject(game.value))
			json_expected(&game, err, "the program that has the "
				      "rules of a game");
		else
			result = programs_read(&match->program, &game, path,
					       err);
		if (result == 0)
			read_paths(match, &top, path);
		cJSON_Delete(tree);
	}
	text_release(&bytes);
	return result;
}

bool match_config_is_program(const char *game)
{
	return strpbrk(game, "/ .") != NULL;
}

int match_config_find_program(struct match_config *match, const char *game,
			      const char *files, struct error *err)
{
	const size_t size = strlen(game);

	return size > 5 && strcmp(game + size - 5, ".json") == 0 ?
		match_config_read_program(match, game, err) :
		match_config_set_program(match, game, files, err);
}

int match_config_set_game(struct match_config *match, const struct game *game,
			  struct error *err)
{
	const struct json_at at = { .name = "rules", .index = -1,
				    .value = match->rules };

	match->game = game;
	rules_defaults(game, match->rule);
	return match->rules == NULL ? 0 :
		rules_set_json(game, &at, false, match->rule, err);
}

int match_config_add_entrant(struct match_config *match, const char *text,
			     struct error *err)
{
	if (has_no_room(match, err) ||
	    entrant_read_words(match->entrant, match->entrants, text,
			       err) != 0)
		return -1;
	return take_entrant(match, err);
}

int match_config_add_person(struct match_config *match, const char *name,
			    struct error *err)
{
	if (has_no_room(match, err))
		return -1;
	entrant_make_person(&match->entrant[match->entrants], name);
	return take_entrant(match, err);
}

int match_config_person(const struct match_config *match)
{
	for (int i = 0; i < match->entrants; i++)
		if (entrant_is_person(&match->entrant[i]))
			return i;
	return -1;
}

int match_config_add_files(struct match_config *match, const char *text,
			   struct error *err)
{
	const size_t length = strcspn(text, "=");
	OWNED(text) struct text names = {0};

	if (text[length] == '\0' || text[length + 1] == '\0')
		return error_set(err, "--files: expected NAME=F[,F].., found "
				 "\"%s\"", text);
	for (int i = 0; i < match->entrants; i++) {
		struct entrant *entrant = &match->entrant[i];

		if (strlen(entrant->name) == length &&
		    strncmp(entrant->name, text, length) == 0) {
			entrant_add_files(entrant, match->base,
					  text + length + 1);
			return 0;
		}
		words_add(&names, entrant->name, ", ");
	}
	return error_set(err, "--files: expected one of %s; found \"%.*s\"",
			 text_string(&names), (int)length, text);
}

int match_config_set(struct match_config *match,
		     const struct options_list *rules,
		     const struct options_list *limits, struct error *err)
{
	if (rules_set_words(match->game, rules, match->rule, err) != 0)
		return -1;
	return limits_set_words(&match->limits, limits, err);
}

int match_config_check_rules(const struct match_config *match,
			     struct error *err)
{
	const struct game *game = match->game;

	if (match->entrants < game->seats_min ||
	    match->entrants > game->seats_max)
		return error_set(err, "%s is for %d to %d players; found %d",
				 game->name, game->seats_min, game->seats_max,
				 match->entrants);
	return rules_check(game, match->entrants, match->rule, err);
}

int match_config_settle(struct match_config *match, struct error *err)
{
	if (match->programmed ?
	    programs_settle(&match->program, match->base, err) != 0 :
	    match_config_check_rules(match, err) != 0)
		return -1;
	if (match->rotations == 0)
		match->rotations = match->processes == PROCESSES_ENTRANT ?
			1 : match->entrants;
	if (match->rotations > match->entrants)
		return error_set(err, "rotations: expected 1 to %d, one for "
				 "each seat; found %d: more would seat a bot "
				 "at dice it knows", match->entrants,
				 match->rotations);
	if (match->processes == PROCESSES_ENTRANT && match->rotations > 1)
		return error_set(err, "processes \"entrant\" with %d "
				 "rotations would show a bot the same dice "
				 "twice: use \"seat\" or 1 rotation",
				 match->rotations);
	for (int i = 0; i < match->entrants; i++)
		if (entrant_check_hosting(&match->entrant[i], &match->limits,
					  err) != 0 ||
		    entrant_settle(&match->entrant[i], match->base, err) != 0)
			return -1;
	return 0;
}

int match_config_of_header(struct match_config *match,
			   const struct logline_header *header,
			   const struct game *game, const int *rule,
			   struct error *err)
{
	struct json_at top = { .name = "the log", .value = header->tree,
			       .index = -1 };
	struct json_at limits = json_at_key(&top, "limits");

	match_config_init(match, game);
	memcpy(match->rule, rule, (size_t)rules_count(game) * sizeof *rule);
	match->entrants = header->entrants;
	for (int i = 0; i < header->entrants; i++) {
		const struct logline_entrant *entrant = &header->entrant[i];

		match->entrant[i] = (struct entrant){
			.name = memory_copy(entrant->name),
			.bot = entrant->bot, .sealed = entrant->command };
	}
	match->boards = header->boards;
	match->rotations = header->rotations;
	match->processes = header->processes;
	match->level = header->level;
	match->links = header->links;
	match->number = header->match;
	match->seal = header->seal;
	match->salt = header->salt;
	return limits_set_json(&match->limits, &limits, err);
}

int match_config_check_command(const struct entrant *now,
			       const struct logline_entrant *then,
			       const char *file, struct error *err)
{
	OWNED(text) struct text text = {0};

	if (hash_equal(&now->sealed, &then->command))
		return 0;
	entrant_command_text(now->command, &text);
	return error_set(err, "%s: the command of %s is %s, which is not the "
			 "one in the log", file, then->name,
			 text_string(&text));
}

int match_config_check_bots(const struct match_config *match,
			    const struct logline_header *log, const char *file,
			    struct error *err)
{
	for (int i = 0; i < match->entrants; i++) {
		const struct entrant *now = &match->entrant[i];

		if (match->entrants != log->entrants ||
		    strcmp(now->name, log->entrant[i].name) != 0)
			return error_set(err, "the match file %s is not that "
					 "of the log: its entrants differ", file);
		if (match_config_check_command(now, &log->entrant[i], file,
					       err) != 0)
			return -1;
		if (!hash_equal(&now->bot, &log->entrant[i].bot))
			return error_set(err, "bot %s has changed since the "
					 "log was begun", now->name);
	}
	return 0;
}

/* ### conversions */

void match_config_header(const struct match_config *match,
			 struct logline_header *header)
{
	OWNED(json_writer) struct json_writer w = {0};
	cJSON *tree;

	json_open(&w, '{');
	json_key(&w, "rules");
	rules_write(match->game, match->rule, &w);
	json_key(&w, "limits");
	limits_write(&match->limits, match->level, &w);
	json_close(&w, '}');
	tree = json_parse(w.out.bytes, w.out.length);
	*header = (struct logline_header){
		.tournament = match->tournament,
		.has_manifest = match->tournament != NULL,
		.manifest = match->manifest,
		.match = match->number,
		.game = match->game->name,
		.rules = json_get(tree, "rules"),
		.entrants = match->entrants,
		.boards = match->boards,
		.rotations = match->rotations,
		.processes = match->processes,
		.limits = json_get(tree, "limits"),
		.tree = tree,
		.level = match->level,
		.seal = match->seal,
		.salt = match->salt,
		.links = match->links,
		.stride = match->game->stride,
		.version = PACKAGE_VERSION,
	};
	if (match->programmed) {
		header->programmed = true;
		header->program = (struct logline_program){
			.files = match->program.bot,
			.command = match->program.sealed,
			.result = game_result_words[match->game->result(
				match->entrants, match->rule)],
			.hidden = match->game->hidden };
	}
	for (int i = 0; i < match->entrants; i++)
		header->entrant[i] = logline_entrant_of(&match->entrant[i],
							match->level);
}

void match_config_hosting(const struct match_config *match,
			  struct hosting *hosting, struct hosted *hosted)
{
	for (int i = 0; i < match->entrants; i++)
		hosted[i] = (struct hosted){
			.command = match->entrant[i].words,
			.files = match->entrant[i].paths,
			.leveled = match->entrant[i].leveled,
			.level = entrant_level(&match->entrant[i],
					       match->level),
		};
	*hosting = (struct hosting){
		.level = match->level,
		.limits = match->limits,
		.hosted = hosted,
		.entrants = match->entrants,
		.processes = match->entrants * match->rotations,
	};
	if (match->programmed) {
		program_host_prepare(&match->program, match->level,
				     &hosted[hosting->entrants++]);
		hosting->processes++;
	}
}

void match_config_release(struct match_config *match)
{
	for (int i = 0; i < match->entrants; i++)
		entrant_release(&match->entrant[i]);
	entrant_release(&match->program);
	cJSON_Delete(match->rules);
	free(match->base);
	free(match->log);
	free(match->tournament);
	*match = (struct match_config){0};
}

/* ### the match file */

#define IN(member) JSON_IN(struct match_config, member)

/* The table does not read the keys that depend on the game, nor the paths. */
static const struct json_field match_fields[] = {
	{ .key = "game", .type = JSON_ANY },
	{ .key = "rules", .type = JSON_ANY },
	{ "entrants", JSON_LIST,
	  JSON_ITEMS(struct match_config, entrant, entrants),
	  .array = true, .min = 0, .max = GAME_SEATS_MAX,
	  .fields = entrant_fields, .optional = true },
	{ .key = "base", .type = JSON_TEXT, .optional = true },
	{ "boards", JSON_INTEGER, IN(boards), .min = 1, .max = LOG_BOARDS_MAX,
	  .optional = true },
	{ .key = "rotations", .type = JSON_ANY },
	{ "processes", JSON_WORD, IN(processes), .words = processes_words,
	  .optional = true },
	{ .key = "limits", .type = JSON_ANY },
	{ "sandbox", JSON_WORD, IN(level), .words = limits_level_words,
	  .optional = true },
	{ "links", JSON_INTEGER, IN(links), .min = 1, .max = LINKS_MAX,
	  .optional = true },
	{ .key = "log", .type = JSON_TEXT, .optional = true },
	{ "tournament", JSON_COPY, IN(tournament), .form = &logline_id_form,
	  .optional = true, .nullable = true },
	{ "manifest", JSON_HEX, IN(manifest), .optional = true,
	  .nullable = true },
	{ "match", JSON_INTEGER, IN(number), .min = 1, .max = UINT32_MAX,
	  .optional = true },
	{ "seal", JSON_HEX, JSON_GIVEN(struct match_config, seal, sealed),
	  .optional = true },
	{ "salt", JSON_HEX, IN(salt), .optional = true },
	{ 0 }
};

static int read_game(struct match_config *match, const struct json_at *top,
		     const char *path, struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");

	if (cJSON_IsObject(game.value)) {
		match->programmed = true;
		match->rules = cJSON_Duplicate(rules.value, true);
		return programs_read(&match->program, &game, path, err);
	}
	match->game = games_want(&game, err);
	if (match->game == NULL)
		return -1;
	rules_defaults(match->game, match->rule);
	return rules.value == NULL ? 0 :
		rules_set_json(match->game, &rules, false, match->rule, err);
}

static int check_entrants(const struct match_config *match,
			  const struct json_at *top, struct error *err)
{
	struct json_at list = json_at_key(top, "entrants");
	const cJSON *item;
	int i = 0;

	if (json_want_list(&list, match->programmed ? 2 :
			   match->game->seats_min, match->programmed ?
			   GAME_SEATS_MAX : match->game->seats_max, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, list.value) {
		struct json_at here = json_at_item(&list, i, item);
		struct json_at name = json_at_key(&here, "name");

		if (entrant_name_taken(match->entrant, i,
				       match->entrant[i].name))
			return json_wrong(&name, err, "two entrants are "
					  "called %s", match->entrant[i].name);
		i++;
	}
	return 0;
}

/* A match of a tournament has a manifest, a seal and a salt; other matches have
   no manifest. */
static int check_tournament(const struct match_config *match,
			    const struct json_at *top, struct error *err)
{
	struct json_at manifest = json_at_key(top, "manifest");
	struct json_at seal = json_at_key(top, "seal");
	struct json_at salt = json_at_key(top, "salt");

	if (match->tournament == NULL && json_is_there(&manifest))
		return json_wrong(&manifest, err, "a manifest belongs to a "
				  "\"tournament\", which is missing");
	if (match->tournament != NULL && !json_is_there(&manifest))
		return json_expected(&manifest, err, "the hash of the "
				     "tournament's manifest");
	if (seal.value == NULL &&
	    (match->tournament != NULL || salt.value != NULL))
		return json_expected(&seal, err, "the seal of the match");
	if (seal.value != NULL && salt.value == NULL)
		return json_expected(&salt, err, "the salt of the match");
	return 0;
}

static int read_tree(struct match_config *match, const struct json_at *top,
		     const char *path, struct error *err)
{
	struct json_at limits = json_at_key(top, "limits");
	long long rotations = match->rotations;

	if (json_schema_read(top, match_fields, match, err) != 0 ||
	    read_game(match, top, path, err) != 0 ||
	    check_entrants(match, top, err) != 0 ||
	    json_may_int(top, "rotations", 1, match->entrants, &rotations,
			 err) != 0 ||
	    (limits.value != NULL &&
	     limits_set_json(&match->limits, &limits, err) != 0) ||
	    check_tournament(match, top, err) != 0)
		return -1;
	match->rotations = (int)rotations;
	read_paths(match, top, path);
	return 0;
}

int match_config_read(struct match_config *match, const char *path,
		      struct error *err)
{
	OWNED(text) struct text bytes = {0};
	struct json_at top = { .name = path, .index = -1, .source = &bytes };
	OWNED(json_tree) cJSON *tree = NULL;

	match_config_init(match, NULL);
	if (file_expect(path, false, "a match file", err) != 0 ||
	    file_read(&bytes, path, FILE_MOST, err) != 0)
		return -1;
	tree = json_read(bytes.bytes, bytes.length, LOG_DEPTH_MAX,
			 JSON_SPACES | JSON_LINES, err);
	if (tree == NULL)
		return error_at(err, "%s is not a match file", path);
	top.value = tree;
	if (json_get(tree, "format") == NULL)
		return read_tree(match, &top, path, err);
	error_set(err, "%s is a tournament file", path);
	return error_command(err, ": try tournament run", path);
}

/* ### writing */

void match_config_write(const struct match_config *match,
			struct json_writer *w)
{
	struct logline_header header;

	match_config_header(match, &header);
	logline_match_file(w, &header, &match->program, match->entrant,
			   match->base, match->sealed);
	logline_header_release(&header);
}
