/*
 * position.h - what must hold at every position of every game.
 */
#ifndef SUPPORT_POSITION_H
#define SUPPORT_POSITION_H

#include <check.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/view_read.h"
#include "random.h"

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
	bool brief;                     /* not every event is checked */
	bool out[GAME_SEATS_MAX];
	int outs, steps;
	int turn[GAME_SEATS_MAX + 1];   /* of the last draw, by stream */
	struct json_writer w;           /* owned */
	uint64_t story;                 /* a hash of everything written */
	bool *told;                     /* borrowed: which events occurred */
};

static void scan(struct json_writer *w)
{
	struct error err = {0};

	must(json_scan_value(w->out.bytes, w->out.length, 16, 0, &err)
		      == 0, "%s: %s", err.text, text_string(&w->out));
}

static void remember(struct play *p)
{
	for (size_t i = 0; i < p->w.out.length; i++)
		p->story = (p->story ^ (unsigned char)p->w.out.bytes[i]) *
			0x100000001b3u;
}

/* ### checking a position */

/* Nothing is hidden in any game so far, so all views are the same. */
static void check_views(struct play *p)
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
static void play_on(struct play *p, void *state)
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
static void check_odd_view(struct play *p, void *state)
{
	static const char bytes[] = "0123456789-[]{},:\".#abcdef";
	struct json_at at = { .name = "view", .index = -1 };
	struct error err = {0}, ignored;
	cJSON *tree;

	for (int i = random_below(&p->odd, 4); i >= 0; i--)
		p->w.out.bytes[random_below(&p->odd,
					    (int)p->w.out.length)] =
			bytes[random_below(&p->odd, sizeof bytes - 1)];
	if (json_scan(p->w.out.bytes, p->w.out.length, 16, 0, &ignored) != 0)
		return;
	at.value = tree = json_parse(p->w.out.bytes, p->w.out.length);
	if (view_read(p->game, p->seats, p->rule, &at, state, &err) == 0)
		play_on(p, state);
	else
		must(err.text[0] != '\0', "refused without a reason");
	cJSON_Delete(tree);
}

/* Continues from the view that a bot is sent.  If it lacks anything that the
   rules need, the game takes another course. */
static void read_view(struct play *p, int seat)
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

static int read_back(struct play *p, const char *json, size_t size,
		     int *move, struct error *err)
{
	cJSON *answer = json_parse(json, size);
	int result = p->game->read_move(p->state, answer, move, err);

	cJSON_Delete(answer);
	return result;
}

static void check_words(struct play *p, int move)
{
	struct text words = {0};

	p->game->describe(p->state, move, &words);
	must(words.length > 0, "a move without a description");
	for (size_t i = 0; i < words.length; i++)
		must((unsigned char)words.bytes[i] >= ' ',
		     "control characters in a description");
	text_release(&words);
	if (p->game->said == NULL)
		return;
	json_clear(&p->w);
	if (p->game->said(p->state, move, &p->w))
		scan(&p->w);
}

/* Is `move` in the list, or one of the list in another order? */
static bool is_legal(struct play *p, const int *legal, int count, int move)
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
static void check_odd_answer(struct play *p, const int *legal, int count)
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
	if (json_scan(odd.out.bytes, odd.out.length, 16, 0, &ignored) == 0) {
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

static void check_answers_of_all_sorts(struct play *p)
{
	static const char *const answers[] = {
		"{}", "{\"keep\":[]}", "{\"then\":\"roll\",\"keep\":7}",
		"{\"keep\":[],\"then\":\"bank\"}", "{\"then\":null}",
		"{\"keep\":[1,1,1,1,1,1,1,1,1,1,1,1],\"then\":\"roll\"}",
		"{\"keep\":[\"1\"],\"then\":\"roll\"}", "{\"then\":\"\"}",
		"{\"keep\":[0],\"then\":\"roll\"}", "{\"Then\":\"roll\"}",
		"{\"keep\":[9007199254740991],\"then\":\"bank\"}",
		"{\"then\":\"roll\",\"then2\":\"roll\"}",
		"{\"cell\":\"z99\"}", "{\"cells\":[\"\",7]}", "{\"pass\":1}",
		"{\"indicate\":[-1]}", "{\"cells\":{},\"pass\":true}",
	};

	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		struct error err = {0};
		int move;

		must(read_back(p, answers[i], strlen(answers[i]),
					&move, &err) == -1, "%s was taken",
			      answers[i]);
		must(err.text[0] != '\0', "no reason for %s", answers[i]);
	}
}

/* The moves ascend, differ in what bots see, and are read as written. */
static void check_moves(struct play *p, const int *legal, int count)
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
	check_answers_of_all_sorts(p);
}

static void check_score(struct play *p)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX], first = 0, last = 1;
	enum ending ending = p->game->score(p->state, scores, ranks);

	must(game_ending_word(ending)[0] != '\0', "an ending without a word");
	for (int s = 0; s < p->seats; s++) {
		must(ranks[s] >= 1 && ranks[s] <= p->seats, "a rank out of bounds");
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

#endif
