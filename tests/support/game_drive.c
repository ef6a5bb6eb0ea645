/*
 * game_drive.c - plays random games with the engines and prints them.
 *
 *   drive                       the names of the games
 *   drive GAME FIRST COUNT      COUNT games, with seeds from FIRST on
 *
 * Seats, rules, dice, moves and faults are random.  A game is one line of
 * JSON in the form that `tests/independent moves` reads, and what the engine
 * shows of it; tests/independent/differential.py compares the two.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fair/dice.h"
#include "games/games.h"
#include "games/rules.h"
#include "random.h"

enum {
	LINES_MAX = 600,        /* a longer game is cut off there */
	FEW = 12                /* low values of a range are tried as often as
	                           all the others */
};

/* One game being played. */
struct drive {
	const struct game *game;
	struct random random;
	int seats, rule[GAME_RULES_MAX];
	void *state, *before;           /* owned */
	struct dice_cursor cursor[GAME_SEATS_MAX + 1];
	bool faults;                    /* faults put seats out now and then */
	bool out[GAME_SEATS_MAX];
	int count;                      /* of lines so far */
	struct json_writer lines, decisions, events;    /* owned */
	struct json_writer scratch;     /* owned */
};

static int below(struct drive *d, int n)
{
	return random_below(&d->random, n);
}

/* ### the game that is played */

static int random_value(struct drive *d, const struct rule *rule)
{
	int count = 0;

	if (rule->type == RULE_BOOL)
		return below(d, 2);
	if (rule->type == RULE_INT) {
		count = rule->max - rule->min + 1;
		if (count > FEW && below(d, 2) == 0)
			count = FEW;
		return rule->min + below(d, count);
	}
	while (rule->words[count] != NULL)
		count++;
	count = below(d, count);
	return rule->type == RULE_WORD ? count :
		(int)strtol(rule->words[count], NULL, 10);
}

/* Draws until seats and rules fit; a third of the rules get random values. */
static void choose_rules(struct drive *d)
{
	const struct game *game = d->game;
	struct error err;

	do {
		d->seats = game->seats_min +
			below(d, game->seats_max - game->seats_min + 1);
		rules_defaults(game, d->rule);
		for (int i = 0; i < rules_count(game); i++)
			if (below(d, 3) == 0)
				d->rule[i] = random_value(d, &game->rules[i]);
	} while (game->init(d->state, d->seats, d->rule, &err) != 0);
}

/* ### the lines of the game */

static void open_line(struct drive *d, const char *type)
{
	json_open(&d->lines, '{');
	json_put_word(&d->lines, "t", type);
}

static void close_line(struct drive *d)
{
	json_close(&d->lines, '}');
	d->count++;
}

static void put_draw(struct json_writer *w, const struct draw *draw,
		     uint32_t k)
{
	char dice[32];

	snprintf(dice, sizeof dice, "%dd%d", draw->dice, draw->sides);
	json_put_int(w, "s", draw->stream);
	json_put_int(w, "k", k);
	json_put_word(w, "dice", dice);
}

static void roll(struct drive *d)
{
	struct draw draw = d->game->due(d->state);
	int value[GAME_DICE_MAX];

	for (int i = 0; i < draw.dice; i++)
		value[i] = 1 + below(d, draw.sides);
	open_line(d, "draw");
	put_draw(&d->lines, &draw,
		 dice_cursor_next(&d->cursor[draw.stream], d->game->stride,
				  draw.turn));
	json_put_ints(&d->lines, "v", value, draw.dice);
	close_line(d);
	d->game->land(d->state, value);
}

static void shuffle(struct drive *d, cJSON *list)
{
	for (int n = cJSON_GetArraySize(list); n > 0; n--)
		cJSON_AddItemToArray(list, cJSON_DetachItemFromArray(list,
				     below(d, n)));
}

/* Reads the move as a bot might write it: with its lists in any order. */
static int in_another_order(struct drive *d, int move)
{
	struct json_writer *w = &d->scratch;
	struct error err = {0};
	cJSON *json, *member;

	json_clear(w);
	d->game->show_move(d->state, move, w);
	json = json_parse(w->out.bytes, w->out.length);
	cJSON_ArrayForEach(member, json)
		if (cJSON_IsArray(member))
			shuffle(d, member);
	if (d->game->read_move(d->state, json, &move, &err) != 0) {
		fprintf(stderr, "%s: %s\n", text_string(&w->out), err.text);
		exit(1);
	}
	cJSON_Delete(json);
	return move;
}

static void decide(struct drive *d, int seat)
{
	const struct game *game = d->game;
	int legal[GAME_LEGAL_MAX], count = game->legal(d->state, legal);
	/* Purely random play seldom scores much in a turn. */
	int last = below(d, 3) == 0;
	int move = in_another_order(d, legal[last ? count - 1 :
					     below(d, count)]);

	open_line(d, "move");
	json_put_int(&d->lines, "seat", seat);
	json_key(&d->lines, "move");
	game->show_move(d->state, move, &d->lines);
	json_clear(&d->scratch);
	if (game->said != NULL && game->said(d->state, move, &d->scratch.out))
		json_put_string(&d->lines, "said",
				text_string(&d->scratch.out));
	close_line(d);
	game->apply(d->state, move);
}

static void put_out(struct drive *d)
{
	int seat = below(d, d->seats);

	while (d->out[seat])
		seat = (seat + 1) % d->seats;
	d->out[seat] = true;
	open_line(d, "fault");
	json_put_int(&d->lines, "seat", seat);
	json_put_word(&d->lines, "fault", "gone");
	json_put_word(&d->lines, "detail", "");
	close_line(d);
	d->game->out(d->state, seat);
}

/* ### what the engine shows */

static void show_decision(struct drive *d, int seat)
{
	struct json_writer *w = &d->decisions;
	int legal[GAME_LEGAL_MAX], count = d->game->legal(d->state, legal);

	json_open(w, '{');
	json_put_int(w, "before_line", d->count);
	json_put_int(w, "seat", seat);
	json_key(w, "view");
	d->game->view(d->state, seat, w);
	json_key(w, "legal");
	json_open(w, '[');
	for (int i = 0; i < count; i++)
		d->game->show_move(d->state, legal[i], w);
	json_close(w, ']');
	json_close(w, '}');
}

static void put_due(struct drive *d, struct json_writer *w)
{
	int turn = d->game->turn(d->state);
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	if (turn >= 0) {
		json_put_int(w, "seat", turn);
		json_put_word(w, "t", "move");
	} else if (turn == GAME_CHANCE) {
		struct draw draw = d->game->due(d->state);

		put_draw(w, &draw,
			 dice_cursor_next(&d->cursor[draw.stream],
					  d->game->stride, draw.turn));
		json_put_word(w, "t", "draw");
	} else {
		json_put_word(w, "end",
			      game_ending_word(
				      d->game->score(d->state, scores, ranks)));
		json_put_ints(w, "scores", scores, d->seats);
		json_put_ints(w, "ranks", ranks, d->seats);
		json_put_word(w, "t", "over");
	}
}

static void put_text(struct json_writer *w, const char *key,
		     const struct json_writer *value)
{
	json_key(w, key);
	json_raw(w, value->out.bytes, value->out.length);
}

static void print_game(struct drive *d)
{
	struct json_writer *w = &d->scratch;

	json_clear(w);
	json_open(w, '{');
	json_put_word(w, "game", d->game->name);
	json_put_int(w, "seats", d->seats);
	json_key(w, "rules");
	rules_write(d->game, d->rule, w);
	put_text(w, "lines", &d->lines);
	put_text(w, "decisions", &d->decisions);
	put_text(w, "events", &d->events);
	json_key(w, "due");
	json_open(w, '{');
	put_due(d, w);
	json_close(w, '}');
	json_close(w, '}');
	puts(text_string(&w->out));
}

/* ### playing */

static void step(struct drive *d, int turn)
{
	memcpy(d->before, d->state, d->game->state_size);
	/* More often at the start: a seat that is out may win the throw. */
	if (d->faults && below(d, d->count == 0 ? 4 : 40) == 0)
		put_out(d);
	else if (turn == GAME_CHANCE)
		roll(d);
	else
		decide(d, turn);
	d->game->tell(d->before, d->state, &d->events);
}

static void play(const struct game *game, int seed)
{
	struct drive d = { .game = game, .random = { (uint64_t)seed } };
	int turn;

	d.state = memory_new(1, game->state_size);
	d.before = memory_new(1, game->state_size);
	choose_rules(&d);
	d.faults = below(&d, 4) == 0;
	json_open(&d.lines, '[');
	json_open(&d.decisions, '[');
	json_open(&d.events, '[');
	while ((turn = game->turn(d.state)) != GAME_OVER) {
		if (turn != GAME_CHANCE)
			show_decision(&d, turn);
		if (d.count == LINES_MAX)
			break;
		step(&d, turn);
	}
	json_close(&d.lines, ']');
	json_close(&d.decisions, ']');
	json_close(&d.events, ']');
	print_game(&d);
	free(d.state);
	free(d.before);
	text_release(&d.lines.out);
	text_release(&d.decisions.out);
	text_release(&d.events.out);
	text_release(&d.scratch.out);
}

int main(int argc, char **argv)
{
	const struct game *game = argc == 4 ? games_find(argv[1]) : NULL;
	int first, count;

	if (argc == 1) {
		for (int i = 0; games_list[i] != NULL; i++)
			puts(games_list[i]->name);
		return 0;
	}
	if (game == NULL) {
		fprintf(stderr, "usage: drive [GAME FIRST COUNT]\n");
		return 2;
	}
	first = (int)strtol(argv[2], NULL, 10);
	count = (int)strtol(argv[3], NULL, 10);
	for (int i = 0; i < count; i++)
		play(game, first + i);
	return 0;
}
