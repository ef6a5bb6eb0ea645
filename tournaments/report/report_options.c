/*
 * report_options.c - the command line of what shows a folder's table.
 */
#include "tournaments/report/report_options.h"

int shown_one(const char **word, const struct options *at, struct error *err)
{
	if (*word != NULL)
		return error_set(err, "one at a time: unexpected word \"%s\"",
				 at->value);
	*word = at->value;
	return 0;
}

int shown_open(struct shown *shown, const struct option *options, int argc,
	       char **argv, struct record *record, struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	*shown = (struct shown){0};
	*record = (struct record){0};
	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found == OPTIONS_ARGUMENT) {
			if (shown_one(&shown->folder, &at, err) != 0)
				return -1;
		} else if (found == OPTION_CSV) {
			shown->as = SHOWN_CSV;
		} else if (found == OPTION_JSON) {
			shown->as = SHOWN_JSON;
		} else {
			shown->own = at.value;
		}
	}
	if (shown->folder == NULL)
		return error_set(err, "which tournament?  tournament %s DIR",
				 argv[0]);
	return record_read(record, shown->folder, err);
}
