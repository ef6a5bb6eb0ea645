/*
 * logline_schema.c - which keys, types and bounds each line of a match log has.
 *
 * One table says it; line_read holds every line against it.
 */
#include "base/words.h"
#include "fair/logline.h"

#include <string.h>

#include "base/fault.h"
#include "base/limits.h"
#include "fair/entrant.h"

enum kind {
	INTEGER,                /* min..max */
	INTEGERS,               /* a list of min..max integers from `low` */
	WORD,                   /* one of `words` */
	TEXT,
	TEXT_OR_NULL,
	ID_OR_NULL,
	OBJECT,
	HEX,                    /* min digits, lower case */
	HEX_OR_NULL,
	HEXES,                  /* a list of min..max texts of 64 digits */
	DICE,                   /* "7d6" */
	RECORD,                 /* an object with the fields `fields` */
	RECORDS                 /* a list of min..max of them */
};

struct field {
	const char *key;
	enum kind kind;
	long long min, max, low;
	const char *const *words;
	const struct field *fields;
	bool optional;
};

enum { FIELDS_MAX = 22 };       /* of a line, without its type */

#define U32_MAX 4294967295LL

static const char *const end_words[] = { "normal", "max_turns", "stalled",
	"fault", NULL };

static const struct field entrant_fields[] = {
	{ .key = "name", .kind = TEXT },
	{ .key = "author", .kind = TEXT_OR_NULL },
	{ .key = "bot", .kind = HEX, .min = HASH_HEX_SIZE },
	{ 0 }
};
static const struct field referee_fields[] = {
	{ .key = "version", .kind = TEXT },
	{ .key = "key", .kind = HEX, .min = HASH_HEX_SIZE },
	{ 0 }
};
static const struct field match_fields[] = {
	{ .key = "v", .kind = INTEGER, .min = LOG_VERSION, .max = LOG_VERSION },
	{ .key = "tournament", .kind = ID_OR_NULL },
	{ .key = "manifest", .kind = HEX_OR_NULL, .min = HASH_HEX_SIZE },
	{ .key = "match", .kind = INTEGER, .min = 1, .max = U32_MAX },
	{ .key = "game", .kind = TEXT },
	{ .key = "rules", .kind = OBJECT },
	{ .key = "entrants", .kind = RECORDS, .min = 1,
	  .max = LOG_SEATS_MAX, .fields = entrant_fields },
	{ .key = "boards", .kind = INTEGER, .min = 1, .max = LOG_BOARDS_MAX },
	{ .key = "rotations", .kind = INTEGER, .min = 1, .max = LOG_SEATS_MAX },
	{ .key = "processes", .kind = WORD, .words = processes_words },
	{ .key = "limits", .kind = OBJECT },
	{ .key = "sandbox", .kind = WORD, .words = level_words },
	{ .key = "seal", .kind = HEX, .min = HASH_HEX_SIZE },
	{ .key = "salt", .kind = HEX, .min = HASH_HEX_SIZE },
	{ .key = "links", .kind = INTEGER, .min = 1, .max = LINKS_MAX },
	{ .key = "stride", .kind = INTEGER, .min = 1, .max = STRIDE_MAX },
	{ .key = "referee", .kind = RECORD, .fields = referee_fields },
	{ 0 }
};
static const struct field board_fields[] = {
	{ .key = "board", .kind = INTEGER, .min = 1, .max = LOG_BOARDS_MAX },
	{ .key = "anchors", .kind = HEXES, .min = 2, .max = STREAMS_MAX },
	{ 0 }
};
static const struct field game_fields[] = {
	{ .key = "board", .kind = INTEGER, .min = 1, .max = LOG_BOARDS_MAX },
	{ .key = "rotation", .kind = INTEGER, .min = 0,
	  .max = LOG_SEATS_MAX - 1 },
	{ .key = "seats", .kind = INTEGERS, .min = 1, .max = LOG_SEATS_MAX,
	  .low = 0 },
	{ 0 }
};
static const struct field chain_fields[] = {
	{ .key = "s", .kind = INTEGER, .min = 0, .max = STREAMS_MAX - 1 },
	{ .key = "c", .kind = INTEGER, .min = 1, .max = U32_MAX },
	{ .key = "anchor", .kind = HEX, .min = HASH_HEX_SIZE },
	{ 0 }
};
static const struct field draw_fields[] = {
	{ .key = "s", .kind = INTEGER, .min = 0, .max = STREAMS_MAX - 1 },
	{ .key = "k", .kind = INTEGER, .min = 1, .max = U32_MAX },
	{ .key = "dice", .kind = DICE },
	{ .key = "v", .kind = INTEGERS, .min = 1, .max = DICE_COUNT_MAX,
	  .low = 1 },
	{ .key = "link", .kind = HEX, .min = HASH_HEX_SIZE },
	{ 0 }
};
static const struct field move_fields[] = {
	{ .key = "seat", .kind = INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ .key = "move", .kind = OBJECT },
	{ .key = "said", .kind = TEXT, .optional = true },
	{ 0 }
};
static const struct field again_fields[] = {
	{ .key = "seat", .kind = INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ 0 }
};
static const struct field fault_fields[] = {
	{ .key = "seat", .kind = INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ .key = "fault", .kind = WORD, .words = fault_words + FAULT_START },
	{ .key = "detail", .kind = TEXT },
	{ 0 }
};
static const struct field over_fields[] = {
	{ .key = "scores", .kind = INTEGERS, .min = 1,
	  .max = LOG_SEATS_MAX, .low = -JSON_INT_MAX },
	{ .key = "ranks", .kind = INTEGERS, .min = 1, .max = LOG_SEATS_MAX,
	  .low = 1 },
	{ .key = "end", .kind = WORD, .words = end_words },
	{ 0 }
};
static const struct field resume_fields[] = {
	{ .key = "games", .kind = INTEGER, .min = 0, .max = U32_MAX },
	{ 0 }
};
static const struct field close_fields[] = {
	{ .key = "secret", .kind = HEX, .min = HASH_HEX_SIZE },
	{ .key = "games", .kind = INTEGER, .min = 1, .max = U32_MAX },
	{ 0 }
};
static const struct field sign_fields[] = {
	{ .key = "log", .kind = HEX, .min = HASH_HEX_SIZE },
	{ .key = "sig", .kind = HEX, .min = SIGNATURE_HEX_SIZE },
	{ 0 }
};

static const struct {
	const char *name;
	const struct field *fields;
} forms[LINE_TYPES] = {
	[LINE_MATCH] = { "match", match_fields },
	[LINE_BOARD] = { "board", board_fields },
	[LINE_GAME] = { "game", game_fields },
	[LINE_CHAIN] = { "chain", chain_fields },
	[LINE_DRAW] = { "draw", draw_fields },
	[LINE_MOVE] = { "move", move_fields },
	[LINE_AGAIN] = { "again", again_fields },
	[LINE_FAULT] = { "fault", fault_fields },
	[LINE_OVER] = { "over", over_fields },
	[LINE_RESUME] = { "resume", resume_fields },
	[LINE_CLOSE] = { "close", close_fields },
	[LINE_SIGN] = { "sign", sign_fields },
};

static bool is_hex(const cJSON *value, long long digits)
{
	const char *text;

	if (!cJSON_IsString(value))
		return false;
	text = value->valuestring;
	return strspn(text, "0123456789abcdef") == strlen(text) &&
		strlen(text) == (size_t)digits;
}

static int hold_fields(const struct json_at *at, const struct field *fields,
		       const char *also, struct error *err);

static int hold_list(const struct json_at *at, const struct field *field,
		     struct error *err)
{
	const cJSON *item;
	long long number;
	int index = 0;

	if (json_want_list(at, (int)field->min, (int)field->max, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at here = json_at_item(at, index++, item);

		if (field->kind == INTEGERS &&
		    json_want_int(&here, field->low, JSON_INT_MAX, &number,
				  err) != 0)
			return -1;
		if (field->kind == HEXES && !is_hex(item, HASH_HEX_SIZE))
			return json_expected(&here, err, "64 hex digits");
		if (field->kind == RECORDS &&
		    hold_fields(&here, field->fields, NULL, err) != 0)
			return -1;
	}
	return 0;
}

bool line_is_id(const char *text)
{
	static const char first[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	static const char all[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
	size_t length = strspn(text, all);

	return length >= 1 && length <= 64 && text[length] == '\0' &&
		strchr(first, text[0]) != NULL;
}

int line_want_id(const struct json_at *at, const char **id, struct error *err)
{
	if (json_want_string(at, id, err) != 0)
		return -1;
	if (!line_is_id(*id))
		return json_expected(at, err, "an id: 1 to 64 of a-z, 0-9, . "
				     "and -, not . or - first");
	return 0;
}

static int hold_field(const struct json_at *at, const struct field *field,
		      struct error *err)
{
	const char *text = cJSON_IsString(at->value) ?
		at->value->valuestring : NULL;
	int count, sides;
	long long number;

	switch (field->kind) {
	case INTEGER:
		return json_want_int(at, field->min, field->max, &number, err);
	case INTEGERS: case HEXES: case RECORDS:
		return hold_list(at, field, err);
	case WORD:
		return text != NULL && words_find(field->words, text) >= 0 ? 0 :
			json_expected(at, err, "one of its words");
	case ID_OR_NULL:
		return cJSON_IsNull(at->value) ||
			(text != NULL && line_is_id(text)) ? 0 :
			json_expected(at, err, "an id of a tournament");
	case TEXT_OR_NULL:
		if (cJSON_IsNull(at->value))
			return 0;
		return json_want_string(at, &text, err);
	case TEXT:
		return json_want_string(at, &text, err);
	case OBJECT:
		return cJSON_IsObject(at->value) ? 0 :
			json_expected(at, err, "an object");
	case HEX_OR_NULL:
		if (cJSON_IsNull(at->value))
			return 0;
		return is_hex(at->value, field->min) ? 0 :
			json_expected(at, err, "%lld hex digits", field->min);
	case HEX:
		return is_hex(at->value, field->min) ? 0 :
			json_expected(at, err, "%lld hex digits", field->min);
	case DICE:
		return text != NULL &&
			dice_parse(text, strlen(text), &count, &sides) ? 0 :
			json_expected(at, err, "dice such as \"7d6\"");
	case RECORD:
		return hold_fields(at, field->fields, NULL, err);
	}
	return -1;
}

/* An object with exactly these fields and the key `also`, if that is set. */
static int hold_fields(const struct json_at *at, const struct field *fields,
		       const char *also, struct error *err)
{
	const char *keys[FIELDS_MAX + 2] = {0};
	int count = 0;

	if (also != NULL)
		keys[count++] = also;
	for (int i = 0; fields[i].key != NULL; i++)
		keys[count++] = fields[i].key;
	if (json_want_object(at, keys, err) != 0)
		return -1;
	for (int i = 0; fields[i].key != NULL; i++) {
		struct json_at here = json_at_key(at, fields[i].key);

		if (here.value == NULL && fields[i].optional)
			continue;
		if (hold_field(&here, &fields[i], err) != 0)
			return -1;
	}
	return 0;
}

int line_read(const char *bytes, size_t size, cJSON **tree,
	      enum line_type *type, struct error *err)
{
	struct json_at top = { .index = -1 };
	long long version;
	const cJSON *t;
	int i = 0;

	if (size + 1 > LOG_LINE_MAX)
		return error_set(err, "a line of more than %d bytes",
				 LOG_LINE_MAX);
	if (json_scan(bytes, size, LOG_DEPTH_MAX, 0, err) != 0)
		return -1;
	*tree = json_parse(bytes, size);
	t = json_get(*tree, "t");
	while (i < LINE_TYPES && !(cJSON_IsString(t) &&
	       strcmp(forms[i].name, t->valuestring) == 0))
		i++;
	if (i == LINE_TYPES) {
		error_set(err, "a line of no known type");
		goto refused;
	}
	if (i == LINE_MATCH &&
	    json_is_int(json_get(*tree, "v"), LOG_VERSION + 1, JSON_INT_MAX,
			&version)) {
		error_set(err, "a log of version %lld; this program reads "
			  "version %d", version, LOG_VERSION);
		goto refused;
	}
	top.name = forms[i].name;
	top.value = *tree;
	if (hold_fields(&top, forms[i].fields, "t", err) != 0)
		goto refused;
	if (i == LINE_MATCH &&
	    strcmp(json_get(*tree, "processes")->valuestring,
		   processes_words[PROCESSES_ENTRANT]) == 0 &&
	    json_get(*tree, "rotations")->valuedouble > 1) {
		error_set(err, "match: processes \"entrant\" with rotations "
			  "above 1 would show bots the same dice twice");
		goto refused;
	}
	*type = (enum line_type)i;
	return 0;

refused:
	cJSON_Delete(*tree);
	*tree = NULL;
	return -1;
}

static const char *text_of(const cJSON *tree, const char *key)
{
	const cJSON *value = json_get(tree, key);

	return cJSON_IsString(value) ? value->valuestring : NULL;
}

static void hash_of(const cJSON *tree, const char *key, struct hash *hash)
{
	const char *hex = text_of(tree, key);

	if (hex != NULL)
		hash_from_hex(hash, hex, strlen(hex));
}

static long long number_of(const cJSON *tree, const char *key)
{
	return (long long)json_get(tree, key)->valuedouble;
}

void header_take(struct header *header, cJSON *tree)
{
	struct json_writer w = {0};
	const cJSON *item;
	size_t rules_size;

	*header = (struct header){
		.tree = tree,
		.tournament = text_of(tree, "tournament"),
		.match = (uint32_t)number_of(tree, "match"),
		.game = text_of(tree, "game"),
		.boards = (uint32_t)number_of(tree, "boards"),
		.rotations = (int)number_of(tree, "rotations"),
		.processes = text_of(tree, "processes"),
		.sandbox = text_of(tree, "sandbox"),
		.links = (uint32_t)number_of(tree, "links"),
		.stride = (int)number_of(tree, "stride"),
		.version = text_of(json_get(tree, "referee"), "version"),
	};
	hash_of(tree, "manifest", &header->manifest_hash);
	if (text_of(tree, "manifest") != NULL)
		header->manifest = &header->manifest_hash;
	hash_of(tree, "seal", &header->seal);
	hash_of(tree, "salt", &header->salt);
	hash_of(json_get(tree, "referee"), "key", &header->key);
	cJSON_ArrayForEach(item, json_get(tree, "entrants")) {
		struct header_entrant *entrant =
			&header->entrant[header->entrants++];

		entrant->name = text_of(item, "name");
		entrant->author = text_of(item, "author");
		hash_of(item, "bot", &entrant->bot);
	}
	json_tree(&w, json_get(tree, "rules"));
	text_byte(&w.out, '\0');
	rules_size = w.out.length;
	w.comma = false;
	json_tree(&w, json_get(tree, "limits"));
	text_byte(&w.out, '\0');
	header->owned = w.out;
	header->rules = w.out.bytes;
	header->limits = w.out.bytes + rules_size;
}

void header_release(struct header *header)
{
	cJSON_Delete(header->tree);
	text_release(&header->owned);
	*header = (struct header){0};
}
