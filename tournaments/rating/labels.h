/*
 * labels.h - numbers texts in the order of their first appearance.
 */
#ifndef TOURNAMENTS_RATING_LABELS_H
#define TOURNAMENTS_RATING_LABELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* All zeroes is empty. */
struct labels {
	struct text bytes;      /* the texts, each followed by a NUL */
	uint32_t *start;        /* where each begins in `bytes` */
	uint32_t count;
	size_t room;
	uint32_t *slots;        /* hash table: number + 1 */
	size_t slots_room;
};

/* The number of a text, from 0; a new text gets the next one. */
uint32_t labels_number(struct labels *labels, const char *text);

/* May be called twice. */
void labels_release(struct labels *labels);

#endif
