/*
 * cmd_join.c - referee join: a person at the terminal plays against bots.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "cmd/commands.h"
#include "cmd/match_options.h"
#include "join/join.h"

struct join_options {
	struct match_options match;
	const char *game, *name;
	int seat;               /* -1: not given */
};

static const struct option options[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct join_options, game) },
	{ "BOT", NULL, NULL, OPTIONS_LIST(struct join_options, match.bots) },
	{ "--seat", "N", "the person's seat, counted from 0 (0)",
		OPTIONS_INTEGER(struct join_options, seat, 0,
				GAME_SEATS_MAX - 1) },
	{ "--name", "NAME", "the person's name in the log (person)",
		OPTIONS_TEXT(struct join_options, name) },
	{ "--boards", "N", "games, each with different dice (1)",
		OPTIONS_INTEGER(struct join_options, match.boards, 1,
				LOG_BOARDS_MAX) },
	MATCH_OPTIONS(struct join_options),
	{ "--secret-file", "FILE", "read the secret from a file",
		OPTIONS_TEXT(struct join_options, match.request.secret) },
	{ "--resume", "LOG", "resume a match that was left",
		OPTIONS_TEXT(struct join_options, match.request.resume) },
	{ 0 }
};

/* ### the match */

static int add_entrants(const struct join_options *wanted,
			struct match_config *match, struct error *err)
{
	const char *name = wanted->name != NULL ? wanted->name : "person";
	const struct options_list *bots = &wanted->match.bots;
	const int seat = wanted->seat < 0 ? 0 : wanted->seat;

	if (seat > bots->count)
		return error_set(err, "--seat: expected 0 to %d, the seats of "
				 "this match; found %d", bots->count, seat);
	for (int i = 0; i <= bots->count; i++) {
		if (i == seat && match_config_add_person(match, name, err) != 0)
			return -1;
		if (i < bots->count &&
		    match_config_add_entrant(match, bots->word[i], err) != 0)
			return -1;
	}
	return 0;
}

static int make_match(struct join_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match.request.match;
	const struct game *game = games_need(wanted->game, err);

	if (game == NULL)
		return -1;
	match_config_init(match, game);
	/* A person must not play the same dice twice. */
	match->rotations = 1;
	if (add_entrants(wanted, match, err) != 0)
		return -1;
	return match_options_apply(&wanted->match, err);
}

static int read_resumed(struct join_options *wanted, struct error *err)
{
	const struct request *request = &wanted->match.request;
	const char *game = wanted->game;

	if (wanted->seat >= 0)
		game = "--seat";
	if (wanted->name != NULL)
		game = "--name";
	if (match_options_resume(&wanted->match, game, "--resume, only with "
				 "GAME BOT..", err) != 0)
		return -1;
	if (match_config_person(&request->match) >= 0)
		return 0;
	error_set(err, "%s: nobody in this match is a person",
		  request->resume);
	return error_command(err, "; continue with referee play --resume",
			     request->resume);
}

static int find_match(const struct options *line, struct join_options *wanted,
		      struct error *err)
{
	const struct request *request = &wanted->match.request;

	if (request->secret != NULL && strcmp(request->secret, "-") == 0)
		return error_set(err, "--secret-file: standard input is for "
				 "the person's moves; give a file");
	if (request->resume != NULL)
		return read_resumed(wanted, err);
	if (wanted->game == NULL)
		return options_missing(line, "GAME", err);
	if (wanted->match.bots.count == 0)
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

static enum exit_code run_session(struct request *request, struct error *err)
{
	struct session session = { .request = request,
		.match = &request->match, .out = { .fd = -1 } };
	struct join join = {0};
	int result;

	result = match_options_host(&session, "; the log is intact; "
				    "continue with referee join --resume",
				    false, err);
	if (result == 0)
		result = play(&session, &join, err);
	join_release(&join);
	session_release(&session);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct join_options wanted = { .match.level = LEVEL_COUNT, .seat = -1 };

	if (options_read(line, &wanted, err) != 0 ||
	    join_terminal_check(err) != 0 ||
	    find_match(line, &wanted, err) != 0) {
		match_config_release(&wanted.match.request.match);
		return EXIT_TROUBLE;
	}
	return run_session(&wanted.match.request, err);
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
		"log is like any\nother; a match that you left with q, Ctrl-D "
		"or Ctrl-C continues with --resume LOG.\n",
	.tables = limits_help,
	.run = run,
};
