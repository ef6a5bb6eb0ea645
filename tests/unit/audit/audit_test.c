/*
 * audit_test.c - the audit of a log that a referee wrote builds no tree for any
 * line of a game; ranks and faults of a log, game by game.
 */
#include <dirent.h>

#include "audit/audit.h"
#include "audit/audit_result.h"
#include "tests/unit/unit.h"

static size_t allocated;        /* values of trees */

static void *counting_malloc(size_t size)
{
	allocated++;
	return malloc(size);
}

/* What the audit of a log has seen. */
struct seen {
	const char *path;
	size_t before;          /* allocated when its game began */
	int games;
};

static void on_begin(void *context, const struct log_step *at)
{
	struct seen *seen = context;

	(void)at;
	seen->before = allocated;
}

static void on_over(void *context, const struct log_step *at)
{
	struct seen *seen = context;

	(void)at;
	ck_assert_msg(allocated == seen->before, "%s: %zu values", seen->path,
		      allocated - seen->before);
	seen->games++;
}

static void audit(const char *path)
{
	struct seen seen = { .path = path };
	const struct match_watch watch = { .context = &seen,
		.begin = on_begin, .over = on_over };
	struct audit audit = { .watch = &watch };
	struct error err;

	ck_assert_msg(audit_log(&audit, path, &err) == AUDIT_PASSED, "%s",
		      err.text);
	ck_assert_int_gt(seen.games, 0);
	ck_assert_uint_gt(allocated, 0);        /* the first line's */
	audit_release(&audit);
}

TEST(no_tree_is_built_of_a_game)
{
	cJSON_Hooks counting = { counting_malloc, free };
	const char *srcdir = getenv("srcdir");
	struct text path = {0};
	struct dirent *entry;
	size_t length;
	DIR *folder;
	int logs = 0;

	text_printf(&path, "%s/tests/golden/games/",
		    srcdir != NULL ? srcdir : ".");
	length = path.length;
	folder = opendir(text_string(&path));
	ck_assert_msg(folder != NULL, "no folder %s", text_string(&path));
	cJSON_InitHooks(&counting);
	while ((entry = readdir(folder)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		text_add(&path, entry->d_name);
		audit(text_string(&path));
		path.length = length;
		logs++;
	}
	cJSON_InitHooks(NULL);
	closedir(folder);
	text_release(&path);
	ck_assert_int_gt(logs, 0);
}

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
