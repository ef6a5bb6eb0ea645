/*
 * site.c - writes the page of a tournament.
 */
#include "tournaments/site/site.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "fair/sha256.h"
#include "pack/packed_log.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/site/site_data.h"
#include "tournaments/site/site_files.h"

enum {
	LOG_MOST = 1 << 30,
	TOLD_MOST = 1 << 25     /* bytes that a game's program says of a match */
};

/* Borrows `order` and `report`. */
struct site {
	const struct site_order *order;
	struct site_report *report;
	char *files;            /* owned; the folder of app.js and the others */
	struct site_log *log;   /* owned; sorted between two updates */
	size_t logs, known, room;       /* `known` of them by earlier updates */
	bool dressed;           /* the files of every page are written */
	/* Owned; the tournament file of a game that is a program, and what
	   replays it; NULL: it is not, or cannot be run. */
	char *program, *referee;
};

/* ### what the program of a game says */

static void find_program(struct site *site)
{
	const struct record *record = site->order->record;
	const struct manifest *manifest = &record->tournament.manifest;
	struct error *err = &site->report->untold;
	OWNED(text) struct text command = {0};

	if (!manifest->programmed || site->order->no_logs)
		return;
	site->referee = spawn_jobs_referee(err);
	if (site->referee != NULL)
		site->program = tournament_folder_program(record->folder,
			&manifest->program, &command, err);
}

/* The part of a line of `referee replay` after the number of the line of the
   log, if it is an event of this kind; or NULL. */
static const char *after_number(const char *line, const char *kind)
{
	const size_t size = strlen(kind);

	line = strncmp(line, kind, size) == 0 ? line + size : NULL;
	return line == NULL ? NULL : line + strspn(line, "0123456789");
}

/* Takes the line if it is a sentence of the program, or a position that is
   shown in another way than the one before, `shown`, in this game. */
static void take_line(const char *line, struct text *shown, struct text *told)
{
	const char *view = after_number(line, "{\"event\":\"view\",\"line\":");
	const char *said = after_number(line, "{\"event\":\"told\",\"line\":");

	if (after_number(line, "{\"event\":\"game\",\"line\":") != NULL)
		text_clear(shown);
	if (view != NULL && strcmp(view, text_string(shown)) != 0) {
		text_clear(shown);
		text_add(shown, view);
		said = line;
	} else if (said != NULL && strncmp(said, ",\"text\":", 8) != 0) {
		said = NULL;
	}
	if (said != NULL)
		text_printf(told, "%s\n", line);
}

/* Reads what `referee replay` prints. */
static void take_lines(int from, struct text *told)
{
	OWNED(text) struct text lines = {0}, one = {0}, shown = {0};
	char bytes[65536];
	const char *line;
	size_t at, size;
	ssize_t got;

	while ((got = read(from, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR)) {
		if (got > 0)
			text_append(&lines, bytes, (size_t)got);
		at = 0;
		while ((line = text_next_line(&lines, &at, &size)) != NULL) {
			text_clear(&one);
			text_append(&one, line, size);
			if (told->length <= TOLD_MOST)
				take_line(text_string(&one), &shown, told);
		}
		text_drop(&lines, at);
	}
}

/* Has the log replayed, and takes what the program says, as lines of `referee
   replay --json`. */
static void tell(const struct site *site, const char *log, struct text *told)
{
	char *argv[] = { site->referee, "replay", "--json", "--views",
		"--program", site->program, "--", (char *)log, NULL };
	struct error *err = &site->report->untold;
	struct spawn replay;
	int status;

	if (site->program == NULL ||
	    spawn_start(&replay, argv, SPAWN_ERRORS_NULL, err) != 0)
		return;
	take_lines(replay.out, told);
	status = spawn_end(&replay);
	if (status == 0 && told->length <= TOLD_MOST)
		return;
	error_set(err, status != 0 ? "%s: its program does not replay it" :
		  "%s: the program says too much", log);
	text_clear(told);
}

/* ### logs */

static void log_name(const struct site_log *log, struct text *name)
{
	text_printf(name, "%06u", log->match);
	if (log->attempt > 0)
		text_printf(name, "v%u", log->attempt);
	text_add(name, ".js");
}

static bool is_wanted(const struct site_order *order,
		      const struct book_match *match)
{
	const struct tournament *tournament = &order->record->tournament;

	for (int s = 0; s < match->seats; s++)
		for (int i = 0; i < order->names.count; i++)
			if (strcmp(order->names.word[i], tournament_name(
				   tournament, match->entrant[s])) == 0)
				return !order->no_logs;
	return order->names.count == 0 && !order->no_logs;
}

/* Is there room for that many more bytes? */
static bool fits(const struct site *site, size_t more)
{
	const int most = site->order->most_mb;

	return most == 0 ||
		site->report->bytes + more <= (uint64_t)most * 1000000;
}

/* Is it the log that the book names, by the hash of its lines but the last? */
static bool is_of_book(const struct hash *due, const struct text *bytes)
{
	size_t end = bytes->length;
	struct hash found;

	while (end > 0 && (end == bytes->length || bytes->bytes[end - 1] != '\n'))
		end--;
	sha256(found.bytes, bytes->bytes, end);
	return hash_equal(&found, due);
}

/* Packs the log if it can be restored to the byte.  One that is not its match's
   is published as it is: the page shows the line that is wrong. */
static void pack_log(struct site_log *log, const struct hash *due,
		     const char *path, struct text *bytes)
{
	OWNED(text) struct text packed = {0};
	struct text copy = {0};
	struct error ignored;

	if (!is_of_book(due, bytes) ||
	    log_packer_pack(path, &packed, &ignored) != 0)
		return;
	text_append(&copy, packed.bytes, packed.length);
	if (packed_log_unpack(&copy, -1, path, &ignored) != 0)
		return;
	log->unpacked = bytes->length;
	text_clear(bytes);
	text_append(bytes, packed.bytes, packed.length);
}

/* For a damaged log, its packed size: the checker reports what is wrong. */
static uint64_t unpacked_size(const struct text *packed)
{
	struct packed_head head;
	struct error ignored;
	size_t used;

	return packed_head_read(&head, packed, &used, &ignored) == 0 ?
		(uint64_t)head.size : packed->length;
}

static void add_told(const struct site_log *log, const struct text *told,
		     struct text *script)
{
	OWNED(text) struct text begin = {0};

	text_printf(&begin, "told(%u,", log->match);
	site_script_file(script, text_string(&begin), told);
}

static int put_log(struct site *site, struct site_log *log, const char *path,
		   struct error *err)
{
	OWNED(text) struct text bytes = {0}, script = {0}, name = {0},
			    begin = {0}, told = {0};
	const bool is_packed = log->attempt == 0 &&
		tournament_folder_is_packed(site->order->record->folder,
					    log->match);
	int result = file_read(&bytes, path, LOG_MOST, err);

	if (result == 0) {
		if (is_packed)
			log->unpacked = unpacked_size(&bytes);
		else if (log->attempt == 0)
			pack_log(log, &book_find(&site->order->record->book,
						 log->match)->log, path, &bytes);
		text_printf(&begin, "log(%u,%u,", log->match, log->attempt);
		site_script_file(&script, text_string(&begin), &bytes);
		if (log->attempt == 0)
			tell(site, path, &told);
		if (told.length > 0)
			add_told(log, &told, &script);
		text_add(&name, "logs/");
		log_name(log, &name);
		if (fits(site, script.length)) {
			log->size = bytes.length;
			result = site_files_put(site->order->out,
						text_string(&name), &script,
						&site->report->bytes, err);
		}
	}
	return result;
}

static int compare(const void *a, const void *b)
{
	const struct site_log *first = a, *second = b;

	return first->match != second->match ?
		(first->match > second->match) - (first->match < second->match) :
		(first->attempt > second->attempt) -
		(first->attempt < second->attempt);
}

/* Adds the log of an attempt; 0 is the one that counts. */
static int add_log(struct site *site, uint32_t number, uint32_t attempt,
		   struct error *err)
{
	const char *folder = site->order->record->folder;
	AUTOFREE char *path = attempt == 0 ?
		tournament_folder_log(folder, number) :
		tournament_folder_void(folder, number, attempt);
	struct site_log log = { .match = number, .attempt = attempt };
	int result = 0;

	if (site->known > 0 && bsearch(&log, site->log, site->known, sizeof log,
				       compare) != NULL)
		;       /* an earlier update has written it */
	else if (access(path, F_OK) == 0)
		result = put_log(site, &log, path, err);
	else
		site->report->missing++;
	if (log.size > 0) {
		site->report->logs++;
		ARRAY_GROW(site->log, site->room, site->logs + 1);
		site->log[site->logs++] = log;
	}
	return result;
}

/* Only logs that the book names, and only once it has the result: until then a
   log shows dice that are still to be used in other games. */
static int add_logs(struct site *site, struct error *err)
{
	const struct book *book = &site->order->record->book;
	int result = 0;

	for (uint32_t n = 1; n <= book->matches && result == 0; n++) {
		const struct book_match *match = book_find(book, n);

		if (!match->ended || !is_wanted(site->order, match))
			continue;
		result = add_log(site, n, 0, err);
		for (uint32_t v = 1; v <= match->voids && result == 0; v++)
			if (match->spoilt[v - 1].has_log)
				result = add_log(site, n, v, err);
	}
	if (site->logs > site->known)
		qsort(site->log, site->logs, sizeof *site->log, compare);
	site->known = site->logs;
	return result;
}

/* Is the log published?  `name` is "000017.js" or "000017v1.js". */
static bool keeps(const void *context, const char *name)
{
	const struct site *site = context;
	struct site_log key = {0};
	const struct site_log *found = NULL;
	OWNED(text) struct text own = {0};
	char *end;

	key.match = (uint32_t)strtoul(name, &end, 10);
	key.attempt = *end == 'v' ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
	if (site->logs > 0)
		found = bsearch(&key, site->log, site->logs, sizeof key,
				compare);
	if (found == NULL)
		return false;
	log_name(found, &own);
	return strcmp(text_string(&own), name) == 0;
}

/* ### the other files */

static int put(const struct site *site, const char *name, struct text *bytes,
	       struct error *err)
{
	return site_files_put(site->order->out, name, bytes,
			      &site->report->bytes, err);
}

/* Writes chances.js, and once the files that every page has. */
static int dress(struct site *site, struct text *bytes, struct error *err)
{
	const struct site_luck *luck = site->order->luck;

	if (luck != NULL && luck->known) {
		site_luck_script(luck, bytes);
		if (put(site, "chances.js", bytes, err) != 0)
			return -1;
	}
	if (!site->dressed &&
	    site_files_assets(site->files, site->order->out, false,
			      &site->report->bytes, err) != 0)
		return -1;
	site->dressed = true;
	return 0;
}

/* Files that refer to others are written after them. */
static int put_files(struct site *site, const struct site_tables *tables,
		     struct error *err)
{
	const struct record *record = site->order->record;
	const struct site_luck *luck = site->order->luck;
	OWNED(text) struct text bytes = {0};

	if (dress(site, &bytes, err) != 0 ||
	    site_data_folder(record, luck, &bytes, err) != 0 ||
	    put(site, "folder.js", &bytes, err) != 0)
		return -1;
	site_data_courses(tables, &bytes);
	if (put(site, "course.js", &bytes, err) != 0 ||
	    add_logs(site, err) != 0)
		return -1;
	site_data_add(record, &site->order->round, tables, luck,
		      site->log, site->logs, &bytes);
	if (put(site, "data.js", &bytes, err) != 0)
		return -1;
	site_data_index(record->tournament.manifest.id,
			&(struct site_scripts){ .after = site->order->live ?
				"live.js" : NULL }, tables, &bytes);
	return put(site, "index.html", &bytes, err);
}

struct site *site_open(const struct site_order *order,
		       struct site_report *report, struct error *err)
{
	struct site *site = memory_new(1, sizeof *site);
	OWNED(text) struct text mark = {0};

	site->order = order;
	site->report = report;
	site->files = site_files_find(err);
	site_script_mark(&mark, "data", order->record->tournament.manifest.id);
	if (site->files == NULL ||
	    site_files_claim(order->out, &mark, true, err) != 0) {
		site_close(site);
		site = NULL;
	}
	if (site != NULL)
		find_program(site);
	return site;
}

int site_update(struct site *site, struct error *err)
{
	OWNED(site_tables) struct site_tables tables = {0};

	return site_tables_make(site->order->record, &tables, err) == 0 ?
		put_files(site, &tables, err) : -1;
}

int site_clean(struct site *site, struct error *err)
{
	return site_files_clean(site->order->out, keeps, site, err);
}

void site_close(struct site *site)
{
	if (site == NULL)
		return;
	free(site->log);
	free(site->files);
	free(site->program);
	free(site->referee);
	free(site);
}
