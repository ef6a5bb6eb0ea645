/*
 * luck_mistakes.c - what the moves of each entrant have cost it.
 */
#include "tournaments/luck/luck_mistakes.h"

#include <stdlib.h>

#include "worth/solve.h"

enum { SECONDS_MOST = 10, ENTRANTS_MOST = 1000 };

struct counting {
	const struct record *record;
	struct author_mistakes *list;
};

static int add_game(void *context, const struct book_match *match,
		    uint32_t number, uint32_t game, const cJSON *said,
		    struct error *err)
{
	const struct counting *counting = context;
	const struct manifest *manifest =
		&counting->record->tournament.manifest;
	const cJSON *real = json_get(said, "real");
	const uint32_t turned = (game - 1) % (uint32_t)manifest->rotations;
	int32_t loss[GAME_SEATS_MAX] = {0};
	long long count;
	bool given = false;

	(void)number;
	if (luck_logs_list(said, "loss", match->seats, loss, &given, err) != 0)
		return -1;
	for (int s = 0; given && s < match->seats; s++) {
		const int own = match->entrant[(s + (int)turned) %
					       match->seats];
		const int other = match->entrant[(s + 1 + (int)turned) %
						 match->seats];
		struct author_mistakes *sum = &counting->list[own *
			manifest->entrants + other];

		if (!json_is_int(cJSON_GetArrayItem(real, s), 0, JSON_INT_MAX,
				 &count))
			return error_set(err, "\"real\": expected a list of "
					 "counts");
		sum->games++;
		sum->decisions += count;
		sum->loss += loss[s];
		sum->squares += (double)loss[s] * loss[s];
	}
	return 0;
}

/* Prepares the exact table, no matter how luck is measured. */
static int find_table(const struct record *record, struct luck_source *source,
		      bool *found, struct error *err)
{
	const struct tournament *tournament = &record->tournament;
	struct luck_file file = { .seats = tournament->contest.seats,
		.f = LUCK_TABLE, .beta_millionths = LUCK_MILLION };
	const struct luck_source_work work = { .threads = 1,
		.trusts_installed = true };
	struct error ignored;
	int result;

	*found = false;
	if (file.seats != 2 || tournament->manifest.entrants > ENTRANTS_MOST ||
	    solve_check(tournament->game, tournament->rule,
					   &ignored) != 0)
		return 0;
	memcpy(file.game, tournament->game->name,
	       strlen(tournament->game->name) + 1);
	memcpy(file.rule, tournament->rule, sizeof file.rule);
	file.from = memory_copy("a table");
	result = luck_source_take(source, &file, err);
	luck_file_release(&file);
	if (result != 0 || (!luck_source_is_installed(source) &&
			    solve_seconds(tournament->game, tournament->rule) >
			    SECONDS_MOST))
		return result;
	*found = true;
	return luck_source_prepare(source, &work, err);
}

struct author_mistakes *luck_mistakes_find(const struct record *record,
					   const struct luck_book_work *work,
					   struct error *err)
{
	const size_t entrants = (size_t)record->tournament.manifest.entrants;
	OWNED(luck_source) struct luck_source source = {0};
	struct counting counting = { .record = record };
	struct luck_logs logs = { .record = record, .source = &source,
		.referee = work->referee, .jobs = work->jobs,
		.game = add_game, .context = &counting };
	uint32_t *number;
	size_t count;
	bool found;

	err->text[0] = '\0';
	if (find_table(record, &source, &found, err) == 0 && found) {
		counting.list = memory_new(entrants * entrants,
					   sizeof *counting.list);
		number = luck_logs_ended(record, &count);
		if (luck_logs_run(&logs, number, count, err) != 0) {
			free(counting.list);
			counting.list = NULL;
		}
		free(number);
	}
	return counting.list;
}
