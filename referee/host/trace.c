/*
 * trace.c - a separate file that records every line in both directions.
 */
#include "host/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"

enum {
	PIECE_MAX = 65536,
	HELD_MAX = 65536,       /* bytes in each half of the held lines */
	ERRORS_MAX = 65536,
	SHORT_LINES = 65536     /* bytes reserved for faults alone */
};

/* Precedes the bytes of a line that is held. */
struct held_line {
	int64_t us;
	uint32_t game;
	int seat;
	enum trace_kind kind;
	size_t size;
};

void trace_release(struct trace *trace)
{
	if (trace->fd >= 0)
		close(trace->fd);
	text_release(&trace->line.out);
	text_release(&trace->held[0]);
	text_release(&trace->held[1]);
	*trace = (struct trace){ .fd = -1 };
}

/* How every line begins. */
static const char line_start[] = "{\"us\":";

int trace_may_replace(const char *path, struct error *err)
{
	char found[sizeof line_start - 1];
	struct stat status;
	ssize_t size;
	OWNED(file) int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC |
				  O_NOCTTY);

	if (fd < 0)
		return errno == EACCES ?
			error_set(err, "%s exists already and cannot be read, "
				  "so it is not overwritten", path) : 0;
	size = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ?
		read(fd, found, sizeof found) : 0;
	/* After a power failure a trace may have zeroes. */
	return size <= 0 || found[0] == '\0' ||
		memcmp(found, line_start, (size_t)size) == 0 ? 0 :
		error_set(err, "%s exists already and is not a trace, so it is "
			  "not overwritten", path);
}

int trace_open(struct trace *trace, const char *path, struct error *err)
{
	*trace = (struct trace){ .fd = -1, .path = path,
				 .start_us = clock_us() };
	if (trace_may_replace(path, err) != 0)
		return -1;
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
	return trace->fd < 0 || trace->only_faults ? 0 :
		file_show(trace->fd, trace->path, err);
}

void trace_open_faults(struct trace *trace, const char *path, size_t most)
{
	*trace = (struct trace){ .fd = -1, .path = path, .most = most,
		.start_us = clock_us(), .only_faults = true };
}

static void give_up(struct trace *trace)
{
	printable_line(stderr, "warning: the trace %s ends here: %s",
		       trace->path, strerror(errno));
	if (trace->fd >= 0)
		close(trace->fd);
	trace->fd = -1;
	trace->only_faults = false;
}

/* ### lines */

static void put_text(struct json_writer *w, const char *bytes, size_t size)
{
	static const char replacement[] = "\xef\xbf\xbd";
	OWNED(text) struct text clean = {0};
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
}

static void begin_line(struct json_writer *w, int64_t us, uint32_t game,
		       int seat)
{
	json_open(w, '{');
	json_put_int(w, "us", us);
	json_put_int(w, "game", game);
	json_put_int(w, "seat", seat);
}

static void put_line(struct json_writer *w, const struct held_line *line,
		     const char *bytes)
{
	static const char *const keys[] = { "to", "from", "stderr", "say",
		"note", "end" };

	begin_line(w, line->us, line->game, line->seat);
	json_key(w, keys[line->kind]);
	put_text(w, bytes, line->size);
	json_close_line(w);
}

static void write_lines(struct trace *trace)
{
	const struct text *out = &trace->line.out;

	if (file_write_all(trace->fd, out->bytes, out->length) != 0)
		give_up(trace);
}

/* ### a trace of faults */

static void hold(struct trace *trace, const struct held_line *line,
		 const char *bytes)
{
	struct text *newer = &trace->held[1];

	if (newer->length > 0 &&
	    newer->length + sizeof *line + line->size > HELD_MAX) {
		const struct text older = trace->held[0];

		trace->held[0] = *newer;
		*newer = older;
		text_clear(newer);
	}
	text_append(newer, line, sizeof *line);
	text_append(newer, bytes, line->size);
}

static void put_held(struct trace *trace)
{
	struct held_line line;

	for (int half = 0; half < 2; half++) {
		struct text *held = &trace->held[half];

		for (size_t at = 0; at < held->length;
		     at += sizeof line + line.size) {
			memcpy(&line, held->bytes + at, sizeof line);
			put_line(&trace->line, &line,
				 held->bytes + at + sizeof line);
		}
		text_clear(held);
	}
}

/* ### adding */

static bool is_kept(const struct trace *trace)
{
	return trace != NULL && (trace->fd >= 0 || trace->only_faults);
}

void trace_add(struct trace *trace, uint32_t game, int seat,
	       enum trace_kind kind, const char *bytes, size_t size)
{
	struct held_line line = { .game = game, .seat = seat, .kind = kind,
		.size = size < PIECE_MAX ? size : PIECE_MAX };

	if (!is_kept(trace))
		return;
	line.us = clock_us() - trace->start_us;
	if (trace->only_faults) {
		hold(trace, &line, bytes);
		return;
	}
	json_clear(&trace->line);
	put_line(&trace->line, &line, bytes);
	write_lines(trace);
}

static void put_evidence(struct json_writer *w, const char *key,
			 const struct text *text)
{
	const size_t size = text == NULL ? 0 : text->length < ERRORS_MAX ?
		text->length : ERRORS_MAX;

	if (size == 0)
		return;
	json_key(w, key);
	put_text(w, text->bytes + text->length - size, size);
}

/* `whole`: also the line that the bot was asked and what it wrote. */
static void put_fault(struct trace *trace, const struct trace_fault *fault,
		      bool whole)
{
	struct json_writer *w = &trace->line;

	begin_line(w, clock_us() - trace->start_us, fault->game, fault->seat);
	json_put_word(w, "fault", fault_words[fault->fault]);
	if (fault->suspect)
		json_put_bool(w, "suspect", true);
	json_put_int(w, "entrant", fault->entrant);
	json_key(w, "why");
	put_text(w, fault->why, strlen(fault->why));
	put_evidence(w, "times", fault->times);
	if (whole) {
		put_evidence(w, "asked", fault->question);
		put_evidence(w, "came", fault->came);
		put_evidence(w, "stderr", fault->last_errors);
	}
	json_close_line(w);
}

void trace_fault(struct trace *trace, const struct trace_fault *fault)
{
	struct json_writer *w;
	size_t room;

	if (!is_kept(trace))
		return;
	/* An earlier run of the match may have created it. */
	if (trace->only_faults && trace->fd < 0)
		trace->fd = file_open_lines(trace->path, 0600, &trace->size);
	if (trace->fd < 0) {
		give_up(trace);
		return;
	}
	w = &trace->line;
	json_clear(w);
	put_held(trace);
	put_fault(trace, fault, true);
	/* If there is no room, drops the held lines first, then the question
	   and the error output. */
	room = !trace->only_faults ? SIZE_MAX :
		trace->size + SHORT_LINES < trace->most ?
		trace->most - SHORT_LINES - trace->size : 0;
	for (int less = 0; less < 2 && w->out.length > room; less++) {
		json_clear(w);
		put_fault(trace, fault, less == 0);
	}
	trace->size += trace->only_faults ? w->out.length : 0;
	write_lines(trace);
}
