/*
 * trace.c - the side file that records every line both ways.
 */
#include "host/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/utf8.h"

enum { PIECE_MAX = 65536 };

void trace_release(struct trace *trace)
{
	if (trace->fd >= 0)
		close(trace->fd);
	text_release(&trace->line.out);
	*trace = (struct trace){ .fd = -1 };
}

int trace_open(struct trace *trace, const char *path, struct error *err)
{
	*trace = (struct trace){ .path = path, .start_us = clock_us() };
	trace->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (trace->fd < 0)
		return error_set(err, "cannot write the trace %s: %s", path,
				 strerror(errno));
	if (file_hide(trace->fd, path, err) == 0)
		return 0;
	trace_release(trace);
	return -1;
}

int trace_show(const struct trace *trace, struct error *err)
{
	return trace->fd < 0 ? 0 : file_show(trace->fd, trace->path, err);
}

static void give_up(struct trace *trace)
{
	printable_line(stderr, "warning: the trace %s ends here: %s",
		       trace->path, strerror(errno));
	close(trace->fd);
	trace->fd = -1;
}

static void put_text(struct json_writer *w, const char *bytes, size_t size)
{
	static const char replacement[] = "\xef\xbf\xbd";
	struct text clean = {0};
	size_t i = 0;

	while (i < size) {
		int length = utf8_size(bytes + i, bytes + size);

		if (length == 0 || bytes[i] == '\0')
			text_append(&clean, replacement, 3);
		else
			text_append(&clean, bytes + i, (size_t)length);
		i += length > 0 ? (size_t)length : 1;
	}
	json_string_bytes(w, clean.bytes, clean.length);
	text_release(&clean);
}

void trace_add(struct trace *trace, uint32_t game, int seat,
	       enum trace_kind kind, const char *bytes, size_t size)
{
	static const char *const keys[] = { "to", "from", "stderr", "say",
		"note" };
	struct json_writer *w;

	if (trace == NULL || trace->fd < 0)
		return;
	w = &trace->line;
	json_clear(w);
	json_open(w, '{');
	json_put_int(w, "us", clock_us() - trace->start_us);
	json_put_int(w, "game", game);
	json_put_int(w, "seat", seat);
	json_key(w, keys[kind]);
	put_text(w, bytes, size < PIECE_MAX ? size : PIECE_MAX);
	json_close(w, '}');
	text_byte(&w->out, '\n');
	if (file_write_all(trace->fd, w->out.bytes, w->out.length) != 0)
		give_up(trace);
}
