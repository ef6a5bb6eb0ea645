/*
 * cmd_page.c - the two commands that only pages run: what a page shows besides
 * its logs, computed from the folders of its tournaments, in place of what came
 * with it; and is a log that of a match of its tournament?
 */
#include <stdlib.h>

#include "audit/audit_result.h"
#include "base/error.h"
#include "base/json_write.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/results_show.h"
#include "tournaments/site/site_data.h"
#include "tournaments/site/site_series_data.h"
#include "tournaments/verify/verify.h"

/* ### page */

struct page_options {
	struct options_list folders;
	const char *luck_file;
	bool series, league;
};

static const struct option page_rows[] = {
	{ "DIR", NULL, NULL, OPTIONS_LIST(struct page_options, folders),
	  .required = true },
	{ "--luck-file", "FILE", "measure luck by this file",
	  OPTIONS_TEXT(struct page_options, luck_file) },
	{ "--series", NULL, "the page of all folders",
	  OPTIONS_FLAG(struct page_options, series) },
	{ "--league", NULL, "they are the rounds of a league",
	  OPTIONS_FLAG(struct page_options, league) },
	{ 0 }
};

/* Closes the object with what course.js and index.html have. */
static void print(struct json_writer *w, const char *name,
		  const struct site_tables *tables)
{
	OWNED(text) struct text plain = {0};

	json_put_raw(w, "courses", tables->courses.bytes,
		     tables->courses.length);
	site_data_plain(name, tables, &plain);
	json_put_string(w, "plain", text_string(&plain));
	json_close(w, '}');
	command_line_print_json(w);
}

static int show_one(const struct record *record, const char *luck_file,
		    struct error *err)
{
	OWNED(site_tables) struct site_tables tables = {0};
	OWNED(site_luck) struct site_luck luck = {0};
	struct json_writer w = {0};
	int result = -1;

	if (site_luck_make(&luck, record, luck_file, 0, err) == 0 &&
	    site_tables_make(record, &tables, err) == 0) {
		json_open(&w, '{');
		site_data_put(record, &tables, &luck, &w);
		print(&w, record->tournament.manifest.id, &tables);
		result = 0;
	}
	return result;
}

static int show_series(const struct record *record, int rounds, bool league,
		       struct error *err)
{
	AUTOFREE const struct record **round =
		memory_new((size_t)rounds, sizeof *round);
	OWNED(site_series_data) struct site_series_data data = {0};
	int result;

	for (int i = 0; i < rounds; i++)
		round[i] = &record[i];
	result = site_series_data_make(round, rounds, league, &data, err);
	if (result == 0)
		print(&data.object, text_string(&data.name), &data.tables);
	return result;
}

static enum exit_code run_page(struct options *line, struct error *err)
{
	struct page_options wanted = {0};
	AUTOFREE struct record *record = NULL;
	int count = 0, result;

	result = options_read(line, &wanted, err);
	if (result == 0) {
		count = wanted.folders.count;
		record = memory_new((size_t)count, sizeof *record);
	}
	for (int i = 0; i < count && result == 0; i++)
		if (read_record(&record[i], wanted.folders.word[i], "page",
				false, err) != 0 ||
		    suspects_mark(&record[i], err) != 0)
			result = -1;
	if (result == 0)
		result = wanted.series ?
			show_series(record, count, wanted.league, err) :
			show_one(record, wanted.luck_file, err);
	for (int i = 0; i < count; i++)
		record_release(&record[i]);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_page = {
	.name = "page",
	.arguments = "DIR.. [--luck-file F] [--series] [--league]",
	.help = "what a page shows of tournaments, as JSON",
	.options = page_rows,
	.run = run_page,
};

/* ### match */

struct judge_options {
	struct verify_order order;
	int match;
	const char *luck_file;
};

static const struct option match_rows[] = {
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

static enum exit_code run_match(struct options *line, struct error *err)
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
	.options = match_rows,
	.is_verdict = true,
	.run = run_match,
};
