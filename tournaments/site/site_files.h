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
 * The folder with app.js, more.js, style.css, worker.js and checker.wasm: in the
 * build folder of this program, or installed with it.  The caller frees it; NULL
 * with a sentence that says what to install.
 */
char *site_files_find(struct error *err);

/*
 * Makes the folder `out`, or takes an empty one or the one of an earlier page
 * of the same tournament, `mark` being how its data.js begins.  Returns 0, or -1
 * with `err` and nothing changed.
 */
int site_files_claim(const char *out, const struct text *mark,
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
