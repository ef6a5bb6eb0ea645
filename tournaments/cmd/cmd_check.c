/*
 * cmd_check.c - tournament check: the file, and every bot started once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/printable.h"
#include "base/spawn.h"
#include "games/rules.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/run/runner.h"

enum { JOBS_MAX = 256 };

struct check_file_options {
	const char *path;
	int jobs;
};

static const struct option options[] = {
	{ "FILE", NULL, NULL, OPTIONS_TEXT(struct check_file_options, path),
		.required = true },
	{ "-j", "N", "start N bots at a time (one per core)",
		OPTIONS_INTEGER(struct check_file_options, jobs, 1, JOBS_MAX) },
	{ 0 }
};

/* ### one bot */

/* Words in the making; each is owned. */
struct check_words {
	char **word;            /* ended by NULL */
	size_t count, room;
};

static void add_word(struct check_words *words, const char *before,
		     const char *word)
{
	struct text text = {0};

	text_printf(&text, "%s%s", before, word);
	ARRAY_GROW(words->word, words->room, words->count + 2);
	words->word[words->count++] = memory_copy(text_string(&text));
	words->word[words->count] = NULL;
	text_release(&text);
}

static void add_rules(struct check_words *words, const struct tournament_file *file)
{
	const struct rule *rules = file->game->rules;
	struct text text = {0};

	for (int i = 0; rules[i].name != NULL; i++) {
		text_clear(&text);
		text_printf(&text, "%s=", rules[i].name);
		rules_value_text(&rules[i], file->rule[i], &text);
		add_word(words, "--rules=", text_string(&text));
	}
	text_release(&text);
}

static void add_limits(struct check_words *words, const struct tournament_file *file)
{
	struct text text = {0};

	for (int i = 0; i < LIMIT_COUNT; i++) {
		text_clear(&text);
		if (limits_text(&file->limits, (enum limit)i, &text))
			add_word(words, "--limit=", text_string(&text));
	}
	text_release(&text);
}

/* `referee check GAME --start .. -- COMMAND..`, with all that the file says of
   how the bot is run. */
static void make_words(const struct tournament_file *file, int entrant,
		       const char *referee, struct check_words *words)
{
	const struct entrant *bot = &file->entrant[entrant];

	add_word(words, "", referee);
	add_word(words, "", "check");
	add_word(words, "", file->game->name);
	add_word(words, "", "--start");
	add_word(words, "--sandbox=", limits_level_words[file->level]);
	add_rules(words, file);
	add_limits(words, file);
	for (int i = 0; bot->paths != NULL && bot->paths[i] != NULL; i++)
		add_word(words, "--files=", bot->paths[i]);
	add_word(words, "", "--");
	for (int i = 0; bot->words[i] != NULL; i++)
		add_word(words, "", bot->words[i]);
}

static int start(const struct tournament_file *file, int entrant,
		 const char *referee, struct spawn *spawn, struct error *err)
{
	struct check_words words = {0};
	int result;

	make_words(file, entrant, referee, &words);
	result = spawn_start(spawn, words.word, SPAWN_ERRORS_OUT, err);
	for (size_t i = 0; i < words.count; i++)
		free(words.word[i]);
	free(words.word);
	return result;
}

/* Prints the verdict on an entrant.  Returns whether its bot starts. */
static bool finish(const char *name, struct spawn *spawn)
{
	struct text out = {0};
	char bytes[4096];
	ssize_t got;
	int status;
	bool good;

	while ((got = read(spawn->out, bytes, sizeof bytes)) > 0 ||
	       (got < 0 && errno == EINTR))
		if (got > 0)
			text_append(&out, bytes, (size_t)got);
	status = spawn_end(spawn);
	good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	printable_line(stdout, good ? "ok   %s starts and is ready" :
		       "FAIL %s", name);
	if (good)
		text_clear(&out);
	command_line_print_lines("     ", &out);
	return good;
}

/* ### all of them */

static int start_all(const struct tournament_file *file, const char *referee,
		     int jobs, int *failed, struct error *err)
{
	struct spawn spawns[JOBS_MAX];
	int begun = 0, done = 0, result = 0;

	while (done < file->contest.entrants) {
		while (result == 0 && begun < file->contest.entrants &&
		       begun - done < jobs) {
			result = start(file, begun, referee,
				       &spawns[begun % jobs], err);
			begun += result == 0;
		}
		if (done == begun)
			break;
		*failed += !finish(file->entrant[done].name,
				   &spawns[done % jobs]);
		done++;
	}
	return result;
}

static void describe(const struct tournament_file *file)
{
	struct contest contest = file->contest;
	struct text words = {0};

	printable_line(stdout, "%s: %s, %s, %d entrants, %d seats, %u boards a "
		       "match, %d rotations", file->path, file->game->title,
		       contest.format->name, contest.entrants, contest.seats,
		       contest.boards, contest.rotations);
	/* The copy makes its own fixtures. */
	contest.past = (struct fixtures){0};
	contest.given = NULL;
	if (contest.format->remark != NULL) {
		contest.format->remark(&contest, &words);
		printf("%s", text_string(&words));
		text_release(&words);
	}
	if (contest.format->independent && contest.until_error == 0 &&
	    contest.given_count == 0) {
		struct fixture *last;

		contest_advance(&contest);
		last = contest.past.count > 0 ?
			&contest.past.list[contest.past.count - 1] : NULL;
		if (last != NULL)
			printf("%u matches, %llu games at most\n",
			       last->number, (unsigned long long)last->number *
			       contest.boards *
			       (unsigned)contest.rotations);
		free(contest.past.list);
	}
}

static enum exit_code check(const char *path, int jobs, struct error *err)
{
	enum exit_code code = EXIT_TROUBLE;
	struct tournament_file file;
	char *referee = runner_referee(err);
	int failed = 0;

	if (referee == NULL)
		return EXIT_TROUBLE;
	if (tournament_file_read(&file, path, err) == 0 &&
	    tournament_file_settle(&file, err) == 0) {
		describe(&file);
		if (start_all(&file, referee, jobs, &failed, err) == 0)
			code = failed == 0 ? EXIT_YES : EXIT_NO;
	}
	tournament_file_release(&file);
	free(referee);
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	int cores = runner_cores();
	struct check_file_options wanted = {
		.jobs = cores < JOBS_MAX ? cores : JOBS_MAX };

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	return check(wanted.path, wanted.jobs, err);
}

const struct command command_check = {
	.name = "check",
	.arguments = "FILE [-j N]",
	.help = "check a tournament file and start every bot once",
	.options = options,
	.more = "Starts each bot with its files, limits, rules and sandbox "
		"level.  Plays no game and writes\nnothing.  To test one bot "
		"fully, use referee check.\n"
		"Exit status: 0 every bot starts, 1 a bot does not start, 2 "
		"the file is wrong, or another\nerror.\n",
	.run = run,
};
