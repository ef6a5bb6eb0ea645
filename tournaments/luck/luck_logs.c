/*
 * luck_logs.c - runs `referee analyse` on every log of a tournament.
 */
#include "tournaments/luck/luck_logs.h"

#include <stdlib.h>
#include <sys/wait.h>

#include "base/command_line.h"
#include "tournaments/rating/luck_csv.h"
#include "tournaments/record/spawn_jobs.h"
#include "tournaments/record/tournament_folder.h"

enum { DEPTH_MAX = 8 };

struct running {
	const struct luck_logs *logs;
	const uint32_t *number;
	size_t count;
};

static char **words_of(void *context, size_t i)
{
	const struct running *running = context;
	const struct luck_logs *logs = running->logs;
	char *path = tournament_folder_log(logs->record->folder,
					   running->number[i]);
	struct spawn_words words = {0};

	spawn_jobs_add(&words, "", logs->referee);
	spawn_jobs_add(&words, "", "analyse");
	spawn_jobs_add(&words, "", "--json");
	if (logs->positions)
		spawn_jobs_add(&words, "", "--positions");
	if (logs->source != NULL)
		spawn_jobs_add(&words, "--luck-file=", logs->source->path);
	if (logs->source != NULL && logs->source->table != NULL)
		spawn_jobs_add(&words, "--table=", logs->source->table);
	spawn_jobs_add(&words, "", path);
	free(path);
	return words.word;
}

/* ### its output */

int luck_logs_list(const cJSON *said, const char *key, int seats,
		   int32_t *value, bool *given, struct error *err)
{
	const cJSON *list = json_get(said, key), *item;
	int i = 0;

	*given = !cJSON_IsNull(list);
	if (!*given)
		return 0;
	if (cJSON_GetArraySize(list) != seats)
		return error_set(err, "\"%s\": expected a list of %d", key, seats);
	cJSON_ArrayForEach(item, list)
		if (!cJSON_IsString(item) ||
		    luck_csv_millionths(item->valuestring, &value[i++]) != 0)
			return error_set(err, "\"%s\": expected numbers with 6 "
					 "decimal places", key);
	return 0;
}

/* Takes a line of JSON: a game's is passed on, any other is ignored. */
static int take_line(const struct running *running, size_t i, const char *line,
		     size_t size, uint32_t *games, struct error *err)
{
	const struct luck_logs *logs = running->logs;
	const struct book_match *match =
		book_find(&logs->record->book, running->number[i]);
	long long game;
	int result = 0;
	cJSON *said;

	said = json_read(line, size, DEPTH_MAX, 0, err);
	if (said == NULL)
		return -1;
	if (json_get(said, "luck_total") != NULL) {
		(*games)++;
		if (!json_is_int(json_get(said, "game"), *games, *games,
				 &game) || *games > match->games)
			result = error_set(err, "expected game %u of %u",
					   *games, match->games);
		else
			result = logs->game(logs->context, match,
					    running->number[i], *games, said,
					    err);
	}
	cJSON_Delete(said);
	return result;
}

/* The first line that is not JSON: the reason of a failure. */
static void take_words(const struct text *printed, struct text *out)
{
	const char *at = printed->bytes, *end = at + printed->length;

	while (at < end && *at == '{') {
		const char *feed = memchr(at, '\n', (size_t)(end - at));

		at = feed != NULL ? feed + 1 : end;
	}
	while (at < end && *at != '\n')
		text_byte(out, *at++);
}

static int ended(void *context, size_t i, int status, struct text *printed,
		 struct error *err)
{
	const struct running *running = context;
	const struct luck_logs *logs = running->logs;
	const uint32_t number = running->number[i];
	const char *at = printed->bytes, *end = at + printed->length;
	struct text words = {0};
	uint32_t games = 0;
	int result = 0;

	if (logs->stop != NULL && *logs->stop > 0)
		return error_set(err, "stopped");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_YES) {
		take_words(printed, &words);
		error_set(err, "match %u could not be analysed: %s", number,
			  words.length > 0 ? text_string(&words) :
			  "referee analyse was killed");
		text_release(&words);
		return -1;
	}
	while (result == 0 && at < end) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((feed != NULL ? feed : end) - at);

		if (*at == '{')
			result = take_line(running, i, at, size, &games, err);
		at += size + 1;
	}
	if (result == 0 && games != book_find(&logs->record->book,
					      number)->games)
		result = error_set(err, "the book has %u games, found %u",
				   book_find(&logs->record->book,
					     number)->games, games);
	if (result != 0)
		return error_at(err, "referee analyse of match %u", number);
	if (logs->progress != NULL)
		logs->progress((uint32_t)i + 1, (uint32_t)running->count);
	return 0;
}

uint32_t *luck_logs_ended(const struct record *record, size_t *count)
{
	const struct book *book = &record->book;
	uint32_t *number = memory_new((size_t)book->matches + 1,
				      sizeof *number);

	*count = 0;
	for (uint32_t n = 1; n <= book->matches; n++)
		if (book_find(book, n)->ended)
			number[(*count)++] = n;
	return number;
}

int luck_logs_run(const struct luck_logs *logs, const uint32_t *number,
		  size_t count, struct error *err)
{
	struct running running = { logs, number, count };
	const struct spawn_jobs jobs = { .count = count,
		.jobs = logs->jobs < SPAWN_JOBS_MAX ? logs->jobs :
			SPAWN_JOBS_MAX,
		.context = &running, .words = words_of, .ended = ended };

	return spawn_jobs_run(&jobs, err);
}
