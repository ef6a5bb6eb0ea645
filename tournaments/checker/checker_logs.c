/*
 * checker_logs.c - checks every match log of a folder, one after the other.
 *
 * It replaces verify/verify_logs.c, as the checker cannot start processes: it
 * passes judge_log the line that `referee verify --json` would print.
 */
#include <stdlib.h>

#include "audit/audit_result.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/verify/verify_logs.h"

static void check_log(struct judge *judge, uint32_t number, const char *path)
{
	OWNED(log_verdict) struct log_verdict verdict = {0};
	OWNED(json_writer) struct json_writer line = {0};

	log_verdict_make(&verdict, path, NULL, NULL);
	judge->checks->unread = judge->checks->unread ||
		verdict.verdict == AUDIT_TROUBLE;
	log_verdict_write(&verdict, &line);
	judge_log(judge, number, line.out.bytes, line.out.length);
}

int verify_logs(const struct record *record, const struct hash *secret,
		const char *referee, int jobs,
		void (*progress)(uint32_t done, uint32_t of),
		struct log_checks *checks, struct error *err)
{
	struct judge judge = judge_begin(record, secret, checks, progress);
	int found = 1;

	for (uint32_t n = 1; n <= record->book.matches && found >= 0; n++) {
		AUTOFREE char *path = NULL;

		if (!book_find(&record->book, n)->ended)
			continue;
		path = tournament_folder_log(record->folder, n);
		found = judge_there(&judge, n, path, err);
		if (found == 1)
			check_log(&judge, n, path);
	}
	return found < 0 ? -1 : 0;
}
