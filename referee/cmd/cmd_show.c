/*
 * cmd_show.c - referee show: the page of one log, which is verify.html with the
 * log in it.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyse/worth_choice.h"
#include "audit/audit.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "cmd/commands.h"
#include "pack/packed_log.h"
#include "pack/page_bytes.h"
#include "session/session.h"
#include "worth/table_file.h"

enum { PAGE_MOST = 1 << 26, SHOWN_MOST = 1 << 28 };

struct show_options {
	const char *log, *out, *table, *luck_file;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("LOG", struct show_options, log),
	{ "-o", "PAGE", "the page to write (LOG with .html)",
		OPTIONS_TEXT(struct show_options, out) },
	{ "--table", "FILE", "the table of exact chances (bolito --solve)",
		OPTIONS_TEXT(struct show_options, table) },
	{ "--luck-file", "FILE", "the luck.json that says how luck is "
		"measured", OPTIONS_TEXT(struct show_options, luck_file) },
	{ 0 }
};

/* Appends an element from which verify.html takes a file. */
static void put_file(struct text *out, const char *name,
		     const struct text *bytes)
{
	text_printf(out, "<script type=\"text/plain\" id=\"%s\" "
		    "data-size=\"%zu\">", name, bytes->length);
	page_bytes_add(out, bytes->bytes, bytes->length);
	text_add(out, "</script>\n");
}

/* Puts the luck file and the table that the page needs; nothing if luck is
   measured by the default formula, or cannot be. */
static int put_luck(const struct show_options *wanted,
		    const struct audit *audit, struct text *out,
		    struct error *err)
{
	OWNED(worth_choice) struct worth_choice choice = {
		.table_path = wanted->table, .luck_path = wanted->luck_file };
	OWNED(text) struct text bytes = {0};

	if (worth_choice_open(&choice, audit->game, audit->header.entrants,
			      audit->rule, err) != 0)
		return wanted->table == NULL && wanted->luck_file == NULL ?
			0 : -1;
	if (choice.duel != NULL) {
		table_file_bytes(choice.duel, &bytes);
		put_file(out, "table", &bytes);
	}
	if (wanted->luck_file == NULL)
		return 0;
	text_clear(&bytes);
	if (file_read(&bytes, wanted->luck_file, SHOWN_MOST, err) != 0)
		return -1;
	put_file(out, "luck.json", &bytes);
	return 0;
}

/* Reads verify.html. */
static int read_page(struct text *page, struct error *err)
{
	AUTOFREE char *program = process_program_folder();
	AUTOFREE char *built = path_from(program, "../verify.html");
	AUTOFREE char *installed = path_from(program,
					     "../share/rollcall/verify.html");
	const char *const path = access(built, R_OK) == 0 ? built :
		access(installed, R_OK) == 0 ? installed :
		PKGDATADIR "/verify.html";

	return access(path, F_OK) == 0 ?
		file_read(page, path, PAGE_MOST, err) :
		error_set(err, "%s is missing: it was not built, as ./configure "
			  "says", path);
}

/* Writes verify.html with the parts in it, before the one of the checker. */
static int write_page(const char *path, int mode, const struct text *parts,
		      struct error *err)
{
	OWNED(text) struct text page = {0}, whole = {0};
	const char *text, *at;

	if (read_page(&page, err) != 0)
		return -1;
	text = text_string(&page);
	at = strstr(text, "<script type=\"text/plain\" id=\"checker\"");
	if (at == NULL)
		return error_set(err, "verify.html is of another version than "
				 "this program");
	text_append(&whole, text, (size_t)(at - text));
	text_append(&whole, parts->bytes, parts->length);
	text_add(&whole, at);
	if (file_create(path, mode, whole.bytes, whole.length, false, err) != 0)
		return -1;
	printable_line(stdout, "%s: %.1f MB; open it in a browser", path,
		       (double)whole.length / 1e6);
	return 0;
}

/* The page may be read by whoever may read the log. */
static int show(const struct show_options *wanted, const struct text *luck,
		struct error *err)
{
	AUTOFREE char *plain = session_plain(wanted->log);
	AUTOFREE char *beside = session_beside(plain, ".html", err);
	OWNED(text) struct text log = {0}, parts = {0};
	struct stat status;

	if (beside == NULL ||
	    file_read(&log, wanted->log, SHOWN_MOST, err) != 0)
		return -1;
	if (stat(wanted->log, &status) != 0)
		return error_reading(err, "read", wanted->log);
	put_file(&parts, packed_log_is(wanted->log) ? "match.pack" :
		 "match.jsonl", &log);
	text_append(&parts, luck->bytes, luck->length);
	return write_page(wanted->out != NULL ? wanted->out : beside,
			  status.st_mode & 0666, &parts, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct show_options wanted = {0};
	OWNED(audit) struct audit audit = {0};
	OWNED(text) struct text luck = {0};
	enum audit_verdict verdict;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	verdict = audit_log(&audit, wanted.log, err);
	if (verdict == AUDIT_TROUBLE)
		return EXIT_TROUBLE;
	if (verdict == AUDIT_REFUSED)
		printable_line(stderr, "not verified: %s", err->text);
	else if (put_luck(&wanted, &audit, &luck, err) != 0)
		return EXIT_TROUBLE;
	if (show(&wanted, &luck, err) != 0)
		return EXIT_TROUBLE;
	return verdict == AUDIT_PASSED ? EXIT_YES : EXIT_NO;
}

const struct command command_show = {
	.name = "show",
	.arguments = "LOG [-o PAGE] [--table FILE] [--luck-file FILE]",
	.help = "write a page that shows and verifies a match in a browser",
	.options = options,
	.is_verdict = true,
	.more = "Writes NAME.html beside NAME.jsonl or NAME.pack: one file, "
		"which loads nothing and\nshows the match as verify.html "
		"does.  The browser verifies the log again.\n--table and "
		"--luck-file are as in analyse.  A log that is not verified "
		"is shown as\nfar as it can be replayed, and the exit status "
		"is 1.  No file is overwritten.\n",
	.run = run,
};
