/*
 * cmd_league.c - tournament league: plays the next rounds of a league.
 *
 * A league is a folder with league.json and one tournament per round, round-001
 * and so on, each with its own manifest.  The pairings of a round follow from
 * the ladder over all rounds before it.
 */
#include <stdlib.h>

#include "base/file.h"
#include "base/process.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/play/play.h"
#include "tournaments/record/tournament_folder.h"

struct league_options {
	const char *folder;
	int rounds;
	bool again;
	bool make;
	const char *site;
	struct play_order play;         /* for each round, except its folder */
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct league_options, folder),
	{ "--rounds", "N", "the number of further rounds to play (1)",
		OPTIONS_INTEGER(struct league_options, rounds, 1,
				LEAGUE_ROUNDS_MAX) },
	PLAY_OPTIONS(struct league_options, play),
	{ "--site", "OUT", "keep the page of each round up to date in OUT/"
		"round-NNN", OPTIONS_TEXT(struct league_options, site) },
	{ "--make", NULL, "only make the next round's folder and print its name",
		OPTIONS_FLAG(struct league_options, make) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct league_options, again) },
	{ 0 }
};

/* Makes the folder of a round, unless it exists. */
static int make_round(const struct league_options *wanted, int round,
		      const struct signing_key *key, struct error *err)
{
	AUTOFREE char *folder = league_rounds_folder(wanted->folder, round);
	AUTOFREE char *file = league_rounds_file(wanted->folder, round);
	const struct signer signer = { key, wanted->play.key_file,
				       wanted->again };

	if (tournament_folder_is_one(folder))
		return 0;
	return league_rounds_write(wanted->folder, round, &key->public,
				   err) != 0 ? -1 :
		tournament_folder_make(file, folder, false, &signer, err);
}

/* Plays one round to its end. */
static int play_round(const struct league_options *wanted, int round,
		      const struct signing_key *key, struct error *err)
{
	AUTOFREE char *folder = league_rounds_folder(wanted->folder, round);
	struct play_order order = wanted->play;
	OWNED(record) struct record record = {0};
	AUTOFREE char *site = wanted->site == NULL ? NULL :
		league_rounds_folder(wanted->site, round);
	OWNED(file) int lock = -1;

	order.folder = folder;
	order.site = site;
	return make_round(wanted, round, key, err) == 0 &&
		(lock = tournament_folder_lock(folder, err)) >= 0 ?
		play_folder(&order, key, &record, err) : -1;
}

/* Makes the next round, which shards can play like any tournament, and prints
   its folder. */
static int make_next(const struct league_options *wanted,
		     const struct signing_key *key, struct error *err)
{
	int round = league_rounds_next(wanted->folder, err);
	struct text out = {0};
	AUTOFREE char *folder = NULL;

	if (round < 0 || make_round(wanted, round, key, err) != 0)
		return -1;
	folder = league_rounds_folder(wanted->folder, round);
	text_printf(&out, "%s\n", folder);
	command_line_print(&out);
	return 0;
}

static int play_rounds(const struct league_options *wanted,
		       const struct signing_key *key, struct error *err)
{
	int first = league_rounds_next(wanted->folder, err);
	struct text out = {0};
	int result = 0;

	if (first < 0)
		return -1;
	for (int round = first; round < first + wanted->rounds &&
	     result == 0; round++)
		result = play_round(wanted, round, key, err);
	if (result == 0 && !wanted->play.json)
		result = league_rounds_ladder(wanted->folder, &out, err);
	command_line_print(&out);
	return result;
}

static int need_league(const char *folder, struct error *err)
{
	if (file_expect(folder, true, "the folder of a league", err) != 0)
		return -1;
	return league_rounds_is_league(folder) ? 0 :
		error_set(err, "%s holds no league: there is no league.json",
			  folder);
}

static enum exit_code play(const struct league_options *wanted,
			   struct error *err)
{
	OWNED(keys) struct signing_key key = {0};
	OWNED(file) int lock = -1;
	int result = -1;

	if (need_league(wanted->folder, err) == 0 &&
	    keys_load_or_own(&key, wanted->play.key_file, err) == 0 &&
	    (wanted->site == NULL ||
	     file_make_folder(wanted->site, 0777, err) == 0) &&
	    (lock = tournament_folder_lock(wanted->folder, err)) >= 0)
		result = wanted->make ? make_next(wanted, &key, err) :
			play_rounds(wanted, &key, err);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

enum exit_code commands_play_league(const char *folder,
			       const struct play_order *order, bool again,
			       struct error *err)
{
	struct league_options wanted = { .folder = folder, .rounds = 1,
		.play = *order, .site = order->site, .again = again };

	wanted.play.site = NULL;
	return play(&wanted, err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct league_options wanted = { .rounds = 1 };

	return process_hide(err) == 0 && options_read(line, &wanted, err) == 0 ?
		play(&wanted, err) : EXIT_TROUBLE;
}

const struct command command_league = {
	.name = "league",
	.arguments = "DIR [--rounds N] [OPTIONS]",
	.help = "play the next rounds of a league",
	.options = options,
	.more = "DIR/league.json is a tournament file with the format "
		"\"league\"; its entrants may change\nbetween rounds.  A round "
		"pairs the entrants whose games would say most about their\n"
		"ratings.  An interrupted round is finished first.  The ladder "
		"covers all rounds:\ntournament ladder DIR\n",
	.run = run,
};
