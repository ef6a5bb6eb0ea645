/*
 * match_config_test.c - entrants: their names, their files, their hashes.
 */
#define _DEFAULT_SOURCE         /* strsep */
#include <sodium.h>

#include "match/match_config.h"
#include "base/file.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

#define FILE_NAME "match/bots.txt"

/* ### a folder of bots */

static const struct {
	const char *name, *bytes;
	mode_t mode;
} bots[] = {
	{ "a",       "#!/bin/sh\n",  0755 },
	{ "b.py",    "print()\n",    0644 },
	{ "c=d.py",  "",             0755 },
	{ "e f",     "x",            0755 },
	{ "dir/x.dat", "1",          0644 },
	{ "dir/sub/y.dat", "2",      0644 },
	{ "dir/.git", "hidden",      0644 },
	{ "dir/Thumbs.db", "litter", 0644 },
};

enum { BOTS = sizeof bots / sizeof *bots };

static void make_folder(void)
{
	static const char *const folders[] = { "dir", "dir/sub", "void" };

	tournament_folder_make("");
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *path = path_from(folder, folders[i]);

		ck_assert_int_eq(mkdir(path, 0755), 0);
		free(path);
	}
	for (int i = 0; i < BOTS; i++) {
		char *path = path_from(folder, bots[i].name);

		file_write_to(path, bots[i].bytes, strlen(bots[i].bytes));
		ck_assert_int_eq(chmod(path, bots[i].mode), 0);
		free(path);
	}
}

/* ### the command line */

TEST_ROWS(a_bot_is_a_name_and_words, FILE_NAME, "entrants")
{
	struct text words = {0};
	struct match_config match;
	struct error err = {0};
	int result;

	match_config_init(&match, &pig);
	result = match_config_add_entrant(&match, row->text[0], &err);
	assert_says(result, &err, row->text[1] != NULL ? NULL : "");
	ck_assert_int_eq(match.entrants, result == 0);
	if (result == 0) {
		for (char **word = match.entrant[0].command; *word != NULL;
		     word++)
			text_printf(&words, "%s%s", words.length > 0 ? "|" :
				    "", *word);
		ck_assert_str_eq(match.entrant[0].name, row->text[1]);
		ck_assert_str_eq(text_string(&words), row->text[2]);
	} else {
		ck_assert_str_ne(err.text, "");
	}
	text_release(&words);
	match_config_release(&match);
}

static struct match_config second_match;

TEST_ROWS(a_second_bot_of_a_name_gets_a_number, FILE_NAME, "second")
{
	struct match_config *match = &second_match;
	struct error err;

	if (match->game == NULL)
		match_config_init(match, &pig);
	assert_says(match_config_add_entrant(match, row->text[0], &err), &err,
		    row->text[1] != NULL ? NULL :
		    "two entrants are called bot");
	if (row->text[1] != NULL)
		ck_assert_str_eq(match->entrant[match->entrants - 1].name,
				 row->text[1]);
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

TEST_ROWS(a_name_has_no_white_space_plus_or_control_characters, FILE_NAME,
	  "names")
{
	ck_assert(entrant_is_name(row->text[0]) == row_yes(row, 1));
}

/* ### files and hashes */

/* Makes a match of two bots in `folder`; the first one is `command`, with
   `files` of the match file, | between them, unless they are NULL. */
static void two_bots(struct match_config *match, const char *command,
		     char *files)
{
	struct error err;
	char *word, **file;

	match_config_init(match, &pig);
	free(match->base);
	match->base = memory_copy(folder);
	ck_assert_int_eq(match_config_add_entrant(match, command, &err), 0);
	ck_assert_int_eq(match_config_add_entrant(match, "other=./a", &err), 0);
	if (files == NULL)
		return;
	file = match->entrant[0].files = memory_new(3, sizeof *file);
	while ((word = strsep(&files, "|")) != NULL)
		*file++ = memory_copy(word);
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static const char *contents(const char *path)
{
	const char *name = last_part(path);

	for (int i = 0; i < BOTS; i++)
		if (strcmp(name, last_part(bots[i].name)) == 0)
			return bots[i].bytes;
	ck_abort_msg("no bot %s", name);
}

static void hash_text(const char *text, struct hash *hash)
{
	crypto_hash_sha256(hash->bytes, (const unsigned char *)text,
			   strlen(text));
}

TEST_ROWS(a_bots_hash_is_that_of_its_files, FILE_NAME, "hashes")
{
	char *hashed = row->text[2], hex[HASH_HEX_SIZE + 1], *file;
	struct hash expected;
	struct text sums = {0};
	struct match_config match;
	struct error err;

	two_bots(&match, row->text[0], row->text[1]);
	assert_says(match_config_settle(&match, &err), &err, NULL);
	if (hashed == NULL) {
		text_add(&sums, row->text[3]);
	} else if (strchr(hashed, '|') == NULL) {
		text_add(&sums, contents(hashed));
	} else {
		/* What sha256sum prints. */
		while ((file = strsep(&hashed, "|")) != NULL) {
			hash_text(contents(file), &expected);
			hash_to_hex(&expected, hex);
			text_printf(&sums, "%s  %s\n", hex, file);
		}
	}
	hash_text(text_string(&sums), &expected);
	ck_assert(hash_equal(&match.entrant[0].bot, &expected));
	text_release(&sums);
	match_config_release(&match);
}

TEST(words_that_name_files_become_absolute)
{
	struct text expected = {0};
	char *real = realpath(folder, NULL);
	struct match_config match;
	struct error err;

	two_bots(&match, "./a b.py ./b.py -x/a --data=./dir/", NULL);
	assert_says(match_config_settle(&match, &err), &err, NULL);
	text_printf(&expected, "%s/a", real);
	ck_assert_str_eq(match.entrant[0].words[0], text_string(&expected));
	ck_assert_str_eq(match.entrant[0].words[1], "b.py");
	text_clear(&expected);
	text_printf(&expected, "%s/b.py", real);
	ck_assert_str_eq(match.entrant[0].words[2], text_string(&expected));
	ck_assert_str_eq(match.entrant[0].words[3], "-x/a");
	text_clear(&expected);
	text_printf(&expected, "--data=%s/dir", real);
	ck_assert_str_eq(match.entrant[0].words[4], text_string(&expected));
	ck_assert_ptr_null(match.entrant[0].words[5]);
	/* The command as written has not changed. */
	ck_assert_str_eq(match.entrant[0].command[0], "./a");
	text_release(&expected);
	free(real);
	match_config_release(&match);
}

TEST(a_folder_of_very_many_files_is_refused)
{
	struct match_config match;
	struct error err = {0};

	for (int i = 0; i <= ENTRANT_WORDS_MAX; i++) {
		char name[16], *path;

		snprintf(name, sizeof name, "void/%d", i);
		path = path_from(folder, name);
		file_write_to(path, "", 0);
		free(path);
	}
	two_bots(&match, "./a ./void", NULL);
	assert_says(match_config_settle(&match, &err), &err, "more than "
		    "1000 files in the folder ./void: name those");
	match_config_release(&match);
}

TEST_ROWS(a_bot_that_cannot_run_is_refused_before_the_match, FILE_NAME, "bad")
{
	struct match_config match;
	struct error err = {0};

	two_bots(&match, row->text[0], row->text[1]);
	assert_says(match_config_settle(&match, &err), &err, row->text[2]);
	match_config_release(&match);
}

/* ### what clashes */

TEST_ROWS(seats_rotations_and_processes_have_to_fit, FILE_NAME, "settings")
{
	struct match_config match;
	struct error err = {0};
	int result, settled = atoi(row->text[3]);

	match_config_init(&match, &pig);
	free(match.base);
	match.base = memory_copy(folder);
	match.rotations = atoi(row->text[1]);
	match.processes = (enum processes)atoi(row->text[2]);
	for (int i = 0; i < atoi(row->text[0]); i++)
		ck_assert_int_eq(match_config_add_entrant(&match, "./a", &err),
				 0);
	result = match_config_settle(&match, &err);
	assert_says(result, &err, settled > 0 ? NULL : "");
	if (result == 0)
		ck_assert_int_eq(match.rotations, settled);
	match_config_release(&match);
}

UNIT_EACH(make_folder, remove_tree)
