/*
 * replay.c - tells what an auditor reads, in words or as JSON lines.
 */
#include "replay/replay.h"

#include <assert.h>
#include <stdio.h>

/* ### what the auditor calls */

/* A failure to write is found by main(), at the end. */
static void print(struct teller *t)
{
	fwrite(t->line.out.bytes, 1, t->line.out.length, stdout);
	json_clear(&t->line);
}

static void begin(void *context, uint32_t number, uint32_t board, int rotation)
{
	struct teller *t = context;

	t->telling = t->only == 0 || t->only == number;
	if (!t->telling)
		return;
	t->number = number;
	t->board = board;
	t->rotation = rotation;
	if (!t->begun)
		t->voice->match(t);
	t->begun = true;
	t->voice->game(t);
	print(t);
}

static void roll(void *context, const struct roll *roll)
{
	struct teller *t = context;

	t->step = (struct step){ .kind = STEP_ROLL, .roll = *roll };
}

static void move(void *context, int seat, int move, const char *said)
{
	struct teller *t = context;

	t->step = (struct step){ .kind = STEP_MOVE, .seat = seat,
		.move = move, .said = said };
}

static void fault(void *context, int seat, const char *fault,
		  const char *detail)
{
	struct teller *t = context;

	t->step = (struct step){ .kind = STEP_FAULT, .seat = seat,
		.fault = fault, .detail = detail };
}

static void after(void *context, const void *before, const void *after)
{
	struct teller *t = context;

	if (!t->telling)
		return;
	t->voice->step(t, before, after);
	print(t);
}

static void again(void *context, int seat)
{
	struct teller *t = context;

	if (!t->telling)
		return;
	t->voice->again(t, seat);
	print(t);
}

static void over(void *context, const int *scores, const int *ranks,
		 const char *end)
{
	struct teller *t = context;

	if (!t->telling)
		return;
	t->voice->over(t, scores, ranks, end);
	print(t);
}

static void abandoned(void *context)
{
	struct teller *t = context;

	if (!t->telling)
		return;
	t->voice->abandoned(t);
	print(t);
}

struct audit_watch teller_watch(struct teller *teller)
{
	return (struct audit_watch){
		.context = teller, .begin = begin, .roll = roll, .move = move,
		.again = again, .fault = fault, .after = after, .over = over,
		.abandoned = abandoned,
	};
}

void teller_end(struct teller *teller)
{
	teller->voice->end(teller);
	print(teller);
}

void teller_release(struct teller *teller)
{
	text_release(&teller->line.out);
	text_release(&teller->words.text);
	text_release(&teller->words.json.out);
}

/* ### names and sentences */

int teller_entrant(const struct teller *teller, int seat)
{
	int seats = teller->audit->header.entrants;

	assert(seat >= 0 && seat < seats);
	return (seat + teller->rotation) % seats;
}

const char *teller_name(const struct teller *teller, int seat)
{
	const struct header *header = &teller->audit->header;

	return header->entrant[teller_entrant(teller, seat)].name;
}

void teller_join(const char *const *name, int count, struct text *out)
{
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_add(out, i < count - 1 ? ", " : " and ");
		text_add(out, name[i]);
	}
}

void teller_events(const struct teller *teller, const void *before,
		   const void *after, struct json_writer *w)
{
	const struct game *game = teller->audit->game;

	json_open(w, '[');
	/* A second bot that did not start changes nothing any more. */
	if (game->turn(before) != GAME_OVER)
		game->tell(before, after, w);
	json_close(w, ']');
}

static void add_names(const struct teller *teller, const cJSON *seats,
		      struct text *out)
{
	const char *name[GAME_SEATS_MAX];
	const cJSON *seat;
	int count = 0;

	cJSON_ArrayForEach(seat, seats)
		name[count++] = teller_name(teller, seat->valueint);
	if (count == 0)
		text_add(out, "nobody");
	teller_join(name, count, out);
}

/* A number, a word, or a list of them. */
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

static void add_member(const struct teller *teller, const cJSON *event,
		       const char *key, struct text *out)
{
	const cJSON *value = json_get(event, key);

	assert(value != NULL);
	if (strcmp(key, "seat") == 0 || strcmp(key, "by") == 0)
		text_add(out, teller_name(teller, value->valueint));
	else if (strcmp(key, "seats") == 0 || strcmp(key, "losers") == 0)
		add_names(teller, value, out);
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

void teller_sentence(const struct teller *teller, const cJSON *event,
		     struct text *out)
{
	const char *at = sentence_of(teller->audit->game,
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
		add_member(teller, event, key, out);
		at += length;
	}
}
