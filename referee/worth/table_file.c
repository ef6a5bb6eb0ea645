/*
 * table_file.c - the files of solved games.
 */
#include "worth/table_file.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_schema.h"
#include "base/process.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/solve.h"

enum {
	HEAD_MAX = 4096,        /* bytes of the line of JSON */
	NUMBERS_MAX = 1 << 20   /* more than the largest table has */
};

static const char first_line[] = "rollcall worth 1\n";

/* ### numbers, as eight bytes each */

static void add_numbers(const double *number, int count, struct text *out)
{
	for (int i = 0; i < count; i++) {
		uint64_t bits;
		unsigned char byte[8];

		memcpy(&bits, &number[i], sizeof bits);
		for (int b = 0; b < 8; b++)
			byte[b] = (unsigned char)(bits >> 8 * b);
		text_append(out, byte, sizeof byte);
	}
}

static uint64_t bits_at(const char *bytes)
{
	uint64_t bits = 0;

	for (int b = 0; b < 8; b++)
		bits |= (uint64_t)(unsigned char)bytes[b] << 8 * b;
	return bits;
}

/* Reads the numbers at `*bytes`; false if one is not in 0..1. */
static bool take_numbers(const char **bytes, double *number, int count)
{
	for (int i = 0; i < count; i++, *bytes += 8) {
		uint64_t bits = bits_at(*bytes);

		memcpy(&number[i], &bits, sizeof bits);
		if (!(number[i] >= 0 && number[i] <= 1))
			return false;
	}
	return true;
}

/* A checksum that depends on the order of the numbers. */
static void sum_of(const char *bytes, size_t size, char *sum)
{
	uint64_t h = 0;

	for (size_t i = 0; i + 8 <= size; i += 8) {
		h = (h ^ bits_at(bytes + i)) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	snprintf(sum, 17, "%016llx", (unsigned long long)h);
}

/* ### writing */

static int reach_of(const struct duel *d, const double *list)
{
	return list != NULL ? d->reach : 0;
}

void table_file_bytes(const struct duel *duel, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(text) struct text numbers = {0};
	char sum[17];

	add_numbers(duel->win, duel->target * duel->target, &numbers);
	add_numbers(duel->last, reach_of(duel, duel->last), &numbers);
	add_numbers(duel->sudden, reach_of(duel, duel->sudden), &numbers);
	sum_of(numbers.bytes, numbers.length, sum);
	json_open(&w, '{');
	json_put_word(&w, "game", duel->game->name);
	json_key(&w, "rules");
	rules_write(duel->game, duel->rule, &w);
	json_put_int(&w, "target", duel->target);
	json_put_int(&w, "last", reach_of(duel, duel->last));
	json_put_int(&w, "sudden", reach_of(duel, duel->sudden));
	json_put_word(&w, "sum", sum);
	json_close(&w, '}');
	text_append(out, first_line, sizeof first_line - 1);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_append(out, numbers.bytes, numbers.length);
}

int table_file_write(const struct duel *duel, const char *path,
		     struct error *err)
{
	OWNED(text) struct text bytes = {0};

	table_file_bytes(duel, &bytes);
	return file_replace(path, &bytes, true, err);
}

/* ### reading */

/* The contents of the line of JSON. */
struct head {
	int rule[GAME_RULES_MAX];
	long long target, last, sudden;
	const char *sum;                /* borrowed from the tree */
};

static const struct json_field head_fields[] = {
	{ .key = "game", .type = JSON_ANY },
	{ .key = "rules", .type = JSON_ANY },
	{ "target", JSON_INTEGER, JSON_IN(struct head, target), .min = 1,
	  .max = DUEL_TARGET_MAX },
	{ "last", JSON_INTEGER, JSON_IN(struct head, last),
	  .max = NUMBERS_MAX },
	{ "sudden", JSON_INTEGER, JSON_IN(struct head, sudden),
	  .max = NUMBERS_MAX },
	{ "sum", JSON_TEXT, JSON_IN(struct head, sum) },
	{ 0 }
};

/* Reads the head and makes an empty table of its game and rules, or NULL. */
static struct duel *read_head(const struct json_at *at, struct head *head,
			      struct error *err)
{
	const struct json_at name = json_at_key(at, "game");
	const struct json_at rules = json_at_key(at, "rules");
	const struct game *game;
	struct duel *d;

	if (json_schema_read(at, head_fields, head, err) != 0 ||
	    (game = games_want(&name, err)) == NULL ||
	    rules_set_json(game, &rules, true, head->rule, err) != 0)
		return NULL;
	if (rules_check(game, 2, head->rule, err) != 0 ||
	    solve_check(game, head->rule, err) != 0) {
		error_at(err, "%s", at->name);
		return NULL;
	}
	d = duel_new(game, head->rule);
	if (d->target == head->target && reach_of(d, d->last) == head->last &&
	    reach_of(d, d->sudden) == head->sudden)
		return d;
	json_wrong(at, err, "the table has %lld, %lld and %lld numbers; by "
		   "its rules it should have %d, %d and %d",
		   head->target * head->target, head->last, head->sudden,
		   d->target * d->target, reach_of(d, d->last),
		   reach_of(d, d->sudden));
	duel_free(d);
	return NULL;
}

/* Fills the table from the bytes after the head. */
static int read_numbers(struct duel *d, const struct head *head,
			const char *bytes, size_t size, const char *name,
			struct error *err)
{
	size_t all = (size_t)(head->target * head->target + head->last +
			      head->sudden) * 8;
	char sum[17];

	if (size != all)
		return error_set(err, "%s: expected %zu bytes of numbers after "
				 "the first two lines, found %zu", name, all,
				 size);
	sum_of(bytes, size, sum);
	if (strcmp(sum, head->sum) != 0)
		return error_set(err, "%s: the table is damaged: its numbers "
				 "are not those that were written", name);
	d->win = memory_new((size_t)d->target * (size_t)d->target,
			    sizeof *d->win);
	if (!take_numbers(&bytes, d->win, d->target * d->target) ||
	    !take_numbers(&bytes, d->last, (int)head->last) ||
	    !take_numbers(&bytes, d->sudden, (int)head->sudden))
		return error_set(err, "%s: a number is not between 0 and 1",
				 name);
	solve_rest(d);
	return 0;
}

struct duel *table_file_parse(const struct text *bytes, const char *name,
			      struct error *err)
{
	size_t first = sizeof first_line - 1, left = bytes->length, size;
	const char *at = bytes->bytes, *end;
	struct head head;
	struct duel *d = NULL;
	OWNED(json_tree) cJSON *tree = NULL;

	if (left < first || memcmp(at, first_line, first) != 0) {
		error_set(err, "%s: expected a table, which begins with "
			  "\"rollcall worth 1\"", name);
		return NULL;
	}
	at += first;
	left -= first;
	end = memchr(at, '\n', left < HEAD_MAX ? left : HEAD_MAX);
	if (end == NULL) {
		error_set(err, "%s: the second line of the table has no end",
			  name);
		return NULL;
	}
	size = (size_t)(end - at);
	tree = json_read(at, size, 3, 0, err);
	if (tree == NULL) {
		error_at(err, "%s: line 2", name);
		return NULL;
	}
	d = read_head(&(struct json_at){ .name = name, .index = -1,
					 .value = tree }, &head, err);
	if (d != NULL && read_numbers(d, &head, end + 1, left - size - 1,
				      name, err) != 0) {
		duel_free(d);
		d = NULL;
	}
	return d;
}

struct duel *table_file_read(const char *path, struct error *err)
{
	OWNED(text) struct text bytes = {0};

	return file_read(&bytes, path, 8 * NUMBERS_MAX, err) == 0 ?
		table_file_parse(&bytes, path, err) : NULL;
}

void table_file_installed(const struct game *game, struct text *out)
{
	AUTOFREE char *program = process_program_folder();
	/* `make tables` puts them into the build folder, beside that of the
	   program; `make install prefix=DIR` may put them elsewhere than
	   PKGDATADIR. */
	const char *const folders[][2] = {
		{ program, "/../tables" },
		{ program, "/../share/rollcall/tables" },
		{ PKGDATADIR, "/tables" } };

	for (int i = 0; i < 3; i++) {
		text_clear(out);
		text_printf(out, "%s%s/%s.table", folders[i][0], folders[i][1],
			    game->name);
		if (access(text_string(out), F_OK) == 0)
			return;
	}
}
