/*
 * turns.c - the turns of Bolo and Pig as tables, derived from the engines.
 */
#include "worth/turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/rolls.h"

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
	int from;
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
	struct turns_outcome new = { 0, t->options, 0 };
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
	struct turns_outcome new;

	t->game->land(&after, value);
	if (t->game->turn(&after) < 0) {
		if (race_turn_ended(t->sample[m->from], &after.race))
			m->lost += ways;
		else
			m->again += ways;
		return;
	}
	new = options_of(m, &after);
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
	m->again = m->lost = 0;
	t->substate[s].first = t->outcomes;
	all = rolls_each(due.dice, due.sides, one_roll, m) - m->again;
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
	if (game->init(state, 2, rule, &err) != 0)
		abort();
	return state;
}

struct turns *turns_new(const struct game *game, const int *rule)
{
	struct turns *t = memory_new(1, sizeof *t);
	struct turns_maker m = { .t = t };
	int kind = kind_of(game), bare[GAME_RULES_MAX];
	struct error err;
	void *start;

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
	free(start);
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
