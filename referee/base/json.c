/*
 * json.c - reads strict JSON into a tree.
 */
#include "base/json.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_write.h"
#include "base/printable.h"

/* Numbers of more characters than NUMBER_MAX are refused; up to PAIRS_MAX keys
   of an object are compared in pairs. */
enum { DEPTH_MAX = 64, NUMBER_MAX = 63, PAIRS_MAX = 8 };

struct json_reader {
	const char *start, *at, *end;
	int depth, depth_max, flags;
	struct arena *arena;            /* NULL: each part is its own memory */
	long count, wanted;             /* values read; the one to be found */
	const char *found, *found_end;
	struct error *err;
};

static int refuse(struct json_reader *r, const char *what)
{
	const char *stranger = utf8_stranger(r->start,
					     (size_t)(r->end - r->start));
	OWNED(text) struct text place = {0};

	if (stranger != NULL) {
		r->at = r->start;
		what = stranger;
	}
	if (r->flags & JSON_LINES)
		json_place(r->start, r->at, &place);
	else
		text_printf(&place, "byte %zu",
			    (size_t)(r->at - r->start) + 1);
	return error_set(r->err, "%s: %s", text_string(&place), what);
}

static inline void *allocate(struct json_reader *r, size_t count, size_t size)
{
	return r->arena != NULL ? arena_new(r->arena, count, size) :
		memory_new(count, size);
}

static inline bool is_space(const struct json_reader *r)
{
	return r->at < r->end && (*r->at == ' ' || *r->at == '\t' ||
				  *r->at == '\n' || *r->at == '\r');
}

static inline void skip_spaces(struct json_reader *r)
{
	while (r->flags & JSON_SPACES && is_space(r))
		r->at++;
}

static bool is_next(const struct json_reader *r, char c)
{
	return r->at < r->end && *r->at == c;
}

static bool pass(struct json_reader *r, char c)
{
	if (!is_next(r, c))
		return false;
	r->at++;
	return true;
}

/* ### strings */

/* The value of the four hex digits at `at`, or -1. */
static int hex4(const char *at, const char *end)
{
	char digits[5] = {0};

	if (end - at < 4)
		return -1;
	memcpy(digits, at, 4);
	return strspn(digits, "0123456789abcdefABCDEF") == 4 ?
		(int)strtol(digits, NULL, 16) : -1;
}

static char *put_character(char *to, unsigned code)
{
	if (code < 0x80) {
		*to++ = (char)code;
		return to;
	}
	if (code < 0x800) {
		*to++ = (char)(0xc0 | code >> 6);
	} else {
		if (code < 0x10000) {
			*to++ = (char)(0xe0 | code >> 12);
		} else {
			*to++ = (char)(0xf0 | code >> 18);
			*to++ = (char)(0x80 | (code >> 12 & 0x3f));
		}
		*to++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*to++ = (char)(0x80 | (code & 0x3f));
	return to;
}

/* `at` points to a backslash. */
static int read_escape(struct json_reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	const char *place;
	int unit, low;

	if (r->end - r->at < 2)
		return refuse(r, "unterminated string");
	if (r->at[1] != 'u') {
		place = memchr(from, r->at[1], sizeof from - 1);
		if (place == NULL)
			return refuse(r, "an unknown escape");
		*(*to)++ = into[place - from];
		r->at += 2;
		return 0;
	}
	unit = hex4(r->at + 2, r->end);
	if (unit < 0)
		return refuse(r, "an escape without four hex digits");
	if (unit == 0)
		return refuse(r, "U+0000 in a string");
	if (unit >= 0xdc00 && unit <= 0xdfff)
		return refuse(r, "a surrogate without its first half");
	if (unit >= 0xd800 && unit <= 0xdbff) {
		low = r->end - r->at >= 12 && r->at[6] == '\\' &&
			r->at[7] == 'u' ? hex4(r->at + 8, r->end) : -1;
		if (low < 0xdc00 || low > 0xdfff)
			return refuse(r, "a surrogate without its second half");
		unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
		r->at += 6;
	}
	r->at += 6;
	*to = put_character(*to, (unsigned)unit);
	return 0;
}

/* Where the string from `at` on ends: at its closing quote, or the last byte.
   Decoded, it is no longer. */
static const char *string_end(const char *at, const char *end)
{
	while (at < end && *at != '"')
		at += *at == '\\' && end - at > 1 ? 2 : 1;
	return at;
}

/* `at` points to the opening quote.  `*string` is set also after an error. */
static int read_string(struct json_reader *r, char **string)
{
	const char *at = ++r->at;
	char *to;

	while (at < r->end && *at >= ' ' && *at != '"' && *at != '\\')
		at++;
	if (at < r->end && *at == '"') {
		*string = allocate(r, (size_t)(at - r->at) + 1, 1);
		memcpy(*string, r->at, (size_t)(at - r->at));
		r->at = at + 1;
		return 0;
	}
	to = *string = allocate(r, (size_t)(string_end(at, r->end) - r->at) + 1,
				1);
	for (;;) {
		int size = 1;

		if (r->at == r->end)
			return refuse(r, "unterminated string");
		if (*r->at == '"')
			break;
		if (*r->at == '\\') {
			if (read_escape(r, &to) != 0)
				return -1;
			continue;
		}
		if ((unsigned char)*r->at < 0x20)
			return refuse(r, "a control character in a string");
		if ((unsigned char)*r->at >= 0x80)
			size = utf8_size(r->at, r->end);
		if (size == 0)
			return refuse(r, "bytes that are not UTF-8");
		while (size-- > 0)
			*to++ = *r->at++;
	}
	*to = '\0';
	r->at++;
	return 0;
}

/* ### numbers and words */

static bool is_digit(const struct json_reader *r)
{
	return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static int pass_digits(struct json_reader *r)
{
	if (!is_digit(r))
		return refuse(r, "expected a digit");
	while (is_digit(r))
		r->at++;
	return 0;
}

/* The rest of a number that began at `start`; sets its value if it is not
   the integer that has been read. */
static int read_float(struct json_reader *r, const char *start, bool is_large,
		      double *number)
{
	char copy[NUMBER_MAX + 1];
	const char *integer_end = r->at;
	size_t size;

	if (pass(r, '.') && pass_digits(r) != 0)
		return -1;
	if (pass(r, 'e') || pass(r, 'E')) {
		if (!pass(r, '+'))
			pass(r, '-');
		if (pass_digits(r) != 0)
			return -1;
	}
	size = (size_t)(r->at - start);
	if (size > NUMBER_MAX)
		return refuse(r, "a number of too many characters");
	if (is_large || r->at > integer_end) {
		memcpy(copy, start, size);
		copy[size] = '\0';
		*number = strtod(copy, NULL);
	}
	return 0;
}

static int read_number(struct json_reader *r, cJSON *value)
{
	const char *start = r->at, *digits;
	const bool floats = r->flags & JSON_FLOATS, negative = pass(r, '-');
	long long integer = 0;
	double number;

	digits = r->at;
	if (!is_digit(r))
		return refuse(r, "expected a digit");
	for (; is_digit(r); r->at++) {
		if (integer <= JSON_INT_MAX)
			integer = integer * 10 + (*r->at - '0');
		if (integer > JSON_INT_MAX && !floats)
			return refuse(r, "an integer beyond 2^53");
	}
	if (*digits == '0' && r->at - digits > 1)
		return refuse(r, "a number with a leading zero");
	number = negative ? -(double)integer : (double)integer;
	if (floats) {
		if (read_float(r, start, integer > JSON_INT_MAX, &number) != 0)
			return -1;
	} else if (is_next(r, '.') || is_next(r, 'e') || is_next(r, 'E')) {
		return refuse(r, "a number that is not an integer");
	} else if (negative && integer == 0) {
		return refuse(r, "the number -0");
	}
	value->type = cJSON_Number;
	value->valuedouble = number;
	value->valueint = number >= INT_MAX ? INT_MAX :
		number <= INT_MIN ? INT_MIN : (int)number;
	return 0;
}

static int read_word(struct json_reader *r, const char *word, int type,
		     cJSON *value)
{
	size_t size = strlen(word);

	if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0)
		return refuse(r, "not a JSON value");
	r->at += size;
	value->type = type;
	value->valueint = type == cJSON_True;
	return 0;
}

/* ### objects and lists */

static int by_name(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Sorting keeps a line of ten thousand keys cheap. */
static const char *find_twin_sorted(const cJSON *object, size_t count)
{
	AUTOFREE const char **name = memory_new(count, sizeof *name);
	const cJSON *member;
	size_t i = 0;

	cJSON_ArrayForEach(member, object)
		name[i++] = member->string;
	qsort(name, count, sizeof *name, by_name);
	for (i = 1; i < count; i++)
		if (strcmp(name[i - 1], name[i]) == 0)
			return name[i];
	return NULL;
}

/* A key that two members have, or NULL. */
static const char *find_twin(const cJSON *object, size_t count)
{
	if (count > PAIRS_MAX)
		return find_twin_sorted(object, count);
	for (const cJSON *a = object->child; a != NULL; a = a->next)
		for (const cJSON *b = a->next; b != NULL; b = b->next)
			if (*a->string == *b->string &&
			    strcmp(a->string, b->string) == 0)
				return b->string;
	return NULL;
}

static int read_value(struct json_reader *r, cJSON *value);

static int read_key(struct json_reader *r, cJSON *member)
{
	skip_spaces(r);
	if (!is_next(r, '"'))
		return refuse(r, "expected a key in quotes");
	if (read_string(r, &member->string) != 0)
		return -1;
	skip_spaces(r);
	return pass(r, ':') ? 0 : refuse(r, "expected a colon");
}

/* Refuses the second member with this key of an object, whose members begin at
   `first` and have been read before. */
static int refuse_twin(struct json_reader *r, const char *first,
		       const char *twin)
{
	OWNED(text) struct text what = {0};
	const char *key = first;

	r->at = first;
	for (int found = 0; found < 2;) {
		cJSON *member = allocate(r, 1, sizeof *member);

		skip_spaces(r);
		key = r->at;
		read_key(r, member);
		found += strcmp(member->string, twin) == 0;
		read_value(r, member);
		pass(r, ',');
		if (r->arena == NULL)
			cJSON_Delete(member);
	}
	r->at = key;
	text_printf(&what, "duplicate key \"%s\"", twin);
	refuse(r, text_string(&what));
	return -1;
}

/* Reads the members or items of `value` and its closing bracket. */
static int read_children(struct json_reader *r, cJSON *value)
{
	const bool keys = value->type == cJSON_Object;
	const char close = keys ? '}' : ']';
	cJSON *last = NULL;
	size_t count = 0;
	const char *first, *twin;

	r->at++;
	first = r->at;
	skip_spaces(r);
	if (pass(r, close))
		return 0;
	do {
		cJSON *child = allocate(r, 1, sizeof *child);

		if (last == NULL)
			value->child = child;
		else
			last->next = child;
		child->prev = last;
		last = value->child->prev = child;
		count++;
		if ((keys && read_key(r, child) != 0) ||
		    read_value(r, child) != 0)
			return -1;
	} while (pass(r, ','));
	if (!pass(r, close))
		return refuse(r, keys ? "expected a comma or the object's end" :
			      "expected a comma or the list's end");
	twin = keys ? find_twin(value, count) : NULL;
	if (twin != NULL)
		return refuse_twin(r, first, twin);
	return 0;
}

static int read_nested(struct json_reader *r, cJSON *value)
{
	int result;

	if (r->depth == r->depth_max)
		return refuse(r, "too many levels");
	value->type = *r->at == '{' ? cJSON_Object : cJSON_Array;
	r->depth++;
	result = read_children(r, value);
	r->depth--;
	return result;
}

static int read_bare(struct json_reader *r, cJSON *value)
{
	if (r->at == r->end)
		return refuse(r, "ends too early");
	switch (*r->at) {
	case '{': case '[':
		return read_nested(r, value);
	case '"':
		value->type = cJSON_String;
		return read_string(r, &value->valuestring);
	case 't':
		return read_word(r, "true", cJSON_True, value);
	case 'f':
		return read_word(r, "false", cJSON_False, value);
	case 'n':
		return read_word(r, "null", cJSON_NULL, value);
	default:
		if (*r->at != '-' && !is_digit(r))
			return refuse(r, "no JSON value");
		return read_number(r, value);
	}
}

/* Reads a value and the spaces around it. */
static int read_value(struct json_reader *r, cJSON *value)
{
	const bool wanted = r->count++ == r->wanted;

	skip_spaces(r);
	if (wanted)
		r->found = r->at;
	if (read_bare(r, value) != 0)
		return -1;
	if (wanted)
		r->found_end = r->at;
	skip_spaces(r);
	return 0;
}

static cJSON *read_all(struct json_reader *r)
{
	cJSON *tree = allocate(r, 1, sizeof *tree);

	skip_spaces(r);
	if (!(r->flags & JSON_VALUE) && !is_next(r, '{'))
		refuse(r, "not a JSON object");
	else if (read_value(r, tree) != 0)
		;
	else if (r->at + 1 == r->end && *r->at == '\r')
		refuse(r, TEXT_CR_LF);
	else if (r->at != r->end)
		refuse(r, "something after the value");
	else
		return tree;
	if (r->arena == NULL)
		cJSON_Delete(tree);
	return NULL;
}

cJSON *json_read_in(struct arena *arena, const char *bytes, size_t size,
		    int depth_max, int flags, struct error *err)
{
	struct json_reader r = {
		.start = bytes, .at = bytes, .end = bytes + size,
		.depth_max = depth_max < DEPTH_MAX ? depth_max : DEPTH_MAX,
		.flags = flags, .arena = arena, .wanted = -1, .err = err,
	};

	return read_all(&r);
}

cJSON *json_read(const char *bytes, size_t size, int depth_max, int flags,
		 struct error *err)
{
	return json_read_in(NULL, bytes, size, depth_max, flags, err);
}

cJSON *json_parse_in(struct arena *arena, const char *bytes, size_t size)
{
	struct error err;
	cJSON *tree = json_read_in(arena, bytes, size, DEPTH_MAX, JSON_VALUE |
				   JSON_SPACES | JSON_FLOATS, &err);

	assert(tree != NULL);
	return tree;
}

cJSON *json_parse(const char *bytes, size_t size)
{
	return json_parse_in(NULL, bytes, size);
}

/* ### values in a tree, and their bytes */

const cJSON *json_get(const cJSON *object, const char *key)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, object)
		if (member->string != NULL && *member->string == *key &&
		    strcmp(member->string, key) == 0)
			return member;
	return NULL;
}

bool json_is_int(const cJSON *value, long long min, long long max,
		 long long *number)
{
	double d;

	if (!cJSON_IsNumber(value))
		return false;
	d = value->valuedouble;
	/* This must precede the casts, which are undefined out of range. */
	if (!(d >= (double)-JSON_INT_MAX && d <= (double)JSON_INT_MAX) ||
	    (double)(long long)d != d)
		return false;
	if ((long long)d < min || (long long)d > max)
		return false;
	*number = (long long)d;
	return true;
}

/* Adds the values of `tree` before `value` to `*count`, all if it has none. */
static bool count_to(const cJSON *tree, const cJSON *value, long *count)
{
	const cJSON *child;

	if (tree == value)
		return true;
	++*count;
	cJSON_ArrayForEach(child, tree)
		if (count_to(child, value, count))
			return true;
	return false;
}

bool json_bytes(const char *bytes, size_t size, const cJSON *tree,
		const cJSON *value, const char **found, size_t *found_size)
{
	OWNED(arena) struct arena arena = {0};
	struct error ignored;
	struct json_reader r = {
		.start = bytes, .at = bytes, .end = bytes + size,
		.depth_max = DEPTH_MAX, .arena = &arena, .err = &ignored,
		.flags = JSON_VALUE | JSON_SPACES | JSON_FLOATS,
	};

	if (value == NULL || !count_to(tree, value, &r.wanted))
		return false;
	read_all(&r);
	*found = r.found;
	*found_size = (size_t)(r.found_end - r.found);
	return r.found_end != NULL;
}

void json_place(const char *bytes, const char *at, struct text *out)
{
	int line = 1, column = 1;

	for (; bytes < at; bytes++) {
		if (*bytes == '\n') {
			line++;
			column = 1;
		} else if ((*bytes & 0xc0) != 0x80) {
			column++;
		}
	}
	text_printf(out, "line %d, column %d", line, column);
}

/* ### writing a tree */

/* A value that is not a container. */
static void write_single(struct json_writer *w, const cJSON *value)
{
	long long number;
	char *json;

	/* cJSON writes 10^15 as 1e+15, which json_read refuses as an
	   integer. */
	if (json_is_int(value, -JSON_INT_MAX, JSON_INT_MAX, &number)) {
		json_int(w, number);
		return;
	}
	json = cJSON_PrintUnformatted(value);
	if (json == NULL)
		memory_exhausted();
	json_raw(w, json, strlen(json));
	cJSON_free(json);
}

void json_tree(struct json_writer *w, const cJSON *tree)
{
	bool object = cJSON_IsObject(tree);
	const cJSON *child;

	if (!object && !cJSON_IsArray(tree)) {
		write_single(w, tree);
		return;
	}
	json_open(w, object ? '{' : '[');
	cJSON_ArrayForEach(child, tree) {
		if (object) {
			json_string(w, child->string);
			text_byte(&w->out, ':');
			w->comma = false;
		}
		json_tree(w, child);
	}
	json_close(w, object ? '}' : ']');
}

/* ### files that may be damaged */

int json_lines_read(const char *path, const char *key, json_lines_take *take,
		    void *data, struct error *err)
{
	OWNED(stream) FILE *file = fopen(path, "re");
	struct error ignored;
	size_t room = 0;
	AUTOFREE char *line = NULL;
	ssize_t got;

	if (file == NULL)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	while ((got = getline(&line, &room, file)) > 0) {
		OWNED(json_tree) cJSON *tree = line[--got] != '\n' ? NULL :
			json_read(line, (size_t)got, 2, 0, &ignored);

		if (json_get(tree, key) != NULL)
			take(data, tree);
	}
	return ferror(file) ? error_reading(err, "read", path) : 0;
}

/* ### values of files that people write */

struct json_at json_at_key(const struct json_at *up, const char *key)
{
	return (struct json_at){ .up = up, .name = key, .index = -1,
		.value = cJSON_IsObject(up->value) ?
			json_get(up->value, key) : NULL };
}

struct json_at json_at_item(const struct json_at *up, int index,
			    const cJSON *value)
{
	return (struct json_at){ .up = up, .index = index, .value = value };
}

bool json_is_there(const struct json_at *at)
{
	return at->value != NULL && !cJSON_IsNull(at->value);
}

static void path_of(const struct json_at *at, struct text *path)
{
	if (at->up == NULL) {
		text_add(path, at->name);
		return;
	}
	path_of(at->up, path);
	if (at->index >= 0)
		text_printf(path, "[%d]", at->index);
	else
		text_printf(path, "%s%s", at->up->up == NULL ? ": " : ".",
			    FOREIGN(at->name));
}

/* Adds the place of the value, or of the innermost container that exists,
   unless it is the whole file. */
static void add_place(const struct json_at *at, struct text *out)
{
	const struct json_at *top;
	const char *found;
	size_t size;

	while (at->up != NULL && at->value == NULL)
		at = at->up;
	for (top = at; top->up != NULL; top = top->up)
		;
	if (top == at || top->source == NULL ||
	    !json_bytes(top->source->bytes, top->source->length, top->value,
			at->value, &found, &size))
		return;
	text_add(out, " (");
	json_place(top->source->bytes, found, out);
	text_byte(out, ')');
}

/* "100" and "true" in quotes are texts, which is easily overlooked. */
static bool looks_like_another(const cJSON *value)
{
	const char *text = cJSON_GetStringValue(value);
	struct error ignored;
	OWNED(json_tree) cJSON *other = text == NULL ? NULL :
		json_read(text, strlen(text), 1, JSON_FLOATS | JSON_VALUE,
			  &ignored);

	return other != NULL;
}

static void found(const cJSON *value, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};

	if (value == NULL) {
		text_add(out, "nothing");
		return;
	}
	if (cJSON_IsNumber(value) && isinf(value->valuedouble)) {
		text_add(out, "a number that is too large");
		return;
	}
	json_tree(&w, value);
	if (w.out.length <= 60)
		text_printf(out, "%s%s", looks_like_another(value) ?
			    "the string " : "", FOREIGN(text_string(&w.out)));
	else
		text_add(out, cJSON_IsObject(value) ? "an object" :
			 cJSON_IsArray(value) ? "a list" : "a long string");
}

/* Sets what is wrong with `at`, followed by the line and column of `place`. */
__attribute__((format(printf, 4, 0)))
static int say(const struct json_at *at, const struct json_at *place,
	       struct error *err, const char *format, va_list args)
{
	OWNED(text) struct text sentence = {0};

	path_of(at, &sentence);
	text_add(&sentence, ": ");
	text_vprintf(&sentence, format, args);
	add_place(place, &sentence);
	return error_set(err, "%s", text_string(&sentence));
}

int json_wrong(const struct json_at *at, struct error *err,
	       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(at, at, err, format, args);
	va_end(args);
	return -1;
}

__attribute__((format(printf, 4, 5)))
static int wrong_key(const struct json_at *at, const char *name,
		     struct error *err, const char *format, ...)
{
	const struct json_at key = json_at_key(at, name);
	va_list args;

	va_start(args, format);
	say(at, &key, err, format, args);
	va_end(args);
	return -1;
}

int json_expected(const struct json_at *at, struct error *err,
		  const char *format, ...)
{
	OWNED(text) struct text there = {0};
	char what[400];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	found(at->value, &there);
	return json_wrong(at, err, "expected %s, found %s", what,
			  text_string(&there));
}

int json_want_object(const struct json_at *at, const char *const *keys,
		     struct error *err)
{
	const cJSON *member;

	if (!cJSON_IsObject(at->value))
		return json_expected(at, err, "an object");
	cJSON_ArrayForEach(member, at->value) {
		if (words_find(keys, member->string) < 0) {
			OWNED(text) struct text known = {0};
			struct guess guess = {0};

			for (int i = 0; keys[i] != NULL; i++)
				guess_try(&guess, member->string, keys[i]);
			guess_add(&guess, &known);
			if (guess.word == NULL) {
				text_add(&known, "; the keys are ");
				words_list(&known, keys, ", ");
			}
			wrong_key(at, member->string, err,
				  "unknown key \"%s\"%s",
				  FOREIGN(member->string), text_string(&known));
			return -1;
		}
	}
	return 0;
}

int json_want_int(const struct json_at *at, long long min, long long max,
		  long long *number, struct error *err)
{
	if (!json_is_int(at->value, min, max, number))
		return json_expected(at, err, "an integer from %lld to %lld",
				     min, max);
	return 0;
}

int json_want_string(const struct json_at *at, const char **string,
		     struct error *err)
{
	if (!cJSON_IsString(at->value))
		return json_expected(at, err, "a string");
	*string = at->value->valuestring;
	return 0;
}

int json_want_list(const struct json_at *at, int min, int max,
		   struct error *err)
{
	int size;

	if (!cJSON_IsArray(at->value))
		return json_expected(at, err, "a list");
	size = cJSON_GetArraySize(at->value);
	if (size < min || size > max)
		return json_wrong(at, err, "expected a list of %d to %d "
				  "items, found %d", min, max, size);
	return 0;
}

int json_want_word(const struct json_at *at, const char *const *words,
		   int *word, struct error *err)
{
	OWNED(text) struct text known = {0};
	int found = cJSON_IsString(at->value) ?
		words_find(words, at->value->valuestring) : -1;

	if (found >= 0) {
		*word = found;
		return 0;
	}
	text_add(&known, "\"");
	words_list(&known, words, "\", \"");
	text_add(&known, "\"");
	return json_expected(at, err, "one of %s", text_string(&known));
}

int json_may_int(const struct json_at *up, const char *key, long long min,
		 long long max, long long *number, struct error *err)
{
	struct json_at at = json_at_key(up, key);

	return at.value == NULL ? 0 :
		json_want_int(&at, min, max, number, err);
}
