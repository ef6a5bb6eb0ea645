/*
 * site_script.h - text and bytes in a form that a page can load.
 *
 * A page opened as a file can load only scripts, so all data are arguments of
 * calls in scripts.
 */
#ifndef TOURNAMENTS_SITE_SITE_SCRIPT_H
#define TOURNAMENTS_SITE_SITE_SCRIPT_H

#include "base/text.h"

/*
 * Appends JSON that this program made, in ASCII for a script: `<` and all that
 * is not ASCII are escaped.  It must be UTF-8, as all text that was read is.
 */
void site_script_json(struct text *out, const char *json, size_t size);

/* Appends any text as a JSON string, in the same way. */
void site_script_string(struct text *out, const char *string);

/* Appends bytes as a string, deflated and in base64.  The same bytes give the
   same string. */
void site_script_bytes(struct text *out, const char *bytes, size_t size);

#endif
