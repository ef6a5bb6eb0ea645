/*
 * manifest.c - manifest.json: all that shapes a tournament's result.
 */
#include "fair/manifest.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "fair/entrant.h"
#include "fair/signed_note.h"

static const char *const manifest_keys[] = {
	"v", "id", "game", "rules", "format", "entrants", "boards",
	"rotations", "processes", "limits", "sandbox", "links", "stride",
	"operator", "referees", "authors", "beacon", "luck", "seal", NULL
};

/* ### what stands twice */

struct place {
	const char *text;
	int index;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	int order = strcmp(left->text, right->text);

	return order != 0 ? order : left->index - right->index;
}

/* The first item of a list whose text under `key` stands before it too, or is
   `other`; -1: none.  Null is no text. */
static int find_twice(const cJSON *list, const char *key, const char *other)
{
	int size = cJSON_GetArraySize(list), count = 0, index = 0, twice = -1;
	struct place *places = memory_new((size_t)size + 1, sizeof *places);
	const cJSON *item;

	if (other != NULL)
		places[count++] = (struct place){ other, -1 };
	cJSON_ArrayForEach(item, list) {
		const cJSON *text = json_get(item, key);

		if (cJSON_IsString(text))
			places[count++] = (struct place){
				text->valuestring, index };
		index++;
	}
	qsort(places, (size_t)count, sizeof *places, compare_places);
	for (int i = 1; i < count; i++)
		if (strcmp(places[i - 1].text, places[i].text) == 0 &&
		    (twice < 0 || places[i].index < twice))
			twice = places[i].index;
	free(places);
	return twice;
}

/* "FILE: LIST[I].KEY: SENTENCE VALUE" when there is one of those. */
static int want_once(const struct json_at *list, const char *key,
		     const char *other, const char *sentence,
		     struct error *err)
{
	int index = find_twice(list->value, key, other);
	struct json_at item, at;

	if (index < 0)
		return 0;
	item = json_at_item(list, index,
			    cJSON_GetArrayItem(list->value, index));
	at = json_at_key(&item, key);
	return json_wrong(&at, err, "%s %s", sentence, at.value->valuestring);
}

/* ### reading */

static int want_name(const struct json_at *at, const char **name,
		     struct error *err)
{
	if (json_want_string(at, name, err) != 0)
		return -1;
	if (!entrant_is_name(*name))
		return json_expected(at, err, "a name of 1 to %d bytes without "
				     "spaces, + or control characters",
				     ENTRANT_NAME_MAX);
	return 0;
}

/* A hash or null; a key that is not there is neither. */
static int want_hash_or_null(const struct json_at *at, bool *has,
			     struct hash *hash, struct error *err)
{
	*has = !cJSON_IsNull(at->value);
	if (at->value == NULL)
		return json_expected(at, err, "%d lower-case hex digits or "
				     "null", HASH_HEX_SIZE);
	return *has ? json_want_hash(at, hash, err) : 0;
}

static int want_any_object(const struct json_at *at, const cJSON **object,
			   struct error *err)
{
	if (!cJSON_IsObject(at->value))
		return json_expected(at, err, "an object");
	*object = at->value;
	return 0;
}

static int read_entrant(struct header_entrant *entrant,
			const struct json_at *at, struct error *err)
{
	static const char *const keys[] = { "name", "author", "bot", NULL };
	struct json_at name = json_at_key(at, "name");
	struct json_at author = json_at_key(at, "author");
	struct json_at bot = json_at_key(at, "bot");

	if (json_want_object(at, keys, err) != 0 ||
	    want_name(&name, &entrant->name, err) != 0)
		return -1;
	if (!cJSON_IsNull(author.value) &&
	    want_name(&author, &entrant->author, err) != 0)
		return -1;
	return json_want_hash(&bot, &entrant->bot, err);
}

static int read_entrants(struct manifest *manifest, const struct json_at *top,
			 struct error *err)
{
	struct json_at list = json_at_key(top, "entrants");
	const cJSON *item;

	if (json_want_list(&list, 2, MANIFEST_LIST_MAX, err) != 0)
		return -1;
	manifest->entrant = memory_new((size_t)cJSON_GetArraySize(list.value),
				       sizeof *manifest->entrant);
	cJSON_ArrayForEach(item, list.value) {
		struct json_at here = json_at_item(&list, manifest->entrants,
						   item);

		if (read_entrant(&manifest->entrant[manifest->entrants++],
				 &here, err) != 0)
			return -1;
	}
	return want_once(&list, "name", NULL, "two entrants are called", err);
}

static int read_referees(struct manifest *manifest, const struct json_at *top,
			 struct error *err)
{
	struct json_at list = json_at_key(top, "referees");
	const cJSON *item;

	if (json_want_list(&list, 1, MANIFEST_LIST_MAX, err) != 0)
		return -1;
	manifest->referee = memory_new((size_t)cJSON_GetArraySize(list.value),
				       sizeof *manifest->referee);
	cJSON_ArrayForEach(item, list.value) {
		struct json_at here = json_at_item(&list, manifest->referees,
						   item);

		if (json_want_hash(&here,
				   &manifest->referee[manifest->referees++],
				   err) != 0)
			return -1;
	}
	return 0;
}

static int read_operator(struct manifest *manifest, const struct json_at *top,
			 struct error *err)
{
	static const char *const keys[] = { "name", "key", NULL };
	struct json_at at = json_at_key(top, "operator");
	struct json_at name = json_at_key(&at, "name");
	struct json_at key = json_at_key(&at, "key");

	if (json_want_object(&at, keys, err) != 0 ||
	    want_name(&name, &manifest->operator, err) != 0)
		return -1;
	return json_want_hash(&key, &manifest->operator_key, err);
}

static int read_author(struct manifest_author *author,
		       const struct json_at *at, struct error *err)
{
	static const char *const keys[] = { "name", "commit", "key", NULL };
	struct json_at name = json_at_key(at, "name");
	struct json_at commit = json_at_key(at, "commit");
	struct json_at key = json_at_key(at, "key");

	if (json_want_object(at, keys, err) != 0 ||
	    want_name(&name, &author->name, err) != 0 ||
	    want_hash_or_null(&commit, &author->has_commit, &author->commit,
			      err) != 0)
		return -1;
	return want_hash_or_null(&key, &author->has_key, &author->key, err);
}

/* After read_operator: nobody else signs under his name. */
static int read_authors(struct manifest *manifest, const struct json_at *top,
			struct error *err)
{
	struct json_at list = json_at_key(top, "authors");
	const cJSON *item;

	if (json_want_list(&list, 0, MANIFEST_LIST_MAX, err) != 0)
		return -1;
	manifest->author = memory_new((size_t)cJSON_GetArraySize(list.value),
				      sizeof *manifest->author);
	cJSON_ArrayForEach(item, list.value) {
		struct json_at here = json_at_item(&list, manifest->authors,
						   item);

		if (read_author(&manifest->author[manifest->authors++], &here,
				err) != 0)
			return -1;
	}
	if (want_once(&list, "name", manifest->operator,
		      "the operator or another author is called", err) != 0)
		return -1;
	/* Who copies a commitment copies the reveal too. */
	return want_once(&list, "commit", NULL,
			 "another author has the commitment", err);
}

static int read_beacon(struct manifest *manifest, const struct json_at *top,
		       struct error *err)
{
	static const char *const keys[] = { "source", "round", NULL };
	struct json_at at = json_at_key(top, "beacon");
	struct json_at source = json_at_key(&at, "source");
	struct json_at round = json_at_key(&at, "round");

	if (cJSON_IsNull(at.value))
		return 0;
	if (json_want_object(&at, keys, err) != 0 ||
	    json_want_string(&source, &manifest->beacon_source, err) != 0)
		return -1;
	/* It stands in a line of the verdict. */
	for (const char *c = manifest->beacon_source; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return json_expected(&source, err, "a text without "
					     "control characters");
	if (*manifest->beacon_source == '\0')
		return json_expected(&source, err, "the name of a beacon");
	return json_want_int(&round, 1, JSON_INT_MAX, &manifest->beacon_round,
			     err);
}

/* How the games are played. */
static int read_hosting(struct manifest *manifest, const struct json_at *top,
			struct error *err)
{
	struct json_at boards = json_at_key(top, "boards");
	struct json_at rotations = json_at_key(top, "rotations");
	struct json_at processes = json_at_key(top, "processes");
	struct json_at limits = json_at_key(top, "limits");
	struct json_at sandbox = json_at_key(top, "sandbox");
	struct json_at links = json_at_key(top, "links");
	struct json_at stride = json_at_key(top, "stride");
	long long number;
	int word;

	if (json_want_int(&boards, 1, LOG_BOARDS_MAX, &number, err) != 0)
		return -1;
	manifest->boards = (uint32_t)number;
	if (json_want_int(&rotations, 1, LOG_SEATS_MAX, &number, err) != 0)
		return -1;
	manifest->rotations = (int)number;
	if (json_want_word(&processes, processes_words, &word, err) != 0)
		return -1;
	manifest->processes = processes_words[word];
	if (word == PROCESSES_ENTRANT && manifest->rotations > 1)
		return json_wrong(&processes, err, "\"entrant\" with %d "
				  "rotations would show a bot the same dice "
				  "twice", manifest->rotations);
	if (want_any_object(&limits, &manifest->limits, err) != 0 ||
	    json_want_word(&sandbox, level_words, &word, err) != 0)
		return -1;
	manifest->sandbox = level_words[word];
	if (json_want_int(&links, 1, LINKS_MAX, &number, err) != 0)
		return -1;
	manifest->links = (uint32_t)number;
	if (json_want_int(&stride, 1, STRIDE_MAX, &number, err) != 0)
		return -1;
	manifest->stride = (int)number;
	return 0;
}

static int read_head(struct manifest *manifest, const struct json_at *top,
		     struct error *err)
{
	struct json_at v = json_at_key(top, "v");
	struct json_at id = json_at_key(top, "id");
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");
	struct json_at format = json_at_key(top, "format");
	long long version;

	/* Before the keys: another version may have others. */
	if (json_is_int(v.value, MANIFEST_VERSION + 1, JSON_INT_MAX, &version))
		return json_wrong(&v, err, "a manifest of version %lld; this "
				  "program reads version %d", version,
				  MANIFEST_VERSION);
	if (json_want_object(top, manifest_keys, err) != 0 ||
	    json_want_int(&v, MANIFEST_VERSION, MANIFEST_VERSION, &version,
			  err) != 0 ||
	    line_want_id(&id, &manifest->id, err) != 0 ||
	    json_want_string(&game, &manifest->game, err) != 0 ||
	    want_any_object(&rules, &manifest->rules, err) != 0)
		return -1;
	return want_any_object(&format, &manifest->format, err);
}

static int read_tree(struct manifest *manifest, const struct json_at *top,
		     struct error *err)
{
	struct json_at luck = json_at_key(top, "luck");
	struct json_at seal = json_at_key(top, "seal");

	if (read_head(manifest, top, err) != 0 ||
	    read_entrants(manifest, top, err) != 0 ||
	    read_hosting(manifest, top, err) != 0 ||
	    read_operator(manifest, top, err) != 0 ||
	    read_referees(manifest, top, err) != 0 ||
	    read_authors(manifest, top, err) != 0 ||
	    read_beacon(manifest, top, err) != 0 ||
	    want_hash_or_null(&luck, &manifest->has_luck, &manifest->luck,
			      err) != 0)
		return -1;
	return json_want_hash(&seal, &manifest->seal, err);
}

int manifest_parse(struct manifest *manifest, const char *bytes, size_t size,
		   const char *name, struct error *err)
{
	struct json_at top = { .name = name, .index = -1 };

	*manifest = (struct manifest){0};
	if (json_scan(bytes, size, LOG_DEPTH_MAX, JSON_SPACES, err) != 0)
		return error_at(err, "%s is no manifest", name);
	crypto_hash_sha256(manifest->hash.bytes, (const unsigned char *)bytes,
			   size);
	manifest->tree = json_parse(bytes, size);
	top.value = manifest->tree;
	if (read_tree(manifest, &top, err) == 0)
		return 0;
	manifest_release(manifest);
	return -1;
}

int manifest_read(struct manifest *manifest, const char *path,
		  struct error *err)
{
	struct text bytes = {0};
	int result;

	*manifest = (struct manifest){0};
	result = text_read_file(&bytes, path, MANIFEST_SIZE_MAX, err);
	if (result == 0)
		result = manifest_parse(manifest, bytes.bytes, bytes.length,
					path, err);
	text_release(&bytes);
	return result;
}

void manifest_release(struct manifest *manifest)
{
	free(manifest->entrant);
	free(manifest->referee);
	free(manifest->author);
	cJSON_Delete(manifest->tree);
	*manifest = (struct manifest){0};
}

/* ### its note */

int manifest_note_check(const struct manifest *manifest, const char *path,
			bool *signed_by, struct error *err)
{
	size_t most = 1 + (size_t)manifest->authors;
	struct note_key *known = memory_new(most, sizeof *known);
	int *place = memory_new(most, sizeof *place);
	bool *has_signed = memory_new(most, sizeof *has_signed);
	struct text note = {0}, text = {0};
	int count = 1, result;

	known[0] = (struct note_key){ manifest->operator,
		manifest->operator_key };
	for (int i = 0; i < manifest->authors; i++) {
		if (!manifest->author[i].has_key)
			continue;
		place[count] = 1 + i;
		known[count++] = (struct note_key){ manifest->author[i].name,
			manifest->author[i].key };
	}
	note_manifest_text(manifest->id, &manifest->hash, &text);
	memset(signed_by, 0, most * sizeof *signed_by);
	result = text_read_file(&note, path, NOTE_SIZE_MAX, err);
	if (result == 0 && note_check(note.bytes, note.length,
				      text_string(&text), known, count,
				      has_signed, err) != 0)
		result = error_at(err, "%s", path);
	for (int i = 0; result == 0 && i < count; i++)
		signed_by[place[i]] = has_signed[i];
	free(known);
	free(place);
	free(has_signed);
	text_release(&note);
	text_release(&text);
	return result;
}
