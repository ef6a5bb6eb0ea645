/*
 * options.h - reads a command line into a struct; the table that says how is
 * its help, too.
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
 * A row of the table, which ends with a zero row: an option when its name
 * begins with a hyphen, else an argument.  Arguments are filled in the order
 * of their rows.
 */
struct option {
	const char *name;       /* "--boards", "-o" or "DIR" */
	const char *value;      /* what its value is called, NULL: a flag */
	const char *help;       /* NULL for arguments */
	/* The rest is written by one of the macros below. */
	enum options_kind kind;
	size_t offset, size;    /* of the member that it sets */
	double min, max;        /* of a number, exact up to 2^53; of a word,
				   the places in `words` that can be given */
	int set;                /* what a flag stores */
	const char *const *words;
	/* Written after the macro, for what must be given. */
	bool required;
};

/* What was given of a list: an option that may be repeated, or all other
   arguments.  The array lives as long as the struct options. */
struct options_list {
	char **word;
	int count;
};

/*
 * Where the value goes: into `member` of struct `type`, which is left alone
 * when the option is not given.  When it is given twice, the last one counts.
 */
#define OPTIONS_INTO(type, member) \
	.offset = offsetof(type, member), \
	.size = sizeof(((type *)0)->member)

/* A bool becomes true, or any integer `value`. */
#define OPTIONS_FLAG(type, member) OPTIONS_SET(type, member, 1)
#define OPTIONS_SET(type_, member, value_) \
	.kind = OPTIONS_KIND_FLAG, OPTIONS_INTO(type_, member), .set = (value_)

/* A const char *, borrowed from the command line. */
#define OPTIONS_TEXT(type_, member) \
	.kind = OPTIONS_KIND_TEXT, OPTIONS_INTO(type_, member)

/* An integer of 4 or 8 bytes. */
#define OPTIONS_INTEGER(type_, member, min_, max_) \
	.kind = OPTIONS_KIND_INTEGER, OPTIONS_INTO(type_, member), \
	.min = (double)(min_), .max = (double)(max_)

/* A double. */
#define OPTIONS_DECIMAL(type_, member, min_, max_) \
	.kind = OPTIONS_KIND_DECIMAL, OPTIONS_INTO(type_, member), \
	.min = (min_), .max = (max_)

/* An int or an enum: the place of the word in `words_`, from first to last. */
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
 * Reads the whole line into `target`, the struct that the table is about.
 * "--name value" and "--name=value" are the same, and so are "-n value" and
 * "-nvalue".  Returns 0, or -1 with what is wrong or missing.
 */
int options_read(struct options *options, void *target, struct error *err);

/* Frees the words of lists. */
void options_release(struct options *options);

/* "missing WHAT; usage: ..": for what no row alone can require.  -1. */
int options_missing(const struct options *options, const char *what,
		    struct error *err);

/* A decimal from min to max: no NaN, no infinity, nothing after it.  Returns
   0, or -1 with a sentence that begins with `name`. */
int options_decimal(const char *name, const char *text, double min,
		    double max, double *number, struct error *err);

/* A line per option. */
void options_help(const struct option *table, struct text *out);

#endif
