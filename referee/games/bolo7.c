/*
 * bolo7.c - Bolo with seven dice: a race to 10,000 with a last round.
 */
#include "games/bolo7.h"

#include "games/game.h"
#include "games/games.h"

/* ### what scores, and who is still in */

static const struct dice_keep_group bolo7_groups[] = {
	{ { 0, 1, 1, 1, 1, 1, 1 }, 1500 },
	{ { 0 }, 0 }
};

const struct dice_keep_scoring bolo7_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 2000, 4000, 8000, 16000 },
		[2] = { 0, 0, 0, 200, 400, 800, 1600, 3200 },
		[3] = { 0, 0, 0, 300, 600, 1200, 2400, 4800 },
		[4] = { 0, 0, 0, 400, 800, 1600, 3200, 6400 },
		[5] = { 0, 50, 100, 500, 1000, 2000, 4000, 8000 },
		[6] = { 0, 0, 0, 600, 1200, 2400, 4800, 9600 },
	},
	.group = bolo7_groups,
};

const struct dice_keep_scoring *
bolo7_scoring_series(const struct bolo7 *b, struct dice_keep_scoring *room)
{
	*room = bolo7_scoring;
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		int series = bolo7_scoring.face[face][b->open[face]];

		/* Each further die doubles the series; the gain scores. */
		if (b->open[face] > 0)
			for (int n = 1; n <= BOLO7_DICE; n++)
				room->face[face][n] = series * ((1 << n) - 1);
	}
	return room;
}

int bolo7_contenders(const struct bolo7 *b, int *seat)
{
	int count = 0;

	for (int i = 0; i < b->race.seats; i++) {
		int s = (b->trigger + i) % b->race.seats;

		if (b->contender[s])
			seat[count++] = s;
	}
	return count;
}

/* ### what bots and spectators see */

static const char *const phases[] = {
	[BOLO7_NORMAL] = "normal",
	[BOLO7_FINAL] = "final",
	[BOLO7_SUDDEN] = "sudden",
	NULL
};

static void bolo7_view(const void *state, int seat, struct json_writer *w)
{
	static const int none[DICE_KEEP_FACES];
	const struct bolo7 *b = state;
	int list[GAME_SEATS_MAX];

	(void)seat;                     /* nothing is hidden */
	json_open(w, '{');
	json_put_string(w, "phase", phases[b->phase]);
	race_view(&b->race, w);
	json_put_int(w, "total", b->total);
	json_key(w, "roll");
	dice_keep_show_dice(b->rolled ? b->count : none, w);
	json_put_int(w, "need", bolo7_need(b));
	json_put_open(w, "open", '[');
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		if (b->open[face] > 0)
			json_ints(w, (int[]){ face, b->open[face] }, 2);
	json_close(w, ']');
	json_put_int(w, "trigger", b->trigger);
	json_put_ints(w, "queue", list, b->phase == BOLO7_FINAL ?
		      race_queue(&b->race, b->trigger, list) : 0);
	json_put_ints(w, "contenders", list,
		      b->phase == BOLO7_SUDDEN ? bolo7_contenders(b, list) : 0);
	json_close(w, '}');
}

/* Reads the open series of a view: pairs of a face and its number of dice. */
static int read_open(struct bolo7 *b, const struct json_at *view,
		     struct error *err)
{
	struct json_at open = json_at_key(view, "open");
	const cJSON *item;
	int dice = b->dice, place = 0;

	if (json_want_list(&open, 0, b->same_turn ? BOLO7_DICE / 3 : 0,
			   err) != 0)
		return -1;
	cJSON_ArrayForEach(item, open.value) {
		struct json_at pair = json_at_item(&open, place++, item);
		long long face = 0, series = 0;

		if (cJSON_GetArraySize(item) != 2 ||
		    !json_is_int(item->child, 1, 6, &face) ||
		    !json_is_int(item->child->next, 3, BOLO7_DICE, &series) ||
		    (dice += (int)series) > BOLO7_DICE)
			return json_expected(&pair, err, "a face and its dice, "
					     "3 or more that are aside");
		b->open[face] = (int)series;
	}
	return 0;
}

static int bolo7_read_view(void *state, const struct json_at *view,
			   struct error *err)
{
	struct bolo7 *b = state;
	int phase, list[GAME_SEATS_MAX];

	if (race_read_view(&b->race, view, err) != 0 ||
	    view_read_word(view, "phase", phases, &phase, err) != 0 ||
	    view_read_int(view, "total", 0, VIEW_READ_POINTS, &b->total,
			  err) != 0 ||
	    view_read_dice(view, "roll", 1, BOLO7_DICE, b->count, err) != 0 ||
	    view_read_int(view, "trigger", phase == BOLO7_NORMAL ? -1 : 0,
			  phase == BOLO7_NORMAL ? -1 : b->race.seats - 1,
			  &b->trigger, err) != 0 ||
	    view_read_seats(view, "contenders", phase == BOLO7_SUDDEN ?
			    b->race.seats : 0, b->contender, err) != 0)
		return -1;
	b->phase = (enum bolo7_phase)phase;
	b->rolled = true;
	b->dice = dice_keep_size(b->count);
	if (phase == BOLO7_SUDDEN && (!b->contender[b->race.seat] ||
				      bolo7_contenders(b, list) < 2))
		return json_wrong(view, err, "expected at least two "
				  "contenders, including the seat on turn");
	return read_open(b, view, err);
}

/* ### events */

static const struct event bolo7_events[] = {
	{ "bust", "{seat} busts and loses {lost} points." },
	{ "hot_dice", "{seat} has all seven dice aside and rolls on with {total}." },
	{ "bank", "{seat} banks {points} points and has {score}." },
	{ "opened", "{seat} is in the game." },
	{ "final_round", "{seat} has {score} points: the last round begins." },
	{ "sudden_death", "Sudden death between {seats}." },
	{ "out", "{seat} is out of the sudden death." },
	{ "win", "{seats} won." },
	{ 0 }
};

/* Writes the events of a step that concern the end of the game. */
static void tell_end(const struct bolo7 *was, const struct bolo7 *is,
		     struct json_writer *w)
{
	int list[GAME_SEATS_MAX], seat = was->race.seat;

	if (was->phase == BOLO7_NORMAL && is->phase == BOLO7_FINAL)
		game_event_int(w, "final_round", seat, "score",
			       is->race.score[seat]);
	if (was->phase != BOLO7_SUDDEN && is->phase == BOLO7_SUDDEN)
		game_event_seats(w, "sudden_death", list,
				 bolo7_contenders(is, list));
	if (was->contender[seat] && !is->contender[seat] &&
	    race_turn_ended(&was->race, &is->race))
		game_event_bare(w, "out", seat);
	race_tell_win(&was->race, &is->race, w);
}

static void bolo7_tell(const void *before, const void *after,
		       struct json_writer *w)
{
	const struct bolo7 *was = before, *is = after;
	int seat = was->race.seat;

	/* A turn that ends on a roll was lost to a bust. */
	if (!was->rolled && race_turn_ended(&was->race, &is->race))
		game_event_int(w, "bust", seat, "lost", was->total);
	if (is->total > was->total && is->dice == BOLO7_DICE)
		game_event_int(w, "hot_dice", seat, "total", is->total);
	if (race_tell_bank(&was->race, &is->race, w) &&
	    was->race.score[seat] == 0)
		game_event_bare(w, "opened", seat);
	tell_end(was, is, w);
}

/* ### the rules */

static const char bolo7_sheet[] =
	"Goal: be the first to reach 10,000 points (option `target`), and still be\n"
	"ahead when the others have had their last turn.\n"
	"\n"
	"A turn: roll seven dice. Put at least one scoring die aside, then either\n"
	"roll the dice that are left, or bank what you have gathered. A roll without\n"
	"a scoring die is a bust: the turn ends and its points are lost. When all\n"
	"seven are aside you may roll all seven again, with everything at risk. Your\n"
	"first bank has to be worth at least 1,000 points (option `opening`).\n"
	"\n"
	"  a 1                   100      three 1s          1000\n"
	"  a 5                    50      three equal        100 * face\n"
	"  1-2-3-4-5-6          1500      each one more      doubles that\n"
	"\n"
	"Groups are made within one roll, in the way that pays best for your dice.\n"
	"\n"
	"The end: when somebody's score reaches the target, everybody else plays one\n"
	"more turn. If nobody catches up, that player has won. Otherwise those who are\n"
	"level or ahead fight a sudden death with the one who was caught: by turns,\n"
	"who does not end a turn above all other contenders is out.\n"
	"\n"
	"Moves: {\"keep\":[1,5,5],\"then\":\"roll\"} or {\"keep\":[..],\"then\":\"bank\"}; dice in\n"
	"any order.\n"
	"\n"
	"Example: 1 1 1 2 3 5 5. Keep 1 1 1 for 1000 and roll four dice, or keep\n"
	"1 1 1 5 5 for 1100 and bank.\n";

/* Indices in the table of options. */
enum {
	ILLEGAL_RETRIES, RANKING = RACE_RANKING_AT, TARGET, OPENING,
	SERIES_EXTENSION, HOT_DICE, ENDGAME, CATCH, MAX_TURNS
};

static const char *const series_words[] = { "same_roll", "same_turn", NULL };
static const char *const hot_words[] = { "may", "must", NULL };
static const char *const endgame_words[] = {
	[BOLO7_SUDDEN_DEATH] = "sudden_death",
	[BOLO7_LAST_ROUND] = "last_round",
	[BOLO7_IMMEDIATE] = "immediate",
	NULL
};
static const char *const catch_words[] = { "ge", "gt", NULL };

static const struct rule bolo7_rules[] = {
	[ILLEGAL_RETRIES] = GAME_RETRIES(0),
	[RANKING] = RACE_RANKING,
	[TARGET] = { "target", RULE_INT, 10000, 50, 1000000, NULL,
		"the score to reach" },
	[OPENING] = { "opening", RULE_INT, 1000, 0, 100000, NULL,
		"the least that a seat without points may bank" },
	[SERIES_EXTENSION] = { "series_extension", RULE_WORD, 0, 0, 0,
		series_words,
		"series grow within a roll, or also by later rolls" },
	[HOT_DICE] = { "hot_dice", RULE_WORD, 0, 0, 0, hot_words,
		"with all seven dice aside a player may bank, or must roll" },
	[ENDGAME] = { "endgame", RULE_WORD, 0, 0, 0, endgame_words,
		"what follows when the target is reached" },
	[CATCH] = { "catch", RULE_WORD, 0, 0, 0, catch_words,
		"a tie counts as catching up, or only a higher score does" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 200, 1, 100000, NULL,
		"turns of a seat; then the highest score wins" },
	{ 0 }
};

/* ### turns and the end of the game */

static void clear_turn(struct bolo7 *b)
{
	b->total = 0;
	b->dice = BOLO7_DICE;
	b->rolled = false;
	memset(b->open, 0, sizeof b->open);
}

/* Begins the next contender's turn, or ends the game if only one is left. */
static void next_contender(struct bolo7 *b)
{
	int left[GAME_SEATS_MAX], s = b->race.seat;

	if (bolo7_contenders(b, left) == 1) {
		race_win(&b->race, left[0]);
		return;
	}
	do
		s = (s + 1) % b->race.seats;
	while (!b->contender[s]);
	race_begin(&b->race, s);
}

/* Ends the last round: a seat has won, or sudden death begins. */
static void end_final(struct bolo7 *b)
{
	int bar = b->race.score[b->trigger], caught = 0;

	if (b->endgame == BOLO7_LAST_ROUND || b->race.out[b->trigger]) {
		race_win_by_score(&b->race, END_NORMAL);
		return;
	}
	for (int s = 0; s < b->race.seats; s++) {
		b->contender[s] = !b->race.out[s] && (s == b->trigger ||
			b->race.score[s] >= bar + b->catch_more);
		caught += b->contender[s] && s != b->trigger;
	}
	if (caught == 0) {
		race_win(&b->race, b->trigger);
		return;
	}
	b->phase = BOLO7_SUDDEN;
	race_begin(&b->race, b->trigger);
}

/* A seat stays in only with more points than every other contender. */
static void end_sudden_turn(struct bolo7 *b)
{
	int seat = b->race.seat;

	for (int s = 0; s < b->race.seats; s++)
		if (s != seat && b->contender[s] &&
		    b->race.score[s] >= b->race.score[seat])
			b->contender[seat] = false;
	next_contender(b);
}

/* Ends the turn, for whatever reason, and begins the next one. */
static void end_turn(struct bolo7 *b)
{
	int left[GAME_SEATS_MAX];

	clear_turn(b);
	if (b->race.over)
		return;
	if (b->phase == BOLO7_SUDDEN)
		end_sudden_turn(b);
	else if (b->phase == BOLO7_NORMAL)
		race_begin(&b->race, race_after(&b->race, b->race.seat));
	else if (race_queue(&b->race, b->trigger, left) > 0)
		race_begin(&b->race, left[0]);
	else
		end_final(b);
}

static void bank(struct bolo7 *b)
{
	int seat = b->race.seat;

	b->race.score[seat] += b->total;
	if (b->phase == BOLO7_NORMAL && b->race.score[seat] >= b->target) {
		b->trigger = seat;
		if (b->endgame != BOLO7_IMMEDIATE)
			b->phase = BOLO7_FINAL;
		else
			race_win(&b->race, seat);
	}
	end_turn(b);
}

/* ### the interface */

static int bolo7_init(void *state, int seats, const int *rule,
		      struct error *err)
{
	struct bolo7 *b = state;

	(void)err;                      /* no two of these rules clash */
	memset(b, 0, sizeof *b);
	race_init(&b->race, seats, rule[MAX_TURNS], rule);
	b->target = rule[TARGET];
	b->opening = rule[OPENING];
	b->same_turn = rule[SERIES_EXTENSION] == 1;
	b->must_roll = rule[HOT_DICE] == 1;
	b->endgame = (enum bolo7_endgame)rule[ENDGAME];
	b->catch_more = rule[CATCH] == 1;
	b->trigger = -1;
	clear_turn(b);
	race_begin(&b->race, 0);
	return 0;
}

static int bolo7_turn(const void *state)
{
	const struct bolo7 *b = state;

	if (b->race.over)
		return GAME_OVER;
	return b->rolled ? b->race.seat : GAME_CHANCE;
}

static struct draw bolo7_due(const void *state)
{
	const struct bolo7 *b = state;

	return race_dice(&b->race, b->dice);
}

static void bolo7_land(void *state, const int *value)
{
	struct bolo7 *b = state;
	struct dice_keep_scoring room;

	dice_keep_count(value, b->dice, b->count);
	b->rolled = true;
	if (!dice_keep_any(bolo7_scoring_now(b, &room), b->count))
		end_turn(b);
}

static bool may_bank(const struct bolo7 *b, int size, int points)
{
	return b->total + points >= bolo7_need(b) &&
		!(b->must_roll && size == b->dice);
}

static int bolo7_legal(const void *state, int *move)
{
	const struct bolo7 *b = state;
	struct dice_keep_scoring room;
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int n = 0, count = dice_keep_list(bolo7_scoring_now(b, &room), b->count,
					  keep);

	for (int i = 0; i < count; i++) {
		int roll = dice_keep_move(keep[i].dice, DICE_KEEP_ROLL);

		move[n++] = roll;
		if (may_bank(b, dice_keep_move_size(roll), keep[i].points))
			move[n++] = dice_keep_move(keep[i].dice,
						   DICE_KEEP_BANK);
	}
	return n;
}

/* Returns the points of a move's dice and stores the dice in `count`. */
static int points_of(const struct bolo7 *b, int move, int *count)
{
	struct dice_keep_scoring room;

	dice_keep_move_count(move, count);
	return dice_keep_points(bolo7_scoring_now(b, &room), count);
}

static int bolo7_read_move(const void *state, const cJSON *answer, int *move,
			   struct error *err)
{
	const struct bolo7 *b = state;
	struct dice_keep_scoring room;
	int kept[DICE_KEEP_FACES], points;

	if (dice_keep_read(bolo7_scoring_now(b, &room), b->count,
			   DICE_KEEP_BANK, answer, move, err) != 0)
		return -1;
	points = points_of(b, *move, kept);
	if (dice_keep_move_then(*move) == DICE_KEEP_ROLL ||
	    may_bank(b, dice_keep_move_size(*move), points))
		return 0;
	if (b->total + points < bolo7_need(b))
		return error_set(err, "bank needs %d, this would be %d",
				 bolo7_need(b), b->total + points);
	return error_set(err, "with all seven dice aside you must roll");
}

static void bolo7_apply(void *state, int move)
{
	struct bolo7 *b = state;
	int kept[DICE_KEEP_FACES];

	b->total += points_of(b, move, kept);
	if (dice_keep_move_then(move) == DICE_KEEP_BANK) {
		bank(b);
		return;
	}
	b->rolled = false;
	b->dice -= dice_keep_move_size(move);
	for (int face = 1; b->same_turn && face < DICE_KEEP_FACES; face++)
		if (b->open[face] > 0 || kept[face] >= 3)
			b->open[face] += kept[face];
	if (b->dice == 0) {
		b->dice = BOLO7_DICE;
		memset(b->open, 0, sizeof b->open);
	}
}

static void bolo7_out(void *state, int seat)
{
	struct bolo7 *b = state;
	int left[GAME_SEATS_MAX];

	if (b->race.over || b->race.out[seat])
		return;
	b->contender[seat] = false;
	if (race_out(&b->race, seat) && b->phase == BOLO7_SUDDEN &&
	    bolo7_contenders(b, left) == 1)
		race_win(&b->race, left[0]);
	if (seat == b->race.seat)
		end_turn(b);
}

static void bolo7_describe(const void *state, int move, struct text *out)
{
	const struct bolo7 *b = state;
	int kept[DICE_KEEP_FACES], points = points_of(b, move, kept);

	dice_keep_describe("keeps", move, points, out);
	if (dice_keep_move_then(move) == DICE_KEEP_BANK)
		text_printf(out, " and banks %d", b->total + points);
	else
		dice_keep_describe_roll(b->dice - dice_keep_move_size(move),
					"seven", out);
}

const struct game bolo7 = {
	.name = "bolo7",
	.title = "Bolo with seven dice",
	.sheet = bolo7_sheet,
	.seats_min = 2,
	.seats_max = 8,
	.rules = bolo7_rules,
	.events = bolo7_events,
	.result = race_result,
	.stride = 8,
	.state_size = sizeof(struct bolo7),
	.init = bolo7_init,
	.turn = bolo7_turn,
	.due = bolo7_due,
	.land = bolo7_land,
	.legal = bolo7_legal,
	.read_move = bolo7_read_move,
	.apply = bolo7_apply,
	.out = bolo7_out,
	.show_move = dice_keep_show_move,
	.view = bolo7_view,
	.read_view = bolo7_read_view,
	.tell = bolo7_tell,
	.describe = bolo7_describe,
	.score = race_score,
};
