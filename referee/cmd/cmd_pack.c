/*
 * cmd_pack.c - referee pack and referee unpack: write a closed log without what
 * follows from its secret, and restore it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "audit/audit.h"
#include "base/file.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "pack/packed_log.h"
#include "session/session.h"

struct pack_options {
	struct options_list logs;
};

static const struct option pack_rows[] = {
	{ "LOG", NULL, NULL, OPTIONS_LIST(struct pack_options, logs),
		.required = true },
	{ 0 }
};

/* Locks the log: a referee that outlived its `tournament pack` may be packing
   it too, with the same temporary name.  Where the file system has no locks,
   there is none. */
static int lock_log(const char *log, struct error *err)
{
	int fd = file_open(log, err);

	if (fd >= 0)
		(void)flock(fd, LOCK_EX);
	return fd;
}

/* Verifies the log, packs it, and unpacks it again to check that nothing was
   lost.  The caller has to close `*lock` when the file is written. */
static int make(const char *log, struct text *packed, struct audit *audit,
		int *lock, struct error *err)
{
	struct text copy = {0};
	struct stat status;

	if (packed_log_is(log))
		return error_set(err, "%s is already packed", log);
	if (stat(log, &status) == 0 && status.st_size > PACKED_SIZE_MAX)
		return error_set(err, "%s: expected a log of at most %lld "
				 "bytes, found %lld", log, PACKED_SIZE_MAX,
				 (long long)status.st_size);
	if (audit_log(audit, log, err) != AUDIT_PASSED)
		return -1;
	*lock = lock_log(log, err);
	if (*lock < 0 || log_packer_pack(log, packed, err) != 0)
		return -1;
	text_append(&copy, packed->bytes, packed->length);
	return packed_log_unpack(&copy, -1, log, err) == 0 ? 0 :
		error_at(err, "%s cannot be packed", log);
}

static int pack(const char *log, struct error *err)
{
	AUTOFREE char *path = session_beside(log, ".pack", err);
	OWNED(text) struct text packed = {0};
	OWNED(audit) struct audit audit = {0};
	int lock = -1, result = -1;

	if (path == NULL)
		return -1;
	if (access(path, F_OK) == 0 && !packed_log_is(path))
		error_set(err, "%s exists and is not a packed log; it is not "
			  "overwritten", path);
	else if (make(log, &packed, &audit, &lock, err) == 0)
		result = file_replace(path, &packed, true, err);
	if (result == 0)
		printable_line(stdout, "%s: %zu bytes, %.1f times smaller",
			       path, packed.length, (double)audit.bytes /
			       (double)packed.length);
	if (lock >= 0)
		close(lock);
	return result;
}

static enum exit_code run_pack(struct options *line, struct error *err)
{
	struct pack_options wanted = {0};

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	for (int i = 0; i < wanted.logs.count; i++)
		if (pack(wanted.logs.word[i], err) != 0)
			return EXIT_TROUBLE;
	return EXIT_YES;
}

const struct command command_pack = {
	.name = "pack",
	.arguments = "LOG..",
	.help = "pack closed logs, leaving out what follows from their secrets",
	.options = pack_rows,
	.is_verdict = true,
	.more = "Verifies NAME.jsonl and writes NAME.pack beside it, without "
		"the dice and their\nproofs, which follow from the secret.  "
		"The log stays.  verify, replay, analyse and\nrerun read "
		"NAME.pack like the log; \"referee unpack\" gives the log "
		"back.\n",
	.run = run_pack,
};

/* ### unpack */

static const struct option unpack_rows[] = {
	{ "PACK", NULL, NULL, OPTIONS_LIST(struct pack_options, logs),
		.required = true },
	{ 0 }
};

/* Checks that there is room for the log, as a few kilobytes can unpack to
   gigabytes, and part of a log should not fill the disk. */
static int check_room(const struct text *packed, const char *path,
		      struct error *err)
{
	struct packed_head head;
	struct statvfs disk;
	size_t used;

	if (packed_head_read(&head, packed, &used, err) != 0)
		return error_at(err, "%s", path);
	if (statvfs(path, &disk) != 0 ||
	    (unsigned long long)head.size / disk.f_frsize < disk.f_bavail)
		return 0;
	return error_set(err, "%s: expected %lld bytes free on the disk for "
			 "the log, found %llu", path, head.size,
			 (unsigned long long)disk.f_bavail * disk.f_frsize);
}

/* Writes the log, which gets its name only when it is complete and on disk. */
static int write_log(struct text *packed, const char *path, const char *log,
		     struct error *err)
{
	AUTOFREE char *name = text_new("%s.new", log);
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	int result;

	if (fd < 0)
		return error_reading(err, "create", name);
	result = packed_log_unpack(packed, fd, name, err);
	if (result != 0)
		error_at(err, "%s", path);
	else
		result = file_sync(fd, name, err);
	close(fd);
	if (result == 0 && rename(name, log) != 0)
		result = error_reading(err, "write", log);
	if (result != 0)
		unlink(name);
	return result;
}

static int unpack(const char *path, struct error *err)
{
	AUTOFREE char *log = session_plain(path);
	OWNED(text) struct text packed = {0};
	int result = -1;

	if (strcmp(log, path) == 0)
		error_set(err, "the name of a packed log ends in .pack; found "
			  "\"%s\"", path);
	else if (access(log, F_OK) == 0)
		error_set(err, "%s already exists; it is not overwritten", log);
	else if (file_read(&packed, path, PACKED_LOG_MAX, err) == 0 &&
		 check_room(&packed, path, err) == 0)
		result = write_log(&packed, path, log, err);
	if (result == 0)
		printable_line(stdout, "%s", log);
	return result;
}

static enum exit_code run_unpack(struct options *line, struct error *err)
{
	struct pack_options wanted = {0};

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	for (int i = 0; i < wanted.logs.count; i++)
		if (unpack(wanted.logs.word[i], err) != 0)
			return EXIT_TROUBLE;
	return EXIT_YES;
}

const struct command command_unpack = {
	.name = "unpack",
	.arguments = "PACK..",
	.help = "restore packed logs, byte for byte",
	.options = unpack_rows,
	.is_verdict = true,
	.more = "Writes NAME.jsonl beside NAME.pack, which stays.  Its "
		"SHA-256 is compared with that\nin the packed log: it is the "
		"log that was packed, or there is an error and no log.\n",
	.run = run_unpack,
};
