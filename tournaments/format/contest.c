/*
 * contest.c - the course of a tournament: rounds follow from results.
 */
#include "tournaments/format/contest.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"

struct fixture *fixtures_add(struct fixtures *fixtures, uint32_t round,
			     uint32_t slot, const int *entrant, int seats,
			     uint32_t boards)
{
	struct fixture *fixture;

	ARRAY_GROW(fixtures->list, fixtures->room, fixtures->count + 1);
	fixture = &fixtures->list[fixtures->count++];
	*fixture = (struct fixture){ .round = round, .slot = slot,
		.seats = seats, .boards = boards };
	memcpy(fixture->entrant, entrant, (size_t)seats * sizeof *entrant);
	return fixture;
}

void fixtures_add_bye(struct fixtures *fixtures, uint32_t round, int entrant)
{
	fixtures_add(fixtures, round, 0, &entrant, 1, 0)->decided = true;
}

/* Seats 0 and 2 are a team: these orders give everyone every partner. */
static const int partnerships[3][4] = {
	{ 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 1, 3, 2 }
};

void fixtures_add_round(struct fixtures *fixtures,
			const struct contest *contest, uint32_t round,
			const int *entrant, size_t pairings)
{
	int seats = contest->seats, orders = 1;
	int order[GAME_SEATS_MAX];

	if (contest->result == RESULT_TEAMS) {
		assert(seats == 4);
		orders = 3;
	}
	for (int match = 0; match < contest->matches * orders; match++) {
		for (size_t i = 0; i < pairings; i++) {
			const int *who = entrant + i * (size_t)seats;

			for (int s = 0; s < seats; s++)
				order[s] = orders == 1 ? who[s] :
					who[partnerships[match % 3][s]];
			fixtures_add(fixtures, round, (uint32_t)i, order,
				     seats, contest->boards);
		}
	}
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

int contest_check_size(const struct contest *contest, double pairings,
		       struct error *err)
{
	double matches = pairings * contest->matches *
		(contest->result == RESULT_TEAMS ? 3 : 1);

	if (matches > MATCHES_MAX)
		return error_set(err, "%.0f matches are too many; at most %d",
				 matches, MATCHES_MAX);
	return 0;
}

/* ### the course */

/* Continues where the last call stopped, so that each is looked at once. */
static bool all_decided(struct contest *contest)
{
	const struct fixtures *past = &contest->past;

	while (contest->settled < past->count &&
	       past->list[contest->settled].decided)
		contest->settled++;
	return contest->settled == past->count;
}

/* Appends a round and numbers its matches.  False when there is none. */
static bool add_round(struct contest *contest, uint32_t *number)
{
	struct fixtures next = {0};
	struct fixtures *past = &contest->past;

	contest->format->round(contest, &next);
	for (size_t i = 0; i < next.count; i++) {
		const struct fixture *made = &next.list[i];
		struct fixture *kept = fixtures_add(past, made->round,
			made->slot, made->entrant, made->seats, made->boards);

		kept->decided = made->decided;
		kept->number = made->seats == 1 ? 0 : ++*number;
	}
	free(next.list);
	return next.count > 0;
}

static uint32_t last_number(const struct contest *contest)
{
	for (size_t i = contest->past.count; i > 0; i--)
		if (contest->past.list[i - 1].number > 0)
			return contest->past.list[i - 1].number;
	return 0;
}

bool contest_advance(struct contest *contest)
{
	bool at_once = contest->format->independent &&
		contest->until_error == 0;
	uint32_t number = last_number(contest);
	bool made;

	if (at_once) {
		if (contest->past.count > 0)
			return false;
		while (add_round(contest, &number))
			;
		return contest->past.count > 0;
	}
	if (!all_decided(contest))
		return false;
	/* After a round of nothing but byes the next one is due at once. */
	do
		made = add_round(contest, &number);
	while (made && all_decided(contest));
	return made;
}

bool contest_has_more(const struct contest *contest)
{
	struct fixtures next = {0};
	bool more;

	contest->format->round(contest, &next);
	more = next.count > 0;
	free(next.list);
	return more;
}

struct fixture *contest_match(const struct contest *contest, uint32_t number)
{
	size_t low = 0, high = contest->past.count;
	struct fixture *list = contest->past.list;

	/* Byes have no number: the search uses the next one that has. */
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

void contest_release(struct contest *contest)
{
	free(contest->past.list);
	free(contest->given);
	contest->past = (struct fixtures){0};
	contest->settled = 0;
	contest->given = NULL;
	contest->given_count = 0;
}
