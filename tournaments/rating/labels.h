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
	struct text bytes;      /* the texts, each with a NUL behind */
	uint32_t *start;        /* where each begins in `bytes` */
	uint32_t count;
	size_t room;
	uint32_t *slots;        /* hash table: number + 1 */
	size_t slots_room;
};

/* The number of a text, from 0; made when it is new. */
uint32_t labels_number(struct labels *labels, const char *text);

/* Safe twice. */
void labels_release(struct labels *labels);

#endif
