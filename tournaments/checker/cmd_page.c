/*
 * cmd_page.c - what a page shows besides its logs, computed from the folders of
 * its tournaments; only pages run it, to show that in place of what came with
 * them.
 */
#include "tournaments/checker/cmd_page.h"

#include "base/json_write.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/record/suspects.h"
#include "tournaments/site/site_series_data.h"

struct page_options {
	struct options_list folders;
	const char *luck_file;
	bool series, league;
};

static const struct option options[] = {
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

static enum exit_code run(struct options *line, struct error *err)
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
	.options = options,
	.run = run,
};
