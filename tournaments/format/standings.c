/*
 * standings.c - counts points and breaks ties.
 */
#include "tournaments/format/standings.h"

#include <assert.h>
#include <stdlib.h>

#include "tournaments/format/bracket.h"

const char *const standings_points_words[] = { "normal", "game", "match",
					       NULL };

/* ### what a fixture is worth */

static enum points_kind kind_of(const struct contest *contest,
				enum points_kind kind)
{
	return kind != POINTS_NORMAL ? kind : contest->format->by_score ?
		POINTS_MATCH : POINTS_GAME;
}

/* Game points of an entrant who wins every game of a match. */
static int64_t whole_match(const struct contest *contest)
{
	return (int64_t)contest->boards * contest->rotations * GAME_POINTS;
}

void standings_points(const struct contest *contest, enum points_kind kind,
		      const struct fixture *fixture, int64_t *points)
{
	int of_match[GAME_SEATS_MAX];

	if (kind_of(contest, kind) == POINTS_MATCH) {
		fixture_points(fixture, of_match);
		for (int i = 0; i < fixture->seats; i++)
			points[i] = of_match[i];
	} else if (fixture->seats == 1) {
		points[0] = fixture_bye_worth(fixture, whole_match(contest));
	} else {
		memcpy(points, fixture->points,
		       (size_t)fixture->seats * sizeof *points);
	}
}

/* s_ij, doubled: 2, 1 or 0. */
static unsigned compare(int64_t mine, int64_t other)
{
	return mine > other ? 2 : mine == other ? 1 : 0;
}

static void wide_add(struct standings_sum *sum, uint64_t more)
{
	sum->low += more;
	sum->high += sum->low < more;
}

/* ### first pass: points and matches */

/* Byes that an entrant asked for count half for its opponents if it was not
   there again (FIDE handbook, C.07, article 16.3). */
static void count_for_others(struct standings_row *row,
			     const struct fixture *fixture, int64_t points,
			     int64_t whole)
{
	if (fixture->seats == 1 && fixture->bye != BYE_WIN)
		row->for_others += whole / 2 - points;
	else
		row->for_others = 0;
}

struct counted {
	struct standings_row *row;      /* by entrant */
	int64_t whole;          /* what winning a match is worth */
};

static void count_meeting(const struct fixture *fixture, const int64_t *points,
			  void *context)
{
	const struct counted *counted = context;
	struct standings_row *by_entrant = counted->row;
	const int64_t whole = counted->whole;
	int best = 0, sharers = 0;

	for (int i = 1; i < fixture->seats; i++)
		if (points[i] > points[best])
			best = i;
	for (int i = 0; i < fixture->seats; i++)
		sharers += points[i] == points[best];
	for (int i = 0; i < fixture->seats; i++) {
		struct standings_row *row = &by_entrant[fixture->entrant[i]];

		row->points += points[i];
		count_for_others(row, fixture, points[i], whole);
		if (fixture->seats == 1) {
			row->byes++;
			continue;
		}
		row->matches++;
		if (points[i] < points[best])
			row->losses++;
		else if (sharers > 1)
			row->draws++;
		else
			row->wins++;
	}
}

/* ### second pass: the points of opponents */

/*
 * What a round adds to the Buchholz of an entrant: "cut 1" leaves out the least,
 * of byes that it asked for if there are any (FIDE handbook, C.07, articles 14
 * and 16.5).
 */
struct cut {
	uint32_t round;         /* the last one so far; 0: none */
	struct standings_sum sum;       /* of that round */
	struct standings_sum least;     /* of the rounds before */
	bool asked, least_asked;        /* is that a bye that was asked for? */
	bool any;               /* is there a round before? */
};

struct weighed {
	struct standings_row *row;      /* by entrant, as the next one */
	struct cut *cut;
};

static bool is_less(const struct standings_sum *a,
		    const struct standings_sum *b)
{
	return a->high != b->high ? a->high < b->high : a->low < b->low;
}

static void end_round(struct cut *cut)
{
	if (cut->round > 0 && (!cut->any || (cut->asked != cut->least_asked ?
	     cut->asked : is_less(&cut->sum, &cut->least)))) {
		cut->least = cut->sum;
		cut->least_asked = cut->asked;
		cut->any = true;
	}
	cut->sum = (struct standings_sum){0};
}

static void add_buchholz(const struct weighed *weighed, int entrant,
			 const struct fixture *fixture, uint64_t more)
{
	struct cut *cut = &weighed->cut[entrant];

	if (cut->round != fixture->round) {
		end_round(cut);
		cut->round = fixture->round;
		cut->asked = false;
	}
	cut->asked |= fixture->seats == 1 && fixture->bye != BYE_WIN;
	wide_add(&cut->sum, more);
	wide_add(&weighed->row[entrant].tie[TIE_BUCHHOLZ], more);
}

/* A bye counts as a win of the entrant against itself; if it asked for it, as a
   draw or a loss (FIDE handbook, C.07, article 16.4). */
static void weigh_bye(const struct weighed *weighed,
		      const struct fixture *fixture)
{
	struct standings_row *row = &weighed->row[fixture->entrant[0]];
	uint64_t own = (uint64_t)row->points *
		       (STANDINGS_TIE_UNIT / GAME_POINTS);

	add_buchholz(weighed, fixture->entrant[0], fixture, own);
	wide_add(&row->tie[TIE_SONNEBORN],
		 (uint64_t)fixture_bye_worth(fixture, (int64_t)own));
}

static void weigh_meeting(const struct fixture *fixture, const int64_t *points,
			  void *context)
{
	const struct weighed *weighed = context;
	struct standings_row *by_entrant = weighed->row;
	uint64_t half;

	if (fixture->seats == 1) {
		weigh_bye(weighed, fixture);
		return;
	}
	half = STANDINGS_TIE_UNIT / GAME_POINTS / 2 /
	       (unsigned)(fixture->seats - 1);
	for (int i = 0; i < fixture->seats; i++) {
		struct standings_row *row = &by_entrant[fixture->entrant[i]];

		for (int j = 0; j < fixture->seats; j++) {
			const struct standings_row *other =
				&by_entrant[fixture->entrant[j]];
			uint64_t share;

			if (j == i)
				continue;
			share = half * (uint64_t)(other->points +
						  other->for_others);
			add_buchholz(weighed, fixture->entrant[i], fixture,
				     2 * share);
			wide_add(&row->tie[TIE_SONNEBORN],
				 share * compare(points[i], points[j]));
		}
	}
}

/* Calls `visit` with every decided fixture and its points. */
static void each_meeting(const struct contest *contest, enum points_kind kind,
			 void (*visit)(const struct fixture *,
				       const int64_t *, void *context),
			 void *context)
{
	int64_t points[GAME_SEATS_MAX];

	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		if (!fixture->decided)
			continue;
		standings_points(contest, kind, fixture, points);
		visit(fixture, points, context);
	}
}

static void weigh(const struct contest *contest, enum points_kind kind,
		  struct standings *standings)
{
	size_t count = (size_t)standings->count;
	AUTOFREE struct cut *cut = memory_new(count, sizeof *cut);
	struct weighed weighed = { standings->list, cut };

	each_meeting(contest, kind, weigh_meeting, &weighed);
	for (size_t i = 0; i < count; i++) {
		const struct standings_sum *all =
			&standings->list[i].tie[TIE_BUCHHOLZ];

		end_round(&cut[i]);
		standings->list[i].tie[TIE_BUCHHOLZ_CUT1] =
			(struct standings_sum){
				all->high - cut[i].least.high -
					(all->low < cut[i].least.low),
				all->low - cut[i].least.low };
	}
}

/* ### direct encounter */

/* Entrants that are level so far, adjacent in the table. */
struct group {
	size_t size;
	size_t bits;            /* where its pairs begin in `met` */
	size_t pairs;           /* of them that met */
};

struct encounters {
	const struct standings_row *table;   /* in the order so far */
	size_t *at;             /* by entrant: its line there */
	struct group *group;    /* by its first line */
	unsigned char *met;     /* a bit for each pair inside a group */
	struct standings_sum *direct;   /* by line */
};

static void encounters_begin(struct encounters *e,
			     const struct standings_row *table, size_t count)
{
	size_t bits = 0;

	e->table = table;
	e->at = memory_new(count, sizeof *e->at);
	e->group = memory_new(count, sizeof *e->group);
	for (size_t i = 0; i < count; i++) {
		e->at[table[i].entrant] = i;
		e->group[table[i].place - 1].size++;
	}
	for (size_t i = 0; i < count; i++) {
		e->group[i].bits = bits;
		if (e->group[i].size > 1)
			bits += e->group[i].size * (e->group[i].size - 1) / 2;
	}
	e->met = memory_new(bits / 8 + 1, 1);
	e->direct = memory_new(count, sizeof *e->direct);
}

static void encounters_note(struct encounters *e, size_t first, size_t i,
			    size_t j)
{
	struct group *group = &e->group[first];
	size_t high = (i > j ? i : j) - first, low = (i > j ? j : i) - first;
	size_t bit = group->bits + high * (high - 1) / 2 + low;
	unsigned char mask = (unsigned char)(1u << bit % 8);

	if ((e->met[bit / 8] & mask) == 0) {
		e->met[bit / 8] |= mask;
		group->pairs++;
	}
}

static void encounters_meeting(const struct fixture *fixture,
			       const int64_t *points, void *context)
{
	struct encounters *e = context;

	for (int i = 0; i < fixture->seats; i++) {
		size_t at = e->at[fixture->entrant[i]];
		size_t first = (size_t)e->table[at].place - 1;

		for (int j = 0; j < fixture->seats; j++) {
			size_t other = e->at[fixture->entrant[j]];

			if (other == at || e->table[other].place !=
			    e->table[at].place)
				continue;
			encounters_note(e, first, at, other);
			wide_add(&e->direct[at], STANDINGS_TIE_UNIT / 2 /
				 (uint64_t)(fixture->seats - 1) *
				 compare(points[i], points[j]));
		}
	}
}

/* Fills in tie[TIE_DIRECT]: only where all of a group have met. */
static void meet_directly(const struct contest *contest,
			  enum points_kind kind, struct standings_row *table)
{
	size_t count = (size_t)contest->entrants;
	struct encounters e;

	encounters_begin(&e, table, count);
	each_meeting(contest, kind, encounters_meeting, &e);
	for (size_t i = 0; i < count; i++) {
		const struct group *group = &e.group[table[i].place - 1];

		if (group->pairs == group->size * (group->size - 1) / 2)
			table[i].tie[TIE_DIRECT] = e.direct[i];
	}
	free(e.direct);
	free(e.at);
	free(e.group);
	free(e.met);
}

/* ### places */

struct keyed {
	struct standings_row row;
	struct standings_sum key;
};

static int by_place(const void *a, const void *b)
{
	const struct standings_row *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->entrant - y->entrant;
}

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->row.place == y->row.place && x->key.high != y->key.high)
		return x->key.high > y->key.high ? -1 : 1;
	if (x->row.place == y->row.place && x->key.low != y->key.low)
		return x->key.low > y->key.low ? -1 : 1;
	return by_place(&x->row, &y->row);
}

/* Splits those level so far by a rule, NULL: by points; the higher one first. */
static void split(struct standings *standings, const enum tie_break *rule,
		  struct keyed *list)
{
	struct standings_row *table = standings->list;
	const size_t count = (size_t)standings->count;

	for (size_t i = 0; i < count; i++) {
		list[i].row = table[i];
		list[i].key = rule != NULL && *rule != TIE_WINS ?
			table[i].tie[*rule] :
			(struct standings_sum){ .low = rule != NULL ?
				table[i].wins : (uint64_t)table[i].points };
	}
	qsort(list, count, sizeof *list, by_key);
	for (size_t i = 0; i < count; i++) {
		table[i] = list[i].row;
		if (i > 0 && list[i].row.place == list[i - 1].row.place &&
		    list[i].key.high == list[i - 1].key.high &&
		    list[i].key.low == list[i - 1].key.low)
			table[i].place = table[i - 1].place;
		else
			table[i].place = (int)i + 1;
	}
}

static void place_in_bracket(const struct contest *contest,
			     struct standings *standings)
{
	size_t count = (size_t)standings->count;
	int *place = memory_new(count, sizeof *place);  /* later pairs */

	contest->format->places(contest, place);
	for (size_t i = 0; i < count; i++)
		standings->list[i].place = place[i];
	bracket_by_seed(contest, place);
	for (size_t i = 0; i < count; i++)
		standings->list[i].by_seed = place[i];
	qsort(standings->list, count, sizeof *standings->list, by_place);
	free(place);
}

static void place_by_points(const struct contest *contest,
			    struct standings *standings)
{
	AUTOFREE struct keyed *list =
		memory_new((size_t)standings->count, sizeof *list);

	split(standings, NULL, list);
	for (int i = 0; i < standings->order_count; i++) {
		if (standings->order[i] == TIE_DIRECT)
			meet_directly(contest, standings->kind,
				      standings->list);
		split(standings, &standings->order[i], list);
	}
}

/* The order that the tournament gives, or that of its format. */
static void take_order(const struct contest *contest,
		       struct standings *standings)
{
	static const int swiss[] = { TIE_BUCHHOLZ, TIE_SONNEBORN, TIE_DIRECT,
		TIE_WINS }, common[] = { TIE_DIRECT, TIE_SONNEBORN, TIE_WINS };
	const struct option_value *given = contest_option(contest,
							  "tie_breaks");
	bool by_score = contest->format->by_score;
	const int *order = by_score ? swiss : common;

	standings->order_count = (int)(by_score ? sizeof swiss / sizeof *swiss :
				       sizeof common / sizeof *common);
	if (given != NULL && given->given) {
		order = given->list;
		standings->order_count = given->count;
	}
	for (int i = 0; i < standings->order_count; i++)
		standings->order[i] = (enum tie_break)order[i];
}

void standings_make(const struct contest *contest, enum points_kind kind,
		    struct standings *standings)
{
	struct counted counted;

	assert(contest->entrants > 0);
	kind = kind_of(contest, kind);
	counted.whole = kind == POINTS_MATCH ? GAME_POINTS :
		whole_match(contest);
	*standings = (struct standings){ .kind = kind,
		.count = contest->entrants,
		.bracket = contest->format->places != NULL };
	standings->list = memory_new((size_t)standings->count,
				     sizeof *standings->list);
	for (int i = 0; i < standings->count; i++)
		standings->list[i] = (struct standings_row){ .entrant = i,
			.place = 1 };
	counted.row = standings->list;
	each_meeting(contest, kind, count_meeting, &counted);
	if (standings->bracket) {
		place_in_bracket(contest, standings);
		return;
	}
	weigh(contest, kind, standings);
	take_order(contest, standings);
	place_by_points(contest, standings);
}

void standings_release(struct standings *standings)
{
	free(standings->list);
	*standings = (struct standings){0};
}
