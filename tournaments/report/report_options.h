/*
 * report_options.h - the three forms in which every table can be printed.
 */
#ifndef TOURNAMENTS_REPORT_REPORT_OPTIONS_H
#define TOURNAMENTS_REPORT_REPORT_OPTIONS_H

#include "base/options.h"

enum report_form { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

/* Rows of an option table; `member` is the enum report_form in `type`. */
#define REPORT_OPTIONS(type, member) \
	{ "--csv", NULL, "print as CSV, for spreadsheets", \
		OPTIONS_SET(type, member, REPORT_CSV) }, \
	{ "--json", NULL, "print as JSON, for programs", \
		OPTIONS_SET(type, member, REPORT_JSON) }

#endif
