/*
 * report_options.h - the three ways every table can be asked for, and reading the
 * folder that it is of.
 */
#ifndef TOURNAMENTS_REPORT_REPORT_OPTIONS_H
#define TOURNAMENTS_REPORT_REPORT_OPTIONS_H

#include "base/options.h"
#include "tournaments/record/record.h"

enum shown_as { SHOWN_TEXT, SHOWN_CSV, SHOWN_JSON };

/* For option tables: these two first. */
#define SHOWN_AS_OPTIONS \
	{ "--csv", NULL, "as CSV, for spreadsheets" }, \
	{ "--json", NULL, "as JSON, for programs" }

enum { OPTION_CSV, OPTION_JSON, SHOWN_AS_COUNT };

/* What a command line asks for.  Texts are borrowed from it. */
struct shown {
	enum shown_as as;
	const char *folder;
	/* The one option that a command may have besides, or NULL; of a flag
	   the option itself. */
	const char *own;
};

/*
 * Reads the line of a command that shows one folder, then the folder.  Returns
 * 0, or -1 with `err`; record_release is due either way.
 */
int shown_open(struct shown *shown, const struct option *options, int argc,
	       char **argv, struct record *record, struct error *err);

/* Keeps the argument just read in `word`, unless there was one before. */
int shown_one(const char **word, const struct options *at, struct error *err);

#endif
