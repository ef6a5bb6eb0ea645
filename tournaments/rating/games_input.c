/*
 * games_input.c - games of other tools: a CSV of blocks, entrants and ranks,
 * and of what counts in them, or the tags of a PGN.
 *
 * CSV is strictly RFC 4180; the moves of a PGN are skipped.  All games are kept
 * until all files are read, then sorted, because no result may depend on their
 * order.
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

/* The tags of a PGN that are read; "Block" is written by `tournament games`. */
enum { WHITE, BLACK, OUTCOME, EVENT, ROUND, FEN, OPENING, OWN_BLOCK, TAGS };

static const char *const tags[TAGS] = { "White", "Black", "Result", "Event",
	"Round", "FEN", "Opening", "Block" };

static const char *const header[FIELDS] = { "block", "entrants", "ranks",
	"result", "game" };

/* For errors, by how many there are. */
static const char *const fields[FIELDS + 1] = {
	[3] = "the three fields block,entrants,ranks",
	[4] = "the four fields block,entrants,ranks,result",
	[5] = "the five fields block,entrants,ranks,result,game"
};

/* Where a game is in the table, and what it is sorted by. */
struct input_game {
	uint32_t block;
	uint32_t kind;                  /* the same for equal games */
	uint32_t place;
};

struct input_block {
	const struct input_game *games;
	size_t count;
};

/* A text of games that go together. */
struct input_label {
	uint32_t block;                 /* of a PGN, the first one.. */
	uint32_t last;                  /* ..and the last one that.. */
	bool waits;                     /* ..has one game, and waits for one.. */
	bool swapped;                   /* ..with the other colours than this */
};

struct input {
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

	struct text tag[TAGS];          /* of a game in a PGN */
	bool has[TAGS];
	long begun;                     /* the line of its first tag; 0: none */

	struct games_labels labels;     /* of blocks, in this file */
	struct input_label *labelled;   /* by label */
	size_t labelled_room;
	uint32_t blocks;                /* of all files */
	uint32_t *next;                 /* of a block that waits */
	size_t next_room;
	struct input_game *games;         /* as many as the table has */
	size_t games_room;

	struct games_table *table;
	struct error *err;
};

static int refuse(const struct input *input, const char *what)
{
	const char *stranger = input->lines > 1 ? NULL :
		utf8_stranger(input->buffer, input->filled);

	if (stranger != NULL)
		return error_set(input->err, "%s:1: expected UTF-8, found %s",
				 input->path, stranger);
	return error_set(input->err, "%s:%ld: %s", input->path, input->line, what);
}

/* ### records */

/* The next byte, or EOF. */
static int next_byte(struct input *input)
{
	if (input->at == input->filled) {
		input->filled = fread(input->buffer, 1, sizeof input->buffer,
				    input->file);
		input->at = 0;
		if (input->filled == 0)
			return EOF;
	}
	return (unsigned char)input->buffer[input->at++];
}

static int put_byte(struct input *input, struct text *field, int byte)
{
	if (byte == '\0')
		return refuse(input, "a NUL byte");
	if (field->length >= FIELD_MAX)
		return refuse(input, "a field of more than 65536 bytes");
	text_byte(field, (char)byte);
	return 0;
}

/* Reads the rest of a quoted field; `*after` is the byte after its last
   quote. */
static int read_quoted(struct input *input, struct text *field, int *after)
{
	for (;;) {
		int byte = next_byte(input);

		if (byte == EOF)
			return refuse(input, "an unterminated quoted field");
		if (byte == '"') {
			*after = next_byte(input);
			if (*after != '"')
				return 0;
		}
		input->lines += byte == '\n';
		if (put_byte(input, field, byte) != 0)
			return -1;
	}
}

/* Appends the ordinary bytes that come next in the buffer, all at once: they
   usually are the rest of the field. */
static void read_plain(struct input *input, struct text *field)
{
	const char *from = input->buffer + input->at, *at = from;
	const char *end = input->buffer + input->filled;

	if ((size_t)(end - at) > FIELD_MAX - field->length)
		end = at + FIELD_MAX - field->length;
	while (at < end && *at != ',' && *at != '"' && *at != '\n' &&
	       *at != '\r' && *at != '\0')
		at++;
	text_append(field, from, (size_t)(at - from));
	input->at += (size_t)(at - from);
}

/* Reads a field that begins with `byte`; `*after` is the byte after it. */
static int read_field(struct input *input, struct text *field, int byte,
		      int *after)
{
	text_clear(field);
	if (byte == '"') {
		if (read_quoted(input, field, after) != 0)
			return -1;
	} else {
		for (; byte != ',' && byte != '\n' && byte != '\r' &&
		     byte != EOF; byte = next_byte(input)) {
			if (byte == '"')
				return refuse(input, "a quote inside a field "
					      "that does not begin with one");
			if (put_byte(input, field, byte) != 0)
				return -1;
			read_plain(input, field);
		}
		*after = byte;
	}
	if (*after == '\r') {
		*after = next_byte(input);
		if (*after != '\n')
			return refuse(input, "a CR without an LF after it");
	}
	if (*after != ',' && *after != '\n' && *after != EOF)
		return refuse(input, "text after a quoted field");
	csv_field_undo(field);
	return 0;
}

/* Reads a record of `least` to `most` fields.  Returns 1 with it, 0 at the end
   of the file, -1 on an error. */
static int read_record(struct input *input, int least, int most)
{
	int byte = next_byte(input), after = ',';

	if (byte == EOF)
		return ferror(input->file)
			? error_set(input->err, "cannot read %s: %s", input->path,
				    strerror(errno)) : 0;
	input->line = ++input->lines;
	input->fields = 0;
	for (;;) {
		if (input->fields == most)
			return error_set(input->err, "%s:%ld: more than %s",
					 input->path, input->line, fields[most]);
		if (read_field(input, &input->field[input->fields++], byte, &after)
		    != 0)
			return -1;
		if (after != ',')
			break;
		byte = next_byte(input);
	}
	return input->fields >= least ? 1 :
		error_set(input->err, "%s:%ld: expected %s", input->path,
			  input->line, fields[least]);
}

static int read_header(struct input *input)
{
	int got = read_record(input, 0, FIELDS);
	bool right = got == 1 && input->fields >= FIELDS_LEAST;

	if (got < 0)
		return -1;
	input->columns = input->fields;
	for (int f = 0; right && f < input->columns; f++)
		right = strcmp(text_string(&input->field[f]), header[f]) == 0;
	input->line = 1;
	return right ? 0 : refuse(input, "expected the header "
				  "block,entrants,ranks,result,game, the last "
				  "two of which may be missing, or a PGN");
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

static int check_name(struct input *input, const char *name)
{
	const char *end = name + strlen(name);

	for (const char *at = name; at < end; ) {
		int size = utf8_size(at, end);

		if (size == 0)
			return refuse(input, "a name that is not UTF-8");
		at += size;
	}
	if (!printable_is_plain(name))
		return error_set(input->err, "%s:%ld: a name with a control, "
				 "bidirectional or zero-width character: %s",
				 input->path, input->line, FOREIGN(name));
	return 0;
}

static int read_name(struct input *input, const char *name, int *entrant)
{
	const int known = input->table->entrant_count;

	if (*name == '\0')
		return refuse(input, "an entrant without a name");
	*entrant = games_table_entrant(input->table, name, "");
	return *entrant < known ? 0 : check_name(input, name);
}

static int read_rank(struct input *input, const char *digits, long *rank)
{
	size_t length = 0;

	*rank = 0;
	for (; length < RANK_DIGITS_MAX && digits[length] >= '0' &&
	     digits[length] <= '9'; length++)
		*rank = 10 * *rank + (digits[length] - '0');
	if (length == 0 || digits[length] != '\0'
	    || digits[0] == '0')
		return error_set(input->err, "%s:%ld: expected a rank, a whole "
				 "number from 1, found \"%s\"", input->path,
				 input->line, FOREIGN(digits));
	return 0;
}

/* What counts in a game, and its name: the same in all games of so many
   seats. */
static int read_kind(struct input *input, int seats)
{
	struct games_table *table = input->table;
	const char *word = text_string(&input->field[RESULT]);
	const char *game = text_string(&input->field[GAME]);
	const int result = words_find(game_result_words, word);

	if (input->columns <= RESULT)
		return seats == 2 || input->has_result ? 0 :
			refuse(input, "a game of three seats or more, and no "
			       "column `result` says what counts: give "
			       "--result ranking, winner or teams");
	if (result < 0)
		return error_set(input->err, "%s:%ld: result: expected ranking, "
				 "winner or teams, found \"%s\"", input->path,
				 input->line, FOREIGN(word));
	if (input->told[seats] && table->result[seats] != (enum result)result)
		return error_set(input->err, "%s:%ld: result: %s, but %s in the "
				 "games of %d seats before it", input->path,
				 input->line, word, game_result_words
				 [table->result[seats]], seats);
	input->told[seats] = true;
	table->result[seats] = (enum result)result;
	if (input->columns <= GAME || *game == '\0')
		return 0;
	if (table->game == NULL && check_name(input, game) != 0)
		return -1;
	if (table->game == NULL)
		table->game = memory_copy(game);
	return strcmp(table->game, game) == 0 ? 0 :
		error_set(input->err, "%s:%ld: game: %s, but %s before it: one "
			  "ladder is for one game", input->path, input->line,
			  FOREIGN(game), FOREIGN(table->game));
}

/* The number of a text of games that go together. */
static uint32_t label_of(struct input *input, const char *text)
{
	const uint32_t known = input->labels.count;
	const uint32_t number = games_labels_number(&input->labels, text);

	if (number == known) {
		ARRAY_GROW(input->labelled, input->labelled_room, number + 1);
		input->labelled[number] = (struct input_label){0};
	}
	return number;
}

/* The block of all games with this text; without one, a new one. */
static uint32_t block_of_text(struct input *input, const char *text)
{
	const uint32_t known = input->labels.count;
	uint32_t number;

	if (text[0] == '\0')
		return input->blocks++;
	number = label_of(input, text);
	if (number == known)
		input->labelled[number].block = input->blocks++;
	return input->labelled[number].block;
}

static int add_game(struct input *input, uint32_t block, const int *seated,
		    const long *rank, int seats)
{
	const size_t game = input->table->game_count;

	if (input->table->place_count > UINT32_MAX / 2 ||
	    input->labels.bytes.length > UINT32_MAX / 2)
		return refuse(input, "too many games");
	ARRAY_GROW(input->games, input->games_room, game + 1);
	input->games[game] = (struct input_game){
		.block = block,
		.place = (uint32_t)input->table->place_count };
	games_table_add_game(input->table, seated, rank, seats, 0);
	return 0;
}

static int read_game(struct input *input)
{
	char *name[GAME_SEATS_MAX], *digits[GAME_SEATS_MAX];
	int seats = split(&input->field[ENTRANTS], name);
	int ranks = split(&input->field[RANKS], digits);
	int seated[GAME_SEATS_MAX];
	long rank[GAME_SEATS_MAX];

	if (seats < 2 || seats > GAME_SEATS_MAX)
		return refuse(input, "a game has 2 to 10 entrants, separated by "
			      "\"|\"");
	if (ranks != seats)
		return refuse(input, "expected a rank for every entrant");
	if (read_kind(input, seats) != 0)
		return -1;
	for (int s = 0; s < seats; s++)
		if (read_rank(input, digits[s], &rank[s]) != 0)
			return -1;
	for (int s = 0; s < seats; s++)
		if (read_name(input, name[s], &seated[s]) != 0)
			return -1;
	return add_game(input, block_of_text(input, text_string(
			&input->field[BLOCK])), seated, rank, seats);
}

/* ### PGN */

/* Takes the rest of a line, without its end. */
static int read_rest(struct input *input, struct text *line)
{
	int byte;

	text_clear(line);
	while ((byte = next_byte(input)) != EOF && byte != '\n') {
		const char *from = input->buffer + --input->at;
		const size_t left = input->filled - input->at;
		const char *end = memchr(from, '\n', left);
		const size_t size = end != NULL ? (size_t)(end - from) : left;

		if (size > FIELD_MAX - line->length)
			return refuse(input, "a line of more than 65536 bytes");
		if (memchr(from, '\0', size) != NULL)
			return refuse(input, "a NUL byte");
		text_append(line, from, size);
		input->at += size;
	}
	input->at -= byte == '\n';
	return 0;
}

/* The end of the value that begins at `value`: a quote before a bracket, so
   that a quote inside without its backslash does no harm.  NULL: none. */
static const char *end_of_value(const char *value)
{
	for (const char *at = value; *at != '\0'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		else if (*at == '"' && at[1 + strspn(at + 1, " \t")] == ']')
			return at;
	}
	return NULL;
}

static int end_game(struct input *input);

/* Takes the tag NAME "VALUE" if it is one of ours; one that its game has, or
   that comes after moves, is the next game's. */
static int take_tag(struct input *input, const char *name, size_t size,
		    const char *value, const char *end)
{
	int tag = 0;

	while (tag < TAGS && (strlen(tags[tag]) != size ||
			      memcmp(tags[tag], name, size) != 0))
		tag++;
	if (tag < TAGS && input->has[tag] && end_game(input) != 0)
		return -1;
	if (input->begun == 0)
		input->begun = input->line;
	if (tag == TAGS)
		return 0;
	input->has[tag] = true;
	for (; value < end; value++) {
		value += *value == '\\' && value + 1 < end;
		text_byte(&input->tag[tag], *value);
	}
	return 0;
}

/* Reads the tags of a line, after the first bracket. */
static int read_tags(struct input *input)
{
	struct text *line = &input->field[0];
	const char *at;

	input->line = input->lines + 1;
	if (read_rest(input, line) != 0)
		return -1;
	at = text_string(line);
	do {
		const char *name = at + strspn(at, " \t");
		const size_t size = strcspn(name, " \t\"]");
		const char *value = name + size + strspn(name + size, " \t");
		const char *end = size == 0 || *value++ != '"' ? NULL :
			end_of_value(value);

		if (end == NULL)
			return refuse(input, "expected a tag such as "
				      "[White \"NAME\"]");
		if (take_tag(input, name, size, value, end) != 0)
			return -1;
		at = strchr(end, ']') + 1;
		at += strspn(at, " \t\r");
	} while (*at++ == '[');
	return 0;
}

/*
 * The text of the games of two entrants that make pairs: of those that begin
 * with the same position, or of the rounds 7.1 and 7.2, 7.3 and 7.4, or of one
 * round and one opening.
 */
static void add_pairs(struct input *input, const int *seated,
		      struct text *out)
{
	const char *round = text_string(&input->tag[ROUND]);
	const char *dot = strrchr(round, '.');
	const bool swapped = seated[0] > seated[1];
	long game = dot != NULL && dot > round ? atol(dot + 1) : 0;

	text_printf(out, "%d %d %s\n", seated[swapped], seated[!swapped],
		    text_string(&input->tag[EVENT]));
	if (input->has[FEN])
		text_add(out, text_string(&input->tag[FEN]));
	else if (game > 0)
		text_printf(out, "%.*s.%ld", (int)(dot - round), round,
			    (game + 1) / 2);
	else
		text_printf(out, "%s %s", round,
			    text_string(&input->tag[OPENING]));
}

/* The block of a game: the first one that waits for these colours. */
static uint32_t block_of_pair(struct input *input, const char *pairs,
			      bool swapped)
{
	const uint32_t label = label_of(input, pairs);
	struct input_label *own = &input->labelled[label];
	uint32_t block = input->blocks;

	if (own->waits && own->swapped != swapped) {
		block = own->block;
		own->waits = block != own->last;
		own->block = input->next[block];
		return block;
	}
	ARRAY_GROW(input->next, input->next_room, block + 1);
	if (own->waits)
		input->next[own->last] = block;
	else
		own->block = block;
	own->last = block;
	own->waits = true;
	own->swapped = swapped;
	return input->blocks++;
}

static uint32_t block_of_pgn(struct input *input, const int *seated)
{
	OWNED(text) struct text label = {0};

	if (input->has[OWN_BLOCK]) {
		text_printf(&label, "%s\n%s", text_string(&input->tag[EVENT]),
			    text_string(&input->tag[OWN_BLOCK]));
		return block_of_text(input, text_string(&label));
	}
	add_pairs(input, seated, &label);
	return block_of_pair(input, text_string(&label),
			     seated[0] > seated[1]);
}

static int read_player(struct input *input, int tag, int *entrant)
{
	const char *name = text_string(&input->tag[tag]);

	if (strcmp(name, "?") == 0)
		return error_set(input->err, "%s:%ld: %s: expected a name, "
				 "found \"?\"", input->path, input->line,
				 tags[tag]);
	return read_name(input, name, entrant);
}

static int read_outcome(struct input *input, long *rank, bool *counts)
{
	static const struct {
		const char *word;
		long rank[2];
	} outcomes[] = {
		{ "1-0", { 1, 2 } }, { "0-1", { 2, 1 } },
		{ "1/2-1/2", { 1, 1 } }, { "=-=", { 1, 1 } }, { "*", { 0 } }
	};
	const char *word = text_string(&input->tag[OUTCOME]);

	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
		if (strcmp(outcomes[i].word, word) != 0)
			continue;
		memcpy(rank, outcomes[i].rank, sizeof outcomes[i].rank);
		*counts = rank[0] > 0;
		return 0;
	}
	return error_set(input->err, "%s:%ld: Result: expected 1-0, 0-1, "
			 "1/2-1/2 or *, found \"%s\"", input->path,
			 input->line, FOREIGN(word));
}

/* Adds the game whose tags were read, if there is one; errors are in its first
   line. */
static int end_game(struct input *input)
{
	const long line = input->line;
	int seated[2], result = 0;
	long rank[2];
	bool counts = false;

	if (input->begun == 0)
		return 0;
	input->line = input->begun;
	for (int tag = 0; tag <= OUTCOME; tag++)
		if (!input->has[tag])
			return error_set(input->err, "%s:%ld: a game without "
					 "the tag %s", input->path,
					 input->line, tags[tag]);
	if (read_outcome(input, rank, &counts) != 0)
		return -1;
	input->table->unfinished += !counts;
	if (counts && (read_player(input, WHITE, &seated[0]) != 0 ||
		       read_player(input, BLACK, &seated[1]) != 0))
		return -1;
	if (counts)
		result = add_game(input, block_of_pgn(input, seated), seated,
				  rank, 2);
	for (int tag = 0; tag < TAGS; tag++) {
		text_clear(&input->tag[tag]);
		input->has[tag] = false;
	}
	input->begun = 0;
	input->line = line;
	return result;
}

/* Skips a comment in braces. */
static int skip_comment(struct input *input)
{
	int byte;

	input->line = input->lines + 1;
	while ((byte = next_byte(input)) != '}') {
		if (byte == EOF)
			return refuse(input, "an unterminated comment");
		input->lines += byte == '\n';
	}
	return 0;
}

/* Skips what comes next and means nothing: letters, numbers, dots and so on. */
static void skip_moves(struct input *input)
{
	const char *at = input->buffer + input->at;
	const char *end = input->buffer + input->filled;

	while (at < end && *at != '\n' && *at != '{' && *at != ';')
		at++;
	input->at = (size_t)(at - input->buffer);
}

static int read_pgn(struct input *input)
{
	bool at_start = true, ended = true;     /* of a line; the tags */
	int byte, result = 0;

	while (result == 0 && (byte = next_byte(input)) != EOF) {
		if (byte == '\n') {
			input->lines++;
			ended |= at_start;
			at_start = true;
		} else if (byte == '[' && at_start) {
			result = ended ? end_game(input) : 0;
			if (result == 0)
				result = read_tags(input);
			ended = at_start = false;
		} else if (byte != ' ' && byte != '\t' && byte != '\r') {
			if (byte == '{')
				result = skip_comment(input);
			else if (byte == ';' || (byte == '%' && at_start))
				result = read_rest(input, &input->field[0]);
			else
				skip_moves(input);
			ended |= byte != '%';
			at_start = false;
		}
	}
	return result == 0 ? end_game(input) : -1;
}

/* ### order */

/* Gives equal games the same `kind`, and different ones an order. */
static void sort_kinds(struct input *input)
{
	const struct games_table *table = input->table;
	AUTOFREE uint32_t *places =
		memory_new(table->game_count, sizeof *places);
	uint32_t *kind = memory_new(table->place_count, sizeof *kind), last = 0;

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		const size_t own = (size_t)seats;
		size_t count = 0;

		for (size_t g = 0; g < table->game_count; g++)
			if (table->games[g] == seats)
				places[count++] = input->games[g].place;
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
		input->games[g].kind = kind[input->games[g].place];
	free(kind);
}

static int by_block(const void *a, const void *b)
{
	const struct input_game *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* By what is played in them, not by their texts or lines. */
static int by_games(const void *a, const void *b)
{
	const struct input_block *x = a, *y = b;

	for (size_t i = 0; i < x->count && i < y->count; i++)
		if (x->games[i].kind != y->games[i].kind)
			return x->games[i].kind < y->games[i].kind ? -1 : 1;
	return (x->count > y->count) - (x->count < y->count);
}

/* Sorts entrants by name, the games of a block, and blocks. */
static void sort_games(struct input *input)
{
	struct games_table *table = input->table;
	AUTOFREE struct input_block *blocks =
		memory_new(input->blocks, sizeof *blocks);
	AUTOFREE uint32_t *places =
		memory_new(table->game_count, sizeof *places);
	AUTOFREE unsigned char *bits = memory_new(table->game_count, 1);
	size_t to = 0;

	games_table_sort_entrants(table);
	sort_kinds(input);
	qsort(input->games, table->game_count, sizeof *input->games, by_block);
	for (size_t g = 0; g < table->game_count; g++) {
		struct input_block *own = &blocks[input->games[g].block];

		if (own->count++ == 0)
			own->games = &input->games[g];
	}
	qsort(blocks, input->blocks, sizeof *blocks, by_games);
	for (uint32_t b = 0; b < input->blocks; b++) {
		bits[to] = GAMES_NEW_MATCH | GAMES_NEW_BLOCK;
		for (size_t i = 0; i < blocks[b].count; i++)
			places[to++] = blocks[b].games[i].place;
	}
	games_table_reorder(table, places, bits);
}

/* ### the whole */

static int read_csv(struct input *input)
{
	int got;

	if (read_header(input) != 0)
		return -1;
	while ((got = read_record(input, input->columns, input->columns)) != 0)
		if (got < 0 || read_game(input) != 0)
			return -1;
	return 0;
}

/* Is it a PGN, which begins with a tag?  Skips the mark of UTF-8 before it. */
static bool is_pgn(struct input *input)
{
	const char *bytes = input->buffer;
	size_t at = 0;

	if (next_byte(input) == EOF)
		return false;
	input->at = 0;
	if (input->filled > 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		at = 3;
	while (at < input->filled && strchr(" \t\r\n", bytes[at]) != NULL)
		at++;
	if (at == input->filled || (bytes[at] != '[' && bytes[at] != '%'))
		return false;
	for (size_t i = 0; i < at; i++)
		input->lines += bytes[i] == '\n';
	input->at = at;
	return true;
}

static int read_file(struct input *input)
{
	const bool is_input = strcmp(input->path, "-") == 0;
	int result;

	if (file_expect(input->path, false, "a CSV or PGN file of games",
			input->err) != 0)
		return -1;
	input->file = is_input ? stdin : fopen(input->path, "r");
	if (input->file == NULL)
		return error_set(input->err, "cannot open %s: %s", input->path,
				 strerror(errno));
	input->at = input->filled = 0;
	input->line = input->lines = 0;
	result = is_pgn(input) ? read_pgn(input) : read_csv(input);
	if (result == 0 && ferror(input->file))
		result = error_set(input->err, "cannot read %s: %s",
				   input->path, strerror(errno));
	if (!is_input)
		fclose(input->file);
	games_labels_release(&input->labels);
	return result;
}

int games_table_read(struct games_table *table, char *const *paths, int count,
		     bool has_result, struct error *err)
{
	AUTOFREE struct input *input = memory_new(1, sizeof *input);
	int result = 0;

	input->table = table;
	input->err = err;
	input->has_result = has_result;
	for (int i = 0; i < count && result == 0; i++) {
		input->path = paths[i];
		result = read_file(input);
	}
	if (result == 0 && table->game_count > 0)
		sort_games(input);
	for (int f = 0; f < FIELDS; f++)
		text_release(&input->field[f]);
	for (int tag = 0; tag < TAGS; tag++)
		text_release(&input->tag[tag]);
	free(input->labelled);
	free(input->next);
	free(input->games);
	return result;
}
