/*
 * race.c - the common part of race games: turns, seats that are out, winners.
 */
#include "games/race.h"

#include "games/game.h"

const char *const race_rankings[] = { "winner", "score", NULL };

enum result race_result(int seats, const int *rule)
{
	return seats == 2 || rule[RACE_RANKING_AT] == 1 ? RESULT_RANKING :
		RESULT_WINNER;
}

void race_init(struct race *race, int seats, int max_turns, const int *rule)
{
	memset(race, 0, sizeof *race);
	race->seats = seats;
	race->max_turns = max_turns;
	race->by_score = rule[RACE_RANKING_AT] == 1;
}

int race_after(const struct race *race, int seat)
{
	int next = seat;

	do
		next = (next + 1) % race->seats;
	while (race->out[next] && next != seat);
	return next;
}

int race_queue(const struct race *race, int until, int *seat)
{
	int count = 0, s = race->seat;

	while ((s = (s + 1) % race->seats) != until)
		if (!race->out[s])
			seat[count++] = s;
	return count;
}

bool race_begin(struct race *race, int seat)
{
	if (race->turns[seat] == race->max_turns) {
		race_win_by_score(race, END_MAX_TURNS);
		return false;
	}
	race->seat = seat;
	race->turns[seat]++;
	return true;
}

struct draw race_dice(const struct race *race, int dice)
{
	return (struct draw){ .stream = race->seat + 1,
		.turn = race->turns[race->seat], .dice = dice, .sides = 6 };
}

static void end(struct race *race, enum ending ending)
{
	race->over = true;
	race->ending = ending;
}

void race_win(struct race *race, int seat)
{
	end(race, END_NORMAL);
	race->won[seat] = true;
}

void race_win_by_score(struct race *race, enum ending ending)
{
	int best = -1;

	end(race, ending);
	for (int s = 0; s < race->seats; s++)
		if (!race->out[s] &&
		    (best < 0 || race->score[s] > race->score[best]))
			best = s;
	for (int s = 0; s < race->seats; s++)
		race->won[s] = !race->out[s] &&
			race->score[s] == race->score[best];
}

bool race_out(struct race *race, int seat)
{
	int left = 0;

	race->out[seat] = true;
	for (int s = 0; s < race->seats; s++)
		left += !race->out[s];
	if (left > 1)
		return true;
	race_win_by_score(race, END_FAULT);
	return false;
}

/* Whether the loser `a` ranks before the loser `b`. */
static bool ranks_before(const struct race *race, int a, int b)
{
	if (race->out[a] || race->out[b])
		return !race->out[a] && race->out[b];
	return race->score[a] > race->score[b];
}

enum ending race_score(const void *state, int *scores, int *ranks)
{
	struct race now = *(const struct race *)state;

	if (!now.over)
		race_win_by_score(&now, END_NORMAL);
	for (int s = 0; s < now.seats; s++) {
		scores[s] = now.score[s];
		ranks[s] = now.won[s] ? 1 : 2;
		if (now.won[s] || !now.by_score)
			continue;
		ranks[s] = 1;
		for (int other = 0; other < now.seats; other++)
			ranks[s] += now.won[other] ||
				ranks_before(&now, other, s);
	}
	return now.ending;
}

void race_view(const struct race *race, struct json_writer *w)
{
	int list[GAME_SEATS_MAX], count = 0;

	for (int s = 0; s < race->seats; s++)
		if (race->out[s])
			list[count++] = s;
	json_put_int(w, "seat", race->seat);
	json_put_ints(w, "scores", race->score, race->seats);
	json_put_ints(w, "turns", race->turns, race->seats);
	json_put_ints(w, "out", list, count);
}

int race_read_view(struct race *race, const struct json_at *view,
		   struct error *err)
{
	int seats = race->seats, left = 0;

	if (view_read_int(view, "seat", 0, seats - 1, &race->seat, err) != 0 ||
	    view_read_ints(view, "scores", seats, seats, -VIEW_READ_POINTS,
			   VIEW_READ_POINTS, race->score, NULL, err) != 0 ||
	    view_read_ints(view, "turns", seats, seats, 0, race->max_turns,
			   race->turns, NULL, err) != 0 ||
	    view_read_seats(view, "out", seats, race->out, err) != 0)
		return -1;
	for (int s = 0; s < seats; s++)
		left += !race->out[s];
	if (left < 2 || race->out[race->seat] || race->turns[race->seat] == 0)
		return json_wrong(view, err, "seat %d is not on turn: it is "
				  "out, has begun no turn, or all others are "
				  "out", race->seat);
	return 0;
}

bool race_turn_ended(const struct race *before, const struct race *after)
{
	if (memcmp(before->out, after->out, sizeof before->out) != 0)
		return false;
	return before->over != after->over ||
		memcmp(before->turns, after->turns, sizeof before->turns) != 0;
}

void race_event_bank(const struct race *before, const struct race *after,
		     struct json_writer *w)
{
	int seat = before->seat;

	game_event(w, "bank", seat);
	json_put_int(w, "points", after->score[seat] - before->score[seat]);
	json_put_int(w, "score", after->score[seat]);
	json_close(w, '}');
}

bool race_tell_bank(const struct race *before, const struct race *after,
		    struct json_writer *w)
{
	if (after->score[before->seat] == before->score[before->seat])
		return false;
	race_event_bank(before, after, w);
	return true;
}

void race_tell_win(const struct race *before, const struct race *after,
		   struct json_writer *w)
{
	int winner[GAME_SEATS_MAX], count = 0;

	if (before->over || !after->over)
		return;
	for (int s = 0; s < after->seats; s++)
		if (after->won[s])
			winner[count++] = s;
	game_event_seats(w, "win", winner, count);
}
