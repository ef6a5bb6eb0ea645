/*
 * standings_drive.c - prints random tournaments and their standings.
 *
 *   standings_drive FIRST COUNT
 *
 * A line for each seed: {"format","points","boards","rotations","entrants",
 * "meetings":[{"round","bye","decided","entrants","points"}],"table":[..]}; points are
 * in units of 1/5040, tie-breaks in 1/5040^2.  Few results are possible, so that
 * many entrants are level.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "tournaments/format/standings.h"

static void add_meeting(struct contest *contest, struct random *random,
			int seats)
{
	int who[GAME_SEATS_MAX];
	struct fixture *fixture;
	uint32_t round = fixtures_round(&contest->past);

	round += round == 0 || random_below(random, 2) == 0;
	for (int i = 0; i < seats; i++) {
		bool taken = true;

		while (taken) {
			who[i] = random_below(random, contest->entrants);
			taken = false;
			for (int j = 0; j < i; j++)
				taken |= who[j] == who[i];
		}
	}
	fixture = fixtures_add(&contest->past, round, 0, who, seats,
			       contest->boards);
	fixture->bye = (enum bye)(seats == 1 ? random_below(random, 3) : 0);
	fixture->decided = random_below(random, 10) > 0;
	for (int i = 0; i < seats && seats > 1; i++)
		fixture->points[i] = GAME_POINTS / 6 *
			random_below(random, 1 + random_below(random, 4));
}

/* Every order of some of the tie-breaks, or none. */
static void choose_order(struct contest *contest, struct random *random)
{
	struct option_value *value = (struct option_value *)
		contest_option(contest, "tie_breaks");
	int left[TIE_COUNT], count = TIE_COUNT;

	if (value == NULL || random_below(random, 3) == 0)
		return;
	for (int i = 0; i < count; i++)
		left[i] = i;
	value->given = true;
	value->count = random_below(random, count + 1);
	value->list = memory_new(TIE_COUNT, sizeof *value->list);
	for (int i = 0; i < value->count; i++) {
		int at = random_below(random, count);

		value->list[i] = left[at];
		left[at] = left[--count];
	}
}

static struct contest random_contest(struct random *random)
{
	struct contest contest = { .boards = 1, .version = 1, .matches = 1 };
	int fixtures, byes = 15 * random_below(random, 3);

	contest.format = random_below(random, 2) == 0 ? &format_swiss :
		&format_round_robin;
	choose_order(&contest, random);
	contest.seats = 2 + random_below(random, 3) *
		random_below(random, 2);
	contest.entrants = contest.seats + random_below(random, 6);
	contest.rotations = contest.seats;
	fixtures = random_below(random, 5 * contest.entrants);
	for (int i = 0; i < fixtures; i++)
		add_meeting(&contest, random, random_below(random, 100) < byes ?
			    1 : contest.seats);
	return contest;
}

static void put_meetings(const struct contest *contest, struct json_writer *w)
{
	static const char *const byes[] = { [BYE_WIN] = "win",
		[BYE_HALF] = "half", [BYE_ZERO] = "zero" };

	json_key(w, "meetings");
	json_open(w, '[');
	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		json_open(w, '{');
		json_put_int(w, "round", fixture->round);
		json_put_word(w, "bye", byes[fixture->bye]);
		json_key(w, "decided");
		json_bool(w, fixture->decided);
		json_put_ints(w, "entrants", fixture->entrant,
			      fixture->seats);
		json_key(w, "points");
		json_open(w, '[');
		for (int i = 0; i < fixture->seats; i++)
			json_int(w, fixture->points[i]);
		json_close(w, ']');
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void put_table(const struct standings *standings,
		      struct json_writer *w)
{
	json_key(w, "table");
	json_open(w, '[');
	for (int i = 0; i < standings->count; i++) {
		const struct standings_row *row = &standings->list[i];
		const struct standings_sum *tie = row->tie;

		json_open(w, '{');
		json_put_int(w, "entrant", row->entrant);
		json_put_int(w, "place", row->place);
		json_put_int(w, "points", row->points);
		json_put_int(w, "matches", row->matches);
		json_put_int(w, "wins", row->wins);
		json_put_int(w, "draws", row->draws);
		json_put_int(w, "losses", row->losses);
		json_put_int(w, "byes", row->byes);
		json_put_int(w, "direct", (long long)tie[TIE_DIRECT].low);
		json_put_int(w, "sonneborn_berger",
			     (long long)tie[TIE_SONNEBORN].low);
		json_put_int(w, "buchholz",
			     (long long)tie[TIE_BUCHHOLZ].low);
		json_put_int(w, "buchholz_cut1",
			     (long long)tie[TIE_BUCHHOLZ_CUT1].low);
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void print_one(uint64_t seed, struct json_writer *w)
{
	struct random random = { seed };
	struct contest contest = random_contest(&random);
	struct standings standings;

	standings_make(&contest, random_below(&random, 3), &standings);
	json_clear(w);
	json_open(w, '{');
	json_key(w, "format");
	format_write(&contest, w);
	json_put_word(w, "points", standings_points_words[standings.kind]);
	json_put_int(w, "boards", contest.boards);
	json_put_int(w, "rotations", contest.rotations);
	json_put_int(w, "entrants", contest.entrants);
	put_meetings(&contest, w);
	put_table(&standings, w);
	json_close(w, '}');
	printf("%s\n", text_string(&w->out));
	standings_release(&standings);
	contest_release(&contest);
}

int main(int argc, char **argv)
{
	struct json_writer w = {0};
	long first, count;

	if (argc != 3) {
		fputs("usage: standings_drive FIRST COUNT\n", stderr);
		return 2;
	}
	first = strtol(argv[1], NULL, 10);
	count = strtol(argv[2], NULL, 10);
	for (long seed = first; seed < first + count; seed++)
		print_one((uint64_t)seed, &w);
	text_release(&w.out);
	return ferror(stdout) || fflush(stdout) != 0 ? 2 : 0;
}
