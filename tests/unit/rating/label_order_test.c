/*
 * label_order_test.c - labels that ascend are known to be new, others are not.
 */

#include "tests/unit/unit.h"
#include "tournaments/rating/label_order.h"

static const struct {
	const char *labels[5];
	int unknown;            /* the first not known to be new; 0: none */
} rows[] = {
	{ { "1", "2", "9", "10", "100" }, 0 },
	{ { "9.2", "9.10", "10.1", "11", "11.1" }, 0 },
	{ { "1", "10", "11", "2", "20" }, 0 },
	{ { "a", "a01", "a1", "b", "c" }, 0 },
	{ { "01", "02", "003", "4", "05" }, 0 },
	{ { "1", "2", "10", "2", "3" }, 3 },
	{ { "1", "10", "2", "11", "3" }, 3 },
	{ { "b", "a", "c", "d", "e" }, 1 },
	{ { "18446744073709551616", "18446744073709551617",
	    "100000000000000000000", "x", "y" }, 0 },
};

enum { ROWS = sizeof rows / sizeof *rows };

TEST_EACH(a_label_is_new_while_an_order_holds, ROWS)
{
	struct label_order order = {0};

	for (int i = 0; i < 5; i++) {
		enum label_order_step step =
			label_order_next(&order, rows[_i].labels[i]);

		if (rows[_i].unknown == i && i > 0) {
			ck_assert_int_eq(step, LABEL_ORDER_UNKNOWN);
			break;
		}
		ck_assert_int_eq(step, LABEL_ORDER_NEW);
		ck_assert_int_eq(label_order_next(&order,
						  rows[_i].labels[i]),
				 LABEL_ORDER_SAME);
	}
	label_order_release(&order);
}
