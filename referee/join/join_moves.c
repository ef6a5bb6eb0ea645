/*
 * join_moves.c - the legal moves of a person: described, numbered and searched.
 */
#include "join/join_moves.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"

enum { WORDS_MAX = 64 };        /* of a move's text */

void join_moves_release(struct join_moves *moves)
{
	for (int i = 0; i < moves->count; i++) {
		free(moves->text[i]);
		free(moves->parts[i]);
	}
	moves->count = 0;
}

/* Sets the text of a move, as a replay prints it, and its parts. */
static void describe(struct join_moves *moves, int i, const struct game *game,
		     const void *state, int move)
{
	struct json_writer parts = {0}, said = {0};
	struct text text = {0};
	cJSON *tree;

	game->describe(state, move, &text);
	game->show_move(state, move, &parts);
	if (game->said != NULL && game->said(state, move, &said)) {
		tree = json_parse(said.out.bytes, said.out.length);
		text_printf(&text, " and says %s", tree->valuestring);
		text_printf(&parts.out, " %s", tree->valuestring);
		cJSON_Delete(tree);
	}
	text_release(&said.out);
	text_byte(&text, '\0');
	text_byte(&parts.out, '\0');
	moves->text[i] = text.bytes;
	moves->parts[i] = parts.out.bytes;
}

void join_moves_take(struct join_moves *moves, const struct game *game,
		     const void *state, const int *legal, int count)
{
	join_moves_release(moves);
	moves->count = count;
	for (int i = 0; i < count; i++)
		describe(moves, i, game, state, legal[i]);
	join_moves_search(moves, "");
}

/* ### searching */

/* Finds the next word from `*at` on, and moves `*at` past it.  Returns its
   length; 0: there is none. */
static size_t next_word(const char **at, const char **word)
{
	while (**at != '\0' && !isalnum((unsigned char)**at))
		++*at;
	*word = *at;
	while (isalnum((unsigned char)**at))
		++*at;
	return (size_t)(*at - *word);
}

static bool has_digit(const char *word, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (isdigit((unsigned char)word[i]))
			return true;
	return false;
}

/* Is there a word in the text that begins with `word`, or with `whole` equals
   it, and is not marked in `used`?  If so, marks it. */
static bool take_word(const char *text, const char *word, size_t size,
		      bool whole, bool used[WORDS_MAX])
{
	const char *found;
	size_t room;

	for (int i = 0; i < WORDS_MAX &&
	     (room = next_word(&text, &found)) > 0; i++) {
		if (used[i] || room < size || (whole && room > size) ||
		    strncasecmp(found, word, size) != 0)
			continue;
		used[i] = true;
		return true;
	}
	return false;
}

static bool matches(const char *text, const char *parts, const char *search)
{
	bool used_text[WORDS_MAX] = { false }, used_parts[WORDS_MAX] = { false };
	const char *word;
	size_t size;

	while ((size = next_word(&search, &word)) > 0) {
		const bool digit = has_digit(word, size);

		if (!take_word(digit ? parts : text, word, size, digit,
			       digit ? used_parts : used_text))
			return false;
	}
	return true;
}

void join_moves_search(struct join_moves *moves, const char *search)
{
	moves->found_count = 0;
	for (int i = 0; i < moves->count; i++) {
		moves->found[i] = matches(moves->text[i], moves->parts[i],
					  search);
		moves->found_count += moves->found[i];
	}
}

int join_moves_numbered(const struct join_moves *moves, const char *text)
{
	long long number;

	return number_parse(text, 1, moves->count, &number) &&
		moves->found[number - 1] ? (int)number - 1 : -1;
}

int join_moves_only(const struct join_moves *moves)
{
	int i = 0;

	if (moves->found_count != 1)
		return -1;
	while (!moves->found[i])
		i++;
	return i;
}

/* ### the list */

static int digits_of(int number)
{
	int digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}

int join_moves_list(const struct join_moves *moves, int width,
		    struct text *out)
{
	const int digits = digits_of(moves->count);
	int widest = 0, across, listed = 0;

	for (int i = 0; i < moves->count; i++)
		if (moves->found[i] && printable_width(moves->text[i]) > widest)
			widest = printable_width(moves->text[i]);
	/* Two spaces before the number, two after it. */
	across = width / (widest + digits + 4);
	if (across < 1)
		across = 1;
	for (int i = 0; i < moves->count; i++) {
		if (!moves->found[i])
			continue;
		listed++;
		text_printf(out, "  %*d  ", digits, i + 1);
		if (listed % across == 0 || listed == moves->found_count) {
			text_add(out, moves->text[i]);
			text_byte(out, '\n');
		} else {
			printable_cell(out, moves->text[i], widest, false);
		}
	}
	return (listed + across - 1) / across;
}
