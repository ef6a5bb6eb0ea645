/*
 * collect.c - builds and checks all submissions of a contest.
 *
 * `referee build` and `referee check` do the work, several at a time and each
 * in a sandbox: this process runs nothing of a submission and follows none of
 * its links.
 */
#include "tournaments/collect/collect.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tournaments/run/referee_process.h"

enum { CHECK_LINES = 30 };

static void tell(struct collect *collect, const char *what, size_t done)
{
	progress_show(&collect->progress, "%s %zu of %zu submissions", what,
		      done, collect->submissions->count);
}

static int run(struct collect *collect, const struct spawn_jobs *jobs,
	       const char *what, struct error *err)
{
	int result;

	tell(collect, what, 0);
	result = spawn_jobs_run(jobs, err);
	progress_clear(&collect->progress);
	return result;
}

/* ### building */

static char **build_words(void *context, size_t i)
{
	const struct collect *collect = context;
	const struct handed_in *one = &collect->submissions->list[i];
	struct spawn_words words = {0};
	char time[24];

	if (one->why.length > 0)
		return NULL;
	snprintf(time, sizeof time, "%d", collect->time_s);
	spawn_jobs_add(&words, "", collect->referee);
	spawn_jobs_add(&words, "", "build");
	spawn_jobs_add(&words, "", "--json");
	spawn_jobs_add(&words, "--time=", time);
	for (int limit = 0; limit < collect->limits->count; limit++)
		spawn_jobs_add(&words, "--limit=",
			       collect->limits->word[limit]);
	spawn_jobs_add(&words, "-o", one->copy);
	spawn_jobs_add(&words, "", one->from);
	return words.word;
}

static int take_build(void *context, size_t i, int status,
		      struct text *printed, struct error *err)
{
	struct collect *collect = context;
	struct handed_in *one = &collect->submissions->list[i];
	/* A warning may come before it. */
	const char *result = strstr(text_string(printed), "{\"event\":");
	const char *said;

	tell(collect, "built", i + 1);
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 1 && result != NULL &&
	    submissions_take_build(one, result, strlen(result)))
		return 0;
	said = printed->length > 0 ? text_string(printed) :
		"the referee was killed";
	/* Without the line feed. */
	return error_set(err, "%s cannot be built: %.*s", one->from,
			 (int)strcspn(said, "\n"), said);
}

int collect_build(struct collect *collect, struct error *err)
{
	const struct spawn_jobs jobs = {
		.count = collect->submissions->count, .jobs = collect->jobs,
		.context = collect, .words = build_words,
		.ended = take_build };

	return run(collect, &jobs, "built", err);
}

/* ### checking */

static char **check_words(void *context, size_t i)
{
	const struct collect *collect = context;
	const struct handed_in *one = &collect->submissions->list[i];
	const struct contest_file *file = collect->file;
	const struct referee_check check = {
		.referee = collect->referee, .game = file->game,
		.rule = file->rule, .limits = &file->limits,
		.seats = file->seats, .boards = file->boards,
		.level = file->level, .command = one->command,
		.files = one->files };
	struct spawn_words words = {0};

	if (one->why.length > 0)
		return NULL;
	referee_check_words(&check, &words);
	return words.word;
}

/* Appends the findings of a check that begin with `word`, with the lines about
   each; the first one without the word. */
static void take_findings(const char *said, const char *word, struct text *out)
{
	bool inside = false;

	for (int lines = 0; *said != '\0' && lines < CHECK_LINES;) {
		const size_t size = strcspn(said, "\n");

		if (*said != ' ')
			inside = strncmp(said, word, strlen(word)) == 0;
		if (inside) {
			const size_t skip = lines++ == 0 ? strlen(word) : 0;

			text_append(out, said + skip, size - skip);
			text_byte(out, '\n');
		}
		said += size + (said[size] == '\n');
	}
}

static int take_check(void *context, size_t i, int status,
		      struct text *printed, struct error *err)
{
	struct collect *collect = context;
	struct handed_in *one = &collect->submissions->list[i];
	const char *said = text_string(printed);

	(void)err;
	tell(collect, "checked", i + 1);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		take_findings(said, "note ", &one->advice);
		return 0;
	}
	take_findings(said, "FAIL ", &one->why);
	if (one->why.length == 0)
		text_add(&one->why, printed->length > 0 ? said :
			 "referee check was killed");
	return 0;
}

int collect_check(struct collect *collect, struct error *err)
{
	const struct spawn_jobs jobs = {
		.count = collect->submissions->count, .jobs = collect->jobs,
		.context = collect, .words = check_words,
		.ended = take_check };

	return run(collect, &jobs, "checked", err);
}
