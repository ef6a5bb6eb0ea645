/*
 * stages.c - several formats one after another: the best of each stage go on.
 */
#include "tournaments/format/stages.h"

#include <assert.h>
#include <stdlib.h>

#include "tournaments/format/standings.h"

static const struct format_option options[] = { { 0 } };

/* ### pools */

/* Entrants are dealt out to the pools forwards and backwards in turn. */
static int pool_of(const struct contest_stage *stage, int seed)
{
	const int column = seed % stage->pools;

	return seed / stage->pools % 2 == 0 ? column :
		stage->pools - 1 - column;
}

/* The seed of entrant `row` of a pool; the reverse of pool_of. */
static int seed_of(const struct contest_stage *stage, int pool, int row)
{
	return row * stage->pools + (row % 2 == 0 ? pool :
				     stage->pools - 1 - pool);
}

static int pool_size(const struct contest_stage *stage, int pool)
{
	const int rows = stage->entrants / stage->pools;
	const int column = rows % 2 == 0 ? pool : stage->pools - 1 - pool;

	return rows + (column < stage->entrants % stage->pools);
}

/* Rounds before a stage. */
static uint32_t rounds_before(const struct contest *contest, int stage)
{
	uint32_t last = 0;

	for (size_t i = 0; i < contest->past.count &&
	     contest->past.list[i].stage < stage; i++)
		if (contest->past.list[i].round > last)
			last = contest->past.list[i].round;
	return last;
}

/* Fills `seeds` with the entrants of a stage, the best first. */
static void seeds_of(const struct contest *contest, int stage, int *seeds);

/* Gives each pool its fixtures, as the pool itself would have made them. */
static void add_past(const struct contest *contest, int stage,
		     const int *pool_by_entrant, const int *place_by_entrant,
		     struct pools *pools)
{
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *from = &contest->past.list[i];
		struct fixture *made;

		if (from->stage != stage)
			continue;
		made = fixtures_add_copy(&pools->list[pool_by_entrant[
			from->entrant[0]]].contest.past, from);
		made->round -= pools->rounds_before;
		made->slot /= (uint32_t)pools->count;
		for (int s = 0; s < made->seats; s++)
			made->entrant[s] = place_by_entrant[from->entrant[s]];
	}
}

struct pools pools_make(const struct contest *contest, int stage)
{
	const struct contest_stage *form = &contest->stage[stage];
	const int larger = (form->entrants + form->pools - 1) / form->pools;
	struct pools pools = { .count = form->pools,
		.rounds_before = rounds_before(contest, stage),
		.list = memory_new((size_t)form->pools, sizeof *pools.list) };
	AUTOFREE int *seeds = memory_new((size_t)form->entrants, sizeof *seeds);
	AUTOFREE int *pool_by_entrant =
		memory_new((size_t)contest->entrants, sizeof *pool_by_entrant);
	AUTOFREE int *place_by_entrant =
		memory_new((size_t)contest->entrants, sizeof *place_by_entrant);
	AUTOFREE int *filled =
		memory_new((size_t)form->pools, sizeof *filled);

	for (int p = 0; p < pools.count; p++) {
		const int size = pool_size(form, p);

		pools.list[p].contest = form->form[size < larger];
		pools.list[p].entrant = memory_new((size_t)size,
			sizeof *pools.list[p].entrant);
	}
	seeds_of(contest, stage, seeds);
	for (int i = 0; i < form->entrants; i++) {
		const int p = pool_of(form, i);

		pool_by_entrant[seeds[i]] = p;
		place_by_entrant[seeds[i]] = filled[p];
		pools.list[p].entrant[filled[p]++] = seeds[i];
	}
	add_past(contest, stage, pool_by_entrant, place_by_entrant, &pools);
	return pools;
}

void pools_release(struct pools *pools)
{
	for (int p = 0; p < pools->count; p++) {
		/* Everything else belongs to the stage. */
		fixtures_release(&pools->list[p].contest.past);
		free(pools->list[p].entrant);
	}
	free(pools->list);
	*pools = (struct pools){0};
}

int stages_begun(const struct contest *contest)
{
	return contest->past.count == 0 ? 0 :
		contest->past.list[contest->past.count - 1].stage;
}

/* ### who goes on */

/* An entrant of a stage: those with the better places in their pools come
   first, of these those with more points for each match. */
struct finisher {
	int entrant;
	int seed;
	int place;
	int64_t points;
	int64_t matches;
};

static int by_finish(const void *a, const void *b)
{
	const struct finisher *x = a, *y = b;
	const int64_t mine = x->points * y->matches;
	const int64_t other = y->points * x->matches;

	if (x->place != y->place)
		return x->place - y->place;
	if (mine != other)
		return mine > other ? -1 : 1;
	return x->seed - y->seed;
}

/* The entrants of a stage in the order of their finish so far; the caller frees
   them. */
static struct finisher *finishers(const struct contest *contest, int stage)
{
	const struct contest_stage *form = &contest->stage[stage];
	struct finisher *list =
		memory_new((size_t)form->entrants, sizeof *list);
	OWNED(pools) struct pools pools = pools_make(contest, stage);
	int count = 0;

	for (int p = 0; p < pools.count; p++) {
		OWNED(standings) struct standings table = {0};

		standings_make(&pools.list[p].contest, POINTS_NORMAL, &table);
		for (int i = 0; i < table.count; i++) {
			const struct standings_row *row = &table.list[i];
			struct finisher *one = &list[count++];
			const int64_t matches = row->matches + row->byes;

			*one = (struct finisher){
				.entrant = pools.list[p].entrant[row->entrant],
				.seed = seed_of(form, p, row->entrant),
				.place = row->place, .matches = 1 };
			if (!table.bracket && matches > 0) {
				one->points = row->points;
				one->matches = matches;
			}
		}
	}
	assert(count == form->entrants);
	qsort(list, (size_t)count, sizeof *list, by_finish);
	return list;
}

static void seeds_of(const struct contest *contest, int stage, int *seeds)
{
	AUTOFREE struct finisher *before = stage == 0 ? NULL :
		finishers(contest, stage - 1);

	for (int i = 0; i < contest->stage[stage].entrants; i++)
		seeds[i] = stage == 0 ? i : before[i].entrant;
}

static void places(const struct contest *contest, int *place)
{
	int stage = stages_begun(contest), first = 0;

	for (; stage >= 0; stage--) {
		AUTOFREE struct finisher *list = finishers(contest, stage);

		for (int i = first; i < contest->stage[stage].entrants; i++)
			place[list[i].entrant] = i > first &&
				list[i].place == list[i - 1].place ?
				place[list[i - 1].entrant] : i + 1;
		first = contest->stage[stage].entrants;
	}
}

/* ### rounds */

/* Appends the next round of every pool.  False when there is none. */
static bool add_round(int stage, struct pools *pools, struct fixtures *next)
{
	const size_t count = next->count;

	for (int p = 0; p < pools->count; p++) {
		struct pool *pool = &pools->list[p];
		OWNED(fixtures) struct fixtures made = {0};

		contest_round(&pool->contest, &made);
		for (size_t i = 0; i < made.count; i++) {
			struct fixture *to =
				fixtures_add_copy(next, &made.list[i]);

			to->stage = stage;
			to->round += pools->rounds_before;
			to->slot = to->slot * (uint32_t)pools->count +
				(uint32_t)p;
			for (int s = 0; s < to->seats; s++)
				to->entrant[s] = pool->entrant[to->entrant[s]];
			fixtures_add_copy(&pool->contest.past, &made.list[i]);
		}
	}
	return next->count > count;
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	for (int stage = stages_begun(contest);
	     next->count == 0 && stage < contest->stages; stage++) {
		OWNED(pools) struct pools pools = pools_make(contest, stage);

		while (add_round(stage, &pools, next) &&
		       contest->stage[stage].form[0].format->independent)
			;
	}
}

static void remark(const struct contest *contest, struct text *out)
{
	for (int i = 0; i < contest->stages; i++)
		for (int f = 0; f < contest->stage[i].forms; f++) {
			const struct contest *form = &contest->stage[i].form[f];

			if (form->format->remark != NULL)
				form->format->remark(form, out);
		}
}

/* ### the bracket */

/* Of a stage that is one bracket, with the tournament's entrants. */
static struct bracket bracket_of_stage(const struct contest *contest)
{
	OWNED(pools) struct pools pools =
		pools_make(contest, stages_begun(contest));
	const int *entrant = pools.list[0].entrant;
	struct bracket bracket = bracket_make(&pools.list[0].contest);

	for (int i = 0; i < bracket.count; i++) {
		struct bracket_pair *pair = &bracket.list[i];

		pair->round += pools.rounds_before;
		pair->stage += pools.rounds_before;
		for (int s = 0; s < bracket.seats; s++)
			if (pair->source[s].type == SOURCE_ENTRANT)
				pair->source[s].which =
					entrant[pair->source[s].which];
		for (int s = 0; s < pair->present; s++)
			pair->entrant[s] = entrant[pair->entrant[s]];
		if (pair->first >= 0)
			pair->first = entrant[pair->first];
		if (pair->winner >= 0)
			pair->winner = entrant[pair->winner];
	}
	return bracket;
}

bool stages_have_bracket(const struct contest *contest)
{
	const struct contest_stage *stage;

	if (contest->stages == 0)
		return contest->format->draw != NULL;
	stage = &contest->stage[stages_begun(contest)];
	return stage->pools == 1 && stage->form[0].format->draw != NULL;
}

struct bracket stages_bracket(const struct contest *contest)
{
	return contest->stages > 0 ? bracket_of_stage(contest) :
		bracket_make(contest);
}

const struct format format_stages = {
	.name = "stages", .version = 1,
	.help = "pools first, then a final among those who go on",
	.options = options, .has_stages = true, .remark = remark,
	.round = round_of, .places = places
};
