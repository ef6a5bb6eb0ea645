/*
 * turns.c - the turns of Bolo and Pig as tables, derived from the engines.
 */
#include "worth/turns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/game.h"
#include "games/games.h"
#include "games/rules.h"

/* ### rolls */

struct rolls {
	int dice, sides;
	rolls_one *one;
	void *context;
	int value[GAME_DICE_MAX];
};

/* Lists the rolls that begin with the first `lying` dice, which have `ways`
   orders. */
static void go_on(struct rolls *r, int lying, double ways)
{
	int least = lying > 0 ? r->value[lying - 1] : 1, equal = 0;

	if (lying == r->dice) {
		r->one(r->context, r->value, ways);
		return;
	}
	while (equal < lying && r->value[lying - 1 - equal] == least)
		equal++;
	for (int face = least; face <= r->sides; face++) {
		int now = face == least ? equal + 1 : 1;

		/* A multinomial coefficient, so the division is exact. */
		r->value[lying] = face;
		go_on(r, lying + 1, ways * (lying + 1) / now);
	}
}

double rolls_each(int dice, int sides, rolls_one *one, void *context)
{
	struct rolls r = { .dice = dice, .sides = sides, .one = one,
			   .context = context };
	double all = 1;

	for (int i = 0; i < dice; i++)
		all *= sides;
	go_on(&r, 0, 1);
	return all;
}

/*
 * ### what rolling is worth
 *
 * Most of the work is to find the best option of every outcome, for each total.
 * Many outcomes contain all options of others, so their value is the largest of
 * a few results that are already known and of the remaining options: 1200
 * comparisons for bolo7 instead of 2700.
 */

/* The computation of an outcome: the largest of its terms, which are results of
   this substate, followed by options. */
struct value_step {
	double chance;
	int results, terms;
};

struct turns_steps {
	struct value_step *step;      /* one per outcome; reordered within each
				   substate */
	int *term;              /* of all steps, in their order: the index of
				   a result, from 0, or the offset of an
				   option's value from the current row */
	int terms, outcomes_most;
	size_t term_room;
};

/* ### building the steps */

/* A set of options of one substate, of at most SET_MAX different ones. */
enum { SET_WORDS = 8, SET_MAX = 64 * SET_WORDS };

struct set {
	uint64_t word[SET_WORDS];
};

static bool set_within(const struct set *small, const struct set *large)
{
	for (int i = 0; i < SET_WORDS; i++)
		if ((small->word[i] & ~large->word[i]) != 0)
			return false;
	return true;
}

static int set_common(const struct set *a, const struct set *b)
{
	int count = 0;

	for (int i = 0; i < SET_WORDS; i++)
		for (uint64_t w = a->word[i] & b->word[i]; w != 0; w &= w - 1)
			count++;
	return count;
}

static void set_remove(struct set *from, const struct set *what)
{
	for (int i = 0; i < SET_WORDS; i++)
		from->word[i] &= ~what->word[i];
}

/* A substate whose steps are being built. */
struct step_maker {
	const struct turns *t;
	const struct turns_outcome *outcome;    /* of the substate */
	int count;
	int at[SET_MAX], values;        /* at_of the different options */
	struct set *set;                /* of each outcome */
	int *order;                     /* outcomes, by ascending size */
};

/* The offset of an option's value from the row, in numbers of one lane. */
static int at_of(const struct turns *t, struct turns_option option)
{
	return option.points * t->width +
		(option.stop ? t->substates : 0) + option.next;
}

static void find_sets(struct step_maker *m)
{
	for (int i = 0; i < m->count; i++)
		for (int j = 0; j < m->outcome[i].count; j++) {
			int at = at_of(m->t,
				       m->t->option[m->outcome[i].first + j]);
			int v = 0;

			while (v < m->values && m->at[v] != at)
				v++;
			if (v == SET_MAX)
				abort();
			if (v == m->values)
				m->at[m->values++] = at;
			m->set[i].word[v / 64] |= (uint64_t)1 << v % 64;
		}
}

/* Uses a counting sort: the order of equals must not depend on a library. */
static void find_order(struct step_maker *m)
{
	int made = 0;

	for (int size = 1; made < m->count; size++)
		for (int i = 0; i < m->count; i++)
			if (m->outcome[i].count == size)
				m->order[made++] = i;
}

/* The earlier result that covers most of the missing options, if it covers more
   than one; or -1. */
static int covers_most(const struct step_maker *m, int place,
		       const struct set *missing)
{
	const struct set *whole = &m->set[m->order[place]];
	int best = -1, most = 1;

	for (int i = 0; i < place; i++) {
		const struct set *set = &m->set[m->order[i]];
		int covers = set_within(set, whole) ?
			set_common(set, missing) : 0;

		if (covers > most) {
			most = covers;
			best = i;
		}
	}
	return best;
}

static void add_term(struct turns_steps *steps, struct value_step *step,
		     int term)
{
	ARRAY_GROW(steps->term, steps->term_room, steps->terms + 1);
	steps->term[steps->terms++] = term;
	step->terms++;
}

static struct value_step make_step(struct turns_steps *steps,
			     const struct step_maker *m, int place)
{
	struct set missing = m->set[m->order[place]];
	struct value_step step = { m->outcome[m->order[place]].chance, 0, 0 };
	int from;

	while ((from = covers_most(m, place, &missing)) >= 0) {
		add_term(steps, &step, from);
		set_remove(&missing, &m->set[m->order[from]]);
	}
	step.results = step.terms;
	for (int v = 0; v < m->values; v++)
		if ((missing.word[v / 64] >> v % 64 & 1) != 0)
			add_term(steps, &step, m->at[v]);
	return step;
}

static void turns_values_prepare(struct turns *turns)
{
	struct turns_steps *steps = memory_new(1, sizeof *steps);

	turns->steps = steps;
	turns->width = 2 * turns->substates;
	steps->step = memory_new((size_t)turns->outcomes,
				 sizeof *steps->step);
	for (int s = 0; s < turns->substates; s++) {
		const struct turns_substate *from = &turns->substate[s];
		const size_t count = (size_t)from->count;
		AUTOFREE struct set *set = memory_new(count, sizeof *set);
		AUTOFREE int *order = memory_new(count, sizeof *order);
		struct step_maker m = { .t = turns, .count = from->count,
			.outcome = turns->outcome + from->first, .set = set,
			.order = order };

		if (from->count > steps->outcomes_most)
			steps->outcomes_most = from->count;
		find_sets(&m);
		find_order(&m);
		for (int i = 0; i < m.count; i++)
			steps->step[from->first + i] = make_step(steps, &m, i);
	}
}

static void turns_values_release(struct turns *turns)
{
	if (turns->steps == NULL)
		return;
	free(turns->steps->step);
	free(turns->steps->term);
	free(turns->steps);
}

/* ### executing the steps

   The inner loops run over lanes, whose number is a constant in the callers, so
   compilers can vectorise them.  Multiplication and addition are not fused
   (-ffp-contract=off), so the result is the same without vectors. */

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static inline void largest_of_two(double *restrict to,
				  const double *restrict a,
				  const double *restrict b, int lanes)
{
	for (int l = 0; l < lanes; l++)
		to[l] = LARGER(a[l], b[l]);
}

static inline void largest_of_three(double *restrict to,
				    const double *restrict a,
				    const double *restrict b,
				    const double *restrict c, int lanes)
{
	for (int l = 0; l < lanes; l++) {
		double ab = LARGER(a[l], b[l]);

		to[l] = LARGER(ab, c[l]);
	}
}

static inline void add_weighted(double *restrict sum, double weight,
				const double *restrict value, int lanes)
{
	for (int l = 0; l < lanes; l++)
		sum[l] += weight * value[l];
}

/* Computes one row: what rolling is worth with this total. */
static inline void solve_row(const struct turns *t, double *row,
			     const double *stop, const double *lost,
			     double *result, int lanes)
{
	const struct turns_steps *steps = t->steps;
	const int *term = steps->term;

	for (int s = 0; s < t->substates; s++) {
		const struct turns_substate *from = &t->substate[s];
		const struct value_step *step = steps->step + from->first;
		double *sum = row + s * lanes, *or_stop;

		for (int l = 0; l < lanes; l++)
			sum[l] = from->bust * lost[l];
		for (int i = 0; i < from->count; i++, step++) {
			double *to = result + i * lanes;
			const double *a[3] = { result, result, result };
			int taken = 0;

			for (; taken < step->terms && taken < 3; taken++)
				a[taken] = (taken < step->results ? result :
					    row) + *term++ * lanes;
			if (taken == 3)
				largest_of_three(to, a[0], a[1], a[2], lanes);
			else
				largest_of_two(to, a[0], a[taken - 1], lanes);
			for (; taken < step->terms; taken++) {
				const double *more = (taken < step->results ?
					result : row) + *term++ * lanes;

				for (int l = 0; l < lanes; l++)
					to[l] = LARGER(to[l], more[l]);
			}
			add_weighted(sum, step->chance, to, lanes);
		}
		or_stop = row + (t->substates + s) * lanes;
		largest_of_two(or_stop, sum, stop, lanes);
	}
}

/* Computes a row of such a high total that the player banks as soon as the dice
   allow it. */
static inline void halt_row(const struct turns *t, double *row,
			    const double *stop, const double *lost, int lanes)
{
	for (int s = 0; s < t->substates; s++) {
		double halt = t->substate[s].halt;
		double *sum = row + s * lanes;

		for (int l = 0; l < lanes; l++)
			sum[l] = halt * stop[l] + (1 - halt) * lost[l];
		largest_of_two(row + (t->substates + s) * lanes, sum, stop,
			       lanes);
	}
}

static inline void solve_rows(const struct turns *t, const double *stop,
			      int rows, const double *lost, double *value,
			      int lanes)
{
	AUTOFREE double *result = memory_new((size_t)t->steps->outcomes_most *
					     (size_t)lanes, sizeof *result);

	for (int x = rows + t->most - 1; x >= 0; x--) {
		double *row = value +
			(size_t)x * (size_t)t->width * (size_t)lanes;

		if (x >= rows)
			halt_row(t, row, stop + x * lanes, lost, lanes);
		else
			solve_row(t, row, stop + x * lanes, lost, result,
				  lanes);
	}
}

void turns_values(const struct turns *turns, const double *stop, int rows,
		  double lost, double *value)
{
	solve_rows(turns, stop, rows, &lost, value, 1);
}

void turns_values_8(const struct turns *turns, const double *stop, int rows,
		    const double *lost, double *value)
{
	solve_rows(turns, stop, rows, lost, value, TURNS_LANES);
}

/* ### the turns of the games */

/* The games, and rules under which turns have no minimums and no end of the
   game. */
static const struct {
	const struct game *game;
	int unit;
	const char *bare;
} kinds[] = {
	{ &bolo7, 50, "opening=0,target=1000000" },
	{ &bolo5, 50, "min_first=0,min_turn=0,min_7000=0,min_9000=0,"
		      "start=seat,target=1000000" },
	{ &pig, 1, "target=100000" },
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_of(const struct game *game)
{
	int i = 0;

	while (i < KINDS && kinds[i].game != game)
		i++;
	return i;
}

bool turns_known(const struct game *game)
{
	return kind_of(game) < KINDS;
}

static union turns_state copy_of(const struct turns *t, const void *state)
{
	union turns_state copy;

	memcpy(&copy, state, t->game->state_size);
	return copy;
}

/* Everything that matters for the next roll, as one number. */
static int key_of(const struct turns *t, const void *state)
{
	const struct bolo7 *b = state;
	int key;

	if (t->game == &pig)
		return 0;
	if (t->game == &bolo5) {
		const struct bolo5 *five = state;

		return five->dice | five->clause_face << 3;
	}
	key = b->dice;
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		key |= b->open[face] << 3 * face;
	return key;
}

/* The state of Pig is private, but a bank reveals the total. */
static int total_of_pig(const void *state)
{
	union turns_state copy;
	struct race *race = &copy.race;
	int move[GAME_LEGAL_MAX], landed = 0, seat, before;

	memcpy(&copy, state, pig.state_size);
	seat = race->seat;
	before = race->score[seat];
	if (race->over)
		return 0;
	if (pig.turn(&copy) == GAME_CHANCE) {
		landed = 2;
		pig.land(&copy, &landed);
	}
	pig.apply(&copy, move[pig.legal(&copy, move) - 1]);
	return race->score[seat] - before - landed;
}

int turns_total(const struct turns *turns, const void *state)
{
	const struct bolo7 *seven = state;
	const struct bolo5 *five = state;

	if (turns->game == &pig)
		return total_of_pig(state);
	return (turns->game == &bolo7 ? seven->total : five->total) /
		turns->unit;
}

int turns_substate(const struct turns *turns, const void *state)
{
	int key = key_of(turns, state), s = 0;

	while (turns->substate[s].key != key)
		s++;
	return s;
}

bool turns_may_bank(const struct turns *turns, int score, int total)
{
	union turns_state copy;
	int points = total * turns->unit;

	if (turns->game == &pig)
		return true;
	copy = copy_of(turns, turns->begun);
	copy.race.score[copy.race.seat] = score * turns->unit;
	return points >= (turns->game == &bolo7 ? bolo7_need(&copy.bolo7) :
			  bolo5_need_for(&copy.bolo5, points));
}

/* ### the table */

/* A table being built: the room of its arrays, and the substate whose rolls are
   being tried. */
struct turns_maker {
	struct turns *t;
	size_t substate_room, sample_room, outcome_room, option_room;
	int from, dice;
	double again, lost;             /* ways */
};

/* The substate of a state, added if it is new. */
static int place_of(struct turns_maker *m, const void *state)
{
	struct turns *t = m->t;
	int key = key_of(t, state);

	for (int s = 0; s < t->substates; s++)
		if (t->substate[s].key == key)
			return s;
	ARRAY_GROW(t->substate, m->substate_room, t->substates + 1);
	ARRAY_GROW(t->sample, m->sample_room, t->substates + 1);
	t->substate[t->substates].key = key;
	t->sample[t->substates] = memory_new(1, sizeof(union turns_state));
	memcpy(t->sample[t->substates], state, t->game->state_size);
	return t->substates++;
}

static int compare_options(const void *a, const void *b)
{
	const struct turns_option *one = a, *other = b;

	if (one->points != other->points)
		return one->points < other->points ? -1 : 1;
	if (one->next != other->next)
		return one->next < other->next ? -1 : 1;
	return one->stop - other->stop;
}

static bool same_outcome(const struct turns *t, const struct turns_outcome *a,
			 const struct turns_outcome *b)
{
	for (int i = 0; i < a->count && a->count == b->count; i++)
		if (compare_options(&t->option[a->first + i],
				    &t->option[b->first + i]) != 0)
			return false;
	return a->count == b->count;
}

/* The options after a roll, sorted and without duplicates.  Relies on `legal`
   listing a bank right after the roll with the same dice. */
static struct turns_outcome options_of(struct turns_maker *m, const void *state)
{
	struct turns *t = m->t;
	struct turns_outcome new = { .first = t->options };
	int move[GAME_LEGAL_MAX], count = t->game->legal(state, move), kept = 1;
	int before = turns_total(t, t->sample[m->from]);
	struct turns_option *list;

	ARRAY_GROW(t->option, m->option_room, t->options + count);
	list = t->option + new.first;
	for (int i = 0; i < count; i++) {
		union turns_state after = copy_of(t, state);

		t->game->apply(&after, move[i]);
		if (race_turn_ended(state, &after.race)) {
			list[new.count - 1].stop = true;
			continue;
		}
		list[new.count++] = (struct turns_option){
			turns_total(t, &after) - before,
			place_of(m, &after), false };
	}
	qsort(list, (size_t)new.count, sizeof *list, compare_options);
	for (int i = 1; i < new.count; i++)
		if (compare_options(&list[i], &list[kept - 1]) != 0)
			list[kept++] = list[i];
	new.count = kept;
	return new;
}

/* A rolls_one: the roll leads to an outcome, loses the turn or is thrown
   again. */
static void one_roll(void *context, const int *value, double ways)
{
	struct turns_maker *m = context;
	struct turns *t = m->t;
	struct turns_substate *from = &t->substate[m->from];
	union turns_state after = copy_of(t, t->sample[m->from]);
	const size_t size = (size_t)m->dice * sizeof *value;
	struct turns_outcome new;

	t->game->land(&after, value);
	if (t->game->turn(&after) < 0) {
		const bool ended = race_turn_ended(t->sample[m->from],
						   &after.race);

		*(ended ? &m->lost : &m->again) += ways;
		memcpy(ended ? from->lost : from->thrown, value, size);
		return;
	}
	new = options_of(m, &after);
	memcpy(new.value, value, size);
	from = &t->substate[m->from];           /* the array may have moved */
	new.chance = ways;
	for (int i = 0; i < from->count; i++)
		if (same_outcome(t, &t->outcome[from->first + i], &new)) {
			t->outcome[from->first + i].chance += ways;
			return;
		}
	ARRAY_GROW(t->outcome, m->outcome_room, t->outcomes + 1);
	t->outcome[t->outcomes++] = new;
	t->options += new.count;
	from->count++;
}

static void try_rolls(struct turns_maker *m, int s)
{
	struct turns *t = m->t;
	struct draw due = t->game->due(t->sample[s]);
	double all;

	m->from = s;
	m->dice = due.dice;
	m->again = m->lost = 0;
	t->substate[s].first = t->outcomes;
	all = rolls_each(due.dice, due.sides, one_roll, m);
	t->substate[s].again = m->again / all;
	all -= m->again;
	t->substate[s].bust = m->lost / all;
	for (int i = 0; i < t->substate[s].count; i++)
		t->outcome[t->substate[s].first + i].chance /= all;
}

/* Computes the largest chance of each substate to get to a bank.  Each
   iteration reduces the error to a tenth. */
static void find_halts(struct turns *t)
{
	for (int round = 0; round < 50; round++)
		for (int s = 0; s < t->substates; s++) {
			struct turns_substate *from = &t->substate[s];

			double sum = 0;

			for (int i = 0; i < from->count; i++) {
				const struct turns_outcome *o =
					&t->outcome[from->first + i];
				double best = 0;

				for (int j = 0; j < o->count; j++) {
					struct turns_option p =
						t->option[o->first + j];
					double halt = p.stop ? 1 :
						t->substate[p.next].halt;

					best = halt > best ? halt : best;
				}
				sum += o->chance * best;
			}
			from->halt = sum;
		}
}

static void *begin(const struct game *game, const int *rule)
{
	void *state = memory_new(1, sizeof(union turns_state));
	struct error err;

	/* The rules have been checked. */
	if (game_begin(game, state, 2, rule, &err) != 0)
		abort();
	return state;
}

struct turns *turns_new(const struct game *game, const int *rule)
{
	struct turns *t = memory_new(1, sizeof *t);
	struct turns_maker m = { .t = t };
	int kind = kind_of(game), bare[GAME_RULES_MAX];
	struct error err;
	AUTOFREE void *start = NULL;

	t->game = game;
	t->unit = kinds[kind].unit;
	t->target = (rules_value(game, rule, "target") + t->unit - 1) /
		t->unit;
	t->begun = begin(game, rule);
	memcpy(bare, rule, (size_t)rules_count(game) * sizeof *bare);
	if (rules_set_text(game, kinds[kind].bare, bare, &err) != 0)
		abort();
	start = begin(game, bare);
	place_of(&m, start);
	for (int s = 0; s < t->substates; s++)
		try_rolls(&m, s);
	for (int i = 0; i < t->options; i++)
		if (t->option[i].points > t->most)
			t->most = t->option[i].points;
	find_halts(t);
	turns_values_prepare(t);
	return t;
}

void turns_free(struct turns *turns)
{
	if (turns == NULL)
		return;
	for (int s = 0; s < turns->substates; s++)
		free(turns->sample[s]);
	free(turns->sample);
	free(turns->substate);
	free(turns->outcome);
	free(turns->option);
	turns_values_release(turns);
	free(turns->begun);
	free(turns);
}
