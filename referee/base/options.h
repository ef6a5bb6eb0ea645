/*
 * options.h - reads a command line from a table, which is also its help.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

/* A table ends with a zero entry. */
struct option {
	const char *name;       /* "--boards" or "-o" */
	const char *value;      /* what its value is called, NULL: a flag */
	const char *help;
};

enum { OPTIONS_ARGUMENT = -1, OPTIONS_END = -2, OPTIONS_WRONG = -3 };

/* All zeroes but argc, argv and table; argv[0] is passed over. */
struct options {
	int argc;
	char **argv;
	const struct option *table;
	int at;
	bool only_arguments;    /* after "--" */
	const char *value;      /* of the option, or the argument itself */
};

/*
 * The next option's place in the table with its value in `value`, or
 * OPTIONS_ARGUMENT for any other word, OPTIONS_END, or OPTIONS_WRONG with
 * `err`.  "--name=value" and "--name value" are the same.
 */
int options_next(struct options *options, struct error *err);

/* A whole number from min to max.  Returns 0 or -1 with `err`. */
int options_number(const struct options *options, const char *what,
		   long long min, long long max, long long *number,
		   struct error *err);

/* A line per option. */
void options_help(const struct option *table, struct text *out);

#endif
