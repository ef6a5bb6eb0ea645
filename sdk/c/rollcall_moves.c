/*
 * rollcall_moves.c - moves of the games, from JSON and back.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rollcall_private.h"

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
		    !rollcall_read_text(cell, move->cells[move->cell_count++],
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
		return move->has_keep = rollcall_read_list(part,
							   &move->keep);
	if (strcmp(key, "then") == 0)
		return rollcall_read_text(part, move->then,
					  ROLLCALL_WORD_SIZE) &&
		       move->then[0] != '\0';
	if (strcmp(key, "cell") == 0)
		return rollcall_read_text(part, move->cell,
					  ROLLCALL_WORD_SIZE) &&
		       move->cell[0] != '\0';
	if (strcmp(key, "cells") == 0)
		return move->has_cells = read_cells(part, move);
	if (strcmp(key, "indicate") == 0)
		return move->has_indicate = rollcall_read_list(part,
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
