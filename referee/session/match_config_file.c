/*
 * match_config_file.c - reads and writes the match file.
 */
#include "session/match_config_file.h"

#include <stdlib.h>

#include "base/file.h"
#include "fair/logline.h"

enum { FILE_MOST = 1 << 20 };

#define IN(member) JSON_IN(struct match_config, member)

/* The table does not read the keys that depend on the game, nor the paths. */
static const struct json_field match_fields[] = {
	{ .key = "game", .type = JSON_ANY },
	{ .key = "rules", .type = JSON_ANY },
	{ "entrants", JSON_LIST, JSON_ITEMS(struct match_config, entrant, entrants),
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
		     struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");

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

	if (json_want_list(&list, match->game->seats_min,
			   match->game->seats_max, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, list.value) {
		struct json_at here = json_at_item(&list, i, item);
		struct json_at name = json_at_key(&here, "name");

		if (match_config_name_taken(match, i, match->entrant[i].name))
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

static int read_tree(struct match_config *match, const struct json_at *top,
		     const char *path, struct error *err)
{
	struct json_at limits = json_at_key(top, "limits");
	long long rotations = match->rotations;

	if (json_schema_read(top, match_fields, match, err) != 0 ||
	    read_game(match, top, err) != 0 ||
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

int match_config_file_read(struct match_config *match, const char *path,
			   struct error *err)
{
	struct text bytes = {0};
	struct json_at top = { .name = path, .index = -1, .source = &bytes };
	cJSON *tree = NULL;
	int result = -1;

	match_config_init(match, NULL);
	if (file_expect(path, false, "a match file", err) != 0 ||
	    file_read(&bytes, path, FILE_MOST, err) != 0)
		goto done;
	tree = json_read(bytes.bytes, bytes.length, LOG_DEPTH_MAX,
			 JSON_SPACES | JSON_LINES, err);
	if (tree == NULL) {
		error_at(err, "%s is not a match file", path);
		goto done;
	}
	top.value = tree;
	if (json_get(tree, "format") == NULL) {
		result = read_tree(match, &top, path, err);
	} else {
		error_set(err, "%s is a tournament file", path);
		error_command(err, ": try tournament run", path);
	}

done:
	cJSON_Delete(tree);
	text_release(&bytes);
	return result;
}

/* ### writing */

void match_config_file_write(const struct match_config *match,
			     struct json_writer *w)
{
	struct logline_header header;

	match_config_header(match, &header);
	logline_match_file(w, &header, match->entrant, match->base,
			   match->sealed);
	logline_header_release(&header);
}
