/*
 * worth_choice.c - finds the table or the formula that evaluates the positions
 * of a log.
 */
#include "analyse/worth_choice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"
#include "fair/dice.h"
#include "fair/sha256.h"
#include "games/games.h"
#include "worth/solve.h"
#include "worth/table_file.h"
#include "worth/worth.h"

/* ### tables */

/* Checks that it is the table that the luck file names. */
static int check_hash(const struct worth_choice *choice, const char *name,
		      struct error *err)
{
	OWNED(text) struct text bytes = {0};
	struct hash hash;
	const char *hex;

	if (!choice->file.has_table)
		return 0;
	table_file_bytes(choice->duel, &bytes);
	sha256(hash.bytes, bytes.bytes, bytes.length);
	hex = HASH_HEX(&hash);
	if (strcmp(hex, choice->file.table) == 0)
		return 0;
	return error_set(err, "%s has the SHA-256 %s; %s names the table %s",
			 name, hex, choice->luck_path, choice->file.table);
}

static int read_named(struct worth_choice *choice, const struct game *game,
		      const int *rule, struct error *err)
{
	const char *path = choice->table_path;

	choice->duel = table_file_read(path, err);
	if (choice->duel == NULL)
		return -1;
	if (!duel_fits(choice->duel, game, rule))
		return error_set(err, "%s is a table of another game or of "
				 "other rules than those of the log", path);
	text_printf(&choice->about, "the exact table %s", path);
	return check_hash(choice, path, err);
}

/* Reads the installed table, if there is one that fits.  Returns 0, or -1 with
   `err` if it is damaged. */
static int read_installed(struct worth_choice *choice, const struct game *game,
			  const int *rule, struct error *err)
{
	OWNED(text) struct text path = {0};

	table_file_installed(game, &path);
	if (access(text_string(&path), F_OK) != 0)
		return 0;
	choice->duel = table_file_read(text_string(&path), err);
	if (choice->duel == NULL)
		return -1;
	if (duel_fits(choice->duel, game, rule)) {
		text_printf(&choice->about, "the exact table %s",
			    text_string(&path));
		return 0;
	}
	duel_free(choice->duel);
	choice->duel = NULL;
	return 0;
}

static void show_progress(void *context, double done)
{
	progress_show(context, "solved: %.0f%%", 100 * done);
}

static void solve_now(struct worth_choice *choice, const struct game *game,
		      const int *rule)
{
	struct progress progress = {0};
	const struct solve_options options = { .progress = show_progress,
					       .context = &progress };
	double seconds = fmax(1, solve_seconds(game, rule));

	printable_line(stderr, "no table of these rules of %s is installed: "
		       "solving it takes about %.0f second%s", game->name,
		       seconds, text_plural(round(seconds)));
	choice->duel = solve(game, rule, &options);
	progress_clear(&progress);
	text_add(&choice->about, "an exact table solved now");
}

/* Finds the table that the luck file names, or solves it. */
static int find_table(struct worth_choice *choice, const struct game *game,
		      const int *rule, struct error *err)
{
	if (choice->table_path != NULL)
		return read_named(choice, game, rule, err);
	if (solve_check(game, rule, err) != 0 ||
	    read_installed(choice, game, rule, err) != 0)
		return -1;
	if (choice->duel == NULL)
		solve_now(choice, game, rule);
	return check_hash(choice, text_string(&choice->about), err);
}

/* Finds a table if one is readily available, otherwise leaves none. */
static int try_table(struct worth_choice *choice, const struct game *game,
		     int seats, const int *rule, struct error *err)
{
	struct error why;

	if (choice->table_path != NULL)
		return read_named(choice, game, rule, err);
	if (seats != 2 || !turns_known(game) ||
	    solve_check(game, rule, &why) != 0)
		return 0;
	if (read_installed(choice, game, rule, err) != 0)
		return -1;
	if (choice->duel == NULL &&
	    solve_seconds(game, rule) < WORTH_CHOICE_SECONDS)
		solve_now(choice, game, rule);
	return 0;
}

/* ### the choice */

static void about_formula(struct worth_choice *choice)
{
	const struct luck_file *file = &choice->file;

	if (choice->about.length > 0)
		return;
	text_printf(&choice->about, file->f == LUCK_RACE ?
		    "the race formula" : "the formula of vollelotte");
	for (int i = 0; i < file->number_count; i++)
		text_printf(&choice->about, "%s%.9g", i == 0 ? " with " : " ",
			    file->number[i]);
}

static int find_f(struct worth_choice *choice, const struct game *game,
		  int seats, const int *rule, struct error *err)
{
	struct luck_file *file = &choice->file;

	if (choice->luck_path == NULL) {
		if (try_table(choice, game, seats, rule, err) != 0)
			return -1;
		if (choice->duel != NULL) {
			file->f = LUCK_TABLE;
			return 0;
		}
		if (luck_file_default(file, game, rule, seats, err) != 0)
			return -1;
		/* Pig has no formula. */
		return file->f == LUCK_TABLE ?
			find_table(choice, game, rule, err) : 0;
	}
	if (luck_file_read(file, choice->luck_path, err) != 0 ||
	    luck_file_fits(file, choice->luck_path, "the log", game, rule,
			   seats, err) != 0)
		return -1;
	if (file->f == LUCK_TABLE)
		return find_table(choice, game, rule, err);
	if (choice->table_path != NULL)
		return error_set(err, "%s measures luck by a formula; leave "
				 "out --table", choice->luck_path);
	return 0;
}

int worth_choice_open(struct worth_choice *choice, const struct game *game,
		      int seats, const int *rule, struct error *err)
{
	struct worth *worth = &choice->worth;

	if (find_f(choice, game, seats, rule, err) != 0)
		return -1;
	about_formula(choice);
	*worth = (struct worth){ .kind = worth_kinds[choice->file.f],
		.game = game, .seats = seats, .duel = choice->duel };
	memcpy(worth->rule, rule, sizeof worth->rule);
	memcpy(worth->number, choice->file.number, sizeof worth->number);
	return worth_open(worth, err);
}

void worth_choice_release(struct worth_choice *choice)
{
	worth_release(&choice->worth);
	luck_file_release(&choice->file);
	duel_free(choice->duel);
	choice->duel = NULL;
	text_release(&choice->about);
}
