/*
 * games_csv.c - games of other tools: a CSV of blocks, entrants and ranks.
 *
 * RFC 4180 and nothing looser.  The order of the lines must not show in any
 * result, so entrants, blocks and the games of a block are sorted once all
 * are read.
 */
#include "tournaments/rating/games_table.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"

enum {
	FIELDS = 3,
	FIELD_MAX = 65536,              /* bytes */
	RANK_DIGITS_MAX = 9
};

enum { BLOCK, ENTRANTS, RANKS };

static const char *const header[FIELDS] = { "block", "entrants", "ranks" };

/* Texts by number, in the order of their first appearance. */
struct labels {
	struct text bytes;              /* each with its number in front and a
					   NUL behind */
	uint32_t *start;
	uint32_t count;
	size_t room;
	uint32_t *slots;                /* hash table: number + 1 */
	size_t slots_room;
};

struct csv {
	const char *path;
	FILE *file;
	char buffer[65536];
	size_t at, filled;
	long line;                      /* of the record, from 1 */
	long lines;                     /* begun so far */
	struct text field[FIELDS];
	int fields;                     /* of the record */
	struct labels blocks;
	uint32_t *block_of;             /* by where a game's places begin */
	size_t block_room;
	struct games_table *table;
	struct error *err;
};

#define ALONE UINT32_MAX        /* a block of its own */

static int refuse(const struct csv *csv, const char *what)
{
	return error_set(csv->err, "%s:%ld: %s", csv->path, csv->line, what);
}

/* ### labels */

static void labels_release(struct labels *labels)
{
	text_release(&labels->bytes);
	free(labels->start);
	free(labels->slots);
	*labels = (struct labels){0};
}

static const char *label(const struct labels *labels, uint32_t number)
{
	return labels->bytes.bytes + labels->start[number];
}

static uint32_t label_slot(const struct labels *labels, const char *text)
{
	uint32_t slot = 2166136261u;

	for (const char *c = text; *c != '\0'; c++)
		slot = (slot ^ (unsigned char)*c) * 16777619u;
	slot &= labels->slots_room - 1;
	while (labels->slots[slot] != 0 &&
	       strcmp(label(labels, labels->slots[slot] - 1), text) != 0)
		slot = (slot + 1) & (labels->slots_room - 1);
	return slot;
}

static void labels_grow(struct labels *labels)
{
	ARRAY_GROW(labels->start, labels->room, labels->count + 1);
	free(labels->slots);
	labels->slots_room = 2 * labels->room;
	labels->slots = memory_new(labels->slots_room, sizeof *labels->slots);
	for (uint32_t i = 0; i < labels->count; i++)
		labels->slots[label_slot(labels, label(labels, i))] = i + 1;
}

static uint32_t label_number(struct labels *labels, const char *text)
{
	uint32_t slot;

	if (labels->count == labels->room)
		labels_grow(labels);
	slot = label_slot(labels, text);
	if (labels->slots[slot] == 0) {
		text_append(&labels->bytes, &labels->count,
			    sizeof labels->count);
		labels->start[labels->count] = (uint32_t)labels->bytes.length;
		text_append(&labels->bytes, text, strlen(text) + 1);
		labels->slots[slot] = ++labels->count;
	}
	return labels->slots[slot] - 1;
}

/* ### records */

/* The next byte, or EOF. */
static int next_byte(struct csv *csv)
{
	if (csv->at == csv->filled) {
		csv->filled = fread(csv->buffer, 1, sizeof csv->buffer,
				    csv->file);
		csv->at = 0;
		if (csv->filled == 0)
			return EOF;
	}
	return (unsigned char)csv->buffer[csv->at++];
}

static int put_byte(struct csv *csv, struct text *field, int byte)
{
	if (byte == '\0')
		return refuse(csv, "a NUL byte");
	if (field->length >= FIELD_MAX)
		return refuse(csv, "a field of more than 65536 bytes");
	text_byte(field, (char)byte);
	return 0;
}

/* The rest of a quoted field.  `*after` is the byte after the quote. */
static int read_quoted(struct csv *csv, struct text *field, int *after)
{
	for (;;) {
		int byte = next_byte(csv);

		if (byte == EOF)
			return refuse(csv, "a quoted field that never ends");
		if (byte == '"') {
			*after = next_byte(csv);
			if (*after != '"')
				return 0;
		}
		csv->lines += byte == '\n';
		if (put_byte(csv, field, byte) != 0)
			return -1;
	}
}

/* What printable_csv put before a field that a spreadsheet would run. */
static void unprotect(struct text *field)
{
	if (field->length == 0 || field->bytes[0] != '\'' ||
	    !printable_csv_runs(text_string(field) + 1))
		return;
	field->length--;
	memmove(field->bytes, field->bytes + 1, field->length);
}

/* A field from its first byte on; `*after` is the byte after it. */
static int read_field(struct csv *csv, struct text *field, int byte, int *after)
{
	text_clear(field);
	if (byte == '"') {
		if (read_quoted(csv, field, after) != 0)
			return -1;
	} else {
		for (; byte != ',' && byte != '\n' && byte != '\r' &&
		     byte != EOF; byte = next_byte(csv)) {
			if (byte == '"')
				return refuse(csv, "a quote inside a field "
					      "that does not begin with one");
			if (put_byte(csv, field, byte) != 0)
				return -1;
		}
		*after = byte;
	}
	if (*after == '\r') {
		*after = next_byte(csv);
		if (*after != '\n')
			return refuse(csv, "a CR that no LF follows");
	}
	if (*after != ',' && *after != '\n' && *after != EOF)
		return refuse(csv, "text after a quoted field");
	unprotect(field);
	return 0;
}

/* Returns 1 with a record, 0 at the end of the file, -1. */
static int read_record(struct csv *csv)
{
	int byte = next_byte(csv), after = ',';

	if (byte == EOF)
		return ferror(csv->file)
			? error_set(csv->err, "cannot read %s: %s", csv->path,
				    strerror(errno)) : 0;
	csv->line = ++csv->lines;
	csv->fields = 0;
	for (;;) {
		if (csv->fields == FIELDS)
			return refuse(csv, "more than the three fields "
				      "block,entrants,ranks");
		if (read_field(csv, &csv->field[csv->fields++], byte, &after)
		    != 0)
			return -1;
		if (after != ',')
			break;
		byte = next_byte(csv);
	}
	if (csv->fields < FIELDS)
		return refuse(csv, "expected the three fields "
			      "block,entrants,ranks");
	return 1;
}

static int read_header(struct csv *csv)
{
	int got = read_record(csv);
	bool right = got == 1;

	if (got < 0)
		return -1;
	for (int f = 0; right && f < FIELDS; f++)
		right = strcmp(text_string(&csv->field[f]), header[f]) == 0;
	csv->line = 1;
	return right ? 0 : refuse(csv, "expected the header "
				  "block,entrants,ranks");
}

/* ### games */

/* Cuts a list at each "|", in place.  Returns the number of items, which is
   more than GAME_SEATS_MAX when there are too many. */
static int split(struct text *field, char **items)
{
	char *at = field->bytes;
	int count = 1;

	text_string(field);
	items[0] = at = field->bytes;
	while ((at = strchr(at, '|')) != NULL && count <= GAME_SEATS_MAX) {
		*at++ = '\0';
		if (count < GAME_SEATS_MAX)
			items[count] = at;
		count++;
	}
	return count;
}

static int read_name(struct csv *csv, const char *name, int *entrant)
{
	const char *end = name + strlen(name);

	if (name == end)
		return refuse(csv, "an entrant without a name");
	for (const char *at = name; at < end; ) {
		int size = utf8_size(at, end);

		if (size == 0)
			return refuse(csv, "a name that is not UTF-8");
		at += size;
	}
	if (!printable_is_plain(name))
		return error_set(csv->err, "%s:%ld: a name with a control, "
				 "bidirectional or zero-width character: %s",
				 csv->path, csv->line, name);
	*entrant = games_table_entrant(csv->table, name, "");
	return 0;
}

static int read_rank(struct csv *csv, const char *digits, long *rank)
{
	size_t length = strspn(digits, "0123456789");

	if (length == 0 || length > RANK_DIGITS_MAX || digits[length] != '\0'
	    || digits[0] == '0')
		return error_set(csv->err, "%s:%ld: expected a rank, a whole "
				 "number from 1, found \"%.40s\"", csv->path,
				 csv->line, digits);
	*rank = strtol(digits, NULL, 10);
	return 0;
}

static void keep_block(struct csv *csv, size_t place)
{
	const char *text = text_string(&csv->field[BLOCK]);

	ARRAY_GROW(csv->block_of, csv->block_room, place + 1);
	csv->block_of[place] = text[0] == '\0'
		? ALONE : label_number(&csv->blocks, text);
}

static int read_game(struct csv *csv)
{
	char *name[GAME_SEATS_MAX], *digits[GAME_SEATS_MAX];
	int seats = split(&csv->field[ENTRANTS], name);
	int ranks = split(&csv->field[RANKS], digits);
	int seated[GAME_SEATS_MAX];
	long rank[GAME_SEATS_MAX];

	if (seats < 2 || seats > GAME_SEATS_MAX)
		return refuse(csv, "a game has 2 to 10 entrants, split by "
			      "\"|\"");
	if (ranks != seats)
		return refuse(csv, "expected a rank for every entrant");
	for (int s = 0; s < seats; s++)
		if (read_rank(csv, digits[s], &rank[s]) != 0)
			return -1;
	for (int s = 0; s < seats; s++)
		if (read_name(csv, name[s], &seated[s]) != 0)
			return -1;
	keep_block(csv, csv->table->place_count);
	games_table_add_game(csv->table, seated, rank, seats, 0);
	if (csv->table->place_count > UINT32_MAX / 2)
		return refuse(csv, "too many games");
	return 0;
}

/* ### order */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The place of each label in their order. */
static uint32_t *label_places(const struct labels *labels)
{
	uint32_t count = labels->count, number;
	uint32_t *place = memory_new(count, sizeof *place);
	const char **sorted = memory_new(count, sizeof *sorted);
	bool in_order = true;

	for (uint32_t i = 0; i < count; i++)
		sorted[i] = label(labels, i);
	/* The output of other tools is nearly always in order. */
	for (uint32_t i = 1; i < count; i++)
		in_order &= by_text(&sorted[i - 1], &sorted[i]) < 0;
	if (!in_order)
		qsort(sorted, count, sizeof *sorted, by_text);
	for (uint32_t i = 0; i < count; i++) {
		memcpy(&number, sorted[i] - sizeof number, sizeof number);
		place[number] = i;
	}
	free(sorted);
	return place;
}

/* The places of all games: by N, entrants and ranks. */
static uint32_t *places_by_content(const struct games_table *table)
{
	uint32_t *places = memory_new(table->game_count, sizeof *places);
	size_t count = 0, first;
	uint32_t place;

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		first = count;
		place = 0;
		for (size_t g = 0; g < table->game_count; g++) {
			if ((table->games[g] & GAMES_SEATS) == seats)
				places[count++] = place;
			place += table->games[g] & GAMES_SEATS;
		}
		games_table_sort(table, seats, places + first, count - first);
	}
	return places;
}

/* Replaces block numbers by their order; ALONE comes after all of them.  Returns
   how many there are; their names are gone. */
static uint32_t sort_blocks(struct csv *csv)
{
	uint32_t count = csv->blocks.count, *rank, place = 0;

	/* Nothing is looked up any more; it is a large part of the memory. */
	free(csv->blocks.slots);
	csv->blocks.slots = NULL;
	rank = label_places(&csv->blocks);
	labels_release(&csv->blocks);
	for (size_t g = 0; g < csv->table->game_count; g++) {
		uint32_t *block = &csv->block_of[place];

		*block = *block == ALONE ? count : rank[*block];
		place += csv->table->games[g] & GAMES_SEATS;
	}
	free(rank);
	return count;
}

/* Blocks in order, in each of them the games by content. */
static void sort_games(struct csv *csv, uint32_t alone)
{
	size_t count = csv->table->game_count;
	uint32_t *by_content = places_by_content(csv->table);
	uint32_t *places = memory_new(count, sizeof *places);
	uint32_t *start = memory_new((size_t)alone + 2, sizeof *start);
	unsigned char *bits = memory_new(count, 1);

	for (size_t i = 0; i < count; i++)
		start[csv->block_of[by_content[i]] + 1]++;
	for (uint32_t b = 1; b <= alone; b++)
		start[b] += start[b - 1];
	for (size_t i = 0; i < count; i++)
		places[start[csv->block_of[by_content[i]]]++] = by_content[i];
	free(by_content);
	free(start);
	for (size_t i = 0; i < count; i++) {
		uint32_t block = csv->block_of[places[i]];

		if (i == 0 || block == alone ||
		    block != csv->block_of[places[i - 1]])
			bits[i] = GAMES_NEW_MATCH | GAMES_NEW_BLOCK;
	}
	free(csv->block_of);
	csv->block_of = NULL;
	games_table_reorder(csv->table, places, bits);
	free(places);
	free(bits);
}

int games_table_read_csv(struct games_table *table, const char *path,
			 struct error *err)
{
	struct csv *csv = memory_new(1, sizeof *csv);
	int got, result = -1;

	csv->path = path;
	csv->table = table;
	csv->err = err;
	if (file_expect(path, false, "a CSV file of games", err) != 0)
		goto done;
	csv->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	if (csv->file == NULL) {
		error_set(err, "cannot open %s: %s", path, strerror(errno));
		goto done;
	}
	if (read_header(csv) != 0)
		goto done;
	while ((got = read_record(csv)) == 1)
		if (read_game(csv) != 0)
			goto done;
	if (got < 0)
		goto done;
	games_table_sort_entrants(table);
	sort_games(csv, sort_blocks(csv));
	result = 0;

done:
	if (csv->file != NULL && csv->file != stdin)
		fclose(csv->file);
	for (int f = 0; f < FIELDS; f++)
		text_release(&csv->field[f]);
	labels_release(&csv->blocks);
	free(csv->block_of);
	free(csv);
	return result;
}
