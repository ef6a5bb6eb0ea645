/*
 * rollcall_private.h - what the files of the library share.
 */
#ifndef ROLLCALL_PRIVATE_H
#define ROLLCALL_PRIVATE_H

#include "rollcall.h"

/* A key of an object, or NULL. */
const cJSON *rollcall_get(const cJSON *object, const char *key);

/* A key that is a number, else 0; one that is a text, else "". */
int rollcall_number(const cJSON *object, const char *key);
const char *rollcall_text(const cJSON *object, const char *key);

/*
 * Each takes a line of its type over into `turn`, and frees the one before.
 */
void rollcall_turn_hello(struct rollcall_turn *turn, cJSON *line);
void rollcall_turn_game(struct rollcall_turn *turn, cJSON *line);
void rollcall_turn_next(struct rollcall_turn *turn, cJSON *line);

/* Frees the lines of `turn`, not `turn` itself. */
void rollcall_turn_clear(struct rollcall_turn *turn);

/*
 * Copies at most `most` bytes of `text` to `to`, which has a byte more; cuts
 * between characters and replaces bytes that are not UTF-8.
 */
void rollcall_copy_utf8(char *to, const char *text, size_t most);

/* False when `value` is no text, or one of `size` bytes or more. */
bool rollcall_read_text(const cJSON *value, char *text, size_t size);

/* False when `value` is no list of at most ROLLCALL_LIST_MAX numbers. */
bool rollcall_read_list(const cJSON *value, struct rollcall_list *list);

/*
 * `json`, which is taken over, as text in one line, which the caller frees.
 * Returns NULL when there is no memory.
 */
char *rollcall_print(cJSON *json);

/*
 * What `choose` decided on `turn`, to send as `move`: a place as a number or
 * the move itself.  Owned by the caller; NULL after a message.
 */
cJSON *rollcall_answer(rollcall_choose *choose, struct rollcall_turn *turn);

/* ### the dice of a match */

struct rollcall_dice;

/*
 * `hello` is the line.  The functions return 0, or -1 after a message that
 * begins with "dice: ".
 */
struct rollcall_dice *rollcall_dice_new(const cJSON *hello);
int rollcall_dice_begin(struct rollcall_dice *dice, const cJSON *anchors);
int rollcall_dice_read(struct rollcall_dice *dice, const cJSON *line);
int rollcall_dice_end(struct rollcall_dice *dice, const char *secret);
void rollcall_dice_free(struct rollcall_dice *dice);

/* SHA-256 of the parts one after another; a part of NULL ends them. */
struct rollcall_bytes {
	const void *at;
	size_t size;
};
void rollcall_sha256(unsigned char digest[32],
		     const struct rollcall_bytes *parts);

#endif
