/*
 * log_comparison.c - compares a match that is played again with its log, line
 * by line.
 */
#include "session/log_comparison.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "pack/packed_log.h"

/* ### which lines count */

static void add_skip(struct log_comparison *c, uint64_t first, uint64_t last)
{
	ARRAY_GROW(c->skip, c->room, c->skips + 1);
	c->skip[c->skips++] = (struct skip){ first, last };
}

/* Finds the abandoned games: each extends from the `game` line of an unfinished
   game, if there is one, to the `resume` line. */
static int find_abandoned(struct log_comparison *c, const char *path,
			  struct error *err)
{
	struct logfile file;
	uint64_t begun = 0;
	enum logfile_result found = LOGFILE_TROUBLE;
	const char *line;
	size_t size;

	if (packed_log_open(&file, path, false, err) != 0)
		goto done;
	while ((found = logfile_next(&file, &line, &size, err)) ==
	       LOGFILE_LINE) {
		switch (logline_type_of(line, size)) {
		case LINE_GAME:
			begun = file.line;
			break;
		case LINE_RESUME:
			add_skip(c, begun > 0 ? begun : file.line, file.line);
			begun = 0;
			break;
		case LINE_OVER:
			begun = 0;
			break;
		default:
			break;
		}
	}

done:
	logfile_release(&file);
	return found == LOGFILE_TROUBLE ? -1 : 0;
}

/* The next line of the old log outside abandoned games. */
static enum logfile_result next_old(struct log_comparison *c,
				    const char **line, size_t *size,
				    struct error *err)
{
	enum logfile_result found;

	for (;;) {
		found = logfile_next(&c->old, line, size, err);
		if (found != LOGFILE_LINE || c->at == c->skips ||
		    c->old.line < c->skip[c->at].first)
			return found;
		if (c->old.line == c->skip[c->at].last)
			c->at++;
	}
}

/* ### comparing */

/* The referee's version and key may differ, and therefore the signature. */
static bool may_differ(const struct log_comparison *c, enum logline_type type)
{
	return c->old.line == 1 || type == LINE_SIGN;
}

/* Sets `err` to "LOG:LINE: the log says OLD"; the caller adds the rest.
   Returns -1. */
static int say_differs(struct log_comparison *c, const char *old, size_t size,
		       struct error *err)
{
	c->differs = true;
	return error_set(err, "%s:%llu: the log says %.*s", c->old.path,
			 (unsigned long long)c->old.line,
			 (int)(size < 300 ? size : 300), old);
}

/* Handles a new line: takes the rotation from a `game` line, and counts a move
   of a running bot. */
static void count_line(struct log_comparison *c, const char *bytes,
		       size_t length)
{
	enum logline_type type = logline_type_of(bytes, length), found;
	struct error ignored;
	cJSON *tree;

	if ((type != LINE_GAME && type != LINE_MOVE) ||
	    logline_read(bytes, length, &tree, &found, &ignored) != 0)
		return;
	if (type == LINE_GAME) {
		c->rotation = json_get(tree, "rotation")->valueint;
	} else {
		int seat = json_get(tree, "seat")->valueint;

		c->moves += !c->script.plays[(seat + c->rotation) %
					     c->entrants];
	}
	cJSON_Delete(tree);
}

int log_comparison_take(void *context, const char *bytes, size_t size,
			struct error *err)
{
	struct log_comparison *c = context;
	const char *end = bytes + size, *old;
	enum logfile_result found;
	size_t old_size, length;

	for (; bytes < end; bytes += length + 1) {
		length = (size_t)((const char *)memchr(bytes, '\n',
			(size_t)(end - bytes)) - bytes);
		found = next_old(c, &old, &old_size, err);
		if (found == LOGFILE_TROUBLE)
			return -1;
		if (found != LOGFILE_LINE)
			return error_set(err, "the log ends before the match "
					 "does");
		count_line(c, bytes, length);
		if (may_differ(c, logline_type_of(bytes, length)) ||
		    (length == old_size && memcmp(bytes, old, length) == 0))
			continue;
		say_differs(c, old, old_size, err);
		return error_add(err, ", now it is %.*s",
				 (int)(length < 300 ? length : 300), bytes);
	}
	return 0;
}

/* `next` of the script: looks at the line after those already compared. */
static int next_of_seat(void *context, struct engine *engine, int seat,
			bool due, cJSON **tree, enum logline_type *type,
			struct error *err)
{
	struct log_comparison *c = context;
	const char *line;
	size_t size;
	enum logfile_result found = next_old(c, &line, &size, err);
	int result = 0;

	(void)engine;
	if (found == LOGFILE_TROUBLE)
		return -1;
	if (found != LOGFILE_LINE)
		return error_set(err, "the log ends before the match does");
	if (logline_read(line, size, tree, type, err) != 0)
		return -1;
	if ((*type == LINE_MOVE || *type == LINE_AGAIN ||
	     *type == LINE_FAULT) &&
	    json_get(*tree, "seat")->valueint == seat) {
		result = 1;
	} else {
		cJSON_Delete(*tree);
		if (due) {
			say_differs(c, line, size, err);
			result = error_add(err, ", now seat %d is to decide",
					   seat);
		}
	}
	logfile_back(&c->old);
	return result;
}

int log_comparison_open(struct log_comparison *c, const char *path,
			int entrants, struct error *err)
{
	*c = (struct log_comparison){ .old.fd = -1, .entrants = entrants,
		.script = { .next = next_of_seat, .context = c } };
	return find_abandoned(c, path, err) != 0 ? -1 :
		packed_log_open(&c->old, path, false, err);
}

void log_comparison_release(struct log_comparison *c)
{
	if (c->entrants > 0)
		logfile_release(&c->old);
	free(c->skip);
	*c = (struct log_comparison){0};
}
