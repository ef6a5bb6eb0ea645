/*
 * label_order.h - do texts come in ascending order, so that none comes twice?
 */
#ifndef TOURNAMENTS_RATING_LABEL_ORDER_H
#define TOURNAMENTS_RATING_LABEL_ORDER_H

#include <stdbool.h>

#include "base/text.h"

/* All zeroes is before the first text. */
struct label_order {
	struct text last;
	bool not_by_bytes, not_by_value;
};

enum label_order_step {
	LABEL_ORDER_SAME,       /* as the one before it */
	LABEL_ORDER_NEW,        /* has not come before */
	LABEL_ORDER_UNKNOWN     /* the texts ascend neither by their bytes nor
				   by the values of the numbers in them */
};

/* Classifies the next text, which is not empty. */
enum label_order_step label_order_next(struct label_order *order,
				       const char *text);

/* May be called twice. */
void label_order_release(struct label_order *order);

#endif
