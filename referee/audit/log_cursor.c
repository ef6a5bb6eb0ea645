/*
 * log_cursor.c - the lines of a log that is audited, and refusing one.
 */
#include "audit/log_cursor.h"

#include <string.h>

#include "base/printable.h"

/* ### refusing */

enum audit_result refuse(struct reading *r, const char *expected)
{
	struct text shown = {0};

	printable_ascii(&shown, r->line, r->size < 160 ? r->size : 160);
	if (r->size > 160)
		text_add(&shown, "..");
	error_set(r->err, "%s:%llu: expected %s, found %s", r->file.path,
		  (unsigned long long)r->file.line, expected,
		  text_string(&shown));
	text_release(&shown);
	return AUDIT_REFUSED;
}

enum audit_result refuse_end(struct reading *r, const char *expected)
{
	error_set(r->err, "%s:%llu: expected %s, found %s", r->file.path,
		  (unsigned long long)r->file.line + 1, expected,
		  r->file.torn ? "a line that is cut off" :
		  "the end of the log");
	return AUDIT_REFUSED;
}

/* The line that is due, as a sentence's part. */
enum audit_result refuse_want(struct reading *r, enum found found)
{
	struct text expected = {0};
	enum audit_result result;

	text_append(&expected, r->want.out.bytes, r->want.out.length);
	result = found == NO_LINE ?
		refuse_end(r, text_string(&expected)) :
		refuse(r, text_string(&expected));
	text_release(&expected);
	return result;
}

enum audit_result refuse_line(struct reading *r, const char *why)
{
	error_set(r->err, "%s:%llu: %s", r->file.path,
		  (unsigned long long)r->file.line, why);
	return AUDIT_REFUSED;
}

/* ### lines */

void forget_tree(struct reading *r)
{
	cJSON_Delete(r->tree);
	r->tree = NULL;
}

enum found next_line(struct reading *r)
{
	forget_tree(r);
	switch (logfile_next(&r->file, &r->line, &r->size, r->err)) {
	case LOGFILE_LINE:
		return AS_EXPECTED;
	case LOGFILE_END:
		return NO_LINE;
	case LOGFILE_TOO_LONG:
		/* parse() refuses it by its size. */
		r->file.line++;
		r->line = r->file.window.bytes + r->file.at;
		r->size = LOG_LINE_MAX;
		return ANOTHER;
	case LOGFILE_TROUBLE:
		break;
	}
	return CANNOT_READ;
}

bool parse(struct reading *r)
{
	struct error why;

	if (r->tree != NULL)
		return true;
	if (line_read(r->line, r->size, &r->tree, &r->type, &why) == 0)
		return true;
	refuse_line(r, why.text);
	return false;
}

bool says_want(struct reading *r)
{
	cJSON *want;
	bool same;

	if (r->size == r->want.out.length &&
	    memcmp(r->line, r->want.out.bytes, r->size) == 0)
		return true;
	want = json_parse(r->want.out.bytes, r->want.out.length);
	same = cJSON_Compare(want, r->tree, true);
	cJSON_Delete(want);
	return same;
}

enum found expect(struct reading *r)
{
	enum found found = next_line(r);

	if (found != AS_EXPECTED)
		return found;
	/* Nearly always: nothing has to be parsed. */
	if (r->size == r->want.out.length &&
	    memcmp(r->line, r->want.out.bytes, r->size) == 0)
		return AS_EXPECTED;
	return parse(r) && says_want(r) ? AS_EXPECTED : ANOTHER;
}

int line_number(const struct reading *r, const char *key)
{
	return (int)json_get(r->tree, key)->valuedouble;
}

const char *line_word(const struct reading *r, const char *key)
{
	return json_get(r->tree, key)->valuestring;
}
