/*
 * svg.c - drawings as plain SVG.
 */
#include "tournaments/report/svg.h"

#include "base/decimal.h"
#include "base/printable.h"

/* ### values */

/* A tenth of a pixel is more than a screen shows. */
static void add_size(struct text *out, const char *name, double size)
{
	char digits[DECIMAL_SIZE];

	text_printf(out, " %s=\"%s\"", name, decimal(digits, size, 1, false));
}

static void add_pen(struct text *out, const struct svg_pen *pen)
{
	text_printf(out, " stroke=\"%s\"", pen->colour);
	add_size(out, "stroke-width", pen->width);
}

static void add_points(struct text *out, const struct svg_point *points,
		       int count)
{
	char x[DECIMAL_SIZE], y[DECIMAL_SIZE];

	text_add(out, " points=\"");
	for (int i = 0; i < count; i++)
		text_printf(out, "%s%s,%s", i > 0 ? " " : "",
			    decimal(x, points[i].x, 1, false),
			    decimal(y, points[i].y, 1, false));
	text_byte(out, '"');
}

/* ### the file */

void svg_file(struct text *out, double width, double height,
	      const char *title, const struct text *body)
{
	text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
	add_size(out, "width", width);
	add_size(out, "height", height);
	text_printf(out, " viewBox=\"0 0 %.0f %.0f\">\n<title>", width,
		    height);
	printable_xml(out, title);
	text_add(out, "</title>\n");
	svg_box(out, 0, 0, width, height, "#ffffff");
	text_append(out, body->bytes, body->length);
	text_add(out, "</svg>\n");
}

void svg_group(struct text *out, const char *tip)
{
	text_add(out, "<g><title>");
	printable_xml(out, tip);
	text_add(out, "</title>\n");
}

void svg_group_end(struct text *out)
{
	text_add(out, "</g>\n");
}

/* ### shapes */

void svg_box(struct text *out, double x, double y, double width,
	     double height, const char *colour)
{
	text_add(out, "<rect");
	add_size(out, "x", x);
	add_size(out, "y", y);
	add_size(out, "width", width);
	add_size(out, "height", height);
	text_printf(out, " fill=\"%s\"/>\n", colour);
}

void svg_line(struct text *out, double x1, double y1, double x2, double y2,
	      const struct svg_pen *pen)
{
	text_add(out, "<line");
	add_size(out, "x1", x1);
	add_size(out, "y1", y1);
	add_size(out, "x2", x2);
	add_size(out, "y2", y2);
	add_pen(out, pen);
	text_add(out, "/>\n");
}

void svg_disc(struct text *out, double x, double y, double radius,
	      const char *inside, const struct svg_pen *pen)
{
	text_add(out, "<circle");
	add_size(out, "cx", x);
	add_size(out, "cy", y);
	add_size(out, "r", radius);
	text_printf(out, " fill=\"%s\"", inside);
	add_pen(out, pen);
	text_add(out, "/>\n");
}

void svg_path(struct text *out, const struct svg_point *points, int count,
	      const struct svg_pen *pen)
{
	text_add(out, "<polyline fill=\"none\" stroke-linejoin=\"round\"");
	add_pen(out, pen);
	add_points(out, points, count);
	text_add(out, "/>\n");
}

void svg_area(struct text *out, const struct svg_point *points, int count,
	      const char *colour)
{
	text_printf(out, "<polygon fill=\"%s\" fill-opacity=\"0.1\"", colour);
	add_points(out, points, count);
	text_add(out, "/>\n");
}

void svg_text(struct text *out, double x, double y,
	      const struct svg_type *type, const char *text)
{
	text_add(out, "<text xml:space=\"preserve\"");
	add_size(out, "x", x);
	add_size(out, "y", y);
	add_size(out, "font-size", type->size);
	text_printf(out, " font-family=\"%s\" fill=\"%s\"", type->fixed ?
		    "DejaVu Sans Mono, Consolas, Menlo, monospace" :
		    "DejaVu Sans, Arial, Helvetica, sans-serif", type->colour);
	if (type->bold)
		text_add(out, " font-weight=\"bold\"");
	if (type->anchor != 's')
		text_printf(out, " text-anchor=\"%s\"",
			    type->anchor == 'm' ? "middle" : "end");
	text_byte(out, '>');
	printable_xml(out, text);
	text_add(out, "</text>\n");
}
