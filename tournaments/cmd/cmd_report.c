/*
 * cmd_report.c - tournament report: a page for the author of each bot.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/luck/luck_mistakes.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/author_report.h"
#include "tournaments/run/runner.h"
#include "tournaments/record/spawn_jobs.h"

struct author_options {
	const char *folder, *entrant, *out;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct author_options, folder),
	{ "ENTRANT", NULL, NULL,
		OPTIONS_TEXT(struct author_options, entrant) },
	{ "-o", "FOLDER", "write a file for each entrant, NAME.md",
		OPTIONS_TEXT(struct author_options, out) },
	{ 0 }
};

/* Where the reports go, and which ones are wanted. */
struct output {
	const struct author_options *wanted;
	struct text all;        /* what is printed */
	struct options_list names;      /* of the files written so far */
	int found;
};

/* ### one report */

static bool is_taken(const struct output *output, const char *name)
{
	for (int i = 0; i < output->names.count; i++)
		if (strcmp(output->names.word[i], name) == 0)
			return true;
	return false;
}

/* The path of a report.  If the file name is taken, a number is added. */
static char *path_of(struct output *output, const char *name)
{
	OWNED(text) struct text file = {0}, path = {0};

	author_report_file_name(name, &file);
	for (int i = 2; is_taken(output, text_string(&file)); i++) {
		text_clear(&file);
		author_report_file_name(name, &file);
		text_printf(&file, "-%d", i);
	}
	read_record_add(&output->names, memory_copy(text_string(&file)));
	text_printf(&path, "%s.md", text_string(&file));
	return path_from(output->wanted->out, text_string(&path));
}

static int add_report(struct output *output, const char *name,
		      const struct text *page, struct error *err)
{
	AUTOFREE char *path = NULL;

	output->found++;
	if (output->wanted->out == NULL) {
		if (output->all.length > 0)
			text_byte(&output->all, '\n');
		text_append(&output->all, page->bytes, page->length);
		return 0;
	}
	path = path_of(output, name);
	return file_replace(path, page, false, err);
}

static bool is_wanted(const struct output *output, const char *name)
{
	return output->wanted->entrant == NULL ||
		strcmp(output->wanted->entrant, name) == 0;
}

/* ### all of them */

static int add_reports(const struct author_report *report,
		       const struct tournament_file *file,
		       struct output *output, struct error *err)
{
	const struct tournament *tournament = &report->record->tournament;
	OWNED(text) struct text page = {0};
	int result = 0;

	for (int i = 0; result == 0 && i < tournament->manifest.entrants;
	     i++) {
		const char *name = tournament_name(tournament, i);

		if (!is_wanted(output, name))
			continue;
		text_clear(&page);
		author_report_add(report, i, &page);
		for (int a = 0; a < file->advices; a++)
			if (strcmp(file->advice[a].name, name) == 0)
				author_report_add_advice(&file->advice[a],
							 &page);
		result = add_report(output, name, &page, err);
	}
	for (int i = 0; result == 0 && i < file->left_outs; i++) {
		const char *name = file->left_out[i].name;

		if (!is_wanted(output, name))
			continue;
		text_clear(&page);
		author_report_add_left_out(report, &file->left_out[i], &page);
		result = add_report(output, name, &page, err);
	}
	if (result == 0 && output->found == 0)
		result = error_set(err, "there is no entrant %s in %s",
				   output->wanted->entrant,
				   output->wanted->folder);
	return result;
}

/* Of a folder that is published, the tournament file may be missing. */
static int read_file(struct tournament_file *file, const char *folder,
		     struct error *err)
{
	AUTOFREE char *path = path_from(folder, "tournament.json");

	*file = (struct tournament_file){0};
	return access(path, F_OK) != 0 ? 0 :
		tournament_file_read(file, path, err);
}

/* The mistakes, or NULL if they are not known, with a warning on failure: the
   report is made all the same. */
static struct author_mistakes *find_mistakes(const struct record *record)
{
	struct error err = {0};
	struct luck_book_work work = { .jobs = runner_cores() };
	AUTOFREE char *referee = spawn_jobs_referee(&err);
	struct author_mistakes *found = NULL;

	work.referee = referee;
	if (referee != NULL)
		found = luck_mistakes_find(record, &work, &err);
	if (found == NULL && err.text[0] != '\0')
		printable_line(stderr, "tournament report: warning: mistakes "
			       "are left out: %s", err.text);
	return found;
}

static int report(const struct author_options *wanted,
		  const struct record *record, struct error *err)
{
	struct output output = { .wanted = wanted };
	OWNED(tournament_file) struct tournament_file file = {0};
	OWNED(author_report) struct author_report report = {0};
	AUTOFREE struct author_mistakes *mistakes = find_mistakes(record);
	int result = -1;

	author_report_begin(&report, record);
	report.mistakes = mistakes;
	if (read_file(&file, wanted->folder, err) == 0 &&
	    (wanted->out == NULL ||
	     file_make_folder(wanted->out, 0777, err) == 0))
		result = add_reports(&report, &file, &output, err);
	if (result == 0 && wanted->out != NULL)
		printable_line(stdout, "%d report%s in %s", output.found,
			       output.found == 1 ? "" : "s", wanted->out);
	else if (result == 0)
		command_line_print(&output.all);
	read_record_free(&output.names);
	text_release(&output.all);
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct author_options wanted = {0};
	OWNED(record) struct record record = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "report", false, err) == 0 &&
	    suspects_mark(&record, err) == 0 &&
	    report(&wanted, &record, err) == 0)
		code = EXIT_YES;
	return code;
}

const struct command command_report = {
	.name = "report",
	.arguments = "DIR [ENTRANT] [-o FOLDER]",
	.help = "a report for each author: results, and every fault with its "
		"reason",
	.options = options,
	.more = "Markdown, for one entrant or all.  Reads the book and the "
		"traces of faults; works while\nthe tournament is running, "
		"too.  Where a table of exact chances is installed or solved\n"
		"in seconds, logs are analysed for what mistakes have cost.  "
		"Submissions that collect\nleft out have a report, too.\n",
	.run = run,
};
