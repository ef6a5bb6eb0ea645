/*
 * games_csv.c - games of other tools: a CSV of blocks, entrants and ranks, and
 * of what counts in them.
 *
 * Strictly RFC 4180.  As long as the texts of blocks ascend, none can come
 * again, and each block is added up as soon as it ends.  At the first text that
 * does not ascend the file is read again from the start, and every game is kept
 * until all are read.  The sums are sorted, because no result may depend on the
 * order of the lines.
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
#include "base/words.h"
#include "tournaments/rating/games_sums.h"
#include "tournaments/rating/label_order.h"
#include "tournaments/rating/labels.h"

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

struct csv {
	const char *path;
	FILE *file;
	off_t start;                    /* -1: cannot be read again */
	FILE *copy;                     /* if so, of what was read, or NULL */
	char buffer[65536];
	size_t at, filled;
	long line;                      /* of the record, from 1 */
	long lines;                     /* begun so far */
	struct text field[FIELDS];
	int fields;                     /* of the record */
	int columns;                    /* of the header */
	bool has_result;                /* the caller knows what counts */
	bool told[GAME_SEATS_MAX + 1];  /* a game of so many seats said it */
	size_t games;                   /* so far */

	bool again;                     /* blocks do not ascend */
	bool scattered;                 /* it is being read a second time */
	struct label_order order;
	struct games_sums *sums;
	/* When reading a second time: */
	struct labels blocks;
	uint32_t *kept;                 /* their games */
	size_t kept_count, kept_room;
	uint32_t *last;                 /* of each block, 1 + where in kept */
	size_t last_room;

	struct games_table *table;
	struct error *err;
};

static int refuse(const struct csv *csv, const char *what)
{
	return error_set(csv->err, "%s:%ld: %s", csv->path, csv->line, what);
}

/* ### records */

/* Not an error: the copy is needed only if blocks do not ascend. */
static void copy_failed(struct csv *csv)
{
	fclose(csv->copy);
	csv->copy = NULL;
}

/* The next byte, or EOF. */
static int next_byte(struct csv *csv)
{
	if (csv->at == csv->filled) {
		csv->filled = fread(csv->buffer, 1, sizeof csv->buffer,
				    csv->file);
		csv->at = 0;
		if (csv->filled == 0)
			return EOF;
		if (csv->copy != NULL &&
		    fwrite(csv->buffer, 1, csv->filled, csv->copy)
		    != csv->filled)
			copy_failed(csv);
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
	printable_csv_undo(field);
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
	if (!right && strncmp(text_string(&csv->field[0]), "\xef\xbb\xbf",
			      3) == 0)
		return refuse(csv, "expected UTF-8 without a byte order mark");
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

static int read_name(struct csv *csv, const char *name, uint32_t *entrant)
{
	const int known = csv->table->entrant_count;

	if (*name == '\0')
		return refuse(csv, "an entrant without a name");
	*entrant = (uint32_t)games_table_entrant(csv->table, name, "");
	return *entrant < (uint32_t)known ? 0 : check_name(csv, name);
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

/* In `kept` a game consists of 1 + where the game of its block before it is, of
   N and its ranks as bytes, and of its entrants. */
static size_t rank_words(int seats)
{
	return ((size_t)seats + sizeof(uint32_t)) / sizeof(uint32_t);
}

static void keep_game(struct csv *csv, const struct games_sums_game *game)
{
	uint32_t block = labels_number(&csv->blocks,
				      text_string(&csv->field[BLOCK]));
	size_t seats = (size_t)game->seats, words = rank_words(game->seats);
	size_t at = csv->kept_count;
	unsigned char *bytes;

	csv->kept_count += 1 + words + seats;
	ARRAY_GROW(csv->kept, csv->kept_room, csv->kept_count);
	ARRAY_GROW(csv->last, csv->last_room, (size_t)block + 1);
	csv->kept[at] = csv->last[block];
	csv->last[block] = (uint32_t)at + 1;
	bytes = (unsigned char *)(csv->kept + at + 1);
	bytes[0] = (unsigned char)seats;
	memcpy(bytes + 1, game->ranks, seats);
	memcpy(csv->kept + at + 1 + words, game->seated,
	       seats * sizeof *game->seated);
}

static void add_kept(struct csv *csv)
{
	for (uint32_t block = 0; block < csv->blocks.count; block++) {
		for (size_t at = csv->last[block]; at != 0;
		     at = csv->kept[at - 1]) {
			const uint32_t *kept = csv->kept + at;
			const unsigned char *bytes =
				(const unsigned char *)kept;
			struct games_sums_game game = { .seats = bytes[0] };
			size_t seats = bytes[0];

			memcpy(game.ranks, bytes + 1, seats);
			memcpy(game.seated, kept + rank_words(game.seats),
			       seats * sizeof *game.seated);
			games_sums_add(csv->sums, &game);
		}
		games_sums_end_block(csv->sums);
	}
}

static void take_game(struct csv *csv, const struct games_sums_game *game)
{
	const char *block = text_string(&csv->field[BLOCK]);
	enum label_order_step step;

	if (block[0] == '\0') {
		games_sums_add_alone(csv->sums, game);
		return;
	}
	if (csv->scattered) {
		keep_game(csv, game);
		return;
	}
	step = label_order_next(&csv->order, block);
	if (step == LABEL_ORDER_UNKNOWN) {
		csv->again = true;
		return;
	}
	if (step == LABEL_ORDER_NEW)
		games_sums_end_block(csv->sums);
	games_sums_add(csv->sums, game);
}

static int read_game(struct csv *csv)
{
	char *name[GAME_SEATS_MAX], *digits[GAME_SEATS_MAX];
	int seats = split(&csv->field[ENTRANTS], name);
	int ranks = split(&csv->field[RANKS], digits);
	struct games_sums_game game = { .seats = seats };
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
		if (read_name(csv, name[s], &game.seated[s]) != 0)
			return -1;
	games_table_order_ranks(rank, seats, game.ranks);
	if (++csv->games > UINT32_MAX / 2 ||
	    csv->table->place_count > UINT32_MAX / 2 ||
	    csv->kept_count > UINT32_MAX / 2)
		return refuse(csv, "too many games");
	take_game(csv, &game);
	return 0;
}

/* ### the whole */

static int read_lines(struct csv *csv)
{
	int got;

	if (read_header(csv) != 0)
		return -1;
	while (!csv->again && (got = read_record(csv, csv->columns,
						csv->columns)) != 0)
		if (got < 0 || read_game(csv) != 0)
			return -1;
	return 0;
}

/* Reads the file again from its first line. */
static int begin_again(struct csv *csv)
{
	if (csv->start < 0) {
		while (csv->copy != NULL && next_byte(csv) != EOF)
			csv->at = csv->filled;
		if (csv->copy == NULL || ferror(csv->file) ||
		    fflush(csv->copy) != 0)
			return refuse(csv, "the texts of the blocks do not "
				      "ascend, so the input has to be read "
				      "twice; it is not a file, and there is "
				      "no room for a copy in the folder for "
				      "temporary files");
		csv->file = csv->copy;
		csv->copy = NULL;
		csv->start = 0;
	}
	if (fseeko(csv->file, csv->start, SEEK_SET) != 0)
		return error_set(csv->err, "cannot read %s again: %s",
				 csv->path, strerror(errno));
	csv->at = csv->filled = 0;
	csv->lines = 0;
	csv->games = 0;
	csv->again = false;
	csv->scattered = true;
	games_sums_free(csv->sums);
	csv->table->game_count = csv->table->place_count = 0;
	csv->sums = games_sums_new(csv->table);
	return read_lines(csv);
}

int games_table_read_csv(struct games_table *table, const char *path,
			 bool has_result, struct error *err)
{
	struct csv *csv = memory_new(1, sizeof *csv);
	FILE *opened = NULL;
	int result = -1;

	csv->path = path;
	csv->table = table;
	csv->err = err;
	csv->has_result = has_result;
	if (file_expect(path, false, "a CSV file of games", err) != 0)
		goto done;
	if (strcmp(path, "-") != 0)
		opened = fopen(path, "r");
	csv->file = strcmp(path, "-") == 0 ? stdin : opened;
	if (csv->file == NULL) {
		error_set(err, "cannot open %s: %s", path, strerror(errno));
		goto done;
	}
	csv->start = ftello(csv->file);
	csv->copy = csv->start < 0 ? tmpfile() : NULL;
	csv->sums = games_sums_new(table);
	if (read_lines(csv) != 0 || (csv->again && begin_again(csv) != 0))
		goto done;
	games_sums_end_block(csv->sums);
	add_kept(csv);
	games_sums_finish(csv->sums);
	result = 0;

done:
	if (csv->copy != NULL)
		fclose(csv->copy);
	if (csv->file != NULL && csv->file != stdin && csv->file != opened)
		fclose(csv->file);
	if (opened != NULL)
		fclose(opened);
	for (int f = 0; f < FIELDS; f++)
		text_release(&csv->field[f]);
	label_order_release(&csv->order);
	labels_release(&csv->blocks);
	games_sums_free(csv->sums);
	free(csv->kept);
	free(csv->last);
	free(csv);
	return result;
}
