/*
 * rules.c - reads, checks and writes the options of a game, using its table.
 */
#include "games/rules.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "base/options.h"
#include "base/printable.h"
#include "base/text.h"

int rules_count(const struct game *game)
{
	int count = 0;

	while (game->rules[count].name != NULL)
		count++;
	assert(count <= GAME_RULES_MAX);
	return count;
}

int rules_find(const struct game *game, const char *name)
{
	for (int i = 0; game->rules[i].name != NULL; i++)
		if (strcmp(game->rules[i].name, name) == 0)
			return i;
	return -1;
}

void rules_defaults(const struct game *game, int *values)
{
	for (int i = 0; game->rules[i].name != NULL; i++)
		values[i] = game->rules[i].normal;
}

void rules_value_text(const struct rule *rule, int value, struct text *out)
{
	if (rule->type == RULE_WORD)
		text_add(out, rule->words[value]);
	else if (rule->type == RULE_BOOL)
		text_add(out, value ? "true" : "false");
	else
		text_printf(out, "%d", value);
}

void rules_range_text(const struct rule *rule, struct text *out)
{
	if (rule->type == RULE_INT)
		text_printf(out, "%d..%d", rule->min, rule->max);
	else if (rule->type == RULE_BOOL)
		text_add(out, "true, false");
	else
		words_list(out, rule->words, ", ");
}

/* ### reading */

/* Reads the value of an option from a text; false if it has no such value. */
static bool value_of_text(const struct rule *rule, const char *text,
			  int *value)
{
	static const char *const truths[] = { "false", "true", NULL };
	const int place = rule->type == RULE_INT ? 0 :
		words_find(rule->type == RULE_BOOL ? truths : rule->words,
			   text);
	long long number = place;

	if (place < 0 ||
	    (rule->type == RULE_INT &&
	     !number_parse(text, rule->min, rule->max, &number)) ||
	    (rule->type == RULE_CHOICE &&
	     !number_parse(text, INT_MIN, INT_MAX, &number)))
		return false;
	*value = (int)number;
	return true;
}

/* The same for a JSON value, whose type must also be the option's. */
static bool value_of_json(const struct rule *rule, const cJSON *json,
			  int *value)
{
	char digits[24];
	long long number;

	if (rule->type == RULE_WORD)
		return cJSON_IsString(json) &&
			value_of_text(rule, json->valuestring, value);
	if (rule->type == RULE_BOOL) {
		*value = cJSON_IsTrue(json) ? 1 : 0;
		return cJSON_IsBool(json);
	}
	if (!json_is_int(json, -JSON_INT_MAX, JSON_INT_MAX, &number))
		return false;
	snprintf(digits, sizeof digits, "%lld", number);
	return value_of_text(rule, digits, value);
}

static int unknown(const struct game *game, const char *name,
		   struct error *err)
{
	OWNED(text) struct text known = {0};

	for (int i = 0; game->rules[i].name != NULL; i++)
		words_add(&known, game->rules[i].name, ", ");
	return error_set(err, "%s has no option \"%s\"; the options are %s",
			 game->name, FOREIGN(name), text_string(&known));
}

/* Sets one option from "name=value".  `given` has a bit for each that was set
   before. */
static int set_one(const struct game *game, char *pair, int *values,
		   uint64_t *given, struct error *err)
{
	char *equals = strchr(pair, '=');
	OWNED(text) struct text range = {0};
	int i;

	if (equals != NULL)
		*equals = '\0';
	i = rules_find(game, pair);
	if (i < 0)
		return unknown(game, pair, err);
	if ((*given >> i & 1) != 0)
		return error_set(err, "%s is given twice", pair);
	*given |= UINT64_C(1) << i;
	rules_range_text(&game->rules[i], &range);
	if (equals == NULL)
		return error_set(err, "%s: expected %s=.., one of %s, found "
				 "no value", pair, pair, text_string(&range));
	if (!value_of_text(&game->rules[i], equals + 1, &values[i]))
		return error_set(err, "%s: expected %s, found \"%s\"", pair,
				 text_string(&range), FOREIGN(equals + 1));
	return 0;
}

int rules_set_text(const struct game *game, const char *text, int *values,
		   struct error *err)
{
	OWNED(text) struct text pair = {0};
	uint64_t given = 0;

	while (*text != '\0') {
		size_t length = strcspn(text, ",");

		text_clear(&pair);
		text_append(&pair, text, length);
		text_byte(&pair, '\0');
		if (set_one(game, pair.bytes, values, &given, err) != 0)
			return -1;
		text += length;
		if (*text == ',' && *++text == '\0')
			return error_set(err, "nothing follows the last comma "
					 "of the options");
	}
	return 0;
}

int rules_set_words(const struct game *game, const struct options_list *words,
		    int *values, struct error *err)
{
	OWNED(text) struct text all = {0};

	for (int i = 0; i < words->count; i++)
		words_add(&all, words->word[i], ",");
	return rules_set_text(game, text_string(&all), values, err);
}

int rules_set_json(const struct game *game, const struct json_at *at, bool all,
		   int *values, struct error *err)
{
	const char *names[GAME_RULES_MAX + 1] = {0};
	OWNED(text) struct text range = {0};
	int count = rules_count(game);

	for (int i = 0; i < count; i++)
		names[i] = game->rules[i].name;
	if (json_want_object(at, names, err) != 0)
		return -1;
	for (int i = 0; i < count; i++) {
		struct json_at one = json_at_key(at, names[i]);

		if ((one.value == NULL && !all) ||
		    value_of_json(&game->rules[i], one.value, &values[i]))
			continue;
		rules_range_text(&game->rules[i], &range);
		return json_expected(&one, err, "%s", text_string(&range));
	}
	return 0;
}

/* ### writing and checking */

int rules_value(const struct game *game, const int *values, const char *name)
{
	int i = rules_find(game, name);

	return i >= 0 ? values[i] : 0;
}

void rules_write_value(const struct rule *rule, int value,
		       struct json_writer *w)
{
	if (rule->type == RULE_WORD)
		json_string(w, rule->words[value]);
	else if (rule->type == RULE_BOOL)
		json_bool(w, value != 0);
	else
		json_int(w, value);
}

void rules_write(const struct game *game, const int *values,
		 struct json_writer *w)
{
	json_open(w, '{');
	for (int i = 0; game->rules[i].name != NULL; i++) {
		json_key(w, game->rules[i].name);
		rules_write_value(&game->rules[i], values[i], w);
	}
	json_close(w, '}');
}

int rules_check(const struct game *game, int seats, const int *values,
		struct error *err)
{
	AUTOFREE void *state = memory_new(1, game->state_size);

	if (seats < game->seats_min || seats > game->seats_max)
		return error_set(err, "%s is a game for %d to %d players, not "
				 "%d", game->name, game->seats_min,
				 game->seats_max, seats);
	return game_begin(game, state, seats, values, err);
}
