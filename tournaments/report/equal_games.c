/*
 * equal_games.c - says which bots play the same game again and again.
 *
 * Bots without any randomness do, where the dice leave them no choice or there
 * are none, and copies of one bot do when they have swapped seats.
 */
#define _GNU_SOURCE
#include "tournaments/report/equal_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/printable.h"
#include "fair/sha256.h"
#include "pack/packed_log.h"
#include "tournaments/record/tournament_folder.h"

enum {
	LINES_MOST = 10,
	QUICK_LOGS = 10000,
	QUICK_BYTES = 1 << 26,  /* of all these logs */
	PACKED_COSTS = 1024     /* a byte of a packed log, whose games have to
				   be played again */
};

/* ### how the games of a match went */

static bool is_type(const char *line, size_t size, const char *type)
{
	return size > strlen(type) && memcmp(line, type, strlen(type)) == 0;
}

/* Of a roll the values alone: links of the hash chains differ in any case. */
static void add_to_course(struct sha256 *course, const char *line, size_t size)
{
	static const char values[] = "\"v\":[";
	const char *from = is_type(line, size, "{\"t\":\"draw\"") ?
		memmem(line, size, values, strlen(values)) : NULL;
	const char *end = from == NULL ? NULL :
		memchr(from, ']', size - (size_t)(from - line));

	if (end != NULL)
		sha256_add(course, from, (size_t)(end - from));
	else
		sha256_add(course, line, size);
}

static uint32_t read_log(struct logfile *file, uint32_t games, uint64_t *course)
{
	unsigned char hash[HASH_SIZE];
	const char *line;
	bool fault = false;
	struct error ignored;
	struct sha256 now;
	uint32_t done = 0;
	size_t size;

	sha256_start(&now);
	/* The digest of a log is that of all lines before the last one. */
	while (logfile_next(file, &line, &size, &ignored) == LOGFILE_LINE &&
	       !is_type(line, size, "{\"t\":\"sign\"")) {
		if (is_type(line, size, "{\"t\":\"game\"")) {
			sha256_start(&now);
			fault = false;
			continue;
		}
		fault = fault || is_type(line, size, "{\"t\":\"fault\"");
		add_to_course(&now, line, size);
		if (!is_type(line, size, "{\"t\":\"over\"") || done == games)
			continue;
		sha256_end(&now, hash);
		memcpy(&course[done], hash, sizeof *course);
		course[done] = fault ? 0 : course[done];
		done++;
	}
	return done;
}

/* Is the log that was read the one that the book names? */
static bool is_its_own(const struct logfile *file,
		       const struct book_match *match)
{
	struct sha256 digest = file->digest;
	struct hash hash;

	sha256_end(&digest, hash.bytes);
	return hash_equal(&hash, &match->log);
}

/*
 * Reads the log of a match that has ended.  `course` gets, for its first
 * `games` games, a number that is the same for two games if every roll, by
 * value, and every move, by seat, is; 0 for a game with a fault.  Returns how
 * many it has read: none if the log is missing, or not that of the book.
 */
static uint32_t read_courses(const struct record *record, uint32_t number,
			     uint32_t games, uint64_t *course)
{
	AUTOFREE char *path = tournament_folder_log(record->folder, number);
	struct logfile file = {0};
	struct error ignored;
	uint32_t done = 0;

	if (packed_log_open(&file, path, true, &ignored) == 0) {
		done = read_log(&file, games, course);
		if (!is_its_own(&file, book_find(&record->book, number)))
			done = 0;
		logfile_release(&file);
	}
	return done;
}

/* ### who plays */

struct played {
	const struct book_match *match;
	uint64_t course;
};

struct equal_games {
	const struct record *record;
	int a, b;               /* both play; -1: anybody */
	struct played *list;    /* owned; by who plays, then by course */
	size_t count, room;
	uint64_t unread;        /* games without a log that can be read */
};

/* Those of whom not all games differ. */
struct same_players {
	const struct book_match *match; /* one of theirs */
	size_t games, different;
};

/* The first entrant after `last` in the manifest that plays; -1: none. */
static int next_entrant(const struct book_match *match, int last)
{
	int next = -1;

	for (int s = 0; s < match->seats; s++)
		if (match->entrant[s] > last &&
		    (next < 0 || match->entrant[s] < next))
			next = match->entrant[s];
	return next;
}

/* By who plays, whatever the seats. */
static int compare_entrants(const struct book_match *a,
			    const struct book_match *b)
{
	int one = next_entrant(a, -1), two = next_entrant(b, -1);

	while (one >= 0 && one == two) {
		one = next_entrant(a, one);
		two = next_entrant(b, two);
	}
	return one < two ? -1 : one > two;
}

static int compare(const void *one, const void *two)
{
	const struct played *a = one, *b = two;
	int order = a->match == b->match ? 0 :
		compare_entrants(a->match, b->match);

	return order != 0 ? order : a->course < b->course ? -1 :
		a->course > b->course;
}

static bool plays(const struct book_match *match, int entrant)
{
	for (int s = 0; s < match->seats; s++)
		if (match->entrant[s] == entrant)
			return true;
	return entrant < 0;
}

static void add_match(struct equal_games *all, uint32_t number,
		      uint32_t games)
{
	const struct book_match *match = book_find(&all->record->book, number);
	AUTOFREE uint64_t *course = NULL;
	uint32_t read;

	if (games == 0 || !plays(match, all->a) || !plays(match, all->b))
		return;
	course = memory_new((size_t)games + 1, sizeof *course);
	read = read_courses(all->record, number, games, course);
	all->unread += games - read;
	ARRAY_GROW(all->list, all->room, all->count + read);
	for (uint32_t i = 0; i < read; i++)
		if (course[i] != 0)
			all->list[all->count++] = (struct played){ match,
				course[i] };
}

static void read_all(struct equal_games *all)
{
	for (uint32_t n = 1; n <= all->record->book.matches; n++)
		add_match(all, n, record_counted(all->record, n));
	if (all->count > 0)
		qsort(all->list, all->count, sizeof *all->list, compare);
}

/* Finds the next group from game `*at` of the list on. */
static bool next_group(const struct equal_games *all, size_t *at,
		       struct same_players *group)
{
	const struct played *list = all->list;

	while (*at < all->count) {
		size_t first = *at, i = first;

		*group = (struct same_players){ .match = list[i].match };
		do {
			group->different += i == first ||
				list[i - 1].course != list[i].course;
			i++;
		} while (i < all->count &&
			 compare_entrants(list[i].match, group->match) == 0);
		group->games = i - first;
		*at = i;
		if (group->different < group->games)
			return true;
	}
	return false;
}

static void add_line(const struct record *record,
		     const struct same_players *group, struct text *out)
{
	const char *before = "";

	text_printf(out, "%zu of %zu games differ: ", group->different,
		    group->games);
	for (int i = next_entrant(group->match, -1); i >= 0;
	     i = next_entrant(group->match, i)) {
		text_printf(out, "%s%s", before,
			    tournament_name(&record->tournament, i));
		before = ", ";
	}
	text_byte(out, '\n');
}

/* Returns whether there are groups; `all` has been read. */
static bool add_lines(const struct equal_games *all, struct text *out)
{
	struct same_players group;
	size_t at = 0, lines = 0;

	while (next_group(all, &at, &group))
		if (lines++ < LINES_MOST)
			add_line(all->record, &group, out);
	if (lines > LINES_MOST)
		text_printf(out, "and so on for %zu more\n",
			    lines - LINES_MOST);
	if (all->unread > 0)
		text_printf(out, "The logs of %llu game%s cannot be read: whether "
			    "they differ is unknown.\n",
			    (unsigned long long)all->unread,
			    all->unread == 1 ? "" : "s");
	return lines > 0;
}

void equal_games_explain(struct text *out)
{
	text_add(out, "Errors and tests take games on the same dice as one block, "
		 "and blocks as independent:\nwhere games on other dice are "
		 "the same, errors are too small.\n");
}

void equal_games_show(const struct record *record, struct text *out)
{
	struct equal_games all = { .record = record, .a = -1, .b = -1 };

	read_all(&all);
	if (add_lines(&all, out))
		equal_games_explain(out);
	free(all.list);
}

/* ### at no great cost */

static bool is_quick(const struct equal_games *all)
{
	const struct book *book = &all->record->book;
	long long bytes = 0;
	uint32_t logs = 0;

	for (uint32_t n = 1; n <= book->matches && logs <= QUICK_LOGS &&
	     bytes <= QUICK_BYTES; n++) {
		const struct book_match *match = book_find(book, n);
		AUTOFREE char *path = NULL;

		if (!match->ended || !plays(match, all->a) ||
		    !plays(match, all->b))
			continue;
		path = tournament_folder_log(all->record->folder, n);
		bytes += file_bytes(path) * (tournament_folder_is_packed(
			all->record->folder, n) ? PACKED_COSTS : 1);
		logs++;
	}
	return logs <= QUICK_LOGS && bytes <= QUICK_BYTES;
}

bool equal_games_quickly(const struct record *record, int a, int b,
			 struct text *out)
{
	struct equal_games all = { .record = record, .a = a, .b = b };
	OWNED(text) struct text word = {0};
	bool some = false;

	if (is_quick(&all)) {
		read_all(&all);
		some = add_lines(&all, out);
	} else {
		text_printf(out, "It takes longer to check whether all games "
			    "differ: tournament results %s does.\n",
			    printable_word(&word, record->folder));
	}
	free(all.list);
	return some;
}

/* ### as JSON */

void equal_games_write(const struct record *record, struct json_writer *w)
{
	struct equal_games all = { .record = record, .a = -1, .b = -1 };
	struct same_players group;
	size_t at = 0;

	read_all(&all);
	json_put_open(w, "equal_games", '[');
	while (next_group(&all, &at, &group)) {
		json_open(w, '{');
		json_put_open(w, "entrants", '[');
		for (int i = next_entrant(group.match, -1); i >= 0;
		     i = next_entrant(group.match, i))
			json_string(w, tournament_name(&record->tournament, i));
		json_close(w, ']');
		json_put_int(w, "games", (long long)group.games);
		json_put_int(w, "differ", (long long)group.different);
		json_close(w, '}');
	}
	json_close(w, ']');
	json_put_int(w, "games_unread", (long long)all.unread);
	free(all.list);
}
