/*
 * screen.c - shows a running tournament on a terminal.
 */
#include "tournaments/watch/screen.h"

#include <stdlib.h>

#include "base/clock.h"
#include "tournaments/report/match_label.h"

bool screen_open(struct screen *screen, const struct record *record, bool keys)
{
	int fd = terminal_find();

	if (fd < 0)
		return false;
	*screen = (struct screen){0};
	watch_state_begin(&screen->state, record);
	terminal_open(&screen->terminal, fd, keys);
	return true;
}

void screen_draw(struct screen *screen, const struct watch_progress *progress)
{
	struct screen_size size = terminal_size(&screen->terminal);

	watch_state_update(&screen->state, progress, false);
	text_clear(&screen->lines);
	screen_layout_lines(&screen->state.shown, &size, &screen->lines);
	terminal_draw(&screen->terminal, &screen->lines);
	screen->next = clock_us() + SCREEN_MS * 1000;
}

/* ### events of a runner */

/* The slots in use; the caller frees the pairings and the list. */
static struct screen_layout_slot *list_matches(const struct runner *runner,
					       int *count)
{
	const struct tournament *tournament = &runner->record->tournament;
	struct screen_layout_slot *list = memory_new((size_t)runner->jobs,
						     sizeof *list);

	*count = 0;
	for (int i = 0; i < runner->jobs; i++) {
		const struct runner_slot *slot = &runner->slot[i];
		struct text pairing = {0};

		if (slot->match == 0)
			continue;
		match_label_pairing(tournament, contest_match(
			&tournament->contest, slot->match), &pairing);
		text_byte(&pairing, '\0');
		list[(*count)++] =
			(struct screen_layout_slot){ .core = slot->core,
						     .match = slot->match,
						     .games = slot->games,
						     .of = slot->of,
						     .pairing = pairing.bytes };
	}
	return list;
}

static void draw(struct screen *screen, const struct runner *runner)
{
	int count;
	struct screen_layout_slot *list = list_matches(runner, &count);
	const struct watch_progress progress = {
		.counts = runner->counts,
		.passed = (double)(clock_us() - runner->began_us) / 1e6,
		.slot = list, .slots = count,
		.notice = screen->notice.length > 0 ?
			text_string(&screen->notice) : NULL };

	screen_draw(screen, &progress);
	for (int i = 0; i < count; i++)
		free(list[i].pairing);
	free(list);
}

static void trouble(struct screen *screen, const struct run_event *event,
		    const char *what)
{
	struct text line = {0};

	text_printf(&line, "match %u: %s%s%s", event->fixture->number, what,
		    event->why != NULL ? ": " : "",
		    event->why != NULL ? event->why : "");
	watch_state_trouble(&screen->state, text_string(&line));
	text_release(&line);
}

void screen_report(void *context, const struct run_event *event)
{
	struct screen *screen = context;

	switch (event->type) {
	case RUN_RESULT:
		watch_state_match_ended(&screen->state, event->fixture->number);
		break;
	case RUN_AGAIN:
		trouble(screen, event, "resumed from its log");
		break;
	case RUN_VOID:
		trouble(screen, event, "void, played again on the same dice");
		break;
	case RUN_WARNING:
		watch_state_trouble(&screen->state, event->why);
		break;
	case RUN_STOPPING:
		text_printf(&screen->notice, "stopping after the games in play%s%s",
			    event->why != NULL ? ": " :
			    "; press again to stop now",
			    event->why != NULL ? event->why : "");
		screen->next = 0;
		break;
	default:
		break;
	}
	if (clock_us() >= screen->next)
		draw(screen, event->runner);
}

void screen_close(struct screen *screen)
{
	terminal_close(&screen->terminal);
	watch_state_release(&screen->state);
	text_release(&screen->lines);
	text_release(&screen->notice);
}
