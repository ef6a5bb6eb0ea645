/*
 * vollelotte_show.c - Volle Lotte as bots and people see it.
 */
#include "games/games.h"
#include "games/vollelotte.h"
#include "games/view_read.h"

const char vollelotte_sheet[] =
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

void vollelotte_view(const void *state, int seat, struct json_writer *w)
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

int vollelotte_read_view(void *state, const struct json_at *view,
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

const struct event vollelotte_events[] = {
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
	race_event(w, event, seat);
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
		race_event(w, "plusminus", seat);
		json_put_ints(w, "losers", list, losers(was, is, list));
		json_close(w, '}');
	}
	if (was->card == VOLLELOTTE_CLOVER && is->lottes == 2)
		race_event_bare(w, "clover", seat);
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
			race_event_int(w, "stopped", seat, "lost", was->total);
		return;
	}
	if (is->lottes > was->lottes)
		tell_volle_lotte(was, is, w);
	if (suite)
		race_event_bare(w, "suite", seat);
	if (burnt)
		race_event_int(w, "burnt_out", seat, "total", was->total);
	else if (was->step == VOLLELOTTE_ROLLS && ended && !suite)
		race_event_int(w, "null", seat, "lost", was->total);
	/* A firework may bank 0 points. */
	if (burnt || is->race.score[seat] > was->race.score[seat])
		race_event_bank(&was->race, &is->race, w);
}

void vollelotte_tell(const void *before, const void *after,
		     struct json_writer *w)
{
	const struct vollelotte *was = before, *is = after;

	tell_turn(was, is, w);
	if (was->phase != is->phase)
		race_event_int(w, "target_reached", is->trigger, "score",
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

int vollelotte_describe_roll(const void *before, const void *after,
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
