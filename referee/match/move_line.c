/*
 * move_line.c - the `move` line that a log must have, and a quick way to read it.
 */
#include "match/move_line.h"

#include <string.h>

#include "fair/logline.h"

void move_line_write(struct json_writer *line, struct json_writer *scratch,
		     const struct game *game, const void *state, int seat,
		     int move)
{
	size_t size;
	bool said = false;

	json_clear(scratch);
	game->show_move(state, move, scratch);
	size = scratch->out.length;
	scratch->comma = false;
	if (game->said != NULL)
		said = game->said(state, move, scratch);
	json_clear(line);
	logline_move(line, seat, scratch->out.bytes, size,
		     scratch->out.bytes + size,
		     said ? scratch->out.length - size : 0);
}

bool move_line_read(struct json_writer *line, struct json_writer *scratch,
		    struct json_plain *plain, const struct game *game,
		    const void *state, int seat, const char *bytes,
		    size_t size, int *move)
{
	const cJSON *written;
	struct error ignored;

	if (!json_plain_read(plain, bytes, size))
		return false;
	written = json_get(&plain->value[0], "move");
	if (!cJSON_IsObject(written) ||
	    game->read_move(state, written, move, &ignored) != 0)
		return false;
	move_line_write(line, scratch, game, state, seat, *move);
	return size == line->out.length &&
		memcmp(bytes, line->out.bytes, size) == 0;
}
