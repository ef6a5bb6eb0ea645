/*
 * json_schema.h - JSON objects described by tables: the same rows read, check
 * and write them.
 *
 * A table has a row for each key, in the order in which they are written, and
 * ends with a row of zeroes.  Errors are those of json.h: the place, what was
 * expected and what was found.
 */
#ifndef BASE_JSON_SCHEMA_H
#define BASE_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/json_write.h"

/* What a value is, and the C type of the member that takes it. */
enum json_type {
	JSON_INTEGER,   /* min..max; int, uint32_t or long long */
	JSON_WORD,      /* one of `words`, numbered from min; int or enum */
	JSON_TEXT,      /* const char *, borrowed from the tree */
	JSON_COPY,      /* a text; char *, the reader's to free */
	JSON_HEX,       /* two lower-case digits for each byte; bytes */
	JSON_OBJECT,    /* any; const cJSON *, borrowed from the tree */
	JSON_RAW,       /* any object; const char *, written as it is and
			   only checked when read */
	JSON_RECORD,    /* an object with `fields`; a struct */
	JSON_LIST,      /* min..max items: objects with `fields`, or what the
			   one row in it describes that has no key */
	JSON_ANY        /* only the key is known: the caller's to read */
};

/* What a text has to be, and the words for it in "expected ..". */
struct json_form {
	bool (*fits)(const char *text);
	const char *expected;
};

struct json_field {
	const char *key;
	enum json_type type;
	/* The member, see JSON_IN and JSON_ITEMS.  With size 0 the value is
	   checked and not kept, and what is written is the integer `min` or
	   the first of `words`. */
	size_t offset, size;
	size_t count;           /* where a list's length goes; 0: nowhere */
	size_t given;           /* where a bool goes: is there a value?
				   0: nowhere, so no struct begins with it */
	long long min, max;
	int digits;             /* of JSON_HEX when it is not kept */
	const char *const *words;       /* NULL ends; of a text, too */
	const struct json_form *form;   /* of a text; NULL: any */
	const struct json_field *fields;
	bool optional;          /* may be left out */
	bool nullable;          /* may be null */
	bool array;             /* a list within the struct, room for max */
};

/* A key that always has the same word. */
#define JSON_ALWAYS(name, word) { name, JSON_WORD, \
	.words = (const char *const []){ word, NULL } }

/* The member of a struct that takes a value. */
#define JSON_IN(type, member) .offset = offsetof(type, member), \
	.size = sizeof(((type *)0)->member)

/* The same, with the bool that says whether there is a value. */
#define JSON_GIVEN(type, member, flag) JSON_IN(type, member), \
	.given = offsetof(type, flag)

/* A record whose fields are members of the same struct as itself. */
#define JSON_HERE(type) .offset = 0, .size = sizeof(type)

/* The pointer that takes a list (or, with `array`, the array), and the int
   that takes its length. */
#define JSON_ITEMS(type, member, number) .offset = offsetof(type, member), \
	.size = sizeof(*((type *)0)->member), .count = offsetof(type, number)

/* The pointer that takes a list of texts, which ends with NULL. */
#define JSON_WORDS(type, member) .offset = offsetof(type, member), \
	.size = sizeof(*((type *)0)->member)

/*
 * Reads an object with exactly these keys into the struct `into`; NULL: only
 * checks.  What is left out or null stays as it was, so defaults are set
 * before.  Lists are allocated with a zeroed item after the last one; they
 * and the copies are the caller's to free, after an error, too.  Returns 0,
 * or -1 with `err`.
 */
int json_schema_read(const struct json_at *at, const struct json_field *fields,
		     void *into, struct error *err);

/*
 * Writes the object that json_schema_read reads.  A value is none when its
 * `given` is false or, without that, when its member (of a record: the first
 * of its members) is all zeroes: then an optional one is left out and one that
 * may be null is null.  A list without `count` is one of pointers and ends
 * with NULL.
 */
void json_schema_write(struct json_writer *w, const struct json_field *fields,
		       const void *from);

#endif
