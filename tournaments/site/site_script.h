/*
 * site_script.h - text and bytes as a page can load them.
 *
 * A page that is opened as a file can load scripts and nothing else, so all
 * data are arguments of calls in scripts.
 */
#ifndef TOURNAMENTS_SITE_SITE_SCRIPT_H
#define TOURNAMENTS_SITE_SITE_SCRIPT_H

#include "base/text.h"

/*
 * Appends JSON of ours as a script can hold it, in ASCII: `<` and all that is
 * not ASCII are escaped.  It has to be UTF-8, as all text is that was read.
 */
void site_script_json(struct text *out, const char *json, size_t size);

/* Appends a string: a text of anybody's as JSON in such a script. */
void site_script_string(struct text *out, const char *string);

/* Appends bytes as a string: deflated, in base64.  The same bytes give the
   same string. */
void site_script_bytes(struct text *out, const char *bytes, size_t size);

#endif
