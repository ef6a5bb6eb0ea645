/*
 * options.c - reads a command line into a struct, as described by a table that
 * also supplies the help text.
 */
#include "base/options.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* ### values */

static int read_integer(const struct option *row, const char *text,
			long long *number, struct error *err)
{
	if (!number_parse(text, (long long)row->min, (long long)row->max,
			  number))
		return error_set(err, "%s: expected a whole number from %.0f "
				 "to %.0f, found \"%s\"", row->name, row->min,
				 row->max, text);
	return 0;
}

int options_decimal(const char *name, const char *text, double min,
		    double max, double *number, struct error *err)
{
	char *end;

	/* strtod also accepts hexadecimal, "nan" and "inf". */
	if (text[strspn(text, "+-.0123456789eE")] != '\0' || *text == '\0')
		return error_set(err, "%s: expected a number, found \"%s\"",
				 name, text);
	*number = strtod(text, &end);
	if (*end != '\0' || !isfinite(*number) || *number < min ||
	    *number > max)
		return error_set(err, "%s: expected a number from %g to %g, "
				 "found \"%s\"", name, min, max, text);
	return 0;
}

static int read_word(const struct option *row, const char *text,
		     long long *place, struct error *err)
{
	int first = (int)row->min, last = (int)row->max;
	OWNED(text) struct text known = {0};

	*place = words_find(row->words, text);
	if (*place >= first && *place <= last)
		return 0;
	for (int i = first; i <= last; i++)
		text_printf(&known, "%s%s", i == first ? "" :
			    i == last ? " or " : ", ", row->words[i]);
	return error_set(err, "%s: expected %s, found \"%s\"", row->name,
			 text_string(&known), text);
}

static void store_integer(const struct option *row, void *field,
			  long long number)
{
	uint32_t low = (uint32_t)number;

	if (row->size == sizeof number)
		memcpy(field, &number, sizeof number);
	else if (row->size == sizeof(bool))
		*(bool *)field = number != 0;
	else
		memcpy(field, &low, sizeof low);
}

/* Each list has room for the whole command line. */
static void append(struct options *options, const struct option *row,
		   struct options_list *list, char *word)
{
	size_t lists = 0, before = 0;

	for (const struct option *r = options->table; r->name != NULL; r++) {
		before += r < row && r->kind == OPTIONS_KIND_LIST;
		lists += r->kind == OPTIONS_KIND_LIST;
	}
	if (options->lists == NULL)
		options->lists = memory_new(lists * (size_t)options->argc,
					    sizeof *options->lists);
	list->word = options->lists + before * (size_t)options->argc;
	list->word[list->count++] = word;
}

/* Stores a value; NULL for a flag. */
static int store(struct options *options, const struct option *row,
		 char *value, void *target, struct error *err)
{
	void *field = (char *)target + row->offset;
	long long number = row->set;

	switch (row->kind) {
	case OPTIONS_KIND_TEXT:
		*(const char **)field = value;
		return 0;
	case OPTIONS_KIND_LIST:
		append(options, row, field, value);
		return 0;
	case OPTIONS_KIND_DECIMAL:
		return options_decimal(row->name, value, row->min, row->max,
				       field, err);
	case OPTIONS_KIND_INTEGER:
		if (read_integer(row, value, &number, err) != 0)
			return -1;
		break;
	case OPTIONS_KIND_WORD:
		if (read_word(row, value, &number, err) != 0)
			return -1;
		break;
	case OPTIONS_KIND_FLAG:
	case OPTIONS_KIND_REST:  /* options_read stores it */
		break;
	}
	store_integer(row, field, number);
	return 0;
}

/* ### words of the command line */

const struct option *options_find(const struct option *table, const char *name,
				  size_t size)
{
	for (; table->name != NULL; table++)
		if (strlen(table->name) == size &&
		    strncmp(table->name, name, size) == 0)
			return table;
	return NULL;
}

/* Returns the row of an option, or NULL.  `*value` is the value in the same
   word, or NULL.  After a short name, text that begins with an equals sign is
   not a value: -o=LOG does not mean a file "=LOG". */
static const struct option *find_option(const struct option *table,
					char *word, char **value)
{
	size_t length = 2;

	*value = NULL;
	if (word[1] == '-') {
		length = strcspn(word, "=");
		if (word[length] == '=')
			*value = word + length + 1;
	} else if (word[2] != '\0' && word[2] != '=') {
		*value = word + 2;
	} else {
		length = strlen(word);
	}
	return options_find(table, word, length);
}

/* The row of the first argument that is not filled yet, or NULL. */
static const struct option *find_argument(const struct option *table,
					  uint64_t given)
{
	for (int i = 0; table[i].name != NULL; i++)
		if (table[i].name[0] != '-' &&
		    (table[i].kind == OPTIONS_KIND_LIST ||
		     (table[i].kind == OPTIONS_KIND_TEXT &&
		      (given >> i & 1) == 0)))
			return &table[i];
	return NULL;
}

static const struct option *find_rest(const struct option *table)
{
	while (table->name != NULL && table->kind != OPTIONS_KIND_REST)
		table++;
	return table->name != NULL ? table : NULL;
}

static void unknown_option(const struct option *table, const char *word,
			   struct error *err)
{
	struct guess guess = {0};
	OWNED(text) struct text name = {0}, near = {0};

	text_append(&name, word, strcspn(word, "="));
	for (; table->name != NULL; table++)
		if (table->name[0] == '-')
			guess_try(&guess, text_string(&name), table->name);
	guess_add(&guess, &near);
	error_set(err, "unknown option %s%s", word, near.length > 0 ?
		  text_string(&near) : "; try --help");
}

/* Reads the option at argv[*at] and moves `*at` to the last word read. */
static const struct option *read_option(struct options *options, int *at,
					void *target, struct error *err)
{
	char *word = options->argv[*at], *value;
	const struct option *row = find_option(options->table, word, &value);

	if (row == NULL) {
		unknown_option(options->table, word, err);
		return NULL;
	}
	if (row->value == NULL && value != NULL) {
		error_set(err, "%s takes no value", row->name);
		return NULL;
	}
	if (row->value != NULL && value == NULL) {
		if (*at + 1 >= options->argc) {
			error_set(err, "%s needs a value: %s", row->name,
				  row->value);
			return NULL;
		}
		value = options->argv[++*at];
	}
	return store(options, row, value, target, err) == 0 ? row : NULL;
}

static const struct option *read_argument(struct options *options, int at,
					  uint64_t given, void *target,
					  struct error *err)
{
	const struct option *row = find_argument(options->table, given);

	if (row == NULL)
		error_set(err, "unexpected argument \"%s\"; usage: %s",
			  options->argv[at], options->usage);
	else
		store(options, row, options->argv[at], target, err);
	return row;
}

int options_missing(const struct options *options, const char *what,
		    struct error *err)
{
	return error_set(err, "missing %s; usage: %s", what, options->usage);
}

/* Checks that all required rows were given. */
static int check_given(const struct options *options, uint64_t given,
		       struct error *err)
{
	const struct option *table = options->table;
	char what[64];

	for (int i = 0; table[i].name != NULL; i++) {
		if (!table[i].required || (given >> i & 1) != 0)
			continue;
		snprintf(what, sizeof what, "%s%s%s", table[i].name,
			 table[i].value != NULL ? " " : "",
			 table[i].value != NULL ? table[i].value : "");
		return options_missing(options, what, err);
	}
	return 0;
}

/* Refuses a row if one that sets the same was given before. */
static int check_once(const struct option *table, const struct option *row,
		      uint64_t given, struct error *err)
{
	for (int i = 0; table[i].name != NULL; i++) {
		if ((given >> i & 1) == 0 || table[i].offset != row->offset)
			continue;
		if (&table[i] == row)
			return error_set(err, "%s is given twice", row->name);
		return error_set(err, "%s and %s exclude each other",
				 table[i].name, row->name);
	}
	return 0;
}

int options_read(struct options *options, void *target, struct error *err)
{
	const struct option *rest = find_rest(options->table), *row;
	bool only_arguments = false;
	uint64_t given = 0;             /* a bit for each row */

	for (int at = 1; at < options->argc; at++) {
		const char *word = options->argv[at];

		if (!only_arguments && strcmp(word, "--") == 0) {
			only_arguments = true;
			if (rest == NULL)
				continue;
			if (at + 1 < options->argc) {
				*(char ***)((char *)target + rest->offset) =
					&options->argv[at + 1];
				given |= UINT64_C(1) << (rest - options->table);
			}
			break;
		}
		if (!only_arguments && word[0] == '-' && word[1] != '\0')
			row = read_option(options, &at, target, err);
		else
			row = read_argument(options, at, given, target, err);
		if (row == NULL)
			return -1;
		if (row->kind != OPTIONS_KIND_LIST &&
		    check_once(options->table, row, given, err) != 0)
			return -1;
		given |= UINT64_C(1) << (row - options->table);
	}
	return check_given(options, given, err);
}

void options_release(struct options *options)
{
	free(options->lists);
	options->lists = NULL;
}

void options_help(const struct option *table, struct text *out)
{
	for (; table->name != NULL; table++) {
		size_t before = out->length;

		if (table->name[0] != '-')
			continue;
		text_printf(out, "  %s", table->name);
		if (table->value != NULL)
			text_printf(out, " %s", table->value);
		do
			text_byte(out, ' ');
		while (out->length - before < 26);
		text_printf(out, "%s\n", table->help);
	}
}
