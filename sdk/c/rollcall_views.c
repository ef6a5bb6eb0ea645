/*
 * rollcall_views.c - reads the views of the games, each with a table that maps
 * keys to fields.
 */
#include <string.h>

#include "rollcall_private.h"

/* ### values of JSON into fields */

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

bool rollcall_read_text(const cJSON *value, char *text, size_t size)
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

bool rollcall_read_list(const cJSON *value, struct rollcall_list *list)
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
		return rollcall_read_text(value, to, ROLLCALL_WORD_SIZE);
	case BOARD:
		return rollcall_read_text(value, to, ROLLCALL_BOARD_SIZE);
	case LETTERS:
		return read_letters(value, to);
	case NUMBERS:
		return rollcall_read_list(value, to);
	case SERIES:
		return read_series(value, to);
	}
	return false;
}

/* ### views */

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
