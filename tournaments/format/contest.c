/*
 * contest.c - the course of a tournament: rounds follow from results.
 */
#include "tournaments/format/contest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct fixture *fixtures_add(struct fixtures *fixtures, uint32_t round,
			     uint32_t slot, const int *entrant, int seats,
			     uint32_t boards)
{
	struct fixture *fixture;

	ARRAY_GROW(fixtures->list, fixtures->room, fixtures->count + 1);
	fixture = &fixtures->list[fixtures->count++];
	*fixture = (struct fixture){ .round = round, .slot = slot,
		.seats = seats, .boards = boards,
		.entrant = arena_new(&fixtures->arena, (size_t)seats,
				     sizeof *fixture->entrant),
		.points = arena_new(&fixtures->arena, (size_t)seats,
				    sizeof *fixture->points),
		.won = arena_new(&fixtures->arena, (size_t)seats,
				 sizeof *fixture->won) };
	memcpy(fixture->entrant, entrant, (size_t)seats * sizeof *entrant);
	return fixture;
}

struct fixture *fixtures_add_copy(struct fixtures *fixtures,
				  const struct fixture *from)
{
	struct fixture *fixture = fixtures_add(fixtures, from->round,
		from->slot, from->entrant, from->seats, from->boards);
	size_t seats = (size_t)from->seats;

	fixture->number = from->number;
	fixture->bye = from->bye;
	fixture->stage = from->stage;
	fixture->given = from->given;
	fixture->decided = from->decided;
	memcpy(fixture->points, from->points, seats * sizeof *from->points);
	memcpy(fixture->won, from->won, seats * sizeof *from->won);
	return fixture;
}

void fixtures_release(struct fixtures *fixtures)
{
	free(fixtures->list);
	arena_release(&fixtures->arena);
	*fixtures = (struct fixtures){0};
}

void fixtures_add_bye(struct fixtures *fixtures, uint32_t round, int entrant,
		      enum bye bye)
{
	struct fixture *fixture = fixtures_add(fixtures, round, 0, &entrant, 1,
					       0);

	fixture->bye = bye;
	fixture->decided = true;
}

/* Seats 0 and 2 are a team: these orders give everyone every partner. */
static const int partnerships[3][4] = {
	{ 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 1, 3, 2 }
};

int contest_orders(const struct contest *contest)
{
	return contest->result == RESULT_TEAMS ? 3 : 1;
}

int contest_turn(const struct contest *contest, int seats, uint32_t match)
{
	return contest->rotations < seats ? (int)(match % (uint32_t)seats) : 0;
}

void contest_order(const struct contest *contest, const int *entrant,
		   uint32_t match, int *order)
{
	int seats = contest->seats, turn = contest_turn(contest, seats, match);

	for (int s = 0; s < seats; s++) {
		int at = (s + turn) % seats;

		order[s] = entrant[contest_orders(contest) == 1 ? at :
				   partnerships[match % 3][at]];
	}
}

/* Match `match` of a pairing, from 0. */
static void add_match(struct fixtures *fixtures, const struct contest *contest,
		      uint32_t round, uint32_t slot, const int *entrant,
		      uint32_t match)
{
	int order[GAME_SEATS_MAX];

	contest_order(contest, entrant, match, order);
	fixtures_add(fixtures, round, slot, order, contest->seats,
		     contest->boards);
}

void fixtures_add_round(struct fixtures *fixtures,
			const struct contest *contest, uint32_t round,
			const int *entrant, size_t pairings)
{
	int matches = contest->cycle > 0 ? 1 : contest->matches;
	size_t seats = (size_t)contest->seats;

	assert(contest->result != RESULT_TEAMS || seats == 4);
	matches *= contest_orders(contest);
	for (int match = 0; match < matches; match++)
		for (size_t i = 0; i < pairings; i++)
			add_match(fixtures, contest, round, (uint32_t)i,
				  entrant + i * seats, (uint32_t)match);
}

void fixture_points(const struct fixture *fixture, int *points)
{
	int64_t best = fixture->points[0];
	int sharers = 0;

	for (int i = 1; i < fixture->seats; i++)
		if (fixture->points[i] > best)
			best = fixture->points[i];
	for (int i = 0; i < fixture->seats; i++)
		sharers += fixture->points[i] == best;
	for (int i = 0; i < fixture->seats; i++)
		points[i] = fixture->points[i] == best ?
			GAME_POINTS / sharers : 0;
	if (fixture->seats == 1)
		points[0] = (int)fixture_bye_worth(fixture, GAME_POINTS);
}

/* ### options */

const struct option_value *contest_option(const struct contest *contest,
					  const char *name)
{
	const struct format_option *options = contest->format->options;

	for (int i = 0; options[i].name != NULL; i++)
		if (strcmp(options[i].name, name) == 0)
			return &contest->option[i];
	return NULL;
}

int contest_check_size(struct contest *contest, double pairings,
		       struct error *err)
{
	double matches = pairings * contest->matches * contest_orders(contest);

	contest->size = matches;
	if (matches > MATCHES_MAX)
		return error_set(err, "%.0f matches are too many; at most %d",
				 matches, MATCHES_MAX);
	return 0;
}

int contest_set_cycle(struct contest *contest, double pairings,
		      struct error *err)
{
	if (contest_check_size(contest, pairings, err) != 0)
		return -1;
	contest->cycle = (uint32_t)(pairings * contest_orders(contest) + 0.5);
	return 0;
}

/* Cycles made so far. */
static uint32_t cycles(const struct contest *contest)
{
	return contest->past.count == 0 ? 0 :
		contest->past.list[contest->past.count - 1].cycle + 1;
}

/* ### who plays */

bool contest_plays(const struct contest *contest, int entrant, uint32_t round)
{
	bool plays = entrant < contest->entrants - contest->late;

	for (int i = 0; i < contest->changes; i++)
		if (contest->change[i].entrant == entrant &&
		    contest->change[i].round <= round)
			plays = !contest->change[i].withdraws;
	return plays;
}

int contest_field(const struct contest *contest, uint32_t round, int *who)
{
	int count = 0;

	for (int i = 0; i < contest->entrants; i++)
		if (contest_plays(contest, i, round))
			who[count++] = i;
	return count;
}

/* Makes the contest of those who play from a round on, without a past. */
static int field_of(const struct contest *contest, uint32_t round, int *who,
		    struct contest *own, struct error *err)
{
	*own = *contest;
	own->past = (struct fixtures){0};
	own->settled = 0;
	own->changes = own->late = 0;
	own->entrants = contest_field(contest, round, who);
	if (own->entrants < own->seats)
		return error_set(err, "%d would be left for round %u, and a "
				 "match has %d seats", own->entrants, round,
				 own->seats);
	return contest->changes == 0 || contest->format->refit == NULL ? 0 :
		contest->format->refit(own, contest, who, err);
}

/* The place of the first fixture for which a change from `round` on holds. */
static size_t first_changed(const struct contest *contest, uint32_t round)
{
	const struct fixtures *past = &contest->past;
	size_t at = past->count;

	while (at > 0 && (past->list[at - 1].round >= round ||
			  past->list[at - 1].given >= round))
		at--;
	while (at < past->count && at > 0 && contest->cycle > 0 &&
	       past->list[at].cycle == past->list[at - 1].cycle)
		at++;
	return at;
}

int contest_add_change(struct contest *contest,
		       const struct contest_change *change, struct error *err)
{
	const size_t count = (size_t)contest->changes;
	struct contest_change *list = memory_new(count + 1, sizeof *list);
	AUTOFREE int *who = memory_new((size_t)contest->entrants, sizeof *who);
	struct contest own;

	if (count > 0)
		memcpy(list, contest->change, count * sizeof *list);
	list[contest->changes++] = *change;
	free(contest->change);
	contest->change = list;
	if (field_of(contest, change->round, who, &own, err) != 0)
		return -1;
	contest->past.count = first_changed(contest, change->round);
	if (contest->settled > contest->past.count)
		contest->settled = contest->past.count;
	return 0;
}

uint32_t contest_next_change(const struct contest *contest, uint32_t begun)
{
	const struct fixtures *past = &contest->past;
	const uint32_t last = fixtures_round(past);
	size_t at = past->count;

	while (at > 0 && (past->list[at - 1].number > begun ||
			  past->list[at - 1].number == 0))
		at--;
	if (at > 0)
		at = first_changed(contest, past->list[at - 1].round + 1);
	if (at < past->count)
		return past->list[at].given > 0 ? past->list[at].given :
			past->list[at].round;
	return contest->cycle > 0 ?
		(cycles(contest) < (uint32_t)contest->matches ? last + 1 : 0) :
		(last < contest_option(contest, "rounds")->number ? last + 1 : 0);
}

/* ### the course */

size_t contest_open(const struct contest *contest)
{
	const struct fixtures *past = &contest->past;
	size_t at = contest->settled;

	while (at < past->count && past->list[at].decided)
		at++;
	return at;
}

static bool all_decided(struct contest *contest)
{
	contest->settled = contest_open(contest);
	return contest->settled == contest->past.count;
}

/* Appends the same round of the cycle before, as the next match of each
   pairing. */
static void repeat_round(const struct contest *contest, struct fixtures *next)
{
	const struct fixtures *past = &contest->past;
	size_t first = past->count - contest->cycle;
	int seats = contest->seats, order[GAME_SEATS_MAX];
	int turn = contest_turn(contest, seats, (uint32_t)contest_orders(contest));

	for (size_t i = first; i < past->count &&
	     past->list[i].round == past->list[first].round; i++) {
		const struct fixture *from = &past->list[i];

		for (int s = 0; s < seats; s++)
			order[s] = from->entrant[(s + turn) % seats];
		fixtures_add(next, past->list[past->count - 1].round + 1,
			     from->slot, order, seats, from->boards);
	}
}

void contest_round(const struct contest *contest, struct fixtures *next)
{
	uint32_t cycle = contest->cycle;
	size_t made = contest->past.count;

	if (cycle == 0 || made < cycle)
		contest->format->round(contest, next);
	else if (made / cycle < (size_t)contest->matches)
		repeat_round(contest, next);
}

/* Appends the next cycle as that of a contest of those who play in it. */
static void make_cycle(struct contest *contest)
{
	const uint32_t cycle = cycles(contest);
	const uint32_t before = fixtures_round(&contest->past);
	int seats = contest->seats, order[GAME_SEATS_MAX];
	int turn = contest_turn(contest, seats,
				cycle * (uint32_t)contest_orders(contest));
	AUTOFREE int *who = memory_new((size_t)contest->entrants, sizeof *who);
	struct contest own;
	struct error none;
	size_t made;

	if (cycle == (uint32_t)contest->matches)
		return;
	/* Every change was accepted because this is possible. */
	if (field_of(contest, before + 1, who, &own, &none) != 0)
		abort();
	do {
		OWNED(fixtures) struct fixtures next = {0};

		own.format->round(&own, &next);
		for (size_t i = 0; i < next.count; i++)
			fixtures_add_copy(&own.past, &next.list[i]);
		made = next.count;
	} while (made > 0);
	for (size_t i = 0; i < own.past.count; i++) {
		struct fixture *from = &own.past.list[i];

		for (int s = 0; s < seats; s++)
			order[s] = who[from->entrant[(s + turn) % seats]];
		fixtures_add(&contest->past, before + from->round, from->slot,
			     order, seats, from->boards)->cycle = cycle;
	}
	fixtures_release(&own.past);
}

static uint32_t last_number(const struct contest *contest)
{
	for (size_t i = contest->past.count; i > 0; i--)
		if (contest->past.list[i - 1].number > 0)
			return contest->past.list[i - 1].number;
	return 0;
}

/* Appends a round, or with changes a whole cycle, and numbers its matches.
   False when there is none. */
static bool add_next(struct contest *contest)
{
	OWNED(fixtures) struct fixtures next = {0};
	struct fixtures *past = &contest->past;
	const size_t before = past->count;
	uint32_t number = last_number(contest);

	if (contest->cycle > 0 && contest->changes > 0)
		make_cycle(contest);
	else
		contest_round(contest, &next);
	for (size_t i = 0; i < next.count; i++) {
		const size_t at = past->count;

		fixtures_add_copy(past, &next.list[i])->cycle =
			contest->cycle == 0 ? 0 : (uint32_t)at / contest->cycle;
	}
	for (size_t i = before; i < past->count; i++)
		if (past->list[i].seats > 1)
			past->list[i].number = ++number;
	return past->count > before;
}

bool contest_advance(struct contest *contest)
{
	bool made = false;

	if (contest->format->independent && contest->until_error == 0) {
		while (add_next(contest))
			made = true;
		return made;
	}
	if (!all_decided(contest))
		return false;
	/* A cycle is made as a whole, and after a round of byes alone the next
	   one is due at once. */
	do
		made = add_next(contest);
	while (made && (all_decided(contest) ||
			!contest_may_end(contest, contest->past.count)));
	return made;
}

/* All rounds of a stage whose pairings do not depend on results are made
   together. */
static bool stages_may_end(const struct contest *contest, size_t count)
{
	const struct fixture *list = contest->past.list;

	return count == 0 || count >= contest->past.count ||
		list[count].stage != list[count - 1].stage ||
		!contest->stage[list[count].stage].form[0].format->independent;
}

bool contest_may_end(const struct contest *contest, size_t count)
{
	if (contest->stages > 0)
		return stages_may_end(contest, count);
	if (contest->changes == 0 || contest->cycle == 0)
		return contest->cycle == 0 || count % contest->cycle == 0;
	return count == 0 || count == contest->past.count ||
		contest->past.list[count].cycle !=
		contest->past.list[count - 1].cycle;
}

bool contest_has_more(const struct contest *contest)
{
	OWNED(fixtures) struct fixtures next = {0};

	if (contest->cycle > 0 && contest->changes > 0)
		return cycles(contest) < (uint32_t)contest->matches;
	contest_round(contest, &next);
	return next.count > 0;
}

struct fixture *contest_match(const struct contest *contest, uint32_t number)
{
	size_t low = 0, high = contest->past.count;
	struct fixture *list = contest->past.list;

	/* Byes have no number: the search uses the next fixture with one. */
	while (low < high) {
		size_t middle = low + (high - low) / 2, at = middle;

		while (at < high && list[at].number == 0)
			at++;
		if (at < high && list[at].number == number)
			return &list[at];
		if (at < high && list[at].number < number)
			low = at + 1;
		else
			high = middle;
	}
	return NULL;
}

static void release_stages(struct contest *contest)
{
	for (int i = 0; i < contest->stages; i++) {
		struct contest *form = contest->stage[i].form;

		/* One that was read for both sizes shares its lists. */
		for (int o = 0; o < FORMAT_OPTIONS_MAX; o++)
			if (form[1].option[o].list == form[0].option[o].list)
				form[1].option[o].list = NULL;
		contest_release(&form[0]);
		contest_release(&form[1]);
	}
	free(contest->stage);
	contest->stage = NULL;
	contest->stages = 0;
}

void contest_release(struct contest *contest)
{
	fixtures_release(&contest->past);
	for (int i = 0; i < FORMAT_OPTIONS_MAX; i++) {
		free(contest->option[i].list);
		contest->option[i].list = NULL;
		contest->option[i].count = 0;
	}
	free(contest->given);
	free(contest->change);
	contest->change = NULL;
	contest->changes = 0;
	release_stages(contest);
	contest->settled = 0;
	contest->given = NULL;
	contest->given_count = 0;
}

/* ### who of a pairing gets which seat */

bool contest_turns_due(const struct contest *contest)
{
	return contest->version > 1 && contest->rotations < contest->seats;
}

long *contest_turns_had(const struct contest *contest)
{
	const size_t seats = (size_t)contest->seats;
	long *had = memory_new((size_t)contest->entrants * seats, sizeof *had);

	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		if (fixture->seats == 1)
			continue;
		for (size_t r = 0; r < (size_t)contest->rotations; r++)
			for (size_t s = 0; s < seats; s++)
				had[(size_t)fixture->entrant[(s + r) % seats] *
				    seats + s] += fixture->boards;
	}
	return had;
}

/*
 * Visits the seats of a turned pairing in its matches: adds `add` to the count
 * of each entrant in its seat, and returns the sum of these counts.  What is
 * left out, whole cycles, is equal for all seats.
 */
static long visit_seats(const struct contest *contest, long *had,
			const int *pairing, int turn, long add)
{
	const size_t seats = (size_t)contest->seats;
	const int orders = contest_orders(contest);
	const int matches = contest->matches % contest->seats * orders;
	int turned[GAME_SEATS_MAX], order[GAME_SEATS_MAX];
	long sum = 0;

	memcpy(turned, pairing, seats * sizeof *turned);
	contest_turns_turn(contest, turned, turn);
	for (int match = 0; match < matches; match++) {
		contest_order(contest, turned, (uint32_t)match, order);
		for (size_t r = 0; r < (size_t)contest->rotations; r++)
			for (size_t s = 0; s < seats; s++) {
				long *cell = &had[(size_t)order[(s + r) %
					seats] * seats + s];

				*cell += add;
				sum += *cell;
			}
	}
	return sum;
}

int contest_turns_best(const struct contest *contest, long *had,
		       const int *pairing, int first)
{
	int best = first;
	long least = visit_seats(contest, had, pairing, first, 0);

	for (int i = 1; i < contest->seats; i++) {
		const int turn = (first + i) % contest->seats;
		const long sum = visit_seats(contest, had, pairing, turn, 0);

		if (sum < least) {
			least = sum;
			best = turn;
		}
	}
	return best;
}

void contest_turns_add(const struct contest *contest, long *had,
		       const int *pairing)
{
	visit_seats(contest, had, pairing, 0, contest->boards);
}

void contest_turns_turn(const struct contest *contest, int *pairing, int turn)
{
	int before[GAME_SEATS_MAX];

	memcpy(before, pairing, (size_t)contest->seats * sizeof *before);
	for (int s = 0; s < contest->seats; s++)
		pairing[s] = before[(s + turn) % contest->seats];
}

/* ### waves */

/* Does a wave begin at this place? */
static bool wave_begins(const struct contest *contest, size_t at)
{
	const struct fixture *list = contest->past.list;

	if (contest->format->is_test)
		return at % WAVE_TEST_MATCHES == 0;
	return at == 0 || (list[at].round != list[at - 1].round &&
			   contest_may_end(contest, at));
}

struct wave wave_of(const struct contest *contest)
{
	const struct fixtures *past = &contest->past;
	struct wave wave = { .first = contest_open(contest),
		.end = past->count };
	size_t after;

	after = (wave.first / WAVE_TEST_MATCHES + 1) * WAVE_TEST_MATCHES;
	if (contest->format->is_test && after < wave.end)
		wave.end = after;
	wave.fresh = wave.first < past->count && wave_begins(contest, wave.first);
	return wave;
}

uint32_t wave_last(const struct contest *contest)
{
	uint32_t last = 0;

	for (size_t i = 0; i < contest->past.count; i++)
		if (contest->past.list[i].number > last)
			last = contest->past.list[i].number;
	return last;
}
