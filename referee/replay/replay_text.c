/*
 * replay_text.c - tells a match in words, for a person at a terminal.
 */
#include <limits.h>
#include <stdlib.h>

#include "games/rules.h"
#include "replay/replay_layout.h"

/* ### steps */

static int by_value(const void *a, const void *b)
{
	const int *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* A member of what everybody sees, or NULL. */
static const char *look_for(struct teller *t, const void *state,
			    const char *key)
{
	struct json_writer *w = &t->words.json;
	const char *value;
	size_t size;

	json_clear(w);
	t->audit->game->view(state, GAME_EVERYONE, w);
	return json_member(w->out.bytes, w->out.length, key, &value, &size) ?
		value : NULL;
}

/* What the turn has gathered, in games whose view has a `total`. */
static void look_at_total(struct teller *t, const void *state)
{
	const char *value = look_for(t, state, "total");

	t->words.total = value == NULL ? 0 : strtoll(value, NULL, 10);
}

/* Adds the events' sentences to words.text. */
static void add_events(struct teller *t, const void *before,
		       const void *after)
{
	struct json_writer *w = &t->words.json;
	const cJSON *event;
	cJSON *tree;

	json_clear(w);
	teller_events(t, before, after, w);
	tree = json_parse(w->out.bytes, w->out.length);
	cJSON_ArrayForEach(event, tree) {
		if (t->words.text.length > 0)
			text_byte(&t->words.text, ' ');
		teller_sentence(t, event, &t->words.text);
	}
	cJSON_Delete(tree);
}

/* Dice lie until something is done with them; if nobody has to, they are told
   with what came of them. */
static void tell_roll(struct teller *t, const void *before, const void *after)
{
	const struct game *game = t->audit->game;
	struct roll roll = t->step.roll;
	int turn = game->turn(after);
	/* Dice that have done all they do are not of who is to decide next:
	   a start that was thrown, an opening that was drawn. */
	bool lies = turn >= 0 && look_for(t, after, "roll") != NULL;

	page_turn(t, roll.stream > 0 ? roll.stream - 1 : lies ? turn : -1,
		  game->due(before).turn);
	/* On the table stream the order may mean something. */
	if (roll.stream > 0)
		qsort(roll.value, (size_t)roll.dice, sizeof *roll.value,
		      by_value);
	look_at_total(t, before);
	page_dice(t, &roll);
	add_events(t, before, after);
	if (t->words.text.length > 0 || !lies)
		page_beside(t, NULL, lies ? "" : PAGE_BOLD);
	t->words.lying = lies;
	/* The game has begun without anybody's decision. */
	t->words.acted = t->words.acted || (turn >= 0 && !lies);
}

static void tell_move(struct teller *t, const void *before, const void *after)
{
	const struct game *game = t->audit->game;
	struct json_writer *w = &t->words.json;
	cJSON *move;

	page_turn(t, t->step.seat, 0);
	game->describe(before, t->step.move, &t->words.text);
	if (t->step.said != NULL)
		text_printf(&t->words.text, " and says %s", t->step.said);
	json_clear(w);
	game->show_move(before, t->step.move, w);
	move = json_parse(w->out.bytes, w->out.length);
	page_beside(t, json_get(move, "keep"), "");
	cJSON_Delete(move);
	t->words.lying = false;
	add_events(t, before, after);
	if (t->words.text.length > 0)
		page_below(t, PAGE_BOLD);
	if (game->picture != NULL)
		game->picture(after, t->colour, &t->line.out);
}

static void tell_fault(struct teller *t, const void *before,
		       const void *after)
{
	const char *name = teller_name(t, t->step.seat);

	text_printf(&t->words.text, "Fault of %s: %s (%s).", name,
		    t->step.fault, t->step.detail);
	if (t->audit->game->turn(before) != GAME_OVER)
		text_printf(&t->words.text, " %s is out of this game.", name);
	if (t->words.lying && t->words.seat == t->step.seat)
		page_beside(t, NULL, PAGE_RED);
	else
		page_line(t, PAGE_RED);
	t->words.lying = false;
	add_events(t, before, after);
	if (t->words.text.length > 0 && t->words.paragraph)
		page_below(t, PAGE_BOLD);
	else if (t->words.text.length > 0)
		page_line(t, PAGE_BOLD);
}

static void tell_step(struct teller *t, const void *before, const void *after)
{
	int ranks[GAME_SEATS_MAX];

	switch (t->step.kind) {
	case STEP_ROLL:
		tell_roll(t, before, after);
		break;
	case STEP_MOVE:
		tell_move(t, before, after);
		break;
	case STEP_FAULT:
		tell_fault(t, before, after);
		break;
	}
	t->audit->game->score(after, t->words.score, ranks);
}

static void tell_again(struct teller *t, int seat)
{
	page_turn(t, seat, 0);
	text_add(&t->words.text, "gives an illegal answer and may take it "
		 "back");
	page_beside(t, NULL, PAGE_RED);
}

/* ### around the steps */

static void tell_match(struct teller *t)
{
	const struct audit *audit = t->audit;
	const struct header *header = &audit->header;
	const struct rule *rules = audit->game->rules;
	const char *name[GAME_SEATS_MAX];
	struct text *text = &t->words.text;
	bool any = false;

	for (int i = 0; i < header->entrants; i++)
		name[i] = header->entrant[i].name;
	page_style(t, PAGE_BOLD);
	text_add(&t->line.out, audit->game->title);
	page_style(t, PAGE_PLAIN);
	text_byte(&t->line.out, '\n');
	text_add(text, "Between ");
	teller_join(name, header->entrants, text);
	text_printf(text, ", %u board%s with %d rotation%s.", header->boards,
		    header->boards == 1 ? "" : "s", header->rotations,
		    header->rotations == 1 ? "" : "s");
	if (header->tournament != NULL)
		text_printf(text, " Match %u of %s.", header->match,
			    header->tournament);
	page_line(t, "");
	for (int i = 0; rules[i].name != NULL; i++) {
		if (audit->rule[i] == rules[i].normal)
			continue;
		text_printf(text, "%s%s ", any ? ", " : "Options: ",
			    rules[i].name);
		rules_value_text(&rules[i], audit->rule[i], text);
		any = true;
	}
	if (any)
		page_line(t, "");
}

static void tell_game(struct teller *t)
{
	const struct header *header = &t->audit->header;
	uint64_t games = (uint64_t)header->boards *
		(uint64_t)header->rotations;

	t->words.paragraph = t->words.lying = t->words.acted = false;
	memset(t->words.score, 0, sizeof t->words.score);
	text_byte(&t->line.out, '\n');
	page_style(t, PAGE_BOLD);
	text_printf(&t->line.out, "Game %u of %llu", t->number,
		    (unsigned long long)games);
	page_style(t, PAGE_PLAIN);
	text_printf(&t->line.out, ", board %u, rotation %d%s\n", t->board,
		    t->rotation, t->rotation == 0 ? "" :
		    ": the same dice, other seats");
	text_add(&t->words.text, "Seats: ");
	for (int s = 0; s < header->entrants; s++)
		text_printf(&t->words.text, "%s%d %s", s > 0 ? ", " : "", s,
			    teller_name(t, s));
	text_byte(&t->words.text, '.');
	page_line(t, "");
}

static const char *end_of(const char *end)
{
	if (strcmp(end, ending_word(END_MAX_TURNS)) == 0)
		return ": the turns were used up";
	if (strcmp(end, ending_word(END_STALLED)) == 0)
		return ": nobody could do anything any more";
	if (strcmp(end, ending_word(END_FAULT)) == 0)
		return ": ended by a fault";
	return "";
}

/* The lowest rank above `above`; INT_MAX: none. */
static int lowest(const int *ranks, int seats, int above)
{
	int lowest = INT_MAX;

	for (int s = 0; s < seats; s++)
		if (ranks[s] > above && ranks[s] < lowest)
			lowest = ranks[s];
	return lowest;
}

static void add_place(struct teller *t, int seat, int rank, int score)
{
	text_printf(&t->line.out, "%4d. ", rank);
	page_name(t, seat, page_name_width(t));
	text_printf(&t->line.out, " %7d\n", score);
}

static void tell_over(struct teller *t, const int *scores, const int *ranks,
		      const char *end)
{
	int seats = t->audit->header.entrants, best = INT_MAX;

	text_byte(&t->line.out, '\n');
	page_style(t, PAGE_BOLD);
	text_printf(&t->line.out, "Result of game %u", t->number);
	page_style(t, PAGE_PLAIN);
	text_printf(&t->line.out, "%s\n", end_of(end));
	/* Ranks need not follow each other. */
	for (int rank = lowest(ranks, seats, INT_MIN); rank != INT_MAX;
	     rank = lowest(ranks, seats, rank)) {
		if (best == INT_MAX)
			best = rank;
		for (int s = 0; s < seats; s++)
			if (ranks[s] == rank)
				add_place(t, s, rank, scores[s]);
	}
	for (int s = 0; s < seats; s++)
		t->words.won[teller_entrant(t, s)] += ranks[s] == best;
}

static void tell_abandoned(struct teller *t)
{
	text_add(&t->words.text, "The match was interrupted here. The game "
		 "begins anew, on the same dice.");
	text_byte(&t->line.out, '\n');
	page_line(t, "");
}

static void tell_end(struct teller *t)
{
	const struct header *header = &t->audit->header;

	text_byte(&t->line.out, '\n');
	if (t->only == 0) {
		text_add(&t->words.text, "Games won: ");
		for (int i = 0; i < header->entrants; i++)
			text_printf(&t->words.text, "%s%s %u",
				    i > 0 ? ", " : "",
				    header->entrant[i].name,
				    t->words.won[i]);
		text_printf(&t->words.text, " of %u.", t->audit->games);
		page_line(t, "");
	}
	text_add(&t->words.text, t->audit->finished ?
		 "The log was verified from end to end." :
		 "The log was verified up to the end of this game.");
	page_line(t, "");
}

const struct voice voice_words = {
	.match = tell_match,
	.game = tell_game,
	.step = tell_step,
	.again = tell_again,
	.over = tell_over,
	.abandoned = tell_abandoned,
	.end = tell_end,
};
