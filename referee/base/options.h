/*
 * options.h - reads a command line into a struct, as described by a table that
 * also supplies the help text.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

enum options_kind {
	OPTIONS_KIND_FLAG, OPTIONS_KIND_TEXT, OPTIONS_KIND_INTEGER,
	OPTIONS_KIND_DECIMAL, OPTIONS_KIND_WORD, OPTIONS_KIND_LIST,
	OPTIONS_KIND_REST
};

/*
 * A row of the table, which ends with a zero row: an option if its name begins
 * with a hyphen, otherwise an argument.  Arguments are filled in the order of
 * their rows.
 */
struct option {
	const char *name;       /* "--boards", "-o" or "DIR" */
	const char *value;      /* the name of its value, NULL: a flag */
	const char *help;       /* NULL for arguments */
	/* One of the macros below sets the following. */
	enum options_kind kind;
	size_t offset, size;    /* of the member that it sets */
	double min, max;        /* of a number, exact up to 2^53; of a word,
				   the indices in `words` that are allowed */
	int set;                /* what a flag stores */
	const char *const *words;
	/* Set after the macro if the row is mandatory. */
	bool required;
};

/* The values of a list: a repeatable option, or all remaining arguments.  The
   array lives as long as the struct options. */
struct options_list {
	char **word;
	int count;
};

/*
 * Stores the value in `member` of struct `type`, which is unchanged if the
 * option is not given.  An option that is given twice, except a list, is an
 * error.
 */
#define OPTIONS_INTO(type, member) \
	.offset = offsetof(type, member), \
	.size = sizeof(((type *)0)->member)

/* Sets a bool to true, or an integer to `value`. */
#define OPTIONS_FLAG(type, member) OPTIONS_SET(type, member, 1)
#define OPTIONS_SET(type_, member, value_) \
	.kind = OPTIONS_KIND_FLAG, OPTIONS_INTO(type_, member), .set = (value_)

/* A const char *, borrowed from the command line. */
#define OPTIONS_TEXT(type_, member) \
	.kind = OPTIONS_KIND_TEXT, OPTIONS_INTO(type_, member)

/* The row of an argument, a const char *, that must be given. */
#define OPTIONS_ARGUMENT(name, type, member) \
	{ name, NULL, NULL, OPTIONS_TEXT(type, member), .required = true }

/* An integer of 4 or 8 bytes. */
#define OPTIONS_INTEGER(type_, member, min_, max_) \
	.kind = OPTIONS_KIND_INTEGER, OPTIONS_INTO(type_, member), \
	.min = (double)(min_), .max = (double)(max_)

/* A double. */
#define OPTIONS_DECIMAL(type_, member, min_, max_) \
	.kind = OPTIONS_KIND_DECIMAL, OPTIONS_INTO(type_, member), \
	.min = (min_), .max = (max_)

/* An int or an enum: the index of the word in `words_`, from first to last. */
#define OPTIONS_WORD(type_, member, words_, first, last) \
	.kind = OPTIONS_KIND_WORD, OPTIONS_INTO(type_, member), \
	.words = (words_), .min = (first), .max = (last)

/* A struct options_list. */
#define OPTIONS_LIST(type_, member) \
	.kind = OPTIONS_KIND_LIST, OPTIONS_INTO(type_, member)

/* A char **: the arguments after "--", as they are; NULL ends them. */
#define OPTIONS_REST(type_, member) \
	.kind = OPTIONS_KIND_REST, OPTIONS_INTO(type_, member)

/* A command line and its table; `lists` starts as NULL. */
struct options {
	const struct option *table;
	const char *usage;      /* "referee verify LOG..", for errors */
	int argc;
	char **argv;            /* argv[0] is skipped; ended by NULL */
	char **lists;           /* owned: the words of all lists */
};

/*
 * Reads the whole line into `target`, the struct that the table describes.
 * "--name value" and "--name=value" are equivalent, and so are "-n value" and
 * "-nvalue".  Returns 0, or -1 with what is wrong or missing in `err`.
 */
int options_read(struct options *options, void *target, struct error *err);

/* The row of that name, of `size` bytes, or NULL. */
const struct option *options_find(const struct option *table, const char *name,
				  size_t size);

/* Frees the words of lists. */
void options_release(struct options *options);

/* Sets "missing WHAT; usage: ..", for requirements that involve several rows.
   Returns -1. */
int options_missing(const struct options *options, const char *what,
		    struct error *err);

/* Reads all of `text` as a decimal number from min to max; no NaN and no
   infinity.  Returns 0, or -1 with a sentence that begins with `name`. */
int options_decimal(const char *name, const char *text, double min,
		    double max, double *number, struct error *err);

/* Appends a line per option. */
void options_help(const struct option *table, struct text *out);

#endif
