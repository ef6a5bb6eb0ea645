/*
 * cmd_play.c - tournament play and test: a tournament without a file of one's
 * own, which they write.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "fair/entrant.h"
#include "games/games.h"
#include "games/rules.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/format/contest.h"
#include "tournaments/play/play.h"
#include "tournaments/rating/sprt.h"

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

static enum exit_code play(struct options *line, bool test, struct error *err)
{
	struct bots_options wanted = { .test = test, .boards = BOARDS,
		.level = LEVEL_LIMITS,
		.elo0 = NAN, .elo1 = NAN, .alpha = NAN, .beta = NAN };
	AUTOFREE char *folder = NULL, *path = NULL;
	enum exit_code code;

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
	code = commands_run(path, folder, &wanted.play, test, err);
	/* A file that is refused is not left behind. */
	if (code == EXIT_TROUBLE && access(folder, F_OK) != 0)
		unlink(path);
	return code;
}

static enum exit_code run_play(struct options *line, struct error *err)
{
	return play(line, false, err);
}

static enum exit_code run_test(struct options *line, struct error *err)
{
	return play(line, true, err);
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
