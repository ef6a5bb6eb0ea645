/*
 * labels.c - numbers texts in the order of their first appearance.
 */
#include "tournaments/rating/labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void labels_release(struct labels *labels)
{
	text_release(&labels->bytes);
	free(labels->start);
	free(labels->slots);
	*labels = (struct labels){0};
}

static const char *label(const struct labels *labels, uint32_t number)
{
	return labels->bytes.bytes + labels->start[number];
}

static uint32_t label_slot(const struct labels *labels, const char *text)
{
	uint32_t slot = 2166136261u;

	for (const char *c = text; *c != '\0'; c++)
		slot = (slot ^ (unsigned char)*c) * 16777619u;
	slot &= labels->slots_room - 1;
	while (labels->slots[slot] != 0 &&
	       strcmp(label(labels, labels->slots[slot] - 1), text) != 0)
		slot = (slot + 1) & (labels->slots_room - 1);
	return slot;
}

static void labels_grow(struct labels *labels)
{
	ARRAY_GROW(labels->start, labels->room, labels->count + 1);
	free(labels->slots);
	labels->slots_room = 2 * labels->room;
	labels->slots = memory_new(labels->slots_room, sizeof *labels->slots);
	for (uint32_t i = 0; i < labels->count; i++)
		labels->slots[label_slot(labels, label(labels, i))] = i + 1;
}

uint32_t labels_number(struct labels *labels, const char *text)
{
	uint32_t slot;

	if (labels->count == labels->room)
		labels_grow(labels);
	slot = label_slot(labels, text);
	if (labels->slots[slot] == 0) {
		labels->start[labels->count] = (uint32_t)labels->bytes.length;
		text_append(&labels->bytes, text, strlen(text) + 1);
		labels->slots[slot] = ++labels->count;
	}
	return labels->slots[slot] - 1;
}
