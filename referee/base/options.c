/*
 * options.c - reads a command line from a table, which is also its help.
 */
#include "base/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The table's entry for `word`, whose value may follow an equals sign. */
static int find(const struct option *table, const char *word, size_t length)
{
	for (int i = 0; table[i].name != NULL; i++)
		if (strlen(table[i].name) == length &&
		    strncmp(table[i].name, word, length) == 0)
			return i;
	return OPTIONS_WRONG;
}

int options_next(struct options *options, struct error *err)
{
	const char *word, *equals;
	size_t length;
	int found;

	if (++options->at >= options->argc)
		return OPTIONS_END;
	word = options->argv[options->at];
	options->value = word;
	if (options->only_arguments || word[0] != '-' || word[1] == '\0')
		return OPTIONS_ARGUMENT;
	if (strcmp(word, "--") == 0) {
		options->only_arguments = true;
		return options_next(options, err);
	}
	equals = word[1] == '-' ? strchr(word, '=') : NULL;
	length = equals != NULL ? (size_t)(equals - word) : strlen(word);
	found = find(options->table, word, length);
	if (found == OPTIONS_WRONG) {
		error_set(err, "unknown option %s; try --help", word);
		return OPTIONS_WRONG;
	}
	if (options->table[found].value == NULL) {
		if (equals == NULL)
			return found;
		error_set(err, "%s takes no value", options->table[found].name);
		return OPTIONS_WRONG;
	}
	if (equals != NULL) {
		options->value = equals + 1;
		return found;
	}
	if (options->at + 1 >= options->argc) {
		error_set(err, "%s needs a value: %s", word,
			  options->table[found].value);
		return OPTIONS_WRONG;
	}
	options->value = options->argv[++options->at];
	return found;
}

int options_number(const struct options *options, const char *what,
		   long long min, long long max, long long *number,
		   struct error *err)
{
	char *end;

	const char *digits = options->value + (options->value[0] == '-');

	errno = 0;
	*number = strtoll(options->value, &end, 10);
	/* strtoll would take spaces and a plus sign too. */
	if (errno != 0 || *digits < '0' || *digits > '9' || *end != '\0' ||
	    *number < min || *number > max)
		return error_set(err, "%s: expected a whole number from %lld "
				 "to %lld, found \"%s\"", what, min, max,
				 options->value);
	return 0;
}

void options_help(const struct option *table, struct text *out)
{
	for (int i = 0; table[i].name != NULL; i++) {
		size_t before = out->length;

		text_printf(out, "  %s", table[i].name);
		if (table[i].value != NULL)
			text_printf(out, " %s", table[i].value);
		do
			text_byte(out, ' ');
		while (out->length - before < 26);
		text_printf(out, "%s\n", table[i].help);
	}
}
