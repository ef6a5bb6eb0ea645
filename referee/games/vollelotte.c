/*
 * vollelotte.c - Volle Lotte: a race to 6,000 in which each turn is under a
 * card.
 */
#include "games/vollelotte.h"

#include "games/games.h"

/* Indices in the table of options. */
enum {
	ILLEGAL_RETRIES, RANKING, TARGET, FIREWORK_KEEP, DOUBLE_SCOPE, PM_TIE,
	PM_ENDS_TURN, FLOOR_ZERO, SUITE_KEEP, SUITE_ENDS_TURN, END_RULE,
	MAX_TURNS
};

static const char *const firework_words[] = { "all", "free", NULL };
static const char *const double_words[] = { "turn", "card", NULL };
static const char *const tie_words[] = { "all", "none", NULL };
static const char *const suite_words[] = { "any", "all", NULL };
static const char *const end_words[] = {
	[VOLLELOTTE_LAST_PLACE_TURN] = "last_place_turn",
	[VOLLELOTTE_FINISH_ROUND] = "finish_round",
	[VOLLELOTTE_IMMEDIATE] = "immediate",
	NULL
};

static const struct rule vollelotte_rules[] = {
	[ILLEGAL_RETRIES] = { "illegal_retries", RULE_INT, 0, 0, 10, NULL,
		"illegal answers that may be taken back, per decision" },
	[RANKING] = { "ranking", RULE_WORD, 0, 0, 0, race_rankings,
		"losers all rank 2, or rank by score" },
	[TARGET] = { "target", RULE_INT, 6000, 50, 1000000, NULL,
		"the score to reach" },
	[FIREWORK_KEEP] = { "firework_keep", RULE_WORD, 0, 0, 0,
		firework_words,
		"a firework keeps all scoring dice, or the player chooses" },
	[DOUBLE_SCOPE] = { "double_scope", RULE_WORD, 0, 0, 0, double_words,
		"double counts for the whole turn, or for this card's dice" },
	[PM_TIE] = { "pm_tie", RULE_WORD, 0, 0, 0, tie_words,
		"if several seats lead, each loses 1000, or none does" },
	[PM_ENDS_TURN] = { "pm_ends_turn", RULE_BOOL, 0, 0, 0, NULL,
		"after a successful plusminus the player must bank" },
	[FLOOR_ZERO] = { "floor_zero", RULE_BOOL, 0, 0, 0, NULL,
		"a leader's loss stops at 0 points" },
	[SUITE_KEEP] = { "suite_keep", RULE_WORD, 0, 0, 0, suite_words,
		"in a suite the player keeps any new faces, or all are kept "
		"automatically" },
	[SUITE_ENDS_TURN] = { "suite_ends_turn", RULE_BOOL, 1, 0, 0, NULL,
		"after a suite the player must bank" },
	[END_RULE] = { "end_rule", RULE_WORD, 0, 0, 0, end_words,
		"who plays on when the target is reached" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 200, 1, 100000, NULL,
		"turns of a seat; then the highest score wins" },
	{ 0 }
};

enum { DECK = 56, PLUSMINUS = 1000, SUITE = 2000 };

/* A full deck. */
static const int deck[VOLLELOTTE_KINDS] = { 10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1 };

/* ### turns and the end of the game */

/* Makes a card due; refills an empty deck. */
static void turn_card(struct vollelotte *v)
{
	v->step = VOLLELOTTE_TURNS_CARD;
	if (v->cards > 0)
		return;
	memcpy(v->deck, deck, sizeof deck);
	v->cards = DECK;
}

static void begin_turn(struct vollelotte *v, int seat)
{
	if (race_begin(&v->race, seat))
		turn_card(v);
}

/* Ends the turn, for whatever reason, and begins the next one. */
static void end_turn(struct vollelotte *v)
{
	int left[GAME_SEATS_MAX];

	v->total = 0;
	if (v->race.over)
		return;
	if (v->phase == VOLLELOTTE_NORMAL)
		begin_turn(v, race_after(&v->race, v->race.seat));
	else if (race_queue(&v->race, v->until, left) > 0)
		begin_turn(v, left[0]);
	else
		race_win_by_score(&v->race, END_NORMAL);
}

/* The seat with the fewest points; of several, the first after the trigger. */
static int last_place(const struct vollelotte *v)
{
	int list[GAME_SEATS_MAX], last = 0;
	int count = race_queue(&v->race, v->trigger, list);

	for (int i = 1; i < count; i++)
		if (v->race.score[list[i]] < v->race.score[list[last]])
			last = i;
	return list[last];
}

/* Begins the end, after the target has been reached. */
static void begin_end(struct vollelotte *v)
{
	int last;

	v->trigger = v->race.seat;
	v->total = 0;
	v->phase = VOLLELOTTE_EXTRA;
	switch (v->end_rule) {
	case VOLLELOTTE_LAST_PLACE_TURN:
		last = last_place(v);
		v->until = (last + 1) % v->race.seats;
		begin_turn(v, last);
		return;
	case VOLLELOTTE_FINISH_ROUND:
		v->until = 0;
		end_turn(v);
		return;
	case VOLLELOTTE_IMMEDIATE:
		race_win(&v->race, v->trigger);
	}
}

static void bank(struct vollelotte *v)
{
	v->race.score[v->race.seat] += v->total;
	if (v->phase == VOLLELOTTE_NORMAL &&
	    v->race.score[v->race.seat] >= v->target)
		begin_end(v);
	else
		end_turn(v);
}

/* ### effects of the cards */

/* Makes every leader lose points, unless the player is one of them. */
static void leaders_lose(struct vollelotte *v)
{
	struct race *race = &v->race;
	int best = race->score[race->seat], leaders = 0;

	for (int s = 0; s < race->seats; s++)
		if (!race->out[s] && race->score[s] > best)
			best = race->score[s];
	for (int s = 0; s < race->seats; s++)
		leaders += !race->out[s] && race->score[s] == best;
	if (race->score[race->seat] == best || (leaders > 1 && v->tie_saves))
		return;
	for (int s = 0; s < race->seats; s++) {
		if (race->out[s] || race->score[s] != best)
			continue;
		race->score[s] -= PLUSMINUS;
		if (v->floor_zero && race->score[s] < 0)
			race->score[s] = 0;
	}
}

/* Applies the card when all six dice are aside. */
static void volle_lotte(struct vollelotte *v)
{
	v->lottes++;
	if (v->card >= VOLLELOTTE_BONUS200 && v->card <= VOLLELOTTE_BONUS600)
		v->total += 200 + 100 * (int)(v->card - VOLLELOTTE_BONUS200);
	if (v->card == VOLLELOTTE_DOUBLE)
		v->total += v->double_card ? v->under : v->total;
	if (v->card == VOLLELOTTE_PLUSMINUS) {
		v->total += PLUSMINUS;
		leaders_lose(v);
	}
}

/* Whether kept dice score under this card. */
static bool dice_count(const struct vollelotte *v)
{
	return v->card < VOLLELOTTE_PLUSMINUS;
}

/* The points that the dice of a move score. */
static int points_of(const struct vollelotte *v, int move)
{
	int kept[DICE_KEEP_FACES];

	if (!dice_count(v))
		return 0;
	dice_keep_move_count(move, kept);
	return dice_keep_points(&vollelotte_scoring, kept);
}

static void put_aside(struct vollelotte *v, int move)
{
	int kept[DICE_KEEP_FACES], points = points_of(v, move);

	v->total += points;
	v->under += points;
	v->dice -= dice_keep_move_size(move);
	if (v->card != VOLLELOTTE_SUITE) {
		if (v->dice == 0)
			volle_lotte(v);
		return;
	}
	dice_keep_move_count(move, kept);
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		v->faces[face] += kept[face];
	if (v->dice == 0)
		v->total += SUITE;
}

/* What may follow a keep of `size` dice, as a set of bits 1 << DICE_KEEP_ROLL
   and so on. */
static int thens_of(const struct vollelotte *v, int size)
{
	const int roll = 1 << DICE_KEEP_ROLL, bank = 1 << DICE_KEEP_BANK;
	const int card = 1 << DICE_KEEP_CARD;
	bool all = size == v->dice;

	switch (v->card) {
	case VOLLELOTTE_FIREWORK:
		return roll;
	case VOLLELOTTE_PLUSMINUS:
		if (!all)
			return roll;
		return v->plusminus_ends ? bank : bank | card;
	case VOLLELOTTE_SUITE:
		if (!all)
			return roll;
		return v->suite_goes_on ? bank | card : bank;
	case VOLLELOTTE_CLOVER:
		return all && v->lottes == 1 ? bank : roll;
	default:
		return all ? bank | card : roll | bank;
	}
}

/* Whether all scoring dice are kept without asking the player. */
static bool kept_by_itself(const struct vollelotte *v,
			   const struct dice_keep *all)
{
	int move = dice_keep_move(all->dice, DICE_KEEP_ROLL);

	if (v->card == VOLLELOTTE_FIREWORK)
		return !v->firework_free;
	return v->card == VOLLELOTTE_SUITE && v->suite_all &&
		(dice_keep_move_size(move) < v->dice || !v->suite_goes_on);
}

/* ### the interface */

static enum result vollelotte_result(int seats, const int *rule)
{
	return race_result(seats, rule[RANKING] == 1);
}

static int vollelotte_init(void *state, int seats, const int *rule,
			   struct error *err)
{
	struct vollelotte *v = state;

	(void)err;                      /* no two of these rules clash */
	memset(v, 0, sizeof *v);
	race_init(&v->race, seats, rule[MAX_TURNS], rule[RANKING] == 1);
	v->target = rule[TARGET];
	v->firework_free = rule[FIREWORK_KEEP] == 1;
	v->double_card = rule[DOUBLE_SCOPE] == 1;
	v->tie_saves = rule[PM_TIE] == 1;
	v->plusminus_ends = rule[PM_ENDS_TURN];
	v->floor_zero = rule[FLOOR_ZERO];
	v->suite_all = rule[SUITE_KEEP] == 1;
	v->suite_goes_on = !rule[SUITE_ENDS_TURN];
	v->end_rule = (enum vollelotte_end)rule[END_RULE];
	v->trigger = -1;
	begin_turn(v, 0);
	return 0;
}

static int vollelotte_turn(const void *state)
{
	const struct vollelotte *v = state;

	if (v->race.over)
		return GAME_OVER;
	return v->step == VOLLELOTTE_DECIDES ? v->race.seat : GAME_CHANCE;
}

static struct draw vollelotte_due(const void *state)
{
	const struct vollelotte *v = state;

	if (v->step == VOLLELOTTE_TURNS_CARD)
		return (struct draw){ .stream = 0, .turn = 0, .dice = 1,
				      .sides = v->cards };
	return race_dice(&v->race, v->dice);
}

static void land_card(struct vollelotte *v, int place)
{
	int kind = 0;

	while (place > v->deck[kind])
		place -= v->deck[kind++];
	v->deck[kind]--;
	v->cards--;
	v->card = (enum vollelotte_card)kind;
	v->under = 0;
	v->lottes = 0;
	memset(v->faces, 0, sizeof v->faces);
	v->dice = VOLLELOTTE_DICE;
	v->step = VOLLELOTTE_ROLLS;
	if (v->card == VOLLELOTTE_STOP)
		end_turn(v);
}

/* Continues after a keep, whether the player chose it or not. */
static void go_on(struct vollelotte *v, enum dice_keep_then then)
{
	if (then == DICE_KEEP_CARD) {
		turn_card(v);
	} else if (then == DICE_KEEP_ROLL) {
		v->step = VOLLELOTTE_ROLLS;
		if (v->dice == 0)
			v->dice = VOLLELOTTE_DICE;
	} else if (v->card == VOLLELOTTE_CLOVER) {
		race_win(&v->race, v->race.seat);
	} else {
		bank(v);
	}
}

static void vollelotte_land(void *state, const int *value)
{
	struct vollelotte *v = state;
	struct dice_keep_scoring room;
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int count;

	if (v->step == VOLLELOTTE_TURNS_CARD) {
		land_card(v, value[0]);
		return;
	}
	dice_keep_count(value, v->dice, v->count);
	count = dice_keep_list(vollelotte_scoring_now(v, &room), v->count,
			       keep);
	v->step = VOLLELOTTE_DECIDES;
	if (count == 0 && v->card == VOLLELOTTE_FIREWORK) {
		bank(v);
	} else if (count == 0) {
		end_turn(v);
	} else if (kept_by_itself(v, &keep[count - 1])) {
		put_aside(v,
			  dice_keep_move(keep[count - 1].dice, DICE_KEEP_ROLL));
		go_on(v, v->card == VOLLELOTTE_SUITE && v->dice == 0 ?
		      DICE_KEEP_BANK : DICE_KEEP_ROLL);
	}
}

static int vollelotte_legal(const void *state, int *move)
{
	const struct vollelotte *v = state;
	struct dice_keep_scoring room;
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int n = 0, count = dice_keep_list(vollelotte_scoring_now(v, &room),
					  v->count, keep);
	bool whole = v->card == VOLLELOTTE_SUITE && v->suite_all;

	for (int i = whole ? count - 1 : 0; i < count; i++) {
		int roll = dice_keep_move(keep[i].dice, DICE_KEEP_ROLL);
		int thens = thens_of(v, dice_keep_move_size(roll));

		for (int then = DICE_KEEP_ROLL; then <= DICE_KEEP_CARD; then++)
			if (thens >> then & 1)
				move[n++] = roll | then;
	}
	return n;
}

static int vollelotte_read_move(const void *state, const cJSON *answer,
				int *move, struct error *err)
{
	static const char *const words[] = { NULL, "roll", "bank",
		"roll or bank", "card", NULL, "bank or card" };
	const struct vollelotte *v = state;
	struct dice_keep_scoring room;
	int thens;

	if (dice_keep_read(vollelotte_scoring_now(v, &room), v->count,
			   DICE_KEEP_CARD,
			   answer, move, err) != 0)
		return -1;
	if (v->card == VOLLELOTTE_SUITE && v->suite_all &&
	    dice_keep_move_size(*move) < v->dice)
		return error_set(err, "a suite keeps all new faces here");
	thens = thens_of(v, dice_keep_move_size(*move));
	if (thens >> dice_keep_move_then(*move) & 1)
		return 0;
	return error_set(err, "under %s \"then\" is %s after this keep",
			 vollelotte_cards[v->card], words[thens]);
}

static void vollelotte_apply(void *state, int move)
{
	put_aside(state, move);
	go_on(state, dice_keep_move_then(move));
}

static void vollelotte_out(void *state, int seat)
{
	struct vollelotte *v = state;

	if (v->race.over || v->race.out[seat])
		return;
	if (race_out(&v->race, seat) && seat == v->race.seat)
		end_turn(v);
}

static void vollelotte_describe(const void *state, int move, struct text *out)
{
	const struct vollelotte *v = state;
	struct vollelotte after = *v;

	put_aside(&after, move);
	dice_keep_describe(v->card == VOLLELOTTE_SUITE ? "collects" : "keeps",
			   move, points_of(v, move), out);
	if (dice_keep_move_then(move) == DICE_KEEP_CARD)
		text_printf(out, " and turns a card with %d", after.total);
	else if (dice_keep_move_then(move) == DICE_KEEP_BANK &&
		 v->card == VOLLELOTTE_CLOVER)
		text_add(out, " and completes the clover");
	else if (dice_keep_move_then(move) == DICE_KEEP_BANK)
		text_printf(out, " and banks %d", after.total);
	else
		dice_keep_describe_roll(after.dice, "six", out);
}

const struct game vollelotte = {
	.name = "vollelotte",
	.title = "Volle Lotte!",
	.sheet = vollelotte_sheet,
	.seats_min = 2,
	.seats_max = 10,
	.rules = vollelotte_rules,
	.events = vollelotte_events,
	.result = vollelotte_result,
	.stride = 8,
	.state_size = sizeof(struct vollelotte),
	.init = vollelotte_init,
	.turn = vollelotte_turn,
	.due = vollelotte_due,
	.land = vollelotte_land,
	.legal = vollelotte_legal,
	.read_move = vollelotte_read_move,
	.apply = vollelotte_apply,
	.out = vollelotte_out,
	.show_move = dice_keep_show_move,
	.view = vollelotte_view,
	.read_view = vollelotte_read_view,
	.tell = vollelotte_tell,
	.describe = vollelotte_describe,
	.describe_roll = vollelotte_describe_roll,
	.score = race_score,
};
