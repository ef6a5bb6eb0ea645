/*
 * judge_log.c - does a log that is valid in itself belong to its match?
 */
#include "tournaments/verify/judge_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/text.h"
#include "tournaments/record/log_identity.h"
#include "tournaments/record/tournament_folder.h"

enum { VERDICT_DEPTH = 8 };

void judge_wrong(struct judge *judge, uint32_t number, const struct error *why)
{
	struct log_checks *checks = judge->checks;

	if (checks->wrong == 0 || number < checks->first) {
		checks->first = number;
		checks->why = *why;
	}
	checks->wrong++;
	checks->unread = checks->unread || why->unread;
}

/* Counts the matches that have ended. */
static uint32_t count_ended(const struct book *book)
{
	uint32_t count = 0;

	for (uint32_t n = 1; n <= book->matches; n++)
		count += book_find(book, n)->ended;
	return count;
}

struct judge judge_begin(const struct record *record,
			 const struct hash *secret, struct log_checks *checks,
			 void (*progress)(uint32_t done, uint32_t of))
{
	return (struct judge){ .record = record, .secret = secret,
		.checks = checks, .matches = count_ended(&record->book),
		.progress = progress };
}

int judge_there(struct judge *judge, uint32_t number, const char *path,
		struct error *err)
{
	const struct book *book = &judge->record->book;
	struct error why;

	if (access(path, R_OK) == 0)
		return 1;
	if (errno != ENOENT)
		return error_set(err, "cannot open %s: %s", path,
				 strerror(errno));
	error_set(&why, "%s:%u: the log %s is missing", book->path,
		  book_find(book, number)->end_line, path);
	judge_wrong(judge, number, &why);
	return 0;
}

/* ### the verdict */

/* Compares the ranks and faults of the log with those of the book. */
static int compare_result(const struct judge *judge, const char *path,
			  const struct book_match *match, const cJSON *tree,
			  struct error *err)
{
	const struct book *book = &judge->record->book;
	const cJSON *row, *rank, *ranks = json_get(tree, "ranks");
	const cJSON *item, *faults = json_get(tree, "faults");
	uint32_t game = 0, fault = 0;

	cJSON_ArrayForEach(row, ranks) {
		int place = 0;

		cJSON_ArrayForEach(rank, row) {
			if (game < match->games && place < match->seats &&
			    (int)rank->valuedouble != match->rank[(size_t)game *
			    (size_t)match->seats + (size_t)place])
				return error_set(err, "%s:%u: ranks of game %u "
						 "are not those of %s",
						 book->path, match->end_line,
						 game + 1, path);
			place++;
		}
		game++;
	}
	if (game != match->games)
		return error_set(err, "%s:%u: %u games, but %s has %u",
				 book->path, match->end_line, match->games,
				 path, game);
	cJSON_ArrayForEach(item, faults) {
		const struct book_fault *said = &match->fault[fault];

		if (fault++ >= match->faults ||
		    json_get(item, "game")->valuedouble != said->game ||
		    json_get(item, "entrant")->valuedouble != said->entrant ||
		    strcmp(json_get(item, "fault")->valuestring,
			   fault_words[said->fault]) != 0)
			return error_set(err, "%s:%u: faults are not those of "
					 "%s", book->path, match->end_line,
					 path);
	}
	return fault == match->faults ? 0 :
		error_set(err, "%s:%u: faults are not those of %s", book->path,
			  match->end_line, path);
}

static int check_verdict(struct judge *judge, uint32_t number,
			 const char *path, const cJSON *tree, struct error *err)
{
	const struct book *book = &judge->record->book;
	const struct book_match *match = book_find(book, number);
	const struct fixture *fixture =
		contest_match(&judge->record->tournament.contest, number);
	struct log_checks *checks = judge->checks;
	const cJSON *log = json_get(tree, "log"), *why = json_get(tree, "sentence");
	struct hash digest;

	if (!cJSON_IsTrue(json_get(tree, "verified")))
		return error_set(err, "%s", cJSON_IsString(why) ?
				 why->valuestring :
				 "the referee gave no verdict");
	if (!cJSON_IsString(log) || !hash_from_hex(&digest, log->valuestring,
	    strlen(log->valuestring)) || !hash_equal(&digest, &match->log))
		return error_set(err, "%s is not the log that %s:%u names",
				 path, book->path, match->end_line);
	if (log_identity_check(judge->record, judge->secret, path, fixture,
			       err) != 0 ||
	    compare_result(judge, path, match, tree, err) != 0)
		return -1;
	checks->games += match->games;
	checks->decisions +=
		(uint64_t)json_get(tree, "decisions")->valuedouble;
	checks->abandoned +=
		(uint64_t)json_get(tree, "abandoned")->valuedouble;
	checks->resumes += (uint64_t)json_get(tree, "resumes")->valuedouble;
	return 0;
}

void judge_log(struct judge *judge, uint32_t number, const char *verdict,
	       size_t size)
{
	AUTOFREE char *path =
		tournament_folder_log(judge->record->folder, number);
	struct error err = {0};
	OWNED(json_tree) cJSON *tree =
		json_read(verdict, size, VERDICT_DEPTH, 0, &err);

	if (tree == NULL || check_verdict(judge, number, path, tree, &err) != 0)
		judge_wrong(judge, number, &err);
	judge->checks->checked++;
	if (judge->progress != NULL)
		judge->progress(judge->checks->checked, judge->matches);
}
