/*
 * cmd_unpack.c - referee unpack: restores the log that was packed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "pack/packed_head.h"
#include "pack/packed_log.h"
#include "session/log_paths.h"

struct unpack_options {
	struct options_list logs;
};

static const struct option options[] = {
	{ "PACK", NULL, NULL, OPTIONS_LIST(struct unpack_options, logs),
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
	struct text new = {0};
	const char *name;
	int fd, result;

	text_printf(&new, "%s.new", log);
	name = text_string(&new);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0) {
		result = error_reading(err, "create", name);
		goto done;
	}
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

done:
	text_release(&new);
	return result;
}

static int unpack(const char *path, struct error *err)
{
	char *log = log_paths_plain(path);
	struct text packed = {0};
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
	text_release(&packed);
	free(log);
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct unpack_options wanted = {0};

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
	.options = options,
	.is_verdict = true,
	.more = "Writes NAME.jsonl beside NAME.pack, which stays.  Its "
		"SHA-256 is compared with that\nin the packed log: it is the "
		"log that was packed, or there is an error and no log.\n",
	.run = run,
};
