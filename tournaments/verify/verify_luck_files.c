/*
 * verify_luck_files.c - does a tournament have its luck files?
 */
#include <stdlib.h>
#include <unistd.h>

#include "tournaments/record/tournament_folder.h"
#include "tournaments/verify/verify_luck.h"

/* A file that is `due` is there, and one that is not is not: nothing that could
   not be checked lies beside a verdict. */
static int check_there(const char *path, bool due, struct error *err)
{
	bool there = access(path, F_OK) == 0;

	if (there == due)
		return 0;
	return due ?
		error_set(err, "%s is missing: the manifest has the hash of a "
			  "luck file", path) :
		error_set(err, "%s cannot be checked: no luck file says how "
			  "it was made; it can be removed", path);
}

bool verify_luck_is_due(const struct record *record)
{
	static const char *const names[] = { "luck.json", "luck.csv" };
	bool there = true;

	for (int i = 0; i < 2 && !record->tournament.manifest.has_luck; i++) {
		char *path = tournament_folder_file(record->folder, names[i]);

		there = there && access(path, F_OK) == 0;
		free(path);
	}
	return there;
}

int verify_luck_files(const struct record *record, struct error *err)
{
	static const char *const names[] = { "luck.json", "luck.csv",
		"ladder-luck.csv" };
	const bool has = record->tournament.manifest.has_luck;
	struct luck_source source = {0};
	int result = 0;

	/* Without a hash, luck.json says how luck.csv was made. */
	for (size_t i = has ? 0 : verify_luck_is_due(record) ? 2 : 1;
	     i < sizeof names / sizeof *names && result == 0; i++) {
		char *path = tournament_folder_file(record->folder, names[i]);

		result = check_there(path, has, err);
		free(path);
	}
	if (result == 0 && has)
		result = luck_source_find(&source, record, NULL, err);
	luck_source_release(&source);
	return result;
}
