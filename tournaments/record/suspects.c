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
static const struct json_field suspect_fields[] = {
	{ "game", JSON_INTEGER, JSON_IN(struct suspect_found, game), .min = 1,
	  .max = UINT32_MAX },
	{ "entrant", JSON_INTEGER, JSON_IN(struct suspect_found, entrant),
	  .min = 0, .max = GAME_SEATS_MAX - 1 },
	{ 0 }
};
struct suspect_list {
	struct suspect_found *list;
	int count;
};
static const struct json_field found_fields[] = {
	{ "suspects", JSON_LIST, JSON_ITEMS(struct suspect_list, list, count),
	  .min = 1, .max = INT_MAX, .fields = suspect_fields },
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
	while (result == 0 &&
	       (line = text_next_line(&bytes, &at, &size)) != NULL) {
		text_clear(&place);
		text_printf(&place, "%s:%lu", path, ++number);
		result = read_line(record, text_string(&place), line, size,
				   err);
	}
	return result;
}

/* ### what a referee has found */

static void suspect_list_release(struct suspect_list *found)
{
	free(found->list);
}

static int read_found(struct suspect_list *found,
		      const struct fixture *fixture, const char *list,
		      size_t size, struct error *err)
{
	OWNED(text) struct text object = {0};
	OWNED(json_tree) cJSON *tree = NULL;
	struct json_at at = { .name = "the referee's result", .index = -1 };

	text_printf(&object, "{\"suspects\":%.*s}", (int)size, list);
	at.value = tree = json_parse(object.bytes, object.length);
	if (json_schema_read(&at, found_fields, found, err) != 0)
		return -1;
	for (int i = 0; i < found->count; i++)
		if (found->list[i].entrant >= fixture->seats)
			return json_wrong(&at, err, "suspects: the match has "
					  "%d entrants", fixture->seats);
	return 0;
}

void suspects_mark_match(struct record *record, const struct fixture *fixture,
			 const char *list, size_t size)
{
	OWNED(suspect_list) struct suspect_list found = {0};
	struct error ignored;

	if (read_found(&found, fixture, list, size, &ignored) == 0)
		for (int i = 0; i < found.count; i++)
			mark(record, fixture->number, found.list[i].game,
			     found.list[i].entrant);
}

/* ### writing */

/* Appends the line of a suspect unless `old`, the file, has it. */
static void add_line(const struct record *record,
		     const struct fixture *fixture,
		     const struct suspect_found *found, const struct text *old,
		     struct text *out)
{
	const struct suspect_line line = {
		.match = fixture->number, .game = found->game,
		.entrant = tournament_name(&record->tournament,
					   fixture->entrant[found->entrant]),
	};
	OWNED(json_writer) struct json_writer w = {0};

	json_schema_write(&w, line_fields, &line);
	text_byte(&w.out, '\n');
	if (old->length == 0 || memmem(old->bytes, old->length, w.out.bytes,
				       w.out.length) == NULL)
		text_append(out, w.out.bytes, w.out.length);
}

int suspects_add_sync(const struct record *record,
		      const struct fixture *fixture, const char *list,
		      size_t size, struct error *err)
{
	AUTOFREE char *path = path_from(record->folder, "suspects.jsonl");
	OWNED(suspect_list) struct suspect_list found = {0};
	OWNED(text) struct text old = {0}, lines = {0};
	size_t before;
	OWNED(file) int fd = file_open_lines(path, 0644, &before);

	if (fd < 0)
		return error_set(err, "cannot open %s for writing: %s", path,
				 strerror(errno));
	if (file_read(&old, path, file_most, err) != 0 ||
	    read_found(&found, fixture, list, size, err) != 0)
		return -1;
	for (int i = 0; i < found.count; i++)
		add_line(record, fixture, &found.list[i], &old, &lines);
	if (file_write_all(fd, lines.bytes, lines.length) != 0)
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
