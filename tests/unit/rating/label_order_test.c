/*
 * label_order_test.c - labels that ascend are known to be new, others are not.
 */
#include "tests/support/rows.h"
#include "tournaments/rating/label_order.h"

TEST_ROWS(a_label_is_new_while_an_order_holds, "rating/games.txt",
	  "five labels, the first that may not be new, or 0")
{
	struct label_order order = {0};
	char *rest = row->text[0], *label;

	for (int i = 0; (label = strtok_r(rest, " ", &rest)) != NULL; i++) {
		enum label_order_step step = label_order_next(&order, label);

		if (i > 0 && i == row_int(row, 1)) {
			ck_assert_int_eq(step, LABEL_ORDER_UNKNOWN);
			break;
		}
		ck_assert_int_eq(step, LABEL_ORDER_NEW);
		ck_assert_int_eq(label_order_next(&order, label),
				 LABEL_ORDER_SAME);
	}
	label_order_release(&order);
}
