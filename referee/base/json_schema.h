/*
 * json_schema.h - JSON objects described by tables, which serve to read, check
 * and write them.
 *
 * A table has a row for each key, in the order in which the keys are written,
 * and ends with a row of zeroes.  Errors are those of json.h: the place, what
 * was expected and what was found.
 */
#ifndef BASE_JSON_SCHEMA_H
#define BASE_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/json_write.h"

/* The type of a value, and the C type of the member that holds it. */
enum json_type {
	JSON_INTEGER,   /* min..max; int, uint32_t or long long */
	JSON_WORD,      /* one of `words`, numbered from min; int or enum */
	JSON_BOOLEAN,   /* bool */
	JSON_TEXT,      /* const char *, borrowed from the tree */
	JSON_COPY,      /* a text; char *, freed by the reader */
	JSON_HEX,       /* two lower-case digits for each byte; bytes */
	JSON_OBJECT,    /* any; const cJSON *, borrowed from the tree */
	JSON_RECORD,    /* an object with `fields`; a struct */
	JSON_LIST,      /* min..max items: objects with `fields`, or values
			   that the single row of `fields`, which has no
			   key, describes */
	JSON_ANY        /* any value; the caller reads it */
};

/* A condition on a text, and its description for "expected ..". */
struct json_form {
	bool (*fits)(const char *text);
	const char *expected;
};

struct json_field {
	const char *key;
	enum json_type type;
	/* The member, see JSON_IN and JSON_ITEMS.  With size 0 the value is
	   checked but not stored, and the integer `min` or the first of
	   `words` is written. */
	size_t offset, size;
	size_t count;           /* offset of a list's length; 0: none */
	size_t given;           /* offset of a bool: is there a value?  0:
				   none, so no struct may begin with it */
	long long min, max;
	int digits;             /* of a JSON_HEX that is not stored */
	const char *const *words;       /* ended by NULL; also for texts */
	const struct json_form *form;   /* of a text; NULL: any */
	const struct json_field *fields;
	bool optional;          /* may be left out */
	bool nullable;          /* may be null */
	bool array;             /* a list within the struct, room for max */
};

/* A key whose value is always the same word. */
#define JSON_ALWAYS(name, word) { name, JSON_WORD, \
	.words = (const char *const []){ word, NULL } }

/* The member of a struct that holds a value. */
#define JSON_IN(type, member) .offset = offsetof(type, member), \
	.size = sizeof(((type *)0)->member)

/* The same, with the bool that says whether there is a value. */
#define JSON_GIVEN(type, member, flag) JSON_IN(type, member), \
	.given = offsetof(type, flag)

/* A record whose fields are members of the enclosing struct. */
#define JSON_HERE(type) .offset = 0, .size = sizeof(type)

/* The pointer to a list (or, with `array`, the array), and the int that holds
   its length. */
#define JSON_ITEMS(type, member, number) .offset = offsetof(type, member), \
	.size = sizeof(*((type *)0)->member), .count = offsetof(type, number)

/* The pointer to a list of texts that ends with NULL. */
#define JSON_WORDS(type, member) .offset = offsetof(type, member), \
	.size = sizeof(*((type *)0)->member)

/*
 * Reads an object with exactly these keys into the struct `into`; if NULL, only
 * checks it.  Values that are left out or null leave their members unchanged,
 * so the caller sets defaults first.  Lists are allocated with a zeroed item
 * after the last one; the caller frees them and the copies, also after an
 * error.  Returns 0, or -1 with `err`.
 */
int json_schema_read(const struct json_at *at, const struct json_field *fields,
		     void *into, struct error *err);

/*
 * Writes the object that json_schema_read reads.  A value is absent if its
 * `given` is false or, without `given`, if its member (for a record, the first
 * field's) is all zeroes; an absent value is left out if optional and null if
 * nullable.  A list without `count` consists of pointers and ends with NULL.
 */
void json_schema_write(struct json_writer *w, const struct json_field *fields,
		       const void *from);

#endif
