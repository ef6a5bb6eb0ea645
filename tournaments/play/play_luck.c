/*
 * play_luck.c - writes the files about luck of a tournament that is over.
 */
#include "tournaments/play/play_luck.h"

#include <stdlib.h>

#include "base/stop_signals.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/luck/luck_ladder.h"
#include "tournaments/run/runner.h"

int play_luck_write(const struct record *record, int jobs, const char *again,
		    struct error *err)
{
	struct luck_book_work work = { .stop = stop_signals_catch(),
		.progress = luck_book_progress,
		.jobs = jobs > 0 ? jobs : runner_cores() };
	char *referee;
	int result;

	if (!record->tournament.manifest.has_luck)
		return 0;
	referee = runner_referee(err);
	if (referee == NULL)
		return -1;
	work.referee = referee;
	result = luck_ladder_close(record, &work, err);
	free(referee);
	if (result == 0)
		return 0;
	error_add(err, "; the results are safe; for the tables without luck: "
		  "tournament %s", again);
	return error_command(err, "", record->folder);
}
