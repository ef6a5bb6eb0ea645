/*
 * rolit.c - Rolit: trap the balls of others, with two to four colours.
 *
 * A move is the number of a cell: 8 * row + column, on small boards too.
 */
#include <stdint.h>
#include <string.h>

#include "games/game.h"
#include "games/games.h"

/* ### boards of up to 8x8, as bit sets of cells */

/* Cell (column, row) is bit 8 * row + column, on smaller boards too. */
enum { ROLIT_BOARD_SIDE = 8, ROLIT_BOARD_DIRECTIONS = 8 };

static inline uint64_t rolit_board_bit(int cell)
{
	return (uint64_t)1 << cell;
}

static inline int rolit_board_count(uint64_t cells)
{
	return __builtin_popcountll(cells);
}

/* The first cell of a set that is not empty. */
static inline int rolit_board_first(uint64_t cells)
{
	return __builtin_ctzll(cells);
}

/* Every cell of the set moved by one step. */
static inline uint64_t rolit_board_step(uint64_t cells, int direction)
{
	static const struct {
		int left, right;        /* shift by one of them */
		uint64_t wrapped;       /* cells reached only by wrapping */
	} to[ROLIT_BOARD_DIRECTIONS] = {
		{ 0, 9, 0x8080808080808080u }, { 0, 8, 0 },
		{ 0, 7, 0x0101010101010101u }, { 0, 1, 0x8080808080808080u },
		{ 1, 0, 0x0101010101010101u }, { 7, 0, 0x8080808080808080u },
		{ 8, 0, 0 }, { 9, 0, 0x0101010101010101u },
	};

	return ((cells << to[direction].left) >> to[direction].right) &
		~to[direction].wrapped;
}

/* All cells that are one step away from a cell of the set. */
static inline uint64_t rolit_board_around(uint64_t cells)
{
	uint64_t found = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++)
		found |= rolit_board_step(cells, d);
	return found;
}

/* The empty cells on which a new ball of `own` would trap some of `others`. */
static inline uint64_t rolit_board_traps(uint64_t own, uint64_t others,
					 uint64_t empty)
{
	uint64_t found = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++) {
		uint64_t run = rolit_board_step(own, d) & others;

		for (int i = 0; i < ROLIT_BOARD_SIDE - 3; i++)
			run |= rolit_board_step(run, d) & others;
		found |= rolit_board_step(run, d) & empty;
	}
	return found;
}

/* The balls of `others` that a new ball of `own` on `cell` traps. */
static inline uint64_t rolit_board_trapped(uint64_t own, uint64_t others,
					   int cell)
{
	uint64_t all = 0;

	for (int d = 0; d < ROLIT_BOARD_DIRECTIONS; d++) {
		uint64_t run = 0,
			 at = rolit_board_step(rolit_board_bit(cell), d);

		for (; at & others; at = rolit_board_step(at, d))
			run |= at;
		if (at & own)
			all |= run;
	}
	return all;
}

enum { ROLIT_COLOURS = 4 };

struct rolit {
	uint64_t board;                 /* the cells of the board */
	uint64_t ball[ROLIT_COLOURS];
	int size, seats;
	int max_turns;
	bool must_capture;
	bool throwing;                  /* the start is not decided yet */
	int opening;                    /* placements still to be drawn */
	int first;                      /* the seat that began */
	int seat;                       /* whose turn it is */
	int turns[ROLIT_COLOURS];             /* by seat */
	bool out[ROLIT_COLOURS];              /* by seat, after a fault */
	int placed[ROLIT_COLOURS];            /* last cells, latest first */
	bool over;
	enum ending ending;
};

static inline uint64_t rolit_occupied(const struct rolit *r)
{
	return r->ball[0] | r->ball[1] | r->ball[2] | r->ball[3];
}

/* ### the balls of the seats */

/* The colours of the seats, by the number of seats. */
static const unsigned char colours[][ROLIT_COLOURS] = {
	[2] = { 0, 2 }, [3] = { 0, 1, 2 }, [4] = { 0, 1, 2, 3 }
};

static int rolit_colour(const struct rolit *r, int seat)
{
	return colours[r->seats][seat];
}

static uint64_t rolit_trapped(const struct rolit *r, int cell)
{
	uint64_t own = r->ball[rolit_colour(r, r->seat)];

	return rolit_board_trapped(own, rolit_occupied(r) & ~own, cell);
}

static uint64_t rolit_next_to_a_ball(const struct rolit *r)
{
	uint64_t balls = rolit_occupied(r);

	return rolit_board_around(balls) & r->board & ~balls;
}

static uint64_t rolit_legal_cells(const struct rolit *r)
{
	uint64_t own = r->ball[rolit_colour(r, r->seat)], balls = rolit_occupied(r);
	uint64_t found = 0;

	if (r->must_capture)
		found = rolit_board_traps(own, balls & ~own, r->board & ~balls);
	return found != 0 ? found : rolit_next_to_a_ball(r);
}

static int rolit_drawn_cell(const struct rolit *r, int value)
{
	uint64_t cells = rolit_legal_cells(r);

	for (int i = 1; i < value; i++)
		cells &= cells - 1;
	return rolit_board_first(cells);
}

static void rolit_put(struct rolit *r, int cell)
{
	uint64_t turned = rolit_trapped(r, cell);

	for (int c = 0; c < ROLIT_COLOURS; c++)
		r->ball[c] &= ~turned;
	r->ball[rolit_colour(r, r->seat)] |= turned | rolit_board_bit(cell);
	memmove(r->placed + 1, r->placed, (ROLIT_COLOURS - 1) * sizeof *r->placed);
	r->placed[0] = cell;
}

static void rolit_count_balls(const struct rolit *r, int *balls)
{
	for (int s = 0; s < r->seats; s++)
		balls[s] = rolit_board_count(r->ball[rolit_colour(r, s)]);
}

/* ### what bots and spectators see */

static const struct {
	char letter;
	const char *mark;
	const char *ansi;
} shown[ROLIT_COLOURS] = {
	{ 'R', "R, red", "\033[1;97;41m" },
	{ 'Y', "Y, yellow", "\033[1;30;43m" },
	{ 'G', "G, green", "\033[1;97;42m" },
	{ 'B', "B, blue", "\033[1;97;44m" },
};

static void put_cell(struct json_writer *w, int cell)
{
	char name[CELL_NAMES_SIZE];

	cell_names_write(cell % ROLIT_BOARD_SIDE, cell / ROLIT_BOARD_SIDE,
			 name);
	json_put_word(w, "cell", name);
}

static void rolit_show_move(const void *state, int move, struct json_writer *w)
{
	(void)state;
	json_open(w, '{');
	put_cell(w, move);
	json_close(w, '}');
}

/* The colour of the ball on a cell, or -1. */
static int colour_at(const struct rolit *r, int cell)
{
	for (int c = 0; c < ROLIT_COLOURS; c++)
		if (r->ball[c] & rolit_board_bit(cell))
			return c;
	return -1;
}

static void rolit_view(const void *state, int seat, struct json_writer *w)
{
	const struct rolit *r = state;
	char cells[ROLIT_BOARD_SIDE * ROLIT_BOARD_SIDE + 1], letter[2] = "";
	int count = 0, balls[ROLIT_COLOURS], list[ROLIT_COLOURS];

	(void)seat;                     /* nothing is hidden */
	for (uint64_t left = r->board; left != 0; left &= left - 1) {
		int colour = colour_at(r, rolit_board_first(left));

		cells[count++] = colour < 0 ? '.' : shown[colour].letter;
	}
	cells[count] = '\0';
	rolit_count_balls(r, balls);
	json_open(w, '{');
	json_put_int(w, "size", r->size);
	json_put_word(w, "board", cells);
	json_put_int(w, "seat", r->seat);
	json_put_open(w, "colours", '[');
	for (int s = 0; s < r->seats; s++) {
		letter[0] = shown[rolit_colour(r, s)].letter;
		json_word(w, letter);
	}
	json_close(w, ']');
	json_put_ints(w, "balls", balls, r->seats);
	json_put_ints(w, "turns", r->turns, r->seats);
	count = 0;
	for (int s = 0; s < r->seats; s++)
		if (r->out[s])
			list[count++] = s;
	json_put_ints(w, "out", list, count);
	json_close(w, '}');
}

/* Reads the balls of a view. */
static int read_board(struct rolit *r, const struct json_at *view,
		      struct error *err)
{
	struct json_at board = json_at_key(view, "board");
	const char *letters;
	uint64_t left = r->board;

	if (json_want_string(&board, &letters, err) != 0)
		return -1;
	memset(r->ball, 0, sizeof r->ball);
	for (; left != 0 && *letters != '\0'; left &= left - 1, letters++) {
		int c = 0;

		while (c < ROLIT_COLOURS && shown[c].letter != *letters)
			c++;
		if (c < ROLIT_COLOURS)
			r->ball[c] |= left & -left;
		else if (*letters != '.')
			break;
	}
	if (left != 0 || *letters != '\0')
		return json_expected(&board, err, "%d cells, each one of "
				     "R Y G B .", r->size * r->size);
	return 0;
}

static int rolit_read_view(void *state, const struct json_at *view,
			   struct error *err)
{
	struct rolit *r = state;

	if (read_board(r, view, err) != 0 ||
	    view_read_int(view, "seat", 0, r->seats - 1, &r->seat, err) != 0 ||
	    view_read_ints(view, "turns", r->seats, r->seats, 0, r->max_turns,
			   r->turns, NULL, err) != 0 ||
	    view_read_seats(view, "out", r->seats, r->out, err) != 0)
		return -1;
	r->throwing = false;
	r->opening = 0;
	if (r->out[r->seat])
		return json_wrong(view, err, "seat %d is out and on turn",
				  r->seat);
	return 0;
}

/* Places the ball and writes its events. */
static void tell_put(struct rolit *r, int cell, struct json_writer *w)
{
	int turned = rolit_board_count(rolit_trapped(r, cell)), last = r->size - 1;
	int column = cell % ROLIT_BOARD_SIDE, row = cell / ROLIT_BOARD_SIDE;
	int before[ROLIT_COLOURS], after[ROLIT_COLOURS];

	rolit_count_balls(r, before);
	rolit_put(r, cell);
	rolit_count_balls(r, after);
	if (turned > 0) {
		game_event(w, "capture", r->seat);
		put_cell(w, cell);
		json_put_int(w, "balls", turned);
		json_close(w, '}');
	}
	for (int s = 0; s < r->seats; s++)
		if (before[s] > 0 && after[s] == 0)
			game_event_bare(w, "extinct", s);
	if (column % last == 0 && row % last == 0) {
		game_event(w, "corner", r->seat);
		put_cell(w, cell);
		json_close(w, '}');
	}
}

static void rolit_tell(const void *before, const void *after,
		       struct json_writer *w)
{
	const struct rolit *is = after;
	struct rolit r = *(const struct rolit *)before;

	if (r.throwing && !is->throwing) {
		r.seat = is->first;
		game_event_bare(w, "start", r.seat);
	}
	/* A step places several balls if seats are out. */
	for (int i = rolit_board_count(rolit_occupied(is) & ~rolit_occupied(&r)); i-- > 0;
	     r.seat = (r.seat + 1) % r.seats)
		tell_put(&r, is->placed[i], w);
}

static void rolit_describe(const void *state, int move, struct text *out)
{
	char name[CELL_NAMES_SIZE];

	(void)state;                    /* an event reports what it turns */
	cell_names_write(move % ROLIT_BOARD_SIDE, move / ROLIT_BOARD_SIDE,
			 name);
	text_printf(out, "places %s", name);
}

static int rolit_describe_roll(const void *before, const void *after,
			       const int *value, struct text *out)
{
	const struct rolit *r = before;

	(void)after;
	if (r->throwing) {
		for (int s = 0; s < r->seats; s++)
			if (rolit_colour(r, s) == value[0] - 1)
				return -1;
		text_add(out, "A colour without a player is thrown again");
		return -1;
	}
	rolit_describe(r, rolit_drawn_cell(r, value[0]), out);
	text_add(out, ", drawn by lot");
	return r->seat;
}

static struct game_mark rolit_mark(int seats, int seat)
{
	const struct rolit r = { .seats = seats };
	int colour = rolit_colour(&r, seat);

	return (struct game_mark){ shown[colour].mark, shown[colour].ansi };
}

static void rolit_picture(const void *state, bool colour, struct text *out)
{
	const struct rolit *r = state;

	text_add(out, "   ");
	for (int column = 0; column < r->size; column++)
		text_printf(out, " %c ", 'a' + column);
	text_byte(out, '\n');
	for (int row = 0; row < r->size; row++) {
		text_printf(out, " %d ", row + 1);
		for (int column = 0; column < r->size; column++) {
			int ball = colour_at(r,
					     ROLIT_BOARD_SIDE * row + column);

			text_printf(out, "%s %c %s",
				    colour && ball >= 0 ? shown[ball].ansi : "",
				    ball >= 0 ? shown[ball].letter : '.',
				    colour && ball >= 0 ? "\033[0m" : "");
		}
		text_byte(out, '\n');
	}
}

/* ### the rules */

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
	[ILLEGAL_RETRIES] = GAME_RETRIES(1),
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
