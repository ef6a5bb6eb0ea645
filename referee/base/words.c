/*
 * words.c - lists of words: finding one, listing all.
 */
#include "base/words.h"

int words_find(const char *const *words, const char *word)
{
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

void words_list(struct text *out, const char *const *words,
		const char *between)
{
	for (int i = 0; words[i] != NULL; i++) {
		if (i > 0)
			text_add(out, between);
		text_add(out, words[i]);
	}
}

void words_add(struct text *out, const char *word, const char *between)
{
	if (out->length > 0)
		text_add(out, between);
	text_add(out, word);
}
