/*
 * audit_test.c - ranks and faults of a log, game by game.
 */
#include "audit/audit_result.h"
#include "tests/unit/unit.h"

/* ### results */

static void check_written(const struct audit_result *result,
			  const char *expected)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	audit_result_write(result, &w);
	json_close(&w, '}');
	ck_assert_str_eq(text_string(&w.out), expected);
	text_release(&w.out);
}

TEST(ranks_and_faults_are_those_of_entrants)
{
	const struct logline_header header = { .entrants = 3, .rotations = 3 };
	const struct log_step at = { .header = &header, .ranks = { 1, 2, 3 } };
	struct audit_result result = { .header = &header };
	const struct match_watch watch = audit_result_watch(&result);

	check_written(&result, "{\"ranks\":[],\"faults\":[]}");
	watch.begin(watch.context, &at);
	watch.fault(watch.context, 2, FAULT_TIMEOUT, "late");
	watch.over(watch.context, &at);
	/* In rotation 1 entrant 0 has the last seat. */
	audit_result_begin(&result, 1);
	audit_result_fault(&result, 2, FAULT_GONE);
	audit_result_fault(&result, 0, FAULT_ILLEGAL);
	audit_result_over(&result, (const int[]){ 1, 2, 3 });
	check_written(&result, "{\"ranks\":[[1,2,3],[3,1,2]],\"faults\":["
		      "{\"game\":1,\"entrant\":2,\"fault\":\"timeout\"},"
		      "{\"game\":2,\"entrant\":0,\"fault\":\"gone\"},"
		      "{\"game\":2,\"entrant\":1,\"fault\":\"illegal\"}]}");
	audit_result_release(&result);
}

TEST(a_game_that_begins_again_forgets_its_faults)
{
	const struct logline_header header = { .entrants = 2 };
	struct audit_result result = { .header = &header };

	audit_result_begin(&result, 0);
	audit_result_fault(&result, 1, FAULT_GONE);
	audit_result_begin(&result, 0);
	audit_result_over(&result, (const int[]){ 2, 1 });
	check_written(&result, "{\"ranks\":[[2,1]],\"faults\":[]}");
	audit_result_release(&result);
}
