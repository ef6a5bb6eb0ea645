/*
 * bolo5_show.c - Bolo with five dice as bots and spectators see it.
 */
#include "games/bolo5.h"
#include "games/view_read.h"

static const char *const phases[] = { "normal", "final", NULL };

void bolo5_view(const void *state, int seat, struct json_writer *w)
{
	static const int none[DICE_KEEP_FACES];
	const struct bolo5 *b = state;
	int list[GAME_SEATS_MAX];

	(void)seat;                     /* nothing is hidden */
	json_open(w, '{');
	json_put_word(w, "phase", phases[b->phase]);
	race_view(&b->race, w);
	json_put_int(w, "total", b->total);
	json_key(w, "roll");
	dice_keep_show_dice(b->rolled ? b->count : none, w);
	json_put_int(w, "need", bolo5_need(b));
	json_put_int(w, "trigger", b->trigger);
	json_put_ints(w, "queue", list, b->phase == BOLO5_FINAL ?
		      race_queue(&b->race, b->trigger, list) : 0);
	json_close(w, '}');
}

int bolo5_read_view(void *state, const struct json_at *view,
		    struct error *err)
{
	struct bolo5 *b = state;
	int phase;

	if (race_read_view(&b->race, view, err) != 0 ||
	    view_read_word(view, "phase", phases, &phase, err) != 0 ||
	    view_read_int(view, "total", 0, VIEW_READ_POINTS, &b->total,
			  err) != 0 ||
	    view_read_dice(view, "roll", 1, BOLO5_DICE, b->count, err) != 0 ||
	    view_read_int(view, "trigger", phase == BOLO5_NORMAL ? -1 : 0,
			  phase == BOLO5_NORMAL ? -1 : b->race.seats - 1,
			  &b->trigger, err) != 0)
		return -1;
	b->phase = (enum bolo5_phase)phase;
	b->throwing = false;
	b->rolled = true;
	b->dice = dice_keep_size(b->count);
	return 0;
}

/* ### events */

const struct event bolo5_events[] = {
	{ "start", "The throw is decided: {seat} begins." },
	{ "scorn", "{seat} rolls 2 2 3 3 4, the lowest of all, and earns scorn." },
	{ "bolo", "BOLO! {seat} loses {lost} points." },
	{ "travesty", "{seat} has thrown a high roller away: what a travesty." },
	{ "high_roller", "A high roller: {points} points in one roll for {seat}." },
	{ "hot_dice", "{seat} has all five dice aside and rolls on with {total}." },
	{ "yahtzee_clause", "The Yahtzee clause: {seat} throws again." },
	{ "bank", "{seat} banks {points} points and has {score}." },
	{ "on_board", "{seat} is on the board." },
	{ "hits", "Hits for {seat}: {hits}." },
	{ "van_halen", "5150, Van Halen! Hits for {seat}: {hits}." },
	{ "final_round", "{seat} has {score} points: the last round begins." },
	{ "win", "{seats} won." },
	{ 0 }
};

static void tell_bolo(const struct bolo5 *was, const struct bolo5 *is,
		      struct json_writer *w)
{
	static const int lowest[DICE_KEEP_FACES] = { 0, 0, 2, 2, 1, 0, 0 };
	int seat = was->race.seat;

	if (memcmp(is->count, lowest, sizeof lowest) == 0)
		race_event_bare(w, "scorn", seat);
	race_event_int(w, "bolo", seat, "lost", was->total);
	if (was->high)
		race_event_bare(w, "travesty", seat);
	if (was->hits_on_bolo && was->total >= 1000)
		race_event_int(w, "hits", seat, "hits", was->total / 1000);
}

static void tell_bank(const struct bolo5 *was, const struct bolo5 *is,
		      struct json_writer *w)
{
	int seat = was->race.seat, score = is->race.score[seat];
	int points = score - was->race.score[seat];

	if (!race_tell_bank(&was->race, &is->race, w))
		return;
	if (points == score)
		race_event_bare(w, "on_board", seat);
	if (points >= 1000)
		race_event_int(w, "hits", seat, "hits", points / 1000);
	if (was->van_halen && score == 5150)
		race_event_int(w, "van_halen", seat, "hits", 1);
	if (was->phase != is->phase)
		race_event_int(w, "final_round", seat, "score", score);
}

void bolo5_tell(const void *before, const void *after,
		struct json_writer *w)
{
	const struct bolo5 *was = before, *is = after;
	int seat = was->race.seat;

	if (was->throwing && !is->throwing)
		race_event_bare(w, "start", is->race.seat);
	/* A turn that ends on a roll was lost to a BOLO. */
	else if (!was->rolled && race_turn_ended(&was->race, &is->race))
		tell_bolo(was, is, w);
	if (is->clause_throws > was->clause_throws)
		race_event_bare(w, "yahtzee_clause", seat);
	if (is->high && !was->high)
		race_event_int(w, "high_roller", seat, "points",
			    is->total - was->total);
	if (is->total > was->total && is->dice == BOLO5_DICE)
		race_event_int(w, "hot_dice", seat, "total", is->total);
	tell_bank(was, is, w);
	race_tell_win(&was->race, &is->race, w);
}
