/*
 * commits_test.c - what a shard commits is complete and committed once.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tournaments/record/commits.h"

/* Matches 999 and 1000 are in different folders. */
enum { MATCH = 999, LAST = 1000 };

static const char a_log[] = "{\"t\":\"match\"}\n{\"t\":\"close\"}\n",
	other_log[] = "{\"t\":\"match\"}\n{\"t\":\"Close\"}\n",
	log_name[] = "cup/matches/0000/match-000999.jsonl",
	result_name[] = "cup/matches/0000/match-000999.result.json";

/* ### a folder */

static void enter_folder(void)
{
	struct error err;

	tournament_folder_make("");
	if (chdir(folder) != 0 || mkdir("cup", 0755) != 0)
		exit(EXIT_FAILURE);
	assert_says(commits_prepare("cup", MATCH, LAST, &err), &err, NULL);
}

/* How many names in the folder of the match have this ending. */
static int count(const char *ending)
{
	DIR *names = opendir("cup/matches/0000");
	const struct dirent *item;
	int found = 0;

	ck_assert_ptr_nonnull(names);
	while ((item = readdir(names)) != NULL) {
		size_t length = strlen(item->d_name), wanted = strlen(ending);

		found += length > wanted && strcmp(item->d_name + length -
						   wanted, ending) == 0;
	}
	closedir(names);
	return found;
}

static struct commit make(void)
{
	struct commit commit = { .match = MATCH };

	memset(&commit.manifest, 0x5a, sizeof commit.manifest);
	text_add(&commit.result, "\"ranks\":[[1,2],[2,1]],\"faults\":[]");
	text_add(&commit.suspects, "[{\"game\":2,\"entrant\":1}]");
	return commit;
}

/* Commits a log from the shard's folder. */
static int add(const char *log, struct error *err)
{
	struct commit commit = make();
	int first;

	file_write_to("own.jsonl", log, strlen(log));
	first = commits_add("cup", &commit, "own.jsonl", "none", err);
	commit_file_release(&commit);
	return first;
}

static void assert_whole(void)
{
	struct commit commit;
	struct error err;

	ck_assert(commits_has("cup", MATCH));
	assert_says(commits_read("cup", MATCH, &commit, &err), &err, NULL);
	commit_file_release(&commit);
	ck_assert_int_eq(count(".tmp"), 0);
}

/* ### the file */

static void write_result(struct text *out)
{
	struct commit commit = make();

	commit.name = commit_file_temporary(MATCH);
	commit_file_write(&commit, out);
	commit_file_release(&commit);
}

static int read_bytes(const char *bytes, size_t size, struct commit *commit,
		      struct error *err)
{
	file_write_to("result", bytes, size);
	return commit_file_read(commit, "result", MATCH, err);
}

TEST(a_result_is_read_as_it_was_written)
{
	struct commit made = make(), found;
	struct text bytes = {0};
	struct error err;

	memset(&made.hashes.log, 0xa5, sizeof made.hashes.log);
	memset(&made.hashes.file, 0xc3, sizeof made.hashes.file);
	made.name = commit_file_temporary(MATCH);
	commit_file_write(&made, &bytes);
	assert_says(read_bytes(bytes.bytes, bytes.length, &found, &err), &err,
		    NULL);
	ck_assert_uint_eq(found.match, MATCH);
	ck_assert(hash_equal(&found.manifest, &made.manifest));
	ck_assert(hash_equal(&found.hashes.log, &made.hashes.log));
	ck_assert(hash_equal(&found.hashes.file, &made.hashes.file));
	ck_assert_str_eq(found.name, made.name);
	ck_assert_str_eq(text_string(&found.result),
			 text_string(&made.result));
	ck_assert_str_eq(text_string(&found.suspects),
			 text_string(&made.suspects));
	commit_file_release(&made);
	commit_file_release(&found);
	text_release(&bytes);
}

TEST(a_changed_byte_or_a_part_is_refused)
{
	struct text bytes = {0};
	struct commit commit;
	struct error err;

	write_result(&bytes);
	for (size_t i = 0; i < bytes.length; i++) {
		bytes.bytes[i] ^= 1;
		if (read_bytes(bytes.bytes, bytes.length, &commit, &err) == 0)
			ck_abort_msg("byte %zu", i);
		commit_file_release(&commit);
		bytes.bytes[i] ^= 1;
		if (read_bytes(bytes.bytes, i, &commit, &err) == 0)
			ck_abort_msg("%zu bytes", i);
		commit_file_release(&commit);
	}
	text_release(&bytes);
}

TEST(a_result_belongs_to_its_match)
{
	struct text bytes = {0};
	struct commit commit;
	struct error err;

	write_result(&bytes);
	file_write_to("result", bytes.bytes, bytes.length);
	ck_assert_int_ne(commit_file_read(&commit, "result", LAST, &err), 0);
	ck_assert_str_eq(err.text, "result is of match 999, not 1000");
	commit_file_release(&commit);
	text_release(&bytes);
}

TEST_ROWS(a_result_names_a_file_beside_it, "record/books.txt", "names")
{
	struct commit made = make(), found;
	struct text bytes = {0};
	struct error err;

	made.name = memory_copy(row->text[0]);
	commit_file_write(&made, &bytes);
	ck_assert_int_ne(read_bytes(bytes.bytes, bytes.length, &found, &err),
			 0);
	ck_assert_ptr_nonnull(strstr(err.text, ": temporary: expected "));
	commit_file_release(&found);
	commit_file_release(&made);
	text_release(&bytes);
}

/* ### committing */

TEST(the_first_one_stands)
{
	struct error err;

	ck_assert_int_eq(add(a_log, &err), 1);
	ck_assert_int_eq(add(a_log, &err), 0);
	ck_assert_int_eq(add(other_log, &err), 0);
	assert_whole();
	assert_file_holds(log_name, a_log);
	ck_assert_int_eq(count(".jsonl") + count(".result.json"), 2);
}

TEST(only_the_operator_sees_the_matches)
{
	struct error err;

	ck_assert_int_eq(add(a_log, &err), 1);
	ck_assert_int_eq(mode_of("cup/matches"), 0700);
	ck_assert_int_eq(mode_of("cup/matches/0000"), 0700);
	ck_assert_int_eq(mode_of("cup/matches/0001"), 0700);
}

TEST(an_unfinished_log_is_not_committed)
{
	struct error err;

	ck_assert_int_eq(add("{\"t\":\"match\"}\n{\"t\":", &err), -1);
	ck_assert_str_eq(err.text, "own.jsonl is not a complete log");
	ck_assert(!commits_has("cup", MATCH));
	ck_assert_int_eq(count(".jsonl") + count(".tmp"), 0);
}

/* Restores the state of a process that died between its two links. */
static void hide_log(char *path, size_t room)
{
	struct commit commit;
	struct error err;

	ck_assert_int_eq(add(a_log, &err), 1);
	ck_assert(commits_peek("cup", MATCH, &commit));
	snprintf(path, room, "cup/matches/0000/%s.log.tmp", commit.name);
	ck_assert_int_eq(rename(log_name, path), 0);
	commit_file_release(&commit);
}

TEST(a_commit_that_was_begun_is_ended)
{
	char path[300];

	hide_log(path, sizeof path);
	ck_assert(commits_has("cup", MATCH));
	assert_whole();
	assert_file_holds(log_name, a_log);
}

TEST(who_looks_on_changes_nothing)
{
	struct commit commit;
	char path[300];

	hide_log(path, sizeof path);
	ck_assert(commits_peek("cup", MATCH, &commit));
	ck_assert_int_ne(access(log_name, F_OK), 0);
	ck_assert_int_eq(access(path, F_OK), 0);
	commit_file_release(&commit);
	ck_assert(!commits_peek("cup", LAST, &commit));
	commit_file_release(&commit);
}

TEST(a_lost_log_is_replaced_by_the_same)
{
	struct error err;
	char path[300];

	hide_log(path, sizeof path);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert(!commits_has("cup", MATCH));
	ck_assert_int_eq(add(other_log, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "played differently this time"));
	ck_assert(!commits_has("cup", MATCH));
	ck_assert_int_eq(add(a_log, &err), 0);
	assert_file_holds(log_name, a_log);
	ck_assert(commits_has("cup", MATCH));
}

/* A child that waits until the pipe is closed, then commits. */
static void race(int gate, int other_end)
{
	struct commit commit = make();
	pid_t pid = fork();
	struct error err;
	char byte;
	int first;

	ck_assert_int_ge(pid, 0);
	if (pid != 0) {
		commit_file_release(&commit);
		return;
	}
	close(other_end);
	if (read(gate, &byte, 1) != 0)
		_exit(9);
	first = commits_add("cup", &commit, "own.jsonl", "none", &err);
	_exit(first < 0 ? 9 : first);
}

TEST(of_many_at_once_one_commits)
{
	enum { RACERS = 6 };

	file_write_to("own.jsonl", a_log, strlen(a_log));
	for (int round = 0; round < 20; round++) {
		int gate[2], first = 0, status;

		ck_assert_int_eq(pipe(gate), 0);
		for (int i = 0; i < RACERS; i++)
			race(gate[0], gate[1]);
		close(gate[0]);
		close(gate[1]);
		for (int i = 0; i < RACERS; i++) {
			ck_assert_int_gt(wait(&status), 0);
			ck_assert(WIFEXITED(status));
			ck_assert_int_le(WEXITSTATUS(status), 1);
			first += WEXITSTATUS(status);
		}
		ck_assert_int_eq(first, 1);
		assert_whole();
		ck_assert_int_eq(unlink(log_name) + unlink(result_name), 0);
	}
}

TEST(only_what_was_not_committed_is_swept)
{
	struct error err;

	ck_assert_int_eq(add(a_log, &err), 1);
	file_write_to("cup/matches/0000/match-000001.x.log.tmp", "x", 1);
	file_write_to("cup/matches/0001/match-001000.x.result.tmp", "x", 1);
	commits_sweep("cup", 1, LAST);
	assert_whole();
	ck_assert_int_ne(access("cup/matches/0001/match-001000.x.result.tmp",
				F_OK), 0);
}

UNIT_EACH(enter_folder, remove_tree)
