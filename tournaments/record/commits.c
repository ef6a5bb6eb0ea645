/*
 * commits.c - commits matches that shards have played: each a log and a result,
 * which get their final names once, when complete.
 */
#define _GNU_SOURCE
#include "tournaments/record/commits.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "fair/entrant.h"
#include "fair/sha256.h"
#include "tournaments/record/tournament_folder.h"

enum { FOLDER_MATCHES = 1000 };

static const uint64_t log_most = (uint64_t)1 << 40;     /* bytes */

/* ### names */

/* The path of a temporary file in the folder of a match. */
static char *beside(const char *folder, uint32_t number, const char *name,
		    const char *ending)
{
	AUTOFREE char *final = tournament_folder_match(folder, number, "");
	AUTOFREE char *parent = path_folder(final);
	struct text path = {0};

	text_printf(&path, "%s/%s%s", parent, name, ending);
	text_string(&path);
	return path.bytes;
}

static int sync_folder(const char *folder, uint32_t number, struct error *err)
{
	AUTOFREE char *final = tournament_folder_match(folder, number, "");
	AUTOFREE char *parent = path_folder(final);

	return file_sync_folder(parent, err);
}

static int try_folder(const char *folder, uint32_t number, struct error *err)
{
	AUTOFREE char *name = commit_file_temporary(number);
	AUTOFREE char *path = beside(folder, number, name, ".tmp");
	int result = file_create(path, 0600, "", 0, false, err);

	if (result == 0)
		unlink(path);
	return result;
}

int commits_prepare(const char *folder, uint32_t first, uint32_t last,
		    struct error *err)
{
	AUTOFREE char *matches = path_from(folder, "matches");

	if (file_make_folder(matches, 0700, err) != 0)
		return -1;
	for (uint32_t n = first / FOLDER_MATCHES; n <= last / FOLDER_MATCHES;
	     n++) {
		AUTOFREE char *final =
			tournament_folder_match(folder, n * FOLDER_MATCHES, "");
		AUTOFREE char *path = path_folder(final);

		if (file_make_folder(path, 0700, err) != 0)
			return -1;
	}
	return file_sync_folder(matches, err) == 0 &&
		file_sync_folder(folder, err) == 0 ?
		try_folder(folder, first, err) : -1;
}

static int read_result(const char *folder, uint32_t number,
		       struct commit *commit, struct error *err)
{
	AUTOFREE char *path =
		tournament_folder_match(folder, number, ".result.json");

	return commit_file_read(commit, path, number, err);
}

/* ### what is committed */

/* Gives the log of a result its final name.  False: there is no log. */
static bool link_log(const char *folder, const struct commit *commit)
{
	AUTOFREE char *from =
		beside(folder, commit->match, commit->name, ".log.tmp");
	AUTOFREE char *to =
		tournament_folder_match(folder, commit->match, ".jsonl");
	bool there = link(from, to) == 0 || access(to, F_OK) == 0;

	if (there)
		unlink(from);
	return there;
}

static bool is_there(const char *folder, uint32_t number, const char *ending)
{
	AUTOFREE char *path = tournament_folder_match(folder, number, ending);

	return access(path, F_OK) == 0;
}

bool commits_has(const char *folder, uint32_t number)
{
	OWNED(commit_file) struct commit commit = {0};
	struct error ignored;

	if (!is_there(folder, number, ".result.json"))
		return false;
	if (is_there(folder, number, ".jsonl"))
		return true;
	return read_result(folder, number, &commit, &ignored) == 0 &&
		link_log(folder, &commit);
}

bool commits_peek(const char *folder, uint32_t number, struct commit *commit)
{
	struct error ignored;

	*commit = (struct commit){0};
	return is_there(folder, number, ".result.json") &&
		read_result(folder, number, commit, &ignored) == 0;
}

int commits_read(const char *folder, uint32_t number, struct commit *commit,
		 struct error *err)
{
	AUTOFREE char *log = tournament_folder_match(folder, number, ".jsonl");
	struct log_identity_hashes found;

	if (read_result(folder, number, commit, err) != 0 ||
	    log_identity_hashes(log, &found, err) != 0)
		return -1;
	return hash_equal(&found.file, &commit->hashes.file) &&
		hash_equal(&found.log, &commit->hashes.log) ? 0 :
		error_set(err, "%s is not the log that was committed: its hash "
			  "is different", log);
}

int commits_enter(struct book *book, const struct fixture *fixture,
		  const struct commit *commit, struct error *err)
{
	const struct book_match *match = book_find(book, fixture->number);

	if ((match == NULL || !match->started) &&
	    book_start(book, fixture->number, fixture->entrant, fixture->seats,
		       err) != 0)
		return -1;
	return book_end(book, fixture->number, &commit->hashes.log,
			commit->result.bytes, commit->result.length, false,
			err);
}

/* ### committing */

static int copy_bytes(int from, int to, const char *source, const char *path,
		      struct error *err)
{
	char bytes[65536];
	uint64_t copied = 0;
	ssize_t got;

	while ((got = read(from, bytes, sizeof bytes)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || (copied += (uint64_t)got) > log_most)
			return error_reading(err, "read", source);
		if (file_write_all(to, bytes, (size_t)got) != 0)
			return error_set(err, "cannot write %s: %s", path,
					 strerror(errno));
	}
	return file_sync(to, path, err);
}

/* Copies a file with its permissions. */
static int copy(const char *source, const char *path, struct error *err)
{
	OWNED(file) int from = file_open(source, err), to = -1;
	struct stat status;

	if (from < 0)
		return -1;
	if (fstat(from, &status) != 0)
		status.st_mode = 0600;
	to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		  status.st_mode & 0777);
	return to < 0 ? error_set(err, "cannot make %s: %s", path,
				  strerror(errno)) :
		copy_bytes(from, to, source, path, err);
}

/* Nothing depends on a trace: one that cannot be kept is left out. */
static void keep_trace(const char *folder, const struct commit *commit,
		       const char *trace)
{
	AUTOFREE char *from =
		beside(folder, commit->match, commit->name, ".trace.tmp");
	AUTOFREE char *to =
		tournament_folder_match(folder, commit->match, ".trace.jsonl");
	struct error ignored;

	if (access(trace, F_OK) != 0 || copy(trace, from, &ignored) != 0 ||
	    rename(from, to) != 0)
		unlink(from);
}

/* Another process was first.  If it died before its log had its name, ours is
   used instead, provided that it is the same. */
static int take_second(const char *folder, const struct commit *commit,
		       struct error *err)
{
	OWNED(commit_file) struct commit first = {0};

	if (commits_has(folder, commit->match))
		return 0;
	if (read_result(folder, commit->match, &first, err) != 0)
		return -1;
	if (!hash_equal(&first.hashes.file, &commit->hashes.file))
		return error_set(err, "match %u has a result but no log, and "
				 "its bots played differently this time: "
				 "remove its .result.json", commit->match);
	return link_log(folder, commit) ? 0 :
		error_set(err, "cannot name the log of match %u",
			  commit->match);
}

static int link_result(const char *folder, const struct commit *commit,
		       const char *result, struct error *err)
{
	AUTOFREE char *final =
		tournament_folder_match(folder, commit->match, ".result.json");
	int first = -1;

	if (link(result, final) == 0)
		first = 1;
	else if (errno == EEXIST)
		first = take_second(folder, commit, err);
	else
		error_set(err, "cannot create %s: %s", final, strerror(errno));
	return first;
}

static int write_result(const struct commit *commit, const char *path,
			struct error *err)
{
	OWNED(text) struct text bytes = {0};

	commit_file_write(commit, &bytes);
	return file_create(path, 0644, bytes.bytes, bytes.length, true, err);
}

int commits_add(const char *folder, struct commit *commit, const char *log,
		const char *trace, struct error *err)
{
	char *name = commit_file_temporary(commit->match);
	AUTOFREE char *copied = beside(folder, commit->match, name, ".log.tmp");
	AUTOFREE char *written =
		beside(folder, commit->match, name, ".result.tmp");
	int first = -1;

	commit->name = name;
	if (log_identity_hashes(log, &commit->hashes, err) == 0 &&
	    copy(log, copied, err) == 0 &&
	    write_result(commit, written, err) == 0 &&
	    sync_folder(folder, commit->match, err) == 0)
		first = link_result(folder, commit, written, err);
	if (first == 1) {
		keep_trace(folder, commit, trace);
		if (!link_log(folder, commit))
			first = error_set(err, "cannot name the log of match "
					  "%u", commit->match);
		else if (sync_folder(folder, commit->match, err) != 0)
			first = -1;
	}
	/* The log of a committed result is needed until it has its name. */
	if (first != -1 || !is_there(folder, commit->match, ".result.json"))
		unlink(copied);
	unlink(written);
	return first;
}

/* ### afterwards */

void commits_sweep(const char *folder, uint32_t first, uint32_t last)
{
	for (uint32_t n = first / FOLDER_MATCHES; n <= last / FOLDER_MATCHES;
	     n++) {
		AUTOFREE char *final =
			tournament_folder_match(folder, n * FOLDER_MATCHES, "");
		AUTOFREE char *parent = path_folder(final);
		DIR *names = opendir(parent);
		const struct dirent *item;

		while (names != NULL && (item = readdir(names)) != NULL) {
			size_t length = strlen(item->d_name);

			if (length > 4 && strcmp(item->d_name + length - 4,
						 ".tmp") == 0)
				unlinkat(dirfd(names), item->d_name, 0);
		}
		if (names != NULL)
			closedir(names);
	}
}

/* ### the file of a result */

enum { DEPTH_MAX = 8 };

static const size_t result_most = (size_t)1 << 30;      /* bytes */

/* ### the temporary name */

char *commit_file_temporary(uint32_t number)
{
	char host[33] = "";
	struct text name = {0};

	gethostname(host, sizeof host - 1);
	for (char *at = host; *at != '\0'; at++)
		if (!isalnum((unsigned char)*at))
			*at = '-';
	text_printf(&name, "match-%06u.%s.%ld.%08x%08x", number, host,
		    (long)getpid(), randombytes_random(),
		    randombytes_random());
	text_string(&name);
	return name.bytes;
}

/* A result must name a file beside it, of its own match. */
static bool is_temporary(const char *name, uint32_t number)
{
	char start[32];

	snprintf(start, sizeof start, "match-%06u.", number);
	return strncmp(name, start, strlen(start)) == 0 &&
		strlen(name) < 200 && strchr(name, '/') == NULL;
}

/* ### the file */

#define IN(member) JSON_IN(struct commit, member)

static const struct json_field result_fields[] = {
	{ "v", JSON_INTEGER, .min = 1, .max = 1 },
	{ "match", JSON_INTEGER, IN(match), .min = 1, .max = MATCHES_MAX },
	{ "manifest", JSON_HEX, IN(manifest) },
	{ "log", JSON_HEX, IN(hashes.log) },
	{ "file", JSON_HEX, IN(hashes.file) },
	{ "temporary", JSON_COPY, IN(name) },
	{ .key = "ranks", .type = JSON_ANY },
	{ .key = "faults", .type = JSON_ANY },
	{ .key = "suspects", .type = JSON_ANY, .optional = true },
	{ "sum", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ 0 }
};

/* ,"sum":"64 digits"} and LF end the file; the sum is the SHA-256 of everything
   before that. */
static const char sum_start[] = ",\"sum\":\"", sum_end[] = "\"}\n";

enum { SUM_SIZE = sizeof sum_start - 1 + HASH_HEX_SIZE + sizeof sum_end - 1 };

static void put_sum(struct text *out)
{
	struct hash sum;

	sha256(sum.bytes, out->bytes, out->length);
	text_printf(out, "%s%s%s", sum_start, HASH_HEX(&sum), sum_end);
}

void commit_file_write(const struct commit *commit, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_int(&w, "match", commit->match);
	json_put_hash(&w, "manifest", &commit->manifest);
	json_put_hash(&w, "log", &commit->hashes.log);
	json_put_hash(&w, "file", &commit->hashes.file);
	json_put_string(&w, "temporary", commit->name);
	text_byte(&w.out, ',');
	text_append(&w.out, commit->result.bytes, commit->result.length);
	if (commit->suspects.length > 0)
		json_put_raw(&w, "suspects", commit->suspects.bytes,
			     commit->suspects.length);
	put_sum(&w.out);
	text_append(out, w.out.bytes, w.out.length);
}

static bool has_sum(const struct text *bytes)
{
	OWNED(text) struct text due = {0};

	if (bytes->length < SUM_SIZE)
		return false;
	text_append(&due, bytes->bytes, bytes->length - SUM_SIZE);
	put_sum(&due);
	return due.length == bytes->length &&
		memcmp(due.bytes, bytes->bytes, due.length) == 0;
}

static void take_member(const cJSON *tree, const char *key, struct text *out)
{
	const cJSON *value = json_get(tree, key);
	OWNED(json_writer) struct json_writer w = {0};

	if (value != NULL)
		json_tree(&w, value);
	text_append(out, w.out.bytes, w.out.length);
}

static int take(struct commit *commit, const char *path, uint32_t number,
		const struct text *bytes, struct error *err)
{
	struct json_at at = { .name = path, .index = -1 };
	OWNED(json_tree) cJSON *tree = NULL;

	if (!has_sum(bytes))
		return error_set(err, "%s is incomplete or damaged: its "
				 "\"sum\" is not the SHA-256 of what precedes "
				 "it", path);
	tree = json_read(bytes->bytes, bytes->length - 1, DEPTH_MAX, 0, err);
	if (tree == NULL)
		return error_at(err, "%s", path);
	at.value = tree;
	if (json_schema_read(&at, result_fields, commit, err) != 0)
		return -1;
	if (commit->match != number)
		return error_set(err, "%s is of match %u, not %u", path,
				 commit->match, number);
	if (!is_temporary(commit->name, number))
		return error_set(err, "%s: temporary: expected a name of "
				 "match %u, found \"%s\"", path, number,
				 commit->name);
	text_add(&commit->result, "\"ranks\":");
	take_member(tree, "ranks", &commit->result);
	text_add(&commit->result, ",\"faults\":");
	take_member(tree, "faults", &commit->result);
	take_member(tree, "suspects", &commit->suspects);
	return 0;
}

int commit_file_read(struct commit *commit, const char *path, uint32_t number,
		     struct error *err)
{
	OWNED(text) struct text bytes = {0};

	*commit = (struct commit){0};
	return file_read(&bytes, path, result_most, err) == 0 ?
		take(commit, path, number, &bytes, err) : -1;
}

void commit_file_release(struct commit *commit)
{
	free(commit->name);
	text_release(&commit->result);
	text_release(&commit->suspects);
	*commit = (struct commit){0};
}
