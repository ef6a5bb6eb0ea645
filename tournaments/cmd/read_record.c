/*
 * read_record.c - reads the folder of a tournament for a table.
 */
#include "tournaments/cmd/read_record.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "tournaments/record/book_close.h"
#include "tournaments/tables/sprt_end.h"

int read_record(struct record *record, const char *folder, const char *command,
		struct error *err)
{
	struct error why;

	if (record_read(record, folder, err) != 0)
		return -1;
	if (sprt_end_check(record, err) != 0)
		return -1;
	if (!record->book.closed)
		printable_line(stderr, "tournament %s: %s is not over: nobody "
			       "has signed these results", command, folder);
	else if (book_close_check(record, &why) != 0)
		printable_line(stderr, "tournament %s: warning: %s does not "
			       "fit its note: %s", command, record->book.path,
			       why.text);
	return 0;
}

int read_record_once(const struct options_list *folders, int at,
		     struct error *err)
{
	struct stat status, other;

	if (stat(folders->word[at], &status) != 0)
		return 0;
	for (int i = 0; i < at; i++)
		if (stat(folders->word[i], &other) == 0 &&
		    other.st_dev == status.st_dev &&
		    other.st_ino == status.st_ino)
			return error_set(err, "%s and %s are the same folder",
					 folders->word[i], folders->word[at]);
	return 0;
}
