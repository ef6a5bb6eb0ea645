/*
 * words.h - lists of words: finding one, listing all.
 *
 * A list is an array that NULL ends; the index of a word is its value.
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include "base/text.h"

/* The index of `word` in the list, or -1. */
int words_find(const char *const *words, const char *word);

/* Appends all words of the list, with `between` between them. */
void words_list(struct text *out, const char *const *words,
		const char *between);

/* Appends one word, after `between` unless `out` is empty; for words that are
   not in such a list. */
void words_add(struct text *out, const char *word, const char *between);

#endif
