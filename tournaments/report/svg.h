/*
 * svg.h - drawings as plain SVG: lines, boxes, discs and text.
 *
 * No styles, scripts, links or external fonts, so that every viewer and every
 * web page accepts it.  The same calls give the same bytes.
 */
#ifndef TOURNAMENTS_REPORT_SVG_H
#define TOURNAMENTS_REPORT_SVG_H

#include <stdbool.h>

#include "base/text.h"

/* The width of a character in a `fixed` type, as a multiple of its size. */
#define SVG_COLUMN 0.602

struct svg_pen {
	const char *colour;
	double width;
};

struct svg_type {
	double size;
	const char *colour;
	char anchor;            /* 's'tart, 'm'iddle or 'e'nd is at x */
	bool fixed;             /* monospaced */
	bool bold;
};

struct svg_point {
	double x, y;
};

/* A whole file around `body`, which the caller has drawn.  `title` is for
   screen readers. */
void svg_file(struct text *out, double width, double height,
	      const char *title, const struct text *body);

/* Shapes drawn until svg_group_end have the tooltip `tip`. */
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
