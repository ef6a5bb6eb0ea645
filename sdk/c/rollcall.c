/*
 * rollcall.c - reads a line, asks the bot, writes its answer.
 *
 * Straight read(2) and write(2): a line is whole in one of each, and a match
 * is little else.
 */
#include "rollcall.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE_MAX = 65536 };         /* of the protocol, LF included */

/* Of a bot's life: what outlasts the single line. */
struct conversation {
	rollcall_choose *choose;
	int flags;
	cJSON *hello, *game;            /* owned; NULL before */
	uint64_t random;
	int legal_count;                /* of the decision; 0: not told */
	int answered;                   /* place, or -1: a move of its own */
	int next;                       /* to try when that was refused */
	int over;
};

/* Returns 0, or -1 when nobody reads any more. */
static int send_bytes(const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t written = write(STDOUT_FILENO, bytes, size);

		if (written < 0) {
			perror("cannot answer");
			return -1;
		}
		bytes += written;
		size -= (size_t)written;
	}
	return 0;
}

static int send_ready(int flags)
{
	char answer[64];
	int size;

	size = snprintf(answer, sizeof answer,
			"{\"type\":\"ready\",\"legal\":%s,\"events\":%s}\n",
			flags & ROLLCALL_NO_LEGAL ? "false" : "true",
			flags & ROLLCALL_NO_EVENTS ? "false" : "true");
	return send_bytes(answer, (size_t)size);
}

static int send_place(int place)
{
	char answer[32];
	int size = snprintf(answer, sizeof answer, "{\"move\":%d}\n", place);

	return send_bytes(answer, (size_t)size);
}

static int send_move(const char *move)
{
	char answer[LINE_SIZE_MAX + 1];
	int size = snprintf(answer, sizeof answer, "{\"move\":%s}\n", move);

	if (size > LINE_SIZE_MAX) {
		fputs("the move is longer than a line may be\n", stderr);
		return -1;
	}
	return send_bytes(answer, (size_t)size);
}

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static int on_turn(struct conversation *c, const cJSON *line)
{
	const cJSON *ms = get(line, "ms");
	struct rollcall_turn turn = {
		.hello = c->hello,
		.game = c->game,
		.view = get(line, "view"),
		.legal = get(line, "legal"),
		.events = get(line, "events"),
		.ms = ms != NULL ? ms->valueint : 0,
		.random = c->random,
	};

	c->legal_count = cJSON_GetArraySize(turn.legal);
	c->answered = c->choose(&turn);
	c->random = turn.random;
	c->next = 0;
	if (turn.move == NULL)
		return send_place(c->answered);
	c->answered = -1;
	return send_move(turn.move);
}

static int on_again(struct conversation *c, const cJSON *line)
{
	const cJSON *why = get(line, "why");

	if (cJSON_IsString(why))
		fprintf(stderr, "refused: %s\n", why->valuestring);
	if (c->next == c->answered)
		c->next++;
	if (c->legal_count > 0 && c->next >= c->legal_count)
		return send_place(0);
	return send_place(c->next++);
}

/* Takes `line` over.  Lines of other types are for newer bots. */
static int on_line(struct conversation *c, cJSON *line)
{
	const char *type = cJSON_GetStringValue(get(line, "type"));
	const cJSON *seed;
	int result = 0;

	if (type == NULL) {
		fputs("a line that is no JSON or has no type\n", stderr);
		result = -1;
	} else if (strcmp(type, "turn") == 0) {
		result = on_turn(c, line);
	} else if (strcmp(type, "again") == 0) {
		result = on_again(c, line);
	} else if (strcmp(type, "game") == 0) {
		seed = get(line, "seed");
		c->random = seed != NULL ? (uint64_t)seed->valuedouble : 0;
		cJSON_Delete(c->game);
		c->game = line;
		line = NULL;
	} else if (strcmp(type, "hello") == 0) {
		cJSON_Delete(c->hello);
		c->hello = line;
		line = NULL;
		result = send_ready(c->flags);
	} else if (strcmp(type, "bye") == 0) {
		c->over = 1;
	}
	cJSON_Delete(line);
	return result;
}

/* Takes the whole lines off the front of `input`; the rest moves there. */
static int on_bytes(struct conversation *c, char *input, size_t *size)
{
	char *line = input, *end;
	size_t rest = *size;

	while (!c->over && (end = memchr(line, '\n', rest)) != NULL) {
		size_t length = (size_t)(end - line);

		if (on_line(c, cJSON_ParseWithLength(line, length)) != 0)
			return -1;
		line = end + 1;
		rest -= length + 1;
	}
	memmove(input, line, rest);
	*size = rest;
	return 0;
}

int rollcall_run(rollcall_choose *choose, int flags)
{
	struct conversation c = { .choose = choose, .flags = flags };
	char input[LINE_SIZE_MAX];
	size_t size = 0;
	int result = 1;

	while (!c.over) {
		ssize_t more;

		if (size == sizeof input) {
			fputs("a line that is too long\n", stderr);
			goto done;
		}
		more = read(STDIN_FILENO, input + size, sizeof input - size);
		if (more < 0) {
			perror("cannot read");
			goto done;
		}
		if (more == 0)
			break;
		size += (size_t)more;
		if (on_bytes(&c, input, &size) != 0)
			goto done;
	}
	result = 0;

done:
	cJSON_Delete(c.hello);
	cJSON_Delete(c.game);
	return result;
}

/* Steele, Lea and Flood's splitmix64. */
int rollcall_random(struct rollcall_turn *turn, int n)
{
	uint64_t z = turn->random += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return (int)((z ^ (z >> 31)) % (uint64_t)n);
}
