/*
 * json.h - strict JSON from outside as cJSON's tree, and the values in it.
 *
 * Debian's cJSON reads duplicate keys, text after the object, 1e999, 007 and
 * invalid UTF-8; json_read refuses them.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/error.h"
#include "base/json_write.h"
#include "base/memory.h"

/* The largest integer that every JSON reader represents exactly: 2^53 - 1. */
#define JSON_INT_MAX 9007199254740991LL

/* ### reading */

enum {
	JSON_SPACES = 1,        /* white space between tokens is allowed */
	JSON_FLOATS = 2,        /* fractions, exponents and any magnitude are
				   allowed, in at most 63 characters */
	JSON_LINES = 4,         /* errors name the line and column instead of
				   the byte: for files that people write */
	JSON_VALUE = 8          /* a value of any type, not only an object */
};

/*
 * Reads exactly `size` bytes, which are one JSON object and nothing else: no
 * key twice in an object (compared decoded), valid UTF-8, no U+0000 and no lone
 * surrogate even as an escape, at most `depth_max` levels (and 64) and, unless
 * `flags` allow more, no white space outside strings and only integers of at
 * most JSON_INT_MAX, without leading zero and not -0.  Returns the tree, which
 * the caller deletes, or NULL with what is wrong and at which byte (from 1) in
 * `err`.
 */
cJSON *json_read(const char *bytes, size_t size, int depth_max, int flags,
		 struct error *err);

static inline void json_tree_release(cJSON **tree)
{
	cJSON_Delete(*tree);
}

/* The same in an arena, which owns the tree. */
cJSON *json_read_in(struct arena *arena, const char *bytes, size_t size,
		    int depth_max, int flags, struct error *err);

/* Reads a value that this program has written; the caller deletes the tree. */
cJSON *json_parse(const char *bytes, size_t size);

/* The same in an arena, which owns the tree. */
cJSON *json_parse_in(struct arena *arena, const char *bytes, size_t size);

/*
 * Finds the bytes of `value` in those that `tree` was read from.  Returns false
 * if it is not in the tree, for example NULL; otherwise `*found` and
 * `*found_size` are its bytes, borrowed.
 */
bool json_bytes(const char *bytes, size_t size, const cJSON *tree,
		const cJSON *value, const char **found, size_t *found_size);

/* Appends the position of `at` in a file of these bytes, as "line 3, column 7".
   Columns count characters. */
void json_place(const char *bytes, const char *at, struct text *out);

/* The member `key` (case-sensitive), or NULL. */
const cJSON *json_get(const cJSON *object, const char *key);

/* Whether `value` is an integer in min..max, then stored in `*number`. */
bool json_is_int(const cJSON *value, long long min, long long max,
		 long long *number);

/*
 * A value in a file that a person wrote, and the path to it, so that an error
 * can say "cup.json: entrants[1].command: expected ..".  If the top has the
 * file's bytes, the error ends with the place: "(line 7, column 20)".  Lives on
 * the reader's stack; borrows everything.
 */
struct json_at {
	const struct json_at *up;       /* the container, NULL at the top */
	const char *name;               /* key; the file's name at the top */
	int index;                      /* in a list, else -1 */
	const cJSON *value;             /* NULL: missing */
	const struct text *source;      /* at the top: the bytes, or NULL */
};

/* Sets "PATH: expected EXPECTED, found VALUE".  Returns -1. */
int json_expected(const struct json_at *at, struct error *err,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets "PATH: SENTENCE".  Returns -1. */
int json_wrong(const struct json_at *at, struct error *err,
	       const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The member `key` of an object (its value is NULL if missing), or an item of a
   list. */
struct json_at json_at_key(const struct json_at *up, const char *key);
struct json_at json_at_item(const struct json_at *up, int index,
			    const cJSON *value);

/* Whether the value is present and not null. */
bool json_is_there(const struct json_at *at);

/* Each of these checks one value.  Returns 0, or -1 with `err`. */

/* An object without keys other than `keys`, which NULL ends. */
int json_want_object(const struct json_at *at, const char *const *keys,
		     struct error *err);
int json_want_int(const struct json_at *at, long long min, long long max,
		  long long *number, struct error *err);
/* `*string` is borrowed from the tree. */
int json_want_string(const struct json_at *at, const char **string,
		     struct error *err);
int json_want_list(const struct json_at *at, int min, int max,
		   struct error *err);
/* `*word` is the index of the text in `words`, which NULL ends. */
int json_want_word(const struct json_at *at, const char *const *words,
		   int *word, struct error *err);

/* The same for a member that may be missing; then nothing is changed. */
int json_may_int(const struct json_at *up, const char *key, long long min,
		 long long max, long long *number, struct error *err);

/* ### a tree, and lines of a file that may be damaged */

/* Writes a tree, compact.  It allocates, so it is for headers and files
   only. */
void json_tree(struct json_writer *w, const cJSON *tree);

/* `line` is freed when this returns. */
typedef void json_lines_take(void *data, const cJSON *line);

/*
 * Calls `take`, in file order, for each line that is an object of at most two
 * levels with the member `key`.  Other lines, damaged ones and an incomplete
 * last one are skipped; a missing file counts as empty.  Returns 0, or -1 with
 * `err` if the file cannot be read.
 */
int json_lines_read(const char *path, const char *key, json_lines_take *take,
		    void *data, struct error *err);

#endif
