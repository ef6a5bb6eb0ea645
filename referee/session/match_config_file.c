/*
 * match_config_file.c - the match file: reads it, writes it.
 */
#include "session/match_config_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"

enum { FILE_MOST = 1 << 20 };

static const char *const match_keys[] = {
	"game", "rules", "entrants", "base", "boards", "rotations",
	"processes", "limits", "sandbox", "links", "log", "tournament",
	"manifest", "match", "seal", "salt", NULL
};

static int read_entrant(struct match *match, const struct json_at *at,
			struct error *err)
{
	struct entrant *entrant = &match->entrant[match->entrants];
	struct json_at name = json_at_key(at, "name");
	struct error why;

	if (entrant_read(entrant, at, err) != 0)
		return -1;
	if (match_check_unique(match, entrant->name, &why) != 0) {
		entrant_release(entrant);
		return json_wrong(&name, err, "%s", why.text);
	}
	match->entrants++;
	return 0;
}

/* What has a default, and what only a tournament's match has. */
static int read_options(struct match *match, const struct json_at *top,
			struct error *err)
{
	struct json_at limits = json_at_key(top, "limits");
	long long boards = match->boards, rotations = match->rotations;
	long long links = match->links;
	int processes = match->processes, level = match->level;

	if (json_may_int(top, "boards", 1, LOG_BOARDS_MAX, &boards,
			 err) != 0 ||
	    json_may_int(top, "rotations", 1, match->entrants, &rotations,
			 err) != 0 ||
	    json_may_word(top, "processes", processes_words, &processes,
			  err) != 0 ||
	    json_may_word(top, "sandbox", level_words, &level, err) != 0 ||
	    json_may_int(top, "links", 1, LINKS_MAX, &links, err) != 0)
		return -1;
	match->boards = (uint32_t)boards;
	match->rotations = (int)rotations;
	match->processes = (enum processes)processes;
	match->level = (enum level)level;
	match->links = (uint32_t)links;
	return limits.value == NULL ? 0 :
		limits_set_json(&match->limits, &limits, err);
}

static int read_tournament(struct match *match, const struct json_at *top,
			   struct error *err)
{
	struct json_at tournament = json_at_key(top, "tournament");
	struct json_at manifest = json_at_key(top, "manifest");
	struct json_at seal = json_at_key(top, "seal");
	struct json_at salt = json_at_key(top, "salt");
	long long number = match->number;
	const char *id;

	if (json_may_int(top, "match", 1, UINT32_MAX, &number, err) != 0)
		return -1;
	match->number = (uint32_t)number;
	if (json_is_there(&tournament)) {
		if (line_want_id(&tournament, &id, err) != 0 ||
		    json_want_hash(&manifest, &match->manifest, err) != 0)
			return -1;
		match->tournament = memory_copy(id);
	} else if (json_is_there(&manifest)) {
		return json_wrong(&manifest, err, "a manifest belongs to a "
				  "\"tournament\", which is not there");
	}
	if (seal.value == NULL && salt.value == NULL)
		return match->tournament == NULL ? 0 :
			json_expected(&seal, err, "the seal of the match");
	if (json_want_hash(&seal, &match->seal, err) != 0 ||
	    json_want_hash(&salt, &match->salt, err) != 0)
		return -1;
	match->sealed = true;
	return 0;
}

static int read_paths(struct match *match, const struct json_at *top,
		      const char *path, struct error *err)
{
	struct json_at base = json_at_key(top, "base");
	struct json_at log = json_at_key(top, "log");
	char *folder = path_folder(path);
	const char *text;

	free(match->base);
	match->base = folder;
	if (log.value != NULL) {
		if (json_want_string(&log, &text, err) != 0)
			return -1;
		match->log = path_from(folder, text);
	}
	if (base.value != NULL) {
		if (json_want_string(&base, &text, err) != 0)
			return -1;
		match->base = path_from(folder, text);
		free(folder);
	}
	return 0;
}

static int read_tree(struct match *match, const struct json_at *top,
		     const char *path, struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");
	struct json_at entrants = json_at_key(top, "entrants");
	const cJSON *item;
	int i = 0;

	if (json_want_object(top, match_keys, err) != 0)
		return -1;
	match->game = games_want(&game, err);
	if (match->game == NULL)
		return -1;
	rules_defaults(match->game, match->rule);
	if (rules.value != NULL &&
	    rules_set_json(match->game, &rules, false, match->rule, err) != 0)
		return -1;
	if (json_want_list(&entrants, match->game->seats_min,
			   match->game->seats_max, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, entrants.value) {
		struct json_at here = json_at_item(&entrants, i++, item);

		if (read_entrant(match, &here, err) != 0)
			return -1;
	}
	if (read_options(match, top, err) != 0 ||
	    read_tournament(match, top, err) != 0)
		return -1;
	return read_paths(match, top, path, err);
}

int match_read(struct match *match, const char *path, struct error *err)
{
	struct json_at top = { .name = path, .index = -1 };
	struct text bytes = {0};
	cJSON *tree = NULL;
	int result = -1;

	match_init(match, NULL);
	if (text_read_file(&bytes, path, FILE_MOST, err) != 0)
		goto done;
	if (json_scan(bytes.bytes, bytes.length, LOG_DEPTH_MAX, JSON_SPACES,
		      err) != 0) {
		error_at(err, "%s is no match file", path);
		goto done;
	}
	tree = json_parse(bytes.bytes, bytes.length);
	top.value = tree;
	result = read_tree(match, &top, path, err);

done:
	cJSON_Delete(tree);
	text_release(&bytes);
	return result;
}

/* ### writing */

void match_write(const struct match *match, struct json_writer *w)
{
	char *base = realpath(match->base, NULL);

	json_open(w, '{');
	json_put_string(w, "game", match->game->name);
	json_key(w, "rules");
	rules_write(match->game, match->rule, w);
	json_key(w, "entrants");
	json_open(w, '[');
	for (int i = 0; i < match->entrants; i++)
		entrant_write(&match->entrant[i], w);
	json_close(w, ']');
	json_put_string(w, "base", base != NULL ? base : match->base);
	free(base);
	json_put_int(w, "boards", match->boards);
	json_put_int(w, "rotations", match->rotations);
	json_put_string(w, "processes", processes_words[match->processes]);
	json_key(w, "limits");
	limits_write(&match->limits, match->level, w);
	json_put_string(w, "sandbox", level_words[match->level]);
	json_put_int(w, "links", match->links);
	if (match->tournament != NULL) {
		json_put_string(w, "tournament", match->tournament);
		json_put_hash(w, "manifest", &match->manifest);
	}
	if (match->tournament != NULL || match->number != 1)
		json_put_int(w, "match", match->number);
	if (match->sealed) {
		json_put_hash(w, "seal", &match->seal);
		json_put_hash(w, "salt", &match->salt);
	}
	json_close(w, '}');
}

