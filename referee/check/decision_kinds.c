/*
 * decision_kinds.c - the kinds of decision of a game, and how often a bot met
 * them.
 *
 * A game does not list them, but the words in its views and moves reveal them:
 * the phase, what is asked, whether a player may stop.
 */
#include "check/decision_kinds.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/json.h"

static bool is_word(const cJSON *value, bool digits)
{
	const char *letters = "abcdefghijklmnopqrstuvwxyz_";
	const char *string = cJSON_GetStringValue(value);
	size_t length;

	if (string == NULL)
		return false;
	length = strspn(string, letters);
	if (digits && length > 0)
		length += strspn(string + length, "0123456789");
	return length > 1 && string[length] == '\0';
}

/* Adds `word` to the list that begins at `start`, unless it is in there. */
static void add_once(struct text *name, size_t start, const char *word)
{
	size_t length = strlen(word), at = start;

	while (at < name->length) {
		size_t end = at;

		while (end < name->length && name->bytes[end] != '|')
			end++;
		if (end - at == length &&
		    memcmp(name->bytes + at, word, length) == 0)
			return;
		at = end + 1;
	}
	if (name->length > start)
		text_byte(name, '|');
	text_add(name, word);
}

/* Adds the words of a view, and the keys of what is true in it: games name
   their flags so that they are rarely true. */
static void add_view(struct text *name, const cJSON *view)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, view) {
		if (!is_word(member, true) && !cJSON_IsTrue(member))
			continue;
		if (name->length > 0)
			text_byte(name, ' ');
		text_add(name, member->string);
		if (cJSON_IsString(member))
			text_printf(name, "=%s", member->valuestring);
	}
}

/* Adds the words that the moves have for `key`. */
static void add_words(struct text *name, const cJSON *moves, const char *key)
{
	const cJSON *move;
	size_t start;

	if (name->length > 0)
		text_byte(name, ' ');
	text_printf(name, "%s=", key);
	start = name->length;
	cJSON_ArrayForEach(move, moves) {
		const cJSON *value = json_get(move, key);

		if (is_word(value, false))
			add_once(name, start, value->valuestring);
	}
}

/* Adds the keys that the moves have. */
static void add_keys(struct text *name, const cJSON *moves)
{
	const cJSON *move, *member;
	size_t start;

	if (name->length > 0)
		text_byte(name, ' ');
	start = name->length;
	cJSON_ArrayForEach(move, moves)
		cJSON_ArrayForEach(member, move)
			add_once(name, start, member->string);
}

/* Adds the keys whose values are words, or if there are none, all keys. */
static void add_legal(struct text *name, const cJSON *moves)
{
	const cJSON *member;
	bool words = false;

	cJSON_ArrayForEach(member, cJSON_GetArrayItem(moves, 0))
		if (is_word(member, false)) {
			add_words(name, moves, member->string);
			words = true;
		}
	if (!words)
		add_keys(name, moves);
}

static int find_name(struct decision_kinds *kinds, const char *name)
{
	int i = 0;

	while (i < kinds->count && strcmp(kinds->kind[i].name, name) != 0)
		i++;
	if (i < kinds->count)
		return i;
	ARRAY_GROW(kinds->kind, kinds->room, i + 1);
	kinds->kind[i].name = memory_copy(name);
	kinds->count++;
	return i;
}

int decision_kinds_find(struct decision_kinds *kinds, const struct text *view,
			const struct text *legal)
{
	cJSON *position = json_parse(view->bytes, view->length);
	cJSON *moves = json_parse(legal->bytes, legal->length);
	struct text name = {0};
	int found;

	add_view(&name, position);
	add_legal(&name, moves);
	found = find_name(kinds, text_string(&name));
	text_release(&name);
	cJSON_Delete(position);
	cJSON_Delete(moves);
	return found;
}

void decision_kinds_look(struct decision_kinds *kinds, int where)
{
	kinds->where = where;
	for (int i = 0; i < kinds->count; i++)
		kinds->kind[i].here = 0;
}

void decision_kinds_see(struct decision_kinds *kinds, int kind, int seat)
{
	struct decision_kind *seen = &kinds->kind[kind];

	if (++seen->here > seen->seen) {
		seen->seen = seen->here;
		seen->where = kinds->where;
		seen->seat = seat;
	}
}

int decision_kinds_missing(const struct decision_kinds *kinds)
{
	int missing = 0;

	for (int i = 0; i < kinds->count; i++)
		missing += kinds->kind[i].met == 0;
	return missing;
}

void decision_kinds_release(struct decision_kinds *kinds)
{
	for (int i = 0; i < kinds->count; i++)
		free(kinds->kind[i].name);
	free(kinds->kind);
	*kinds = (struct decision_kinds){0};
}
