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

/* The length of the name without that ending; 0: it does not have it. */
static size_t stem_of(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && strcmp(name + length - tail, ending) == 0 ?
		length - tail : 0;
}

static char *with_ending(const char *name, size_t stem, const char *ending)
{
	struct text path = {0};

	text_append(&path, name, stem);
	text_add(&path, ending);
	text_byte(&path, '\0');
	return path.bytes;
}

char *log_paths_beside(const char *log, const char *ending, struct error *err)
{
	size_t stem = stem_of(log, ".jsonl");

	if (stem > 0)
		return with_ending(log, stem, ending);
	error_set(err, "the name of a log ends in .jsonl; found \"%s\"", log);
	return NULL;
}

char *log_paths_plain(const char *packed)
{
	size_t stem = stem_of(packed, ".pack");

	return stem > 0 ? with_ending(packed, stem, ".jsonl") :
		memory_copy(packed);
}

bool log_paths_is_device(const char *log)
{
	struct stat status;

	return stat(log, &status) == 0 && !S_ISREG(status.st_mode);
}
