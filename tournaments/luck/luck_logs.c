/*
 * luck_logs.c - runs `referee analyse` on every log of a tournament.
 */
#include "tournaments/luck/luck_logs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/command_line.h"
#include "fair/sha256.h"
#include "games/game.h"
#include "tournaments/rating/luck_csv.h"
#include "tournaments/record/log_identity.h"
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
	AUTOFREE char *path =
		tournament_folder_log(logs->record->folder, running->number[i]);
	char **words = NULL;

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
	return words;
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

/* Is it the log of this match, and the one that the book names? */
static int take_head(const struct record *record, uint32_t number,
		     const cJSON *said, struct error *err)
{
	const struct book *book = &record->book;
	const struct book_match *match = book_find(book, number);
	const cJSON *log = json_get(said, "log");
	AUTOFREE char *path = tournament_folder_log(record->folder, number);
	struct hash hash;
	int result;

	if (!cJSON_IsString(log) || !hash_from_hex(&hash, log->valuestring,
	    strlen(log->valuestring)) || !hash_equal(&hash, &match->log))
		result = error_set(err, "%s is not the log that %s:%u names",
				   path, book->path, match->end_line);
	else
		result = log_identity_check(record, book->closed ?
			&book->secret : NULL, path,
			contest_match(&record->tournament.contest, number),
			err);
	return result;
}

/* Are the points of a game those of its ranks in the book? */
static int check_points(const struct record *record, uint32_t number,
			uint32_t game, const cJSON *said, struct error *err)
{
	const struct book_match *match = book_find(&record->book, number);
	const uint32_t rotations =
		(uint32_t)record->tournament.manifest.rotations;
	int rank[GAME_SEATS_MAX], due[GAME_SEATS_MAX];
	int32_t points[GAME_SEATS_MAX] = {0};
	bool equal;

	if (luck_logs_list(said, "points", match->seats, points, &equal,
			   err) != 0)
		return -1;
	for (int s = 0; s < match->seats; s++)
		rank[s] = match->rank[(game - 1) * (size_t)match->seats +
			(size_t)game_place(s, (int)((game - 1) % rotations),
					   match->seats)];
	game_points(RESULT_WINNER, match->seats, rank, due);
	for (int s = 0; s < match->seats; s++)
		equal = equal && points[s] == lround(1e6 * due[s] /
						     GAME_POINTS);
	return equal ? 0 :
		error_set(err, "%s:%u: ranks of game %u are not those of its "
			  "log", record->book.path, match->end_line, game);
}

struct taken {
	bool head;
	uint32_t games;
};

/* Takes a line of JSON: a game's is passed on. */
static int take_line(const struct running *running, size_t i, const char *line,
		     size_t size, struct taken *taken, struct error *err)
{
	const struct luck_logs *logs = running->logs;
	const uint32_t number = running->number[i];
	const struct book_match *match = book_find(&logs->record->book, number);
	long long game;
	int result;
	cJSON *said;

	said = json_read(line, size, DEPTH_MAX, 0, err);
	if (said == NULL)
		return -1;
	if (!taken->head) {
		taken->head = true;
		result = take_head(logs->record, number, said, err);
	} else {
		taken->games++;
		if (!json_is_int(json_get(said, "game"), taken->games,
				 taken->games, &game) ||
		    taken->games > match->games)
			result = error_set(err, "expected game %u of %u",
					   taken->games, match->games);
		else if ((result = check_points(logs->record, number,
						taken->games, said, err)) == 0)
			result = logs->game(logs->context, match, number,
					    taken->games, said, err);
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
	struct taken taken = {0};
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
			result = take_line(running, i, at, size, &taken, err);
		at += size + 1;
	}
	if (result == 0 && taken.games != book_find(&logs->record->book,
					      number)->games)
		result = error_set(err, "the book has %u games, found %u",
				   book_find(&logs->record->book,
					     number)->games, taken.games);
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
