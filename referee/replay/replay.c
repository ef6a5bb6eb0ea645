/*
 * replay.c - prints what an audit reads, in words or as JSON lines.
 */
#include "replay/replay.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"

/* ### the callbacks of the audit */

/* main() checks for a failure to write, at the end, but a pager that was quit
   ends this process at once, unless it plays.  With colours, text from outside
   has already been made printable, so that the codes can pass. */
void replay_print(struct replay *r)
{
	if (r->colour)
		fwrite(r->line.out.bytes, 1, r->line.out.length, stdout);
	else
		printable_print(stdout, &r->line.out);
	if (r->log == NULL && ferror(stdout) && errno == EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	json_clear(&r->line);
	if (r->log != NULL)
		fflush(stdout);
}

/* A spectator of a match that this process plays sees each step as a bot does:
   only once it is in the log.  A failure to write the log is reported when the
   match next writes to it. */
static void log_first(struct replay *r)
{
	struct error ignored;

	if (r->log == NULL)
		return;
	matchlog_flush(r->log, &ignored);
	if (r->columns != NULL)
		r->width = r->columns();
}

static void begin(void *context, const struct log_step *at)
{
	struct replay *r = context;
	const uint32_t number = at->games + 1;

	log_first(r);
	r->shown = r->only == 0 || r->only == number ||
		(r->live && r->only < number);
	if (r->choice != NULL && !r->failed && r->choice->worth.kind == NULL)
		r->failed = worth_choice_open(r->choice, r->audit->game,
			r->audit->header.entrants, r->audit->rule,
			r->error) != 0;
	r->shown = r->shown && !r->failed;
	r->valued = r->choice != NULL;
	if (!r->shown)
		return;
	r->number = number;
	r->board = log_step_board(at);
	r->rotation = log_step_rotation(at);
	if (!r->begun)
		r->writer->match(r);
	r->begun = true;
	r->writer->game(r, at);
	replay_print(r);
}

static void show_step(void *context, const struct step *step)
{
	struct replay *r = context;

	log_first(r);
	if (!r->shown)
		return;
	/* After a fault a seat is out, and tables have no such positions. */
	r->valued = r->valued && step->kind != STEP_FAULT;
	if (r->valued) {
		worth_value(&r->choice->worth, step->before, r->was);
		worth_value(&r->choice->worth, step->after, r->f);
	}
	r->step = step;
	r->writer->step(r, step->before, step->after);
	replay_print(r);
}

static void again(void *context, int seat)
{
	struct replay *r = context;

	log_first(r);
	if (!r->shown)
		return;
	r->writer->again(r, seat);
	replay_print(r);
}

static void over(void *context, const struct log_step *at)
{
	struct replay *r = context;

	log_first(r);
	if (!r->shown)
		return;
	r->writer->over(r, at);
	replay_print(r);
}

static void abandoned(void *context)
{
	struct replay *r = context;

	if (!r->shown)
		return;
	r->writer->abandoned(r);
	replay_print(r);
}

struct match_watch replay_watch(struct replay *replay)
{
	return (struct match_watch){
		.context = replay, .begin = begin, .step = show_step,
		.again = again, .over = over, .abandoned = abandoned,
	};
}

void replay_begin(struct replay *replay, struct audit *audit,
		  const struct match_config *match, struct matchlog *log)
{
	*replay = (struct replay){ .audit = audit, .writer = replay->writer,
		.colour = replay_colour(), .live = true, .log = log };
	match_config_header(match, &audit->header);
	audit->game = match->game;
	memcpy(audit->rule, match->rule, sizeof match->rule);
}

void replay_end(struct replay *replay)
{
	replay->writer->end(replay);
	replay_print(replay);
}

bool replay_colour(void)
{
	const char *none = getenv("NO_COLOR"), *name = getenv("TERM");

	return isatty(STDOUT_FILENO) && (none == NULL || *none == '\0') &&
		(name == NULL || strcmp(name, "dumb") != 0);
}

void replay_release(struct replay *replay)
{
	text_release(&replay->line.out);
	text_release(&replay->words.text);
	text_release(&replay->words.json.out);
	arena_release(&replay->words.tree);
}

/* ### names and sentences */

int replay_entrant(const struct replay *replay, int seat)
{
	int seats = replay->audit->header.entrants;

	assert(seat >= 0 && seat < seats);
	return game_place(seat, replay->rotation, seats);
}

const char *replay_name(const struct replay *replay, int seat)
{
	const struct logline_header *header = &replay->audit->header;

	return header->entrant[replay_entrant(replay, seat)].name;
}

void replay_join(const char *const *name, int count, struct text *out)
{
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_add(out, i < count - 1 ? ", " : " and ");
		text_add(out, name[i]);
	}
}

const cJSON *replay_tree(struct replay *replay)
{
	arena_clear(&replay->words.tree);
	return json_parse_in(&replay->words.tree, replay->words.json.out.bytes,
			     replay->words.json.out.length);
}

const cJSON *replay_events(struct replay *replay, const void *before,
			   const void *after)
{
	const struct game *game = replay->audit->game;
	struct json_writer *w = &replay->words.json;

	json_clear(w);
	json_open(w, '[');
	/* A fault in a game that is already over changes nothing. */
	if (game->turn(before) != GAME_OVER)
		game->tell(before, after, w);
	json_close(w, ']');
	return replay_tree(replay);
}

int replay_roll_words(const struct replay *replay, const void *before,
		      const void *after, struct text *out)
{
	const struct game *game = replay->audit->game;
	OWNED(text) struct text words = {0};
	int who = -1;

	if (game->describe_roll != NULL)
		who = game->describe_roll(before, after,
					  replay->step->roll->value, &words);
	if (words.length > 0)
		text_printf(out, "%s%s%s.", who < 0 ? "" :
			    replay_name(replay, who), who < 0 ? "" : " ",
			    text_string(&words));
	return who;
}

static void add_names(const struct replay *replay, const cJSON *seats,
		      struct text *out)
{
	const char *name[GAME_SEATS_MAX];
	const cJSON *seat;
	int count = 0;

	cJSON_ArrayForEach(seat, seats)
		name[count++] = replay_name(replay, seat->valueint);
	if (count == 0)
		text_add(out, "nobody");
	replay_join(name, count, out);
}

/* Appends a number, a word, or a list of them. */
static void add_value(const cJSON *value, struct text *out)
{
	const cJSON *item;

	if (cJSON_IsString(value))
		text_add(out, value->valuestring);
	else if (cJSON_IsNumber(value))
		text_printf(out, "%d", value->valueint);
	else
		cJSON_ArrayForEach(item, value) {
			if (item != value->child)
				text_byte(out, ' ');
			add_value(item, out);
		}
}

static void add_member(const struct replay *replay, const cJSON *event,
		       const char *key, struct text *out)
{
	const cJSON *value = json_get(event, key);

	assert(value != NULL);
	if (strcmp(key, "seat") == 0 || strcmp(key, "by") == 0)
		text_add(out, replay_name(replay, value->valueint));
	else if (strcmp(key, "seats") == 0 || strcmp(key, "losers") == 0)
		add_names(replay, value, out);
	else
		add_value(value, out);
}

static const char *sentence_of(const struct game *game, const char *name)
{
	const struct event *event = game->events;

	while (event->name != NULL && strcmp(event->name, name) != 0)
		event++;
	assert(event->name != NULL);
	return event->sentence;
}

const cJSON *replay_told(const struct replay *replay, const void *after)
{
	return program_game_text(replay->audit->game, after);
}

void replay_names(const struct replay *replay, const char *sentence,
		  struct text *out)
{
	for (; *sentence != '\0'; sentence++) {
		const int seat = sentence[0] == '{' ? sentence[1] - '0' : -1;

		if (seat < 0 || seat >= replay->audit->header.entrants ||
		    sentence[2] != '}') {
			text_byte(out, *sentence);
			continue;
		}
		text_add(out, replay_name(replay, seat));
		sentence += 2;
	}
}

void replay_sentence(const struct replay *replay, const cJSON *event,
		     struct text *out)
{
	const char *at = sentence_of(replay->audit->game,
				     json_get(event, "e")->valuestring);
	char key[32];
	size_t length;

	for (; *at != '\0'; at++) {
		if (*at != '{') {
			text_byte(out, *at);
			continue;
		}
		length = strcspn(++at, "}");
		assert(length < sizeof key && at[length] == '}');
		memcpy(key, at, length);
		key[length] = '\0';
		add_member(replay, event, key, out);
		at += length;
	}
}
