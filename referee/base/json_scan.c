/*
 * json_scan.c - refuses everything that is not strict JSON, ahead of the
 * parser.
 */
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_name.h"
#include "base/text.h"
#include "base/utf8.h"

/* cJSON cannot read numbers of more than NUMBER_MOST characters. */
enum { DEPTH_MOST = 64, KEYS_KEPT = 64, NUMBER_MOST = 63 };

struct scan {
	const char *start, *at, *end;
	int depth, depth_max, flags;
	struct json_name *keys;       /* of all open objects, innermost last */
	size_t key_count, key_room;
	struct json_name kept[KEYS_KEPT];
	struct error *err;
};

static int refuse(struct scan *s, const char *what)
{
	struct text place = {0};

	if (s->flags & JSON_LINES)
		json_place(s->start, s->at, &place);
	else
		text_printf(&place, "byte %zu",
			    (size_t)(s->at - s->start) + 1);
	error_set(s->err, "%s: %s", text_string(&place), what);
	text_release(&place);
	return -1;
}

static void skip_spaces(struct scan *s)
{
	if (!(s->flags & JSON_SPACES))
		return;
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' ||
				  *s->at == '\n' || *s->at == '\r'))
		s->at++;
}

/* `at` points to a backslash. */
static int scan_escape(struct scan *s)
{
	int unit, low;

	if (s->end - s->at < 2)
		return refuse(s, "a text that is not closed");
	if (s->at[1] != 'u') {
		if (s->at[1] == '\0' || strchr("\"\\/bfnrt", s->at[1]) == NULL)
			return refuse(s, "an unknown escape");
		s->at += 2;
		return 0;
	}
	unit = json_hex4(s->at + 2, s->end);
	if (unit < 0)
		return refuse(s, "an escape without four hex digits");
	if (unit == 0)
		return refuse(s, "U+0000 in a text");
	if (unit >= 0xdc00 && unit <= 0xdfff)
		return refuse(s, "a surrogate without its first half");
	if (unit >= 0xd800 && unit <= 0xdbff) {
		low = s->end - s->at >= 12 && s->at[6] == '\\' &&
			s->at[7] == 'u' ? json_hex4(s->at + 8, s->end) : -1;
		if (low < 0xdc00 || low > 0xdfff)
			return refuse(s, "a surrogate without its second half");
		s->at += 6;
	}
	s->at += 6;
	return 0;
}

/* `at` points to the opening quote. */
static int scan_string(struct scan *s, struct json_name *key)
{
	const char *start = ++s->at;
	bool escaped = false;

	for (;;) {
		int size;

		if (s->at == s->end)
			return refuse(s, "a text that is not closed");
		if (*s->at == '"')
			break;
		if (*s->at == '\\') {
			escaped = true;
			if (scan_escape(s) != 0)
				return -1;
			continue;
		}
		if ((unsigned char)*s->at < 0x20)
			return refuse(s, "a control character in a text");
		size = utf8_size(s->at, s->end);
		if (size == 0)
			return refuse(s, "bytes that are not UTF-8");
		s->at += size;
	}
	*key = (struct json_name){ start, (size_t)(s->at - start), escaped };
	s->at++;
	return 0;
}

static bool is_digit(const struct scan *s)
{
	return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

static int scan_fraction(struct scan *s)
{
	if (s->at < s->end && *s->at == '.') {
		s->at++;
		if (!is_digit(s))
			return refuse(s, "expected a digit");
		while (is_digit(s))
			s->at++;
	}
	if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
		s->at++;
		if (s->at < s->end && (*s->at == '+' || *s->at == '-'))
			s->at++;
		if (!is_digit(s))
			return refuse(s, "expected a digit");
		while (is_digit(s))
			s->at++;
	}
	return 0;
}

static int scan_number(struct scan *s)
{
	bool negative = *s->at == '-', floats = s->flags & JSON_FLOATS;
	long long value = 0;
	const char *start;

	if (negative)
		s->at++;
	start = s->at;
	if (!is_digit(s))
		return refuse(s, "expected a digit");
	for (; is_digit(s); s->at++) {
		value = value * 10 + (*s->at - '0');
		if (value > JSON_INT_MAX) {
			if (!floats)
				return refuse(s, "an integer beyond 2^53");
			value = JSON_INT_MAX / 10;      /* any size is fine */
		}
	}
	if (*start == '0' && s->at - start > 1)
		return refuse(s, "a number with a leading zero");
	if (floats) {
		if (scan_fraction(s) != 0)
			return -1;
		if (s->at - start + negative > NUMBER_MOST)
			return refuse(s, "a number of too many characters");
		return 0;
	}
	if (s->at < s->end && strchr(".eE", *s->at) != NULL && *s->at != '\0')
		return refuse(s, "a number that is not an integer");
	if (negative && *start == '0')
		return refuse(s, "the number -0");
	return 0;
}

static int scan_word(struct scan *s, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(s->end - s->at) < size || memcmp(s->at, word, size) != 0)
		return refuse(s, "not a JSON value");
	s->at += size;
	return 0;
}

/* Keys from `first` on belong to the object that ends here. */
static int check_keys(struct scan *s, size_t first)
{
	size_t count = s->key_count - first;
	struct json_name *keys = s->keys + first;

	/* Sorting keeps a line of ten thousand keys cheap. */
	if (count > 8) {
		qsort(keys, count, sizeof *keys, json_name_compare);
		for (size_t i = 1; i < count; i++)
			if (json_name_compare(&keys[i - 1], &keys[i]) == 0)
				return refuse(s, "a key twice in one object");
	} else {
		for (size_t i = 1; i < count; i++)
			for (size_t j = 0; j < i; j++)
				if (json_name_compare(&keys[i], &keys[j]) == 0)
					return refuse(s, "a key twice in one "
						      "object");
	}
	s->key_count = first;
	return 0;
}

static void keep_key(struct scan *s, struct json_name key)
{
	if (s->key_count == s->key_room) {
		struct json_name *more = memory_new(s->key_room * 2,
						    sizeof *more);

		memcpy(more, s->keys, s->key_count * sizeof *more);
		if (s->keys != s->kept)
			free(s->keys);
		s->keys = more;
		s->key_room *= 2;
	}
	s->keys[s->key_count++] = key;
}

static int scan_value(struct scan *s);

static int scan_object(struct scan *s)
{
	size_t first = s->key_count;
	struct json_name key;

	s->at++;
	skip_spaces(s);
	if (s->at < s->end && *s->at == '}') {
		s->at++;
		return 0;
	}
	for (;;) {
		skip_spaces(s);
		if (s->at == s->end || *s->at != '"')
			return refuse(s, "expected a key in quotes");
		if (scan_string(s, &key) != 0)
			return -1;
		keep_key(s, key);
		skip_spaces(s);
		if (s->at == s->end || *s->at != ':')
			return refuse(s, "expected a colon");
		s->at++;
		if (scan_value(s) != 0)
			return -1;
		if (s->at < s->end && *s->at == ',') {
			s->at++;
			continue;
		}
		if (s->at == s->end || *s->at != '}')
			return refuse(s, "expected a comma or the object's "
				      "end");
		s->at++;
		return check_keys(s, first);
	}
}

static int scan_list(struct scan *s)
{
	s->at++;
	skip_spaces(s);
	if (s->at < s->end && *s->at == ']') {
		s->at++;
		return 0;
	}
	for (;;) {
		if (scan_value(s) != 0)
			return -1;
		if (s->at < s->end && *s->at == ',') {
			s->at++;
			continue;
		}
		if (s->at == s->end || *s->at != ']')
			return refuse(s, "expected a comma or the list's end");
		s->at++;
		return 0;
	}
}

/* Scans a value and the spaces around it. */
static int scan_value(struct scan *s)
{
	struct json_name string;
	int result;

	skip_spaces(s);
	if (s->at == s->end)
		return refuse(s, "ends too early");
	switch (*s->at) {
	case '{': case '[':
		if (s->depth == s->depth_max)
			return refuse(s, "too many levels");
		s->depth++;
		result = *s->at == '{' ? scan_object(s) : scan_list(s);
		s->depth--;
		break;
	case '"':
		result = scan_string(s, &string);
		break;
	case 't':
		result = scan_word(s, "true");
		break;
	case 'f':
		result = scan_word(s, "false");
		break;
	case 'n':
		result = scan_word(s, "null");
		break;
	default:
		if (*s->at != '-' && !is_digit(s))
			return refuse(s, "no JSON value");
		result = scan_number(s);
	}
	if (result == 0)
		skip_spaces(s);
	return result;
}

int json_scan_value(const char *bytes, size_t size, int depth_max, int flags,
		    struct error *err)
{
	struct scan s = {
		.start = bytes, .at = bytes, .end = bytes + size,
		.depth_max = depth_max < DEPTH_MOST ? depth_max : DEPTH_MOST,
		.flags = flags, .key_room = KEYS_KEPT, .err = err,
	};
	int result;

	s.keys = s.kept;
	result = scan_value(&s);
	if (result == 0 && s.at != s.end)
		result = refuse(&s, "something after the value");
	if (s.keys != s.kept)
		free(s.keys);
	return result;
}

int json_scan(const char *bytes, size_t size, int depth_max, int flags,
	      struct error *err)
{
	struct scan s = { .start = bytes, .at = bytes, .end = bytes + size,
		.flags = flags, .err = err };

	skip_spaces(&s);
	if (s.at == s.end || *s.at != '{')
		return refuse(&s, "not a JSON object");
	return json_scan_value(bytes, size, depth_max, flags, err);
}
