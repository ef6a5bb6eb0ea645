/*
 * match_file.c - the match file: reads it, writes it.
 */
#include "match_file.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 20, WORDS_MOST = 1000 };

static const char *const match_keys[] = {
	"game", "rules", "entrants", "base", "boards", "rotations",
	"processes", "limits", "sandbox", "links", "log", "tournament",
	"manifest", "match", "seal", "salt", NULL
};
static const char *const entrant_keys[] = {
	"name", "author", "command", "files", NULL
};

static int read_words(const struct json_at *at, int min, char ***words,
		      struct error *err)
{
	const cJSON *item;
	const char *word;
	int i = 0;

	if (json_want_list(at, min, WORDS_MOST, err) != 0)
		return -1;
	*words = memory_new((size_t)cJSON_GetArraySize(at->value) + 1,
			    sizeof **words);
	cJSON_ArrayForEach(item, at->value) {
		struct json_at here = json_at_item(at, i, item);

		if (json_want_string(&here, &word, err) != 0)
			return -1;
		if (*word == '\0')
			return json_expected(&here, err, "a word");
		(*words)[i++] = memory_copy(word);
	}
	return 0;
}

static int read_entrant(struct match *match, const struct json_at *at,
			struct error *err)
{
	struct entrant *entrant = &match->entrant[match->entrants];
	struct json_at name = json_at_key(at, "name");
	struct json_at author = json_at_key(at, "author");
	struct json_at command = json_at_key(at, "command");
	struct json_at files = json_at_key(at, "files");
	struct error why;
	const char *text;

	if (json_want_object(at, entrant_keys, err) != 0 ||
	    json_want_string(&name, &text, err) != 0)
		return -1;
	if (match_check_name(match, text, &why) != 0)
		return json_wrong(&name, err, "%s", why.text);
	*entrant = (struct entrant){ .name = memory_copy(text) };
	match->entrants++;
	if (author.value != NULL && !cJSON_IsNull(author.value)) {
		if (json_want_string(&author, &text, err) != 0)
			return -1;
		if (!match_is_name(text))
			return json_expected(&author, err, "a name without "
					     "spaces or control characters");
		entrant->author = memory_copy(text);
	}
	if (read_words(&command, 1, &entrant->command, err) != 0)
		return -1;
	if (files.value != NULL && !cJSON_IsNull(files.value) &&
	    read_words(&files, 1, &entrant->files, err) != 0)
		return -1;
	return 0;
}

static int read_hash(const struct json_at *at, struct hash *hash,
		     struct error *err)
{
	if (!cJSON_IsString(at->value) ||
	    !hash_from_hex(hash, at->value->valuestring,
			   strlen(at->value->valuestring)))
		return json_expected(at, err, "%d lower-case hex digits",
				     HASH_HEX_SIZE);
	return 0;
}

static int read_word(const struct json_at *at, const char *const *words,
		     int *word, struct error *err)
{
	struct text known = {0};

	for (int i = 0; words[i] != NULL; i++) {
		if (cJSON_IsString(at->value) &&
		    strcmp(at->value->valuestring, words[i]) == 0) {
			*word = i;
			text_release(&known);
			return 0;
		}
		text_printf(&known, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
	}
	json_expected(at, err, "one of %s", text_string(&known));
	text_release(&known);
	return -1;
}

/* What has a default, and what only a tournament's match has. */
static int read_options(struct match *match, const struct json_at *top,
			struct error *err)
{
	struct json_at boards = json_at_key(top, "boards");
	struct json_at rotations = json_at_key(top, "rotations");
	struct json_at processes = json_at_key(top, "processes");
	struct json_at sandbox = json_at_key(top, "sandbox");
	struct json_at links = json_at_key(top, "links");
	struct json_at limits = json_at_key(top, "limits");
	long long number;
	int word;

	if (boards.value != NULL) {
		if (json_want_int(&boards, 1, LOG_BOARDS_MAX, &number,
				  err) != 0)
			return -1;
		match->boards = (uint32_t)number;
	}
	if (rotations.value != NULL) {
		if (json_want_int(&rotations, 1, match->entrants, &number,
				  err) != 0)
			return -1;
		match->rotations = (int)number;
	}
	if (processes.value != NULL) {
		if (read_word(&processes, processes_words, &word, err) != 0)
			return -1;
		match->processes = (enum processes)word;
	}
	if (sandbox.value != NULL) {
		if (read_word(&sandbox, level_words, &word, err) != 0)
			return -1;
		match->level = (enum level)word;
	}
	if (links.value != NULL) {
		if (json_want_int(&links, 1, LINKS_MAX, &number, err) != 0)
			return -1;
		match->links = (uint32_t)number;
	}
	if (limits.value != NULL &&
	    limits_set_json(&match->limits, &limits, err) != 0)
		return -1;
	return 0;
}

static int read_tournament(struct match *match, const struct json_at *top,
			   struct error *err)
{
	struct json_at tournament = json_at_key(top, "tournament");
	struct json_at manifest = json_at_key(top, "manifest");
	struct json_at number = json_at_key(top, "match");
	struct json_at seal = json_at_key(top, "seal");
	struct json_at salt = json_at_key(top, "salt");
	const char *text;
	long long value;

	if (number.value != NULL) {
		if (json_want_int(&number, 1, UINT32_MAX, &value, err) != 0)
			return -1;
		match->number = (uint32_t)value;
	}
	if (tournament.value != NULL && !cJSON_IsNull(tournament.value)) {
		if (json_want_string(&tournament, &text, err) != 0)
			return -1;
		if (!line_is_id(text))
			return json_expected(&tournament, err, "an id: 1 to 64 "
					     "of a-z, 0-9, . and -, not . or - "
					     "first");
		if (read_hash(&manifest, &match->manifest, err) != 0)
			return -1;
		match->tournament = memory_copy(text);
	} else if (manifest.value != NULL && !cJSON_IsNull(manifest.value)) {
		return json_wrong(&manifest, err, "a manifest belongs to a "
				  "\"tournament\", which is not there");
	}
	if (seal.value == NULL && salt.value == NULL)
		return match->tournament == NULL ? 0 :
			json_expected(&seal, err, "the seal of the match");
	if (read_hash(&seal, &match->seal, err) != 0 ||
	    read_hash(&salt, &match->salt, err) != 0)
		return -1;
	match->sealed = true;
	return 0;
}

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return memory_copy(".");
	return memory_copy_bytes(path, slash == path ? 1 :
				 (size_t)(slash - path));
}

static int read_paths(struct match *match, const struct json_at *top,
		      const char *path, struct error *err)
{
	struct json_at base = json_at_key(top, "base");
	struct json_at log = json_at_key(top, "log");
	char *folder = folder_of(path);
	const char *text;
	int result = -1;

	free(match->base);
	match->base = folder;
	if (log.value != NULL) {
		if (json_want_string(&log, &text, err) != 0)
			goto done;
		match->log = match_path(folder, text);
	}
	if (base.value != NULL) {
		if (json_want_string(&base, &text, err) != 0)
			goto done;
		match->base = match_path(folder, text);
		free(folder);
	}
	result = 0;

done:
	return result;
}

static int read_tree(struct match *match, const struct json_at *top,
		     const char *path, struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");
	struct json_at entrants = json_at_key(top, "entrants");
	const cJSON *item;
	const char *name;
	int i = 0;

	if (json_want_object(top, match_keys, err) != 0 ||
	    json_want_string(&game, &name, err) != 0)
		return -1;
	match->game = games_find(name);
	if (match->game == NULL) {
		struct text names = {0};

		games_names(&names);
		json_expected(&game, err, "one of %s", text_string(&names));
		text_release(&names);
		return -1;
	}
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
	if (json_scan(bytes.bytes, bytes.length, 32, JSON_SPACES, err) != 0) {
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

static void write_words(struct json_writer *w, char *const *words)
{
	json_open(w, '[');
	for (int i = 0; words[i] != NULL; i++)
		json_string(w, words[i]);
	json_close(w, ']');
}

static void write_hash(struct json_writer *w, const char *key,
		       const struct hash *hash)
{
	json_key(w, key);
	json_hex(w, hash->bytes, HASH_SIZE);
}

void match_write(const struct match *match, struct json_writer *w)
{
	char *base = realpath(match->base, NULL);

	json_open(w, '{');
	json_put_string(w, "game", match->game->name);
	json_key(w, "rules");
	rules_write(match->game, match->rule, w);
	json_key(w, "entrants");
	json_open(w, '[');
	for (int i = 0; i < match->entrants; i++) {
		const struct entrant *entrant = &match->entrant[i];

		json_open(w, '{');
		json_put_string(w, "name", entrant->name);
		if (entrant->author != NULL)
			json_put_string(w, "author", entrant->author);
		json_key(w, "command");
		write_words(w, entrant->command);
		if (entrant->files != NULL) {
			json_key(w, "files");
			write_words(w, entrant->files);
		}
		json_close(w, '}');
	}
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
		write_hash(w, "manifest", &match->manifest);
	}
	if (match->tournament != NULL || match->number != 1)
		json_put_int(w, "match", match->number);
	if (match->sealed) {
		write_hash(w, "seal", &match->seal);
		write_hash(w, "salt", &match->salt);
	}
	json_close(w, '}');
}

