/*
 * cmd_watch.c - tournament watch: shows a running tournament in another
 * terminal.
 */
#include "base/printable.h"
#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/record/follow.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/watch/screen.h"

struct watch_options {
	const char *folder;
	bool json;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct watch_options, folder),
	{ "--json", NULL, "print the state once, as one JSON object",
		OPTIONS_FLAG(struct watch_options, json) },
	{ 0 }
};

/* Is there something unusual to say? */
static void make_notice(const struct follow *follow, struct text *notice)
{
	const struct book *book = &follow->record->book;
	OWNED(text) struct text word = {0};
	const char *folder = printable_word(&word, follow->record->folder);
	struct error err;

	text_clear(notice);
	if (book->closed && record_check_note(follow->record, &err) != 0)
		text_printf(notice, "closed, but not signed: %s", err.text);
	else if (book->closed &&
		 early_end_check_closed(follow->record, &err) != 0)
		text_add(notice, err.text);
	else if (book->closed)
		text_add(notice, follow->record->test.adjusted ? "over; where "
			 "the test ended is from luck.csv, not checked" :
			 "over");
	else if (tournament_folder_is_sharded(follow->record->folder))
		text_printf(notice, "played in shards; tournament gather %s "
			    "enters the results into the book", folder);
	else if (!book->opened)
		text_printf(notice, "not started; tournament run %s plays it",
			    folder);
	else if (!follow->running)
		text_printf(notice, "not running; tournament run %s resumes it",
			    folder);
}

static void show_once(const struct follow *follow, bool json)
{
	struct text out = {0}, notice = {0};

	if (json) {
		play_progress_state(follow, &out);
		read_record_warn(follow->record, "watch", false);
	} else {
		make_notice(follow, &notice);
		screen_once(follow, text_string(&notice), &out);
	}
	command_line_print(&out);
	text_release(&notice);
}

/* Shows the state until the book is closed or q is pressed. */
static int show_live(struct follow *follow, struct screen *screen,
		     struct error *err)
{
	const volatile sig_atomic_t *stops = stop_signals_catch();
	char key = 0;

	follow->sink = (struct follow_sink){ screen_report, screen, 0 };
	while (!follow->record->book.closed && *stops == 0 && key != 'q' &&
	       key != 'Q') {
		make_notice(follow, &screen->notice);
		if (follow_update(follow, err) != 0)
			return -1;
		key = terminal_key(&screen->terminal, SCREEN_MS);
	}
	return 0;
}

static int watch(struct follow *follow, bool json, struct error *err)
{
	struct text out = {0};
	struct screen screen;
	int result;

	if (json || follow->record->book.closed ||
	    !screen_open(&screen, follow->record, true)) {
		show_once(follow, json);
		return 0;
	}
	result = show_live(follow, &screen, err);
	screen_close(&screen);
	if (result == 0 && follow->record->book.closed) {
		read_record_warn(follow->record, "watch", false);
		result = final_tables_recount(follow->record, &out, err);
		command_line_print(&out);
	}
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct watch_options wanted = {0};
	OWNED(follow) struct follow follow = {0};
	AUTOFREE char *folder = NULL;
	int result = -1;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	folder = read_record_folder(wanted.folder, "watch", err);
	if (folder != NULL && tournament_folder_need(folder, err) == 0 &&
	    follow_begin(&follow, folder, err) == 0)
		result = watch(&follow, wanted.json, err);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_watch = {
	.name = "watch",
	.arguments = "DIR [--json]",
	.help = "show the state of a tournament while it runs",
	.options = options,
	.more = "On a terminal it runs until the tournament is over or q is "
		"pressed; elsewhere it\nprints the state once.  It only reads, "
		"so any number of people may watch.\n",
	.run = run,
};
