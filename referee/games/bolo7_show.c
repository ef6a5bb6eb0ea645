/*
 * bolo7_show.c - Bolo with seven dice as bots and spectators see it.
 */
#include "games/bolo7.h"
#include "games/view_read.h"

static const char *const phases[] = {
	[BOLO7_NORMAL] = "normal",
	[BOLO7_FINAL] = "final",
	[BOLO7_SUDDEN] = "sudden",
	NULL
};

void bolo7_view(const void *state, int seat, struct json_writer *w)
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

int bolo7_read_view(void *state, const struct json_at *view,
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

const struct event bolo7_events[] = {
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
		race_event_int(w, "final_round", seat, "score",
			       is->race.score[seat]);
	if (was->phase != BOLO7_SUDDEN && is->phase == BOLO7_SUDDEN)
		race_event_seats(w, "sudden_death", list,
				 bolo7_contenders(is, list));
	if (was->contender[seat] && !is->contender[seat] &&
	    race_turn_ended(&was->race, &is->race))
		race_event_bare(w, "out", seat);
	race_tell_win(&was->race, &is->race, w);
}

void bolo7_tell(const void *before, const void *after,
		struct json_writer *w)
{
	const struct bolo7 *was = before, *is = after;
	int seat = was->race.seat;

	/* A turn that ends on a roll was lost to a bust. */
	if (!was->rolled && race_turn_ended(&was->race, &is->race))
		race_event_int(w, "bust", seat, "lost", was->total);
	if (is->total > was->total && is->dice == BOLO7_DICE)
		race_event_int(w, "hot_dice", seat, "total", is->total);
	if (race_tell_bank(&was->race, &is->race, w) &&
	    was->race.score[seat] == 0)
		race_event_bare(w, "opened", seat);
	tell_end(was, is, w);
}
