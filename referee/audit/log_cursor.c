/*
 * log_cursor.c - reads a log line by line, and refuses a line that is not the
 * expected one.
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

enum audit_verdict log_cursor_refuse_want(struct log_cursor *cursor,
					  enum log_found found)
{
	struct text expected = {0};
	enum audit_verdict result;

	text_append(&expected, cursor->want.out.bytes, cursor->want.out.length);
	result = found == NO_LINE ?
		log_cursor_refuse_end(cursor, text_string(&expected)) :
		log_cursor_refuse(cursor, text_string(&expected));
	text_release(&expected);
	return result;
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
		return AS_EXPECTED;
	case LOGFILE_END:
		return NO_LINE;
	case LOGFILE_TOO_LONG:
		/* log_cursor_parse refuses it because of its size. */
		cursor->file.line++;
		cursor->line = cursor->file.window.bytes + cursor->file.at;
		cursor->size = LOG_LINE_MAX;
		return ANOTHER;
	case LOGFILE_TROUBLE:
		break;
	}
	return CANNOT_READ;
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

bool log_cursor_is_want(const struct log_cursor *cursor)
{
	return cursor->size == cursor->want.out.length &&
		memcmp(cursor->line, cursor->want.out.bytes,
		       cursor->size) == 0;
}

bool log_cursor_says_want(struct log_cursor *cursor)
{
	cJSON *want;
	bool same;

	if (log_cursor_is_want(cursor))
		return true;
	want = json_parse(cursor->want.out.bytes, cursor->want.out.length);
	same = cJSON_Compare(want, cursor->tree, true);
	cJSON_Delete(want);
	return same;
}

enum log_found log_cursor_expect(struct log_cursor *cursor)
{
	enum log_found found = log_cursor_next(cursor);

	if (found != AS_EXPECTED)
		return found;
	/* Nearly always true, so that the line need not be parsed. */
	if (log_cursor_is_want(cursor))
		return AS_EXPECTED;
	return log_cursor_parse(cursor) && log_cursor_says_want(cursor) ?
		AS_EXPECTED : ANOTHER;
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
	text_release(&cursor->want.out);
	logfile_release(&cursor->file);
}
