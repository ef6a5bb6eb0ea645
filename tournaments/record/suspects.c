/*
 * suspects.c - suspects.jsonl: the time faults of a tournament for which the
 * machine may be to blame.
 *
 * A referee marks them in the trace of its match before they are in the log,
 * and they are in this file before the book has the match, so that none is lost
 * when a process is killed.
 */
#define _GNU_SOURCE
#include "tournaments/record/suspects.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_schema.h"
#include "tournaments/record/tournament_folder.h"

static const size_t file_most = (size_t)1 << 30;        /* bytes */

/* A line of the file. */
struct suspect_line {
	uint32_t match, game;
	const char *entrant;
};
static const struct json_field line_fields[] = {
	{ "match", JSON_INTEGER, JSON_IN(struct suspect_line, match),
	  .min = 1, .max = MATCHES_MAX },
	{ "game", JSON_INTEGER, JSON_IN(struct suspect_line, game), .min = 1,
	  .max = UINT32_MAX },
	{ "entrant", JSON_TEXT, JSON_IN(struct suspect_line, entrant) },
	{ 0 }
};

/* What a referee writes: `entrant` is the place in the match, from 0. */
struct suspect_found {
	uint32_t game;
	int entrant;
};
static const struct json_field found_fields[] = {
	{ "game", JSON_INTEGER, JSON_IN(struct suspect_found, game), .min = 1,
	  .max = UINT32_MAX },
	{ "entrant", JSON_INTEGER, JSON_IN(struct suspect_found, entrant),
	  .min = 0, .max = GAME_SEATS_MAX - 1 },
	{ 0 }
};

static void mark(struct record *record, uint32_t number, uint32_t game,
		 int entrant)
{
	struct book_match *match = &record->book.match[number - 1];

	for (uint32_t i = 0; i < match->faults; i++)
		/* Of a start only the trace knows whether it was too late. */
		if (match->fault[i].game == game &&
		    match->fault[i].entrant == entrant &&
		    match->fault[i].fault == FAULT_TIMEOUT)
			match->fault[i].suspect = true;
}

/* ### reading */

static void take(struct record *record, const struct suspect_line *line)
{
	const struct book_match *match = book_find(&record->book, line->match);

	for (int i = 0; match != NULL && match->ended && i < match->seats; i++)
		if (strcmp(tournament_name(&record->tournament,
					   match->entrant[i]),
			   line->entrant) == 0)
			mark(record, line->match, line->game, i);
}

/* `place` is "FILE:LINE". */
static int read_line(struct record *record, const char *place,
		     const char *bytes, size_t size, struct error *err)
{
	OWNED(json_tree) cJSON *tree = json_read(bytes, size, 1, 0, err);
	struct json_at at = { .name = place, .index = -1, .value = tree };
	struct suspect_line line = {0};

	if (tree == NULL)
		return error_at(err, "%s", place);
	if (json_schema_read(&at, line_fields, &line, err) != 0)
		return -1;
	take(record, &line);
	return 0;
}

int suspects_mark(struct record *record, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, "suspects.jsonl");
	OWNED(text) struct text bytes = {0}, place = {0};
	unsigned long number = 0;
	size_t at = 0, size;
	const char *line;
	int result = 0;

	if (access(path, F_OK) == 0)
		result = file_read(&bytes, path, file_most, err);
	else if (errno != ENOENT)
		result = error_reading(err, "open", path);
	/* What follows the last LF is incomplete. */
	while (result == 0 && (line = text_next_line(&bytes, &at, &size)) != NULL) {
		text_clear(&place);
		text_printf(&place, "%s:%lu", path, ++number);
		result = read_line(record, text_string(&place), line, size,
				   err);
	}
	return result;
}

/* ### what a referee has found */

/* Calls `call` for each suspect.  Returns 0, or -1 with `err`. */
static int each_found(const struct fixture *fixture, const char *found,
		      size_t size,
		      void (*call)(void *context, const struct fixture *fixture,
				   const struct suspect_found *one),
		      void *context, struct error *err)
{
	OWNED(json_tree) cJSON *list = json_parse(found, size);
	const struct json_at at = { .name = "suspects", .index = -1,
				    .value = list };
	const cJSON *item;
	int i = 0, result = json_want_list(&at, 1, INT_MAX, err);

	cJSON_ArrayForEach(item, list) {
		struct json_at here = json_at_item(&at, i++, item);
		struct suspect_found one = {0};

		if (result == 0)
			result = json_schema_read(&here, found_fields, &one,
						  err);
		if (result == 0 && one.entrant >= fixture->seats)
			result = json_wrong(&here, err, "the match has %d "
					    "entrants", fixture->seats);
		if (result == 0)
			call(context, fixture, &one);
	}
	return result;
}

static void mark_one(void *context, const struct fixture *fixture,
		     const struct suspect_found *one)
{
	mark(context, fixture->number, one->game, one->entrant);
}

void suspects_mark_match(struct record *record, const struct fixture *fixture,
			 const char *found, size_t size)
{
	struct error ignored;

	each_found(fixture, found, size, mark_one, record, &ignored);
}

/* ### writing */

struct additions {
	const struct record *record;
	struct text old;        /* what is in the file */
	struct json_writer lines;
};

static void additions_release(struct additions *additions)
{
	text_release(&additions->old);
	json_writer_release(&additions->lines);
}

static void add_one(void *context, const struct fixture *fixture,
		    const struct suspect_found *one)
{
	struct additions *additions = context;
	const struct suspect_line line = {
		.match = fixture->number, .game = one->game,
		.entrant = tournament_name(&additions->record->tournament,
					   fixture->entrant[one->entrant]),
	};
	struct text *out = &additions->lines.out;
	size_t before = out->length;

	additions->lines.comma = false;
	json_schema_write(&additions->lines, line_fields, &line);
	text_byte(out, '\n');
	if (additions->old.length > 0 &&
	    memmem(additions->old.bytes, additions->old.length,
		   out->bytes + before, out->length - before) != NULL)
		out->length = before;
}

int suspects_add_sync(const struct record *record,
		      const struct fixture *fixture, const char *found,
		      size_t size, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, "suspects.jsonl");
	OWNED(additions) struct additions additions = { .record = record };
	const struct text *lines = &additions.lines.out;
	size_t old;
	OWNED(file) int fd = file_open_lines(path, 0644, &old);

	if (fd < 0)
		return error_set(err, "cannot open %s for writing: %s", path,
				 strerror(errno));
	if (file_read(&additions.old, path, file_most, err) != 0 ||
	    each_found(fixture, found, size, add_one, &additions, err) != 0)
		return -1;
	if (file_write_all(fd, lines->bytes, lines->length) != 0)
		return error_set(err, "cannot write %s: %s", path,
				 strerror(errno));
	return file_sync(fd, path, err) == 0 ?
		file_sync_folder(record->folder, err) : -1;
}

uint32_t suspects_count(const struct record *record)
{
	uint32_t count = 0;

	for (uint32_t n = 1; n <= record->book.matches; n++) {
		const struct book_match *match = book_find(&record->book, n);

		for (uint32_t i = 0; i < match->faults; i++)
			count += match->fault[i].suspect;
	}
	return count;
}
