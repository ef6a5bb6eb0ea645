/*
 * log_identity.c - does a log belong to a match of this tournament?
 *
 * Every key of its first line is compared with the manifest.
 */
#include "tournaments/record/log_identity.h"

#include <sodium.h>

#include "pack/packed_log.h"
#include "tournaments/record/tournament.h"

/* The header that this match requires, with any version and key. */
static void due_header(const struct record *record, const struct hash *secret,
		       const struct fixture *fixture,
		       const struct logline_header *found,
		       struct logline_header *due)
{
	struct hash its_own, seal = found->seal;

	if (secret != NULL)
		tournament_match_secret(secret, fixture->number, &its_own,
					&seal);
	sodium_memzero(&its_own, sizeof its_own);
	tournament_match_header(&record->tournament, &record->book.salt, &seal,
				fixture, due);
}

static int compare_header(const struct record *record,
			  const struct hash *secret, const char *path,
			  const struct fixture *fixture,
			  const struct logline_header *found,
			  struct error *err)
{
	OWNED(logline_header) struct logline_header due = {0};
	const char *key;

	due_header(record, secret, fixture, found, &due);
	key = logline_header_differs(&due, found);
	return key == NULL ? 0 :
		error_set(err, "%s:1: \"%s\" is not what manifest, book and "
			  "secret require for match %u", path, key,
			  fixture->number);
}

static bool is_referee(const struct manifest *manifest, const struct hash *key)
{
	for (int i = 0; i < manifest->referees; i++)
		if (hash_equal(&manifest->referee[i], key))
			return true;
	return false;
}

int log_identity_check(const struct record *record, const struct hash *secret,
		       const char *path, const struct fixture *fixture,
		       struct error *err)
{
	OWNED(logline_header) struct logline_header header = {0};
	OWNED(logfile) struct logfile file = {0};
	enum logfile_result found;
	enum logline_type type;
	const char *line;
	size_t size;
	cJSON *tree;

	if (packed_log_open(&file, path, false, err) != 0)
		return -1;
	found = logfile_next(&file, &line, &size, err);
	if (found == LOGFILE_TROUBLE)
		return -1;
	if (found != LOGFILE_LINE ||
	    logline_read(line, size, &tree, &type, err) != 0)
		return error_set(err, "%s:1: expected the first line of a log",
				 path);
	if (type != LINE_MATCH) {
		cJSON_Delete(tree);
		return error_set(err, "%s:1: expected a \"match\" line", path);
	}
	logline_header_take(&header, tree);
	if (!is_referee(&record->tournament.manifest, &header.key))
		return error_set(err, "%s:1: signed by a key that is not one "
				 "of the manifest's referees", path);
	return compare_header(record, secret, path, fixture, &header, err);
}

int log_identity_hashes(const char *path, struct log_identity_hashes *hashes,
			struct error *err)
{
	enum logfile_result found;
	struct sha256 before = {{0}};   /* all before the last line */
	OWNED(logfile) struct logfile file = {0};
	const char *line;
	size_t size;

	if (logfile_open(&file, path, true, err) != 0)
		return -1;
	while ((found = logfile_next(&file, &line, &size, err)) == LOGFILE_LINE)
		before = file.digest;
	if (found == LOGFILE_TROUBLE)
		return -1;
	if (found != LOGFILE_END || file.torn || file.line == 0)
		return error_set(err, "%s is not a complete log", path);
	sha256_end(&before, hashes->log.bytes);
	sha256_end(&file.digest, hashes->file.bytes);
	return 0;
}
