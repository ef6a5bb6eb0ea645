/*
 * vollelotte.c - Volle Lotte: a race to 6,000 in which each turn is under a
 * card.
 */
#include "games/vollelotte.h"

#include "games/game.h"
#include "games/games.h"

/* ### what scores */

static const struct dice_keep_group no_groups[] = { { { 0 }, 0 } };

const struct dice_keep_scoring vollelotte_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 1100, 1200, 2000 },
		[2] = { 0, 0, 0, 200, 0, 0, 400 },
		[3] = { 0, 0, 0, 300, 0, 0, 600 },
		[4] = { 0, 0, 0, 400, 0, 0, 800 },
		[5] = { 0, 50, 100, 500, 550, 600, 1000 },
		[6] = { 0, 0, 0, 600, 0, 0, 1200 },
	},
	.group = no_groups,
};

/* In a suite, one die of each missing face may be kept. */
const struct dice_keep_scoring *
vollelotte_scoring_now(const struct vollelotte *v,
		       struct dice_keep_scoring *room)
{
	if (v->card != VOLLELOTTE_SUITE)
		return &vollelotte_scoring;
	*room = (struct dice_keep_scoring){ .group = no_groups };
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		room->face[face][1] = !v->faces[face];
	return room;
}

/* ### what bots and spectators see */

static const char vollelotte_sheet[] =
	"Goal: have the most points when somebody has reached 6000 (option `target`)\n"
	"and the player who is then last has had one more turn.\n"
	"\n"
	"A turn: turn a card, then roll six dice. Put at least one scoring die aside,\n"
	"then roll the dice that are left, or bank. A roll without a scoring die is a\n"
	"null: the points of the turn are lost. With all six dice aside it is a Volle\n"
	"Lotte: the card pays. Then bank, or turn the next card and roll all six, with\n"
	"everything at risk.\n"
	"\n"
	"  a 1                   100      three 1s          1000\n"
	"  a 5                    50      three equal        100 * face\n"
	"\n"
	"  stop        10 cards  the turn ends, its points are lost\n"
	"  firework     5        roll on until a null, which then banks all; scoring\n"
	"                        dice are kept by themselves\n"
	"  bonus200 .. bonus600  5 each; a Volle Lotte adds that many points\n"
	"  double       5        a Volle Lotte doubles the points of the turn\n"
	"  plusminus    5        you must roll on to a Volle Lotte: 1000 points, and\n"
	"                        who leads loses 1000 unless you lead yourself\n"
	"  suite        5        collect 1 2 3 4 5 6, one new face or more from every\n"
	"                        roll: 2000 points, and the turn ends\n"
	"  clover       1        two Volle Lottes in a row win the game\n"
	"\n"
	"Dice kept under plusminus, suite and clover bring no points themselves. The\n"
	"deck goes on through the whole game.\n"
	"\n"
	"Moves: {\"keep\":[1,5],\"then\":\"roll\"}, {\"keep\":[..],\"then\":\"bank\"} or, after\n"
	"a Volle Lotte, {\"keep\":[..],\"then\":\"card\"}; dice in any order.\n"
	"\n"
	"Example: under bonus300 you roll 1 1 1 5 5 5 and keep them all, 1500 points:\n"
	"a Volle Lotte, 1800 with the bonus. Bank them, or turn a card.\n";

const char *const vollelotte_cards[VOLLELOTTE_KINDS + 1] = {
	"stop", "firework", "bonus200", "bonus300", "bonus400", "bonus500",
	"bonus600", "double", "plusminus", "suite", "clover",
};

static const char *const phases[] = { "normal", "extra", NULL };

static void vollelotte_view(const void *state, int seat, struct json_writer *w)
{
	static const int none[DICE_KEEP_FACES];
	const struct vollelotte *v = state;
	bool turned = v->step != VOLLELOTTE_TURNS_CARD;
	int list[GAME_SEATS_MAX];

	(void)seat;                     /* nothing is hidden */
	json_open(w, '{');
	json_put_word(w, "phase", phases[v->phase]);
	race_view(&v->race, w);
	json_put_word(w, "card", turned ? vollelotte_cards[v->card] : "");
	json_put_int(w, "total", v->total);
	json_put_int(w, "under", turned ? v->under : 0);
	json_put_int(w, "lottes", turned ? v->lottes : 0);
	json_key(w, "faces");
	dice_keep_show_dice(turned ? v->faces : none, w);
	json_key(w, "roll");
	dice_keep_show_dice(v->step == VOLLELOTTE_DECIDES ? v->count : none, w);
	json_put_ints(w, "deck", v->deck, VOLLELOTTE_KINDS);
	json_put_int(w, "trigger", v->trigger);
	json_put_ints(w, "queue", list, v->phase == VOLLELOTTE_EXTRA ?
		      race_queue(&v->race, v->until, list) : 0);
	json_close(w, '}');
}

static int vollelotte_read_view(void *state, const struct json_at *view,
				struct error *err)
{
	struct vollelotte *v = state;
	int phase, card;

	if (race_read_view(&v->race, view, err) != 0 ||
	    view_read_word(view, "phase", phases, &phase, err) != 0 ||
	    view_read_word(view, "card", vollelotte_cards, &card, err) != 0 ||
	    view_read_int(view, "total", 0, VIEW_READ_POINTS, &v->total,
			  err) != 0 ||
	    view_read_int(view, "under", 0, VIEW_READ_POINTS, &v->under,
			  err) != 0 ||
	    view_read_int(view, "lottes", 0, VIEW_READ_POINTS, &v->lottes,
			  err) != 0 ||
	    view_read_dice(view, "faces", 0, VOLLELOTTE_DICE, v->faces,
			   err) != 0 ||
	    view_read_dice(view, "roll", 1, VOLLELOTTE_DICE, v->count,
			   err) != 0 ||
	    view_read_ints(view, "deck", VOLLELOTTE_KINDS, VOLLELOTTE_KINDS, 0,
			   VOLLELOTTE_DICE * 2, v->deck, NULL, err) != 0 ||
	    view_read_int(view, "trigger", phase == VOLLELOTTE_NORMAL ? -1 : 0,
			  phase == VOLLELOTTE_NORMAL ? -1 : v->race.seats - 1,
			  &v->trigger, err) != 0)
		return -1;
	v->phase = (enum vollelotte_phase)phase;
	v->card = (enum vollelotte_card)card;
	v->step = VOLLELOTTE_DECIDES;
	v->dice = dice_keep_size(v->count);
	v->cards = 0;
	for (int kind = 0; kind < VOLLELOTTE_KINDS; kind++)
		v->cards += v->deck[kind];
	/* After the target, either only the last place has a turn, or the
	   round is completed. */
	v->until = v->end_rule == VOLLELOTTE_LAST_PLACE_TURN ?
		(v->race.seat + 1) % v->race.seats : 0;
	return 0;
}

/* ### events */

static const struct event vollelotte_events[] = {
	{ "card", "{seat} turns the card {card}." },
	{ "stopped", "Stop! {seat} loses {lost} points." },
	{ "null", "{seat} loses {lost} points." },
	{ "volle_lotte", "Volle Lotte! {seat} has all six dice aside." },
	{ "burnt_out", "The firework is over, with {total} points." },
	{ "plusminus", "Plus 1000 for {seat}, minus 1000 for {losers}." },
	{ "suite", "The suite is complete: 2000 points for {seat}." },
	{ "clover", "Two Volle Lottes under the clover: {seat} has it." },
	{ "bank", "{seat} banks {points} points and has {score}." },
	{ "target_reached", "{seat} has reached the target with {score}." },
	{ "reshuffle", "All 56 cards are back in the deck." },
	{ "win", "{seats} won." },
	{ 0 }
};

/* Lists the seats that lost points to a plusminus. */
static int losers(const struct vollelotte *was, const struct vollelotte *is,
		  int *seat)
{
	int count = 0;

	for (int s = 0; s < was->race.seats; s++)
		if (is->race.score[s] < was->race.score[s])
			seat[count++] = s;
	return count;
}

static void tell_card(struct json_writer *w, const char *event, int seat,
		      enum vollelotte_card card)
{
	game_event(w, event, seat);
	json_put_word(w, "card", vollelotte_cards[card]);
	json_close(w, '}');
}

static void tell_volle_lotte(const struct vollelotte *was,
			     const struct vollelotte *is,
			     struct json_writer *w)
{
	int list[GAME_SEATS_MAX], seat = was->race.seat;

	tell_card(w, "volle_lotte", seat, was->card);
	if (was->card == VOLLELOTTE_PLUSMINUS) {
		game_event(w, "plusminus", seat);
		json_put_ints(w, "losers", list, losers(was, is, list));
		json_close(w, '}');
	}
	if (was->card == VOLLELOTTE_CLOVER && is->lottes == 2)
		game_event_bare(w, "clover", seat);
}

/* Writes the events of a card, a roll or a keep. */
static void tell_turn(const struct vollelotte *was,
		      const struct vollelotte *is, struct json_writer *w)
{
	bool ended = race_turn_ended(&was->race, &is->race);
	bool suite = was->card == VOLLELOTTE_SUITE && was->dice > 0 &&
		is->dice == 0;
	bool burnt = was->step == VOLLELOTTE_ROLLS && ended &&
		was->card == VOLLELOTTE_FIREWORK;
	int seat = was->race.seat;

	if (was->step == VOLLELOTTE_TURNS_CARD &&
	    (ended || is->step == VOLLELOTTE_ROLLS)) {
		tell_card(w, "card", seat, is->card);
		if (is->card == VOLLELOTTE_STOP)
			game_event_int(w, "stopped", seat, "lost", was->total);
		return;
	}
	if (is->lottes > was->lottes)
		tell_volle_lotte(was, is, w);
	if (suite)
		game_event_bare(w, "suite", seat);
	if (burnt)
		game_event_int(w, "burnt_out", seat, "total", was->total);
	else if (was->step == VOLLELOTTE_ROLLS && ended && !suite)
		game_event_int(w, "null", seat, "lost", was->total);
	/* A firework may bank 0 points. */
	if (burnt || is->race.score[seat] > was->race.score[seat])
		race_event_bank(&was->race, &is->race, w);
}

static void vollelotte_tell(const void *before, const void *after,
			    struct json_writer *w)
{
	const struct vollelotte *was = before, *is = after;

	tell_turn(was, is, w);
	if (was->phase != is->phase)
		game_event_int(w, "target_reached", is->trigger, "score",
			       is->race.score[is->trigger]);
	if (was->cards < is->cards) {
		json_open(w, '{');
		json_put_word(w, "e", "reshuffle");
		json_close(w, '}');
	}
	race_tell_win(&was->race, &is->race, w);
}

/* Describes the dice that a firework, or with `suite_keep` a suite, keeps
   automatically. */
static void describe_kept(const struct vollelotte *was,
			  const struct vollelotte *is, struct text *out)
{
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int count;

	if (was->card == VOLLELOTTE_SUITE) {
		text_add(out, "collects");
		for (int face = 1; face < DICE_KEEP_FACES; face++)
			if (is->count[face] > 0 && !was->faces[face])
				text_printf(out, " %d", face);
		return;
	}
	count = dice_keep_list(&vollelotte_scoring, is->count, keep);
	dice_keep_describe("keeps", dice_keep_move(keep[count - 1].dice,
						   DICE_KEEP_ROLL),
			   is->total - was->total, out);
}

static int vollelotte_describe_roll(const void *before, const void *after,
				    const int *value, struct text *out)
{
	const struct vollelotte *was = before, *is = after;
	bool suite = was->card == VOLLELOTTE_SUITE, kept;

	(void)value;
	/* A card has an event, and a decision describes what is kept. */
	if (was->step == VOLLELOTTE_TURNS_CARD ||
	    is->step == VOLLELOTTE_DECIDES)
		return -1;
	kept = suite ? is->dice < was->dice : is->total > was->total;
	if (!kept) {
		text_add(out, suite ? "No new face" : "Nothing scores");
		return -1;
	}
	describe_kept(was, is, out);
	return was->race.seat;
}

/* ### the rules */

/* Indices in the table of options. */
enum {
	ILLEGAL_RETRIES, RANKING = RACE_RANKING_AT, TARGET, FIREWORK_KEEP,
	DOUBLE_SCOPE, PM_TIE, PM_ENDS_TURN, FLOOR_ZERO, SUITE_KEEP,
	SUITE_ENDS_TURN, END_RULE, MAX_TURNS
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
	[ILLEGAL_RETRIES] = GAME_RETRIES(0),
	[RANKING] = RACE_RANKING,
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

static int vollelotte_init(void *state, int seats, const int *rule,
			   struct error *err)
{
	struct vollelotte *v = state;

	(void)err;                      /* no two of these rules clash */
	memset(v, 0, sizeof *v);
	race_init(&v->race, seats, rule[MAX_TURNS], rule);
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
	.result = race_result,
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
