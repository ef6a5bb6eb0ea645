/*
 * label_order.c - do texts come in ascending order, so that none comes twice?
 */
#include "tournaments/rating/label_order.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits_of(const char *text)
{
	size_t length = 0;

	while (is_digit(text[length]))
		length++;
	return length;
}

/* Compares numbers by value, all else by bytes: 9.2 is before 10.1.  Returns 0
   only for equal texts. */
static int by_value(const char *a, const char *b)
{
	const char *x = a, *y = b;

	while (*x != '\0' && *y != '\0') {
		size_t length, other;
		int order;

		if (!is_digit(*x) || !is_digit(*y)) {
			if (*x != *y)
				return (unsigned char)*x - (unsigned char)*y;
			x++;
			y++;
			continue;
		}
		for (; *x == '0'; x++)
			;
		for (; *y == '0'; y++)
			;
		length = digits_of(x);
		other = digits_of(y);
		if (length != other)
			return length < other ? -1 : 1;
		order = memcmp(x, y, length);
		if (order != 0)
			return order;
		x += length;
		y += length;
	}
	if (*x != *y)
		return *x == '\0' ? -1 : 1;
	return strcmp(a, b);
}

enum label_order_step label_order_next(struct label_order *order,
				       const char *text)
{
	const char *last = text_string(&order->last);

	if (strcmp(text, last) == 0)
		return LABEL_ORDER_SAME;
	if (!order->not_by_bytes)
		order->not_by_bytes = strcmp(text, last) < 0;
	if (!order->not_by_value)
		order->not_by_value = by_value(text, last) < 0;
	if (order->not_by_bytes && order->not_by_value)
		return LABEL_ORDER_UNKNOWN;
	text_clear(&order->last);
	text_append(&order->last, text, strlen(text));
	return LABEL_ORDER_NEW;
}

void label_order_release(struct label_order *order)
{
	text_release(&order->last);
}
