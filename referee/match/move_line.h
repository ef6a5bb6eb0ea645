/*
 * move_line.h - the `move` line of a log: written again and read quickly.
 */
#ifndef MATCH_MOVE_LINE_H
#define MATCH_MOVE_LINE_H

#include "base/json_plain.h"
#include "games/game.h"

/* Writes the line into `line`, which is cleared first, as `scratch` is. */
void move_line_write(struct json_writer *line, struct json_writer *scratch,
		     const struct game *game, const void *state, int seat,
		     int move);

/*
 * Is the line, without its LF, a legal move of `seat`, byte for byte as
 * move_line_write has it?  Then it is in `line`, and `*move` is the move.
 * `plain` is room for reading.
 */
bool move_line_read(struct json_writer *line, struct json_writer *scratch,
		    struct json_plain *plain, const struct game *game,
		    const void *state, int seat, const char *bytes,
		    size_t size, int *move);

#endif
