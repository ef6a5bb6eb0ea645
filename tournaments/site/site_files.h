/*
 * site_files.h - the files that every page has, where they are installed, and
 * the folder that a page is written to.
 */
#ifndef TOURNAMENTS_SITE_SITE_FILES_H
#define TOURNAMENTS_SITE_SITE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * The folder with app.js, more.js, series.js, style.css, worker.js and
 * checker.wasm: in the
 * build folder of this program, or installed with it.  The caller frees it; NULL
 * with a sentence that says what to install.
 */
char *site_files_find(struct error *err);

/*
 * Puts what every page has into the folder `out`: the checker and the files of
 * site_files_find; `series`: what the page of a series has besides.  `*total`
 * grows by their size.  Returns 0, or -1 with `err`.
 */
int site_files_assets(const char *files, const char *out, bool series,
		      uint64_t *total, struct error *err);

/* May `out` be claimed?  Returns 0, or -1 with `err`; changes nothing. */
int site_files_check(const char *out, const struct text *mark,
		     struct error *err);

/*
 * Makes the folder `out`, or takes an empty one or the one of an earlier page
 * of the same tournament, `mark` being how its data.js begins; with `logs` it has
 * a folder for logs.  Returns 0, or -1 with `err` and nothing changed.
 */
int site_files_claim(const char *out, const struct text *mark, bool logs,
		     struct error *err);

/* Writes a file of the page as a whole; `*total` grows by its size.  Returns
   0, or -1 with `err`. */
int site_files_put(const char *out, const char *name,
		   const struct text *bytes, uint64_t *total,
		   struct error *err);

/*
 * Removes the logs of an earlier page that `keeps` does not name; other files
 * are left alone.  Returns 0, or -1 with `err`.
 */
int site_files_clean(const char *out,
		     bool (*keeps)(const void *context, const char *name),
		     const void *context, struct error *err);

#endif
