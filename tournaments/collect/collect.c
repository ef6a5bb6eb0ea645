/*
 * collect.c - builds and checks all submissions of a contest.
 *
 * `referee build` and `referee check` do the work, some of them at a time, and
 * each in a sandbox: nothing of a submission is run or followed here.
 */
#include "tournaments/collect/collect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/spawn.h"

enum { JOBS_MAX = 256, OUTPUT_MOST = 1 << 24, CHECK_LINES = 30 };

/* ### the words of a command */

struct word_list {
	char **word;            /* ended by NULL */
	size_t count, room;
};

static void add(struct word_list *words, const char *before, const char *text)
{
	struct text word = {0};

	text_add(&word, before);
	text_add(&word, text);
	text_byte(&word, '\0');
	ARRAY_GROW(words->word, words->room, words->count + 2);
	words->word[words->count++] = word.bytes;
}

static void add_all(struct word_list *words, const char *before,
		    char *const *list)
{
	for (int i = 0; list[i] != NULL; i++)
		add(words, before, list[i]);
}

static void free_words(char **words)
{
	for (int i = 0; words != NULL && words[i] != NULL; i++)
		free(words[i]);
	free(words);
}

static void build_words(const struct collect *collect,
			const struct handed_in *one, struct word_list *words)
{
	struct text time = {0};

	text_printf(&time, "%d", collect->time_s);
	add(words, "", collect->referee);
	add(words, "", "build");
	add(words, "", "--json");
	add(words, "--time=", text_string(&time));
	for (int i = 0; i < collect->limits->count; i++)
		add(words, "--limit=", collect->limits->word[i]);
	add(words, "-o", one->copy);
	add(words, "", one->from);
	text_release(&time);
}

static void check_words(const struct collect *collect,
			const struct handed_in *one, struct word_list *words)
{
	char **limits = contest_file_limits(collect->file);

	add(words, "", collect->referee);
	add(words, "", "check");
	add(words, "", collect->file->game->name);
	add(words, "--sandbox=", limits_level_words[collect->file->level]);
	add_all(words, "--limit=", limits);
	add_all(words, "--files=bot=", one->files);
	add(words, "", "--");
	add_all(words, "", one->command);
	free_words(limits);
}

/* ### what they say */

/* All that it prints, as far as that is of use. */
static int end(struct spawn *spawn, struct text *out)
{
	char bytes[16384];
	ssize_t got;

	while ((got = read(spawn->out, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0 && out->length < OUTPUT_MOST)
			text_append(out, bytes, (size_t)got);
	return spawn_end(spawn);
}

static int take_build(struct handed_in *one, int status, struct text *out,
		      struct error *err)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 1 &&
	    submissions_take_build(one, out->bytes, out->length))
		return 0;
	return error_set(err, "%s cannot be built: %s", one->from,
			 out->length > 0 ? text_string(out) :
			 "the referee was ended");
}

/* What it says from the first failure on. */
static int take_check(struct handed_in *one, int status, struct text *out,
		      struct error *err)
{
	const char *said = text_string(out);
	const char *failed = strncmp(said, "FAIL", 4) == 0 ? said :
		strstr(said, "\nFAIL");
	int lines = 0;

	(void)err;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	text_add(&one->why, "it does not pass referee check\n");
	if (failed == NULL)
		failed = said;
	failed += *failed == '\n';
	for (; *failed != '\0' && lines < CHECK_LINES; failed++) {
		text_byte(&one->why, *failed);
		lines += *failed == '\n';
	}
	return 0;
}

/* ### some of them at a time */

struct collect_step {
	void (*words)(const struct collect *collect,
		      const struct handed_in *one, struct word_list *words);
	int (*take)(struct handed_in *one, int status, struct text *out,
		    struct error *err);
};

static int start(const struct collect *collect, const struct collect_step *step,
		 const struct handed_in *one, struct spawn *spawn,
		 struct error *err)
{
	struct word_list words = {0};
	int result;

	step->words(collect, one, &words);
	result = spawn_start(spawn, words.word, SPAWN_ERRORS_OUT, err);
	free_words(words.word);
	return result;
}

/* They end in the order in which they were started, so that the output of the
   others waits in their pipes. */
static int run_all(struct collect *collect, const struct collect_step *step,
		   struct error *err)
{
	struct submissions *all = collect->submissions;
	struct spawn spawns[JOBS_MAX] = {0};
	struct handed_in *played[JOBS_MAX];
	size_t next = 0, begun = 0, done = 0;
	const size_t jobs = (size_t)collect->jobs;
	int result = 0;

	while (result == 0 || done < begun) {
		while (result == 0 && next < all->count &&
		       begun - done < jobs) {
			struct handed_in *one = &all->list[next++];

			if (one->why.length > 0)
				continue;
			result = start(collect, step, one,
				       &spawns[begun % jobs], err);
			played[begun % jobs] = one;
			begun += result == 0;
		}
		if (done == begun)
			break;
		{
			struct text out = {0};
			struct error why;
			int status = end(&spawns[done % jobs], &out);

			if (step->take(played[done % jobs], status, &out,
				       result == 0 ? err : &why) != 0)
				result = -1;
			text_release(&out);
		}
		done++;
	}
	return result;
}

int collect_build(struct collect *collect, struct error *err)
{
	static const struct collect_step step = { build_words, take_build };

	return run_all(collect, &step, err);
}

int collect_check(struct collect *collect, struct error *err)
{
	static const struct collect_step step = { check_words, take_check };

	return run_all(collect, &step, err);
}
