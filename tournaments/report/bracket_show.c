/*
 * bracket_show.c - the bracket of a knockout as text and as JSON.
 */
#include "tournaments/report/bracket_show.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/memory.h"
#include "base/printable.h"
#include "tournaments/format/stages.h"

enum {
	CELL_MIN = 8,           /* columns of a name and its points */
	LINK = 5,               /* columns between two rounds: " -+- " */
	NAME_COLUMNS = 24       /* at most */
};

/* ### layout */

/* An entrant on its way into a pair, or the winner of the last one. */
struct node {
	int entrant;            /* ENTRANT_OPEN: not known yet */
	int pair;               /* of the bracket that it leads to; -1: none */
	int column, row;
	int first, last;        /* rows of the nodes that it came from; -1:
				   none */
};

struct layout {
	const struct record *record;
	struct bracket bracket;
	bool *lower;            /* owned; by pair: is it for entrants who have
				   lost? */
	int final;              /* the pair that decides about the first place,
				   but for its second game */
	bool twice;             /* who has lost once goes on */
	struct node *node;      /* owned */
	int nodes;
	size_t room;
	int rows, columns;
	bool cut;               /* earlier rounds are left out */
};

/* Does an entrant come from a source, or may one still come? */
static bool is_used(const struct bracket *bracket, const struct source *source);

/* The number of such sources of a pair. */
static int sources_used(const struct bracket *bracket, int pair)
{
	int used = 0;

	for (int s = 0; s < bracket->seats; s++)
		used += is_used(bracket, &bracket->list[pair].source[s]);
	return used;
}

static bool is_used(const struct bracket *bracket, const struct source *source)
{
	const struct bracket_pair *from = &bracket->list[source->which];

	switch (source->type) {
	case SOURCE_ENTRANT:
		return true;
	case SOURCE_WINNER:
		return from->winner != ENTRANT_NOBODY;
	case SOURCE_LOSER:
		return from->winner != ENTRANT_NOBODY &&
			sources_used(bracket, source->which) > 1;
	case SOURCE_LOSER_ONCE:
		return from->winner == ENTRANT_OPEN ||
			from->winner != from->first;
	case SOURCE_NOBODY:
		break;
	}
	return false;
}

/* The entrant that comes from a source; ENTRANT_OPEN: not known yet. */
static int who_comes(const struct bracket *bracket, const struct source *source)
{
	const struct bracket_pair *from = &bracket->list[source->which];

	if (source->type == SOURCE_ENTRANT)
		return source->which;
	if (source->type == SOURCE_WINNER || from->winner < 0)
		return from->winner;
	return from->entrant[from->winner == from->entrant[0]];
}

/* Follows a source back through pairs with a bye. */
static const struct source *behind_byes(const struct bracket *bracket,
					const struct source *source)
{
	while (source->type == SOURCE_WINNER &&
	       sources_used(bracket, source->which) == 1) {
		const struct bracket_pair *pair =
			&bracket->list[source->which];
		int s = 0;

		while (!is_used(bracket, &pair->source[s]))
			s++;
		source = &pair->source[s];
	}
	return source;
}

/* Is the source the winner of lower pairs who returns to an upper pair?  The
   lower pairs are then drawn apart. */
static bool is_apart(const struct layout *layout, const struct source *source,
		     int pair)
{
	return pair >= 0 && source->type == SOURCE_WINNER &&
		layout->lower[source->which] && !layout->lower[pair];
}

/* Is it the match for third place, which counts like the round before? */
static bool is_third(const struct bracket_pair *pair)
{
	return pair->stage != pair->round;
}

/* A pair is lower if a loser enters it, or only winners of lower pairs do. */
static void find_lower(struct layout *layout)
{
	const struct bracket *bracket = &layout->bracket;

	for (int i = 0; i < bracket->count; i++) {
		bool loser = false, all = true;

		for (int s = 0; s < bracket->seats; s++) {
			const struct source *source =
				&bracket->list[i].source[s];

			loser |= source->type == SOURCE_LOSER;
			all &= source->type == SOURCE_WINNER &&
				layout->lower[source->which];
		}
		layout->lower[i] = loser || all;
		if (is_third(&bracket->list[i]))
			continue;
		layout->twice |= layout->lower[i];
		if (bracket->list[i].source[1].type != SOURCE_LOSER_ONCE)
			layout->final = i;
	}
}

/* Rounds drawn before a source, at most `most`. */
static int height_of(const struct layout *layout, const struct source *source,
		     int most)
{
	const struct bracket *bracket = &layout->bracket;
	int height = 0;

	source = behind_byes(bracket, source);
	if (source->type != SOURCE_WINNER || most == 0)
		return 0;
	for (int s = 0; s < bracket->seats; s++) {
		const struct source *from =
			&bracket->list[source->which].source[s];
		int own;

		if (!is_used(bracket, from))
			continue;
		own = is_apart(layout, behind_byes(bracket, from),
			       source->which) ? 1 : 1 + height_of(layout, from, most - 1);
		height = own > height ? own : height;
	}
	return height;
}

/* Places the entrant from a source in a column, and all that led to it further
   left.  Returns its row. */
static int place(struct layout *layout, const struct source *source, int pair,
		 int column)
{
	const struct bracket *bracket = &layout->bracket;
	struct node node = { .pair = pair, .column = column,
		.first = -1, .last = -1 };

	source = behind_byes(bracket, source);
	node.entrant = who_comes(bracket, source);
	if (source->type != SOURCE_WINNER || column == 0 ||
	    is_apart(layout, source, pair)) {
		layout->cut |= source->type == SOURCE_WINNER &&
			!is_apart(layout, source, pair);
		node.row = layout->rows;
		layout->rows += 2;
	} else {
		for (int s = 0; s < bracket->seats; s++) {
			const struct source *from =
				&bracket->list[source->which].source[s];

			if (!is_used(bracket, from))
				continue;
			node.last = place(layout, from, source->which,
					  column - 1);
			if (node.first < 0)
				node.first = node.last;
		}
		node.row = (node.first + node.last) / 2;
	}
	ARRAY_GROW(layout->node, layout->room, layout->nodes + 1);
	layout->node[layout->nodes++] = node;
	return node.row;
}

/* Is the pair the last one of its drawing?  Its winner goes to no other pair,
   to one that is drawn apart, or only through byes to such a one. */
static bool is_last(const struct layout *layout, int pair)
{
	const struct bracket *bracket = &layout->bracket;

	for (int i = pair + 1; i < bracket->count; i++)
		for (int s = 0; s < bracket->seats; s++)
			if (bracket->list[i].source[s].type == SOURCE_WINNER &&
			    bracket->list[i].source[s].which == pair)
				return (layout->lower[pair] &&
					!layout->lower[i]) ||
				       (sources_used(bracket, i) == 1 &&
					is_last(layout, i));
	return true;
}

/* Lays out the last rounds, at most `depth`. */
static void lay_out(struct layout *layout, const struct record *record,
		    int depth)
{
	int pairs;

	*layout = (struct layout){ .record = record,
		.bracket = stages_bracket(&record->tournament.contest) };
	pairs = layout->bracket.count;
	layout->lower = memory_new((size_t)pairs, sizeof *layout->lower);
	find_lower(layout);
	for (int i = 0; i < 2 * pairs; i++) {
		const struct source winner = { SOURCE_WINNER, i % pairs };
		int height;

		if (layout->lower[i % pairs] != (i >= pairs) ||
		    !is_last(layout, i % pairs) ||
		    sources_used(&layout->bracket, i % pairs) < 2)
			continue;
		height = height_of(layout, &winner, depth);
		if (height >= layout->columns)
			layout->columns = height + 1;
		place(layout, &winner, -1, height);
	}
	/* No empty row after the last entrant. */
	layout->rows -= layout->rows > 0;
}

static void layout_release(struct layout *layout)
{
	bracket_release(&layout->bracket);
	free(layout->node);
	free(layout->lower);
}

static const char *name_of(const struct layout *layout, const struct node *node)
{
	return node->entrant < 0 ? "?" :
		tournament_name(&layout->record->tournament, node->entrant);
}

/* "12.5"; empty while there is no match. */
static const char *points_of(const struct layout *layout,
			     const struct node *node, char *points)
{
	const struct bracket_pair *pair;

	points[0] = '\0';
	if (node->pair < 0 || node->entrant < 0)
		return points;
	pair = &layout->bracket.list[node->pair];
	for (int s = 0; s < pair->present; s++)
		if (pair->matches > 0 && pair->entrant[s] == node->entrant)
			snprintf(points, DECIMAL_SIZE, "%.4g",
				 (double)pair->points[s] / GAME_POINTS);
	return points;
}

/* ### text */

/* What is drawn between two columns in a row: a line from the name on the left,
   a vertical line, a line to the name on the right. */
enum { LINK_IN = 1, LINK_UP_DOWN = 2, LINK_OUT = 4 };

static int longest_name(const struct layout *layout)
{
	int longest = 1;

	for (int i = 0; i < layout->nodes; i++) {
		int own = printable_width(name_of(layout, &layout->node[i]));

		longest = own > longest ? own : longest;
	}
	return longest < NAME_COLUMNS ? longest : NAME_COLUMNS;
}

/* Columns of the longest points, with a space before; 0: there are none. */
static int points_width(const struct layout *layout)
{
	int longest = 0;

	for (int i = 0; i < layout->nodes; i++) {
		char points[DECIMAL_SIZE];
		int own = (int)strlen(points_of(layout, &layout->node[i],
						points));

		longest = own > longest ? own : longest;
	}
	return longest > 0 ? longest + 1 : 0;
}

static void fill_links(const struct layout *layout, unsigned char *links)
{
	for (int i = 0; i < layout->nodes; i++) {
		const struct node *node = &layout->node[i];
		int columns = layout->columns;

		if (node->pair >= 0)
			links[node->row * columns + node->column] |= LINK_IN;
		if (node->first < 0)
			continue;
		for (int row = node->first; row <= node->last; row++)
			links[row * columns + node->column - 1] |=
				LINK_UP_DOWN;
		links[node->row * columns + node->column - 1] |= LINK_OUT;
	}
}

static void add_link(int link, struct text *out)
{
	text_printf(out, " %c%c%c ", link & LINK_IN ? '-' : ' ',
		    link & (LINK_IN | LINK_OUT) ? '+' :
		    link & LINK_UP_DOWN ? '|' : ' ',
		    link & LINK_OUT ? '-' : ' ');
}

static void add_cell(const struct layout *layout, const struct node *node,
		     int width, int points_columns, struct text *out)
{
	char points[DECIMAL_SIZE];

	if (node == NULL) {
		text_printf(out, "%*s", width, "");
		return;
	}
	printable_cell(out, name_of(layout, node), width - points_columns,
		       false);
	text_printf(out, "%*s", points_columns,
		    points_of(layout, node, points));
}

static void add_rows(const struct layout *layout, int width, struct text *out)
{
	size_t cells = (size_t)layout->rows * (size_t)layout->columns;
	AUTOFREE const struct node **at = memory_new(cells, sizeof *at);
	AUTOFREE unsigned char *links = memory_new(cells, 1);
	int points = points_width(layout);

	for (int i = 0; i < layout->nodes; i++)
		at[layout->node[i].row * layout->columns +
		   layout->node[i].column] = &layout->node[i];
	fill_links(layout, links);
	for (int row = 0; row < layout->rows; row++) {
		for (int column = 0; column < layout->columns; column++) {
			int cell = row * layout->columns + column;

			add_cell(layout, at[cell], width, points, out);
			if (column + 1 < layout->columns)
				add_link(links[cell], out);
		}
		while (out->length > 0 && out->bytes[out->length - 1] == ' ')
			out->length--;
		text_byte(out, '\n');
	}
}

/* Columns available for a cell. */
static int cell_room(const struct layout *layout, int columns)
{
	return (columns - LINK * (layout->columns - 1)) / layout->columns;
}

/* Columns that a cell takes of them. */
static int cell_width(const struct layout *layout, int columns)
{
	int room = cell_room(layout, columns);
	int wanted = longest_name(layout) + points_width(layout);

	return wanted < room ? wanted : room;
}

int bracket_show_text(const struct record *record, int columns, int rows,
		      struct text *out)
{
	struct layout layout;
	int lines;

	/* ENTRANTS_MAX is more rounds than any bracket has. */
	lay_out(&layout, record, ENTRANTS_MAX);
	for (int depth = layout.columns - 2; depth > 0 &&
	     (cell_room(&layout, columns) < CELL_MIN ||
	      (rows > 0 && layout.rows + layout.cut > rows)); depth--) {
		layout_release(&layout);
		lay_out(&layout, record, depth);
	}
	lines = layout.rows + layout.cut;
	if (rows > 0 && lines > rows) {
		layout_release(&layout);
		return 0;
	}
	add_rows(&layout, cell_width(&layout, columns), out);
	if (layout.cut)
		text_printf(out, "the last %d round%s\n", layout.columns - 1,
			    layout.columns == 2 ? "" : "s");
	layout_release(&layout);
	return lines;
}

/* ### JSON */

/* Does it stand apart from the rounds of a side? */
static bool stands_apart(const struct layout *layout, int pair)
{
	return is_third(&layout->bracket.list[pair]) ||
		(layout->twice && pair >= layout->final);
}

/* The round of a side: its number there, how many follow, and its pairs. */
struct side_round {
	int number, later, pairs;
};

static struct side_round round_of(const struct layout *layout, int pair)
{
	const struct bracket_pair *list = layout->bracket.list;
	struct side_round round = { .number = 1 };
	uint32_t last = 0;

	for (int i = 0; i < layout->bracket.count; i++) {
		if (layout->lower[i] != layout->lower[pair] ||
		    stands_apart(layout, i))
			continue;
		round.pairs += list[i].round == list[pair].round;
		if (list[i].round == last)
			continue;
		last = list[i].round;
		round.number += last < list[pair].round;
		round.later += last > list[pair].round;
	}
	return round;
}

static void add_title(const struct layout *layout, int pair, struct text *out)
{
	const struct side_round round = round_of(layout, pair);
	const bool lower = layout->lower[pair];
	/* On the losers' side as many pairs are left after every other
	   round. */
	const int left = lower ? 1 << (round.later < 8 ? round.later : 8) :
		round.pairs;

	if (is_third(&layout->bracket.list[pair])) {
		text_add(out, "Third place");
	} else if (stands_apart(layout, pair)) {
		text_add(out, pair == layout->final ? "Grand final" :
			 "Grand final, second game");
	} else {
		text_add(out, !layout->twice ? "" : lower ? "losers' " :
			 "winners' ");
		if (left == 1)
			text_add(out, "final");
		else if (left == 2 && layout->bracket.seats == 2)
			text_add(out, "semi-final");
		else if (left == 4 && !lower && layout->bracket.seats == 2)
			text_add(out, "quarter-final");
		else
			text_printf(out, "round %d", round.number);
		out->bytes[0] = (char)(out->bytes[0] - 'a' + 'A');
	}
}

static void put_pair(const struct layout *layout, int at,
		     struct json_writer *w)
{
	const struct bracket_pair *pair = &layout->bracket.list[at];
	const struct tournament *tournament = &layout->record->tournament;
	OWNED(text) struct text title = {0};

	add_title(layout, at, &title);
	json_open(w, '{');
	json_put_int(w, "round", pair->round);
	json_put_int(w, "slot", pair->slot);
	json_put_word(w, "side", stands_apart(layout, at) ? "apart" :
		      layout->lower[at] ? "losers" : "winners");
	json_put_string(w, "title", text_string(&title));
	json_put_bool(w, "due", pair->winner != ENTRANT_NOBODY);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < pair->present; i++)
		json_string(w, tournament_name(tournament, pair->entrant[i]));
	json_close(w, ']');
	json_put_open(w, "points", '[');
	for (int i = 0; i < pair->present; i++)
		decimal_json_places(w, (double)pair->points[i] / GAME_POINTS,
				    1);
	json_close(w, ']');
	json_key(w, "winner");
	if (pair->winner >= 0)
		json_string(w, tournament_name(tournament, pair->winner));
	else
		json_null(w);
	json_put_bool(w, "by_seed", pair->by_seed);
	json_close(w, '}');
}

void bracket_show_json(const struct record *record, struct json_writer *w)
{
	struct layout layout;

	lay_out(&layout, record, ENTRANTS_MAX);
	json_put_open(w, "bracket", '[');
	for (int i = 0; i < layout.bracket.count; i++)
		put_pair(&layout, i, w);
	json_close(w, ']');
	layout_release(&layout);
}
