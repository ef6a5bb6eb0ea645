/*
 * cmd_play.c - tournament league, run, play and test: plays the rounds of a
 * league, a tournament, and one without a file of one's own, which is written.
 *
 * A league is a folder with league.json and one tournament per round, round-001
 * and so on, each with its own manifest.  The pairings of a round follow from
 * the ladder over all rounds before it.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "fair/entrant.h"
#include "games/games.h"
#include "games/rules.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/format/contest.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/play/play.h"
#include "tournaments/play/play_progress.h"
#include "tournaments/play/shards.h"
#include "tournaments/rating/sprt.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/final_tables.h"
#include "tournaments/run/start_check.h"

/* ### league */

struct league_options {
	const char *folder;
	int rounds;
	bool again;
	bool make;
	const char *site;
	struct play_order play;         /* for each round, except its folder */
};

static const struct option league_rows[] = {
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
		tournament_folder_make(file, folder, false, &signer, NULL,
				       err);
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

static enum exit_code play_league(const struct league_options *wanted,
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

static enum exit_code run_league(struct options *line, struct error *err)
{
	struct league_options wanted = { .rounds = 1 };

	return process_hide(err) == 0 && options_read(line, &wanted, err) == 0 ?
		play_league(&wanted, err) : EXIT_TROUBLE;
}

const struct command command_league = {
	.name = "league",
	.arguments = "DIR [--rounds N] [OPTIONS]",
	.help = "play the next rounds of a league",
	.options = league_rows,
	.more = "DIR/league.json is a tournament file with the format "
		"\"league\"; its entrants may change\nbetween rounds.  A round "
		"pairs the entrants whose games would say most about their\n"
		"ratings.  An interrupted round is finished first.  The ladder "
		"covers all rounds:\ntournament ladder DIR\n",
	.run = run_league,
};

/* ### run */

struct run_options {
	const char *target;     /* a file, or a folder */
	const char *out;
	bool trusted, again;
	struct play_order play;
	const char *shard;      /* "I/N" */
	uint32_t index, of;     /* I and N */
	char *folder;           /* owned */
	enum sprt_answer answer;        /* of a test that was played */
};

static const struct option run_rows[] = {
	OPTIONS_ARGUMENT("FILE or DIR", struct run_options, target),
	{ "-o", "DIR", "the tournament's folder (FILE without .json, here)",
		OPTIONS_TEXT(struct run_options, out) },
	PLAY_OPTIONS(struct run_options, play),
	{ "--site", "OUT", "keep its page up to date in this folder",
		OPTIONS_TEXT(struct run_options, play.site) },
	{ "--shard", "I/N", "play one of N shards: the matches whose number is "
			    "I modulo N",
		OPTIONS_TEXT(struct run_options, shard) },
	{ "--trusted", NULL, "allow authors below the sandbox level strict",
		OPTIONS_FLAG(struct run_options, trusted) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct run_options, again) },
	{ 0 }
};

static int read_shard(struct run_options *wanted, struct error *err)
{
	long long index, of;
	int end = 0;

	if (wanted->shard == NULL)
		return 0;
	if (strspn(wanted->shard, "0123456789/") != strlen(wanted->shard) ||
	    strlen(wanted->shard) > 17 ||
	    sscanf(wanted->shard, "%lld/%lld%n", &index, &of, &end) != 2 ||
	    wanted->shard[end] != '\0' || of < 1 || of > SHARDS_MAX ||
	    index >= of)
		return error_set(err, "--shard: expected I/N, with N from 1 to "
				 "%d and I from 0 to N - 1, found %s",
				 SHARDS_MAX, wanted->shard);
	wanted->index = (uint32_t)index;
	wanted->of = (uint32_t)of;
	if (wanted->play.site != NULL) {
		error_set(err, "--site: a shard knows only its own matches");
		error_command(err, "; tournament site", wanted->target);
		error_command(err, " -o", wanted->play.site);
		return error_add(err, " writes the page of what was gathered");
	}
	return tournament_folder_need(wanted->target, err);
}

/* A copy of the path that referees do not take for an option: "./-cup". */
static char *no_option(const char *path)
{
	struct text out = {0};

	text_printf(&out, "%s%s", *path == '-' ? "./" : "", path);
	text_byte(&out, '\0');
	return out.bytes;
}

/* Finds the folder to play: the target, or that of the target if it is a file,
   which the first run makes. */
static int find_folder(struct run_options *wanted,
		       const struct signing_key *key, struct error *err)
{
	const struct signer signer = { key, wanted->play.key_file,
		wanted->again };
	struct stat status;

	if (stat(wanted->target, &status) != 0)
		return error_set(err, "cannot open %s: %s", wanted->target,
				 strerror(errno));
	if (S_ISDIR(status.st_mode)) {
		if (wanted->out != NULL)
			return error_set(err, "-o: %s is already a folder",
					 wanted->target);
		if (tournament_folder_need(wanted->target, err) != 0)
			return -1;
		wanted->folder = memory_copy(wanted->target);
		return 0;
	}
	wanted->play.file = wanted->target;
	wanted->folder = wanted->out != NULL ? no_option(wanted->out) :
		tournament_folder_default(wanted->target);
	if (tournament_folder_is_one(wanted->folder))
		return 0;
	return tournament_folder_make(wanted->target, wanted->folder,
				      wanted->trusted, &signer,
				      start_check_need, err);
}

static int show(const struct run_options *wanted, const struct record *record,
		struct error *err)
{
	struct text out = {0};
	int result = 0;

	if (wanted->play.json)
		play_progress_over(record, &out);
	else
		result = final_tables_print(record, &out, err);
	command_line_print(&out);
	return result;
}

static int run_alone(struct run_options *wanted, const struct signing_key *key,
		     struct error *err)
{
	OWNED(record) struct record record = {0};
	OWNED(file) int lock = tournament_folder_lock(wanted->folder, err);

	if (lock < 0 || play_folder(&wanted->play, key, &record, err) != 0)
		return -1;
	wanted->answer = record.test.sprt.answer;
	read_record_warn(&record, "run", false);
	return show(wanted, &record, err);
}

static int play_run(struct run_options *wanted, struct error *err)
{
	OWNED(keys) struct signing_key key = {0};
	int result = -1;

	if (read_shard(wanted, err) == 0 &&
	    keys_load_or_own(&key, wanted->play.key_file, err) == 0 &&
	    find_folder(wanted, &key, err) == 0) {
		wanted->play.folder = wanted->folder;
		result = wanted->shard != NULL ?
			shards_play(&wanted->play, wanted->index, wanted->of,
				    &key, err) :
			run_alone(wanted, &key, err);
	}
	free(wanted->folder);
	return result;
}

static enum exit_code run_tournament(struct options *line, struct error *err)
{
	struct run_options wanted = {0};

	if (process_hide(err) != 0 || options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.out == NULL && wanted.shard == NULL &&
	    league_rounds_is_league(wanted.target)) {
		struct league_options league = { .folder = wanted.target,
			.rounds = 1, .play = wanted.play,
			.site = wanted.play.site, .again = wanted.again };

		league.play.site = NULL;
		return play_league(&league, err);
	}
	return play_run(&wanted, err) == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_run = {
	.name = "run",
	.arguments = "FILE [-o DIR] | DIR  [OPTIONS]",
	.help = "play a tournament, or resume one that was stopped",
	.options = run_rows,
	.more = "The first run starts every bot once and, if all start, "
		"makes the folder DIR from\nFILE.  Every run plays the "
		"matches that are left; at the end it prints the table.\n"
		"Whatever stops a run, the same command resumes it.  Ctrl-C "
		"once finishes the\ngames in play, twice stops at "
		"once.\n--site writes the page of tournament site and has "
		"open pages follow; #/live is for a\nprojector.\n"
		"Exit status: 0 the tournament is over, 2 it is not.\n"
		"--shard plays a part of the matches that are due, as any "
		"number of processes on any\nmachines may; tournament gather "
		"takes what they have played.  0: the part is played.\n",
	.run = run_tournament,
};

/* ### play and test */

enum { BOARDS = 10 };

struct bots_options {
	const char *game;
	struct options_list bots, rules, limits;
	const char *folder;
	int boards, matches;
	enum level level;
	bool luck, test;
	double elo0, elo1, alpha, beta; /* of a test; NAN: not given */
	struct play_order play;
};

#define SHARED_OPTIONS \
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct bots_options, game), \
		.required = true }, \
	{ "BOT", NULL, NULL, OPTIONS_LIST(struct bots_options, bots) }, \
	{ "-o", "DIR", "the folder, and its file DIR.json (a new one)", \
		OPTIONS_TEXT(struct bots_options, folder) }, \
	{ "--boards", "N", "boards in a match (10)", \
		OPTIONS_INTEGER(struct bots_options, boards, 1, \
				CONTEST_BOARDS_MAX) }, \
	{ "--rules", "K=V[,K=V]..", "options of the game; see referee games " \
		"NAME", OPTIONS_LIST(struct bots_options, rules) }, \
	{ "--limit", "NAME=N", "change a limit for bots", \
		OPTIONS_LIST(struct bots_options, limits) }, \
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)", \
		OPTIONS_WORD(struct bots_options, level, limits_level_words, \
			     LEVEL_NONE, LEVEL_STRICT) }, \
	{ "--luck", NULL, "take the luck of the dice out of the scores", \
		OPTIONS_FLAG(struct bots_options, luck) }, \
	PLAY_OPTIONS(struct bots_options, play)

static const struct option play_rows[] = {
	SHARED_OPTIONS,
	{ "--matches", "N", "matches in a pairing (1)",
		OPTIONS_INTEGER(struct bots_options, matches, 1, 1000000) },
	{ 0 }
};

static const struct option test_rows[] = {
	SHARED_OPTIONS,
	{ "--elo0", "ELO", "H0: the first is better by this much (0)",
		OPTIONS_DECIMAL(struct bots_options, elo0, -1000, 1000) },
	{ "--elo1", "ELO", "H1: the first is better by this much (5)",
		OPTIONS_DECIMAL(struct bots_options, elo1, -1000, 1000) },
	{ "--alpha", "P", "probability of accepting H1 when H0 is true (0.05)",
		OPTIONS_DECIMAL(struct bots_options, alpha, 1e-6, 1 - 1e-6) },
	{ "--beta", "P", "probability of accepting H0 when H1 is true (0.05)",
		OPTIONS_DECIMAL(struct bots_options, beta, 1e-6, 1 - 1e-6) },
	{ 0 }
};

/* ### the file */

static void put_given(struct json_writer *w, const char *key, double value)
{
	char digits[32];

	if (isnan(value))
		return;
	snprintf(digits, sizeof digits, "%.10g", value);
	json_put_raw(w, key, digits, strlen(digits));
}

static void put_format(const struct bots_options *wanted, struct json_writer *w)
{
	json_put_open(w, "format", '{');
	json_put_word(w, "type", wanted->test ? "sprt" : "round_robin");
	json_put_int(w, "boards", wanted->boards);
	if (wanted->matches > 0)
		json_put_int(w, "matches", wanted->matches);
	put_given(w, "elo0", wanted->elo0);
	put_given(w, "elo1", wanted->elo1);
	put_given(w, "alpha", wanted->alpha);
	put_given(w, "beta", wanted->beta);
	json_close(w, '}');
}

static int put_entrants(const struct bots_options *wanted,
			struct json_writer *w, struct error *err)
{
	const int bots = wanted->bots.count;
	struct entrant *list = memory_new((size_t)bots + 1, sizeof *list);
	int count = 0;

	json_put_open(w, "entrants", '[');
	while (count < bots && entrant_read_words(list, count,
			wanted->bots.word[count], err) == 0)
		entrant_write(&list[count++], w);
	json_close(w, ']');
	for (int i = 0; i < count; i++)
		entrant_release(&list[i]);
	free(list);
	return count == bots ? 0 : -1;
}

/* Writes "name" and "base" for a folder that may be elsewhere. */
static void put_place(const char *folder, struct json_writer *w)
{
	const char *slash = strrchr(folder, '/');
	AUTOFREE char *here = slash != NULL ? realpath(".", NULL) : NULL;

	json_put_string(w, "name", slash != NULL ? slash + 1 : folder);
	if (here != NULL)
		json_put_string(w, "base", here);
}

static int write_file(const struct bots_options *wanted, const char *folder,
		      const char *path, struct error *err)
{
	const struct game *game = games_need(wanted->game, err);
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(text) struct text bytes = {0};
	int rule[GAME_RULES_MAX];
	struct limits limits;
	cJSON *tree;
	char *printed;

	if (game == NULL)
		return -1;
	rules_defaults(game, rule);
	limits_defaults(&limits);
	if (rules_set_words(game, &wanted->rules, rule, err) != 0 ||
	    limits_set_words(&limits, &wanted->limits, err) != 0)
		return -1;
	json_open(&w, '{');
	put_place(folder, &w);
	json_put_string(&w, "game", game->name);
	json_key(&w, "rules");
	rules_write(game, rule, &w);
	put_format(wanted, &w);
	if (put_entrants(wanted, &w, err) != 0)
		return -1;
	json_key(&w, "limits");
	limits_write(&limits, wanted->level, &w);
	json_put_word(&w, "sandbox", limits_level_words[wanted->level]);
	if (wanted->luck)
		json_put_word(&w, "luck", "default");
	json_close(&w, '}');
	tree = json_parse(w.out.bytes, w.out.length);
	printed = cJSON_Print(tree);
	text_printf(&bytes, "%s\n", printed);
	cJSON_free(printed);
	cJSON_Delete(tree);
	return file_create(path, 0644, bytes.bytes, bytes.length, false, err);
}

static char *file_of(const char *folder)
{
	struct text path = {0};

	text_printf(&path, "%s.json", folder);
	text_string(&path);
	return path.bytes;
}

/* "pig-test", or "pig-test-2".. if there is such a file or folder. */
static char *new_folder(const struct bots_options *wanted)
{
	struct text name = {0};

	for (int i = 1;; i++) {
		AUTOFREE char *path = NULL;

		text_clear(&name);
		text_printf(&name, "%s-%s", wanted->game,
			    wanted->test ? "test" : "cup");
		if (i > 1)
			text_printf(&name, "-%d", i);
		path = file_of(text_string(&name));
		if (access(path, F_OK) != 0 && access(name.bytes, F_OK) != 0)
			return name.bytes;
	}
}

/* ### the commands */

static enum exit_code play_bots(struct options *line, bool test,
				struct error *err)
{
	struct bots_options wanted = { .test = test, .boards = BOARDS,
		.level = LEVEL_LIMITS,
		.elo0 = NAN, .elo1 = NAN, .alpha = NAN, .beta = NAN };
	AUTOFREE char *folder = NULL, *path = NULL;
	struct run_options run;

	if (process_hide(err) != 0 || options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if (wanted.bots.count < 2 || (test && wanted.bots.count > 2)) {
		error_set(err, "expected GAME and %s bots, found %d",
			  test ? "two" : "at least two", wanted.bots.count);
		return EXIT_TROUBLE;
	}
	folder = wanted.folder != NULL ? memory_copy(wanted.folder) :
		new_folder(&wanted);
	path = file_of(folder);
	if (write_file(&wanted, folder, path, err) != 0)
		return EXIT_TROUBLE;
	run = (struct run_options){ .target = path, .out = folder,
		.play = wanted.play };
	if (play_run(&run, err) != 0) {
		/* A file that is refused is not left behind. */
		if (access(folder, F_OK) != 0)
			unlink(path);
		return EXIT_TROUBLE;
	}
	return !test || run.answer == SPRT_H1 ? EXIT_YES :
		run.answer == SPRT_H0 ? EXIT_NO : EXIT_UNDECIDED;
}

static enum exit_code run_play(struct options *line, struct error *err)
{
	return play_bots(line, false, err);
}

static enum exit_code run_test(struct options *line, struct error *err)
{
	return play_bots(line, true, err);
}

const struct command command_play_bots = {
	.name = "play",
	.arguments = "GAME [NAME=]BOT [NAME=]BOT.. [OPTIONS]",
	.help = "play a round robin of some bots, without writing a file",
	.options = play_rows,
	.more = "BOT is a command, as for referee play.  Writes the tournament "
		"file GAME-cup.json\nand plays it in the folder GAME-cup; "
		"tournament run GAME-cup resumes it.\n"
		"Exit status: 0 it is over, 2 it is not.\n",
	.run = run_play,
};

const struct command command_test_bots = {
	.name = "test",
	.arguments = "GAME [NAME=]A [NAME=]B [OPTIONS]",
	.help = "test whether bot A is better than bot B, without a file",
	.options = test_rows,
	.more = "A and B are commands, as for referee play.  Writes the "
		"tournament file\nGAME-test.json and plays it in the folder "
		"GAME-test until the test decides.\ntournament run GAME-test "
		"resumes it, tournament sprt GAME-test says its answer.\n"
		"Exit status: 0 H1, 1 H0, 2 undecided, or an error.\n",
	.run = run_test,
};
