/*
 * site_files.h - the installed files that every page has, and the folder that a
 * page is written to.
 */
#ifndef TOURNAMENTS_SITE_SITE_FILES_H
#define TOURNAMENTS_SITE_SITE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * The folder with app.js, more.js, series.js, style.css, worker.js and
 * checker.wasm: in the build folder of this program, or installed with it.  The
 * caller frees it.  NULL with `err`, which says what to install.
 */
char *site_files_find(struct error *err);

/*
 * Puts the files that every page has, the checker and those of site_files_find,
 * into the folder `out`; with `series` also series.js.  Adds their size to
 * `*total`.  Returns 0, or -1 with `err`.
 */
int site_files_assets(const char *files, const char *out, bool series,
		      uint64_t *total, struct error *err);

/* Checks that site_files_claim may use `out`.  Returns 0, or -1 with `err`;
   changes nothing. */
int site_files_check(const char *out, const struct text *mark,
		     struct error *err);

/*
 * Makes the folder `out`, or uses it if it is empty or has an earlier page of
 * the same tournament, whose data.js begins with `mark`; with `logs` makes its
 * folder for logs too.  Returns 0, or -1 with `err`.
 */
int site_files_claim(const char *out, const struct text *mark, bool logs,
		     struct error *err);

/* Writes a file of the page as a whole, adds its size to `*total` and empties
   `bytes`.  Returns 0, or -1 with `err`. */
int site_files_put(const char *out, const char *name, struct text *bytes,
		   uint64_t *total, struct error *err);

/*
 * Removes the logs of an earlier page for which `keeps` returns false; other
 * files are left alone.  Returns 0, or -1 with `err`.
 */
int site_files_clean(const char *out,
		     bool (*keeps)(const void *context, const char *name),
		     const void *context, struct error *err);

#endif
