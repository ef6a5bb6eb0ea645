/*
 * log_paths.c - the files beside a log.
 */
#include "session/log_paths.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "fair/logline.h"

char *log_paths_beside(const char *log, const char *ending, struct error *err)
{
	static const char own[] = ".jsonl";
	size_t length = strlen(log), tail = sizeof own - 1;
	struct text path = {0};

	if (length <= tail || strcmp(log + length - tail, own) != 0) {
		error_set(err, "the name of a log ends in .jsonl; found "
			  "\"%s\"", log);
		return NULL;
	}
	text_append(&path, log, length - tail);
	text_add(&path, ending);
	text_byte(&path, '\0');
	return path.bytes;
}

bool log_paths_is_device(const char *log)
{
	struct stat status;

	return stat(log, &status) == 0 && !S_ISREG(status.st_mode);
}

bool log_paths_is_log(const char *path)
{
	char found[32];
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, found, sizeof found) : 0;
	bool there = size > 0 &&
		logline_type_of(found, (size_t)size) == LINE_MATCH;

	if (fd >= 0)
		close(fd);
	return there;
}
