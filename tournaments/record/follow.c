/*
 * follow.c - follows a tournament that is being played: its book, the results
 * that shards commit, and the logs of the matches in play.
 */
#include "tournaments/record/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "fair/logline.h"
#include "tournaments/format/contest.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"

/* A chunk holds the longest line of a log. */
enum { CHUNK = LOG_LINE_MAX, LOCK_US = 1000000 };

void follow_report(const struct follow *follow, enum follow_event_type type,
		   const struct fixture *fixture, const char *why)
{
	if (follow->sink.report != NULL)
		follow->sink.report(follow->sink.context,
				    &(struct follow_event){ type, follow,
							    fixture, why });
}

/* ### the book */

/* Does a line of the book need to be taken?  With shards, matches are known
   from the shards; only all other lines are news. */
static bool is_news(const struct book *book, const char *line, size_t size)
{
	static const char *const known[] = { "{\"t\":\"start\"",
		"{\"t\":\"end\"", "{\"t\":\"void\"" };

	for (int i = 0; book->kept && book->opened && i < 3; i++)
		if (size >= strlen(known[i]) &&
		    memcmp(line, known[i], strlen(known[i])) == 0)
			return false;
	return true;
}

/* Takes the complete lines in `bytes`, which follow those taken before. */
static int take_book(struct book *book, const struct text *bytes,
		     struct error *err)
{
	size_t at = 0, size;
	const char *line;

	while ((line = text_next_line(bytes, &at, &size)) != NULL)
		if (is_news(book, line, size) &&
		    book_take(book, line, size, err) != 0)
			return -1;
	book->size += at;
	return 0;
}

static int read_book(struct book *book, struct error *err)
{
	int fd = open(book->path, O_RDONLY | O_CLOEXEC);
	OWNED(text) struct text bytes = {0};
	off_t at = (off_t)book->size;
	ssize_t got;

	if (fd < 0)
		return errno == ENOENT && !book->there ? 0 :
			error_set(err, "cannot open %s: %s", book->path,
				  strerror(errno));
	book->there = true;
	do {
		text_reserve(&bytes, CHUNK);
		got = pread(fd, bytes.bytes + bytes.length, CHUNK, at);
		if (got > 0) {
			bytes.length += (size_t)got;
			at += got;
		}
	} while (got > 0 || (got < 0 && errno == EINTR));
	close(fd);
	return got < 0 ? error_set(err, "cannot read %s: %s", book->path,
				     strerror(errno)) :
		take_book(book, &bytes, err);
}

/* Decides the matches that have ended since, and makes those that follow. */
static int decide(struct follow *follow, struct error *err)
{
	struct tournament *tournament = &follow->own.tournament;
	const struct book *book = &follow->own.book;
	struct fixtures *past = &tournament->contest.past;

	if (tournament_take_changes(tournament, book, err) != 0)
		return -1;
	do {
		for (size_t i = contest_open(&tournament->contest);
		     i < past->count; i++) {
			struct fixture *fixture = &past->list[i];
			const struct book_match *match =
				book_find(book, fixture->number);

			if (fixture->decided || match == NULL || !match->ended)
				continue;
			if (match->seats != fixture->seats)
				return error_set(err, "%s:%u: match %u is not "
						 "the one that is due",
						 book->path, match->start_line,
						 fixture->number);
			if (record_decide(&follow->own, fixture, err) != 0)
				return -1;
			follow_report(follow, FOLLOW_RESULT, fixture, NULL);
		}
	} while (contest_advance(&tournament->contest));
	return 0;
}

/* ### results committed by shards */

/* If the tournament is played in shards, matches are taken from them from now
   on. */
static void begin_shards(struct follow *follow)
{
	struct book *book = &follow->own.book;

	if (!book->kept && !book->closed &&
	    tournament_folder_is_sharded(follow->record->folder))
		book->kept = true;
}

/* Is the book open?  One without commitments and a beacon is opened here. */
static bool is_open(struct record *record)
{
	const struct manifest *manifest = &record->tournament.manifest;
	struct error ignored;

	return record->book.opened ||
		(tournament_salt_reveals(manifest) == 0 &&
		 manifest->beacon_source == NULL &&
		 record_open_book(record, NULL, NULL, &ignored) == 0);
}

/* Takes the committed results.  Skips incomplete ones, which `gather` refuses.
   True if any was taken. */
static bool take_commits(struct follow *follow)
{
	struct record *record = &follow->own;
	const struct contest *contest = &record->tournament.contest;
	bool taken = false;

	book_keep(&record->book, wave_last(contest));
	for (size_t i = contest_open(contest); i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		OWNED(commit_file) struct commit commit = {0};
		struct error ignored;

		if (fixture->decided)
			continue;
		if (commits_peek(record->folder, fixture->number, &commit) &&
		    is_open(record) &&
		    commits_enter(&record->book, fixture, &commit,
				  &ignored) == 0)
			taken = true;
	}
	return taken;
}

/* Takes results until there are none: the next wave may be committed too. */
static int look_at_shards(struct follow *follow, int64_t now,
			  struct error *err)
{
	const struct book *book = &follow->own.book;

	if (!book->kept || book->closed ||
	    (follow->shards > 0 && now - follow->shards < LOCK_US))
		return 0;
	follow->shards = now;
	while (take_commits(follow)) {
		follow->changed = now;
		if (decide(follow, err) != 0)
			return -1;
	}
	return 0;
}

/* ### the logs of the matches in play */

/* Reads a list of `count` numbers from `low` to `high`; false if it is none. */
static bool read_numbers(const cJSON *list, int count, int low, int high,
			 int *number)
{
	if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != count)
		return false;
	for (int i = 0; i < count; i++) {
		const cJSON *item = cJSON_GetArrayItem(list, i);

		if (!cJSON_IsNumber(item) || item->valueint < low ||
		    item->valueint > high)
			return false;
		number[i] = item->valueint;
	}
	return true;
}

static void take_line(struct follow_match *match, const struct contest *contest,
		      int seats, const char *line, size_t size)
{
	const enum logline_type type = logline_type_of(line, size);
	int rank[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
	struct error ignored;
	OWNED(json_tree) cJSON *tree = NULL;

	if (type != LINE_GAME && type != LINE_OVER)
		return;
	tree = json_read(line, size, LOG_DEPTH_MAX, 0, &ignored);
	if (type == LINE_GAME) {
		read_numbers(json_get(tree, "seats"), seats, 0, seats - 1,
			     match->place);
	} else if (read_numbers(json_get(tree, "ranks"), seats, 1, seats,
				rank)) {
		game_points(contest->result, seats, rank, points);
		for (int s = 0; s < seats; s++)
			match->points[match->place[s]] += points[s];
		match->games++;
	}
}

/* Takes the new complete lines of a log.  What cannot be read is skipped:
   faults in a log are reported by the auditor, not here. */
static void read_log(struct follow_match *match, const struct record *record,
		     int seats)
{
	AUTOFREE char *path =
		tournament_folder_match(record->folder, match->match, ".jsonl");
	struct error none;
	OWNED(file) int fd = file_open(path, &none);
	OWNED(text) struct text bytes = {0};
	size_t at, size;
	const char *line;

	text_reserve(&bytes, CHUNK);
	do {
		ssize_t got = fd < 0 ? 0 : pread(fd, bytes.bytes, CHUNK,
						 (off_t)match->offset);

		bytes.length = got > 0 ? (size_t)got : 0;
		at = 0;
		while ((line = text_next_line(&bytes, &at, &size)) != NULL)
			take_line(match, &record->tournament.contest, seats,
				  line, size);
		match->offset += at;
	} while (at > 0);
}

static struct follow_match find_match(const struct follow_match *list,
				      int count, uint32_t number,
				      uint32_t voids)
{
	for (int i = 0; i < count; i++)
		if (list[i].match == number && list[i].voids == voids)
			return list[i];
	return (struct follow_match){ .match = number, .voids = voids,
		.core = -1 };
}

void follow_matches(struct follow *follow)
{
	const struct record *record = follow->record;
	const struct contest *contest = &record->tournament.contest;
	AUTOFREE struct follow_match *before = follow->match;
	int count = follow->matches;
	size_t room = 0;

	follow->counts = game_counts_of(record);
	follow->match = NULL;
	follow->matches = 0;
	for (size_t i = contest_open(contest); i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		const struct book_match *known = book_find(&record->book,
							   fixture->number);
		struct follow_match *match;

		if (fixture->decided || known == NULL || !known->started)
			continue;
		ARRAY_GROW(follow->match, room, follow->matches + 1);
		match = &follow->match[follow->matches++];
		*match = find_match(before, count, fixture->number,
				    known->voids);
		match->of = tournament_games(&record->tournament, fixture);
		/* A packed log has all its games. */
		if (tournament_folder_is_packed(record->folder, match->match))
			match->games = match->of;
		else
			read_log(match, record, fixture->seats);
		follow->counts.games += match->games;
	}
}

/* ### the folder */

/* Takes the lock for an instant if it is free.  A run that starts just then
   would be refused, so this is called only when nothing has happened lately. */
static bool is_locked(const struct follow *follow)
{
	AUTOFREE char *path = path_from(follow->record->folder, "lock");
	OWNED(file) int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 &&
		errno == EWOULDBLOCK;
}

static void look_at_lock(struct follow *follow, int64_t now)
{
	if (now - follow->changed < LOCK_US || now - follow->looked < LOCK_US)
		return;
	follow->running = is_locked(follow);
	follow->looked = now;
}

int follow_begin(struct follow *follow, const char *folder, struct error *err)
{
	*follow = (struct follow){ .record = &follow->own };
	if (record_read(&follow->own, folder, err) != 0)
		return -1;
	follow->looked = clock_us();
	follow->running = is_locked(follow);
	follow->changed = follow->looked - LOCK_US;
	return follow_update(follow, err);
}

int follow_update(struct follow *follow, struct error *err)
{
	struct book *book = &follow->own.book;
	uint64_t size = book->size;
	int64_t now = clock_us();
	struct error ignored;

	begin_shards(follow);
	if (look_at_shards(follow, now, err) != 0 || read_book(book, err) != 0)
		return -1;
	if (book->size != size) {
		follow->changed = now;
		follow->running = !book->closed;
		/* Suspects are written before the book has the match. */
		(void)suspects_mark(&follow->own, &ignored);
		if (decide(follow, err) != 0)
			return -1;
	}
	record_look_again(&follow->own);
	follow_matches(follow);
	look_at_lock(follow, now);
	follow_report(follow, FOLLOW_STEP, NULL, NULL);
	return 0;
}

/* The last match that ended before a line of the book; 0: none. */
static uint32_t last_ended(const struct book *book, uint32_t before,
			   bool faulty)
{
	uint32_t found = 0, line = 0;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		if (match->ended && (match->faults > 0 || !faulty) &&
		    match->end_line > line && match->end_line < before) {
			found = n;
			line = match->end_line;
		}
	}
	return found;
}

int follow_last_ended(const struct book *book, bool faulty, uint32_t *number,
		      int most)
{
	uint32_t before = UINT32_MAX;
	int count = 0;

	while (count < most &&
	       (number[count] = last_ended(book, before, faulty)) != 0)
		before = book_find(book, number[count++])->end_line;
	return count;
}

void follow_release(struct follow *follow)
{
	free(follow->match);
	record_release(&follow->own);
	*follow = (struct follow){0};
}
