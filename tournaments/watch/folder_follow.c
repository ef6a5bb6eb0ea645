/*
 * folder_follow.c - follows a folder in which another process plays.
 */
#include "tournaments/watch/folder_follow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "fair/logline.h"
#include "tournaments/format/wave.h"
#include "tournaments/record/commits.h"
#include "tournaments/record/suspects.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/tournament_salt.h"
#include "tournaments/report/match_label.h"

/* A chunk holds the longest line of a log. */
enum { CHUNK = LOG_LINE_MAX, LOCK_US = 1000000 };

/* ### the book */

/* Does a line of the book need to be taken?  With shards, matches are known
   from the shards; only the opening and the closing line are news. */
static bool is_news(const struct book *book, const char *line, size_t size)
{
	static const char end[] = "{\"t\":\"close\"";

	return !book->kept || !book->opened ||
		(size >= sizeof end - 1 &&
		 memcmp(line, end, sizeof end - 1) == 0);
}

/* Takes the complete lines in `bytes`, which follow those taken before. */
static int take_lines(struct book *book, const struct text *bytes,
		      struct error *err)
{
	size_t at = 0;

	while (at < bytes->length) {
		const char *line = bytes->bytes + at;
		const char *end = memchr(line, '\n', bytes->length - at);

		if (end == NULL)
			break;
		if (is_news(book, line, (size_t)(end - line)) &&
		    book_take(book, line, (size_t)(end - line), err) != 0)
			return -1;
		at += (size_t)(end - line) + 1;
	}
	book->size += at;
	return 0;
}

static int read_book(struct book *book, struct error *err)
{
	int fd = open(book->path, O_RDONLY | O_CLOEXEC);
	struct text bytes = {0};
	off_t at = (off_t)book->size;
	ssize_t got;
	int result;

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
	result = got < 0 ? error_set(err, "cannot read %s: %s", book->path,
				     strerror(errno)) :
		take_lines(book, &bytes, err);
	text_release(&bytes);
	return result;
}

/* Decides the matches that have ended since, and makes those that follow. */
static int decide(struct folder_follow *follow,
		  void (*ended)(void *context, uint32_t number),
		  void *context, struct error *err)
{
	struct tournament *tournament = &follow->record.tournament;
	struct fixtures *past = &tournament->contest.past;

	do {
		while (follow->settled < past->count &&
		       past->list[follow->settled].decided)
			follow->settled++;
		for (size_t i = follow->settled; i < past->count; i++) {
			struct fixture *fixture = &past->list[i];
			const struct book_match *match =
				book_find(&follow->record.book,
					  fixture->number);

			if (fixture->decided || match == NULL || !match->ended)
				continue;
			if (match->seats != fixture->seats)
				return error_set(err, "%s:%u: match %u is not "
						 "the one that is due",
						 follow->record.book.path,
						 match->start_line,
						 fixture->number);
			if (record_decide(&follow->record, fixture, err) != 0)
				return -1;
			if (ended != NULL)
				ended(context, fixture->number);
		}
	} while (contest_advance(&tournament->contest));
	return 0;
}

/* ### results committed by shards */

/* If the tournament is played in shards, matches are taken from them from now
   on. */
static void begin_shards(struct folder_follow *follow)
{
	struct book *book = &follow->record.book;

	if (!book->kept && !book->closed &&
	    tournament_folder_is_sharded(follow->record.folder))
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
static bool take_commits(struct folder_follow *follow)
{
	struct record *record = &follow->record;
	const struct contest *contest = &record->tournament.contest;
	bool taken = false;

	book_keep(&record->book, wave_last(contest));
	for (size_t i = follow->settled; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		struct commit commit;
		struct error ignored;

		if (fixture->decided)
			continue;
		if (commits_peek(record->folder, fixture->number, &commit) &&
		    is_open(record) &&
		    commits_enter(&record->book, fixture, &commit,
				  &ignored) == 0)
			taken = true;
		commit_file_release(&commit);
	}
	return taken;
}

/* Takes results until there are none: the next wave may be committed too. */
static int look_at_shards(struct folder_follow *follow, int64_t now,
			  void (*ended)(void *context, uint32_t number),
			  void *context, struct error *err)
{
	if (!follow->record.book.kept || follow->record.book.closed ||
	    (follow->shards > 0 && now - follow->shards < LOCK_US))
		return 0;
	follow->shards = now;
	while (take_commits(follow)) {
		follow->changed = now;
		if (decide(follow, ended, context, err) != 0)
			return -1;
	}
	return 0;
}

/* ### the logs */

/* Counts finished games in the new complete lines of a log. */
static void count_games(struct followed_log *log, const char *bytes,
			size_t size)
{
	const char *at = bytes, *end;

	while ((end = memchr(at, '\n', size - (size_t)(at - bytes))) != NULL) {
		log->games += logline_type_of(at, (size_t)(end - at)) ==
			LINE_OVER;
		at = end + 1;
	}
	log->offset += (size_t)(at - bytes);
}

static void read_log(const struct folder_follow *follow,
		     struct followed_log *log)
{
	char *path = tournament_folder_match(follow->record.folder, log->match,
					     ".jsonl");
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *bytes = memory_new(1, CHUNK);
	ssize_t got = 0;
	uint64_t before;

	/* A match without a log yet has no games. */
	while (fd >= 0) {
		before = log->offset;
		got = pread(fd, bytes, CHUNK, (off_t)log->offset);
		if (got <= 0)
			break;
		count_games(log, bytes, (size_t)got);
		if (log->offset == before || got < CHUNK)
			break;
	}
	if (fd >= 0)
		close(fd);
	free(bytes);
	free(path);
}

/* ### matches in play */

static void release_matches(struct folder_follow *follow)
{
	for (int i = 0; i < follow->logs; i++)
		free(follow->slot[i].pairing);
	follow->logs = 0;
}

static const struct followed_log *find_log(const struct followed_log *list,
					   int count, uint32_t match,
					   uint32_t voids)
{
	for (int i = 0; i < count; i++)
		if (list[i].match == match && list[i].voids == voids)
			return &list[i];
	return NULL;
}

static void add_match(struct folder_follow *follow,
		      const struct fixture *fixture,
		      const struct followed_log *log)
{
	const struct tournament *tournament = &follow->record.tournament;
	struct text pairing = {0};

	ARRAY_GROW(follow->log, follow->log_room, follow->logs + 1);
	ARRAY_GROW(follow->slot, follow->slot_room, follow->logs + 1);
	match_label_pairing(tournament, fixture, &pairing);
	text_byte(&pairing, '\0');
	follow->log[follow->logs] = *log;
	follow->slot[follow->logs++] = (struct screen_layout_slot){ .core = -1,
		.match = log->match, .games = log->games,
		.of = tournament_games(tournament, fixture),
		.pairing = pairing.bytes };
}

/* Finds all matches that have started and not ended. */
static void find_matches(struct folder_follow *follow)
{
	const struct record *record = &follow->record;
	const struct fixtures *past = &record->tournament.contest.past;
	struct followed_log *before = follow->log;
	int count = follow->logs;

	release_matches(follow);
	follow->log = NULL;
	follow->log_room = 0;
	for (size_t i = follow->settled; i < past->count; i++) {
		const struct fixture *fixture = &past->list[i];
		const struct book_match *match = book_find(&record->book,
							   fixture->number);
		const struct followed_log *known;
		struct followed_log log;

		if (fixture->decided || match == NULL || !match->started)
			continue;
		known = find_log(before, count, fixture->number, match->voids);
		log = known != NULL ? *known : (struct followed_log){
			.match = fixture->number, .voids = match->voids };
		/* A packed log has all its games. */
		if (tournament_folder_is_packed(record->folder, log.match))
			log.games = tournament_games(&record->tournament,
						     fixture);
		else
			read_log(follow, &log);
		add_match(follow, fixture, &log);
	}
	free(before);
}

/* Takes the lock for an instant if it is free.  A run that starts just then
   would be refused, so this is called only when nothing has happened lately. */
static bool is_locked(const struct folder_follow *follow)
{
	char *path = tournament_folder_file(follow->record.folder, "lock");
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 &&
		errno == EWOULDBLOCK;

	if (fd >= 0)
		close(fd);
	free(path);
	return locked;
}

static void look_at_lock(struct folder_follow *follow, int64_t now)
{
	if (now - follow->changed < LOCK_US || now - follow->looked < LOCK_US)
		return;
	follow->running = is_locked(follow);
	follow->looked = now;
}

int folder_follow_begin(struct folder_follow *follow, const char *folder,
			struct error *err)
{
	*follow = (struct folder_follow){0};
	if (record_read(&follow->record, folder, err) != 0)
		return -1;
	follow->looked = clock_us();
	follow->running = is_locked(follow);
	follow->changed = follow->looked - LOCK_US;
	return folder_follow_update(follow, NULL, NULL, err);
}

int folder_follow_update(struct folder_follow *follow,
			 void (*ended)(void *context, uint32_t number),
			 void *context, struct error *err)
{
	struct book *book = &follow->record.book;
	uint64_t size = book->size;
	int64_t now = clock_us();
	struct error ignored;

	begin_shards(follow);
	if (look_at_shards(follow, now, ended, context, err) != 0 ||
	    read_book(book, err) != 0)
		return -1;
	if (book->size != size) {
		follow->changed = now;
		follow->running = !book->closed;
		/* Suspects are written before the book has the match. */
		(void)suspects_mark(&follow->record, &ignored);
		if (decide(follow, ended, context, err) != 0)
			return -1;
	}
	record_look_again(&follow->record);
	find_matches(follow);
	follow->counts = game_counts_of(&follow->record);
	for (int i = 0; i < follow->logs; i++)
		follow->counts.games += follow->slot[i].games;
	look_at_lock(follow, now);
	return 0;
}

void folder_follow_release(struct folder_follow *follow)
{
	release_matches(follow);
	free(follow->log);
	free(follow->slot);
	record_release(&follow->record);
	*follow = (struct folder_follow){0};
}
