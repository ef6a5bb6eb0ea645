/*
 * simulated_game.c - a game that the referee plays, for referee check.
 */
#include "check/simulated_game.h"

#include "fair/logline.h"

/* Splitmix64, by Sebastiano Vigna, in the public domain. */
static uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

int random_below(struct random *random, int below)
{
	return (int)(((random_next(random) >> 32) * (uint64_t)below) >> 32);
}

void table_init(struct table *table, const struct game *game, int seats,
		const int *rule, uint32_t links, uint64_t seed)
{
	*table = (struct table){ .game = game, .seats = seats,
		.random.state = seed };
	for (int i = 0; i < HASH_SIZE; i++)
		table->secret.bytes[i] =
			(unsigned char)random_below(&table->random, 256);
	dice_seal(&table->secret, &table->seal);
	dice_salt_alone(&table->seal, &table->salt);
	chains_init(&table->chains, &table->secret, &table->salt, links,
		    seats + 1);
	course_init(&table->course, game, seats, rule, &table->chains);
}

static void end_line(struct table *table)
{
	text_append(&table->events, table->line.out.bytes,
		    table->line.out.length);
	text_byte(&table->events, '\n');
	json_clear(&table->line);
}

void table_begin(struct table *table, uint32_t board)
{
	chains_board(&table->chains, board);
	course_begin(&table->course);
	text_clear(&table->events);
}

static void roll_dice(struct table *table)
{
	struct roll roll;

	course_roll(&table->course, &roll);
	if (roll.new_chain) {
		line_chain(&table->line, roll.stream, roll.chain,
			   chains_anchor(&table->chains, roll.stream,
					 roll.chain));
		end_line(table);
	}
	line_draw(&table->line, roll.stream, roll.k, roll.dice, roll.sides,
		  roll.value, &roll.link);
	end_line(table);
	table->game->land(table->course.state, roll.value);
}

int table_turn(struct table *table)
{
	void *state = table->course.state;
	int seat;

	while ((seat = table->game->turn(state)) == GAME_CHANCE)
		roll_dice(table);
	table->legal_count = seat == GAME_OVER ? 0 :
		table->game->legal(state, table->legal);
	return seat;
}

void table_show(struct table *table, int seat, struct json_writer *view,
		struct json_writer *legal)
{
	const void *state = table->course.state;

	json_clear(view);
	table->game->view(state, seat, view);
	json_clear(legal);
	json_open(legal, '[');
	for (int i = 0; i < table->legal_count; i++)
		table->game->show_move(state, table->legal[i], legal);
	json_close(legal, ']');
}

int table_choose(struct table *table, int seat)
{
	int any = random_below(&table->random, table->legal_count);

	/* Every third seat at random.  The others lean to one end of the list,
	   where a game has what a random player hardly ever does. */
	if (seat % 3 == 2 || random_below(&table->random, 4) == 0)
		return any;
	return seat % 3 == 0 ? table->legal_count - 1 : any / 2;
}

void table_move(struct table *table, int seat, int move)
{
	const struct game *game = table->game;

	json_clear(&table->move);
	game->show_move(table->course.state, move, &table->move);
	json_clear(&table->said);
	if (game->said != NULL)
		game->said(table->course.state, move, &table->said);
	line_move(&table->line, seat, table->move.out.bytes,
		  table->move.out.length, table->said.out.bytes,
		  table->said.out.length);
	end_line(table);
	game->apply(table->course.state, move);
}

void table_again(struct table *table, int seat)
{
	line_again(&table->line, seat);
	end_line(table);
}

void table_release(struct table *table)
{
	chains_release(&table->chains);
	course_release(&table->course);
	text_release(&table->events);
	text_release(&table->line.out);
	text_release(&table->move.out);
	text_release(&table->said.out);
}
