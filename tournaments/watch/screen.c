/*
 * screen.c - tells a running tournament on a terminal.
 */
#include "tournaments/watch/screen.h"

#include <stdlib.h>

#include "base/clock.h"
#include "tournaments/report/match_label.h"

bool screen_open(struct screen *screen, const struct record *record,
		 bool keys)
{
	int fd = terminal_find();

	if (fd < 0)
		return false;
	*screen = (struct screen){0};
	live_state_begin(&screen->state, record);
	terminal_open(&screen->terminal, fd, keys);
	return true;
}

void screen_draw(struct screen *screen, const struct progress *progress,
		 bool must)
{
	struct screen_size size = terminal_size(&screen->terminal);

	live_state_make(&screen->state, progress, must);
	text_clear(&screen->lines);
	screen_lines(&screen->state.shown, &size, &screen->lines);
	terminal_draw(&screen->terminal, &screen->lines);
	screen->next = clock_us() + SCREEN_MS * 1000;
}

/* ### a runner's */

/* Those that play something; the caller frees texts and list. */
static struct shown_desk *list_desks(const struct runner *runner, int *count)
{
	struct shown_desk *list = memory_new((size_t)runner->jobs,
					     sizeof *list);

	*count = 0;
	for (int place = 0; place < runner->jobs; place++) {
		const struct runner_desk *desk = &runner->desk[place];
		struct text pairing = {0};

		if (desk->match == 0)
			continue;
		match_label_pairing(runner->tournament, contest_match(
			&runner->tournament->contest, desk->match), &pairing);
		text_byte(&pairing, '\0');
		list[(*count)++] = (struct shown_desk){ .core = desk->core,
			.match = desk->match, .games = desk->games,
			.of = desk->of, .pairing = pairing.bytes };
	}
	return list;
}

static void draw(struct screen *screen, const struct runner *runner)
{
	int count;
	struct shown_desk *list = list_desks(runner, &count);
	const struct progress progress = {
		.matches = runner->matches, .decided = runner->decided,
		.games = runner->games, .games_of = runner->games_of,
		.passed = (double)(clock_us() - runner->began_us) / 1e6,
		.desk = list, .desks = count,
		.notice = screen->notice.length > 0 ?
			text_string(&screen->notice) : NULL };

	screen_draw(screen, &progress, false);
	for (int i = 0; i < count; i++)
		free(list[i].pairing);
	free(list);
}

static void trouble(struct screen *screen, const struct meeting *meeting,
		    const char *what, const char *why)
{
	struct text line = {0};

	text_printf(&line, "match %u: %s%s%s", meeting->number, what,
		    why != NULL ? ": " : "", why != NULL ? why : "");
	live_state_trouble(&screen->state, text_string(&line));
	text_release(&line);
}

void screen_tell(void *context, const struct runner *runner, enum news news,
		 const struct meeting *meeting, const char *text)
{
	struct screen *screen = context;

	if (news == NEWS_END)
		live_state_ended(&screen->state, meeting->number);
	else if (news == NEWS_AGAIN)
		trouble(screen, meeting, "goes on in its log", text);
	else if (news == NEWS_VOID)
		trouble(screen, meeting, "void, played again on the same dice",
			text);
	if (news == NEWS_STOPPING)
		text_printf(&screen->notice, "stopping: the games in play are "
			    "finished%s%s", text != NULL ? ": " :
			    "; once more stops now", text != NULL ? text : "");
	if (news == NEWS_STOPPING || clock_us() >= screen->next)
		draw(screen, runner);
}

void screen_close(struct screen *screen)
{
	terminal_close(&screen->terminal);
	live_state_release(&screen->state);
	text_release(&screen->lines);
	text_release(&screen->notice);
}
