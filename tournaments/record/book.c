/*
 * book.c - reads the record of a tournament, line by line and strictly.
 */
#include "tournaments/record/book.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/array.h"
#include "base/file.h"
#include "fair/entrant.h"

enum { DEPTH_MAX = 8 };

static const size_t book_most = (size_t)1 << 34;        /* bytes */

static const char *const open_keys[] = { "t", "v", "manifest", "reveals",
	"beacon", "salt", NULL };
static const char *const start_keys[] = { "t", "match", "entrants", "attempt",
	NULL };
static const char *const end_keys[] = { "t", "match", "log", "ranks", "faults",
	NULL };
static const char *const fault_keys[] = { "game", "entrant", "fault", NULL };
static const char *const void_keys[] = { "t", "match", "why", "log", NULL };
static const char *const close_keys[] = { "t", "secret", NULL };

/* ### matches */

const struct book_match *book_find(const struct book *book, uint32_t number)
{
	if (number == 0 || number > book->matches)
		return NULL;
	return &book->match[number - 1];
}

static struct book_match *make_match(struct book *book, uint32_t number)
{
	ARRAY_GROW(book->match, book->room, number);
	if (number > book->matches)
		book->matches = number;
	return &book->match[number - 1];
}

/* A match that is being played: started, and neither ended nor void since. */
static int want_playing(struct book *book, const struct json_at *at,
			struct book_match **match, struct error *err)
{
	struct json_at number = json_at_key(at, "match");
	long long value;

	if (json_want_int(&number, 1, MATCHES_MAX, &value, err) != 0)
		return -1;
	if ((uint32_t)value > book->matches ||
	    !book->match[value - 1].started)
		return json_wrong(&number, err, "match %lld was not started",
				  value);
	*match = &book->match[value - 1];
	if ((*match)->ended)
		return json_wrong(&number, err, "match %lld has ended already, "
				  "in line %u", value, (*match)->end_line);
	return 0;
}

/* ### the lines */

static int read_reveals(struct book *book, const struct json_at *at,
			struct error *err)
{
	struct json_at reveals = json_at_key(at, "reveals");
	const cJSON *item;
	int i = 0;

	if (json_want_list(&reveals, 0, MANIFEST_LIST_MAX, err) != 0)
		return -1;
	book->reveals = cJSON_GetArraySize(reveals.value);
	book->reveal = memory_new((size_t)book->reveals + 1,
				  sizeof *book->reveal);
	book->revealed = memory_new((size_t)book->reveals + 1,
				    sizeof *book->revealed);
	cJSON_ArrayForEach(item, reveals.value) {
		struct json_at here = json_at_item(&reveals, i, item);

		book->revealed[i] = !cJSON_IsNull(item);
		if (book->revealed[i] &&
		    json_want_hash(&here, &book->reveal[i], err) != 0)
			return -1;
		i++;
	}
	return 0;
}

static int read_open(struct book *book, const struct json_at *at,
		     struct error *err)
{
	struct json_at version = json_at_key(at, "v");
	struct json_at manifest = json_at_key(at, "manifest");
	struct json_at beacon = json_at_key(at, "beacon");
	struct json_at salt = json_at_key(at, "salt");
	long long number;

	if (book->lines != 1)
		return json_wrong(at, err, "\"open\" is the first line of a "
				  "book and no other");
	if (json_want_object(at, open_keys, err) != 0 ||
	    json_want_int(&version, 1, 1, &number, err) != 0 ||
	    json_want_hash(&manifest, &book->manifest, err) != 0 ||
	    read_reveals(book, at, err) != 0)
		return -1;
	book->has_beacon = beacon.value == NULL || !cJSON_IsNull(beacon.value);
	if ((book->has_beacon &&
	     json_want_hash(&beacon, &book->beacon, err) != 0) ||
	    json_want_hash(&salt, &book->salt, err) != 0)
		return -1;
	book->opened = true;
	return 0;
}

static int read_start(struct book *book, const struct json_at *at,
		      struct error *err)
{
	struct json_at number = json_at_key(at, "match");
	struct json_at entrants = json_at_key(at, "entrants");
	struct json_at attempt = json_at_key(at, "attempt");
	int entrant[GAME_SEATS_MAX], seats = 0;
	long long match, tries, value;
	struct book_match *made;
	const cJSON *item;

	if (json_want_object(at, start_keys, err) != 0 ||
	    json_want_int(&number, 1, MATCHES_MAX, &match, err) != 0 ||
	    json_want_list(&entrants, 2, GAME_SEATS_MAX, err) != 0 ||
	    json_want_int(&attempt, 1, UINT32_MAX, &tries, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, entrants.value) {
		struct json_at here = json_at_item(&entrants, seats, item);

		if (json_want_int(&here, 0, MANIFEST_LIST_MAX - 1, &value,
				  err) != 0)
			return -1;
		entrant[seats++] = (int)value;
	}
	/* So that one edited number cannot ask for all the memory there is. */
	if (match > (long long)book->matches + 1)
		return json_wrong(&number, err, "expected at most %u, as "
				  "matches are started in the order of their "
				  "numbers, found %lld", book->matches + 1,
				  match);
	made = make_match(book, (uint32_t)match);
	if (made->started)
		return json_wrong(&number, err, "match %lld was started "
				  "already, in line %u, and is not void", match,
				  made->start_line);
	if (tries != (long long)made->voids + 1)
		return json_wrong(&attempt, err, "expected %u, 1 and a further "
				  "one for each void, found %lld",
				  made->voids + 1, tries);
	if (made->voids > 0 && (made->seats != seats ||
	    memcmp(made->entrant, entrant, (size_t)seats * sizeof *entrant)))
		return json_wrong(&entrants, err, "the first attempt had other "
				  "entrants");
	made->started = true;
	made->start_line = book->lines;
	made->seats = seats;
	memcpy(made->entrant, entrant, sizeof entrant);
	return 0;
}

static int read_row(const struct json_at *at, int seats, unsigned char *rank,
		    struct error *err)
{
	const cJSON *item;
	long long value;
	int i = 0;

	if (json_want_list(at, seats, seats, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		if (!json_is_int(item, 1, seats, &value)) {
			struct json_at here = json_at_item(at, i, item);

			return json_expected(&here, err, "a rank from 1 to %d",
					     seats);
		}
		rank[i++] = (unsigned char)value;
	}
	return 0;
}

static int read_ranks(struct book_match *match, const struct json_at *at,
		      struct error *err)
{
	struct json_at ranks = json_at_key(at, "ranks");
	const cJSON *row;
	int game = 0;

	if (json_want_list(&ranks, 1, LOG_BOARDS_MAX * GAME_SEATS_MAX,
			   err) != 0)
		return -1;
	match->games = (uint32_t)cJSON_GetArraySize(ranks.value);
	match->rank = memory_new((size_t)match->games * (size_t)match->seats,
				 1);
	cJSON_ArrayForEach(row, ranks.value) {
		struct json_at here = json_at_item(&ranks, game, row);

		if (read_row(&here, match->seats, match->rank +
			     (size_t)game * (size_t)match->seats, err) != 0)
			return -1;
		game++;
	}
	return 0;
}

static int read_fault(const struct book_match *match, const struct json_at *at,
		      struct book_fault *fault, struct error *err)
{
	struct json_at game = json_at_key(at, "game");
	struct json_at entrant = json_at_key(at, "entrant");
	struct json_at word = json_at_key(at, "fault");
	long long row, place;
	int kind;

	if (json_want_object(at, fault_keys, err) != 0 ||
	    json_want_int(&game, 1, match->games, &row, err) != 0 ||
	    json_want_int(&entrant, 0, match->seats - 1, &place, err) != 0 ||
	    json_want_word(&word, fault_words + FAULT_START, &kind, err) != 0)
		return -1;
	*fault = (struct book_fault){ .game = (uint32_t)row,
		.entrant = (int)place,
		.fault = (enum fault)(FAULT_START + kind) };
	return 0;
}

static int read_faults(struct book_match *match, const struct json_at *at,
		       struct error *err)
{
	struct json_at faults = json_at_key(at, "faults");
	const cJSON *item;
	int i = 0;

	if (json_want_list(&faults, 0, LOG_BOARDS_MAX * GAME_SEATS_MAX,
			   err) != 0)
		return -1;
	match->faults = (uint32_t)cJSON_GetArraySize(faults.value);
	match->fault = memory_new((size_t)match->faults + 1,
				  sizeof *match->fault);
	cJSON_ArrayForEach(item, faults.value) {
		struct json_at here = json_at_item(&faults, i, item);

		if (read_fault(match, &here, &match->fault[i++], err) != 0)
			return -1;
	}
	return 0;
}

static int read_end(struct book *book, const struct json_at *at,
		    struct error *err)
{
	struct json_at log = json_at_key(at, "log");
	struct book_match *match;

	if (json_want_object(at, end_keys, err) != 0 ||
	    want_playing(book, at, &match, err) != 0 ||
	    json_want_hash(&log, &match->log, err) != 0 ||
	    read_ranks(match, at, err) != 0 ||
	    read_faults(match, at, err) != 0)
		return -1;
	match->ended = true;
	match->end_line = book->lines;
	return 0;
}

static int read_void(struct book *book, const struct json_at *at,
		     struct error *err)
{
	struct json_at log = json_at_key(at, "log");
	struct json_at why = json_at_key(at, "why");
	struct book_void *spoilt;
	struct book_match *match;
	struct hash hash;
	const char *text;

	if (json_want_object(at, void_keys, err) != 0 ||
	    want_playing(book, at, &match, err) != 0 ||
	    json_want_string(&why, &text, err) != 0 ||
	    json_want_hash(&log, &hash, err) != 0)
		return -1;
	spoilt = memory_new((size_t)match->voids + 1, sizeof *spoilt);
	if (match->voids > 0)
		memcpy(spoilt, match->spoilt, match->voids * sizeof *spoilt);
	free(match->spoilt);
	match->spoilt = spoilt;
	spoilt[match->voids++] = (struct book_void){ memory_copy(text), hash };
	match->started = false;
	return 0;
}

static int read_close(struct book *book, const struct json_at *at,
		      struct error *err)
{
	struct json_at secret = json_at_key(at, "secret");

	if (json_want_object(at, close_keys, err) != 0 ||
	    json_want_hash(&secret, &book->secret, err) != 0)
		return -1;
	for (uint32_t i = 0; i < book->matches; i++)
		if (book->match[i].started && !book->match[i].ended)
			return json_wrong(at, err, "match %u has not ended: "
					  "the book cannot be closed", i + 1);
	book->closed = true;
	return 0;
}

static const struct {
	const char *word;
	int (*read)(struct book *book, const struct json_at *at,
		    struct error *err);
} lines[] = {
	{ "open", read_open }, { "start", read_start }, { "end", read_end },
	{ "void", read_void }, { "close", read_close },
};

enum { LINES = sizeof lines / sizeof *lines };

static int read_tree(struct book *book, const struct json_at *at,
		     struct error *err)
{
	struct json_at type = json_at_key(at, "t");

	for (int i = 0; i < LINES && cJSON_IsString(type.value); i++) {
		if (strcmp(lines[i].word, type.value->valuestring) != 0)
			continue;
		if (book->closed)
			return json_wrong(at, err, "nothing stands behind "
					  "\"close\"");
		if (!book->opened && i != 0)
			return json_wrong(at, err, "the first line of a book "
					  "is \"open\"");
		return lines[i].read(book, at, err);
	}
	return json_expected(&type, err, "open, start, end, void or close");
}

int book_take(struct book *book, const char *line, size_t size,
	      struct error *err)
{
	struct text place = {0};
	struct json_at top;
	cJSON *tree = NULL;
	int result = -1;

	book->lines++;
	text_printf(&place, "%s:%u", book->path, book->lines);
	top = (struct json_at){ .name = text_string(&place), .index = -1 };
	if (json_scan(line, size, DEPTH_MAX, 0, err) != 0) {
		error_at(err, "%s", top.name);
	} else {
		tree = json_parse(line, size);
		top.value = tree;
		result = read_tree(book, &top, err);
	}
	cJSON_Delete(tree);
	text_release(&place);
	return result;
}

int book_read(struct book *book, const char *path, struct error *err)
{
	struct text bytes = {0};
	size_t at = 0;
	int result = 0;

	*book = (struct book){ .path = memory_copy(path) };
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return 0;
	book->there = true;
	if (text_read_file(&bytes, path, book_most, err) != 0)
		result = -1;
	while (result == 0 && at < bytes.length) {
		const char *line = bytes.bytes + at;
		const char *end = memchr(line, '\n', bytes.length - at);

		if (end == NULL)
			break;
		result = book_take(book, line, (size_t)(end - line), err);
		at += (size_t)(end - line) + 1;
	}
	book->size = at;
	book->torn = bytes.length - at;
	text_release(&bytes);
	return result;
}

void book_release(struct book *book)
{
	for (uint32_t i = 0; i < book->matches; i++) {
		struct book_match *match = &book->match[i];

		for (uint32_t v = 0; v < match->voids; v++)
			free(match->spoilt[v].why);
		free(match->spoilt);
		free(match->rank);
		free(match->fault);
	}
	if (book->fd > 0)
		close(book->fd);
	free(book->match);
	free(book->reveal);
	free(book->revealed);
	free(book->path);
	sodium_memzero(book, sizeof *book);
}
