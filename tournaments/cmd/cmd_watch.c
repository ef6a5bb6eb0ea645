/*
 * cmd_watch.c - tournament watch: shows a running tournament in another
 * terminal.
 */
#include <math.h>

#include "base/printable.h"
#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/play/progress_events.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/watch/folder_follow.h"
#include "tournaments/watch/screen.h"

enum { COLUMNS_ELSEWHERE = 100 };

struct watch_options {
	const char *folder;
	bool json;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct watch_options, folder),
		.required = true },
	{ "--json", NULL, "print the state once, as one JSON object",
		OPTIONS_FLAG(struct watch_options, json) },
	{ 0 }
};

static void make_progress(const struct folder_follow *follow,
			  struct text *notice, struct watch_progress *progress)
{
	const struct book *book = &follow->record.book;
	struct text word = {0};
	const char *folder = printable_word(&word, follow->record.folder);

	text_clear(notice);
	if (book->closed)
		text_add(notice, "over");
	else if (tournament_folder_is_sharded(follow->record.folder))
		text_printf(notice, "played in shards; tournament gather %s "
			    "enters the results into the book", folder);
	else if (!book->opened)
		text_printf(notice, "not started; tournament run %s plays it",
			    folder);
	else if (!follow->running)
		text_printf(notice, "not running; tournament run %s resumes it",
			    folder);
	text_release(&word);
	*progress = (struct watch_progress){
		.counts = follow->counts, .passed = NAN,
		.slot = follow->slot, .slots = follow->logs,
		.notice = notice->length > 0 ? text_string(notice) : NULL };
}

/* ### once */

static void show_once(const struct folder_follow *follow, bool json)
{
	const struct screen_size size = { .columns = COLUMNS_ELSEWHERE };
	struct text out = {0}, notice = {0};
	struct watch_progress progress;
	struct watch_state state;

	if (json) {
		progress_events_state(follow, &out);
	} else {
		make_progress(follow, &notice, &progress);
		watch_state_begin(&state, &follow->record);
		watch_state_update(&state, &progress, true);
		screen_layout_lines(&state.shown, &size, &out);
		watch_state_release(&state);
	}
	command_line_print(&out);
	text_release(&notice);
}

/* ### live */

static void ended(void *context, uint32_t number)
{
	struct screen *screen = context;

	watch_state_match_ended(&screen->state, number);
}

/* Shows the state until the book is closed or q is pressed. */
static int show_live(struct folder_follow *follow, struct screen *screen,
		     struct error *err)
{
	const volatile sig_atomic_t *stops = stop_signals_catch();
	struct text notice = {0};
	struct watch_progress progress;
	int result = 0;

	while (!follow->record.book.closed && *stops == 0) {
		char key;

		make_progress(follow, &notice, &progress);
		screen_draw(screen, &progress);
		key = terminal_key(&screen->terminal, SCREEN_MS);
		if (key == 'q' || key == 'Q')
			break;
		result = folder_follow_update(follow, ended, screen, err);
		if (result != 0)
			break;
	}
	text_release(&notice);
	return result;
}

static int watch(struct folder_follow *follow, bool json, struct error *err)
{
	struct text out = {0};
	struct screen screen;
	int result;

	if (json || follow->record.book.closed ||
	    !screen_open(&screen, &follow->record, true)) {
		show_once(follow, json);
		return 0;
	}
	result = show_live(follow, &screen, err);
	screen_close(&screen);
	if (result == 0 && follow->record.book.closed) {
		result = final_tables_recount(&follow->record, &out, err);
		command_line_print(&out);
	}
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct watch_options wanted = {0};
	struct folder_follow follow = {0};
	int result = -1;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (tournament_folder_need(wanted.folder, err) == 0 &&
	    folder_follow_begin(&follow, wanted.folder, err) == 0)
		result = watch(&follow, wanted.json, err);
	folder_follow_release(&follow);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_watch = {
	.name = "watch",
	.arguments = "DIR [--json]",
	.help = "show the state of a tournament while it runs",
	.options = options,
	.more = "On a terminal it runs until the tournament is over or q is "
		"pressed; elsewhere it\nprints the state once.  It only reads, "
		"so any number of people may watch.\nThe key g shows a match "
		"in play, move by move; pressed again, the next\none, "
		"and then the tables.\n",
	.run = run,
};
