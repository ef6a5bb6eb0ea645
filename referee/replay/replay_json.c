/*
 * replay_json.c - tells a match as JSON lines: docs/replay.md.
 */
#include "games/rules.h"
#include "replay/replay.h"

enum { REPLAY_VERSION = 1 };

static struct json_writer *open_line(struct teller *t, const char *event)
{
	t->line.comma = false;
	json_open(&t->line, '{');
	json_put_string(&t->line, "event", event);
	return &t->line;
}

static void close_line(struct teller *t)
{
	json_close(&t->line, '}');
	text_byte(&t->line.out, '\n');
}

static void tell_match(struct teller *t)
{
	const struct audit *audit = t->audit;
	const struct header *header = &audit->header;
	struct json_writer *w = open_line(t, "match");

	json_put_int(w, "v", REPLAY_VERSION);
	json_put_string(w, "game", header->game);
	json_put_string(w, "title", audit->game->title);
	json_key(w, "rules");
	rules_write(audit->game, audit->rule, w);
	json_key(w, "entrants");
	json_open(w, '[');
	for (int i = 0; i < header->entrants; i++)
		json_string(w, header->entrant[i].name);
	json_close(w, ']');
	json_put_int(w, "boards", header->boards);
	json_put_int(w, "rotations", header->rotations);
	json_put_or_null(w, "tournament", header->tournament);
	json_put_int(w, "match", header->match);
	close_line(t);
}

static void tell_game(struct teller *t)
{
	struct json_writer *w = open_line(t, "game");

	json_put_int(w, "number", t->number);
	json_put_int(w, "board", t->board);
	json_put_int(w, "rotation", t->rotation);
	json_key(w, "seats");
	json_open(w, '[');
	for (int s = 0; s < t->audit->header.entrants; s++)
		json_int(w, teller_entrant(t, s));
	json_close(w, ']');
	close_line(t);
}

static void tell_roll(struct teller *t, const void *before)
{
	const struct roll *roll = &t->step.roll;
	struct json_writer *w = open_line(t, "roll");

	json_key(w, "seat");
	if (roll->stream > 0)
		json_int(w, roll->stream - 1);
	else
		json_null(w);
	json_put_int(w, "turn", t->audit->game->due(before).turn);
	json_put_int(w, "sides", roll->sides);
	json_put_ints(w, "values", roll->value, roll->dice);
	close_line(t);
}

static void tell_move(struct teller *t, const void *before)
{
	const struct game *game = t->audit->game;
	struct json_writer *w = open_line(t, "move");
	struct text text = {0};

	json_put_int(w, "seat", t->step.seat);
	json_key(w, "move");
	game->show_move(before, t->step.move, w);
	if (t->step.said != NULL)
		json_put_string(w, "said", t->step.said);
	game->describe(before, t->step.move, &text);
	json_put_string(w, "text", text_string(&text));
	close_line(t);
	text_release(&text);
}

static void tell_fault(struct teller *t)
{
	struct json_writer *w = open_line(t, "fault");

	json_put_int(w, "seat", t->step.seat);
	json_put_string(w, "fault", t->step.fault);
	json_put_string(w, "detail", t->step.detail);
	close_line(t);
}

static void tell_events(struct teller *t, const void *before,
			const void *after)
{
	struct json_writer list = {0}, *w;
	struct text text = {0};
	const cJSON *event;
	cJSON *tree;

	teller_events(t, before, after, &list);
	tree = json_parse(list.out.bytes, list.out.length);
	cJSON_ArrayForEach(event, tree) {
		text_clear(&text);
		teller_sentence(t, event, &text);
		w = open_line(t, "told");
		json_key(w, "e");
		json_tree(w, event);
		json_put_string(w, "text", text_string(&text));
		close_line(t);
	}
	cJSON_Delete(tree);
	text_release(&text);
	text_release(&list.out);
}

static void tell_step(struct teller *t, const void *before, const void *after)
{
	switch (t->step.kind) {
	case STEP_ROLL:
		tell_roll(t, before);
		break;
	case STEP_MOVE:
		tell_move(t, before);
		break;
	case STEP_FAULT:
		tell_fault(t);
		break;
	}
	tell_events(t, before, after);
}

static void tell_again(struct teller *t, int seat)
{
	json_put_int(open_line(t, "again"), "seat", seat);
	close_line(t);
}

static void tell_over(struct teller *t, const int *scores, const int *ranks,
		      const char *end)
{
	int seats = t->audit->header.entrants;
	struct json_writer *w = open_line(t, "over");

	json_put_ints(w, "scores", scores, seats);
	json_put_ints(w, "ranks", ranks, seats);
	json_put_string(w, "end", end);
	close_line(t);
}

static void tell_abandoned(struct teller *t)
{
	open_line(t, "abandoned");
	close_line(t);
}

static void tell_end(struct teller *t)
{
	struct json_writer *w = open_line(t, "end");

	json_put_int(w, "games", t->only > 0 ? 1 : t->audit->games);
	json_key(w, "verified");
	json_bool(w, t->audit->finished);
	close_line(t);
}

const struct voice voice_json = {
	.match = tell_match,
	.game = tell_game,
	.step = tell_step,
	.again = tell_again,
	.over = tell_over,
	.abandoned = tell_abandoned,
	.end = tell_end,
};
