/*
 * cmd_league.c - tournament league: the next rounds of a league.
 *
 * A league is a folder with league.json and a tournament a round, round-001
 * and so on, each with a manifest of its own.  The pairings of a round follow
 * from the ladder over all rounds before it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/play/play.h"
#include "tournaments/record/manifest_folder.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/report/report_options.h"

static const struct option options[] = {
	{ "--rounds", "N", "play so many more rounds (1)" },
	{ "-j", "N", "matches at the same time (the number of cores)" },
	{ "--json", NULL, "events on standard output, one JSON object a line" },
	{ "--key-file", "FILE", "sign with this key instead of your own" },
	{ "--no-pin", NULL, "let referees and bots move between cores" },
	{ 0 }
};

enum { ROUNDS, JOBS, JSON, KEY, NO_PIN };

enum { JOBS_MAX = 1024 };

struct wanted {
	const char *folder, *key_file;
	long long rounds, jobs;
	bool json, no_pin;
};

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found, result = 0;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found == ROUNDS)
			result = options_number(&at, "--rounds", 1,
						LEAGUE_ROUNDS_MAX,
						&wanted->rounds, err);
		else if (found == JOBS)
			result = options_number(&at, "-j", 1, JOBS_MAX,
						&wanted->jobs, err);
		else if (found == JSON)
			wanted->json = true;
		else if (found == KEY)
			wanted->key_file = at.value;
		else if (found == NO_PIN)
			wanted->no_pin = true;
		else
			result = shown_one(&wanted->folder, &at, err);
		if (result != 0)
			return -1;
	}
	return wanted->folder != NULL ? 0 :
		error_set(err, "which league?  tournament league DIR, with "
			  "DIR/league.json");
}

/* Plays one round to its end, making its folder when it is new. */
static int play_round(const struct wanted *wanted, int round,
		      const struct signing_key *key, struct error *err)
{
	char *folder = league_folder(wanted->folder, round);
	char *file = league_file(wanted->folder, round);
	struct play_order order = {
		.folder = folder, .key_file = wanted->key_file,
		.jobs = (int)wanted->jobs, .no_pin = wanted->no_pin,
		.json = wanted->json };
	struct record record = {0};
	int lock = -1, result = -1;

	if ((folder_is_tournament(folder) ||
	     (league_write(wanted->folder, round, err) == 0 &&
	      prepare_folder(file, folder, false, key, err) == 0)) &&
	    (lock = folder_lock(folder, err)) >= 0)
		result = play_folder(&order, key, &record, err);
	if (lock >= 0)
		close(lock);
	record_release(&record);
	free(folder);
	free(file);
	return result;
}

static int play_rounds(const struct wanted *wanted,
		       const struct signing_key *key, struct error *err)
{
	int first = league_next(wanted->folder, err);
	struct text out = {0};
	int result = 0;

	if (first < 0)
		return -1;
	for (int round = first; round < first + wanted->rounds &&
	     result == 0; round++)
		result = play_round(wanted, round, key, err);
	if (result == 0 && !wanted->json)
		result = league_ladder(wanted->folder, &out, err);
	fputs(text_string(&out), stdout);
	text_release(&out);
	return result;
}

static int need_league(const char *folder, struct error *err)
{
	return league_is(folder) ? 0 :
		error_set(err, "%s holds no league: there is no league.json",
			  folder);
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = { .rounds = 1 };
	struct signing_key key = {0};
	int lock = -1, result = -1;

	if (process_hide(err) == 0 &&
	    read_options(&wanted, argc, argv, err) == 0 &&
	    need_league(wanted.folder, err) == 0 &&
	    prepare_key(&key, wanted.key_file, err) == 0 &&
	    (lock = folder_lock(wanted.folder, err)) >= 0)
		result = play_rounds(&wanted, &key, err);
	if (lock >= 0)
		close(lock);
	key_release(&key);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_league = {
	.name = "league",
	.arguments = "DIR [--rounds N] [OPTIONS]",
	.help = "play the next rounds of a league",
	.options = options,
	.more = "DIR/league.json is a tournament file with the format "
		"\"league\"; change its entrants\nbetween rounds as you like.  "
		"A round pairs those whose ratings its games would tell\nmost "
		"about.  A round that was broken off is finished first.  The "
		"ladder is over all\nrounds: tournament ladder DIR/round-*\n",
	.run = run,
};
