/*
 * svg.h - drawings as plain SVG: lines, boxes, discs and text.
 *
 * No styles, scripts, links or fonts from elsewhere, so that every viewer and
 * every web page takes it.  The same calls give the same bytes.
 */
#ifndef TOURNAMENTS_REPORT_SVG_H
#define TOURNAMENTS_REPORT_SVG_H

#include <stdbool.h>

#include "base/text.h"

/* How wide a column of a text in svg_text's `fixed` type is, in its sizes. */
#define SVG_COLUMN 0.602

struct svg_pen {
	const char *colour;
	double width;
};

struct svg_type {
	double size;
	const char *colour;
	char anchor;            /* 's'tart, 'm'iddle, 'e'nd is at x */
	bool fixed;             /* every character is equally wide */
	bool bold;
};

struct svg_point {
	double x, y;
};

/* All of a file; the caller has drawn `body`.  `title` is for readers who
   cannot see it. */
void svg_file(struct text *out, double width, double height,
	      const char *title, const struct text *body);

/* What is drawn until svg_group_end says `tip` when pointed at. */
void svg_group(struct text *out, const char *tip);
void svg_group_end(struct text *out);

void svg_box(struct text *out, double x, double y, double width,
	     double height, const char *colour);
void svg_line(struct text *out, double x1, double y1, double x2, double y2,
	      const struct svg_pen *pen);
/* Filled with `inside`. */
void svg_disc(struct text *out, double x, double y, double radius,
	      const char *inside, const struct svg_pen *pen);
void svg_path(struct text *out, const struct svg_point *points, int count,
	      const struct svg_pen *pen);
/* Filled, and mostly transparent. */
void svg_area(struct text *out, const struct svg_point *points, int count,
	      const char *colour);

/* `text` is UTF-8; what XML does not allow appears as "?". */
void svg_text(struct text *out, double x, double y,
	      const struct svg_type *type, const char *text);

#endif
