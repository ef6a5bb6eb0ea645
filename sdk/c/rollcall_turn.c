/*
 * rollcall_turn.c - makes a turn from the lines of the referee.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rollcall_private.h"

enum { HELLO, GAME, TURN };             /* places in turn->lines */

const cJSON *rollcall_get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

int rollcall_number(const cJSON *object, const char *key)
{
	const cJSON *value = rollcall_get(object, key);

	return cJSON_IsNumber(value) ? value->valueint : 0;
}

const char *rollcall_text(const cJSON *object, const char *key)
{
	const char *text = cJSON_GetStringValue(rollcall_get(object, key));

	return text != NULL ? text : "";
}

static void keep_line(struct rollcall_turn *turn, int place, cJSON *line)
{
	cJSON_Delete(turn->lines[place]);
	turn->lines[place] = line;
}

void rollcall_turn_hello(struct rollcall_turn *turn, cJSON *line)
{
	const cJSON *limits = rollcall_get(line, "limits");
	const cJSON *dice = rollcall_get(line, "dice"), *name;
	struct rollcall_hello *hello = &turn->hello;
	int seat = 0;

	*hello = (struct rollcall_hello){
		.game = rollcall_text(line, "game"),
		.rules = rollcall_get(line, "rules"),
		.seats = rollcall_number(line, "seats"),
		.seat = rollcall_number(line, "seat"),
		.limits = {
			.start_ms = rollcall_number(limits, "start_ms"),
			.move_ms = rollcall_number(limits, "move_ms"),
			.game_ms = rollcall_number(limits, "game_ms"),
		},
		.dice = {
			.seal = rollcall_text(dice, "seal"),
			.salt = rollcall_text(dice, "salt"),
			.links = rollcall_number(dice, "links"),
			.stride = rollcall_number(dice, "stride"),
		},
		.line = line,
	};
	cJSON_ArrayForEach(name, rollcall_get(line, "names"))
		if (seat < ROLLCALL_SEATS_MAX && cJSON_IsString(name))
			hello->names[seat++] = name->valuestring;
	while (seat < ROLLCALL_SEATS_MAX)
		hello->names[seat++] = "";
	keep_line(turn, HELLO, line);
}

void rollcall_turn_game(struct rollcall_turn *turn, cJSON *line)
{
	const cJSON *seed = rollcall_get(line, "seed");

	turn->game = (struct rollcall_game){
		.number = rollcall_number(line, "number"),
		.of = rollcall_number(line, "of"),
		.seed = cJSON_IsNumber(seed) && seed->valuedouble > 0
				? (uint64_t)seed->valuedouble : 0,
		.anchors = rollcall_get(line, "anchors"),
		.line = line,
	};
	turn->random.state = turn->game.seed;
	keep_line(turn, GAME, line);
}

/* The value of a key if it is a list, else NULL. */
static const cJSON *list(const cJSON *object, const char *key)
{
	const cJSON *value = rollcall_get(object, key);

	return cJSON_IsArray(value) ? value : NULL;
}

void rollcall_turn_next(struct rollcall_turn *turn, cJSON *line)
{
	turn->view = rollcall_get(line, "view");
	turn->legal = list(line, "legal");
	turn->legal_count = cJSON_GetArraySize(turn->legal);
	turn->events = list(line, "events");
	turn->lost = rollcall_number(line, "lost");
	turn->ms = rollcall_number(line, "ms");
	keep_line(turn, TURN, line);
}

void rollcall_turn_clear(struct rollcall_turn *turn)
{
	for (int place = HELLO; place <= TURN; place++)
		keep_line(turn, place, NULL);
}

/* ### without a referee */

static cJSON *object_of(const char *text)
{
	cJSON *object = text != NULL ? cJSON_Parse(text)
				     : cJSON_CreateObject();

	if (cJSON_IsObject(object))
		return object;
	cJSON_Delete(object);
	return NULL;
}

struct rollcall_turn *rollcall_turn_from(const char *line, const char *hello,
					 const char *game)
{
	struct rollcall_turn *turn = calloc(1, sizeof *turn);
	cJSON *read[] = {
		object_of(hello), object_of(game),
		line != NULL ? object_of(line) : NULL
	};

	if (turn != NULL && read[HELLO] != NULL && read[GAME] != NULL &&
	    read[TURN] != NULL) {
		rollcall_turn_hello(turn, read[HELLO]);
		rollcall_turn_game(turn, read[GAME]);
		rollcall_turn_next(turn, read[TURN]);
		return turn;
	}
	for (int place = HELLO; place <= TURN; place++)
		cJSON_Delete(read[place]);
	free(turn);
	return NULL;
}

/* Moves `item` into `object`, unless it is NULL. */
static bool add(cJSON *object, const char *key, cJSON *item)
{
	return item != NULL && cJSON_AddItemToObject(object, key, item);
}

struct rollcall_turn *rollcall_turn_of(const char *game, const char *view,
				       const char *legal)
{
	struct rollcall_turn *turn = rollcall_turn_from("{}", NULL, NULL);
	cJSON *line, *hello;

	if (turn == NULL)
		return NULL;
	line = cJSON_CreateObject();
	hello = cJSON_CreateObject();
	if (!add(line, "view", cJSON_Parse(view)) ||
	    !add(line, "legal", cJSON_Parse(legal)) ||
	    !add(hello, "game", cJSON_CreateString(game)) ||
	    !cJSON_IsObject(rollcall_get(line, "view")) ||
	    !cJSON_IsArray(rollcall_get(line, "legal"))) {
		cJSON_Delete(line);
		cJSON_Delete(hello);
		rollcall_turn_free(turn);
		return NULL;
	}
	rollcall_turn_hello(turn, hello);
	rollcall_turn_next(turn, line);
	return turn;
}

void rollcall_turn_free(struct rollcall_turn *turn)
{
	if (turn != NULL)
		rollcall_turn_clear(turn);
	free(turn);
}

/* ### rules, and text for spectators */

int rollcall_rule(const struct rollcall_turn *turn, const char *name,
		  int otherwise)
{
	const cJSON *rule = rollcall_get(turn->hello.rules, name);

	if (cJSON_IsBool(rule))
		return cJSON_IsTrue(rule);
	return cJSON_IsNumber(rule) ? rule->valueint : otherwise;
}

const char *rollcall_rule_word(const struct rollcall_turn *turn,
			       const char *name)
{
	return rollcall_text(turn->hello.rules, name);
}

/* The size in bytes of the first character of `text`; 0: not UTF-8. */
static size_t character_size(const unsigned char *text)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned first = text[0];
	size_t size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 :
		      first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
	uint32_t code = size > 1 ? first & (0x7fu >> size) : first;

	for (size_t i = 1; i < size; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (text[i] & 0x3fu);
	}
	if (size > 1 && (code < least[size] || code > 0x10ffff ||
			 (code >= 0xd800 && code < 0xe000)))
		return 0;
	return size;
}

void rollcall_copy_utf8(char *to, const char *text, size_t most)
{
	while (*text != '\0') {
		size_t size = character_size((const unsigned char *)text);
		size_t taken = size > 0 ? size : 1;

		if (taken > most)
			break;
		if (size > 0)
			memcpy(to, text, size);
		else
			*to = '?';
		to += taken;
		text += taken;
		most -= taken;
	}
	*to = '\0';
}

void rollcall_say(struct rollcall_turn *turn, const char *format, ...)
{
	/* Longer, so that rollcall_copy_utf8 sees all of a cut character. */
	char text[ROLLCALL_SAY_SIZE + 4];
	va_list arguments;

	va_start(arguments, format);
	if (vsnprintf(text, sizeof text, format, arguments) < 0)
		text[0] = '\0';
	va_end(arguments);
	rollcall_copy_utf8(turn->say, text, ROLLCALL_SAY_SIZE - 1);
}
