/*
 * log_cursor.h - reads a log line by line, and names the line that is refused.
 */
#ifndef AUDIT_LOG_CURSOR_H
#define AUDIT_LOG_CURSOR_H

#include "fair/logfile.h"

enum audit_verdict {
	AUDIT_PASSED,
	AUDIT_REFUSED,          /* `err` names the line and what is wrong */
	AUDIT_TROUBLE           /* the log could not be read, see `err` */
};

/* CURSOR_TROUBLE: the log could not be read, see `err`. */
enum log_found { CURSOR_LINE, CURSOR_END, CURSOR_TROUBLE };

struct log_cursor {
	struct logfile file;
	struct error *err;              /* of the audit */
	const char *line;
	size_t size;                    /* LOG_LINE_MAX: more than `line` has */
	cJSON *tree;                    /* of the line; NULL: not parsed */
	enum logline_type type;         /* of the line, if parsed */
	uint64_t *lines;                /* in the audit: set to the current
					   line's number */
};

/* Moves to the next line. */
enum log_found log_cursor_next(struct log_cursor *cursor);

/* Parses the current line; false: it is not a line of a log, and is refused. */
bool log_cursor_parse(struct log_cursor *cursor);

/* Members of the current line, which has to be parsed. */
int log_cursor_number(const struct log_cursor *cursor, const char *key);
const char *log_cursor_word(const struct log_cursor *cursor, const char *key);

/* ### refusing: each sets the error to "LOG:LINE: .." and returns
   AUDIT_REFUSED */

enum audit_verdict log_cursor_refuse(struct log_cursor *cursor,
				     const char *expected);
enum audit_verdict log_cursor_refuse_end(struct log_cursor *cursor,
					 const char *expected);
enum audit_verdict log_cursor_refuse_line(struct log_cursor *cursor,
					  const char *why);

/* Closes the file and frees; safe on zeroes with file.fd -1. */
void log_cursor_release(struct log_cursor *cursor);

#endif
