/*
 * narrow_table.c - a table of entrants in as many columns as a terminal has.
 */
#include "tournaments/report/narrow_table.h"

#include <stdbool.h>

/* The column is at least as wide as its title. */
enum { NAME_MIN = sizeof "entrant" - 1 };

static void fill_again(const struct narrow_table *narrow,
		       narrow_table_fill *fill, const void *context,
		       struct table *table)
{
	table_release(table);
	*table = (struct table){0};
	fill(context, narrow, table);
}

void narrow_table_fit(struct narrow_table *narrow, int wanted,
		      narrow_table_fill *fill, const void *context,
		      struct table *table)
{
	int room;

	*table = (struct table){0};
	fill(context, narrow, table);
	while (wanted > 0 && table_width(table, 2) > wanted &&
	       narrow->names[narrow->left_out] != NULL) {
		narrow->left_out++;
		fill_again(narrow, fill, context, table);
	}
	if (wanted == 0 || table_width(table, 2) <= wanted)
		return;
	narrow->name = NAME_MIN;
	fill_again(narrow, fill, context, table);
	room = wanted - table_width(table, 2);
	if (room <= 0)
		return;
	narrow->name += room;
	fill_again(narrow, fill, context, table);
}

void narrow_table_note(const struct narrow_table *narrow, int wanted,
		       struct text *out)
{
	if (narrow->left_out == 0)
		return;
	text_printf(out, "left out, to fit %d columns:", wanted);
	for (int i = 0; i < narrow->left_out; i++)
		text_printf(out, "%s %s", i > 0 ? "," : "", narrow->names[i]);
	text_printf(out, "%s\n", narrow->name > 0 ? ", the ends of names" :
		    "");
}
