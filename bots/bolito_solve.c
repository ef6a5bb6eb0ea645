/*
 * bolito_solve.c - solves a game and writes its table.
 */
#include "bolito_solve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/options.h"
#include "base/printable.h"
#include "base/process.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/solve.h"
#include "worth/table_file.h"

struct solve_line {
	int threads;
	struct options_list words;
};

static const struct option table[] = {
	{ "-j", "N", "threads", OPTIONS_INTEGER(struct solve_line, threads, 1,
						256) },
	{ "GAME [RULE=VALUE..] FILE", NULL, NULL,
	  OPTIONS_LIST(struct solve_line, words) },
	{ 0 }
};

/* What shows the progress on a terminal. */
struct watch {
	struct progress progress;
	int64_t begun_us;
};

static void show(void *context, double done)
{
	struct watch *watch = context;
	double seconds = (double)(clock_us() - watch->begun_us) / 1e6;

	if (done > 0)
		progress_show(&watch->progress, "%.0f%%, %.0f s left",
			      100 * done, ceil(seconds * (1 - done) / done));
}

/* Reads the game and its rules from all words but the last.  Returns NULL with
   an error. */
static const struct game *read_words(const struct options_list *words,
				     int *rule, struct error *err)
{
	const struct game *game = games_need(words->word[0], err);

	if (game == NULL)
		return NULL;
	rules_defaults(game, rule);
	for (int i = 1; i < words->count - 1; i++)
		if (rules_set_text(game, words->word[i], rule, err) != 0)
			return NULL;
	if (rules_check(game, 2, rule, err) != 0 ||
	    solve_check(game, rule, err) != 0)
		return NULL;
	return game;
}

static int solve_and_write(const struct solve_line *line, struct error *err)
{
	struct watch watch = { .begun_us = clock_us() };
	struct solve_options options = {
		.threads = line->threads, .progress = show, .context = &watch,
		.stop = stop_signals_catch()
	};
	const char *path = line->words.word[line->words.count - 1];
	int rule[GAME_RULES_MAX], result;
	const struct game *game = read_words(&line->words, rule, err);
	struct duel *duel;

	if (game == NULL || file_expect(path, false, "a file", err) != 0)
		return -1;
	duel = solve(game, rule, &options);
	progress_clear(&watch.progress);
	if (duel == NULL)
		return error_set(err, "stopped: %s was not written", path);
	result = table_file_write(duel, path, err);
	if (result == 0)
		printf("%s: %s, the first to move wins %.9f\n", path,
		       game->name, duel->win[0]);
	duel_free(duel);
	return result;
}

int bolito_solve(int argc, char **argv)
{
	struct solve_line line = { .threads = 1 };
	struct options options = {
		.table = table, .argc = argc, .argv = argv,
		.usage = "bolito --solve [-j N] GAME [RULE=VALUE..] FILE"
	};
	struct error err = {0};
	int result = options_read(&options, &line, &err);

	if (result == 0 && line.words.count < 2)
		result = options_missing(&options, line.words.count == 0 ?
					 "GAME and FILE" : "FILE", &err);
	if (result == 0)
		result = solve_and_write(&line, &err);
	if (result != 0)
		fprintf(stderr, "bolito: %s\n", err.text);
	options_release(&options);
	return result == 0 ? 0 : 2;
}
