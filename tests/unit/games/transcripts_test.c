/*
 * transcripts_test.c - checks every game against its vectors of whole games.
 */
#include <stdlib.h>

#include "fair/dice.h"
#include "games/games.h"
#include "games/rules.h"
#include "tests/support/one_game.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"

/* A transcript being played. */
struct play {
	const struct game *game;
	const char *name;               /* of the transcript */
	int seats;
	void *state, *before;           /* owned */
	struct dice_cursor cursor[GAME_SEATS_MAX + 1];
	struct json_writer w;           /* owned: scratch */
	struct json_writer events;      /* owned: all so far */
	int line;
};

/* What was written is `expected`, key order included. */
static void check_written(struct play *p, const cJSON *expected,
			  const char *what)
{
	char *json = cJSON_PrintUnformatted(expected);
	const char *written = text_string(&p->w.out);
	int same = 0;

	while (json[same] != '\0' && json[same] == written[same])
		same++;
	/* Shown from the first difference on, as Check limits messages. */
	ck_assert_msg(strcmp(json, written) == 0, "%s, line %d, %s: "
		      "\"%.400s\", expected \"%.400s\"", p->name, p->line,
		      what, written + same, json + same);
	cJSON_free(json);
}

/* The view that was written has these members; it may have more than the
   vectors, which never change. */
static void check_view(struct play *p, const cJSON *expected)
{
	cJSON *view = json_parse(p->w.out.bytes, p->w.out.length);
	const cJSON *member;

	cJSON_ArrayForEach(member, expected) {
		json_clear(&p->w);
		if (json_get(view, member->string) != NULL)
			json_tree(&p->w, json_get(view, member->string));
		check_written(p, member, member->string);
	}
	cJSON_Delete(view);
}

static void check_move(struct play *p, int move, const cJSON *expected)
{
	json_clear(&p->w);
	p->game->show_move(p->state, move, &p->w);
	check_written(p, expected, "move");
}

/* The list `name` of a position, if any, has the moves from `first` on. */
static void check_listed(struct play *p, const cJSON *position,
			 const char *name, const int *legal, int first)
{
	const cJSON *expected;

	cJSON_ArrayForEach(expected, json_get(position, name))
		check_move(p, legal[first++], expected);
}

static void check_position(struct play *p, const cJSON *position)
{
	int legal[GAME_LEGAL_MAX], seat = (int)int_at(position, "seat"), count;

	ck_assert_int_eq(p->game->turn(p->state), seat);
	json_clear(&p->w);
	p->game->view(p->state, seat, &p->w);
	check_view(p, json_get(position, "view"));
	count = p->game->legal(p->state, legal);
	ck_assert_int_eq(count, int_at(position, "legal_count"));
	ck_assert(json_get(position, "legal") != NULL ||
		  json_get(position, "legal_first") != NULL);
	check_listed(p, position, "legal", legal, 0);
	check_listed(p, position, "legal_first", legal, 0);
	check_listed(p, position, "legal_last", legal,
		     count - cJSON_GetArraySize(json_get(position,
							 "legal_last")));
}

static void play_draw(struct play *p, const cJSON *line)
{
	struct draw draw;
	int value[GAME_DICE_MAX], count = 0;
	char dice[32];
	const cJSON *die;

	ck_assert_int_eq(p->game->turn(p->state), GAME_CHANCE);
	draw = p->game->due(p->state);
	snprintf(dice, sizeof dice, "%dd%d", draw.dice, draw.sides);
	ck_assert_str_eq(dice, text_at(line, "dice"));
	ck_assert_int_eq(draw.stream, int_at(line, "s"));
	ck_assert_int_eq(dice_cursor_next(&p->cursor[draw.stream],
					  p->game->stride, draw.turn),
			 int_at(line, "k"));
	cJSON_ArrayForEach(die, json_get(line, "v"))
		value[count++] = die->valueint;
	ck_assert_int_eq(count, draw.dice);
	p->game->land(p->state, value);
}

static void play_move(struct play *p, const cJSON *line)
{
	const cJSON *said = json_get(line, "said");
	struct error err = {0};
	int move;

	ck_assert_int_eq(p->game->turn(p->state), int_at(line, "seat"));
	ck_assert_msg(p->game->read_move(p->state, json_get(line, "move"),
					 &move, &err) == 0,
		      "%s, line %d: %s", p->name, p->line, err.text);
	check_move(p, move, json_get(line, "move"));
	json_clear(&p->w);
	ck_assert((said != NULL) == (p->game->said != NULL &&
		  p->game->said(p->state, move, &p->w)));
	if (said != NULL)
		check_written(p, said, "said");
	p->game->apply(p->state, move);
}

static void play_over(struct play *p, const cJSON *line)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	enum ending ending;

	ck_assert_int_eq(p->game->turn(p->state), GAME_OVER);
	ending = p->game->score(p->state, scores, ranks);
	ck_assert_str_eq(game_ending_word(ending), text_at(line, "end"));
	json_clear(&p->w);
	json_ints(&p->w, scores, p->seats);
	check_written(p, json_get(line, "scores"), "scores");
	json_clear(&p->w);
	json_ints(&p->w, ranks, p->seats);
	check_written(p, json_get(line, "ranks"), "ranks");
}

static void play_line(struct play *p, const cJSON *line)
{
	const char *type = text_at(line, "t");

	memcpy(p->before, p->state, p->game->state_size);
	if (strcmp(type, "draw") == 0)
		play_draw(p, line);
	else if (strcmp(type, "move") == 0)
		play_move(p, line);
	else if (strcmp(type, "fault") == 0)
		p->game->out(p->state, (int)int_at(line, "seat"));
	else if (strcmp(type, "again") == 0)
		ck_assert_int_eq(p->game->turn(p->state),
				 int_at(line, "seat"));
	else if (strcmp(type, "over") == 0)
		play_over(p, line);
	else
		ck_abort_msg("a line %s", type);
	if (strcmp(type, "again") != 0 && strcmp(type, "over") != 0)
		p->game->tell(p->before, p->state, &p->events);
}

static void set_up(struct play *p, const struct game *game,
		   const cJSON *transcript)
{
	struct json_at at = { .name = "rules", .index = -1,
		.value = json_get(transcript, "rules") };
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	p->game = game;
	p->name = text_at(transcript, "name");
	p->seats = (int)int_at(transcript, "players");
	p->state = memory_new(1, game->state_size);
	p->before = memory_new(1, game->state_size);
	ck_assert_int_eq(game->stride, int_at(transcript, "stride"));
	rules_defaults(game, rule);
	ck_assert_msg(rules_set_json(game, &at, false, rule, &err) == 0, "%s",
		      err.text);
	ck_assert_msg(game->init(p->state, p->seats, rule, &err) == 0, "%s",
		      err.text);
}

static void play_transcript(const struct game *game, const cJSON *transcript)
{
	struct play p = {0};
	const cJSON *line, *position;
	int positions = 0;

	set_up(&p, game, transcript);
	json_open(&p.events, '[');
	cJSON_ArrayForEach(line, json_get(transcript, "lines")) {
		cJSON_ArrayForEach(position, json_get(transcript,
						      "positions")) {
			if (int_at(position, "before_line") != p.line)
				continue;
			check_position(&p, position);
			positions++;
		}
		play_line(&p, line);
		p.line++;
	}
	json_close(&p.events, ']');
	ck_assert_int_eq(p.game->turn(p.state), GAME_OVER);
	ck_assert(positions > 0 && positions == cJSON_GetArraySize(
			json_get(transcript, "positions")));
	json_clear(&p.w);
	text_append(&p.w.out, p.events.out.bytes, p.events.out.length);
	check_written(&p, json_get(transcript, "events"), "events");
	free(p.state);
	free(p.before);
	text_release(&p.w.out);
	text_release(&p.events.out);
}

/* ### the tests, for each game of the list */

TEST_EACH(a_transcript_is_played_line_by_line, games_listed())
{
	const struct game *game = games_list[_i];
	cJSON *vectors = vectors_of_game(game->name);
	const cJSON *transcript;

	cJSON_ArrayForEach(transcript, vectors_group(vectors, "transcripts"))
		play_transcript(game, transcript);
	cJSON_Delete(vectors);
}

TEST_EACH(a_game_has_the_players_stride_and_default_rules_of_the_vectors,
	  games_listed())
{
	const struct game *game = games_list[_i];
	cJSON *vectors = vectors_of_game(game->name);
	const cJSON *expected = vectors_group(vectors, "game");
	struct play p = { .name = game->name };
	int rule[GAME_RULES_MAX];

	ck_assert_int_eq(game->stride, int_at(expected, "stride"));
	json_ints(&p.w, (int[]){ game->seats_min, game->seats_max }, 2);
	check_written(&p, json_get(expected, "players"), "players");
	json_clear(&p.w);
	rules_defaults(game, rule);
	rules_write(game, rule, &p.w);
	check_written(&p, json_get(expected, "rules"), "rules");
	text_release(&p.w.out);
	cJSON_Delete(vectors);
}
