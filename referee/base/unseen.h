/*
 * unseen.h - the characters that a reader cannot see: controls, all that
 * Unicode calls Default_Ignorable_Code_Point, and letters and spaces that are
 * blank.
 *
 * With them a text can move the cursor, or look like a line of the program's or
 * like another name.  printable.c escapes them; the page's script, which
 * replaces them, is made from the lines below (tournaments/site/local.mk).
 */
#ifndef BASE_UNSEEN_H
#define BASE_UNSEEN_H

#include <stdint.h>

/* From `first` to `last`. */
struct character_range {
	uint32_t first, last;
};

/* Ascending. */
static const struct character_range unseen[] = {
	{ 0x0000, 0x001f },              /* controls */
	{ 0x007f, 0x00a0 },              /* delete, controls, no-break space */
	{ 0x00ad, 0x00ad },              /* soft hyphen */
	{ 0x034f, 0x034f },              /* combining grapheme joiner */
	{ 0x061c, 0x061c },              /* Arabic letter mark */
	{ 0x115f, 0x1160 },              /* Hangul fillers */
	{ 0x1680, 0x1680 },              /* Ogham space */
	{ 0x17b4, 0x17b5 },              /* Khmer vowels that are not seen */
	{ 0x180b, 0x180f },              /* Mongolian selectors and separator */
	{ 0x2000, 0x200f },              /* spaces, zero width, directions */
	{ 0x2028, 0x202f },              /* separators, directions, a space */
	{ 0x205f, 0x206f },              /* a space, joiners, directions */
	{ 0x2800, 0x2800 },              /* Braille without a dot */
	{ 0x3000, 0x3000 },              /* ideographic space */
	{ 0x3164, 0x3164 },              /* Hangul filler */
	{ 0xfe00, 0xfe0f },              /* variation selectors */
	{ 0xfeff, 0xfeff },              /* byte order mark */
	{ 0xffa0, 0xffa0 },              /* Hangul filler, half width */
	{ 0xfff0, 0xfffb },              /* not assigned, annotations */
	{ 0x13430, 0x13455 },            /* Egyptian joiners */
	{ 0x16fe4, 0x16fe4 },            /* Khitan filler */
	{ 0x1bca0, 0x1bca3 },            /* shorthand controls */
	{ 0x1d159, 0x1d159 },            /* musical null note head */
	{ 0x1d173, 0x1d17a },            /* musical controls */
	{ 0xe0000, 0xe0fff },            /* tags, variation selectors */
};

#endif
