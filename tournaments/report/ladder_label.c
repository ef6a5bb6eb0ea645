/*
 * ladder_label.c - what the text and the files of a ladder have in common.
 */
#include "tournaments/report/ladder_label.h"

#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "tournaments/format/points.h"

enum { HASH_SHOWN = 8 };        /* digits */

static bool has_namesake(const struct ladder *ladder, int i)
{
	/* Without hashes names are what tells entrants apart. */
	if (ladder->entrants[i].hash[0] == '\0')
		return false;
	for (int j = 0; j < ladder->count; j++)
		if (j != i && strcmp(ladder->entrants[j].name,
				     ladder->entrants[i].name) == 0)
			return true;
	return false;
}

void ladder_name(const struct ladder *ladder, int i, enum name_use use,
		 struct text *out)
{
	const char *name = ladder->entrants[i].name;

	if (use == NAME_SHOWN)
		printable_escaped(out, name);
	else
		text_add(out, name);
	if (has_namesake(ladder, i))
		text_printf(out, "@%.*s", HASH_SHOWN,
			    ladder->entrants[i].hash);
}

void ladder_mark(const struct ladder_row *row, struct text *out)
{
	if (row->mark != ' ')
		text_byte(out, row->mark);
	if (row->thin)
		text_byte(out, 'm');
}

int ladder_listed(const struct ladder *ladder)
{
	return ladder->options.forfeits == FORFEITS_SEPARATE ? ladder->count :
		ladder->count - ladder->unrated;
}

double ladder_score(const struct ladder_row *row)
{
	if (row->seats == 0)
		return NAN;
	return (double)row->points / GAME_POINTS / (double)row->seats;
}
