/*
 * replay_json.c - writes a match as JSON lines; see docs/replay.md.
 */
#include "base/json_write.h"
#include "games/rules.h"
#include "replay/replay.h"

enum { REPLAY_VERSION = 1 };

static struct json_writer *open_event(struct replay *r, const char *event,
				      uint64_t line)
{
	json_open(&r->line, '{');
	json_put_string(&r->line, "event", event);
	json_put_int(&r->line, "line", (long long)line);
	return &r->line;
}

/* Opens an event of the log line that was read last. */
static struct json_writer *open_line(struct replay *r, const char *event)
{
	return open_event(r, event, r->audit->lines);
}

/* Writes the entrants that were people, if any. */
static void write_people(const struct logline_header *header,
			 struct json_writer *w)
{
	int entrant[GAME_SEATS_MAX], people = 0;

	for (int i = 0; i < header->entrants; i++)
		if (logline_is_person(&header->entrant[i]))
			entrant[people++] = i;
	if (people > 0)
		json_put_ints(w, "people", entrant, people);
}

static void write_match(struct replay *r)
{
	const struct audit *audit = r->audit;
	const struct logline_header *header = &audit->header;
	struct json_writer *w = open_event(r, "match", 1);

	json_put_int(w, "v", REPLAY_VERSION);
	json_put_string(w, "game", header->game);
	json_put_string(w, "title", audit->game->title);
	json_key(w, "rules");
	rules_write(audit->game, audit->rule, w);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < header->entrants; i++)
		json_string(w, header->entrant[i].name);
	json_close(w, ']');
	write_people(header, w);
	json_put_int(w, "boards", header->boards);
	json_put_int(w, "rotations", header->rotations);
	json_put_or_null(w, "tournament", header->tournament);
	json_put_int(w, "match", header->match);
	json_close_line(&r->line);
}

static void write_view(struct replay *r, const void *state)
{
	struct json_writer *w = open_line(r, "view");

	json_key(w, "view");
	r->audit->game->view(state, GAME_EVERYONE, w);
	json_close_line(&r->line);
}

/* Writes what the program of a game says of the step that led to a state. */
static void write_told(struct replay *r, const void *state)
{
	const cJSON *sentence, *list = replay_told(r, state);
	OWNED(text) struct text text = {0};

	cJSON_ArrayForEach(sentence, list) {
		text_clear(&text);
		replay_names(r, sentence->valuestring, &text);
		json_put_string(open_line(r, "told"), "text",
				text_string(&text));
		json_close_line(&r->line);
	}
}

static void write_game(struct replay *r, const struct log_step *at)
{
	struct json_writer *w = open_line(r, "game");

	json_put_int(w, "number", r->number);
	json_put_int(w, "board", r->board);
	json_put_int(w, "rotation", r->rotation);
	json_put_open(w, "seats", '[');
	for (int s = 0; s < r->audit->header.entrants; s++)
		json_int(w, replay_entrant(r, s));
	json_close(w, ']');
	json_close_line(&r->line);
	write_told(r, at->run.state);
	if (r->views)
		write_view(r, at->run.state);
}

static void write_roll(struct replay *r, const void *before, const void *after)
{
	const struct roll *roll = r->step->roll;
	struct json_writer *w = open_line(r, "roll");
	OWNED(text) struct text text = {0};

	json_key(w, "seat");
	if (roll->stream > 0)
		json_int(w, game_stream_seat(roll->stream,
					     r->audit->header.entrants));
	else
		json_null(w);
	json_put_int(w, "turn", r->audit->game->due(before).turn);
	if (game_stream_hidden_to(roll->stream, r->audit->header.entrants) >= 0)
		json_put_bool(w, "hidden", true);
	json_put_int(w, "sides", roll->sides);
	json_put_ints(w, "values", roll->value, roll->dice);
	replay_roll_words(r, before, after, &text);
	if (text.length > 0)
		json_put_string(w, "text", text_string(&text));
	json_close_line(&r->line);
}

static void write_move(struct replay *r, const void *before)
{
	const struct game *game = r->audit->game;
	struct json_writer *w = open_line(r, "move");
	OWNED(text) struct text text = {0};

	json_put_int(w, "seat", r->step->seat);
	json_key(w, "move");
	game->show_move(before, r->step->move, w);
	if (r->step->said != NULL)
		json_put_string(w, "said", r->step->said);
	game->describe(before, r->step->move, &text);
	json_put_string(w, "text", text_string(&text));
	json_close_line(&r->line);
}

static void write_fault(struct replay *r)
{
	struct json_writer *w = open_line(r, "fault");

	json_put_int(w, "seat", r->step->seat);
	json_put_string(w, "fault", fault_words[r->step->fault]);
	json_put_string(w, "detail", r->step->detail);
	json_close_line(&r->line);
}

static void write_events(struct replay *r, const void *before,
			 const void *after)
{
	const cJSON *event, *list = replay_events(r, before, after);
	OWNED(text) struct text text = {0};
	struct json_writer *w;

	cJSON_ArrayForEach(event, list) {
		w = open_line(r, "told");
		json_key(w, "e");
		json_tree(w, event);
		if (r->audit->game->program == NULL) {
			text_clear(&text);
			replay_sentence(r, event, &text);
			json_put_string(w, "text", text_string(&text));
		}
		json_close_line(&r->line);
	}
}

static void write_chances(struct replay *r)
{
	struct json_writer *w;

	if (!r->valued)
		return;
	w = open_line(r, "chances");
	json_put_open(w, "seats", '[');
	for (int s = 0; s < r->audit->header.entrants; s++)
		decimal_json(w, r->f[s]);
	json_close(w, ']');
	json_close_line(&r->line);
}

static void write_step(struct replay *r, const void *before, const void *after)
{
	switch (r->step->kind) {
	case STEP_ROLL:
		write_roll(r, before, after);
		break;
	case STEP_MOVE:
		write_move(r, before);
		break;
	case STEP_FAULT:
		write_fault(r);
		break;
	}
	write_events(r, before, after);
	write_told(r, after);
	if (r->views)
		write_view(r, after);
	write_chances(r);
}

static void write_again(struct replay *r, int seat)
{
	json_put_int(open_line(r, "again"), "seat", seat);
	json_close_line(&r->line);
}

static void write_over(struct replay *r, const struct log_step *at)
{
	int seats = r->audit->header.entrants;
	struct json_writer *w = open_line(r, "over");

	json_put_ints(w, "scores", at->scores, seats);
	json_put_ints(w, "ranks", at->ranks, seats);
	json_put_string(w, "end", game_ending_word(at->ending));
	json_close_line(&r->line);
}

static void write_abandoned(struct replay *r)
{
	open_line(r, "abandoned");
	json_close_line(&r->line);
}

static void write_end(struct replay *r)
{
	struct json_writer *w = open_line(r, "end");

	json_put_int(w, "games", r->only > 0 ? 1 : r->audit->games);
	json_put_bool(w, "verified", r->audit->finished && !r->live);
	if (r->board_only)
		json_put_bool(w, "board_only", true);
	json_close_line(&r->line);
}

const struct replay_writer replay_json = {
	.match = write_match,
	.game = write_game,
	.step = write_step,
	.again = write_again,
	.over = write_over,
	.abandoned = write_abandoned,
	.end = write_end,
};
