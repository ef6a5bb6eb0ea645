/*
 * games_csv.c - games of other tools: a CSV of blocks, entrants and ranks, and
 * of what counts in them.
 *
 * Strictly RFC 4180.  All games are kept until all are read, then sorted, because
 * no result may depend on the order of the lines.
 */
#include "tournaments/rating/games_table.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/text.h"
#include "tournaments/rating/csv.h"

enum {
	FIELDS_LEAST = 3, FIELDS = 5,
	FIELD_MAX = 65536,              /* bytes */
	RANK_DIGITS_MAX = 9
};

enum { BLOCK, ENTRANTS, RANKS, RESULT, GAME };

static const char *const header[FIELDS] = { "block", "entrants", "ranks",
	"result", "game" };

/* For errors, by how many there are. */
static const char *const fields[FIELDS + 1] = {
	[3] = "the three fields block,entrants,ranks",
	[4] = "the four fields block,entrants,ranks,result",
	[5] = "the five fields block,entrants,ranks,result,game"
};

/* Where a game is in the table, and what it is sorted by. */
struct csv_game {
	uint32_t block;
	uint32_t kind;                  /* the same for equal games */
	uint32_t place;
};

struct csv_block {
	const struct csv_game *games;
	size_t count;
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
	int columns;                    /* of the header */
	bool has_result;                /* the caller knows what counts */
	bool told[GAME_SEATS_MAX + 1];  /* a game of so many seats said it */

	struct games_labels labels;     /* of blocks */
	uint32_t *labelled;             /* the block of each label */
	size_t labelled_room;
	uint32_t blocks;
	struct csv_game *games;         /* as many as the table has */
	size_t games_room;

	struct games_table *table;
	struct error *err;
};

static int refuse(const struct csv *csv, const char *what)
{
	const char *stranger = csv->lines > 1 ? NULL :
		utf8_stranger(csv->buffer, csv->filled);

	if (stranger != NULL)
		return error_set(csv->err, "%s:1: expected UTF-8, found %s",
				 csv->path, stranger);
	return error_set(csv->err, "%s:%ld: %s", csv->path, csv->line, what);
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

/* Reads the rest of a quoted field; `*after` is the byte after its last
   quote. */
static int read_quoted(struct csv *csv, struct text *field, int *after)
{
	for (;;) {
		int byte = next_byte(csv);

		if (byte == EOF)
			return refuse(csv, "an unterminated quoted field");
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

/* Appends the ordinary bytes that come next in the buffer, all at once: they
   usually are the rest of the field. */
static void read_plain(struct csv *csv, struct text *field)
{
	const char *from = csv->buffer + csv->at, *at = from;
	const char *end = csv->buffer + csv->filled;

	if ((size_t)(end - at) > FIELD_MAX - field->length)
		end = at + FIELD_MAX - field->length;
	while (at < end && *at != ',' && *at != '"' && *at != '\n' &&
	       *at != '\r' && *at != '\0')
		at++;
	text_append(field, from, (size_t)(at - from));
	csv->at += (size_t)(at - from);
}

/* Reads a field that begins with `byte`; `*after` is the byte after it. */
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
			read_plain(csv, field);
		}
		*after = byte;
	}
	if (*after == '\r') {
		*after = next_byte(csv);
		if (*after != '\n')
			return refuse(csv, "a CR without an LF after it");
	}
	if (*after != ',' && *after != '\n' && *after != EOF)
		return refuse(csv, "text after a quoted field");
	csv_field_undo(field);
	return 0;
}

/* Reads a record of `least` to `most` fields.  Returns 1 with it, 0 at the end
   of the file, -1 on an error. */
static int read_record(struct csv *csv, int least, int most)
{
	int byte = next_byte(csv), after = ',';

	if (byte == EOF)
		return ferror(csv->file)
			? error_set(csv->err, "cannot read %s: %s", csv->path,
				    strerror(errno)) : 0;
	csv->line = ++csv->lines;
	csv->fields = 0;
	for (;;) {
		if (csv->fields == most)
			return error_set(csv->err, "%s:%ld: more than %s",
					 csv->path, csv->line, fields[most]);
		if (read_field(csv, &csv->field[csv->fields++], byte, &after)
		    != 0)
			return -1;
		if (after != ',')
			break;
		byte = next_byte(csv);
	}
	return csv->fields >= least ? 1 :
		error_set(csv->err, "%s:%ld: expected %s", csv->path,
			  csv->line, fields[least]);
}

static int read_header(struct csv *csv)
{
	int got = read_record(csv, 0, FIELDS);
	bool right = got == 1 && csv->fields >= FIELDS_LEAST;

	if (got < 0)
		return -1;
	csv->columns = csv->fields;
	for (int f = 0; right && f < csv->columns; f++)
		right = strcmp(text_string(&csv->field[f]), header[f]) == 0;
	csv->line = 1;
	return right ? 0 : refuse(csv, "expected the header "
				  "block,entrants,ranks,result,game, the last "
				  "two of which may be missing");
}

/* ### games */

/* Cuts a list at each "|", in place.  Returns the number of items, which is
   more than GAME_SEATS_MAX when there are too many. */
static int split(struct text *field, char **items)
{
	int count = 1;

	text_string(field);
	items[0] = field->bytes;
	for (size_t i = 0; i < field->length && count <= GAME_SEATS_MAX; i++) {
		if (field->bytes[i] != '|')
			continue;
		field->bytes[i] = '\0';
		if (count < GAME_SEATS_MAX)
			items[count] = field->bytes + i + 1;
		count++;
	}
	return count;
}

static int check_name(struct csv *csv, const char *name)
{
	const char *end = name + strlen(name);

	for (const char *at = name; at < end; ) {
		int size = utf8_size(at, end);

		if (size == 0)
			return refuse(csv, "a name that is not UTF-8");
		at += size;
	}
	if (!printable_is_plain(name))
		return error_set(csv->err, "%s:%ld: a name with a control, "
				 "bidirectional or zero-width character: %s",
				 csv->path, csv->line, FOREIGN(name));
	return 0;
}

static int read_name(struct csv *csv, const char *name, int *entrant)
{
	const int known = csv->table->entrant_count;

	if (*name == '\0')
		return refuse(csv, "an entrant without a name");
	*entrant = games_table_entrant(csv->table, name, "");
	return *entrant < known ? 0 : check_name(csv, name);
}

static int read_rank(struct csv *csv, const char *digits, long *rank)
{
	size_t length = 0;

	*rank = 0;
	for (; length < RANK_DIGITS_MAX && digits[length] >= '0' &&
	     digits[length] <= '9'; length++)
		*rank = 10 * *rank + (digits[length] - '0');
	if (length == 0 || digits[length] != '\0'
	    || digits[0] == '0')
		return error_set(csv->err, "%s:%ld: expected a rank, a whole "
				 "number from 1, found \"%s\"", csv->path,
				 csv->line, FOREIGN(digits));
	return 0;
}

/* What counts in a game, and its name: the same in all games of so many
   seats. */
static int read_kind(struct csv *csv, int seats)
{
	struct games_table *table = csv->table;
	const char *word = text_string(&csv->field[RESULT]);
	const char *game = text_string(&csv->field[GAME]);
	const int result = words_find(game_result_words, word);

	if (csv->columns <= RESULT)
		return seats == 2 || csv->has_result ? 0 :
			refuse(csv, "a game of three seats or more, and no "
			       "column `result` says what counts: give "
			       "--result ranking, winner or teams");
	if (result < 0)
		return error_set(csv->err, "%s:%ld: result: expected ranking, "
				 "winner or teams, found \"%s\"", csv->path,
				 csv->line, FOREIGN(word));
	if (csv->told[seats] && table->result[seats] != (enum result)result)
		return error_set(csv->err, "%s:%ld: result: %s, but %s in the "
				 "games of %d seats before it", csv->path,
				 csv->line, word, game_result_words
				 [table->result[seats]], seats);
	csv->told[seats] = true;
	table->result[seats] = (enum result)result;
	if (csv->columns <= GAME || *game == '\0')
		return 0;
	if (table->game == NULL && check_name(csv, game) != 0)
		return -1;
	if (table->game == NULL)
		table->game = memory_copy(game);
	return strcmp(table->game, game) == 0 ? 0 :
		error_set(csv->err, "%s:%ld: game: %s, but %s before it: one "
			  "ladder is for one game", csv->path, csv->line,
			  FOREIGN(game), FOREIGN(table->game));
}

static uint32_t block_of_record(struct csv *csv)
{
	const char *text = text_string(&csv->field[BLOCK]);
	const uint32_t known = csv->labels.count;
	uint32_t number;

	if (text[0] == '\0')
		return csv->blocks++;
	number = games_labels_number(&csv->labels, text);
	if (number == known) {
		ARRAY_GROW(csv->labelled, csv->labelled_room, number + 1);
		csv->labelled[number] = csv->blocks++;
	}
	return csv->labelled[number];
}

static int read_game(struct csv *csv)
{
	char *name[GAME_SEATS_MAX], *digits[GAME_SEATS_MAX];
	int seats = split(&csv->field[ENTRANTS], name);
	int ranks = split(&csv->field[RANKS], digits);
	int seated[GAME_SEATS_MAX];
	const size_t game = csv->table->game_count;
	long rank[GAME_SEATS_MAX];

	if (seats < 2 || seats > GAME_SEATS_MAX)
		return refuse(csv, "a game has 2 to 10 entrants, separated by "
			      "\"|\"");
	if (ranks != seats)
		return refuse(csv, "expected a rank for every entrant");
	if (read_kind(csv, seats) != 0)
		return -1;
	for (int s = 0; s < seats; s++)
		if (read_rank(csv, digits[s], &rank[s]) != 0)
			return -1;
	for (int s = 0; s < seats; s++)
		if (read_name(csv, name[s], &seated[s]) != 0)
			return -1;
	if (csv->table->place_count > UINT32_MAX / 2 ||
	    csv->labels.bytes.length > UINT32_MAX / 2)
		return refuse(csv, "too many games");
	ARRAY_GROW(csv->games, csv->games_room, game + 1);
	csv->games[game] = (struct csv_game){
		.block = block_of_record(csv),
		.place = (uint32_t)csv->table->place_count };
	games_table_add_game(csv->table, seated, rank, seats, 0);
	return 0;
}

/* ### order */

/* Gives equal games the same `kind`, and different ones an order. */
static void sort_kinds(struct csv *csv)
{
	const struct games_table *table = csv->table;
	AUTOFREE uint32_t *places =
		memory_new(table->game_count, sizeof *places);
	uint32_t *kind = memory_new(table->place_count, sizeof *kind), last = 0;

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		const size_t own = (size_t)seats;
		size_t count = 0;

		for (size_t g = 0; g < table->game_count; g++)
			if (table->games[g] == seats)
				places[count++] = csv->games[g].place;
		games_table_sort(table, seats, places, count);
		for (size_t i = 0; i < count; i++) {
			const uint32_t here = places[i];
			const uint32_t before = places[i > 0 ? i - 1 : 0];

			last += i == 0 ||
				memcmp(table->seated + here, table->seated +
				       before, own * sizeof *places) != 0 ||
				memcmp(table->ranks + here, table->ranks +
				       before, own) != 0;
			kind[here] = last;
		}
	}
	for (size_t g = 0; g < table->game_count; g++)
		csv->games[g].kind = kind[csv->games[g].place];
	free(kind);
}

static int by_block(const void *a, const void *b)
{
	const struct csv_game *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* By what is played in them, not by their texts or lines. */
static int by_games(const void *a, const void *b)
{
	const struct csv_block *x = a, *y = b;

	for (size_t i = 0; i < x->count && i < y->count; i++)
		if (x->games[i].kind != y->games[i].kind)
			return x->games[i].kind < y->games[i].kind ? -1 : 1;
	return (x->count > y->count) - (x->count < y->count);
}

/* Sorts entrants by name, the games of a block, and blocks. */
static void sort_games(struct csv *csv)
{
	struct games_table *table = csv->table;
	AUTOFREE struct csv_block *blocks =
		memory_new(csv->blocks, sizeof *blocks);
	AUTOFREE uint32_t *places =
		memory_new(table->game_count, sizeof *places);
	AUTOFREE unsigned char *bits = memory_new(table->game_count, 1);
	size_t to = 0;

	games_table_sort_entrants(table);
	sort_kinds(csv);
	qsort(csv->games, table->game_count, sizeof *csv->games, by_block);
	for (size_t g = 0; g < table->game_count; g++) {
		struct csv_block *own = &blocks[csv->games[g].block];

		if (own->count++ == 0)
			own->games = &csv->games[g];
	}
	qsort(blocks, csv->blocks, sizeof *blocks, by_games);
	for (uint32_t b = 0; b < csv->blocks; b++) {
		bits[to] = GAMES_NEW_MATCH | GAMES_NEW_BLOCK;
		for (size_t i = 0; i < blocks[b].count; i++)
			places[to++] = blocks[b].games[i].place;
	}
	games_table_reorder(table, places, bits);
}

/* ### the whole */

static int read_lines(struct csv *csv)
{
	int got;

	if (read_header(csv) != 0)
		return -1;
	while ((got = read_record(csv, csv->columns, csv->columns)) != 0)
		if (got < 0 || read_game(csv) != 0)
			return -1;
	return 0;
}

static int read_file(struct csv *csv)
{
	const bool is_input = strcmp(csv->path, "-") == 0;
	int result;

	if (file_expect(csv->path, false, "a CSV file of games", csv->err) != 0)
		return -1;
	csv->file = is_input ? stdin : fopen(csv->path, "r");
	if (csv->file == NULL)
		return error_set(csv->err, "cannot open %s: %s", csv->path,
				 strerror(errno));
	result = read_lines(csv);
	if (!is_input)
		fclose(csv->file);
	return result;
}

int games_table_read_csv(struct games_table *table, const char *path,
			 bool has_result, struct error *err)
{
	AUTOFREE struct csv *csv = memory_new(1, sizeof *csv);
	int result;

	csv->path = path;
	csv->table = table;
	csv->err = err;
	csv->has_result = has_result;
	result = read_file(csv);
	if (result == 0 && table->game_count > 0)
		sort_games(csv);
	for (int f = 0; f < FIELDS; f++)
		text_release(&csv->field[f]);
	games_labels_release(&csv->labels);
	free(csv->labelled);
	free(csv->games);
	return result;
}
