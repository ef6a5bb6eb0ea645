/*
 * crosstable.c - the points of everyone against everyone.
 */
#include "tournaments/tables/crosstable.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "base/printable.h"
#include "tournaments/report/text_table.h"

enum {
	FIRST_ROOM = 1 << 12,
	WIDTH = 80,             /* columns that a terminal has */
	SHOWN_MAX = 20          /* lines of a matrix for people */
};

/* ### collecting */

static int by_pair(const void *a, const void *b)
{
	const struct cross *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

/* One line for each pair, sorted. */
static void merge(struct crosstable *table)
{
	size_t kept = 0;

	if (table->count == 0)
		return;
	qsort(table->list, table->count, sizeof *table->list, by_pair);
	for (size_t i = 1; i < table->count; i++) {
		struct cross *last = &table->list[kept];
		const struct cross *next = &table->list[i];

		if (by_pair(last, next) == 0) {
			last->games += next->games;
			last->halves += next->halves;
		} else {
			table->list[++kept] = *next;
		}
	}
	table->count = kept + 1;
}

/* Room for another line: found by merging, or else twice as much. */
static void make_room(struct crosstable *table)
{
	struct cross *list;

	merge(table);
	if (table->room > 0 && table->count <= table->room / 2)
		return;
	table->room = table->room == 0 ? FIRST_ROOM : 2 * table->room;
	list = memory_new(table->room, sizeof *list);
	if (table->count > 0)
		memcpy(list, table->list, table->count * sizeof *list);
	free(table->list);
	table->list = list;
}

/* Partners are not compared, nor losers where only winning counts. */
static bool compared(enum result result, int i, int j, const int *points)
{
	if (result == RESULT_TEAMS)
		return i % 2 != j % 2;
	return result != RESULT_WINNER || points[i] > 0 || points[j] > 0;
}

void crosstable_add(struct crosstable *table, enum result result, int seats,
		    const int *entrant, const unsigned char *rank)
{
	int ranks[GAME_SEATS_MAX] = {0}, points[GAME_SEATS_MAX];

	for (int i = 0; i < seats; i++)
		ranks[i] = rank[i];
	points_of_game(result, seats, ranks, points);
	for (int i = 0; i < seats; i++) {
		for (int j = 0; j < seats; j++) {
			if (entrant[i] >= entrant[j] ||
			    !compared(result, i, j, points))
				continue;
			if (table->count == table->room)
				make_room(table);
			table->list[table->count++] = (struct cross){
				.low = (uint32_t)entrant[i],
				.high = (uint32_t)entrant[j],
				.games = 1,
				.halves = points[i] > points[j] ? 2 :
					points[i] == points[j]
			};
		}
	}
}

void crosstable_release(struct crosstable *table)
{
	free(table->list);
	*table = (struct crosstable){0};
}

/* ### both directions, in the order of the standings */

/* What the entrant on line `row` made against the one on line `column`. */
struct side {
	int row, column;
	uint64_t games, halves;
};

static int by_row(const void *a, const void *b)
{
	const struct side *x = a, *y = b;

	return x->row != y->row ? x->row - y->row : x->column - y->column;
}

/* The caller frees; two for each pair of the merged table. */
static struct side *sides_make(struct crosstable *table,
			       const struct standings *standings)
{
	int *line = memory_new((size_t)standings->count, sizeof *line);
	struct side *sides;

	merge(table);
	for (int i = 0; i < standings->count; i++)
		line[standings->list[i].entrant] = i;
	sides = memory_new(2 * table->count + 1, sizeof *sides);
	for (size_t i = 0; i < table->count; i++) {
		const struct cross *cross = &table->list[i];
		int low = line[cross->low], high = line[cross->high];

		sides[2 * i] = (struct side){ low, high, cross->games,
			cross->halves };
		sides[2 * i + 1] = (struct side){ high, low, cross->games,
			2 * cross->games - cross->halves };
	}
	qsort(sides, 2 * table->count, sizeof *sides, by_row);
	free(line);
	return sides;
}

static const char *name_of(const struct standings *standings,
			   const char *const *name, int line)
{
	return name[standings->list[line].entrant];
}

/* ### text */

struct matrix {
	const struct standings *standings;
	const char *const *name;
	const struct side *sides;
	size_t count;
	int shown;              /* rows and columns */
	bool percent;           /* instead of points/games */
};

static const struct side *side_find(const struct matrix *matrix, int row,
				    int column)
{
	const struct side key = { .row = row, .column = column };

	return bsearch(&key, matrix->sides, matrix->count, sizeof key,
		       by_row);
}

static void matrix_cell(const struct matrix *matrix, int row, int column,
			struct table *table)
{
	const struct side *side = side_find(matrix, row, column);

	if (side == NULL)
		table_cell(table, "%s", row == column ? "*" : ".");
	else if (matrix->percent)
		table_cell(table, "%.0f", 50.0 * (double)side->halves /
			   (double)side->games);
	else
		table_cell(table, "%" PRIu64 "%s/%" PRIu64, side->halves / 2,
			   side->halves % 2 == 1 ? ".5" : "", side->games);
}

/* Lines and columns by number, the name behind its line. */
static void matrix_text(const struct matrix *matrix, struct text *out)
{
	char align[SHOWN_MAX + 3];
	struct table table = { .align = align, .gap = matrix->percent ? 1 : 2 };

	memset(align, 'r', (size_t)matrix->shown + 1);
	align[matrix->shown + 1] = 'l';
	align[matrix->shown + 2] = '\0';
	table_cell(&table, "%s", "");
	for (int column = 0; column < matrix->shown; column++)
		table_cell(&table, "%d", column + 1);
	table_cell(&table, "%s", "");
	for (int row = 0; row < matrix->shown; row++) {
		table_cell(&table, "%d", row + 1);
		for (int column = 0; column < matrix->shown; column++)
			matrix_cell(matrix, row, column, &table);
		table_cell(&table, "%s",
			   name_of(matrix->standings, matrix->name, row));
	}
	text_add(out, matrix->percent ?
		 "percent of the points, line against column\n" :
		 "points/games, line against column\n");
	table_text(&table, out);
	table_release(&table);
}

static size_t widest_line(const struct text *text)
{
	size_t widest = 0, width = 0;

	for (size_t i = 0; i < text->length; i++) {
		width = text->bytes[i] == '\n' ? 0 : width + 1;
		if (width > widest)
			widest = width;
	}
	return widest;
}

void crosstable_text(struct crosstable *table,
		     const struct standings *standings,
		     const char *const *name, struct text *out)
{
	struct side *sides = sides_make(table, standings);
	struct matrix matrix = { .standings = standings, .name = name,
		.sides = sides, .count = 2 * table->count,
		.shown = standings->count < SHOWN_MAX ? standings->count :
			SHOWN_MAX };
	struct text tried = {0};

	matrix_text(&matrix, &tried);
	if (widest_line(&tried) > WIDTH) {
		text_clear(&tried);
		matrix.percent = true;
		matrix_text(&matrix, &tried);
	}
	text_append(out, tried.bytes, tried.length);
	if (matrix.shown < standings->count)
		text_printf(out, "the first %d of %d; CSV and JSON have all\n",
			    matrix.shown, standings->count);
	text_release(&tried);
	free(sides);
}

/* ### CSV and JSON */

void crosstable_csv(struct crosstable *table,
		    const struct standings *standings,
		    const char *const *name, struct text *out)
{
	struct side *sides = sides_make(table, standings);

	text_add(out, "entrant,opponent,points,games\n");
	for (size_t i = 0; i < 2 * table->count; i++) {
		const struct side *side = &sides[i];

		csv_add(out, name_of(standings, name, side->row));
		text_add(out, ",");
		csv_add(out, name_of(standings, name, side->column));
		text_printf(out, ",%.6f,%" PRIu64 "\n",
			    (double)side->halves / 2, side->games);
	}
	free(sides);
}

void crosstable_json(struct crosstable *table,
		     const struct standings *standings,
		     const char *const *name, struct json_writer *w)
{
	struct side *sides = sides_make(table, standings);

	json_open(w, '[');
	for (size_t i = 0; i < 2 * table->count; i++) {
		const struct side *side = &sides[i];

		json_open(w, '{');
		json_put_string(w, "entrant",
				name_of(standings, name, side->row));
		json_put_string(w, "opponent",
				name_of(standings, name, side->column));
		json_put_decimal(w, "points", (double)side->halves / 2);
		json_put_int(w, "games", (long long)side->games);
		json_close(w, '}');
	}
	json_close(w, ']');
	free(sides);
}
