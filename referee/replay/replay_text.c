/*
 * replay_text.c - writes a match in words, for a person at a terminal.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "games/rules.h"
#include "replay/replay_layout.h"

/* ### steps */

static int by_value(const void *a, const void *b)
{
	const int *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* The tree of what was written to words.json, until the next call. */
static const cJSON *read_back(struct replay *r)
{
	arena_clear(&r->words.tree);
	return json_parse_in(&r->words.tree, r->words.json.out.bytes,
			     r->words.json.out.length);
}

/* Looks for a member of the view for everyone; false: there is none.  Of a
   number, sets `*number`. */
static bool look_for(struct replay *r, const void *state, const char *key,
		     long long *number)
{
	struct json_writer *w = &r->words.json;
	const cJSON *value;

	json_clear(w);
	r->audit->game->view(state, GAME_EVERYONE, w);
	value = json_get(read_back(r), key);
	json_is_int(value, -JSON_INT_MAX, JSON_INT_MAX, number);
	return value != NULL;
}

/* Takes the total of the turn, in games whose view has a `total`. */
static void look_at_total(struct replay *r, const void *state)
{
	r->words.total = 0;
	look_for(r, state, "total", &r->words.total);
}

/* Adds the events' sentences to words.text. */
static void add_events(struct replay *r, const void *before,
		       const void *after)
{
	struct json_writer *w = &r->words.json;
	const cJSON *event, *list;

	json_clear(w);
	replay_events(r, before, after, w);
	list = read_back(r);
	cJSON_ArrayForEach(event, list) {
		if (r->words.text.length > 0)
			text_byte(&r->words.text, ' ');
		replay_sentence(r, event, &r->words.text);
		/* This event already says who begins. */
		if (strcmp(json_get(event, "e")->valuestring, "start") == 0)
			r->words.acted = true;
	}
}

static void draw(struct replay *r, const void *state)
{
	const struct game *game = r->audit->game;

	if (game->picture == NULL)
		return;
	game->picture(state, r->colour, &r->line.out);
	r->words.drawn = true;
}

/* Adds the seat's chance after a roll that needed no decision, or before and
   after a move. */
static void add_chance(struct replay *r, int seat, bool moved)
{
	char was[DECIMAL_SIZE], now[DECIMAL_SIZE];

	if (!r->valued || seat < 0)
		return;
	decimal(was, r->was[seat], 3, false);
	decimal(now, r->f[seat], 3, false);
	if (r->words.text.length > 0)
		text_byte(&r->words.text, ' ');
	if (moved && strcmp(was, now) != 0)
		text_printf(&r->words.text, "(chance %s, now %s)", was, now);
	else
		text_printf(&r->words.text, "(chance %s)", now);
}

/* Dice stay on the table until a seat decides about them; if none has to, they
   are written at once with the result. */
static void write_roll(struct replay *r, const void *before, const void *after)
{
	const struct game *game = r->audit->game;
	struct roll roll = r->step.roll;
	int turn = game->turn(after);
	/* Dice that need no decision, such as a throw for the start or a random
	   opening, do not belong to the next seat to decide. */
	bool stay = turn >= 0 && look_for(r, after, "roll", &(long long){0});
	struct text words = {0};
	int who = replay_roll_words(r, before, after, &words);

	replay_layout_turn(r, roll.stream > 0 ? roll.stream - 1 :
			   stay ? turn : -1, game->due(before).turn);
	text_append(&r->words.text, words.bytes, words.length);
	/* In the stream of the table (0) the order may be significant. */
	if (roll.stream > 0)
		qsort(roll.value, (size_t)roll.dice, sizeof *roll.value,
		      by_value);
	look_at_total(r, before);
	replay_layout_dice(r, &roll);
	add_events(r, before, after);
	if (!stay)
		add_chance(r, roll.stream - 1, false);
	if (r->words.text.length > 0 || !stay)
		replay_layout_beside(r, NULL, stay ? "" : REPLAY_BOLD);
	if (who >= 0)
		draw(r, after);
	text_release(&words);
	r->words.on_table = stay;
	/* The game has already begun, with a roll that needed no decision. */
	r->words.acted = r->words.acted || (turn >= 0 && !stay);
}

static void write_move(struct replay *r, const void *before, const void *after)
{
	const struct game *game = r->audit->game;
	struct json_writer *w = &r->words.json;

	replay_layout_turn(r, r->step.seat, 0);
	game->describe(before, r->step.move, &r->words.text);
	if (r->step.said != NULL)
		text_printf(&r->words.text, " and says %s", r->step.said);
	add_chance(r, r->step.seat, true);
	json_clear(w);
	game->show_move(before, r->step.move, w);
	replay_layout_beside(r, json_get(read_back(r), "keep"), "");
	r->words.on_table = false;
	add_events(r, before, after);
	if (r->words.text.length > 0)
		replay_layout_below(r, REPLAY_BOLD);
	draw(r, after);
}

static void write_fault(struct replay *r, const void *before,
			const void *after)
{
	const char *name = replay_name(r, r->step.seat);

	text_printf(&r->words.text, "Fault of %s: %s (%s).", name,
		    fault_words[r->step.fault], FOREIGN(r->step.detail));
	if (r->audit->game->turn(before) != GAME_OVER)
		text_printf(&r->words.text, " %s is out of this game.", name);
	if (r->words.on_table && r->words.seat == r->step.seat)
		replay_layout_beside(r, NULL, REPLAY_RED);
	else
		replay_layout_line(r, REPLAY_RED);
	r->words.on_table = false;
	add_events(r, before, after);
	if (r->words.text.length > 0 && r->words.paragraph)
		replay_layout_below(r, REPLAY_BOLD);
	else if (r->words.text.length > 0)
		replay_layout_line(r, REPLAY_BOLD);
}

static void write_step(struct replay *r, const void *before, const void *after)
{
	int ranks[GAME_SEATS_MAX];

	switch (r->step.kind) {
	case STEP_ROLL:
		write_roll(r, before, after);
		break;
	case STEP_MOVE:
		write_move(r, before, after);
		break;
	case STEP_FAULT:
		write_fault(r, before, after);
		break;
	}
	r->audit->game->score(after, r->words.score, ranks);
}

static void write_again(struct replay *r, int seat)
{
	const struct logline_header *header = &r->audit->header;
	const bool person = logline_is_person(
		&header->entrant[replay_entrant(r, seat)]);

	replay_layout_turn(r, seat, 0);
	text_add(&r->words.text, person ? "takes the move back" :
		 "gives an illegal answer and may take it back");
	replay_layout_beside(r, NULL, person ? "" : REPLAY_RED);
}

void replay_text_ask(struct replay *r, const void *state, int seat, bool again)
{
	const bool on_table = r->words.on_table;

	if (again) {
		r->words.paragraph = false;
		replay_layout_turn(r, seat, r->words.turn);
		r->words.on_table = on_table;
	} else {
		replay_layout_turn(r, seat, 0);
	}
	if (again || !r->words.drawn)
		draw(r, state);
	if (r->words.on_table)
		replay_layout_beside(r, NULL, "");
	replay_print(r);
}

/* ### the match and its games */

static void write_match(struct replay *r)
{
	const struct audit *audit = r->audit;
	const struct logline_header *header = &audit->header;
	const struct rule *rules = audit->game->rules;
	const char *name[GAME_SEATS_MAX];
	struct text *text = &r->words.text;
	bool any = false;

	for (int i = 0; i < header->entrants; i++)
		name[i] = header->entrant[i].name;
	replay_layout_style(r, REPLAY_BOLD);
	text_add(&r->line.out, audit->game->title);
	replay_layout_style(r, REPLAY_PLAIN);
	text_byte(&r->line.out, '\n');
	text_add(text, "Between ");
	replay_join(name, header->entrants, text);
	text_printf(text, ", %u board%s with %d rotation%s.", header->boards,
		    text_plural(header->boards), header->rotations,
		    text_plural(header->rotations));
	if (header->tournament != NULL)
		text_printf(text, " Match %u of %s.", header->match,
			    header->tournament);
	replay_layout_line(r, "");
	for (int i = 0; i < header->entrants; i++) {
		if (!logline_is_person(&header->entrant[i]))
			continue;
		text_printf(text, "%s: played by a person.",
			    header->entrant[i].name);
		replay_layout_line(r, "");
	}
	for (int i = 0; rules[i].name != NULL; i++) {
		if (audit->rule[i] == rules[i].normal)
			continue;
		text_printf(text, "%s%s ", any ? ", " : "Options: ",
			    rules[i].name);
		rules_value_text(&rules[i], audit->rule[i], text);
		any = true;
	}
	if (any)
		replay_layout_line(r, "");
	if (r->choice == NULL)
		return;
	text_printf(text, "Chances to win, by %s: the player's after the roll, "
		    "and after the move if it changed the chance.",
		    text_string(&r->choice->about));
	replay_layout_line(r, "");
}

static void write_game(struct replay *r)
{
	const struct logline_header *header = &r->audit->header;
	uint64_t games = (uint64_t)header->boards *
		(uint64_t)header->rotations;

	r->words.paragraph = r->words.on_table = r->words.acted = false;
	r->words.drawn = false;
	memset(r->words.score, 0, sizeof r->words.score);
	text_byte(&r->line.out, '\n');
	replay_layout_style(r, REPLAY_BOLD);
	text_printf(&r->line.out, "Game %u of %llu", r->number,
		    (unsigned long long)games);
	replay_layout_style(r, REPLAY_PLAIN);
	text_printf(&r->line.out, ", board %u, rotation %d%s\n", r->board,
		    r->rotation, r->rotation == 0 ? "" :
		    ": the same dice, other seats");
	if (r->audit->game->mark != NULL) {
		replay_layout_marks(r);
		return;
	}
	text_add(&r->words.text, "Seats: ");
	for (int s = 0; s < header->entrants; s++)
		text_printf(&r->words.text, "%s%d %s", s > 0 ? ", " : "", s,
			    replay_name(r, s));
	text_byte(&r->words.text, '.');
	replay_layout_line(r, "");
}

static const char *end_of(const char *end)
{
	if (strcmp(end, game_ending_word(END_MAX_TURNS)) == 0)
		return ": the turns were used up";
	if (strcmp(end, game_ending_word(END_STALLED)) == 0)
		return ": no player could do anything any more";
	if (strcmp(end, game_ending_word(END_FAULT)) == 0)
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

static void add_place(struct replay *r, int seat, int rank, int score)
{
	text_printf(&r->line.out, "%4d. ", rank);
	replay_layout_name(r, seat, replay_layout_name_width(r));
	text_printf(&r->line.out, " %7d\n", score);
}

static void write_over(struct replay *r, const int *scores, const int *ranks,
		       const char *end)
{
	int seats = r->audit->header.entrants, best = INT_MAX;

	text_byte(&r->line.out, '\n');
	replay_layout_style(r, REPLAY_BOLD);
	text_printf(&r->line.out, "Result of game %u", r->number);
	replay_layout_style(r, REPLAY_PLAIN);
	text_printf(&r->line.out, "%s\n", end_of(end));
	/* Ranks may have gaps. */
	for (int rank = lowest(ranks, seats, INT_MIN); rank != INT_MAX;
	     rank = lowest(ranks, seats, rank)) {
		if (best == INT_MAX)
			best = rank;
		for (int s = 0; s < seats; s++)
			if (ranks[s] == rank)
				add_place(r, s, rank, scores[s]);
	}
	r->words.games++;
	for (int s = 0; s < seats; s++)
		r->words.won[replay_entrant(r, s)] += ranks[s] == best;
}

static void write_abandoned(struct replay *r)
{
	text_add(&r->words.text, "The match was interrupted here. The game "
		 "begins anew, on the same dice.");
	text_byte(&r->line.out, '\n');
	replay_layout_line(r, "");
}

static void write_end(struct replay *r)
{
	const struct logline_header *header = &r->audit->header;

	text_byte(&r->line.out, '\n');
	if (r->only == 0) {
		text_add(&r->words.text, "Games won: ");
		for (int i = 0; i < header->entrants; i++)
			text_printf(&r->words.text, "%s%s %u",
				    i > 0 ? ", " : "",
				    header->entrant[i].name,
				    r->words.won[i]);
		text_printf(&r->words.text, " of %u.", r->words.games);
		replay_layout_line(r, "");
	}
	if (r->live)
		return;
	text_add(&r->words.text, r->audit->finished ?
		 "The log was verified from end to end." : r->board_only ?
		 "Only this board was checked, up to the end of this game, and "
		 "no signature." :
		 "The log was checked up to the end of this game; its "
		 "signature was not.");
	replay_layout_line(r, "");
}

const struct replay_writer replay_text = {
	.match = write_match,
	.game = write_game,
	.step = write_step,
	.again = write_again,
	.over = write_over,
	.abandoned = write_abandoned,
	.end = write_end,
};
