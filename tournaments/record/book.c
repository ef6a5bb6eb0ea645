/*
 * book.c - reads the record of a tournament strictly, and adds lines to it.
 */
#include "tournaments/record/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "base/memory.h"
#include "fair/entrant.h"
#include "fair/sha256.h"

enum { DEPTH_MAX = 8 };

static const long long book_most = 1LL << 34;   /* bytes */

/* ### what each line has */

static const struct json_field a_reveal = { .type = JSON_HEX,
	JSON_GIVEN(struct dice_reveal, hash, given), .nullable = true };

#define IN(member) JSON_IN(struct book, member)

static const struct json_field open_fields[] = {
	JSON_ALWAYS("t", "open"),
	{ "v", JSON_INTEGER, .min = 1, .max = 1 },
	{ "manifest", JSON_HEX, IN(manifest) },
	{ "reveals", JSON_LIST, JSON_ITEMS(struct book, reveal, reveals),
	  .min = 0, .max = MANIFEST_LIST_MAX, .fields = &a_reveal },
	{ "beacon", JSON_HEX, JSON_GIVEN(struct book, beacon, has_beacon),
	  .nullable = true },
	{ "salt", JSON_HEX, IN(salt) },
	{ 0 }
};

struct start_line {
	uint32_t match;
	int entrant[GAME_SEATS_MAX];
	int entrants;
	uint32_t attempt;
};
static const struct json_field a_place = { .type = JSON_INTEGER,
	.size = sizeof(int), .min = 0, .max = MANIFEST_LIST_MAX - 1 };
static const struct json_field start_fields[] = {
	JSON_ALWAYS("t", "start"),
	{ "match", JSON_INTEGER, JSON_IN(struct start_line, match), .min = 1,
	  .max = MATCHES_MAX },
	{ "entrants", JSON_LIST,
	  JSON_ITEMS(struct start_line, entrant, entrants), .array = true,
	  .min = 2, .max = GAME_SEATS_MAX, .fields = &a_place },
	{ "attempt", JSON_INTEGER, JSON_IN(struct start_line, attempt),
	  .min = 1, .max = UINT32_MAX },
	{ 0 }
};

struct end_line {
	uint32_t match;
	struct hash log;
	struct book_fault *fault;
	uint32_t faults;
};
static const struct json_field fault_fields[] = {
	{ "game", JSON_INTEGER, JSON_IN(struct book_fault, game), .min = 1,
	  .max = UINT32_MAX },
	{ "entrant", JSON_INTEGER, JSON_IN(struct book_fault, entrant),
	  .min = 0, .max = GAME_SEATS_MAX - 1 },
	{ "fault", JSON_WORD, JSON_IN(struct book_fault, fault),
	  .min = FAULT_START, .words = fault_words + FAULT_START },
	{ 0 }
};
static const struct json_field end_fields[] = {
	JSON_ALWAYS("t", "end"),
	{ "match", JSON_INTEGER, JSON_IN(struct end_line, match), .min = 1,
	  .max = MATCHES_MAX },
	{ "log", JSON_HEX, JSON_IN(struct end_line, log) },
	{ .key = "ranks", .type = JSON_ANY },
	{ "faults", JSON_LIST, JSON_ITEMS(struct end_line, fault, faults),
	  .min = 0, .max = CONTEST_BOARDS_MAX * GAME_SEATS_MAX,
	  .fields = fault_fields },
	{ 0 }
};

struct void_line {
	uint32_t match;
	const char *why;
	bool has_log;
	struct hash log;
};
static const struct json_field void_fields[] = {
	JSON_ALWAYS("t", "void"),
	{ "match", JSON_INTEGER, JSON_IN(struct void_line, match), .min = 1,
	  .max = MATCHES_MAX },
	{ "why", JSON_TEXT, JSON_IN(struct void_line, why) },
	{ "log", JSON_HEX, JSON_GIVEN(struct void_line, log, has_log),
	  .nullable = true },
	{ 0 }
};

#define CHANGE(member) JSON_IN(struct book_change, member)

static const struct json_field enter_fields[] = {
	JSON_ALWAYS("t", "enter"),
	{ "round", JSON_INTEGER, CHANGE(round), .min = 1, .max = MATCHES_MAX },
	{ "entrant", JSON_OBJECT, CHANGE(who) },
	{ "sig", JSON_HEX, CHANGE(signature) },
	{ 0 }
};
static const struct json_field withdraw_fields[] = {
	JSON_ALWAYS("t", "withdraw"),
	{ "round", JSON_INTEGER, CHANGE(round), .min = 1, .max = MATCHES_MAX },
	{ "entrant", JSON_INTEGER, CHANGE(entrant), .min = 0,
	  .max = MANIFEST_LIST_MAX - 1 },
	{ "sig", JSON_HEX, CHANGE(signature) },
	{ 0 }
};

static const struct json_field close_fields[] = {
	JSON_ALWAYS("t", "close"),
	{ "secret", JSON_HEX, IN(secret) },
	{ 0 }
};

/* ### matches */

const struct book_match *book_find(const struct book *book, uint32_t number)
{
	if (number == 0 || number > book->matches)
		return NULL;
	return &book->match[number - 1];
}

bool book_has_fault(const struct book_match *match, uint32_t first,
		    uint32_t last)
{
	for (uint32_t i = 0; i < match->faults; i++)
		if (match->fault[i].game >= first &&
		    match->fault[i].game <= last)
			return true;
	return false;
}

static struct book_match *make_match(struct book *book, uint32_t number)
{
	ARRAY_GROW(book->match, book->room, number);
	if (number > book->matches)
		book->matches = number;
	return &book->match[number - 1];
}

void book_keep(struct book *book, uint32_t matches)
{
	book->kept = true;
	if (matches > book->matches)
		make_match(book, matches);
}

/* A match that is being played: started, and neither ended nor void since. */
static int want_playing(struct book *book, const struct json_at *at,
			uint32_t number, struct book_match **match,
			struct error *err)
{
	struct json_at here = json_at_key(at, "match");

	if (number > book->matches || !book->match[number - 1].started)
		return json_wrong(&here, err, "match %u was not started",
				  number);
	*match = &book->match[number - 1];
	if ((*match)->ended)
		return json_wrong(&here, err, "match %u has ended already, in "
				  "line %u", number, (*match)->end_line);
	return 0;
}

/* ### the lines */

static int read_open(struct book *book, const struct json_at *at,
		     struct error *err)
{
	if (book->lines != 1)
		return json_wrong(at, err, "\"open\" may only be the first "
				  "line of a book");
	if (json_schema_read(at, open_fields, book, err) != 0)
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
	struct start_line line = {0};
	struct book_match *made;

	if (json_schema_read(at, start_fields, &line, err) != 0)
		return -1;
	/* Otherwise one edited number could take all memory. */
	if (line.match > book->matches + 1)
		return json_wrong(&number, err, "expected at most %u, as "
				  "matches are started in the order of their "
				  "numbers, found %u", book->matches + 1,
				  line.match);
	made = make_match(book, line.match);
	if (made->started)
		return json_wrong(&number, err, "match %u was started "
				  "already, in line %u, and is not void",
				  line.match, made->start_line);
	if (line.attempt != made->voids + 1)
		return json_wrong(&attempt, err, "expected %u, one more than "
				  "the void attempts, found %u",
				  made->voids + 1, line.attempt);
	if (made->voids > 0 && (made->seats != line.entrants ||
	    memcmp(made->entrant, line.entrant, (size_t)made->seats *
		   sizeof *line.entrant) != 0))
		return json_wrong(&entrants, err, "the first attempt had other "
				  "entrants");
	made->started = true;
	made->start_line = book->lines;
	if (made->voids > 0)
		return 0;
	made->seats = line.entrants;
	made->entrant = arena_new(&book->arena, (size_t)made->seats,
				  sizeof *made->entrant);
	memcpy(made->entrant, line.entrant, (size_t)made->seats *
	       sizeof *made->entrant);
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

static int read_ranks(struct book *book, struct book_match *match,
		      const struct json_at *at, struct error *err)
{
	struct json_at ranks = json_at_key(at, "ranks");
	const cJSON *row;
	int game = 0;

	if (json_want_list(&ranks, 1, CONTEST_BOARDS_MAX * GAME_SEATS_MAX,
			   err) != 0)
		return -1;
	match->games = (uint32_t)cJSON_GetArraySize(ranks.value);
	match->rank = arena_new(&book->arena, (size_t)match->games *
				(size_t)match->seats, 1);
	cJSON_ArrayForEach(row, ranks.value) {
		struct json_at here = json_at_item(&ranks, game, row);

		if (read_row(&here, match->seats, match->rank +
			     (size_t)game * (size_t)match->seats, err) != 0)
			return -1;
		game++;
	}
	return 0;
}

/* Checks that faults are of the match's games and seats. */
static int check_faults(const struct book_match *match,
			const struct json_at *at, struct error *err)
{
	struct json_at faults = json_at_key(at, "faults");
	const cJSON *item;
	long long number;
	int i = 0;

	cJSON_ArrayForEach(item, faults.value) {
		struct json_at here = json_at_item(&faults, i++, item);
		struct json_at game = json_at_key(&here, "game");
		struct json_at entrant = json_at_key(&here, "entrant");

		if (json_want_int(&game, 1, match->games, &number, err) != 0 ||
		    json_want_int(&entrant, 0, match->seats - 1, &number,
				  err) != 0)
			return -1;
	}
	return 0;
}

static int read_end(struct book *book, const struct json_at *at,
		    struct error *err)
{
	struct end_line line = {0};
	struct book_match *match;

	if (json_schema_read(at, end_fields, &line, err) != 0 ||
	    want_playing(book, at, line.match, &match, err) != 0) {
		free(line.fault);
		return -1;
	}
	free(match->fault);
	match->fault = line.fault;
	match->faults = line.faults;
	if (match->faults == 0) {
		free(match->fault);
		match->fault = NULL;
	}
	if (read_ranks(book, match, at, err) != 0 ||
	    check_faults(match, at, err) != 0)
		return -1;
	match->log = line.log;
	match->ended = true;
	match->end_line = book->lines;
	return 0;
}

static int read_void(struct book *book, const struct json_at *at,
		     struct error *err)
{
	struct void_line line = {0};
	struct book_void *spoilt;
	struct book_match *match;

	if (json_schema_read(at, void_fields, &line, err) != 0 ||
	    want_playing(book, at, line.match, &match, err) != 0)
		return -1;
	spoilt = memory_new((size_t)match->voids + 1, sizeof *spoilt);
	if (match->voids > 0)
		memcpy(spoilt, match->spoilt, match->voids * sizeof *spoilt);
	free(match->spoilt);
	match->spoilt = spoilt;
	spoilt[match->voids++] = (struct book_void){ memory_copy(line.why),
		line.has_log, line.log };
	match->started = false;
	return 0;
}

static int read_change(struct book *book, const struct json_at *at,
		       const struct json_field *fields, struct error *err)
{
	struct book_change change = { .line = book->lines,
		.begun = book->matches };

	if (json_schema_read(at, fields, &change, err) != 0)
		return -1;
	if (change.who != NULL)
		change.who = cJSON_Duplicate(change.who, true);
	ARRAY_GROW(book->change, book->changes_room, book->changes + 1);
	book->change[book->changes++] = change;
	return 0;
}

static int read_enter(struct book *book, const struct json_at *at,
		      struct error *err)
{
	return read_change(book, at, enter_fields, err);
}

static int read_withdraw(struct book *book, const struct json_at *at,
			 struct error *err)
{
	return read_change(book, at, withdraw_fields, err);
}

static int read_close(struct book *book, const struct json_at *at,
		      struct error *err)
{
	if (json_schema_read(at, close_fields, book, err) != 0)
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
	{ "void", read_void }, { "enter", read_enter },
	{ "withdraw", read_withdraw }, { "close", read_close },
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
			return json_wrong(at, err, "no entry may follow "
					  "\"close\"");
		if (!book->opened && i != 0)
			return json_wrong(at, err, "the first line of a book "
					  "is \"open\"");
		return lines[i].read(book, at, err);
	}
	return json_expected(&type, err, "open, start, end, void, enter, withdraw or "
			     "close");
}

int book_take(struct book *book, const char *line, size_t size,
	      struct error *err)
{
	OWNED(text) struct text place = {0};
	OWNED(json_tree) cJSON *tree = json_read(line, size, DEPTH_MAX, 0, err);
	struct json_at top = { .index = -1, .value = tree };

	text_printf(&place, "%s:%u", book->path, ++book->lines);
	top.name = text_string(&place);
	return tree == NULL ? error_at(err, "%s", top.name) :
		read_tree(book, &top, err);
}

int book_read(struct book *book, const char *path, struct error *err)
{
	AUTOFREE char *line = NULL;
	size_t room = 0;
	int fd, result = 0;
	ssize_t got;
	FILE *file;

	*book = (struct book){ .path = memory_copy(path) };
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return 0;
	book->there = true;
	if (file_bytes(path) > book_most)
		return error_set(err, "%s is too large: at most %lld bytes "
				 "are read", path, book_most);
	fd = file_open(path, err);
	if (fd < 0)
		return -1;
	file = fdopen(fd, "r");
	if (file == NULL)
		memory_exhausted();
	while (result == 0 && (got = getline(&line, &room, file)) > 0) {
		if (line[got - 1] != '\n') {
			book->torn = (size_t)got;
			continue;
		}
		book->size += (size_t)got;
		result = book_take(book, line, (size_t)got - 1, err);
	}
	if (ferror(file))
		result = error_reading(err, "read", path);
	fclose(file);
	return result;
}

/* ### the signatures of changes */

static const char sig_key[] = ",\"sig\":\"";

enum { SIG_SIZE = sizeof sig_key - 1 + SIGNATURE_HEX_SIZE + sizeof "\"}" - 1 };

/* Appends what is signed for a line, which follows the bytes hashed before. */
static void signed_text(const char *id, struct sha256 before, const char *line,
			size_t size, struct text *out)
{
	struct hash hash;

	sha256_add(&before, line, size - SIG_SIZE);
	sha256_end(&before, hash.bytes);
	text_printf(out, "rollcall entry\n%s\n%.*s\n", id, HASH_HEX_SIZE,
		    HASH_HEX(&hash));
}

static int check_change(const struct book *book,
			const struct book_change *change, const char *id,
			const struct hash *key, struct sha256 before,
			const char *line, size_t size, struct error *err)
{
	OWNED(text) struct text words = {0};

	if (size < SIG_SIZE || memcmp(line + size - SIG_SIZE, sig_key,
				      sizeof sig_key - 1) != 0)
		return error_set(err, "%s:%u: expected \"sig\" as the last "
				 "key", book->path, change->line);
	signed_text(id, before, line, size, &words);
	return crypto_sign_verify_detached(change->signature,
			(const unsigned char *)words.bytes, words.length,
			key->bytes) == 0 ? 0 :
		error_set(err, "%s:%u: \"sig\" is not the operator's "
			  "signature of this line and all before it",
			  book->path, change->line);
}

int book_check_changes(const struct book *book, const char *id,
		       const struct hash *key, struct error *err)
{
	OWNED(text) struct text bytes = {0};
	struct sha256 state;
	size_t at = 0, size, done = 0;
	uint32_t number = 0;
	const char *line;

	if (book->changes == 0)
		return 0;
	if (file_read(&bytes, book->path, SIZE_MAX / 2, err) != 0)
		return -1;
	sha256_start(&state);
	while (done < book->changes &&
	       (line = text_next_line(&bytes, &at, &size)) != NULL) {
		const struct book_change *change = &book->change[done];

		if (++number == change->line && ++done > 0 &&
		    check_change(book, change, id, key, state, line, size,
				 err) != 0)
			return -1;
		sha256_add(&state, line, size + 1);
	}
	return 0;
}

void book_release(struct book *book)
{
	for (size_t i = 0; i < book->changes; i++)
		cJSON_Delete(book->change[i].who);
	free(book->change);
	for (uint32_t i = 0; i < book->matches; i++) {
		struct book_match *match = &book->match[i];

		for (uint32_t v = 0; v < match->voids; v++)
			free(match->spoilt[v].why);
		free(match->spoilt);
		free(match->fault);
	}
	arena_release(&book->arena);
	if (book->fd > 0)
		close(book->fd);
	free(book->match);
	free(book->reveal);
	free(book->path);
	sodium_memzero(book, sizeof *book);
}

/* ### writing: a line is first read as any reader will read it, so that memory
   and file cannot differ and nothing from a referee reaches the file
   unchecked */

static int cut_torn(struct book *book, struct error *err)
{
	if (book->torn > 0 && ftruncate(book->fd, (off_t)book->size) != 0)
		return error_set(err, "cannot truncate %s before its torn last "
				 "line: %s", book->path, strerror(errno));
	book->torn = 0;
	return 0;
}

/* The name of the new file has to be on the disk, too. */
static int sync_folder(const struct book *book, struct error *err)
{
	AUTOFREE char *folder = path_folder(book->path);

	return file_sync_folder(folder, err);
}

int book_append(struct book *book, struct error *err)
{
	int fd = open(book->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	if (fd < 0)
		return error_set(err, "cannot open %s for writing: %s",
				 book->path, strerror(errno));
	book->fd = fd;
	if (!book->there && sync_folder(book, err) != 0)
		return -1;
	book->there = true;
	return cut_torn(book, err);
}

int book_sync(struct book *book, struct error *err)
{
	return fdatasync(book->fd) == 0 ? 0 :
		error_set(err, "cannot sync %s to disk: %s", book->path,
			  strerror(errno));
}

/* Writes a whole line, or leaves the file as it was. */
static int write_line(struct book *book, struct json_writer *w, bool sync,
		      struct error *err)
{
	struct error ignored;

	/* Lines of other matches may still follow one that failed. */
	if (cut_torn(book, err) != 0)
		return -1;
	text_byte(&w->out, '\n');
	if (lseek(book->fd, (off_t)book->size, SEEK_SET) < 0 ||
	    file_write_all(book->fd, w->out.bytes, w->out.length) != 0) {
		error_set(err, "cannot write %s: %s", book->path,
			  strerror(errno));
	} else if (!sync || book_sync(book, err) == 0) {
		book->size += w->out.length;
		return 0;
	}
	book->torn = w->out.length;
	cut_torn(book, &ignored);
	return -1;
}

/* Takes a finished line into memory and file. */
static int add_line(struct book *book, struct json_writer *w, bool sync,
		    struct error *err)
{
	int result = book_take(book, w->out.bytes, w->out.length, err);

	if (result == 0 && !book->kept)
		result = write_line(book, w, sync, err);
	text_release(&w->out);
	return result;
}

/* Takes a line of these fields into memory and file. */
static int add_fields(struct book *book, const struct json_field *fields,
		      const void *line, bool sync, struct error *err)
{
	struct json_writer w = {0};

	json_schema_write(&w, fields, line);
	return add_line(book, &w, sync, err);
}

int book_open_sync(struct book *book, const struct hash *manifest,
		   const struct dice_reveal *reveal, int reveals,
		   const struct hash *beacon, const struct hash *salt,
		   struct error *err)
{
	struct book line = { .manifest = *manifest, .salt = *salt,
		.reveal = (struct dice_reveal *)reveal, .reveals = reveals,
		.has_beacon = beacon != NULL };

	if (beacon != NULL)
		line.beacon = *beacon;
	return add_fields(book, open_fields, &line, true, err);
}

/* Not synced: if the line is lost, the match is started again. */
int book_start(struct book *book, uint32_t number, const int *entrant,
	       int seats, struct error *err)
{
	const struct book_match *match = book_find(book, number);
	struct start_line line = { .match = number, .entrants = seats,
		.attempt = match == NULL ? 1 : match->voids + 1 };

	memcpy(line.entrant, entrant, (size_t)seats * sizeof *entrant);
	return add_fields(book, start_fields, &line, false, err);
}

int book_end(struct book *book, uint32_t number, const struct hash *log,
	     const char *result, size_t size, bool sync, struct error *err)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "t", "end");
	json_put_int(&w, "match", number);
	json_put_hash(&w, "log", log);
	text_byte(&w.out, ',');
	text_append(&w.out, result, size);
	json_close(&w, '}');
	return add_line(book, &w, sync, err);
}

int book_void_sync(struct book *book, uint32_t number, const char *why,
		   const struct hash *log, struct error *err)
{
	struct void_line line = { .match = number, .why = why,
		.has_log = log != NULL };

	if (log != NULL)
		line.log = *log;
	return add_fields(book, void_fields, &line, true, err);
}

int book_change_sync(struct book *book, const struct book_change *change,
		     const char *id, const struct signing_key *key,
		     struct error *err)
{
	const struct json_field *fields = change->who != NULL ? enter_fields :
		withdraw_fields;
	OWNED(text) struct text bytes = {0}, words = {0};
	OWNED(json_writer) struct json_writer w = {0};
	struct book_change made = *change;
	struct sha256 state;

	if (file_read(&bytes, book->path, SIZE_MAX / 2, err) != 0)
		return -1;
	sha256_start(&state);
	sha256_add(&state, bytes.bytes, bytes.length);
	json_schema_write(&w, fields, &made);
	signed_text(id, state, w.out.bytes, w.out.length, &words);
	crypto_sign_detached(made.signature, NULL,
			     (const unsigned char *)words.bytes, words.length,
			     key->secret);
	return add_fields(book, fields, &made, true, err);
}

int book_close_sync(struct book *book, const struct hash *secret,
		    struct error *err)
{
	return add_fields(book, close_fields,
			  &(struct book){ .secret = *secret }, true, err);
}
