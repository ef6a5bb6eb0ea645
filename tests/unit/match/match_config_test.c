/*
 * match_config_test.c - entrants: their names, their files, their hashes.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "match/match_config.h"
#include "tests/unit/unit.h"

/* ### a folder of bots */

static char folder[] = "/tmp/check_match_setup.XXXXXX";

static const struct {
	const char *name, *bytes;
	mode_t mode;
} bots[] = {
	{ "a",       "#!/bin/sh\n",  0755 },
	{ "b.py",    "print()\n",    0644 },
	{ "c=d.py",  "",             0755 },
	{ "e f",     "x",            0755 },
};

enum { BOTS = sizeof bots / sizeof *bots };

static char *bot_path(const char *name)
{
	return path_from(folder, name);
}

static void make_folder(void)
{
	if (mkdtemp(folder) == NULL) {
		perror(folder);
		exit(EXIT_FAILURE);
	}
	for (int i = 0; i < BOTS; i++) {
		char *path = bot_path(bots[i].name);
		FILE *file = fopen(path, "w");

		if (file == NULL || fputs(bots[i].bytes, file) < 0 ||
		    fclose(file) != 0 || chmod(path, bots[i].mode) != 0) {
			perror(path);
			exit(EXIT_FAILURE);
		}
		free(path);
	}
}

static void remove_folder(void)
{
	for (int i = 0; i < BOTS; i++) {
		char *path = bot_path(bots[i].name);

		unlink(path);
		free(path);
	}
	if (rmdir(folder) != 0)
		perror(folder);
}

/* ### the command line */

static const struct {
	const char *text;
	const char *name;       /* NULL: refused */
	const char *command;    /* its words, with | between */
} entrants[] = {
	{ "bots/steady.py",              "steady", "bots/steady.py" },
	{ "./steady",                    "steady", "./steady" },
	{ "steady",                      "steady", "steady" },
	{ "../a.b/steady.tar.gz",        "steady.tar", "../a.b/steady.tar.gz" },
	{ "./.hidden",                   ".hidden", "./.hidden" },
	{ "./a.",                        "a", "./a." },
	{ "python3 steady.py",           "steady", "python3|steady.py" },
	{ "python3 -u steady.py late.py", "steady", "python3|-u|steady.py|late.py" },
	{ "python3 ./steady.py x.py",    "steady", "python3|./steady.py|x.py" },
	{ "steady 0.5 -x.y .py",         "steady", "steady|0.5|-x.y|.py" },
	{ "python3 bots/greedy.py",      "greedy", "python3|bots/greedy.py" },
	{ "/usr/bin/python3 ./x.py -v",  "x", "/usr/bin/python3|./x.py|-v" },
	{ "./bot --file=/etc/x -q/z",    "bot", "./bot|--file=/etc/x|-q/z" },
	{ "node greedy.js",              "greedy", "node|greedy.js" },
	{ "ann=./bot",                   "ann", "./bot" },
	{ "ann=./bot  -d  5 ",           "ann", "./bot|-d|5" },
	{ "  ./bot  ",                   "bot", "./bot" },
	{ "\xc3\xa9=./bot",              "\xc3\xa9", "./bot" },
	{ "a=b=./bot",                   "a", "b=./bot" },
	/* An = that is part of a path or of a later word. */
	{ "./a=b.py",                    "a=b", "./a=b.py" },
	{ "x/y=z",                       "y=z", "x/y=z" },
	{ "bot --depth=5",               "bot", "bot|--depth=5" },
	{ "./bot a=b",                   "bot", "./bot|a=b" },
	/* No shell. */
	{ "x=sh -c \"a;b\" $HOME *",     "x", "sh|-c|\"a;b\"|$HOME|*" },
	{ "x=./a\tb",                    "x", "./a\tb" },
	{ "",                            NULL, NULL },
	{ "  ",                          NULL, NULL },
	{ "ann=",                        NULL, NULL },
	{ "ann=  ",                      NULL, NULL },
	{ "=./bot",                      NULL, NULL },
	{ "a+b=./bot",                   NULL, NULL },
	{ "a\tb=./bot",                  NULL, NULL },
	{ "bots/a+b.py",                 NULL, NULL },
};

TEST_EACH(a_bot_is_a_name_and_words, sizeof entrants / sizeof *entrants)
{
	struct text words = {0};
	struct match_config match;
	struct error err = {0};
	int result;

	match_config_init(&match, &pig);
	result = match_config_add_entrant(&match, entrants[_i].text, &err);
	ck_assert_msg((result == 0) == (entrants[_i].name != NULL),
		      "\"%s\": %s", entrants[_i].text, err.text);
	ck_assert_int_eq(match.entrants, result == 0);
	if (result == 0) {
		for (char **word = match.entrant[0].command; *word != NULL;
		     word++)
			text_printf(&words, "%s%s", words.length > 0 ? "|" :
				    "", *word);
		ck_assert_str_eq(match.entrant[0].name, entrants[_i].name);
		ck_assert_str_eq(text_string(&words), entrants[_i].command);
	} else {
		ck_assert_str_ne(err.text, "");
	}
	text_release(&words);
	match_config_release(&match);
}

TEST(a_second_bot_of_a_name_gets_a_number)
{
	static const struct {
		const char *text, *name;        /* NULL: refused */
	} rows[] = {
		{ "./bot.py", "bot" }, { "x/bot", "bot-2" },
		{ "bot-4=./bot", "bot-4" }, { "./bot.js", "bot-3" },
		{ "./bot.sh", "bot-5" }, { "bot=./bot", NULL },
		{ "Bot=./bot", "Bot" }, { "bot-2=./bot", NULL },
		{ "./bot-2", "bot-2-2" },
	};
	struct match_config match;
	struct error err;

	match_config_init(&match, &pig);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int result = match_config_add_entrant(&match, rows[i].text,
						      &err);

		ck_assert_int_eq(result == 0, rows[i].name != NULL);
		if (result == 0)
			ck_assert_str_eq(match.entrant[match.entrants - 1].name,
					 rows[i].name);
		else
			ck_assert(strstr(err.text, "two entrants are called "
					 "bot") != NULL);
	}
	match_config_release(&match);
}

TEST(entrants_have_an_end)
{
	struct match_config match;
	struct error err;

	match_config_init(&match, &pig);
	for (int i = 0; i < GAME_SEATS_MAX; i++)
		ck_assert_int_eq(match_config_add_entrant(&match, "./a", &err),
				 0);
	ck_assert_int_eq(match_config_add_entrant(&match, "./a", &err), -1);
	match_config_release(&match);
}

/* ### names */

#define TEN "123456789."
#define FIFTY TEN TEN TEN TEN TEN

static const struct {
	const char *name;
	bool good;
} names[] = {
	{ "a", true }, { "ann-2.1_x", true }, { "\xc3\xa9\xe2\x82\xac", true },
	{ "\xf0\x9f\x8e\xb2", true }, { "\"", true }, { "a=b", true },
	{ FIFTY FIFTY, true }, { FIFTY FIFTY "x", false },
	{ "", false }, { " ", false }, { "a b", false }, { "a ", false },
	{ "+", false }, { "a+b", false }, { "a\tb", false }, { "a\n", false },
	{ "\x01", false }, { "\x1f", false }, { "a\x7f", false },
	{ "\xc2\x80", false }, { "a\xc2\x85", false }, { "\xc2\x9f", false },
	{ "\xc2\xa0", false }, { "\xc2\xa1", true },
	{ "\xe1\x9a\x80", false }, { "\xe1\x9a\x81", true },
	{ "\xe1\xbf\xbf", true },
	{ "\xe2\x80\x80", false }, { "\xe2\x80\x8a", false },
	/* Characters without a width, and changes of writing direction. */
	{ "\xe2\x80\x8b", false }, { "a\xe2\x80\x8d", false },
	{ "\xe2\x80\x8f" "a", false }, { "\xe2\x80\x90", true },
	{ "\xe2\x80\xa7", true },
	{ "\xe2\x80\xa8", false }, { "\xe2\x80\xa9", false },
	{ "\xe2\x80\xaa", false }, { "a\xe2\x80\xae", false },
	{ "\xe2\x80\xaf", false }, { "\xe2\x80\xb0", true },
	{ "\xe2\x81\x9f", false }, { "\xe2\x81\x9e", true },
	{ "\xe2\x81\xa0", false }, { "\xe2\x81\xa6" "a", false },
	{ "\xe2\x81\xa9", false }, { "\xe2\x81\xaf", false },
	{ "\xe2\x81\xb0", true }, { "\xc2\xad", false }, { "\xd8\x9c", false },
	{ "\xef\xbb\xbe", true }, { "\xef\xbb\xbf", false },
	{ "\xef\xbc\x80", true },
	{ "a\xe3\x80\x80" "b", false }, { "\xe3\x80\x81", true },
	{ "\xff", false }, { "a\xc3", false }, { "\xed\xa0\x80", false },
	{ "\xc0\x80", false },
};

TEST_EACH(a_name_has_no_white_space_plus_or_control_characters,
	  sizeof names / sizeof *names)
{
	ck_assert_msg(entrant_is_name(names[_i].name) == names[_i].good,
		      "\"%s\"", names[_i].name);
}

/* ### files and hashes */

/* Makes a match of two bots in `folder`; the first one is `command`. */
static void two_bots(struct match_config *match, const char *command)
{
	struct error err;

	match_config_init(match, &pig);
	free(match->base);
	match->base = memory_copy(folder);
	ck_assert_int_eq(match_config_add_entrant(match, command, &err), 0);
	ck_assert_int_eq(match_config_add_entrant(match, "other=./a", &err), 0);
}

static void set_files(struct entrant *entrant, const char *one,
		      const char *two)
{
	entrant->files = memory_new(3, sizeof *entrant->files);
	entrant->files[0] = memory_copy(one);
	entrant->files[1] = two != NULL ? memory_copy(two) : NULL;
}

static const char *contents(const char *name)
{
	for (int i = 0; i < BOTS; i++)
		if (strcmp(name, bots[i].name) == 0)
			return bots[i].bytes;
	ck_abort_msg("no bot %s", name);
}

static void hash_text(const char *text, struct hash *hash)
{
	crypto_hash_sha256(hash->bytes, (const unsigned char *)text,
			   strlen(text));
}

/* Adds a line as sha256sum prints it; `shown` is the name as written. */
static void add_sum(struct text *sums, const char *shown)
{
	const char *slash = strrchr(shown, '/');
	char hex[HASH_HEX_SIZE + 1];
	struct hash hash;

	hash_text(contents(slash != NULL ? slash + 1 : shown), &hash);
	hash_to_hex(&hash, hex);
	text_printf(sums, "%s  %s\n", hex, shown);
}

static const struct {
	const char *command;
	const char *files[2];   /* of the match file; NULL: none */
	const char *hashed[2];  /* one: its bytes; two: what sha256sum prints */
	const char *text;       /* or the hash of this text */
} hashes[] = {
	{ "./a",            { NULL }, { "./a" }, NULL },
	{ "./c=d.py",       { NULL }, { "./c=d.py" }, NULL },
	{ "sh ./b.py",      { NULL }, { "./b.py" }, NULL },
	{ "./a ./b.py",     { NULL }, { "./a", "./b.py" }, NULL },
	{ "sh ./b.py .//a", { NULL }, { "./b.py", ".//a" }, NULL },
	{ "./a b.py",       { NULL }, { "./a" }, NULL },
	{ "./a ./no /dev/zero .", { NULL }, { "./a" }, NULL },
	{ "./a ./b.py",     { "b.py" }, { "b.py" }, NULL },
	{ "./a",            { "b.py", "e f" }, { "b.py", "e f" }, NULL },
	{ "./a",            { "e f", "b.py" }, { "e f", "b.py" }, NULL },
	{ "sh",             { "b.py" }, { "b.py" }, NULL },
	{ "sh -c x",        { NULL }, { NULL }, "sh\n-c\nx\n" },
};

TEST_EACH(a_bots_hash_is_that_of_its_files, sizeof hashes / sizeof *hashes)
{
	struct hash expected;
	struct text sums = {0};
	struct match_config match;
	struct error err;

	two_bots(&match, hashes[_i].command);
	if (hashes[_i].files[0] != NULL)
		set_files(&match.entrant[0], hashes[_i].files[0],
			  hashes[_i].files[1]);
	ck_assert_msg(match_config_settle(&match, &err) == 0, "%s", err.text);
	if (hashes[_i].text != NULL) {
		hash_text(hashes[_i].text, &expected);
	} else if (hashes[_i].hashed[1] == NULL) {
		const char *slash = strrchr(hashes[_i].hashed[0], '/');

		hash_text(contents(slash != NULL ? slash + 1 :
				   hashes[_i].hashed[0]), &expected);
	} else {
		add_sum(&sums, hashes[_i].hashed[0]);
		add_sum(&sums, hashes[_i].hashed[1]);
		hash_text(text_string(&sums), &expected);
	}
	ck_assert_msg(hash_equal(&match.entrant[0].bot, &expected), "%s",
		      hashes[_i].command);
	text_release(&sums);
	match_config_release(&match);
}

TEST(words_that_name_files_become_absolute)
{
	struct text expected = {0};
	char *real = realpath(folder, NULL);
	struct match_config match;
	struct error err;

	two_bots(&match, "./a b.py ./b.py ./no -x/a");
	ck_assert_msg(match_config_settle(&match, &err) == 0, "%s", err.text);
	text_printf(&expected, "%s/a", real);
	ck_assert_str_eq(match.entrant[0].words[0], text_string(&expected));
	ck_assert_str_eq(match.entrant[0].words[1], "b.py");
	text_clear(&expected);
	text_printf(&expected, "%s/b.py", real);
	ck_assert_str_eq(match.entrant[0].words[2], text_string(&expected));
	ck_assert_str_eq(match.entrant[0].words[3], "./no");
	ck_assert_str_eq(match.entrant[0].words[4], "-x/a");
	ck_assert_ptr_null(match.entrant[0].words[5]);
	/* The command as written has not changed. */
	ck_assert_str_eq(match.entrant[0].command[0], "./a");
	text_release(&expected);
	free(real);
	match_config_release(&match);
}

static const struct {
	const char *command;
	const char *file;       /* of the match file */
	const char *says;
} bad_bots[] = {
	{ "./no",                NULL, "bot no: there is no file ./no" },
	/* It exists, but not in the folder that paths are relative to. */
	{ "tests/unit/games/pig_test.c",   NULL, "bot pig_test: there is no file" },
	{ "../",                 NULL, "../ is a folder; expected a program" },
	{ "x=/tmp",              NULL, "bot x: /tmp is a folder; expected a program" },
	{ "./b.py",              NULL, "bot b: ./b.py cannot be run: Permission denied (chmod +x" },
	{ "no-such-program-1 x", NULL, "no-such-program-1 not found in PATH" },
	{ "b.py",                NULL, "with a /, as in ./b.py" },
	{ "./a",                 "no", "bot a: cannot open no" },
	{ "./a",                 ".",  "bot a: " },
};

TEST_EACH(a_bot_that_cannot_run_is_refused_before_the_match,
	  sizeof bad_bots / sizeof *bad_bots)
{
	struct match_config match;
	struct error err = {0};

	match_config_init(&match, &pig);
	free(match.base);
	match.base = memory_copy(folder);
	if (strcmp(bad_bots[_i].command, "../") == 0)
		ck_assert_int_eq(
			match_config_add_entrant(&match, "x=../", &err), 0);
	else
		ck_assert_int_eq(match_config_add_entrant(&match,
							  bad_bots[_i].command,
							  &err), 0);
	ck_assert_int_eq(match_config_add_entrant(&match, "other=./a", &err),
			 0);
	if (bad_bots[_i].file != NULL)
		set_files(&match.entrant[0], bad_bots[_i].file, NULL);
	ck_assert_int_eq(match_config_settle(&match, &err), -1);
	ck_assert_msg(strstr(err.text, bad_bots[_i].says) != NULL, "%s: %s",
		      bad_bots[_i].command, err.text);
	match_config_release(&match);
}

/* ### what clashes */

static const struct {
	const struct game *game;
	int bots, rotations;
	enum processes processes;
	int settled;            /* rotations then; 0: refused */
} settings[] = {
	{ &pig,   2, 0, PROCESSES_SEAT, 2 },
	{ &pig,   3, 0, PROCESSES_GAME, 3 },
	{ &pig,   3, 0, PROCESSES_ENTRANT, 1 },
	{ &pig,   3, 1, PROCESSES_ENTRANT, 1 },
	{ &pig,   3, 2, PROCESSES_SEAT, 2 },
	{ &pig,   3, 4, PROCESSES_SEAT, 0 },
	{ &pig,   3, 2, PROCESSES_ENTRANT, 0 },
	{ &pig,   1, 0, PROCESSES_SEAT, 0 },
	{ &pig,   9, 0, PROCESSES_SEAT, 0 },
};

TEST_EACH(seats_rotations_and_processes_have_to_fit,
	  sizeof settings / sizeof *settings)
{
	struct match_config match;
	struct error err = {0};
	int result;

	match_config_init(&match, settings[_i].game);
	free(match.base);
	match.base = memory_copy(folder);
	match.rotations = settings[_i].rotations;
	match.processes = settings[_i].processes;
	for (int i = 0; i < settings[_i].bots; i++)
		ck_assert_int_eq(match_config_add_entrant(&match, "./a", &err),
				 0);
	result = match_config_settle(&match, &err);
	ck_assert_msg((result == 0) == (settings[_i].settled > 0), "%s",
		      err.text);
	if (result == 0)
		ck_assert_int_eq(match.rotations, settings[_i].settled);
	match_config_release(&match);
}

UNIT_FILE(make_folder, remove_folder)
