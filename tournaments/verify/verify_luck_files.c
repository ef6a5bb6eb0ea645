/*
 * verify_luck_files.c - does a tournament have its luck files?
 */
#include <stdlib.h>
#include <unistd.h>

#include "tournaments/record/tournament_folder.h"
#include "tournaments/verify/verify_luck.h"

static int check_there(const char *path, struct error *err)
{
	return access(path, F_OK) == 0 ? 0 :
		error_set(err, "%s is missing: the manifest has the hash of a "
			  "luck file", path);
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
	struct luck_source source = {0};
	int result = 0;

	if (!record->tournament.manifest.has_luck)
		return 0;
	for (size_t i = 0; i < sizeof names / sizeof *names && result == 0;
	     i++) {
		char *path = tournament_folder_file(record->folder, names[i]);

		result = check_there(path, err);
		free(path);
	}
	if (result == 0)
		result = luck_source_find(&source, record, NULL, err);
	luck_source_release(&source);
	return result;
}
