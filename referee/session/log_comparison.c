/*
 * log_comparison.c - compares a match that is played again with its log, line
 * by line.
 */
#include "session/log_comparison.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "pack/packed_log.h"

/* ### which lines count */

static struct skip *add_skip(struct log_comparison *c, uint64_t first,
			     uint64_t last)
{
	ARRAY_GROW(c->skip, c->room, c->skips + 1);
	c->skip[c->skips] = (struct skip){ .first = first, .last = last };
	return &c->skip[c->skips++];
}

/* Who made this line?  -1: the rules and dice. */
static int entrant_of(const struct log_comparison *c, const char *line,
		      size_t size, int rotation)
{
	enum logline_type type;
	struct error ignored;
	cJSON *tree;
	int who = -1;

	if (logline_read(line, size, &tree, &type, &ignored) != 0)
		return -1;
	if (type == LINE_MOVE || type == LINE_AGAIN || type == LINE_FAULT)
		who = (json_get(tree, "seat")->valueint + rotation) %
			c->entrants;
	cJSON_Delete(tree);
	return who;
}

/* Finds the first line in which an abandoned game is another than `whole`, the
   same game from line `first` on when it was finished. */
static void compare_skip(const struct log_comparison *c, struct skip *skip,
			 const struct text *whole, uint64_t first, int rotation)
{
	const struct text *part = &skip->lines;
	size_t at = 0, one, other;

	for (uint64_t i = 0; at < part->length; i++, at += one + 1) {
		const char *now = part->bytes + at, *then = whole->bytes + at;

		one = (size_t)((const char *)memchr(now, '\n',
			part->length - at) - now);
		other = (size_t)((const char *)memchr(then, '\n',
			whole->length - at) - then);
		if (one == other && memcmp(now, then, one) == 0)
			continue;
		skip->place = skip->first + i;
		skip->differs = first + i;
		skip->who[0] = entrant_of(c, now, one, rotation);
		skip->who[1] = entrant_of(c, then, other, rotation);
		skip->line = memory_copy_bytes(now, one);
		break;
	}
	text_release(&skip->lines);
}

/* A game that is read: its lines from `game` on. */
struct reading {
	uint64_t begun;         /* the number of its first line; 0: no game */
	int rotation;
	struct text lines;
	size_t before;          /* skips that belong to earlier games */
};

static void read_old(struct log_comparison *c, struct reading *game,
		     uint64_t number, const char *line, size_t size)
{
	const enum logline_type type = logline_type_of(line, size);
	enum logline_type same;
	struct error ignored;
	cJSON *tree;

	if (type == LINE_RESUME) {
		add_skip(c, game->begun > 0 ? game->begun : number, number)->
			lines = game->lines;
		c->abandoned += game->begun > 0;
		game->lines = (struct text){0};
		game->begun = 0;
		return;
	}
	if (type == LINE_GAME &&
	    logline_read(line, size, &tree, &same, &ignored) == 0) {
		game->begun = number;
		game->rotation = json_get(tree, "rotation")->valueint;
		text_clear(&game->lines);
		cJSON_Delete(tree);
	}
	if (game->begun > 0) {
		text_append(&game->lines, line, size);
		text_byte(&game->lines, '\n');
	}
	if (type == LINE_OVER) {
		for (; game->before < c->skips; game->before++)
			compare_skip(c, &c->skip[game->before], &game->lines,
				     game->begun, game->rotation);
		text_clear(&game->lines);
		game->begun = 0;
	}
}

/* Finds the abandoned games: each extends from the `game` line of an unfinished
   game, if there is one, to the `resume` line. */
static int find_abandoned(struct log_comparison *c, const char *path,
			  struct error *err)
{
	struct logfile file;
	struct reading game = {0};
	enum logfile_result found = LOGFILE_TROUBLE;
	const char *line;
	size_t size;

	if (packed_log_open(&file, path, false, err) != 0)
		goto done;
	while ((found = logfile_next(&file, &line, &size, err)) ==
	       LOGFILE_LINE)
		read_old(c, &game, file.line, line, size);

done:
	logfile_release(&file);
	text_release(&game.lines);
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
static int say_differs(struct log_comparison *c, uint64_t line, const char *old,
		       size_t size, struct error *err)
{
	c->differs = true;
	return error_set(err, "%s:%llu: the log says %.*s", c->old.path,
			 (unsigned long long)line,
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

static bool is_scripted(const struct log_comparison *c, int entrant)
{
	return entrant >= 0 && c->script.plays[entrant];
}

/* The current line is what the log says.  Did an abandoned game say another?
   Where one of the differing lines is not of a running bot, the comparison of
   that game ends. */
static int check_abandoned(struct log_comparison *c, const char *bytes,
			   size_t length, struct error *err)
{
	while (c->past < c->at && c->skip[c->past].differs < c->old.line)
		c->past++;
	for (size_t i = c->past; i < c->at; i++) {
		const struct skip *skip = &c->skip[i];

		if (skip->differs != c->old.line)
			continue;
		if (is_scripted(c, skip->who[0]) ||
		    is_scripted(c, skip->who[1])) {
			c->shortened++;
			continue;
		}
		say_differs(c, skip->place, skip->line, strlen(skip->line),
			    err);
		return error_add(err, " in a game that was abandoned, now it "
				 "is %.*s", (int)(length < 300 ? length : 300),
				 bytes);
	}
	return 0;
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
		    (length == old_size && memcmp(bytes, old, length) == 0)) {
			if (check_abandoned(c, bytes, length, err) != 0)
				return -1;
			continue;
		}
		say_differs(c, c->old.line, old, old_size, err);
		return error_add(err, ", now it is %.*s",
				 (int)(length < 300 ? length : 300), bytes);
	}
	return 0;
}

/* What the line says that a seat did. */
static int read_step(const struct engine *engine, enum logline_type type,
		     const cJSON *tree, struct script_step *step,
		     struct error *err)
{
	if (type == LINE_AGAIN) {
		step->kind = SCRIPT_AGAIN;
		return 0;
	}
	if (type == LINE_MOVE) {
		step->kind = SCRIPT_MOVE;
		return engine->game->read_move(engine->step.run.state,
					       json_get(tree, "move"),
					       &step->move, err);
	}
	step->kind = SCRIPT_FAULT;
	/* Always found: the audit has verified the log. */
	step->fault = (enum fault)words_find(fault_words,
		json_get(tree, "fault")->valuestring);
	step->detail = memory_copy(json_get(tree, "detail")->valuestring);
	return 0;
}

/* `next` of the script: looks at the line after those already compared. */
static int next_of_seat(void *context, struct engine *engine, int seat,
			bool due, struct script_step *step, struct error *err)
{
	struct log_comparison *c = context;
	const char *line;
	size_t size;
	enum logfile_result found = next_old(c, &line, &size, err);
	enum logline_type type;
	int result = 0;
	cJSON *tree;

	if (found == LOGFILE_TROUBLE)
		return -1;
	if (found != LOGFILE_LINE)
		return error_set(err, "the log ends before the match does");
	if (logline_read(line, size, &tree, &type, err) != 0)
		return -1;
	if ((type == LINE_MOVE || type == LINE_AGAIN || type == LINE_FAULT) &&
	    json_get(tree, "seat")->valueint == seat) {
		if (due || type == LINE_FAULT)
			result = read_step(engine, type, tree, step, err);
	} else if (due) {
		say_differs(c, c->old.line, line, size, err);
		result = error_add(err, ", now seat %d is to decide", seat);
	}
	cJSON_Delete(tree);
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
	for (size_t i = 0; i < c->skips; i++) {
		text_release(&c->skip[i].lines);
		free(c->skip[i].line);
	}
	free(c->skip);
	*c = (struct log_comparison){0};
}
