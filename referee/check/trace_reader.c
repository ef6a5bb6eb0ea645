/*
 * trace_reader.c - reads one conversation from a trace.
 *
 * Processes on the same seat, one for each rotation, are told apart by the
 * order of events: a match starts one for each rotation before its first game,
 * in order, and game g is played by that of rotation (g - 1) modulo their
 * number.  One that is started later, when some games are finished, replaces
 * the one that would play next.
 */
#include "check/trace_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "games/game.h"
#include "host/protocol.h"

struct reader {
	struct conversation *conversation;
	int rotations;
	int process[GAME_SEATS_MAX];    /* that now plays each rotation */
	bool starting[GAME_SEATS_MAX];  /* its `ready` is due; not set for those
					   that start together */
	bool closed;                    /* `bye` was sent */
};

static void add(struct conversation *c, bool to, const char *text,
		long long game, unsigned long line)
{
	ARRAY_GROW(c->spoken, c->room, c->count + 1);
	c->spoken[c->count++] = (struct spoken){ .to = to,
		.text = memory_copy(text), .game = game, .line = line };
}

/* The rotation whose process comes next when `games` are finished. */
static int rotation_after(const struct reader *r, long long games)
{
	return (int)(games % r->rotations);
}

/* Handles the start of a process.  Returns its rotation, or -1: too many. */
static int begin_process(struct reader *r, long long game)
{
	int rotation;

	if (game == 0 && r->rotations == GAME_SEATS_MAX)
		return -1;
	if (game == 0 || r->rotations == 0)
		r->rotations++;
	rotation = game == 0 ? r->rotations - 1 : rotation_after(r, game);
	r->process[rotation] = ++r->conversation->processes;
	r->starting[rotation] = game > 0;
	return rotation;
}

/* Which process is the line to or from?  Returns its rotation, or -1: no
   process was started. */
static int speaker_of(struct reader *r, bool to, long long game)
{
	if (r->rotations == 0)
		return -1;
	for (int i = 0; !to && i < r->rotations; i++) {
		if (!r->starting[i])
			continue;
		r->starting[i] = false;
		return i;
	}
	return game > 0 ? rotation_after(r, game - 1) : 0;
}

cJSON *trace_reader_parse(const char *line)
{
	struct error why;

	if (json_scan(line, strlen(line), PROTOCOL_DEPTH_MAX,
		      JSON_SPACES | JSON_FLOATS, &why) != 0)
		return NULL;
	return json_parse(line, strlen(line));
}

bool trace_reader_is_type(const char *line, const char *type)
{
	cJSON *tree = trace_reader_parse(line);
	const char *found = cJSON_GetStringValue(json_get(tree, "type"));
	bool result = found != NULL && strcmp(found, type) == 0;

	cJSON_Delete(tree);
	return result;
}

/* Handles a line of the seat.  Returns 0, or -1: it cannot be here. */
static int take(struct reader *r, bool to, const char *text, long long game,
		unsigned long line)
{
	struct conversation *c = r->conversation;
	int rotation;
	bool ours;

	if (to && trace_reader_is_type(text, "hello"))
		rotation = begin_process(r, game);
	else
		rotation = speaker_of(r, to, game);
	if (rotation < 0)
		return -1;
	ours = r->process[rotation] == c->process;
	if (to && trace_reader_is_type(text, "bye")) {
		/* Each process gets one; they are all the same. */
		ours = false;
		for (int i = 0; i < r->rotations && !r->closed; i++)
			ours = ours || r->process[i] == c->process;
		r->closed = r->closed || ours;
	}
	/* Processes that start together may answer in any order. */
	if (!to && game == 0)
		ours = c->process <= r->rotations;
	if (ours)
		add(c, to, text, game, line);
	return 0;
}

static int read_line(struct reader *r, const char *bytes, size_t size,
		     unsigned long line, struct error *err)
{
	struct conversation *c = r->conversation;
	const char *to, *from;
	long long game, seat;
	int result = -1;
	cJSON *tree;

	if (json_scan(bytes, size, 3, JSON_SPACES, err) != 0)
		return -1;
	tree = json_parse(bytes, size);
	to = cJSON_GetStringValue(json_get(tree, "to"));
	from = cJSON_GetStringValue(json_get(tree, "from"));
	if (!json_is_int(json_get(tree, "game"), 0, JSON_INT_MAX, &game) ||
	    !json_is_int(json_get(tree, "seat"), 0, GAME_SEATS_MAX - 1,
			 &seat)) {
		error_set(err, "not a line of a trace: it needs \"game\" and "
			  "\"seat\"");
		goto done;
	}
	if (c->seat < 0)
		c->seat = (int)seat;
	result = 0;
	if (c->seat != seat || (to == NULL && from == NULL))
		goto done;
	result = take(r, to != NULL, to != NULL ? to : from, game, line);
	if (result != 0)
		error_set(err, "seat %lld is sent a line before its hello",
			  seat);

done:
	cJSON_Delete(tree);
	return result;
}

static int read_lines(struct reader *r, FILE *file, const char *path,
		      struct error *err)
{
	unsigned long line = 0;
	char *bytes = NULL;
	size_t room = 0;
	ssize_t got;
	int result = 0;

	while (result == 0 && (got = getline(&bytes, &room, file)) > 0) {
		line++;
		if (bytes[got - 1] != '\n')
			result = error_set(err, "the line has no end");
		else
			result = read_line(r, bytes, (size_t)got - 1, line,
					   err);
	}
	free(bytes);
	if (result != 0)
		return error_at(err, "%s:%lu", path, line);
	if (ferror(file))
		return error_set(err, "cannot read %s: %s", path,
				 strerror(errno));
	return 0;
}

int trace_reader_read(struct conversation *conversation, const char *path,
		      int seat, int process, struct error *err)
{
	struct reader reader = { .conversation = conversation };
	FILE *file;
	int result;

	*conversation = (struct conversation){ .seat = seat,
		.process = process };
	if (file_expect(path, false, "a trace", err) != 0)
		return -1;
	file = fopen(path, "re");
	if (file == NULL)
		return error_set(err, "cannot open %s: %s", path,
				 strerror(errno));
	result = read_lines(&reader, file, path, err);
	fclose(file);
	if (result != 0)
		return -1;
	if (conversation->processes == 0)
		return seat < 0 ? error_set(err, "%s is empty", path) :
			error_set(err, "%s has no seat %d", path, seat);
	if (process > conversation->processes)
		return error_set(err, "%s has no process %d on seat %d: the "
				 "last one is %d", path, process,
				 conversation->seat, conversation->processes);
	return 0;
}

void trace_reader_release(struct conversation *conversation)
{
	for (size_t i = 0; i < conversation->count; i++)
		free(conversation->spoken[i].text);
	free(conversation->spoken);
	*conversation = (struct conversation){0};
}
