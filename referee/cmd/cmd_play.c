/*
 * cmd_play.c - referee play: one match, from the command line to its table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/match_summary.h"
#include "base/process.h"
#include "base/stop_signals.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "session/log_paths.h"
#include "session/match_config_file.h"
#include "session/session.h"

static const struct option options[] = {
	{ "--boards", "N", "boards: sets of dice, each played once per "
		"rotation (1)" },
	{ "--rotations", "R", "rotations of the seats on a board (all seats)" },
	{ "--rules", "K=V[,K=V]..", "options of the game; see referee games "
		"NAME" },
	{ "-o", "LOG", "the log's name, ending in .jsonl" },
	{ "--trace", "FILE", "record every line both ways, with times" },
	{ "--secret-file", "FILE|-", "take the secret from a file or standard "
		"input" },
	{ "--key-file", "FILE", "sign with this key instead of your own" },
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)" },
	{ "--limit", "NAME=N", "what a bot may use; see below" },
	{ "--resume", "LOG", "go on with a match that was interrupted" },
	{ "--json", NULL, "events on standard output, one JSON object a line" },
	{ 0 }
};

enum { BOARDS, ROTATIONS, RULES, LOG, TRACE, SECRET, KEY, SANDBOX, LIMIT,
	RESUME, JSON };

/* What the command line asks for. */
struct wanted {
	struct request request;
	bool has_match;
	bool from_file;         /* a match file gave everything */
	bool json;
};

/* ### the command line */

static int find_game(struct wanted *wanted, const char *name,
		     struct error *err)
{
	const struct game *game = games_need(name, err);

	if (game == NULL)
		return error_add(err, ", and a match file ends in .json");
	match_init(&wanted->request.match, game);
	wanted->has_match = true;
	return 0;
}

static bool ends_in(const char *text, const char *ending)
{
	size_t length = strlen(text), tail = strlen(ending);

	return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* The first word: a game or a match file. */
static int take_first(struct wanted *wanted, const char *word,
		      struct error *err)
{
	if (!ends_in(word, ".json"))
		return find_game(wanted, word, err);
	wanted->request.file = word;
	wanted->from_file = true;
	wanted->has_match = true;
	return match_read(&wanted->request.match, word, err);
}

/* An option that changes the match. */
static int set_option(struct wanted *wanted, int option,
		      const struct options *at, struct error *err)
{
	struct match *match = &wanted->request.match;
	long long number;

	if (!wanted->has_match || wanted->from_file)
		return error_set(err, "%s: a match file or a log says this "
				 "itself; options go with GAME BOT BOT..",
				 options[option].name);
	switch (option) {
	case BOARDS:
		if (options_number(at, "--boards", 1, LOG_BOARDS_MAX, &number,
				   err) != 0)
			return -1;
		match->boards = (uint32_t)number;
		return 0;
	case ROTATIONS:
		if (options_number(at, "--rotations", 1, GAME_SEATS_MAX,
				   &number, err) != 0)
			return -1;
		match->rotations = (int)number;
		return 0;
	case RULES:
		return rules_set_text(match->game, at->value, match->rule,
				      err);
	case SANDBOX:
		return level_read(at->value, &match->level, err);
	default:
		return limits_set_text(&match->limits, at->value, err);
	}
}

/* An option that is about this run.  Returns false when it is not. */
static bool take_option(struct wanted *wanted, int option,
			const struct options *at)
{
	switch (option) {
	case LOG:
		wanted->request.log = at->value;
		return true;
	case TRACE:
		wanted->request.trace = at->value;
		return true;
	case SECRET:
		wanted->request.secret = at->value;
		return true;
	case KEY:
		wanted->request.key = at->value;
		return true;
	case RESUME:
		wanted->request.resume = at->value;
		return true;
	case JSON:
		wanted->json = true;
		return true;
	default:
		return false;
	}
}

/* Options may stand before the game they belong to: the words come first. */
static int read_words(struct wanted *wanted, int argc, char **argv,
		      struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found == RESUME)
			wanted->request.resume = at.value;
		if (found != OPTIONS_ARGUMENT)
			continue;
		if (!wanted->has_match) {
			if (take_first(wanted, at.value, err) != 0)
				return -1;
		} else if (wanted->from_file) {
			return error_set(err, "unexpected word \"%s\" behind "
					 "the match file", at.value);
		} else if (match_add_entrant(&wanted->request.match, at.value,
					     err) != 0) {
			return -1;
		}
	}
	if (wanted->request.resume != NULL && wanted->has_match)
		return error_set(err, "--resume takes everything from the log "
				 "and the match file beside it");
	if (wanted->request.resume == NULL && !wanted->has_match)
		return error_set(err, "which game?  referee play GAME BOT "
				 "BOT.., or a match file");
	return 0;
}

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	while ((found = options_next(&at, err)) != OPTIONS_END)
		if (found != OPTIONS_ARGUMENT &&
		    !take_option(wanted, found, &at) &&
		    set_option(wanted, found, &at, err) != 0)
			return -1;
	if (wanted->request.resume != NULL && wanted->request.log != NULL)
		return error_set(err, "-o: --resume goes on in the log itself");
	return 0;
}

/* The match file beside the log that is to be resumed. */
static int read_resumed(struct wanted *wanted, struct error *err)
{
	char *path = log_beside(wanted->request.resume, ".json", err);
	int result;

	if (path == NULL)
		return -1;
	result = match_read(&wanted->request.match, path, err);
	wanted->has_match = true;
	free(path);
	return result;
}

/* ### telling */

static void progress(void *context, uint32_t games, uint32_t of)
{
	const struct wanted *wanted = context;

	if (wanted->json) {
		printf("{\"event\":\"game\",\"games\":%u,\"of\":%u}\n", games,
		       of);
		fflush(stdout);
	} else if (isatty(STDERR_FILENO)) {
		fprintf(stderr, "\r%u of %u games%s", games, of,
			games == of ? "\r\033[K" : "");
	}
}

static void print_start(const struct session *session)
{
	const struct match *match = session->match;
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "event", "start");
	json_put_int(&w, "v", 1);
	json_put_string(&w, "game", match->game->name);
	json_key(&w, "entrants");
	json_open(&w, '[');
	for (int i = 0; i < match->entrants; i++)
		json_string(&w, match->entrant[i].name);
	json_close(&w, ']');
	json_put_int(&w, "games", (long long)match->boards *
		     match->rotations);
	json_put_string(&w, "file", session->log);
	json_close(&w, '}');
	puts(text_string(&w.out));
	fflush(stdout);
	text_release(&w.out);
}

/* For who runs many matches: this log is of no use to any further run. */
static void print_refused(const struct error *why)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "event", "refused");
	json_put_string(&w, "why", why->text);
	json_close(&w, '}');
	puts(text_string(&w.out));
	text_release(&w.out);
}

static void print_end_event(const struct session *session,
			    const struct audit_result *result)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "event", "end");
	json_put_hash(&w, "log", &session->run.digest);
	audit_result_write(result, &w);
	json_close(&w, '}');
	puts(text_string(&w.out));
	text_release(&w.out);
}

static void print_table(const struct session *session,
			const struct match_summary *summary)
{
	struct text out = {0};

	summary_table(summary, &session->run.timing, &out);
	text_byte(&out, '\n');
	summary_elo(summary, &out);
	text_printf(&out, "log: %s\n", session->log);
	fwrite(out.bytes, 1, out.length, stdout);
	text_release(&out);
}

static int print_end(const struct session *session, bool json,
		     struct error *err)
{
	struct match_summary summary = {0};
	struct audit_result gathered = { .header = &summary.header };
	int result;

	if (log_is_device(session->log))
		return 0;
	result = summary_read(&summary, session->log, json ? &gathered : NULL,
			      err);
	if (result == 0 && json)
		print_end_event(session, &gathered);
	else if (result == 0)
		print_table(session, &summary);
	audit_result_release(&gathered);
	summary_release(&summary);
	return result;
}

/* ### the run */

static int play(struct session *session, const struct wanted *wanted,
		struct error *err)
{
	if (session_open(session, err) != 0) {
		if (session->refused && wanted->json)
			print_refused(err);
		return -1;
	}
	session->run.progress = progress;
	session->run.context = (void *)wanted;
	if (wanted->json)
		print_start(session);
	if (session_play(session, err) != 0)
		return -1;
	return print_end(session, wanted->json, err);
}

static enum exit_code run_session(struct wanted *wanted, struct error *err)
{
	struct match *match = &wanted->request.match;
	struct session session = { .request = &wanted->request,
		.match = match, .out = { .fd = -1 } };
	int result = -1;

	if (match_settle(match, err) != 0 || process_hide(err) != 0)
		goto done;
	match_hosting(match, &session.hosting, session.hosted);
	if (keeper_split(&session.hosting, &session.keeper, err) != 0)
		goto done;
	session.run.stop = stop_when_told();
	session.run.ends_game = true;
	result = play(&session, wanted, err);

done:
	session_release(&session);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = {0};

	if (read_words(&wanted, argc, argv, err) != 0 ||
	    read_options(&wanted, argc, argv, err) != 0 ||
	    (wanted.request.resume != NULL &&
	     read_resumed(&wanted, err) != 0)) {
		match_release(&wanted.request.match);
		return EXIT_TROUBLE;
	}
	return run_session(&wanted, err);
}

const struct command command_play = {
	.name = "play",
	.arguments = "GAME BOT BOT.. | MATCH.json | --resume LOG  [OPTIONS]",
	.help = "play a match between bots and log it",
	.options = options,
	.more = "BOT is [NAME=]COMMAND; the command's words are split at "
		"spaces, there is no shell.\nThe name is by default that of "
		"the bot's file.  An existing log is never overwritten.\n"
		"A match that was interrupted goes on with --resume LOG; "
		"beside LOG lie its match\nfile (.json) and until the end its "
		"secret (.secret).\n",
	.tables = limits_help,
	.run = run,
};
