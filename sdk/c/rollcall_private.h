/*
 * rollcall_private.h - what the files of the library share.
 */
#ifndef ROLLCALL_PRIVATE_H
#define ROLLCALL_PRIVATE_H

#include "rollcall.h"

/* The value of a key of an object, or NULL. */
const cJSON *rollcall_get(const cJSON *object, const char *key);

/* The value of a key: a number, else 0; a string, else "". */
int rollcall_number(const cJSON *object, const char *key);
const char *rollcall_text(const cJSON *object, const char *key);

/*
 * Each fills in `turn` from a line of its type.  The turn owns the line; the
 * previous line of that type is freed.
 */
void rollcall_turn_hello(struct rollcall_turn *turn, cJSON *line);
void rollcall_turn_game(struct rollcall_turn *turn, cJSON *line);
void rollcall_turn_next(struct rollcall_turn *turn, cJSON *line);

/* Frees the lines of `turn`, not `turn` itself. */
void rollcall_turn_clear(struct rollcall_turn *turn);

/*
 * Copies at most `most` bytes of `text` and a NUL to `to`.  Cuts between
 * characters and replaces bytes that are not UTF-8 by question marks.
 */
void rollcall_copy_utf8(char *to, const char *text, size_t most);

/*
 * Prints `json` on one line and deletes it.  The caller frees the text.
 * Returns NULL when memory runs out.
 */
char *rollcall_print(cJSON *json);

/*
 * Calls `choose`.  Returns what is to be sent as `move`, owned by the caller: a
 * place as a number, or the move itself.  Returns NULL after a message on
 * standard error when that is neither.
 */
cJSON *rollcall_answer(rollcall_choose *choose, void *user,
		       struct rollcall_turn *turn);

/* ### the dice of a match */

struct rollcall_dice;

/*
 * Checks the dice of a match.  `hello` is the whole line, `line` a turn or over
 * line.  The functions return 0, or -1 (rollcall_dice_new: NULL) after a
 * message on standard error that begins with "dice: ".
 */
struct rollcall_dice *rollcall_dice_new(const cJSON *hello);
int rollcall_dice_begin(struct rollcall_dice *dice, const cJSON *anchors);
int rollcall_dice_read(struct rollcall_dice *dice, const cJSON *line);
int rollcall_dice_end(struct rollcall_dice *dice, const char *secret);
void rollcall_dice_free(struct rollcall_dice *dice);

/* SHA-256 of the concatenated parts; a part with `at` NULL ends them. */
struct rollcall_bytes {
	const void *at;
	size_t size;
};
void rollcall_sha256(unsigned char digest[32],
		     const struct rollcall_bytes *parts);

#endif
