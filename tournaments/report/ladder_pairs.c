/*
 * ladder_pairs.c - every entrant of a ladder against every other, as matrices
 * for people.
 */
#include "tournaments/report/ladder_show.h"

#include <math.h>
#include <stdio.h>

#include "base/exact_math.h"
#include "base/json_write.h"

enum { NAME_MAX_COLUMNS = 20, CELLS_MAX = TABLE_COLUMNS_MAX - 2 };

/* Lines of a ladder's order, from `first` to before `end`: a pool. */
struct pairs {
	const struct ladder *ladder;
	int first, end;
	bool los;               /* cells are LOS, else differences */
};

static void add_cell(struct table *table, const struct pairs *pairs, int line,
		     int column)
{
	const struct ladder *ladder = pairs->ladder;
	int j = ladder->order[column], i;
	char title[16], elo[DECIMAL_SIZE], error[DECIMAL_SIZE];

	snprintf(title, sizeof title, "%d", ladder->rows[j].rank);
	if (line == column || line < 0) {
		table_format(table, title, "*");
		return;
	}
	i = ladder->order[line];
	if (pairs->los)
		table_format(table, title, "%s",
			     decimal(error, ladder_los(ladder, i, j), 3,
				     false));
	else
		table_format(table, title, "%s+-%s",
			     decimal(elo, ladder->rows[i].elo -
				     ladder->rows[j].elo, 1, true),
			     decimal(error, EXACT_MATH_NORMAL_97_5 *
				     ladder_difference_se(ladder, i, j), 1,
				     false));
}

static void fill(struct table *table, const struct pairs *pairs, int from,
		 int to)
{
	const struct ladder *ladder = pairs->ladder;

	*table = (struct table){0};
	for (int line = pairs->first - 1; line < pairs->end; line++) {
		struct text name = {0};

		table_row(table);
		if (line >= pairs->first)
			ladder_label_fit(ladder, ladder->order[line],
					 NAME_MAX_COLUMNS, &name);
		table_int(table, "", NULL, line < pairs->first ? 0 :
			  ladder->rows[ladder->order[line]].rank);
		table_string(table, "", NULL, text_string(&name));
		for (int column = from; column < to; column++)
			add_cell(table, pairs, line < pairs->first ? -1 : line,
				 column);
		text_release(&name);
	}
}

/* In several parts if not all columns fit. */
static void add_matrix(const struct pairs *pairs, int columns, struct text *out)
{
	for (int from = pairs->first, to; from < pairs->end; from = to) {
		struct table table;

		to = pairs->end - from < CELLS_MAX ? pairs->end :
			from + CELLS_MAX;
		fill(&table, pairs, from, to);
		while (to > from + 1 && table_width(&table, 2) > columns) {
			table_release(&table);
			to--;
			fill(&table, pairs, from, to);
		}
		table_text(&table, 2, out);
		text_byte(out, '\n');
		table_release(&table);
	}
}

void ladder_show_pairs(const struct ladder *ladder, int columns,
		       struct text *out)
{
	struct pairs pairs = { .ladder = ladder };

	for (; pairs.first < ladder_label_rated(ladder);
	     pairs.first = pairs.end) {
		int pool = ladder->rows[ladder->order[pairs.first]].pool;

		while (pairs.end < ladder_label_rated(ladder) &&
		       ladder->rows[ladder->order[pairs.end]].pool == pool)
			pairs.end++;
		if (ladder->pool_count > 1)
			text_printf(out, "pool %d of %d\n", pool + 1,
				    ladder->pool_count);
		text_add(out, "LOS of the row over the column\n");
		pairs.los = true;
		add_matrix(&pairs, columns, out);
		text_add(out, "Elo of the row minus that of the column, with "
			 "its 95% error\n");
		pairs.los = false;
		add_matrix(&pairs, columns, out);
	}
}
