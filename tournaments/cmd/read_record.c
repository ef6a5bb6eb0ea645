/*
 * read_record.c - reads the folder of a tournament for a table.
 */
#include "tournaments/cmd/read_record.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "tournaments/record/book_close.h"

int read_record_over(const struct record *record, struct error *err)
{
	return record->book.closed ? 0 :
		error_set(err, "%s is not over: luck is measured when every "
			  "match has been played", record->folder);
}

int read_record(struct record *record, const char *folder, const char *command,
		bool luck, struct error *err)
{
	struct error why;

	if (record_read(record, folder, err) != 0)
		return -1;
	if (record->book.closed && record->test.why.text[0] != '\0') {
		*err = record->test.why;
		return -1;
	}
	if (luck && read_record_over(record, err) != 0)
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
