/*
 * spawn_jobs.c - runs many programs, several at a time.
 */
#include "tournaments/record/spawn_jobs.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

enum { PRINTED_MOST = 1 << 24 };

void spawn_jobs_add(struct spawn_words *words, const char *before,
		    const char *word)
{
	struct text text = {0};

	text_printf(&text, "%s%s", before, word);
	text_byte(&text, '\0');
	ARRAY_GROW(words->word, words->room, words->count + 2);
	words->word[words->count++] = text.bytes;
}

void spawn_jobs_add_all(struct spawn_words *words, const char *before,
			char *const *list)
{
	for (int i = 0; list != NULL && list[i] != NULL; i++)
		spawn_jobs_add(words, before, list[i]);
}

static int start(struct spawn *spawn, char **words, struct error *err)
{
	int result = spawn_start(spawn, words, SPAWN_ERRORS_OUT, err);

	for (int i = 0; words[i] != NULL; i++)
		free(words[i]);
	free(words);
	return result;
}

static int finish(const struct spawn_jobs *jobs, size_t i, struct spawn *spawn,
		  struct error *err)
{
	struct text printed = {0};
	char bytes[16384];
	int status, result;
	ssize_t got;

	while ((got = read(spawn->out, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0 && printed.length < PRINTED_MOST)
			text_append(&printed, bytes, (size_t)got);
	status = spawn_end(spawn);
	result = jobs->ended(jobs->context, i, status, &printed, err);
	text_release(&printed);
	return result;
}

int spawn_jobs_run(const struct spawn_jobs *jobs, struct error *err)
{
	struct spawn spawns[SPAWN_JOBS_MAX];
	size_t number[SPAWN_JOBS_MAX], next = 0, begun = 0, done = 0;
	const size_t most = (size_t)jobs->jobs;
	struct error ignored;
	int result = 0;

	for (;;) {
		while (result == 0 && next < jobs->count &&
		       begun - done < most) {
			char **words = jobs->words(jobs->context, next);

			if (words != NULL) {
				result = start(&spawns[begun % most], words,
					       err);
				number[begun % most] = next;
				begun += result == 0;
			}
			next++;
		}
		if (done == begun)
			return result;
		if (finish(jobs, number[done % most], &spawns[done % most],
			   result == 0 ? err : &ignored) != 0)
			result = -1;
		done++;
	}
}
