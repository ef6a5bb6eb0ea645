/*
 * games_test.c - what must hold for every game in the list.
 *
 * Random games are played through game.h alone.  The environment variable
 * ROLLCALL_GAMES sets how many are played for each number of seats and set of
 * rules, however long they are; CK_RUN_CASE takes the name of one game.
 */
#include <stdio.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "tests/support/one_game.h"
#include "tests/unit/unit.h"
#include "tests/support/position.h"

enum {
	STEPS_MAX = 10000000,   /* a longer game counts as endless */
	EVENTS_MAX = 32,        /* in the table of one game */
	GAMES_A_TABLE = 8,      /* played with the same seats and rules */
	STEPS_ENOUGH = 4000,    /* of one table; then it is done */
	STEPS_MIXED = 2000000,  /* the same with random rules */
	MIXES = 20              /* random sets of rules */
};

/* What one test plays. */
struct plan_show {
	const struct game *game;
	long asked;             /* games per table; 0: the test decides */
	bool mixed;             /* random rules */
	bool told[EVENTS_MAX];
	long tables, games;
};

static struct plan_show plan_for(int place)
{
	const char *asked = getenv("ROLLCALL_GAMES");

	return (struct plan_show){ .game = games_list[place],
		.asked = asked == NULL ? 0 : strtol(asked, NULL, 10) };
}

/* ### one step */

/* Every {KEY} of an event's sentence is a member of the event. */
static void check_sentence(const char *sentence, const cJSON *event)
{
	char key[32];

	for (const char *at = strchr(sentence, '{'); at != NULL;
	     at = strchr(at + 1, '{')) {
		size_t length = strcspn(at, "}") - 1;

		must(length < sizeof key, "a long key");
		memcpy(key, at + 1, length);
		key[length] = '\0';
		must(json_get(event, key) != NULL, "{%s}: %s", key,
			      sentence);
	}
}

/* The events of the step are known ones, with all members. */
static void check_events(struct play *p)
{
	cJSON *list;
	const cJSON *event;

	json_clear(&p->w);
	json_open(&p->w, '[');
	p->game->tell(p->before, p->state, &p->w);
	json_close(&p->w, ']');
	if (p->w.out.length == 2)
		return;
	remember(p);
	if (p->brief && p->steps % 8 != 0)
		return;
	scan(&p->w);
	list = json_parse(p->w.out.bytes, p->w.out.length);
	cJSON_ArrayForEach(event, list) {
		const cJSON *name = json_get(event, "e");
		int i = 0;

		must(cJSON_IsString(name), "an event without a name");
		while (p->game->events[i].name != NULL &&
		       strcmp(p->game->events[i].name, name->valuestring) != 0)
			i++;
		must(p->game->events[i].name != NULL,
		     "unknown event %s", name->valuestring);
		check_sentence(p->game->events[i].sentence, event);
		p->told[i] = true;
	}
	cJSON_Delete(list);
}

static void roll(struct play *p)
{
	struct draw draw = p->game->due(p->state);
	int value[GAME_DICE_MAX];

	must(draw.stream >= 0 && draw.stream <= p->seats, "no such stream");
	must(draw.dice >= 1 && draw.dice <= GAME_DICE_MAX,
	     "a draw of %d dice", draw.dice);
	must(draw.sides >= 1, "no sides");
	if (draw.stream == 0) {
		must(draw.turn == 0, "the table has no turns");
	} else {
		must(!p->out[draw.stream - 1], "who is out rolls");
		must(draw.turn >= 1 && draw.turn <= p->max_turns,
		     "turn %d of at most %d", draw.turn, p->max_turns);
		must(draw.turn >= p->turn[draw.stream],
		     "a seat's turns go back");
		p->turn[draw.stream] = draw.turn;
	}
	for (int i = 0; i < draw.dice; i++)
		value[i] = 1 + random_below(&p->random, draw.sides);
	p->game->land(p->state, value);
}

static void decide(struct play *p, int seat)
{
	int legal[GAME_LEGAL_MAX];
	int count = p->game->legal(p->state, legal);

	must(seat >= 0 && seat < p->seats, "no such seat");
	must(!p->out[seat], "who is out decides");
	must(count >= 1 && count <= GAME_LEGAL_MAX, "%d moves", count);
	for (int i = 1; i < count; i++)
		must(legal[i - 1] < legal[i], "not ascending");
	if (random_below(&p->random, 64) == 0)
		check_moves(p, legal, count);
	p->game->apply(p->state, legal[random_below(&p->random, count)]);
}

/* A fault of a seat that is out, or after the end, changes nothing. */
static void check_nothing_happened(struct play *p)
{
	must(memcmp(p->before, p->state, p->game->state_size) == 0,
	     "out twice is more than out once");
	json_clear(&p->w);
	p->game->tell(p->before, p->state, &p->w);
	must(p->w.out.length == 0, "told of nothing: %s",
	     text_string(&p->w.out));
}

static void put_out(struct play *p)
{
	int seat = random_below(&p->random, p->seats);
	bool nothing = p->out[seat];

	p->game->out(p->state, seat);
	if (nothing)
		check_nothing_happened(p);
	p->outs += !nothing;
	p->out[seat] = true;
	if (p->outs == p->seats - 1)
		must(p->game->turn(p->state) == GAME_OVER,
		     "one seat is left, and the game goes on");
}

/* Moves the state with memcpy, and overwrites the old copy. */
static void move_state(struct play *p)
{
	void *new = memory_new(1, p->game->state_size);

	memcpy(new, p->state, p->game->state_size);
	memset(p->state, 0xa5, p->game->state_size);
	free(p->state);
	p->state = new;
}

static void step(struct play *p, int turn)
{
	if (p->wander && turn >= 0)
		read_view(p, turn);
	memcpy(p->before, p->state, p->game->state_size);
	if (p->faults && random_below(&p->random, 40) == 0)
		put_out(p);
	else if (turn == GAME_CHANCE)
		roll(p);
	else
		decide(p, turn);
	check_events(p);
	if (random_below(&p->random, 64) == 0) {
		check_views(p);
		remember(p);
		check_score(p);
	}
	if (p->wander)
		move_state(p);
}

/* ### whole games */

static int place_of_max_turns(const struct game *game)
{
	int i = 0;

	while (strcmp(game->rules[i].name, "max_turns") != 0)
		i++;
	return i;
}

/* Plays a game from its seed; p->story is the hash of all that it wrote. */
static void play(struct play *p, const int *rule, int seed)
{
	struct error err;
	int turn;

	p->random.state = (uint64_t)seed;
	p->rule = rule;
	p->max_turns = rule[place_of_max_turns(p->game)];
	p->state = memory_new(1, p->game->state_size);
	p->before = memory_new(1, p->game->state_size);
	must(p->game->init(p->state, p->seats, rule, &err) == 0, "%s",
	     err.text);
	while ((turn = p->game->turn(p->state)) != GAME_OVER) {
		step(p, turn);
		must(++p->steps < STEPS_MAX, "the game does not end");
	}
	check_views(p);
	remember(p);
	check_score(p);
	memcpy(p->before, p->state, p->game->state_size);
	for (int s = 0; s < p->seats; s++)
		p->game->out(p->state, s);
	check_nothing_happened(p);
	free(p->state);
	free(p->before);
	text_release(&p->w.out);
}

static bool is_seen(const struct plan_show *plan, int games, long steps)
{
	if (plan->asked > 0)
		return games >= plan->asked ||
			(plan->mixed && steps >= STEPS_MIXED);
	return games >= GAMES_A_TABLE || steps >= STEPS_ENOUGH;
}

/* Plays some games without faults and some with; short ones twice. */
static void play_table(struct plan_show *plan, int seats, const int *rule)
{
	struct error err;
	long steps = 0;

	if (rules_check(plan->game, seats, rule, &err) != 0) {
		must(err.text[0] != '\0', "refused without a reason");
		return;
	}
	plan->tables++;
	for (int seed = 1; !is_seen(plan, seed - 1, steps); seed++) {
		struct play p = { .game = plan->game, .seats = seats,
				  .told = plan->told,
				  .brief = seed > GAMES_A_TABLE,
				  .faults = seed % 2 == 0 };
		struct play again = p;

		again.wander = true;
		play(&p, rule, seed);
		plan->games++;
		steps += p.steps;
		if (seed > 2 || steps > STEPS_ENOUGH)
			continue;
		play(&again, rule, seed);
		must(again.story == p.story, "equal dice, another game");
	}
}

/* Lists the values of a rule that are worth trying; returns how many. */
static int values_of(const struct rule *rule, int *value)
{
	int count = 0;

	switch (rule->type) {
	case RULE_INT:
		value[count++] = rule->min;
		value[count++] = rule->max;
		break;
	case RULE_BOOL:
		value[count++] = 0;
		value[count++] = 1;
		break;
	default:
		for (; rule->words[count] != NULL; count++)
			value[count] = rule->type == RULE_WORD ? count :
				(int)strtol(rule->words[count], NULL, 10);
	}
	return count;
}

/* Sets all rules to their first or to their last values, except those that
   would clash with earlier ones, and max_turns, which would leave nothing to
   play or no end. */
static void all_at_an_end(const struct game *game, int seats, bool last,
			  int *rule)
{
	int value[16];
	struct error clash;

	rules_defaults(game, rule);
	for (int i = 0; i < rules_count(game); i++) {
		int count = values_of(&game->rules[i], value);

		rule[i] = value[last ? count - 1 : 0];
		if (rules_check(game, seats, rule, &clash) != 0 ||
		    i == place_of_max_turns(game))
			rule[i] = game->rules[i].normal;
	}
}

static void play_corners(struct plan_show *plan, int seats)
{
	const struct game *game = plan->game;
	int rule[GAME_RULES_MAX], value[16];

	rules_defaults(game, rule);
	play_table(plan, seats, rule);
	for (int i = 0; i < rules_count(game); i++) {
		int count = values_of(&game->rules[i], value);

		for (int v = 0; v < count; v++) {
			rules_defaults(game, rule);
			rule[i] = value[v];
			play_table(plan, seats, rule);
		}
	}
	for (int last = 0; last < 2; last++) {
		all_at_an_end(game, seats, last, rule);
		play_table(plan, seats, rule);
	}
}

static void say_how_many(const struct plan_show *plan, const char *which)
{
	printf("%s: %ld games, %ld %s\n", plan->game->name, plan->games,
	       plan->tables, which);
}

TEST_EACH(every_game_keeps_its_promises_with_every_rule_at_its_ends, games_listed())
{
	struct plan_show plan = plan_for(_i);
	const struct game *game = plan.game;

	for (int seats = game->seats_min; seats <= game->seats_max; seats++)
		play_corners(&plan, seats);
	for (int i = 0; game->events[i].name != NULL; i++)
		must(plan.told[i], "the event %s never happened",
		     game->events[i].name);
	say_how_many(&plan, "seats and rules at their ends");
}

TEST_EACH(rules_go_together_or_are_refused_with_a_reason, games_listed())
{
	struct plan_show plan = plan_for(_i);
	const struct game *game = plan.game;
	struct random random = { 7 };
	int rule[GAME_RULES_MAX], value[16];

	plan.mixed = true;
	for (int round = 0; round < MIXES; round++) {
		for (int i = 0; i < rules_count(game); i++) {
			int count = values_of(&game->rules[i], value);
			int v = random_below(&random, count + 1);

			rule[i] = v < count ? value[v] :
				game->rules[i].normal;
		}
		play_table(&plan, game->seats_min + random_below(&random,
			   game->seats_max - game->seats_min + 1), rule);
	}
	say_how_many(&plan, "seats and rules at random");
}

TEST_EACH(a_game_says_what_it_is, games_listed())
{
	const struct game *game = games_list[_i];
	int column = 0, rule[GAME_RULES_MAX];
	struct error err;
	char why[80];

	ck_assert_ptr_eq(games_find(game->name), game);
	ck_assert(game->seats_min >= 2 && game->seats_max <= GAME_SEATS_MAX);
	rules_defaults(game, rule);
	for (int seats = 1; seats <= GAME_SEATS_MAX + 1; seats++) {
		bool more = seats > game->seats_max;

		ck_assert(rules_check(game, seats, rule, &err) == 0 ||
			  seats < game->seats_min || more || seats == 3);
		snprintf(why, sizeof why, "%s is a game for %d to %d players, "
			 "not %d", game->name, game->seats_min,
			 game->seats_max, seats);
		if (seats < game->seats_min || more)
			ck_assert_int_eq(rules_check(game, seats, rule, &err),
					 -1);
		if (more)
			ck_assert_str_eq(err.text, why);
	}
	ck_assert(game->stride >= 1);
	ck_assert(game->title[0] != '\0');
	ck_assert(game->sheet[strlen(game->sheet) - 1] == '\n');
	for (const char *at = game->sheet; *at != '\0'; at++) {
		column = *at == '\n' ? 0 : column + 1;
		ck_assert_msg(column <= 78, "a line of the sheet is long");
	}
	for (int i = 0; i < rules_count(game); i++) {
		const struct rule *one = &game->rules[i];

		ck_assert(one->help != NULL && one->help[0] != '\0');
		ck_assert((one->words != NULL) ==
			  (one->type == RULE_WORD ||
			   one->type == RULE_CHOICE));
	}
}
