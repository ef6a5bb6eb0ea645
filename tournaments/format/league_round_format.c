/*
 * league_round_format.c - one round of a league: its pairings are given.
 *
 * league_pairing.c chooses them from a ladder that anyone can recompute; here
 * they are part of the manifest.
 */
#include "tournaments/format/contest.h"

static const struct format_option options[] = {
	{ "each", OPTION_INT, "2", 1, 1000, NULL,
		"matches of an entrant in a round, at least" },
	{ 0 }
};

static int read_group(const struct contest *contest, const struct json_at *at,
		      int *entrant, struct error *err)
{
	const cJSON *item;
	int seat = 0;

	if (json_want_list(at, contest->seats, contest->seats, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at place = json_at_item(at, seat, item);
		long long number;

		if (json_want_int(&place, 0, contest->entrants - 1, &number,
				  err) != 0)
			return -1;
		for (int before = 0; before < seat; before++)
			if (entrant[before] == number)
				return json_wrong(&place, err, "entrant %lld "
						  "twice in a match", number);
		entrant[seat++] = (int)number;
	}
	return 0;
}

static int read_pairs(struct contest *contest, const struct json_at *at,
		      struct error *err)
{
	const cJSON *item;
	int i = 0;

	if (json_want_list(at, 1, MATCHES_MAX, err) != 0)
		return -1;
	contest->given_count = cJSON_GetArraySize(at->value);
	contest->given = memory_new((size_t)contest->given_count *
				    (size_t)contest->seats,
				    sizeof *contest->given);
	cJSON_ArrayForEach(item, at->value) {
		struct json_at group = json_at_item(at, i, item);

		if (read_group(contest, &group, contest->given +
			       (size_t)i * (size_t)contest->seats, err) != 0)
			return -1;
		i++;
	}
	return 0;
}

static void write_pairs(const struct contest *contest, struct json_writer *w)
{
	size_t seats = (size_t)contest->seats;

	json_open(w, '[');
	for (int i = 0; i < contest->given_count; i++)
		json_ints(w, contest->given + (size_t)i * seats,
			  contest->seats);
	json_close(w, ']');
}

static int settle(struct contest *contest, struct error *err)
{
	if (contest->given_count == 0)
		return error_set(err, "the format \"league\" is played by "
				 "tournament league DIR, with this file as "
				 "DIR/league.json; a round of it has "
				 "\"pairs\", lists of %d entrants, counted "
				 "from 0",
				 contest->seats);
	return contest_check_size(contest, contest->given_count, err);
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	if (contest->past.count == 0)
		fixtures_add_round(next, contest, 1, contest->given,
				   (size_t)contest->given_count);
}

const struct format format_league = {
	.name = "league", .version = 1,
	.help = "one round of a league, its pairings given",
	.options = options, .independent = true,
	.settle = settle, .round = round_of,
	.read_pairs = read_pairs, .write_pairs = write_pairs
};
