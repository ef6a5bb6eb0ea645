/*
 * cmd_join.c - referee join: a person at the terminal plays against bots.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/domain.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/stop_signals.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "join/join.h"
#include "session/log_paths.h"
#include "session/match_config_file.h"
#include "session/session.h"

struct join_options {
	struct request request;
	const char *game, *name;
	struct options_list bots, files, rules, limits;
	int seat;
	uint32_t boards;
	enum level level;
};

static const struct option options[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct join_options, game) },
	{ "BOT", NULL, NULL, OPTIONS_LIST(struct join_options, bots) },
	{ "--seat", "N", "the person's seat, counted from 0 (0)",
		OPTIONS_INTEGER(struct join_options, seat, 0,
				GAME_SEATS_MAX - 1) },
	{ "--name", "NAME", "the person's name in the log (person)",
		OPTIONS_TEXT(struct join_options, name) },
	{ "--boards", "N", "games, each with dice of its own (1)",
		OPTIONS_INTEGER(struct join_options, boards, 1,
				LOG_BOARDS_MAX) },
	{ "--files", "NAME=F[,F]..", "all files of the bot NAME, as for play",
		OPTIONS_LIST(struct join_options, files) },
	{ "--rules", "K=V[,K=V]..", "options of the game; see referee games "
		"NAME", OPTIONS_LIST(struct join_options, rules) },
	{ "-o", "LOG", "the log's name, ending in .jsonl",
		OPTIONS_TEXT(struct join_options, request.log) },
	{ "--trace", "FILE", "record every line to and from bots, with times",
		OPTIONS_TEXT(struct join_options, request.trace) },
	{ "--secret-file", "FILE", "read the secret from a file",
		OPTIONS_TEXT(struct join_options, request.secret) },
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct join_options, request.key) },
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)",
		OPTIONS_WORD(struct join_options, level, limits_level_words, 0,
			     LEVEL_COUNT - 1) },
	{ "--limit", "NAME=N", "set a limit for bots; see below",
		OPTIONS_LIST(struct join_options, limits) },
	{ "--resume", "LOG", "resume a match that was left",
		OPTIONS_TEXT(struct join_options, request.resume) },
	{ 0 }
};

/* ### the match */

static int add_entrants(struct join_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->request.match;
	const char *name = wanted->name != NULL ? wanted->name : "person";

	if (wanted->seat > wanted->bots.count)
		return error_set(err, "--seat: expected 0 to %d, the seats of "
				 "this match; found %d", wanted->bots.count,
				 wanted->seat);
	for (int i = 0; i <= wanted->bots.count; i++) {
		if (i == wanted->seat &&
		    match_config_add_person(match, name, err) != 0)
			return -1;
		if (i < wanted->bots.count &&
		    match_config_add_entrant(match, wanted->bots.word[i],
					     err) != 0)
			return -1;
	}
	for (int i = 0; i < wanted->files.count; i++)
		if (match_config_add_files(match, wanted->files.word[i],
					   err) != 0)
			return -1;
	return 0;
}

static int make_match(struct join_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->request.match;
	const struct game *game = games_need(wanted->game, err);

	if (game == NULL)
		return -1;
	match_config_init(match, game);
	/* Who has played a board must not meet its dice again. */
	match->rotations = 1;
	match->boards = wanted->boards;
	match->level = wanted->level;
	for (int i = 0; i < wanted->rules.count; i++)
		if (rules_set_text(game, wanted->rules.word[i], match->rule,
				   err) != 0)
			return -1;
	for (int i = 0; i < wanted->limits.count; i++)
		if (limits_set_text(&match->limits, wanted->limits.word[i],
				    err) != 0)
			return -1;
	return add_entrants(wanted, err);
}

/* The match file beside the log knows the rest. */
static int read_resumed(struct join_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->request.match;
	const struct request *request = &wanted->request;
	char *path;
	int result;

	if (wanted->game != NULL)
		return error_set(err, "--resume takes everything from the log "
				 "and the match file beside it");
	path = log_paths_beside(request->resume, ".json", err);
	if (path == NULL)
		return -1;
	result = match_config_file_read(match, path, err);
	if (result == 0 && match_config_person(match) < 0)
		result = error_set(err, "%s: nobody in it is a person; "
				   "continue with referee play --resume %s",
				   path, request->resume);
	free(path);
	return result;
}

static int find_match(const struct options *line, struct join_options *wanted,
		      struct error *err)
{
	if (wanted->request.secret != NULL &&
	    strcmp(wanted->request.secret, "-") == 0)
		return error_set(err, "--secret-file: standard input is for "
				 "the person's moves; give a file");
	if (wanted->request.resume != NULL)
		return read_resumed(wanted, err);
	if (wanted->game == NULL)
		return options_missing(line, "GAME", err);
	if (wanted->bots.count == 0)
		return options_missing(line, "BOT", err);
	return make_match(wanted, err);
}

/* ### the run */

static int play(struct session *session, struct join *join, struct error *err)
{
	if (session_open(session, err) != 0)
		return -1;
	if (session->finished)
		return error_set(err, "the match of %s is over; referee replay "
				 "shows it", session->log);
	join_begin(join, session->match, &session->out);
	session->run.script = &join->script;
	session->run.watch = &join->watch;
	if (session_play(session, err) != 0)
		return -1;
	join_end(join);
	printable_line(stdout, "log: %s", session->log);
	return 0;
}

static enum exit_code run_session(struct join_options *wanted,
				  struct error *err)
{
	struct match_config *match = &wanted->request.match;
	struct session session = { .request = &wanted->request,
		.match = match, .out = { .fd = -1 } };
	struct join join = {0};
	const char *warning;
	int result = -1;

	if (match_config_settle(match, err) != 0 || process_hide(err) != 0)
		goto done;
	match_config_hosting(match, &session.hosting, session.hosted);
	session.hosting.advice = "; what is in the log is safe, continue with "
		"referee join --resume";
	warning = domain_warning(match->level);
	if (warning != NULL)
		fprintf(stderr, "referee: warning: %s\n", warning);
	if (keeper_split(&session.hosting, &session.keeper, err) != 0)
		goto done;
	session.run.stop = stop_signals_catch_from_parent();
	result = play(&session, &join, err);

done:
	join_release(&join);
	session_release(&session);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct join_options wanted = { .boards = 1, .level = LEVEL_LIMITS };

	if (options_read(line, &wanted, err) != 0 ||
	    join_terminal_check(err) != 0 ||
	    find_match(line, &wanted, err) != 0) {
		match_config_release(&wanted.request.match);
		return EXIT_TROUBLE;
	}
	return run_session(&wanted, err);
}

const struct command command_join = {
	.name = "join",
	.arguments = "GAME BOT.. | --resume LOG  [OPTIONS]",
	.help = "play against bots yourself, at the terminal",
	.options = options,
	.more = "BOT is [NAME=]COMMAND, as for referee play.  The person has no "
		"clock; the bots have\ntheir sandbox and limits.  At the "
		"prompt ? lists what can be typed: numbers of moves,\ncells "
		"and dice to search for, h for the rules, q to leave.  The "
		"log is one like any\nother; a match that was left, with q, "
		"Ctrl-D or Ctrl-C, goes on with --resume LOG.\n",
	.tables = limits_help,
	.run = run,
};
