/*
 * manifest.c - manifest.json: everything that shapes a tournament's result.
 */
#include "tournaments/record/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "fair/entrant.h"
#include "fair/sha256.h"
#include "tournaments/record/signed_note.h"

/* ### duplicates */

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

/* Further texts that no item may have; either may be NULL. */
struct others {
	const char *text;
	const cJSON *list;
};

/* The first item of a list whose text under `key` equals that of an earlier
   item or one of the others; -1 if none.  Nulls are ignored. */
static int find_twice(const cJSON *list, const char *key,
		      const struct others *others)
{
	int size = cJSON_GetArraySize(list), count = 0, index = 0, twice = -1;
	struct place *places = memory_new((size_t)size + 1 +
		(size_t)cJSON_GetArraySize(others->list), sizeof *places);
	const cJSON *item;

	if (others->text != NULL)
		places[count++] = (struct place){ others->text, -1 };
	cJSON_ArrayForEach(item, others->list)
		places[count++] = (struct place){ item->valuestring, -1 };
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
		    places[i].index >= 0 &&
		    (twice < 0 || places[i].index < twice))
			twice = places[i].index;
	free(places);
	return twice;
}

/* Returns 0, or -1 with "FILE: LIST[I].KEY: SENTENCE VALUE" if there is a
   duplicate. */
static int want_once(const struct json_at *list, const char *key,
		     struct others others, const char *sentence,
		     struct error *err)
{
	int index = find_twice(list->value, key, &others);
	struct json_at item, at;

	if (index < 0)
		return 0;
	item = json_at_item(list, index,
			    cJSON_GetArrayItem(list->value, index));
	at = json_at_key(&item, key);
	return json_wrong(&at, err, "%s %s", sentence, at.value->valuestring);
}

/* ### the table */

/* The name must fit on one line of the verdict. */
static bool is_beacon(const char *text)
{
	for (const char *c = text; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return *text != '\0';
}

static const struct json_form beacon_form = { is_beacon,
	"the name of a beacon, a text without control characters" };

static const struct json_field player_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct logline_entrant, name),
	  .form = &entrant_name_form },
	{ "author", JSON_TEXT, JSON_IN(struct logline_entrant, author),
	  .form = &entrant_name_form, .nullable = true },
	{ "bot", JSON_HEX, JSON_IN(struct logline_entrant, bot) },
	{ "command", JSON_HEX, JSON_IN(struct logline_entrant, command) },
	{ "sandbox", JSON_WORD,
	  JSON_GIVEN(struct logline_entrant, level, leveled),
	  .words = limits_level_words, .optional = true },
	{ 0 }
};

#define IN(member) JSON_IN(struct manifest, member)

static const struct json_field operator_fields[] = {
	{ "name", JSON_TEXT, IN(operator), .form = &entrant_name_form },
	{ "key", JSON_HEX, IN(operator_key) },
	{ 0 }
};

static const struct json_field a_key = { .type = JSON_HEX,
	.size = HASH_SIZE };

static const struct json_field author_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct manifest_author, name),
	  .form = &entrant_name_form },
	{ "commit", JSON_HEX,
	  JSON_GIVEN(struct manifest_author, commit, has_commit),
	  .nullable = true },
	{ "key", JSON_HEX, JSON_GIVEN(struct manifest_author, key, has_key),
	  .nullable = true },
	{ 0 }
};

const struct json_field manifest_beacon_fields[] = {
	{ "source", JSON_TEXT, IN(beacon_source), .form = &beacon_form },
	{ "round", JSON_INTEGER, IN(beacon_round), .min = 1,
	  .max = JSON_INT_MAX },
	{ 0 }
};

static const struct json_field manifest_fields[] = {
	{ "v", JSON_INTEGER, .min = MANIFEST_VERSION, .max = MANIFEST_VERSION },
	{ "id", JSON_TEXT, IN(id), .form = &logline_id_form },
	{ "game", JSON_TEXT, IN(game) },
	{ "rules", JSON_OBJECT, IN(rules) },
	{ "program", JSON_RECORD,
	  JSON_GIVEN(struct manifest, program, programmed),
	  .fields = logline_program_fields, .optional = true },
	{ "format", JSON_OBJECT, IN(format) },
	{ "entrants", JSON_LIST, JSON_ITEMS(struct manifest, entrant, entrants),
	  .min = 2, .max = MANIFEST_LIST_MAX, .fields = player_fields },
	{ "boards", JSON_INTEGER, IN(boards), .min = 1, .max = LOG_BOARDS_MAX },
	{ "rotations", JSON_INTEGER, IN(rotations), .min = 1,
	  .max = LOG_SEATS_MAX },
	{ "processes", JSON_WORD, IN(processes), .words = processes_words },
	{ "limits", JSON_OBJECT, IN(limits) },
	{ "sandbox", JSON_WORD, IN(level), .words = limits_level_words },
	{ "links", JSON_INTEGER, IN(links), .min = 1, .max = LINKS_MAX },
	{ "stride", JSON_INTEGER, IN(stride), .min = 1, .max = STRIDE_MAX },
	{ "operator", JSON_RECORD, JSON_HERE(struct manifest),
	  .fields = operator_fields },
	{ "referees", JSON_LIST, JSON_ITEMS(struct manifest, referee, referees),
	  .min = 1, .max = MANIFEST_LIST_MAX, .fields = &a_key },
	{ "authors", JSON_LIST, JSON_ITEMS(struct manifest, author, authors),
	  .min = 0, .max = MANIFEST_LIST_MAX, .fields = author_fields },
	{ "beacon", JSON_RECORD, JSON_HERE(struct manifest),
	  .fields = manifest_beacon_fields, .nullable = true },
	{ "luck", JSON_HEX, JSON_GIVEN(struct manifest, luck, has_luck),
	  .nullable = true },
	{ "seal", JSON_HEX, IN(seal) },
	{ 0 }
};

struct program_game *manifest_game(const struct manifest *manifest,
				   struct error *err)
{
	const struct logline_program *program = &manifest->program;

	return program_game_told(manifest->game, 0, manifest->rules,
		(enum result)words_find(game_result_words, program->result),
		manifest->stride, program->hidden, err);
}

void manifest_write(const struct manifest *manifest, struct json_writer *w)
{
	json_schema_write(w, manifest_fields, manifest);
}

/* ### reading */

/* Checks what no row of the table can express. */
static int check_whole(const struct manifest *manifest,
		       const struct json_at *top, struct error *err)
{
	struct json_at entrants = json_at_key(top, "entrants");
	struct json_at processes = json_at_key(top, "processes");
	struct json_at authors = json_at_key(top, "authors");
	const struct others none = {0}, operator = { .text =
		manifest->operator }, keys = {
		.text = json_get(json_get(top->value, "operator"),
				 "key")->valuestring,
		.list = json_get(top->value, "referees") };

	if (want_once(&entrants, "name", none, "two entrants are called",
		      err) != 0 || logline_check_sandboxes(top, err) != 0)
		return -1;
	if (manifest->rotations > 1 &&
	    manifest->processes == PROCESSES_ENTRANT)
		return json_wrong(&processes, err, "\"entrant\" with %d "
				  "rotations would show a bot the same dice "
				  "twice", manifest->rotations);
	/* No author may sign under the operator's name. */
	if (want_once(&authors, "name", operator,
		      "the operator or another author is called", err) != 0)
		return -1;
	/* An author with one of these keys would be no independent witness. */
	if (want_once(&authors, "key", keys, "the operator, a referee or "
		      "another author has the key", err) != 0)
		return -1;
	/* An author who copies a commitment can later copy the reveal. */
	return want_once(&authors, "commit", none,
			 "another author has the commitment", err);
}

static int read_tree(struct manifest *manifest, const struct json_at *top,
		     struct error *err)
{
	struct json_at v = json_at_key(top, "v");
	long long version;

	/* Checked before the keys, which may differ in another version. */
	if (json_is_int(v.value, MANIFEST_VERSION + 1, JSON_INT_MAX, &version))
		return json_wrong(&v, err, "a manifest of version %lld; this "
				  "program reads version %d", version,
				  MANIFEST_VERSION);
	if (json_schema_read(top, manifest_fields, manifest, err) != 0)
		return -1;
	return check_whole(manifest, top, err);
}

int manifest_parse(struct manifest *manifest, const char *bytes, size_t size,
		   const char *name, struct error *err)
{
	struct json_at top = { .name = name, .index = -1 };

	*manifest = (struct manifest){0};
	/* Its hash would be that of another manifest. */
	if (size > 1 && memcmp(bytes + size - 2, "\r\n", 2) == 0)
		return error_set(err, "%s is not a manifest: " TEXT_CR_LF,
				 name);
	manifest->tree = json_read(bytes, size, LOG_DEPTH_MAX, JSON_SPACES,
				   err);
	if (manifest->tree == NULL)
		return error_at(err, "%s is not a manifest", name);
	sha256(manifest->hash.bytes, bytes, size);
	top.value = manifest->tree;
	if (read_tree(manifest, &top, err) == 0)
		return 0;
	manifest_release(manifest);
	return -1;
}

int manifest_read(struct manifest *manifest, const char *path,
		  struct error *err)
{
	OWNED(text) struct text bytes = {0};

	*manifest = (struct manifest){0};
	return file_read(&bytes, path, MANIFEST_SIZE_MAX, err) != 0 ? -1 :
		manifest_parse(manifest, bytes.bytes, bytes.length, path, err);
}

/* ### who enters later */

cJSON *manifest_entrant_tree(const struct logline_entrant *entrant)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_schema_write(&w, player_fields, entrant);
	return json_parse(w.out.bytes, w.out.length);
}

int manifest_enter(struct manifest *manifest, const cJSON *who,
		   const char *place, int *entrant, struct error *err)
{
	const size_t count = (size_t)manifest->entrants;
	cJSON *list = cJSON_GetObjectItemCaseSensitive(manifest->tree,
						       "entrants");
	struct json_at top = { .name = place, .index = -1, .value = who };
	struct logline_entrant *grown;

	if (json_schema_read(&top, player_fields, NULL, err) != 0)
		return -1;
	for (int i = 0; i < manifest->entrants; i++) {
		if (strcmp(manifest->entrant[i].name,
			   json_get(who, "name")->valuestring) != 0)
			continue;
		*entrant = i;
		return cJSON_Compare(cJSON_GetArrayItem(list, i), who, true) ?
			0 : error_set(err, "%s: another bot has the name %s: "
				      "bot, command, author and sandbox have to "
				      "be the same", place,
				      manifest->entrant[i].name);
	}
	top.value = cJSON_Duplicate(who, true);
	cJSON_AddItemToArray(list, (cJSON *)top.value);
	grown = memory_new(count + 2, sizeof *grown);
	memcpy(grown, manifest->entrant, count * sizeof *grown);
	free(manifest->entrant);
	manifest->entrant = grown;
	*entrant = manifest->entrants++;
	if (json_schema_read(&top, player_fields, &grown[count], err) != 0)
		return -1;
	top.value = manifest->tree;
	return logline_check_sandboxes(&top, err);
}

size_t manifest_name_length(const struct manifest *manifest)
{
	const char *end = strrchr(manifest->id, '-');
	char seal[HASH_HEX_SIZE + 1];

	hash_to_hex(&manifest->seal, seal);
	return end != NULL && strlen(end + 1) == MANIFEST_ID_DIGITS &&
		strncmp(end + 1, seal, MANIFEST_ID_DIGITS) == 0 ?
		(size_t)(end - manifest->id) : strlen(manifest->id);
}

void manifest_release(struct manifest *manifest)
{
	free(manifest->entrant);
	free(manifest->referee);
	free(manifest->author);
	cJSON_Delete(manifest->tree);
	*manifest = (struct manifest){0};
}

/* ### the note */

int manifest_note_check(const struct manifest *manifest, const char *path,
			bool *signed_by, struct error *err)
{
	size_t most = 1 + (size_t)manifest->authors;
	AUTOFREE struct signed_note_key *known =
		memory_new(most, sizeof *known);
	AUTOFREE int *place = memory_new(most, sizeof *place);
	AUTOFREE bool *has_signed = memory_new(most, sizeof *has_signed);
	OWNED(text) struct text note = {0}, text = {0};
	int count = 1, result;

	known[0] = (struct signed_note_key){ manifest->operator,
		manifest->operator_key };
	for (int i = 0; i < manifest->authors; i++) {
		if (!manifest->author[i].has_key)
			continue;
		place[count] = 1 + i;
		known[count++] = (struct signed_note_key){
			manifest->author[i].name, manifest->author[i].key
		};
	}
	signed_note_manifest_text(manifest->id, &manifest->hash, &text);
	if (signed_by != NULL)
		memset(signed_by, 0, most * sizeof *signed_by);
	result = file_read(&note, path, SIGNED_NOTE_SIZE_MAX, err);
	if (result == 0 && signed_note_check(note.bytes, note.length,
					     text_string(&text), known, count,
					     has_signed, err) != 0)
		result = error_at(err, "%s", path);
	for (int i = 0; signed_by != NULL && result == 0 && i < count; i++)
		signed_by[place[i]] = has_signed[i];
	return result;
}
