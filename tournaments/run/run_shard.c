/*
 * run_shard.c - plays a part of the matches that are due, for a folder that
 * other machines play for, too.
 *
 * Matches are played in a folder that only this process uses, so nothing that
 * was begun but not committed is ever seen.
 */
#include "tournaments/run/run.h"

#include <stdlib.h>
#include <unistd.h>

#include "tournaments/record/commits.h"
#include "tournaments/record/tournament_folder.h"

static bool is_ours(const struct run *run, const struct fixture *fixture)
{
	const struct runner_shard *shard = run->runner->shard;

	return fixture->number != 0 && !fixture->decided &&
		fixture->number % shard->of == shard->index;
}

void run_shard_begin(struct run *run)
{
	struct runner *runner = run->runner;
	const struct tournament *tournament = &runner->record->tournament;

	run->wave = wave_of(&tournament->contest);
	run->next = run->wave.first;
	runner->counts = (struct game_counts){0};
	for (size_t i = run->wave.first; i < run->wave.end; i++) {
		const struct fixture *fixture =
			&tournament->contest.past.list[i];
		const uint32_t games = tournament_games(tournament, fixture);

		if (!is_ours(run, fixture))
			continue;
		runner->counts.matches++;
		runner->counts.games_of += games;
	}
}

struct fixture *run_shard_next(struct run *run)
{
	struct runner *runner = run->runner;
	struct tournament *tournament = &runner->record->tournament;

	while (run->next < run->wave.end) {
		struct fixture *fixture =
			&tournament->contest.past.list[run->next++];

		if (!is_ours(run, fixture))
			continue;
		if (!commits_has(runner->record->folder, fixture->number))
			return fixture;
		runner->counts.decided++;
		runner->counts.games += tournament_games(tournament, fixture);
	}
	return NULL;
}

static void remove_files(const struct runner_shard *shard, uint32_t number)
{
	static const char *const endings[] = { ".json", ".jsonl",
		".trace.jsonl" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		char *path = tournament_folder_match(shard->folder, number,
						     endings[i]);

		unlink(path);
		free(path);
	}
}

static void tell_second(const struct run *run, uint32_t number)
{
	struct text why = {0};

	text_printf(&why, "match %u: another process has committed it in the "
		    "meantime; this result is discarded", number);
	run_report(run, RUN_WARNING, NULL, text_string(&why));
	text_release(&why);
}

int run_shard_commit(struct run *run, const struct runner_slot *slot,
		     struct error *err)
{
	struct runner *runner = run->runner;
	const struct record *record = runner->record;
	const struct referee_process *process = &slot->process;
	const struct runner_shard *shard = runner->shard;
	char *log = tournament_folder_match(shard->folder, slot->match,
					    ".jsonl");
	char *trace = tournament_folder_match(shard->folder, slot->match,
					      ".trace.jsonl");
	struct commit commit = { .match = slot->match,
		.manifest = record->tournament.manifest.hash };
	int first;

	text_append(&commit.result, process->result.bytes,
		    process->result.length);
	if (process->suspects.length > 0)
		text_append(&commit.suspects, process->suspects.bytes,
			    process->suspects.length);
	first = commits_add(record->folder, &commit, log, trace, err);
	if (first == 0) {
		runner->counts.decided++;
		runner->counts.games += slot->of - slot->games;
		tell_second(run, slot->match);
	}
	if (first >= 0)
		remove_files(shard, slot->match);
	commit_file_release(&commit);
	free(log);
	free(trace);
	return first;
}
