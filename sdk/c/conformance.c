/*
 * conformance.c - a bot that reports everything that the library gives it.
 *
 * Its command line, its answers and what it says are the same as those of the
 * conformance bots of the other SDKs; sdk/transcripts/README.md specifies them.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rollcall.h"

/* The words of the command line. */
static struct {
	bool print, fail, nothing, beyond;
} mode;
static int decisions;

struct text {
	char at[ROLLCALL_SAY_SIZE + 4]; /* cut by the library */
	size_t size;
};

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void add(struct text *text, const char *format, ...)
{
	va_list arguments;
	int size;

	va_start(arguments, format);
	size = vsnprintf(text->at + text->size, sizeof text->at - text->size,
			 format, arguments);
	va_end(arguments);
	if (size > 0)
		text->size += (size_t)size;
	if (text->size >= sizeof text->at)
		text->size = sizeof text->at - 1;
}

static void add_list(struct text *text, const char *name,
		     const struct rollcall_list *list)
{
	add(text, " %s ", name);
	for (int i = 0; i < list->count; i++)
		add(text, "%s%d", i > 0 ? "," : "", list->at[i]);
}

static void add_turn(struct text *text, const struct rollcall_list *scores,
		     int total)
{
	add_list(text, "scores", scores);
	add(text, " total %d", total);
}

static bool is_known(const char *game)
{
	static const char *const games[] = {
		"pig", "bolo7", "bolo5", "vollelotte", "rolit", "blackpot"
	};
	bool known = false;

	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
		known |= strcmp(game, games[i]) == 0;
	return known;
}

static void add_view(struct text *text, const struct rollcall_turn *turn)
{
	union {
		struct rollcall_pig_view pig;
		struct rollcall_bolo7_view bolo7;
		struct rollcall_bolo5_view bolo5;
		struct rollcall_vollelotte_view vollelotte;
		struct rollcall_rolit_view rolit;
		struct rollcall_blackpot_view blackpot;
	} v;

	if (rollcall_pig(turn, &v.pig)) {
		add_turn(text, &v.pig.scores, v.pig.total);
		add_list(text, "roll", &v.pig.roll);
	} else if (rollcall_bolo7(turn, &v.bolo7)) {
		add(text, " phase %s", v.bolo7.phase);
		add_turn(text, &v.bolo7.scores, v.bolo7.total);
		add_list(text, "roll", &v.bolo7.roll);
	} else if (rollcall_bolo5(turn, &v.bolo5)) {
		add(text, " phase %s", v.bolo5.phase);
		add_turn(text, &v.bolo5.scores, v.bolo5.total);
		add_list(text, "roll", &v.bolo5.roll);
	} else if (rollcall_vollelotte(turn, &v.vollelotte)) {
		add_turn(text, &v.vollelotte.scores, v.vollelotte.total);
		add_list(text, "roll", &v.vollelotte.roll);
	} else if (rollcall_rolit(turn, &v.rolit)) {
		add(text, " size %d", v.rolit.size);
		add_list(text, "balls", &v.rolit.balls);
		add(text, " board %.*s", v.rolit.size, v.rolit.board);
	} else if (rollcall_blackpot(turn, &v.blackpot)) {
		add(text, " asked %s", v.blackpot.asked);
		add_list(text, "roll", &v.blackpot.roll);
		add_list(text, "pawns", &v.blackpot.pawns);
		add_list(text, "points", &v.blackpot.points);
	}
}

static void add_count(struct text *text, const char *name, const cJSON *list)
{
	if (list == NULL)
		add(text, " %s -", name);
	else
		add(text, " %s %d", name, cJSON_GetArraySize(list));
}

static void say(struct rollcall_turn *turn)
{
	struct text text = { .size = 0 };

	add(&text, "%s %d/%d seat %d of %d", turn->hello.game,
	    turn->game.number, turn->game.of, turn->hello.seat,
	    turn->hello.seats);
	add_count(&text, "legal", turn->legal);
	add_count(&text, "events", turn->events);
	add(&text, " lost %d ms %d", turn->lost, turn->ms);
	add_view(&text, turn);
	rollcall_say(turn, "%s", text.at);
}

/* Builds the move again from its fields. */
static struct rollcall_move anew(const struct rollcall_move *move)
{
	const char *cells[ROLLCALL_CELLS_MAX];

	for (int i = 0; i < move->cell_count; i++)
		cells[i] = move->cells[i];
	if (move->has_keep)
		return rollcall_keep(move->keep.at, move->keep.count,
				     move->then);
	if (move->then[0] != '\0')
		return rollcall_then(move->then);
	if (move->cell[0] != '\0')
		return rollcall_cell(move->cell);
	if (move->has_cells)
		return rollcall_cells(cells, move->cell_count);
	if (move->has_indicate)
		return rollcall_indicate(move->indicate.at,
					 move->indicate.count);
	return rollcall_pass();
}

static int choose(struct rollcall_turn *turn, void *user)
{
	int number = decisions++, place = 0;
	struct rollcall_move move;

	(void)user;
	if (mode.print)
		puts("hello from choose");
	if (number == 1 && mode.fail) {
		fputs("thrown on purpose\n", stderr);
		abort();
	}
	if (number == 1 && mode.nothing)
		return -1;
	if (number == 1 && mode.beyond)
		return turn->legal_count;
	say(turn);
	if (turn->legal == NULL)
		return 0;
	place = rollcall_below(&turn->random, turn->legal_count);
	if (number % 2 == 0)
		return place;
	move = rollcall_legal(turn, place);
	if (is_known(turn->hello.game))
		move = anew(&move);
	return rollcall_play(turn, &move);
}

int main(int argc, char **argv)
{
	struct rollcall_options options = { .name = NULL };

	for (int i = 1; i < argc; i++) {
		options.no_legal |= strcmp(argv[i], "no-legal") == 0;
		options.no_events |= strcmp(argv[i], "no-events") == 0;
		options.verify |= strcmp(argv[i], "verify") == 0;
		if (strcmp(argv[i], "name") == 0)
			options.name = "conform 1";
		mode.print |= strcmp(argv[i], "print") == 0;
		mode.fail |= strcmp(argv[i], "throw") == 0;
		mode.nothing |= strcmp(argv[i], "nothing") == 0;
		mode.beyond |= strcmp(argv[i], "beyond") == 0;
	}
	return rollcall_run(choose, &options);
}
