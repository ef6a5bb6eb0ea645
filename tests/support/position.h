/*
 * position.h - plays random games of any kind through game.h alone, and checks
 * what must hold at every position.
 */
#ifndef SUPPORT_POSITION_H
#define SUPPORT_POSITION_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/game.h"
#include "games/games.h"
#include "random.h"
#include "tests/support/json.h"

/* ck_assert writes to a file each time it holds: too slow here. */
#define must(condition, ...) \
	do { \
		if (!(condition)) \
			ck_abort_msg(__VA_ARGS__); \
	} while (0)

/* One game being played. */
struct play {
	const struct game *game;
	int seats, max_turns;
	const int *rule;                /* borrowed */
	void *state, *before;           /* owned */
	struct random random;
	struct random odd;              /* for what tests do besides the game */
	bool faults;                    /* seats go out now and then */
	bool wander;                    /* the state moves in memory, and is
					   read from its view */
	bool out[GAME_SEATS_MAX];
	int outs, steps;
	int turn[GAME_SEATS_MAX + 1];   /* of the last draw, by stream */
	struct json_writer w;           /* owned */
	uint64_t story;                 /* a hash of everything written */
	bool *told;                     /* borrowed: which events occurred */
};

static inline void scan(struct json_writer *w)
{
	struct error err = {0};

	must(is_json(&w->out, 16, JSON_VALUE, &err), "%s: %s", err.text,
	     text_string(&w->out));
}

static inline void remember(struct play *p)
{
	for (size_t i = 0; i < p->w.out.length; i++)
		p->story = (p->story ^ (unsigned char)p->w.out.bytes[i]) *
			0x100000001b3u;
}

/* ### checking a position */

/* Nothing is hidden in any game so far, so all views are the same. */
static inline void check_views(struct play *p)
{
	struct json_writer other = {0};

	json_clear(&p->w);
	p->game->view(p->state, GAME_EVERYONE, &p->w);
	must(p->w.out.bytes[0] == '{', "a view is an object");
	scan(&p->w);
	for (int seat = 0; seat < p->seats; seat++) {
		json_clear(&other);
		p->game->view(p->state, seat, &other);
		must(strcmp(text_string(&other.out),
			    text_string(&p->w.out)) == 0,
		     "a seat sees something else");
	}
	text_release(&other.out);
}

/* Plays some steps from a position that may never occur in a game. */
static inline void play_on(struct play *p, void *state)
{
	int legal[GAME_LEGAL_MAX], value[GAME_DICE_MAX];

	for (int i = 0; i < 200; i++) {
		int turn = p->game->turn(state), count;

		if (turn == GAME_OVER)
			return;
		if (turn == GAME_CHANCE) {
			struct draw draw = p->game->due(state);

			for (int d = 0; d < draw.dice; d++)
				value[d] = 1 + random_below(&p->odd,
							    draw.sides);
			p->game->land(state, value);
			continue;
		}
		count = p->game->legal(state, legal);
		must(count >= 1 && count <= GAME_LEGAL_MAX, "%d moves", count);
		p->game->apply(state, legal[random_below(&p->odd, count)]);
	}
}

/* The view in p->w with a few bytes changed: it is refused with a reason, or
   the game can be played on from there. */
static inline void check_odd_view(struct play *p, void *state)
{
	static const char bytes[] = "0123456789-[]{},:\".#abcdef";
	struct json_at at = { .name = "view", .index = -1 };
	struct error err = {0}, ignored;
	cJSON *tree;

	for (int i = random_below(&p->odd, 4); i >= 0; i--)
		p->w.out.bytes[random_below(&p->odd,
					    (int)p->w.out.length)] =
			bytes[random_below(&p->odd, sizeof bytes - 1)];
	at.value = tree = json_read(p->w.out.bytes, p->w.out.length, 16, 0,
				    &ignored);
	if (tree == NULL)
		return;
	if (view_read(p->game, p->seats, p->rule, &at, state, &err) == 0)
		play_on(p, state);
	else
		must(err.text[0] != '\0', "refused without a reason");
	cJSON_Delete(tree);
}

/* Continues from the view that a bot is sent.  If it lacks anything that the
   rules need, the game takes another course. */
static inline void read_view(struct play *p, int seat)
{
	int legal[GAME_LEGAL_MAX], again[GAME_LEGAL_MAX];
	int count = p->game->legal(p->state, legal);
	void *new = memory_new(1, p->game->state_size);
	struct json_writer view = {0};
	struct json_at at = { .name = "view", .index = -1 };
	struct error err = {0};
	cJSON *tree;

	json_clear(&p->w);
	p->game->view(p->state, seat, &p->w);
	at.value = tree = json_parse(p->w.out.bytes, p->w.out.length);
	must(view_read(p->game, p->seats, p->rule, &at, new, &err) == 0,
	     "%s: %s", err.text, text_string(&p->w.out));
	p->game->view(new, seat, &view);
	must(strcmp(text_string(&view.out), text_string(&p->w.out)) == 0,
	     "read as another view: %s", text_string(&view.out));
	must(p->game->turn(new) == seat, "another seat is to decide");
	must(p->game->legal(new, again) == count &&
	     memcmp(legal, again, (size_t)count * sizeof *legal) == 0,
	     "other moves are legal: %s", text_string(&p->w.out));
	memcpy(p->state, new, p->game->state_size);
	if (random_below(&p->odd, 8) == 0)
		check_odd_view(p, new);
	free(new);
	cJSON_Delete(tree);
	text_release(&view.out);
}

static inline int read_back(struct play *p, const char *json, size_t size,
		     int *move, struct error *err)
{
	cJSON *answer = json_parse(json, size);
	int result = p->game->read_move(p->state, answer, move, err);

	cJSON_Delete(answer);
	return result;
}

static inline void check_words(struct play *p, int move)
{
	struct text words = {0};

	p->game->describe(p->state, move, &words);
	must(words.length > 0, "a move without a description");
	for (size_t i = 0; i < words.length; i++)
		must((unsigned char)words.bytes[i] >= ' ',
		     "control characters in a description");
	text_clear(&words);
	must(p->game->said == NULL ||
	     !p->game->said(p->state, move, &words) || words.length > 0,
	     "an empty announcement");
	text_release(&words);
}

/* Is `move` in the list, or one of the list in another order? */
static inline bool is_legal(struct play *p, const int *legal, int count,
			    int move)
{
	struct json_writer one = {0};
	int letters[256] = {0};
	bool found = false;

	p->game->show_move(p->state, move, &one);
	for (size_t i = 0; i < one.out.length; i++)
		letters[(unsigned char)one.out.bytes[i]]++;
	for (int m = 0; m < count && !found; m++) {
		int others[256] = {0};

		json_clear(&one);
		p->game->show_move(p->state, legal[m], &one);
		for (size_t i = 0; i < one.out.length; i++)
			others[(unsigned char)one.out.bytes[i]]++;
		found = legal[m] == move ||
			memcmp(letters, others, sizeof letters) == 0;
	}
	text_release(&one.out);
	return found;
}

/* A legal move with a few bytes changed, if that still is an object. */
static inline void check_odd_answer(struct play *p, const int *legal, int count)
{
	static const char bytes[] = "0123456789-[]{},:\"abchkonrtl";
	struct json_writer odd = {0};
	struct error err = {0}, ignored;
	int move = -7;

	p->game->show_move(p->state, legal[random_below(&p->random, count)],
			   &odd);
	for (int i = random_below(&p->random, 3); i >= 0; i--) {
		int at = random_below(&p->random, (int)odd.out.length);

		odd.out.bytes[at] = bytes[random_below(&p->random,
						       sizeof bytes - 1)];
	}
	if (is_json(&odd.out, 16, 0, &ignored)) {
		if (read_back(p, odd.out.bytes, odd.out.length, &move, &err)
		    == 0)
			must(is_legal(p, legal, count, move),
				      "%s was taken", text_string(&odd.out));
		else
			must(err.text[0] != '\0', "no reason for %s",
				      text_string(&odd.out));
	}
	text_release(&odd.out);
}

/* The moves ascend, differ in what bots see, and are read as written. */
static inline void check_moves(struct play *p, const int *legal, int count)
{
	struct json_writer *shown = memory_new((size_t)count, sizeof *shown);

	for (int i = 0; i < count; i++) {
		struct text *json = &shown[i].out;
		struct error err = {0};
		int move = -7;

		p->game->show_move(p->state, legal[i], &shown[i]);
		scan(&shown[i]);
		for (int j = 0; j < i; j++)
			must(json->length != shown[j].out.length ||
				memcmp(json->bytes, shown[j].out.bytes,
				       json->length) != 0,
				"%s is listed twice", text_string(json));
		must(read_back(p, json->bytes, json->length, &move,
					&err) == 0, "%s", err.text);
		must(move == legal[i], "read as another move");
		check_words(p, legal[i]);
	}
	for (int i = 0; i < count; i++)
		text_release(&shown[i].out);
	free(shown);
	for (int i = 0; i < 4; i++)
		check_odd_answer(p, legal, count);
}

static inline void check_score(struct play *p)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX], first = 0, last = 1;
	enum ending ending = p->game->score(p->state, scores, ranks);

	must(game_ending_word(ending)[0] != '\0', "an ending without a word");
	for (int s = 0; s < p->seats; s++) {
		must(ranks[s] >= 1 && ranks[s] <= p->seats,
		     "a rank out of bounds");
		first += ranks[s] == 1;
		last = ranks[s] > last ? ranks[s] : last;
	}
	must(first > 0, "nobody is first");
	for (int s = 0; s < p->seats; s++)
		must(!p->out[s] || (ranks[s] == last && last > 1),
		     "a seat that is out is not last");
	if (p->game->turn(p->state) == GAME_OVER && p->outs == 0)
		must(ending != END_FAULT, "a fault that nobody had");
}

enum {
	STEPS_MAX = 10000000,   /* a longer game counts as endless */
	EVENTS_MAX = 32,        /* in the table of one game */
	GAMES_A_TABLE = 8       /* played with the same seats and rules */
};

/* What one test plays. */
struct plan {
	const struct game *game;
	long enough;            /* steps of one table; then it is done */
	bool told[EVENTS_MAX];
	long tables, games;
};

/* ### one step */

/* Every {KEY} of an event's sentence is a member of the event. */
static inline void check_sentence(const char *sentence, const cJSON *event)
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
static inline void check_events(struct play *p)
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

static inline void roll(struct play *p)
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

static inline void decide(struct play *p, int seat)
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
static inline void check_nothing_happened(struct play *p)
{
	must(memcmp(p->before, p->state, p->game->state_size) == 0,
	     "out twice is more than out once");
	json_clear(&p->w);
	p->game->tell(p->before, p->state, &p->w);
	must(p->w.out.length == 0, "told of nothing: %s",
	     text_string(&p->w.out));
}

static inline void put_out(struct play *p)
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
static inline void move_state(struct play *p)
{
	void *new = memory_new(1, p->game->state_size);

	memcpy(new, p->state, p->game->state_size);
	memset(p->state, 0xa5, p->game->state_size);
	free(p->state);
	p->state = new;
}

static inline void step(struct play *p, int turn)
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

static inline int place_of_max_turns(const struct game *game)
{
	int i = 0;

	while (strcmp(game->rules[i].name, "max_turns") != 0)
		i++;
	return i;
}

/* Plays a game from its seed; p->story is the hash of all that it wrote. */
static inline void play(struct play *p, const int *rule, int seed)
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

/* Plays some games without faults and some with; short ones twice. */
static inline void play_table(struct plan *plan, int seats, const int *rule)
{
	struct error err;
	long steps = 0;

	if (rules_check(plan->game, seats, rule, &err) != 0) {
		must(err.text[0] != '\0', "refused without a reason");
		return;
	}
	plan->tables++;
	for (int seed = 1; seed <= GAMES_A_TABLE && steps < plan->enough;
	     seed++) {
		struct play p = { .game = plan->game, .seats = seats,
				  .told = plan->told,
				  .faults = seed % 2 == 0 };
		struct play again = p;

		again.wander = true;
		play(&p, rule, seed);
		plan->games++;
		steps += p.steps;
		if (seed > 2 || steps > plan->enough)
			continue;
		play(&again, rule, seed);
		must(again.story == p.story, "equal dice, another game");
	}
}

/* Lists the values of a rule that are worth trying; returns how many. */
static inline int values_of(const struct rule *rule, int *value)
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
static inline void all_at_an_end(const struct game *game, int seats, bool last,
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

static inline void play_corners(struct plan *plan, int seats)
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

static inline void say_how_many(const struct plan *plan, const char *which)
{
	printf("%s: %ld games, %ld %s\n", plan->game->name, plan->games,
	       plan->tables, which);
}

/* With every rule at its ends; with all numbers of seats every event occurs. */
static inline void play_all_corners(const struct game *game, int seats_step,
			     long enough)
{
	struct plan plan = { .game = game, .enough = enough };

	for (int seats = game->seats_min; seats <= game->seats_max;
	     seats += seats_step)
		play_corners(&plan, seats);
	for (int i = 0; game->events[i].name != NULL; i++)
		must(seats_step > 1 || plan.told[i],
		     "the event %s never happened",
		     game->events[i].name);
	say_how_many(&plan, "seats and rules at their ends");
}

/* With random rules, but no seat has more than so many turns. */
static inline void play_mixes(const struct game *game, int mixes, int turns,
			      long enough)
{
	struct plan plan = { .game = game, .enough = enough };
	struct random random = { 7 };
	int rule[GAME_RULES_MAX], value[16];

	for (int round = 0; round < mixes; round++) {
		for (int i = 0; i < rules_count(game); i++) {
			int count = values_of(&game->rules[i], value);
			int v = random_below(&random, count + 1);

			rule[i] = v < count ? value[v] :
				game->rules[i].normal;
		}
		if (rule[place_of_max_turns(game)] > turns)
			rule[place_of_max_turns(game)] = turns;
		play_table(&plan, game->seats_min + random_below(&random,
			   game->seats_max - game->seats_min + 1), rule);
	}
	say_how_many(&plan, "seats and rules at random");
}

#endif
