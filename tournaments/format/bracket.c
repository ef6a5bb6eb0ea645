/*
 * bracket.c - the state of a bracket, from its draw and the matches played.
 */
#include "tournaments/format/bracket.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tournaments/format/contest.h"

struct bracket_pair *bracket_add(struct bracket *bracket, uint32_t round,
				 uint32_t slot)
{
	struct bracket_pair *pair;

	ARRAY_GROW(bracket->list, bracket->room, bracket->count + 1);
	pair = &bracket->list[bracket->count++];
	*pair = (struct bracket_pair){ .round = round, .slot = slot,
		.stage = round, .knocks_out = true };
	return pair;
}

void bracket_order(int *order, int count, int seats)
{
	order[0] = 1;
	for (int have = 1; have < count; have *= seats) {
		/* From the end, because each entry becomes `seats` entries. */
		for (int i = have - 1; i >= 0; i--) {
			int head = order[i];

			for (int s = 0; s < seats; s++)
				order[i * seats + s] = s % 2 == 0 ?
					s * have + head :
					(s + 1) * have + 1 - head;
		}
	}
}

/* ### who is in which pair */

/* The place by seed of the entrant in a seat. */
static int seed_place(const struct fixture *fixture, int seat)
{
	int place = 0;

	for (int s = 0; s < fixture->seats; s++)
		place += fixture->entrant[s] < fixture->entrant[seat];
	return place;
}

static void add_meetings(struct bracket *bracket, const struct contest *contest)
{
	uint32_t rounds = bracket->list[bracket->count - 1].round;
	AUTOFREE int *first = memory_new(rounds + 1, sizeof *first);

	for (int i = bracket->count - 1; i >= 0; i--)
		first[bracket->list[i].round] = i;
	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];
		struct bracket_pair *pair = &bracket->list[
			first[fixture->round] + (int)fixture->slot];

		assert(pair->round == fixture->round);
		if (pair->matches++ == 0)
			pair->turn = seed_place(fixture, 0);
		pair->playing = pair->playing || !fixture->decided;
		for (int s = 0; s < fixture->seats; s++)
			pair->points[seed_place(fixture, s)] +=
				fixture->points[s];
	}
}

static int loser(const struct bracket_pair *pair)
{
	if (pair->winner == ENTRANT_OPEN)
		return ENTRANT_OPEN;
	if (pair->present < 2)
		return ENTRANT_NOBODY;
	return pair->entrant[pair->winner == pair->entrant[0]];
}

static int come_from(const struct bracket *bracket, struct source source)
{
	const struct bracket_pair *pair = &bracket->list[source.which];
	int who;

	switch (source.type) {
	case SOURCE_ENTRANT:
		return source.which;
	case SOURCE_WINNER:
		return pair->winner;
	case SOURCE_LOSER:
		return loser(pair);
	case SOURCE_LOSER_ONCE:
		who = loser(pair);
		return who < 0 || who == pair->first ? who : ENTRANT_NOBODY;
	case SOURCE_NOBODY:
		break;
	}
	return ENTRANT_NOBODY;
}

/* Adds an entrant; they are in order of seed, which is that of the file. */
static void seat(struct bracket_pair *pair, int entrant)
{
	int at = pair->present++;

	for (; at > 0 && pair->entrant[at - 1] > entrant; at--)
		pair->entrant[at] = pair->entrant[at - 1];
	pair->entrant[at] = entrant;
}

static void decide(struct bracket_pair *pair, const struct contest *contest)
{
	int best = 0, equal = 1;

	if (pair->matches == 0 || pair->playing)
		return;
	for (int s = 1; s < pair->present; s++) {
		if (pair->points[s] > pair->points[best]) {
			best = s;
			equal = 1;
		} else if (pair->points[s] == pair->points[best]) {
			equal++;
		}
	}
	pair->by_seed = equal > 1 &&
		pair->matches >= contest->matches + TIE_MATCHES_MAX;
	if (equal == 1 || pair->by_seed)
		pair->winner = pair->entrant[best];
}

/* Fills in all that follows from contest->past. */
static void resolve(struct bracket *bracket, const struct contest *contest)
{
	add_meetings(bracket, contest);
	for (int i = 0; i < bracket->count; i++) {
		struct bracket_pair *pair = &bracket->list[i];
		bool open = false;

		for (int s = 0; s < bracket->seats; s++) {
			int who = come_from(bracket, pair->source[s]);

			if (s == 0)
				pair->first = who;
			if (who >= 0)
				seat(pair, who);
			open = open || who == ENTRANT_OPEN;
		}
		pair->winner = ENTRANT_OPEN;
		if (open)
			pair->present = 0;
		else if (pair->present == 0)
			pair->winner = ENTRANT_NOBODY;
		else if (pair->present == 1)
			pair->winner = pair->entrant[0];
		else
			decide(pair, contest);
	}
}

struct bracket bracket_make(const struct contest *contest)
{
	struct bracket bracket = {0};

	contest->format->draw(contest, &bracket);
	resolve(&bracket, contest);
	return bracket;
}

void bracket_release(struct bracket *bracket)
{
	free(bracket->list);
	*bracket = (struct bracket){0};
}

/* ### what is next */

static bool is_due(const struct bracket_pair *pair)
{
	return pair->present > 1 && pair->winner == ENTRANT_OPEN;
}

static void add_match(struct fixtures *next, const struct contest *contest,
		      const struct bracket_pair *pair, int match)
{
	int turn = pair->turn + contest_turn(contest, pair->present,
		(uint32_t)(pair->matches + match));
	int order[GAME_SEATS_MAX];

	for (int s = 0; s < pair->present; s++)
		order[s] = pair->entrant[(s + turn) % pair->present];
	fixtures_add(next, pair->round, pair->slot, order, pair->present,
		     pair->matches > 0 ? contest->tie_boards :
		     contest->boards);
}

/* Who has which seat in the first match of a pair. */
static void take_seats(const struct contest *contest, struct bracket *bracket)
{
	AUTOFREE long *had = contest_turns_had(contest);

	for (int i = 0; i < bracket->count; i++) {
		struct bracket_pair *pair = &bracket->list[i];

		if (is_due(pair) && pair->matches == 0)
			pair->turn = contest_turns_best(contest, had,
				pair->entrant,
				(int)(pair->slot % (uint32_t)contest->seats));
	}
}

void bracket_round(const struct contest *contest, struct fixtures *next)
{
	OWNED(bracket) struct bracket bracket = bracket_make(contest);

	if (contest_turns_due(contest))
		take_seats(contest, &bracket);
	for (int match = 0; match < contest->matches; match++) {
		for (int i = 0; i < bracket.count; i++) {
			const struct bracket_pair *pair = &bracket.list[i];

			if (is_due(pair) && (match == 0 || pair->matches == 0))
				add_match(next, contest, pair, match);
		}
	}
}

/* ### places */

enum { PAIR_OUT, PAIR_OPEN, PAIR_WON, PAIR_STATES };

/* How far each entrant got: its last pair counts. */
static void fill_reached(const struct bracket *bracket, int *reached)
{
	for (int i = 0; i < bracket->count; i++) {
		const struct bracket_pair *pair = &bracket->list[i];

		for (int s = 0; s < pair->present; s++) {
			int who = pair->entrant[s], state = PAIR_OPEN;

			if (pair->winner == who)
				state = PAIR_WON;
			else if (pair->winner >= 0 && pair->knocks_out)
				state = PAIR_OUT;
			reached[who] = (int)pair->stage * PAIR_STATES + state;
		}
	}
}

void bracket_places(const struct contest *contest, int *place)
{
	OWNED(bracket) struct bracket bracket = bracket_make(contest);
	int entrants = contest->entrants;
	int most = ((int)bracket.list[bracket.count - 1].round + 1) *
		PAIR_STATES;
	AUTOFREE int *reached = memory_new((size_t)entrants, sizeof *reached);
	AUTOFREE int *further = memory_new((size_t)most + 1, sizeof *further);

	fill_reached(&bracket, reached);
	for (int i = 0; i < entrants; i++)
		further[reached[i]]++;
	for (int level = most - 1; level >= 0; level--)
		further[level] += further[level + 1];
	for (int i = 0; i < entrants; i++)
		place[i] = 1 + further[reached[i] + 1];
}

int bracket_settle(struct contest *contest, double pairings,
		   struct error *err)
{
	if (contest->result == RESULT_TEAMS)
		return error_set(err, "not for teams, which need every "
				 "partnership: use round_robin, gauntlet or "
				 "swiss");
	if (contest->until_error != 0)
		return error_set(err, "\"until_error\" would end it without a "
				 "winner: leave it out");
	return contest_check_size(contest, pairings *
				 (1 + (double)TIE_MATCHES_MAX /
				  contest->matches), err);
}

void bracket_by_seed(const struct contest *contest, int *pairs)
{
	OWNED(bracket) struct bracket bracket = {0};

	memset(pairs, 0, (size_t)contest->entrants * sizeof *pairs);
	if (contest->format->draw == NULL)
		return;
	bracket = bracket_make(contest);
	for (int i = 0; i < bracket.count; i++)
		if (bracket.list[i].by_seed)
			pairs[bracket.list[i].winner]++;
}
