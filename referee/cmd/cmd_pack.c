/*
 * cmd_pack.c - referee pack: writes a closed log without what follows from its
 * secret.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/audit.h"
#include "base/file.h"
#include "base/printable.h"
#include "cmd/commands.h"
#include "pack/log_packer.h"
#include "pack/packed_head.h"
#include "pack/packed_log.h"
#include "session/log_paths.h"

struct pack_options {
	struct options_list logs;
};

static const struct option options[] = {
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
	char *path = log_paths_beside(log, ".pack", err);
	struct text packed = {0};
	struct audit audit = {0};
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
	audit_release(&audit);
	text_release(&packed);
	free(path);
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
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
	.options = options,
	.is_verdict = true,
	.more = "Verifies NAME.jsonl and writes NAME.pack beside it, without "
		"the dice and their\nproofs, which follow from the secret.  "
		"The log stays.  verify, replay, analyse and\nrerun read "
		"NAME.pack like the log; \"referee unpack\" gives the log "
		"back.\n",
	.run = run,
};
