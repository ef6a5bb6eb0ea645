/*
 * game_view.c - a match in play, move by move, in place of the tables.
 */
#define _GNU_SOURCE
#include "tournaments/watch/game_view.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/printable.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/runner.h"

enum {
	TAIL = 1 << 16,         /* more than fits a screen */
	PIPE = 1 << 20          /* more than is written during one frame */
};

/* The index of a match among those in play, or -1. */
static int find(const struct screen_layout_slot *slot, int slots,
		uint32_t match)
{
	for (int i = 0; i < slots; i++)
		if (slot[i].match == match)
			return i;
	return -1;
}

static void stop(struct game_view *view)
{
	if (view->child.pid == 0)
		return;
	kill(view->child.pid, SIGKILL);
	spawn_end(&view->child);
}

static void say(struct game_view *view, const char *text)
{
	text_clear(&view->tail);
	text_add(&view->tail, text);
	text_byte(&view->tail, '\n');
}

static void start(struct game_view *view, const char *folder,
		  const struct screen_layout_slot *slot)
{
	char *log = tournament_folder_log(folder, slot->match);
	char first[16];
	struct error err;

	if (view->referee == NULL)
		view->referee = runner_referee(&err);
	snprintf(first, sizeof first, "%u", slot->games + 1);
	if (view->referee == NULL) {
		say(view, err.text);
	} else {
		char *const argv[] = { view->referee, "replay", "--follow",
			"--game", first, "--", log, NULL };

		if (spawn_start(&view->child, argv, SPAWN_ERRORS_NULL,
				&err) != 0) {
			say(view, err.text);
		} else {
			fcntl(view->child.out, F_SETFL, O_NONBLOCK);
			fcntl(view->child.out, F_SETPIPE_SZ, PIPE);
		}
	}
	free(log);
}

/* Reads the output written so far; false at its end. */
static bool read_more(struct game_view *view)
{
	struct text *tail = &view->tail;
	size_t passed;
	ssize_t got;

	do {
		text_reserve(tail, TAIL);
		got = read(view->child.out, tail->bytes + tail->length, TAIL);
		if (got > 0)
			tail->length += (size_t)got;
		if (tail->length > 2 * TAIL) {
			passed = tail->length - TAIL;
			memmove(tail->bytes, tail->bytes + passed, TAIL);
			tail->length = TAIL;
		}
	} while (got > 0);
	return got < 0;
}

static void make_title(struct game_view *view,
		       const struct screen_layout_slot *slot)
{
	text_clear(&view->title);
	text_printf(&view->title, "match %u  %s  game %u of %u   (g: the next "
		    "match or the tables)", slot->match, slot->pairing,
		    slot->games + (slot->games < slot->of), slot->of);
}

void game_view_next(struct game_view *view,
		    const struct screen_layout_slot *slot, int slots)
{
	int next = view->match == 0 ? 0 :
		find(slot, slots, view->match) + 1;

	stop(view);
	text_clear(&view->tail);
	/* After the last match, and after one that is over, come the tables. */
	view->match = next < slots && (view->match == 0 || next > 0) ?
		slot[next].match : 0;
}

void game_view_update(struct game_view *view, const char *folder,
		      const struct screen_layout_slot *slot, int slots)
{
	int place = find(slot, slots, view->match);

	if (view->child.pid != 0 && !read_more(view))
		stop(view);
	/* The output of a match that is over stays until another match is in
	   play. */
	if (view->child.pid == 0 && place < 0 && slots > 0) {
		place = 0;
		view->match = slot[0].match;
		text_clear(&view->tail);
	}
	if (place < 0)
		return;
	make_title(view, &slot[place]);
	if (view->child.pid == 0)
		start(view, folder, &slot[place]);
}

/* Where the last `count` lines begin. */
static size_t last_lines(const struct text *text, int count)
{
	size_t at = text->length;

	while (at > 0 && (at == text->length || text->bytes[at - 1] != '\n' ||
			  --count > 0))
		at--;
	return at;
}

void game_view_lines(struct game_view *view, const struct screen_size *size,
		     struct text *out)
{
	const char *tail = text_string(&view->tail);
	size_t at = last_lines(&view->tail, size->rows - 1);
	struct text line = {0};

	printable_fit(out, text_string(&view->title), size->columns);
	text_byte(out, '\n');
	while (at < view->tail.length) {
		size_t length = strcspn(tail + at, "\n");

		text_clear(&line);
		text_append(&line, tail + at, length);
		printable_fit(out, text_string(&line), size->columns);
		text_byte(out, '\n');
		at += length + 1;
	}
	text_release(&line);
}

void game_view_close(struct game_view *view)
{
	stop(view);
	text_release(&view->title);
	text_release(&view->tail);
	free(view->referee);
	*view = (struct game_view){0};
}
