/*
 * shown_as.h - the three ways every table can be asked for.
 */
#ifndef SHOWN_AS_H
#define SHOWN_AS_H

#include "base/options.h"

enum shown_as { SHOWN_TEXT, SHOWN_CSV, SHOWN_JSON };

/* For option tables: these two first. */
#define SHOWN_AS_OPTIONS \
	{ "--csv", NULL, "as CSV, for spreadsheets" }, \
	{ "--json", NULL, "as JSON, for programs" }

enum { OPTION_CSV, OPTION_JSON, SHOWN_AS_COUNT };

#endif
