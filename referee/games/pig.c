/*
 * pig.c - Pig: roll and add up, or bank; a one loses the turn.
 *
 * The smallest game with all the parts: copy this file to add a game.
 */
#include "base/text.h"
#include "games/game.h"
#include "games/games.h"
#include "games/race.h"

/* Moves, in the order of `legal`. */
enum { ROLL, BANK };

static const char *const thens[] = {
	[ROLL] = "roll", [BANK] = "bank", NULL
};

static const char pig_sheet[] =
	"Goal: be the first to bank 100 points (option `target`).\n"
	"\n"
	"On your turn you roll one die, again and again. A 2, 3, 4, 5 or 6 adds\n"
	"its face to the total of your turn, and then you decide: roll once more,\n"
	"or bank the total and pass the die on. A 1 ends your turn at once, and\n"
	"the total is lost. Points that are banked are safe.\n"
	"\n"
	"Moves: {\"then\":\"roll\"} or {\"then\":\"bank\"}.\n"
	"\n"
	"Example: you roll 4, 6 and 5 and bank: 15 points. Had the next roll been\n"
	"a 1, they would have been gone.\n";

/* Indices in the table of options. */
enum { ILLEGAL_RETRIES, RANKING = RACE_RANKING_AT, TARGET, MAX_TURNS };

static const struct rule pig_rules[] = {
	[ILLEGAL_RETRIES] = GAME_RETRIES(0),
	[RANKING] = RACE_RANKING,
	[TARGET] = { "target", RULE_INT, 100, 10, 100000, NULL,
		"banked points that win" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 200, 1, 100000, NULL,
		"turns of a seat; then the highest score wins" },
	{ 0 }
};

static const struct event pig_events[] = {
	{ "bust", "{seat} rolls a one and loses {lost} points." },
	{ "bank", "{seat} banks {points} points and has {score}." },
	{ "win", "{seats} won." },
	{ 0 }
};

struct pig {
	struct race race;
	int target;             /* banked points that win */
	int total;              /* points of this turn, at risk */
	int roll;               /* the die on the table; 0: not rolled yet */
};

static void begin_turn(struct pig *p, int seat)
{
	p->total = 0;
	p->roll = 0;
	race_begin(&p->race, seat);
}

static void next_turn(struct pig *p)
{
	begin_turn(p, race_after(&p->race, p->race.seat));
}

static int pig_init(void *state, int seats, const int *rule,
		    struct error *err)
{
	struct pig *p = state;

	(void)err;                      /* no two of these rules clash */
	race_init(&p->race, seats, rule[MAX_TURNS], rule);
	p->target = rule[TARGET];
	begin_turn(p, 0);
	return 0;
}

static int pig_turn(const void *state)
{
	const struct pig *p = state;

	if (p->race.over)
		return GAME_OVER;
	return p->roll == 0 ? GAME_CHANCE : p->race.seat;
}

static struct draw pig_due(const void *state)
{
	const struct pig *p = state;

	return race_dice(&p->race, 1);
}

static void pig_land(void *state, const int *value)
{
	struct pig *p = state;

	if (value[0] == 1) {
		next_turn(p);
		return;
	}
	p->roll = value[0];
	p->total += value[0];
}

static int pig_legal(const void *state, int *move)
{
	(void)state;                    /* both, always */
	move[0] = ROLL;
	move[1] = BANK;
	return 2;
}

static int pig_read_move(const void *state, const cJSON *answer, int *move,
			 struct error *err)
{
	const cJSON *then = json_get(answer, "then");

	(void)state;
	if (!cJSON_IsString(then) || cJSON_GetArraySize(answer) != 1)
		return error_set(err, "a move is {\"then\":\"roll\"} or "
				 "{\"then\":\"bank\"}");
	*move = words_find(thens, then->valuestring);
	if (*move < 0)
		return error_set(err, "\"then\" is roll or bank, nothing "
				 "else");
	return 0;
}

static void pig_apply(void *state, int move)
{
	struct pig *p = state;
	int seat = p->race.seat;

	p->roll = 0;
	if (move == ROLL)
		return;
	p->race.score[seat] += p->total;
	p->total = 0;
	if (p->race.score[seat] >= p->target)
		race_win(&p->race, seat);
	else
		next_turn(p);
}

static void pig_out(void *state, int seat)
{
	struct pig *p = state;

	if (p->race.over || p->race.out[seat])
		return;
	if (race_out(&p->race, seat) && seat == p->race.seat)
		next_turn(p);
}

static void pig_show_move(const void *state, int move, struct json_writer *w)
{
	(void)state;
	json_open(w, '{');
	json_put_string(w, "then", thens[move]);
	json_close(w, '}');
}

static void pig_view(const void *state, int seat, struct json_writer *w)
{
	const struct pig *p = state;

	(void)seat;                     /* pig has no secrets */
	json_open(w, '{');
	race_view(&p->race, w);
	json_put_int(w, "total", p->total);
	json_put_ints(w, "roll", &p->roll, p->roll > 0);
	json_close(w, '}');
}

static int pig_read_view(void *state, const struct json_at *view,
			 struct error *err)
{
	struct pig *p = state;

	if (race_read_view(&p->race, view, err) != 0 ||
	    view_read_int(view, "total", 0, VIEW_READ_POINTS, &p->total,
			  err) != 0)
		return -1;
	return view_read_ints(view, "roll", 1, 1, 2, 6, &p->roll, NULL, err);
}

static void pig_tell(const void *before, const void *after,
		     struct json_writer *w)
{
	const struct pig *was = before, *is = after;

	/* A turn that ends on a roll was lost to a one. */
	if (was->roll == 0 && race_turn_ended(&was->race, &is->race))
		game_event_int(w, "bust", was->race.seat, "lost", was->total);
	race_tell_bank(&was->race, &is->race, w);
	race_tell_win(&was->race, &is->race, w);
}

static void pig_describe(const void *state, int move, struct text *out)
{
	const struct pig *p = state;

	if (move == ROLL)
		text_printf(out, "rolls on with %d", p->total);
	else
		text_printf(out, "banks %d", p->total);
}

const struct game pig = {
	.name = "pig",
	.title = "Pig",
	.sheet = pig_sheet,
	.seats_min = 2,
	.seats_max = 8,
	.rules = pig_rules,
	.events = pig_events,
	.result = race_result,
	.stride = 8,
	.state_size = sizeof(struct pig),
	.init = pig_init,
	.turn = pig_turn,
	.due = pig_due,
	.land = pig_land,
	.legal = pig_legal,
	.read_move = pig_read_move,
	.apply = pig_apply,
	.out = pig_out,
	.show_move = pig_show_move,
	.view = pig_view,
	.read_view = pig_read_view,
	.tell = pig_tell,
	.describe = pig_describe,
	.score = race_score,
};
