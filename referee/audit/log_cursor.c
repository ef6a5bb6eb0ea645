/*
 * log_cursor.c - reads a log line by line, and names the line that is refused.
 */
#include "audit/log_cursor.h"

#include <string.h>

#include "base/printable.h"

/* ### refusing */

enum audit_verdict log_cursor_refuse(struct log_cursor *cursor,
				     const char *expected)
{
	struct foreign shown;

	error_set(cursor->err, "%s:%llu: expected %s, found %s",
		  cursor->file.path, (unsigned long long)cursor->file.line,
		  expected, printable_foreign(&shown, cursor->line,
					      cursor->size));
	return AUDIT_REFUSED;
}

enum audit_verdict log_cursor_refuse_end(struct log_cursor *cursor,
					 const char *expected)
{
	error_set(cursor->err, "%s:%llu: expected %s, found %s",
		  cursor->file.path, (unsigned long long)cursor->file.line + 1,
		  expected, cursor->file.torn ? "a line that is cut off" :
		  "the end of the log");
	return AUDIT_REFUSED;
}

enum audit_verdict log_cursor_refuse_line(struct log_cursor *cursor,
					  const char *why)
{
	error_set(cursor->err, "%s:%llu: %s", cursor->file.path,
		  (unsigned long long)cursor->file.line, why);
	return AUDIT_REFUSED;
}

/* ### lines */

static void forget(struct log_cursor *cursor)
{
	cJSON_Delete(cursor->tree);
	cursor->tree = NULL;
}

enum log_found log_cursor_next(struct log_cursor *cursor)
{
	forget(cursor);
	switch (logfile_next(&cursor->file, &cursor->line, &cursor->size,
			     cursor->err)) {
	case LOGFILE_LINE:
		*cursor->lines = cursor->file.line;
		return CURSOR_LINE;
	case LOGFILE_END:
		return CURSOR_END;
	case LOGFILE_TOO_LONG:
		/* log_cursor_parse refuses it because of its size. */
		cursor->file.line++;
		cursor->line = cursor->file.window.bytes + cursor->file.at;
		cursor->size = LOG_LINE_MAX;
		return CURSOR_LINE;
	case LOGFILE_TROUBLE:
		break;
	}
	return CURSOR_TROUBLE;
}

bool log_cursor_parse(struct log_cursor *cursor)
{
	struct error why;

	if (cursor->tree != NULL)
		return true;
	if (logline_read(cursor->line, cursor->size, &cursor->tree,
			 &cursor->type, &why) == 0)
		return true;
	log_cursor_refuse_line(cursor, why.text);
	return false;
}

int log_cursor_number(const struct log_cursor *cursor, const char *key)
{
	return (int)json_get(cursor->tree, key)->valuedouble;
}

const char *log_cursor_word(const struct log_cursor *cursor, const char *key)
{
	return json_get(cursor->tree, key)->valuestring;
}

void log_cursor_release(struct log_cursor *cursor)
{
	forget(cursor);
	logfile_release(&cursor->file);
}
