/*
 * gather_check.c - do the committed results follow from their logs?
 *
 * What is wrong has to be found before the book has it: a closed book is signed
 * and the secret is gone.
 */
#include "tournaments/play/gather_check.h"

#include <stdlib.h>

#include "tournaments/record/tournament_folder.h"
#include "tournaments/verify/verify_logs.h"

enum { VERDICT_DEPTH = 8 };

struct wave_check {
	const struct record *record;
	size_t at, end;         /* of the wave, in contest->past.list */
	uint32_t first;         /* the first match that is wrong, or 0 */
	struct error why;       /* of that one */
};

int gather_check_add(const struct record *record, uint32_t number,
		     struct error *err)
{
	return error_add(err, "; to have match %u played again, remove its "
			 "files from %s/matches/%04u", number, record->folder,
			 number / 1000);
}

static int next_log(void *context, uint32_t *number, char **path,
		    struct error *err)
{
	struct wave_check *checking = context;
	const struct record *record = checking->record;
	const struct contest *contest = &record->tournament.contest;
	struct commit commit;
	int result;

	while (checking->at < checking->end &&
	       contest->past.list[checking->at].decided)
		checking->at++;
	if (checking->at == checking->end)
		return 0;
	*number = contest->past.list[checking->at++].number;
	if (!commits_has(record->folder, *number)) {
		checking->at = checking->end;
		return 0;
	}
	/* Completes the commit, so that the log has its name. */
	result = commits_read(record->folder, *number, &commit, err);
	commit_file_release(&commit);
	if (result != 0)
		return gather_check_add(record, *number, err);
	*path = tournament_folder_match(record->folder, *number, ".jsonl");
	return 1;
}

/* `said` is the verdict. */
static int compare(const struct record *record, uint32_t number,
		   const cJSON *said, struct error *err)
{
	const cJSON *why = json_get(said, "sentence");
	const cJSON *log = json_get(said, "log");
	struct text members = {0};
	struct commit commit;
	struct hash digest;
	cJSON *result;
	bool same = false;

	if (!cJSON_IsTrue(json_get(said, "verified")))
		return error_set(err, "%s", cJSON_IsString(why) ?
				 why->valuestring :
				 "the referee gave no verdict");
	if (commits_read(record->folder, number, &commit, err) == 0) {
		text_printf(&members, "{%.*s}", (int)commit.result.length,
			    commit.result.bytes);
		result = json_parse(members.bytes, members.length);
		same = cJSON_IsString(log) && hash_from_hex(&digest,
				log->valuestring, strlen(log->valuestring)) &&
			hash_equal(&digest, &commit.hashes.log) &&
			cJSON_Compare(json_get(result, "ranks"),
				      json_get(said, "ranks"), true) &&
			cJSON_Compare(json_get(result, "faults"),
				      json_get(said, "faults"), true);
		cJSON_Delete(result);
		if (!same)
			error_set(err, "the result of match %u is not that of "
				  "its log", number);
	}
	commit_file_release(&commit);
	text_release(&members);
	return same ? 0 : -1;
}

static void take_verdict(void *context, uint32_t number, const char *verdict,
			 size_t size)
{
	struct wave_check *checking = context;
	struct error err = {0};
	cJSON *said = NULL;

	if (verdict != NULL)
		said = json_read(verdict, size, VERDICT_DEPTH, 0, &err);
	if (compare(checking->record, number, said, &err) != 0 &&
	    (checking->first == 0 || number < checking->first)) {
		checking->first = number;
		checking->why = err;
	}
	cJSON_Delete(said);
}

int gather_check_wave(const struct record *record, struct wave wave,
		      const char *referee, int jobs, struct error *err)
{
	struct wave_check checking = { .record = record, .at = wave.first,
		.end = wave.end };
	struct verify_logs_work work = { .referee = referee, .jobs = jobs,
		.left = (uint32_t)(wave.end - wave.first), .next = next_log,
		.take = take_verdict, .context = &checking };

	if (verify_logs_run(&work, err) != 0)
		return -1;
	if (checking.first == 0)
		return 0;
	*err = checking.why;
	return gather_check_add(record, checking.first, err);
}
