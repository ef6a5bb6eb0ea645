/*
 * rollcall_turn.c - makes a turn from the lines of the referee: its view, its
 * moves and its random numbers.
 */
#include <limits.h>
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

/* ### views: values of JSON into fields, by a table for each game */

/* The form of a JSON value, and the type of its field. */
enum kind {
	NUMBER,                         /* int */
	FLAG,                           /* bool */
	WORD,                           /* char[ROLLCALL_WORD_SIZE] */
	BOARD,                          /* char[ROLLCALL_BOARD_SIZE] */
	LETTERS,                        /* the same, from a list of letters */
	NUMBERS,                        /* struct rollcall_list */
	SERIES                          /* int, struct rollcall_series[] */
};

struct field {
	const char *key;
	enum kind kind;
	size_t at;                      /* offset in the struct of the view */
	bool optional;                  /* if absent: an empty list, or -1 */
};

/* Returns false if it is not a string or is too long for `size` bytes. */
static bool read_text(const cJSON *value, char *text, size_t size)
{
	size_t length = size;

	if (cJSON_IsString(value))
		length = strlen(value->valuestring);
	if (length < size)
		memcpy(text, value->valuestring, length + 1);
	return length < size;
}

static bool read_letters(const cJSON *value, char *letters)
{
	const cJSON *letter;
	size_t count = 0;

	cJSON_ArrayForEach(letter, value) {
		if (!cJSON_IsString(letter) || count + 1 >= ROLLCALL_BOARD_SIZE)
			return false;
		letters[count++] = letter->valuestring[0];
	}
	letters[count] = '\0';
	return cJSON_IsArray(value);
}

/* Returns false if it is not a list of at most ROLLCALL_LIST_MAX numbers. */
static bool read_list(const cJSON *value, struct rollcall_list *list)
{
	const cJSON *number;

	list->count = 0;
	cJSON_ArrayForEach(number, value) {
		if (!cJSON_IsNumber(number) || list->count == ROLLCALL_LIST_MAX)
			return false;
		list->at[list->count++] = number->valueint;
	}
	return cJSON_IsArray(value);
}

static bool read_series(const cJSON *value, struct rollcall_bolo7_view *view)
{
	const cJSON *entry;

	view->open_count = 0;
	cJSON_ArrayForEach(entry, value) {
		const cJSON *face = cJSON_GetArrayItem(entry, 0);
		const cJSON *dice = cJSON_GetArrayItem(entry, 1);

		if (!cJSON_IsNumber(face) || !cJSON_IsNumber(dice) ||
		    view->open_count == ROLLCALL_SERIES_MAX)
			return false;
		view->open[view->open_count++] = (struct rollcall_series){
			.face = face->valueint, .dice = dice->valueint
		};
	}
	return cJSON_IsArray(value);
}

static void read_absent(enum kind kind, void *to)
{
	if (kind == NUMBERS)
		((struct rollcall_list *)to)->count = 0;
	else
		*(int *)to = -1;
}

static bool read_field(const cJSON *value, enum kind kind, void *to)
{
	switch (kind) {
	case NUMBER:
		if (cJSON_IsNumber(value))
			*(int *)to = value->valueint;
		return cJSON_IsNumber(value);
	case FLAG:
		*(bool *)to = cJSON_IsTrue(value);
		return cJSON_IsBool(value);
	case WORD:
		return read_text(value, to, ROLLCALL_WORD_SIZE);
	case BOARD:
		return read_text(value, to, ROLLCALL_BOARD_SIZE);
	case LETTERS:
		return read_letters(value, to);
	case NUMBERS:
		return read_list(value, to);
	case SERIES:
		return read_series(value, to);
	}
	return false;
}

/* ### the views of the games */

/* If no hello line names the game, the fields alone decide. */
static bool read_view(const struct rollcall_turn *turn, const char *game,
		      const struct field *fields, size_t count, void *view)
{
	const char *told = turn->hello.game;

	if (told != NULL && told[0] != '\0' && strcmp(told, game) != 0)
		return false;
	for (size_t i = 0; i < count; i++) {
		const cJSON *value = rollcall_get(turn->view, fields[i].key);
		void *to = (char *)view + fields[i].at;

		if (value == NULL && fields[i].optional)
			read_absent(fields[i].kind, to);
		else if (!read_field(value, fields[i].kind, to))
			return false;
	}
	return true;
}

/*
 * A row of a table; the field is named after its key.  OPTIONAL is for keys
 * that recorded views may lack.
 */
#define FIELD(game, name, kind) \
	{ #name, kind, offsetof(struct rollcall_##game##_view, name), false }
#define OPTIONAL(game, name, kind) \
	{ #name, kind, offsetof(struct rollcall_##game##_view, name), true }
#define READ_VIEW(turn, game, fields, view) \
	read_view(turn, game, fields, sizeof fields / sizeof fields[0], view)

bool rollcall_pig(const struct rollcall_turn *turn,
		  struct rollcall_pig_view *view)
{
	static const struct field fields[] = {
		FIELD(pig, seat, NUMBER),
		FIELD(pig, scores, NUMBERS),
		FIELD(pig, turns, NUMBERS),
		OPTIONAL(pig, out, NUMBERS),
		FIELD(pig, total, NUMBER),
		FIELD(pig, roll, NUMBERS),
	};

	return READ_VIEW(turn, "pig", fields, view);
}

bool rollcall_bolo7(const struct rollcall_turn *turn,
		    struct rollcall_bolo7_view *view)
{
	static const struct field fields[] = {
		FIELD(bolo7, phase, WORD),
		FIELD(bolo7, seat, NUMBER),
		FIELD(bolo7, scores, NUMBERS),
		FIELD(bolo7, turns, NUMBERS),
		OPTIONAL(bolo7, out, NUMBERS),
		FIELD(bolo7, total, NUMBER),
		FIELD(bolo7, roll, NUMBERS),
		FIELD(bolo7, need, NUMBER),
		{ "open", SERIES, 0, false },	/* fills two fields */
		FIELD(bolo7, trigger, NUMBER),
		FIELD(bolo7, queue, NUMBERS),
		FIELD(bolo7, contenders, NUMBERS),
	};

	return READ_VIEW(turn, "bolo7", fields, view);
}

bool rollcall_bolo5(const struct rollcall_turn *turn,
		    struct rollcall_bolo5_view *view)
{
	static const struct field fields[] = {
		FIELD(bolo5, phase, WORD),
		FIELD(bolo5, seat, NUMBER),
		FIELD(bolo5, scores, NUMBERS),
		FIELD(bolo5, turns, NUMBERS),
		OPTIONAL(bolo5, out, NUMBERS),
		FIELD(bolo5, total, NUMBER),
		FIELD(bolo5, roll, NUMBERS),
		FIELD(bolo5, need, NUMBER),
		FIELD(bolo5, trigger, NUMBER),
		FIELD(bolo5, queue, NUMBERS),
	};

	return READ_VIEW(turn, "bolo5", fields, view);
}

bool rollcall_vollelotte(const struct rollcall_turn *turn,
			 struct rollcall_vollelotte_view *view)
{
	static const struct field fields[] = {
		FIELD(vollelotte, phase, WORD),
		FIELD(vollelotte, seat, NUMBER),
		FIELD(vollelotte, scores, NUMBERS),
		FIELD(vollelotte, turns, NUMBERS),
		OPTIONAL(vollelotte, out, NUMBERS),
		FIELD(vollelotte, total, NUMBER),
		FIELD(vollelotte, roll, NUMBERS),
		FIELD(vollelotte, trigger, NUMBER),
		FIELD(vollelotte, queue, NUMBERS),
		FIELD(vollelotte, card, WORD),
		FIELD(vollelotte, under, NUMBER),
		FIELD(vollelotte, lottes, NUMBER),
		FIELD(vollelotte, faces, NUMBERS),
		FIELD(vollelotte, deck, NUMBERS),
	};

	return READ_VIEW(turn, "vollelotte", fields, view);
}

bool rollcall_rolit(const struct rollcall_turn *turn,
		    struct rollcall_rolit_view *view)
{
	static const struct field fields[] = {
		FIELD(rolit, size, NUMBER),
		FIELD(rolit, board, BOARD),
		FIELD(rolit, seat, NUMBER),
		FIELD(rolit, colours, LETTERS),
		FIELD(rolit, balls, NUMBERS),
		FIELD(rolit, turns, NUMBERS),
		OPTIONAL(rolit, out, NUMBERS),
	};

	return READ_VIEW(turn, "rolit", fields, view);
}

bool rollcall_blackpot(const struct rollcall_turn *turn,
		       struct rollcall_blackpot_view *view)
{
	static const struct field fields[] = {
		FIELD(blackpot, asked, WORD),
		FIELD(blackpot, seat, NUMBER),
		FIELD(blackpot, roll, NUMBERS),
		FIELD(blackpot, numbers, NUMBERS),
		FIELD(blackpot, own, BOARD),
		FIELD(blackpot, used, BOARD),
		FIELD(blackpot, pawns, NUMBERS),
		FIELD(blackpot, points, NUMBERS),
		FIELD(blackpot, turns, NUMBERS),
		FIELD(blackpot, roller, NUMBER),
		FIELD(blackpot, queue, NUMBERS),
		FIELD(blackpot, idle, NUMBER),
		FIELD(blackpot, indicated, NUMBERS),
		FIELD(blackpot, closing, FLAG),
		OPTIONAL(blackpot, starter, NUMBER),
		OPTIONAL(blackpot, challenger, NUMBER),
	};

	return READ_VIEW(turn, "blackpot", fields, view);
}

/* ### moves of the games, from JSON and back */

static void set_word(struct rollcall_move *move, char *to, const char *word)
{
	size_t length = strlen(word);

	if (length < ROLLCALL_WORD_SIZE)
		memcpy(to, word, length + 1);
	else
		move->unfit = true;
}

static void set_list(struct rollcall_move *move, struct rollcall_list *list,
		     const int *numbers, int count)
{
	if (count < 0 || count > ROLLCALL_LIST_MAX)
		move->unfit = true;
	for (int i = 0; i < count && !move->unfit; i++)
		list->at[list->count++] = numbers[i];
}

struct rollcall_move rollcall_keep(const int *dice, int count,
				   const char *then)
{
	struct rollcall_move move = rollcall_then(then);

	move.has_keep = true;
	set_list(&move, &move.keep, dice, count);
	return move;
}

struct rollcall_move rollcall_then(const char *then)
{
	struct rollcall_move move = { .has_keep = false };

	set_word(&move, move.then, then);
	return move;
}

struct rollcall_move rollcall_cell(const char *cell)
{
	struct rollcall_move move = { .has_keep = false };

	set_word(&move, move.cell, cell);
	return move;
}

struct rollcall_move rollcall_cells(const char *const *cells, int count)
{
	struct rollcall_move move = { .has_cells = true };

	move.unfit = count < 0 || count > ROLLCALL_CELLS_MAX;
	for (int i = 0; i < count && !move.unfit; i++)
		set_word(&move, move.cells[move.cell_count++], cells[i]);
	return move;
}

struct rollcall_move rollcall_pass(void)
{
	return (struct rollcall_move){ .pass = true };
}

struct rollcall_move rollcall_indicate(const int *values, int count)
{
	struct rollcall_move move = { .has_indicate = true };

	set_list(&move, &move.indicate, values, count);
	return move;
}

static bool read_cells(const cJSON *value, struct rollcall_move *move)
{
	const cJSON *cell;

	move->cell_count = 0;
	cJSON_ArrayForEach(cell, value)
		if (move->cell_count == ROLLCALL_CELLS_MAX ||
		    !read_text(cell, move->cells[move->cell_count++],
					ROLLCALL_WORD_SIZE))
			return false;
	return cJSON_IsArray(value);
}

/*
 * Reads one field of a move.  Returns false when struct rollcall_move has no
 * such field or the value has another form.  That includes an empty word, which
 * there means that the move has no word.
 */
static bool read_part(const cJSON *part, struct rollcall_move *move)
{
	const char *key = part->string;

	if (key == NULL)
		return false;
	if (strcmp(key, "keep") == 0)
		return move->has_keep = read_list(part,
							   &move->keep);
	if (strcmp(key, "then") == 0)
		return read_text(part, move->then,
					  ROLLCALL_WORD_SIZE) &&
		       move->then[0] != '\0';
	if (strcmp(key, "cell") == 0)
		return read_text(part, move->cell,
					  ROLLCALL_WORD_SIZE) &&
		       move->cell[0] != '\0';
	if (strcmp(key, "cells") == 0)
		return move->has_cells = read_cells(part, move);
	if (strcmp(key, "indicate") == 0)
		return move->has_indicate = read_list(part,
							       &move->indicate);
	if (strcmp(key, "pass") == 0)
		return move->pass = cJSON_IsTrue(part);
	return false;
}

struct rollcall_move rollcall_move_of(const cJSON *entry)
{
	struct rollcall_move move = { .json = entry };
	const cJSON *part;

	cJSON_ArrayForEach(part, entry)
		read_part(part, &move);
	return move;
}

struct rollcall_move rollcall_legal(const struct rollcall_turn *turn,
				    int place)
{
	const cJSON *entry = cJSON_GetArrayItem(turn->legal, place);
	struct rollcall_move move = rollcall_move_of(entry);

	move.unfit = entry == NULL;
	return move;
}

static cJSON *cells_json(const struct rollcall_move *move)
{
	cJSON *cells = cJSON_CreateArray();

	for (int i = 0; i < move->cell_count; i++)
		cJSON_AddItemToArray(cells, cJSON_CreateString(move->cells[i]));
	return cells;
}

/* The fields of `entry` that read_part does not read. */
static cJSON *other_parts(const cJSON *entry)
{
	struct rollcall_move unused;
	cJSON *parts = cJSON_CreateObject();
	const cJSON *part;

	if (!cJSON_IsObject(entry))
		return parts;
	cJSON_ArrayForEach(part, entry)
		if (!read_part(part, &unused))
			cJSON_AddItemToObject(parts, part->string,
					      cJSON_Duplicate(part, true));
	return parts;
}

static cJSON *move_json(const struct rollcall_move *move)
{
	cJSON *json;

	if (move->json != NULL && !cJSON_IsObject(move->json))
		return cJSON_Duplicate(move->json, true);
	json = other_parts(move->json);
	if (move->has_keep)
		cJSON_AddItemToObject(json, "keep", cJSON_CreateIntArray(
			move->keep.at, move->keep.count));
	if (move->then[0] != '\0')
		cJSON_AddStringToObject(json, "then", move->then);
	if (move->cell[0] != '\0')
		cJSON_AddStringToObject(json, "cell", move->cell);
	if (move->has_cells)
		cJSON_AddItemToObject(json, "cells", cells_json(move));
	if (move->pass)
		cJSON_AddTrueToObject(json, "pass");
	if (move->has_indicate)
		cJSON_AddItemToObject(json, "indicate", cJSON_CreateIntArray(
			move->indicate.at, move->indicate.count));
	return json;
}

/*
 * Makes integers up to 2^53 print exactly.  Outside the range of int cJSON
 * prints only 15 digits, and a number of the protocol may have 16.
 */
static void make_exact(cJSON *json)
{
	const double most = 9007199254740992.0;         /* 2^53 */
	char digits[32];
	cJSON *part;
	size_t size;

	cJSON_ArrayForEach(part, json)
		make_exact(part);
	if (!cJSON_IsNumber(json) ||
	    (json->valuedouble > INT_MIN && json->valuedouble < INT_MAX) ||
	    json->valuedouble < -most || json->valuedouble > most ||
	    json->valuedouble != (double)(int64_t)json->valuedouble)
		return;
	size = (size_t)snprintf(digits, sizeof digits, "%.0f",
				json->valuedouble) + 1;
	json->valuestring = cJSON_malloc(size);
	if (json->valuestring == NULL)
		return;
	memcpy(json->valuestring, digits, size);
	json->type = (json->type & ~0xff) | cJSON_Raw;
}

char *rollcall_print(cJSON *json)
{
	char *text;

	make_exact(json);
	text = cJSON_PrintUnformatted(json);
	cJSON_Delete(json);
	return text;
}

int rollcall_play(struct rollcall_turn *turn, const struct rollcall_move *move)
{
	char *text;
	size_t size;

	if (move->unfit) {
		fputs("a move with a word or a list that is too long, or of a "
		      "place that is not in legal\n", stderr);
		return -1;
	}
	text = rollcall_print(move_json(move));
	size = text != NULL ? strlen(text) + 1 : 0;
	if (size == 0 || size > sizeof turn->text) {
		fprintf(stderr, "a move of more than %d bytes\n",
			ROLLCALL_MOVE_SIZE - 1);
		free(text);
		return -1;
	}
	memcpy(turn->text, text, size);
	free(text);
	turn->move = turn->text;
	return 0;
}

/* ### Steele, Lea and Flood's splitmix64 */

static const uint64_t values53 = UINT64_C(1) << 53;

uint64_t rollcall_next(struct rollcall_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Values from the last multiple of n on would make the low results likelier. */
static uint64_t below(struct rollcall_random *random, uint64_t n)
{
	uint64_t limit = values53 - values53 % n, value;

	do
		value = rollcall_next(random) >> 11;
	while (value >= limit);
	return value % n;
}

int rollcall_below(struct rollcall_random *random, int n)
{
	return n < 1 ? 0 : (int)below(random, (uint64_t)n);
}

double rollcall_unit(struct rollcall_random *random)
{
	return (double)(rollcall_next(random) >> 11) / (double)values53;
}

static void swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char kept = a[i];

		a[i] = b[i];
		b[i] = kept;
	}
}

void rollcall_shuffle(struct rollcall_random *random, void *base, size_t count,
		      size_t size)
{
	char *element = base;

	for (size_t i = count; i-- > 1; )
		swap(element + i * size,
		     element + (size_t)below(random, i + 1) * size, size);
}
