/*
 * cmd_feed.c - referee feed: prints what a bot was sent, or answered, in a
 * recorded match.
 *
 * Processes on the same seat, one for each rotation, are told apart by the
 * order of events: a match starts one for each rotation before its first game,
 * in order, and game g is played by that of rotation (g - 1) modulo their
 * number.  One that is started later, when some games are finished, replaces
 * the one that would play next.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "games/game.h"
#include "host/protocol.h"

struct feed_options {
	const char *trace;
	int seat, process;
	bool answers;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("TRACE", struct feed_options, trace),
	{ "--seat", "N", "the seat (that of the first line)",
		OPTIONS_INTEGER(struct feed_options, seat, 0, 1000) },
	{ "--process", "N", "the process of the seat, from 1 (1)",
		OPTIONS_INTEGER(struct feed_options, process, 1, INT32_MAX) },
	{ "--answers", NULL, "print what the bot answered",
		OPTIONS_FLAG(struct feed_options, answers) },
	{ 0 }
};

struct feed {
	const struct feed_options *wanted;
	int seat;                       /* -1: not known yet */
	struct text lines;              /* to print */
	int processes;                  /* of the seat, so far */
	int rotations;
	int process[GAME_SEATS_MAX];    /* that now plays each rotation */
	bool starting[GAME_SEATS_MAX];  /* its `ready` is due; not set for those
					   that start together */
	int readies;                    /* of those */
	bool closed;                    /* `bye` was sent */
};

/* ### whose line it is */

/* The rotation whose process comes next when `games` are finished. */
static int rotation_after(const struct feed *feed, long long games)
{
	return (int)(games % feed->rotations);
}

/* Handles the start of a process.  Returns its rotation, or -1: too many. */
static int begin_process(struct feed *feed, long long game)
{
	int rotation;

	if (game == 0 && feed->rotations == GAME_SEATS_MAX)
		return -1;
	if (game == 0 || feed->rotations == 0)
		feed->rotations++;
	rotation = game == 0 ? feed->rotations - 1 :
		rotation_after(feed, game);
	feed->process[rotation] = ++feed->processes;
	feed->starting[rotation] = game > 0;
	return rotation;
}

/* Which process is the line to or from?  Returns its rotation, or -1: no
   process was started. */
static int speaker_of(struct feed *feed, bool to, long long game)
{
	if (feed->rotations == 0)
		return -1;
	for (int i = 0; !to && i < feed->rotations; i++) {
		if (!feed->starting[i])
			continue;
		feed->starting[i] = false;
		return i;
	}
	return game > 0 ? rotation_after(feed, game - 1) : 0;
}

/* Is it a line of that type? */
static bool is_type(const char *line, const char *type)
{
	struct error ignored;
	OWNED(json_tree) cJSON *tree =
		json_read(line, strlen(line), PROTOCOL_DEPTH_MAX,
			  JSON_SPACES | JSON_FLOATS, &ignored);
	const char *found = cJSON_GetStringValue(json_get(tree, "type"));

	return found != NULL && strcmp(found, type) == 0;
}

/* ### reading */

/* Handles a line of the seat.  Returns 0, or -1: it cannot be here. */
static int take(struct feed *feed, bool to, const char *line, long long game)
{
	const int process = feed->wanted->process;
	int rotation;
	bool ours;

	if (to && is_type(line, "hello"))
		rotation = begin_process(feed, game);
	else
		rotation = speaker_of(feed, to, game);
	if (rotation < 0)
		return -1;
	ours = feed->process[rotation] == process;
	if (to && is_type(line, "bye")) {
		/* Each process gets one; they are all the same. */
		ours = false;
		for (int i = 0; i < feed->rotations && !feed->closed; i++)
			ours = ours || feed->process[i] == process;
		feed->closed = feed->closed || ours;
	}
	/* Processes that start together may answer in any order; one that was
	   never ready takes no answer of another. */
	if (!to && game == 0)
		ours = ++feed->readies == process;
	if (ours && to != feed->wanted->answers) {
		printable_escaped(&feed->lines, line);
		text_byte(&feed->lines, '\n');
	}
	return 0;
}

static int read_line(struct feed *feed, const char *bytes, size_t size,
		     struct error *err)
{
	OWNED(json_tree) cJSON *tree = json_read(bytes, size, 3, JSON_SPACES,
						 err);
	const char *to, *from;
	long long game, seat;

	if (tree == NULL)
		return -1;
	to = cJSON_GetStringValue(json_get(tree, "to"));
	from = cJSON_GetStringValue(json_get(tree, "from"));
	if (!json_is_int(json_get(tree, "game"), 0, JSON_INT_MAX, &game) ||
	    !json_is_int(json_get(tree, "seat"), 0, GAME_SEATS_MAX - 1,
			 &seat))
		return error_set(err, "not a line of a trace: it needs "
				 "\"game\" and \"seat\"");
	if (feed->seat < 0)
		feed->seat = (int)seat;
	if (feed->seat == seat && (to != NULL || from != NULL) &&
	    take(feed, to != NULL, to != NULL ? to : from, game) != 0)
		return error_set(err, "seat %lld is sent a line before its "
				 "hello", seat);
	return 0;
}

static int read_lines(struct feed *feed, FILE *file, const char *path,
		      struct error *err)
{
	unsigned long line = 0;
	AUTOFREE char *bytes = NULL;
	size_t room = 0;
	ssize_t got;

	while ((got = getline(&bytes, &room, file)) > 0) {
		line++;
		if (bytes[got - 1] != '\n')
			return error_set(err, "%s:%lu: expected a line feed "
					 "at the end", path, line);
		if (read_line(feed, bytes, (size_t)got - 1, err) != 0)
			return error_at(err, "%s:%lu", path, line);
	}
	if (ferror(file))
		return error_reading(err, "read", path);
	return 0;
}

static int read_trace(struct feed *feed, struct error *err)
{
	const char *path = feed->wanted->trace;
	OWNED(stream) FILE *file = NULL;

	if (file_expect(path, false, "a trace", err) != 0)
		return -1;
	file = fopen(path, "re");
	if (file == NULL)
		return error_reading(err, "open", path);
	if (read_lines(feed, file, path, err) != 0)
		return -1;
	if (feed->processes == 0)
		return feed->seat < 0 ? error_set(err, "%s is empty", path) :
			error_set(err, "%s has no seat %d", path, feed->seat);
	if (feed->wanted->process > feed->processes)
		return error_set(err, "%s has no process %d on seat %d: the "
				 "last one is %d", path,
				 feed->wanted->process, feed->seat,
				 feed->processes);
	return 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct feed_options wanted = { .seat = -1, .process = 1 };
	struct feed feed = { .wanted = &wanted };
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	feed.seat = wanted.seat;
	if (read_trace(&feed, err) == 0) {
		command_line_print(&feed.lines);
		code = EXIT_YES;
	}
	text_release(&feed.lines);
	return code;
}

const struct command command_feed = {
	.name = "feed",
	.arguments = "TRACE [OPTIONS]",
	.help = "print what a bot was sent in a recorded match, for a pipe",
	.options = options,
	.more = "TRACE is a file written by play, rerun or check with "
		"--trace.  A seat has one process\nper rotation, and a new "
		"one after a fault.  Send a bot the lines again, and compare:\n"
		"referee feed TRACE --seat 0 --answers > before\n"
		"referee feed TRACE --seat 0 | ./bot | diff before -\n",
	.run = run,
};
