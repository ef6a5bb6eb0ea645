/*
 * cmd_match.c - is a log that of a match of this tournament, and what is the
 * result? Only pages run it.
 */
#include <stdlib.h>

#include "audit/audit_result.h"
#include "base/error.h"
#include "base/json_write.h"
#include "tournaments/checker/cmd_page.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/results_show.h"
#include "tournaments/site/site_data.h"
#include "tournaments/verify/verify.h"

struct judge_options {
	struct verify_order order;
	int match;
	const char *luck_file;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct judge_options, order.folder),
	{ "--match", "N", "the number of the match",
	  OPTIONS_INTEGER(struct judge_options, match, 1, MATCHES_MAX),
	  .required = true },
	{ "--luck-file", "FILE", "measure luck by this file",
	  OPTIONS_TEXT(struct judge_options, luck_file) },
	{ 0 }
};

static bool judge_match(struct verdict *verdict, uint32_t number,
			struct log_verdict *log)
{
	const struct record *record = &verdict->record;
	const struct book_match *match = book_find(&record->book, number);
	struct judge judge = judge_begin(record, record->book.closed ?
					 &record->book.secret : NULL,
					 &verdict->logs, NULL);
	OWNED(json_writer) struct json_writer line = {0};

	if (match == NULL || !match->ended) {
		error_set(&verdict->why, "%s: match %u has not ended",
			  record->book.path, number);
		return false;
	}
	log_verdict_make(log, log->path, NULL, NULL);
	if (log->verdict == AUDIT_TROUBLE) {
		verdict->why = log->why;
		verdict->trouble = true;
		return false;
	}
	log_verdict_write(log, &line);
	judge_log(&judge, number, line.out.bytes, line.out.length);
	verdict->why = verdict->logs.why;
	return verdict->logs.wrong == 0;
}

/* What a page shows of the match, and of how its luck is measured; a luck file
   that is not the right one does not make the match wrong. */
static int put_shown(struct record *record, const struct judge_options *wanted,
		     struct json_writer *w, struct error *err)
{
	OWNED(site_luck) struct site_luck luck = {0};
	OWNED(text) struct text results = {0};
	struct error why;

	if (suspects_mark(record, err) != 0)
		return -1;
	results_show_public(record, (uint32_t)wanted->match, &results);
	json_put_raw(w, "results", results.bytes, results.length - 1);
	json_put_bool(w, "closed", record->book.closed);
	if (site_luck_make(&luck, record, wanted->luck_file, 0, &why) == 0) {
		text_release(&luck.ladder);
		site_luck_json(&luck, w);
	} else {
		json_put_string(w, "chances_why", why.text);
	}
	return 0;
}

static enum exit_code answer(struct verdict *verdict, bool good,
			     const struct log_verdict *log,
			     const struct judge_options *wanted,
			     struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_bool(&w, "verified", good);
	if (good) {
		json_key(&w, "log");
		log_verdict_write(log, &w);
		if (put_shown(&verdict->record, wanted, &w, err) != 0)
			verdict->trouble = true;
	} else {
		error_place_write(&verdict->why, wanted->order.folder, &w);
		*err = verdict->why;
	}
	json_close(&w, '}');
	if (verdict->trouble) {
		text_release(&w.out);
		return EXIT_TROUBLE;
	}
	command_line_print_json(&w);
	return good ? EXIT_YES : EXIT_NO;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct judge_options wanted = {0};
	OWNED(verdict) struct verdict verdict = {0};
	OWNED(log_verdict) struct log_verdict log = {0};
	AUTOFREE char *path = NULL;
	enum exit_code code;
	bool good;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	good = verify_signed(&wanted.order, &verdict);
	if (good) {
		path = tournament_folder_log(wanted.order.folder,
					     (uint32_t)wanted.match);
		log.path = path;
		good = judge_match(&verdict, (uint32_t)wanted.match, &log);
	}
	verdict.trouble = verdict.trouble || verdict.why.unread;
	return answer(&verdict, good, &log, &wanted, err);
}

const struct command command_match = {
	.name = "match",
	.arguments = "DIR --match N [--luck-file F]",
	.help = "is a log that of its match, and what is the result?",
	.options = options,
	.is_verdict = true,
	.run = run,
};
