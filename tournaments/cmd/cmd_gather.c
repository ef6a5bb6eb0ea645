/*
 * cmd_gather.c - tournament gather: enters what shards have played into the
 * book.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/play/shards.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"

enum form { FORM_WORDS, FORM_LINES, FORM_SLURM };
static const char *const forms[] = {
	[FORM_WORDS] = "words", [FORM_LINES] = "lines",
	[FORM_SLURM] = "slurm", NULL
};

struct gather_options {
	struct play_order play;
	bool due;
	uint32_t of;            /* shards; 0: print matches, not shards */
	enum form form;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct gather_options, play.folder),
	{ "--due", NULL, "only print which matches are due",
		OPTIONS_FLAG(struct gather_options, due) },
	{ "--of", "N", "print which of N shards have matches due",
		OPTIONS_INTEGER(struct gather_options, of, 1,
				SHARDS_MAX) },
	{ "--as", "words|lines|slurm", "a sentence, numbers, or an array "
		"expression", OPTIONS_WORD(struct gather_options, form, forms,
					   FORM_WORDS, FORM_SLURM) },
	{ "--json", NULL, "print one JSON object",
		OPTIONS_FLAG(struct gather_options, play.json) },
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct gather_options, play.key_file) },
	{ 0 }
};

/* ### what is due */

static int compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Replaces the matches' numbers with those of their shards, each once. */
static void to_shards(struct shards_due *due, uint32_t of)
{
	size_t kept = 0;

	for (size_t i = 0; i < due->count; i++)
		due->number[i] %= of;
	if (due->count > 0)
		qsort(due->number, due->count, sizeof *due->number, compare);
	for (size_t i = 0; i < due->count; i++)
		if (kept == 0 || due->number[i] != due->number[kept - 1])
			due->number[kept++] = due->number[i];
	due->count = kept;
}

/* "0-3,7,9-12", the form of sbatch --array. */
static void put_ranges(const struct shards_due *due, const char *between,
		       struct text *out)
{
	for (size_t i = 0, last; i < due->count; i = last + 1) {
		for (last = i; last + 1 < due->count && due->number[last + 1] ==
		     due->number[last] + 1; last++)
			;
		text_printf(out, "%s%" PRIu32, i > 0 ? between : "",
			    due->number[i]);
		if (last > i)
			text_printf(out, "-%" PRIu32, due->number[last]);
	}
}

static void put_words(const struct record *record,
		      const struct shards_due *due, uint32_t of,
		      struct text *out)
{
	text_printf(out, "%s: ", record->tournament.manifest.id);
	if (due->over) {
		text_add(out, "over\n");
	} else if (due->count == 0) {
		text_add(out, "no match is due; tournament gather enters the "
			 "results into the book\n");
	} else {
		if (of > 0)
			text_printf(out, "matches are due in %zu of %u shards, "
				    "from round %u on: ", due->count, of,
				    due->round);
		else
			text_printf(out, "%zu match%s due, from round %u on: ",
				    due->count, due->count == 1 ? " is" :
				    "es are", due->round);
		put_ranges(due, ", ", out);
		text_byte(out, '\n');
	}
}

static void put_json(const struct record *record, const struct shards_due *due,
		     uint32_t of, struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", 1);
	json_put_string(&w, "id", record->tournament.manifest.id);
	json_put_bool(&w, "over", due->over);
	if (due->count > 0)
		json_put_int(&w, "round", due->round);
	json_put_open(&w, of > 0 ? "shards" : "due", '[');
	for (size_t i = 0; i < due->count; i++)
		json_int(&w, due->number[i]);
	json_close(&w, ']');
	json_close(&w, '}');
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
}

static void tell(const struct gather_options *wanted,
		 const struct record *record, struct shards_due *due)
{
	struct text out = {0};

	if (wanted->of > 0)
		to_shards(due, wanted->of);
	if (wanted->play.json) {
		put_json(record, due, wanted->of, &out);
	} else if (wanted->form == FORM_SLURM) {
		put_ranges(due, ",", &out);
		text_byte(&out, '\n');
	} else if (wanted->form == FORM_LINES) {
		for (size_t i = 0; i < due->count; i++)
			text_printf(&out, "%" PRIu32 "\n", due->number[i]);
	} else {
		put_words(record, due, wanted->of, &out);
	}
	command_line_print(&out);
}

/* ### the command */

static int gather(const struct gather_options *wanted, struct record *record,
		  struct shards_due *due, struct error *err)
{
	OWNED(keys) struct signing_key key = {0};
	OWNED(file) int lock = -1;

	return process_hide(err) == 0 &&
		keys_load_or_own(&key, wanted->play.key_file, err) == 0 &&
		(lock = tournament_folder_lock(wanted->play.folder, err)) >= 0 ?
		shards_gather(&wanted->play, &key, record, due, err) : -1;
}

static int show(const struct gather_options *wanted,
		const struct record *record, struct shards_due *due,
		struct error *err)
{
	struct text out = {0};
	int result;

	if (wanted->due || !due->over || wanted->play.json ||
	    wanted->form != FORM_WORDS) {
		tell(wanted, record, due);
		return 0;
	}
	read_record_warn(record, "gather", false);
	result = final_tables_print(record, &out, err);
	command_line_print(&out);
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct gather_options wanted = {0};
	OWNED(shards_due) struct shards_due due = {0};
	OWNED(record) struct record record = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    tournament_folder_need(wanted.play.folder, err) == 0 &&
	    (wanted.due ?
	     shards_look(wanted.play.folder, &record, &due, err) :
	     gather(&wanted, &record, &due, err)) == 0 &&
	    show(&wanted, &record, &due, err) == 0)
		code = due.over ? EXIT_YES : EXIT_NO;
	return code;
}

const struct command command_gather = {
	.name = "gather",
	.arguments = "DIR [--due] [OPTIONS]",
	.help = "enter what shards have played into the book, and print what "
		"is due",
	.options = options,
	.more = "Checks the matches that tournament run --shard has committed "
		"and writes them to the\nbook; closes and signs a tournament "
		"without a further match.  --due changes nothing.\n"
		"Exit status: 0 the tournament is over, 1 matches are due, 2 "
		"trouble.\n",
	.is_verdict = true,
	.run = run,
};
