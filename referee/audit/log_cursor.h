/*
 * log_cursor.h - the current line of a log, what was expected in its place,
 * and refusing it.
 */
#ifndef AUDIT_LOG_CURSOR_H
#define AUDIT_LOG_CURSOR_H

#include "fair/logfile.h"

enum audit_verdict {
	AUDIT_PASSED,
	AUDIT_REFUSED,          /* `err` names the line and what is wrong */
	AUDIT_TROUBLE           /* could not look: `err` says why */
};

/* What is there where a line was expected. */
enum log_found { AS_EXPECTED, ANOTHER, NO_LINE, CANNOT_READ };

struct log_cursor {
	struct logfile file;
	struct error *err;              /* of the audit */
	struct json_writer want;        /* the line that is due */
	const char *line;
	size_t size;
	cJSON *tree;                    /* of the line, when it was parsed */
	enum logline_type type;         /* likewise */
	uint64_t *lines;                /* of the audit: the current line's
					   number, kept up to date */
};

enum log_found log_cursor_next(struct log_cursor *cursor);

/* Parses the current line; false: it is not a line of a log, and is refused. */
bool log_cursor_parse(struct log_cursor *cursor);

/* Does the next line say what `want` says?  The order of keys is free. */
enum log_found log_cursor_expect(struct log_cursor *cursor);

/* Is the current line byte for byte `want`? */
bool log_cursor_is_want(const struct log_cursor *cursor);

/* Does the current line, which is parsed, say what `want` says? */
bool log_cursor_says_want(struct log_cursor *cursor);

/* Members of the current line, which is parsed. */
int log_cursor_number(const struct log_cursor *cursor, const char *key);
const char *log_cursor_word(const struct log_cursor *cursor, const char *key);

/* ### refusing: each sets the error to "LOG:LINE: .." and returns
   AUDIT_REFUSED */

enum audit_verdict log_cursor_refuse(struct log_cursor *cursor,
				     const char *expected);
enum audit_verdict log_cursor_refuse_end(struct log_cursor *cursor,
					 const char *expected);
/* `want` was expected; `found` is what log_cursor_expect said. */
enum audit_verdict log_cursor_refuse_want(struct log_cursor *cursor,
					  enum log_found found);
enum audit_verdict log_cursor_refuse_line(struct log_cursor *cursor,
					  const char *why);

/* Closes the file and frees; safe on zeroes with file.fd -1. */
void log_cursor_release(struct log_cursor *cursor);

#endif
