/*
 * rolit.c - Rolit: trap the balls of others, with two to four colours.
 *
 * A move is the number of a cell as in rolit_board.h, on small boards too.
 */
#include "games/cell_names.h"
#include "games/games.h"
#include "games/rolit.h"

static const char rolit_sheet[] =
	"Goal: most balls of your own colour when the board is full.\n"
	"\n"
	"Balls show one of four colours: Red, Yellow, Green, Blue. Two players are R\n"
	"and G, three R, Y and G, four all. The four cells in the middle begin as R Y\n"
	"above B G, whoever plays; a colour without a player belongs to nobody.\n"
	"\n"
	"On your turn you place one ball on an empty cell. Every straight line of\n"
	"balls of other colours between it and the nearest ball of yours, in all\n"
	"eight directions, turns to your colour. If you can turn something, you must;\n"
	"otherwise you may place next to any ball, corner to corner too. Nobody ever\n"
	"passes, and a colour that has vanished plays on.\n"
	"\n"
	"  a ball of your colour     1 point\n"
	"\n"
	"Equal numbers share the rank. A match goes to who wins more games, then to who\n"
	"has more balls in all. An illegal cell may be taken back once (option\n"
	"`illegal_retries`).\n"
	"\n"
	"Moves: {\"cell\":\"d6\"}; columns a, b, .. from the left, rows 1, 2, .. from the\n"
	"top.\n"
	"\n"
	"Example: Red begins on 8x8. f4 traps the Y on e4 before the R on d4; d6 traps\n"
	"the B on d5, f6 the G on e5. No other cell is legal.\n";

/* Indices in the table of options. */
enum { ILLEGAL_RETRIES, START, SIZE, MUST_CAPTURE, OPENING_PLIES, MAX_TURNS };

static const char *const start_words[] = { "seat", "roll", NULL };
static const char *const size_words[] = { "8", "6", "4", NULL };

static const struct rule rolit_rules[] = {
	[ILLEGAL_RETRIES] = { "illegal_retries", RULE_INT, 1, 0, 10, NULL,
		"illegal answers that may be taken back, per decision" },
	[START] = { "start", RULE_WORD, 0, 0, 0, start_words,
		"seat 0 begins, or the colour that a thrown ball shows" },
	[SIZE] = { "size", RULE_CHOICE, 8, 0, 0, size_words,
		"rows and columns; 4 is for two players only" },
	[MUST_CAPTURE] = { "must_capture", RULE_BOOL, 1, 0, 1, NULL,
		"a player who can turn balls must do so" },
	[OPENING_PLIES] = { "opening_plies", RULE_INT, 0, 0, 8, NULL,
		"first placements that are drawn, not decided" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 60, 1, 60, NULL,
		"turns of a seat; then the balls are counted" },
	{ 0 }
};

static const struct event rolit_events[] = {
	{ "start", "The ball shows the colour of {seat}, who begins." },
	{ "capture", "{seat} captures {balls} from {cell}." },
	{ "extinct", "{seat} has no ball left." },
	{ "corner", "{seat} has the corner {cell}." },
	{ 0 }
};

/* ### turns */

static void end(struct rolit *r, enum ending ending)
{
	r->over = true;
	r->ending = ending;
}

static void begin_turn(struct rolit *r, int seat)
{
	if (rolit_occupied(r) == r->board) {
		end(r, END_NORMAL);
	} else if (r->turns[seat] == r->max_turns) {
		end(r, END_MAX_TURNS);
	} else {
		r->seat = seat;
		r->turns[seat]++;
	}
}

static void play(struct rolit *r, int cell)
{
	rolit_put(r, cell);
	begin_turn(r, (r->seat + 1) % r->seats);
}

/* Plays the first legal cell for seats that are out. */
static void play_for_absent(struct rolit *r)
{
	while (!r->over && !r->throwing && r->opening == 0 && r->out[r->seat])
		play(r, rolit_board_first(rolit_legal_cells(r)));
}

static int rolit_init(void *state, int seats, const int *rule,
		      struct error *err)
{
	struct rolit *r = state;
	int middle = rule[SIZE] / 2 - 1;

	if (rule[SIZE] == 4 && seats != 2)
		return error_set(err, "size 4 is for 2 players, not %d",
				 seats);
	memset(r, 0, sizeof *r);
	r->size = rule[SIZE];
	for (int row = 0; row < r->size; row++)
		r->board |= (rolit_board_bit(r->size) - 1)
			    << ROLIT_BOARD_SIDE * row;
	r->ball[0] = rolit_board_bit(ROLIT_BOARD_SIDE * middle + middle);
	r->ball[1] = r->ball[0] << 1;
	r->ball[2] = r->ball[1] << ROLIT_BOARD_SIDE;
	r->ball[3] = r->ball[0] << ROLIT_BOARD_SIDE;
	r->seats = seats;
	r->max_turns = rule[MAX_TURNS];
	r->must_capture = rule[MUST_CAPTURE] != 0;
	r->opening = rule[OPENING_PLIES];
	r->throwing = rule[START] == 1;
	if (!r->throwing)
		begin_turn(r, 0);
	return 0;
}

static int rolit_turn(const void *state)
{
	const struct rolit *r = state;

	if (r->over)
		return GAME_OVER;
	return r->throwing || r->opening > 0 ? GAME_CHANCE : r->seat;
}

static struct draw rolit_due(const void *state)
{
	const struct rolit *r = state;
	int sides = ROLIT_COLOURS;

	if (!r->throwing)
		sides = rolit_board_count(rolit_legal_cells(r));
	return (struct draw){ .dice = 1, .sides = sides };
}

static void rolit_land(void *state, const int *value)
{
	struct rolit *r = state;

	if (r->throwing) {
		for (int s = 0; s < r->seats && r->throwing; s++) {
			if (rolit_colour(r, s) != value[0] - 1)
				continue;
			r->throwing = false;
			r->first = s;
			begin_turn(r, s);
		}
	} else {
		r->opening--;
		play(r, rolit_drawn_cell(r, value[0]));
	}
	play_for_absent(r);
}

static int rolit_legal(const void *state, int *move)
{
	uint64_t cells = rolit_legal_cells(state);
	int count = 0;

	for (; cells != 0; cells &= cells - 1)
		move[count++] = rolit_board_first(cells);
	return count;
}

static int rolit_read_move(const void *state, const cJSON *answer, int *move,
			   struct error *err)
{
	const struct rolit *r = state;
	const cJSON *cell = json_get(answer, "cell");
	int column, row;

	if (!cJSON_IsString(cell) || cJSON_GetArraySize(answer) != 1)
		return error_set(err, "a move is {\"cell\":\"d6\"}");
	if (!cell_names_find(cell, r->size, &column, &row))
		return error_set(err, "the board has no cell \"%.10s\"",
				 cell->valuestring);
	*move = ROLIT_BOARD_SIDE * row + column;
	if (rolit_legal_cells(r) & rolit_board_bit(*move))
		return 0;
	if (rolit_occupied(r) & rolit_board_bit(*move))
		return error_set(err, "%s is taken", cell->valuestring);
	if (!(rolit_next_to_a_ball(r) & rolit_board_bit(*move)))
		return error_set(err, "%s is not next to a ball",
				 cell->valuestring);
	return error_set(err, "%s turns nothing, and other cells do",
			 cell->valuestring);
}

static void rolit_apply(void *state, int move)
{
	play(state, move);
	play_for_absent(state);
}

static void rolit_out(void *state, int seat)
{
	struct rolit *r = state;
	int left = 0;

	if (r->over || r->out[seat])
		return;
	r->out[seat] = true;
	for (int s = 0; s < r->seats; s++)
		left += !r->out[s];
	if (left <= 1)
		end(r, END_FAULT);
	else
		play_for_absent(r);
}

static enum ending rolit_score(const void *state, int *scores, int *ranks)
{
	const struct rolit *r = state;

	rolit_count_balls(r, scores);
	for (int s = 0; s < r->seats; s++) {
		ranks[s] = 1;
		for (int other = 0; other < r->seats; other++)
			ranks[s] += r->out[s] != r->out[other] ? r->out[s] :
				!r->out[s] && scores[other] > scores[s];
	}
	return r->ending;
}

static enum result rolit_result(int seats, const int *rule)
{
	(void)rule;
	(void)seats;                    /* also with four: there are no teams */
	return RESULT_RANKING;
}

const struct game rolit = {
	.name = "rolit",
	.title = "Rolit",
	.sheet = rolit_sheet,
	.seats_min = 2,
	.seats_max = 4,
	.rules = rolit_rules,
	.events = rolit_events,
	.result = rolit_result,
	.stride = 1,
	.state_size = sizeof(struct rolit),
	.init = rolit_init,
	.turn = rolit_turn,
	.due = rolit_due,
	.land = rolit_land,
	.legal = rolit_legal,
	.read_move = rolit_read_move,
	.apply = rolit_apply,
	.out = rolit_out,
	.show_move = rolit_show_move,
	.view = rolit_view,
	.read_view = rolit_read_view,
	.tell = rolit_tell,
	.describe = rolit_describe,
	.describe_roll = rolit_describe_roll,
	.mark = rolit_mark,
	.picture = rolit_picture,
	.score = rolit_score,
};
