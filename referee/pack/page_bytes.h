/*
 * page_bytes.h - bytes in a form that a page can hold: deflated (RFC 1951), in
 * base64.
 */
#ifndef PACK_PAGE_BYTES_H
#define PACK_PAGE_BYTES_H

#include "base/text.h"

/* Appends them.  The same bytes give the same text. */
void page_bytes_add(struct text *out, const char *bytes, size_t size);

#endif
