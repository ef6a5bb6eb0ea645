/*
 * game_program.c - the program that has the rules of a tournament's game.
 */
#include "tournaments/record/game_program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "games/rules.h"
#include "tournaments/record/spawn_jobs.h"

enum { DEPTH_MAX = 16 };

/* ### asking */

struct inquiry {
	const char *referee, *path;
	const char *seats, *rules;      /* words for `referee games`; NULL:
					   without */
	struct program_game *game;
};

static char **words_of(void *context, size_t i)
{
	const struct inquiry *inquiry = context;
	char **words = NULL;

	(void)i;
	spawn_jobs_add(&words, "", inquiry->referee);
	spawn_jobs_add(&words, "", "games");
	spawn_jobs_add(&words, "", "--json");
	if (inquiry->rules != NULL) {
		spawn_jobs_add(&words, "--seats=", inquiry->seats);
		spawn_jobs_add(&words, "--rules=", inquiry->rules);
	}
	spawn_jobs_add(&words, "", inquiry->path);
	return words;
}

static int take_answer(void *context, size_t i, int status,
		       struct text *printed, struct error *err)
{
	static const char speaker[] = "referee games: ";
	struct inquiry *inquiry = context;
	const char *said;
	cJSON *about;

	(void)i;
	while (printed->length > 0 &&
	       printed->bytes[printed->length - 1] == '\n')
		printed->length--;
	said = text_string(printed);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		if (strncmp(said, speaker, sizeof speaker - 1) == 0)
			said += sizeof speaker - 1;
		return error_set(err, "%s: game: %s", inquiry->path, said);
	}
	about = json_read(printed->bytes, printed->length, DEPTH_MAX, 0, err);
	if (about == NULL)
		return error_at(err, "%s: game: the answer of referee games",
				inquiry->path);
	inquiry->game = program_game_described(about, err);
	cJSON_Delete(about);
	return inquiry->game != NULL ? 0 : -1;
}

static struct program_game *inquire(struct inquiry *inquiry, struct error *err)
{
	const struct spawn_jobs job = { .count = 1, .jobs = 1,
		.context = inquiry, .words = words_of, .ended = take_answer };
	AUTOFREE char *referee = spawn_jobs_referee(err);

	inquiry->referee = referee;
	if (referee != NULL)
		(void)spawn_jobs_run(&job, err);
	return inquiry->game;
}

struct program_game *game_program_ask(const char *path, struct error *err)
{
	return inquire(&(struct inquiry){ .path = path }, err);
}

int game_program_ask_rules(const char *path, const struct game *game,
			   int seats, const int *rule, struct error *err)
{
	OWNED(text) struct text words = {0}, count = {0};
	struct inquiry inquiry = { .path = path };
	struct program_game *asked;

	for (int i = 0; game->rules[i].name != NULL; i++) {
		text_printf(&words, "%s%s=", i > 0 ? "," : "",
			    game->rules[i].name);
		rules_value_text(&game->rules[i], rule[i], &words);
	}
	if (words.length == 0)
		return 0;
	text_printf(&count, "%d", seats);
	inquiry.seats = text_string(&count);
	inquiry.rules = text_string(&words);
	asked = inquire(&inquiry, err);
	program_game_free(asked);
	return asked != NULL ? 0 : -1;
}

/* ### a stranger's program */

/* Is it the path of a file in the folder, or of one that every bot at `strict`
   sees? */
static bool may_read(const char *path, const char *folder)
{
	AUTOFREE char *real = realpath(path, NULL);
	const size_t size = strlen(folder);

	return real != NULL && (strncmp(real, "/usr/", 5) == 0 ||
		(strncmp(real, folder, size) == 0 && real[size] == '/'));
}

int game_program_check(const struct entrant *program, const char *folder,
		       const struct logline_program *due,
		       struct error *err)
{
	AUTOFREE char *inside = realpath(folder, NULL);
	char **const lists[] = { program->words, program->paths };

	if (inside == NULL)
		return error_reading(err, "open the folder", folder);
	for (size_t i = 0; i < 2; i++)
		for (char **one = lists[i]; one != NULL && *one != NULL; one++)
			if (**one == '/' && !may_read(*one, inside))
				return error_set(err, "%s is not in the folder "
						 "%s, so it is not run", *one,
						 folder);
	if (!hash_equal(&program->bot, &due->files))
		return error_set(err, "the files in %s are not those of the "
				 "manifest", folder);
	return hash_equal(&program->sealed, &due->command) ? 0 :
		error_set(err, "the command in tournament.json is not that of "
			  "the manifest");
}

/* ### the copy in a tournament's folder */

/* The files as they are listed, which NULL ends; the hash covers these names. */
static char *const *list_of(const struct entrant *program)
{
	return program->files != NULL ? program->files : program->command;
}

/* Is the word one of the files?  Without a list they are the words with a slash
   that name one. */
static bool is_file(const struct entrant *program, const char *base,
		    const char *word)
{
	AUTOFREE char *path = path_from(base, word);
	struct stat status;

	return program->files != NULL ||
		(strchr(word, '/') != NULL && stat(path, &status) == 0 &&
		 S_ISREG(status.st_mode));
}

/* Does the path stay in the folder that it is relative to? */
static bool is_below(const char *path)
{
	if (path[0] == '/')
		return false;
	for (;; path += strspn(path, "/")) {
		const size_t length = strcspn(path, "/");

		if (length == 2 && strncmp(path, "..", 2) == 0)
			return false;
		path += length;
		if (*path == '\0')
			return true;
	}
}

static const char *base_of(const struct entrant *program, const char *base)
{
	return program->base != NULL ? program->base : base;
}

int game_program_check_files(const struct entrant *program, const char *base,
			     struct error *err)
{
	char *const *list = list_of(program);

	base = base_of(program, base);
	for (int i = 0; list[i] != NULL; i++)
		if (is_file(program, base, list[i]) && !is_below(list[i]))
			return error_set(err, "game: the file %s is not in the "
					 "folder that its paths are relative "
					 "to, so it cannot be copied into the "
					 "tournament's", list[i]);
	return 0;
}

static int make_parents(const char *path, size_t from, struct error *err)
{
	AUTOFREE char *copy = memory_copy(path);
	char *slash = copy + from;
	int result = 0;

	while (result == 0 && (slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		result = file_make_folder(copy, 0755, err);
		*slash = '/';
	}
	return result;
}

static int copy_file(const char *from, const char *to, struct error *err)
{
	OWNED(text) struct text bytes = {0};
	struct stat status;

	if (access(to, F_OK) == 0)      /* listed twice */
		return 0;
	if (file_read(&bytes, from, ENTRANT_PROGRAM_MAX, err) != 0)
		return -1;
	if (stat(from, &status) != 0)
		return error_reading(err, "read", from);
	return file_create(to, (status.st_mode & 0100) != 0 ? 0755 : 0644,
			   bytes.bytes, bytes.length, true, err);
}

int game_program_copy(const struct entrant *program, const char *base,
		      const char *folder, struct error *err)
{
	char *const *list = list_of(program);

	base = base_of(program, base);
	if (game_program_check_files(program, base, err) != 0 ||
	    file_make_folder(folder, 0755, err) != 0)
		return -1;
	for (int i = 0; list[i] != NULL; i++) {
		AUTOFREE char *from = path_from(base, list[i]);
		AUTOFREE char *to = path_from(folder, list[i]);

		if (is_file(program, base, list[i]) &&
		    (make_parents(to, strlen(folder), err) != 0 ||
		     copy_file(from, to, err) != 0))
			return -1;
	}
	return 0;
}

void game_program_remove(const struct entrant *program, const char *folder)
{
	char *const *list = list_of(program);

	for (int i = 0; list != NULL && list[i] != NULL; i++) {
		AUTOFREE char *path = path_from(folder, list[i]);
		char *slash;

		if (!is_below(list[i]))
			continue;
		unlink(path);
		while ((slash = strrchr(path, '/')) != NULL &&
		       slash > path + strlen(folder)) {
			*slash = '\0';
			rmdir(path);
		}
	}
	rmdir(folder);
}
