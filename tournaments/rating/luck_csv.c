/*
 * luck_csv.c - the luck of every game of a book: the file luck.csv.
 */
#include "tournaments/rating/luck_csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/printable.h"
#include "games/game.h"

enum { PLACES = 6, MILLION = 1000000, FILE_MOST = 1 << 30 };

static const char header[] = "match,game,luck";

/* ### numbers */

int luck_csv_millionths(const char *text, int32_t *value)
{
	bool minus = text[0] == '-';
	const char *digits = text + minus;
	size_t whole = strspn(digits, "0123456789");
	long long number = 0;

	/* 1000 points are 4 digits. */
	if (whole < 1 || whole > 4 || (whole > 1 && digits[0] == '0') ||
	    digits[whole] != '.' ||
	    strspn(digits + whole + 1, "0123456789") != PLACES ||
	    digits[whole + 1 + PLACES] != '\0')
		return -1;
	for (const char *at = digits; *at != '\0'; at++)
		if (*at != '.')
			number = 10 * number + (*at - '0');
	if (number > LUCK_CSV_MAX || (minus && number == 0))
		return -1;
	*value = (int32_t)(minus ? -number : number);
	return 0;
}

/* A whole number from 1. */
static int read_number(const char *text, uint32_t *value)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || digits > 9 || text[digits] != '\0' ||
	    text[0] == '0')
		return -1;
	*value = (uint32_t)strtoul(text, NULL, 10);
	return 0;
}

/* ### reading */

static int refuse(const struct luck_csv *csv, struct error *err,
		  const char *what, const char *found)
{
	return error_set(err, "%s:%zu: expected %s, found \"%s\"", csv->path,
			 csv->count + 2, what, FOREIGN(found));
}

/* Cuts `text` at the first `mark`.  Returns what follows, or NULL. */
static char *cut(char *text, char mark)
{
	char *at = strchr(text, mark);

	if (at != NULL)
		*at++ = '\0';
	return at;
}

static int read_luck(struct luck_csv *csv, struct luck_csv_game *game,
		     char *list, struct error *err)
{
	long long sum = 0;

	game->first = csv->luck_count;
	for (char *next; list != NULL && *list != '\0'; list = next) {
		int32_t luck;

		next = cut(list, '|');
		if (game->seats == GAME_SEATS_MAX ||
		    luck_csv_millionths(list, &luck) != 0 ||
		    (next != NULL && *next == '\0'))
			return refuse(csv, err, "2 to 10 numbers with 6 "
				      "decimal places, separated by \"|\"",
				      list);
		ARRAY_GROW(csv->luck, csv->luck_room, csv->luck_count + 1);
		csv->luck[csv->luck_count++] = luck;
		game->seats++;
		sum += luck;
	}
	/* The luck of every seat is rounded. */
	if (game->seats == 1 || llabs(sum) > game->seats)
		return error_set(err, "%s:%zu: the luck of a game adds up to "
				 "0 over its seats, not %.6f", csv->path,
				 csv->count + 2, (double)sum / MILLION);
	return 0;
}

static int read_game(struct luck_csv *csv, char *line, struct error *err)
{
	char *match = line, *number = cut(match, ',');
	char *list = number != NULL ? cut(number, ',') : NULL;
	struct luck_csv_game game = {0}, *last;

	if (list == NULL || strchr(list, ',') != NULL)
		return refuse(csv, err, "the three fields match,game,luck",
			      line);
	if (read_number(match, &game.match) != 0)
		return refuse(csv, err, "the number of a match from 1", match);
	if (read_number(number, &game.game) != 0)
		return refuse(csv, err, "the number of a game from 1", number);
	last = csv->count > 0 ? &csv->games[csv->count - 1] : NULL;
	if (last != NULL && (game.match < last->match ||
			     (game.match == last->match &&
			      game.game <= last->game)))
		return error_set(err, "%s:%zu: game %u of match %u comes after "
				 "game %u of match %u", csv->path,
				 csv->count + 2, game.game, game.match,
				 last->game, last->match);
	if (read_luck(csv, &game, list, err) != 0)
		return -1;
	ARRAY_GROW(csv->games, csv->room, csv->count + 1);
	csv->games[csv->count++] = game;
	return 0;
}

int luck_csv_parse(struct luck_csv *csv, struct text *bytes, const char *path,
		   struct error *err)
{
	char *line, *next;

	free(csv->path);
	csv->path = memory_copy(path);
	text_string(bytes);
	line = bytes->bytes;
	if (strncmp(line, header, strlen(header)) != 0 ||
	    strchr("\n", line[strlen(header)]) == NULL) {
		error_set(err, "%s:1: expected the header %s", path, header);
		return error_add_stranger(err, line, bytes->length);
	}
	if (strlen(line) != bytes->length)
		return error_set(err, "%s: a NUL byte", path);
	next = cut(line, '\n');
	for (line = next; line != NULL && *line != '\0'; line = next) {
		next = cut(line, '\n');
		if (next == NULL)
			return refuse(csv, err, "a line that ends with LF",
				      line);
		if (read_game(csv, line, err) != 0)
			return -1;
	}
	return 0;
}

int luck_csv_read(struct luck_csv *csv, const char *path, struct error *err)
{
	OWNED(text) struct text bytes = {0};

	return file_expect(path, false, "a luck.csv", err) == 0 &&
		file_read(&bytes, path, FILE_MOST, err) == 0 ?
		luck_csv_parse(csv, &bytes, path, err) : -1;
}

void luck_csv_release(struct luck_csv *csv)
{
	free(csv->path);
	free(csv->games);
	free(csv->luck);
	*csv = (struct luck_csv){0};
}

const struct luck_csv_game *luck_csv_find(const struct luck_csv *csv,
					  uint32_t match, uint32_t game)
{
	size_t low = 0, high = csv->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct luck_csv_game *at = &csv->games[middle];

		if (at->match < match ||
		    (at->match == match && at->game < game))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == csv->count || csv->games[low].match != match ||
	    csv->games[low].game != game)
		return NULL;
	return &csv->games[low];
}

/* ### writing */

void luck_csv_add_header(struct text *out)
{
	text_printf(out, "%s\n", header);
}

void luck_csv_add_game(struct text *out, uint32_t match, uint32_t game,
		       const int32_t *luck, int seats)
{
	text_printf(out, "%u,%u,", match, game);
	for (int s = 0; luck != NULL && s < seats; s++) {
		long long value = luck[s];

		text_printf(out, "%s%s%lld.%06lld", s > 0 ? "|" : "",
			    value < 0 ? "-" : "", llabs(value) / MILLION,
			    llabs(value) % MILLION);
	}
	text_byte(out, '\n');
}
