/*
 * cmd_play.c - referee play: plays one match and prints its result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/match_summary.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/progress.h"
#include "cmd/commands.h"
#include "cmd/match_options.h"
#include "replay/replay.h"
#include "session/log_paths.h"
#include "session/match_config_file.h"

struct play_options {
	struct match_options match;
	const char *first;      /* a game or a match file */
	bool json, follow;
	/* For --follow. */
	struct audit audit;
	struct replay replay;
	struct match_watch watch;
	struct progress progress;
};

static const struct option options[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct play_options, first) },
	{ "BOT", NULL, NULL, OPTIONS_LIST(struct play_options, match.bots) },
	{ "--boards", "N", "boards: sets of dice, each played once per "
		"rotation (1)",
		OPTIONS_INTEGER(struct play_options, match.boards, 1,
				LOG_BOARDS_MAX) },
	{ "--rotations", "R", "rotations of the seats on a board (all seats)",
		OPTIONS_INTEGER(struct play_options, match.rotations, 1,
				GAME_SEATS_MAX) },
	MATCH_OPTIONS(struct play_options),
	{ "--fault-trace", "FILE", "record what led to each fault, with times",
		OPTIONS_TEXT(struct play_options, match.request.fault_trace) },
	{ "--fault-trace-mb", "N", "megabytes that it may grow to (1)",
		OPTIONS_INTEGER(struct play_options,
				match.request.fault_trace_mb, 0, 1024) },
	{ "--secret-file", "FILE|-", "read the secret from a file or standard "
		"input",
		OPTIONS_TEXT(struct play_options, match.request.secret) },
	{ "--resume", "LOG", "resume an interrupted match",
		OPTIONS_TEXT(struct play_options, match.request.resume) },
	{ "--follow", NULL, "show the match while it is played",
		OPTIONS_FLAG(struct play_options, follow) },
	{ "--json", NULL, "print events as JSON, one object per line",
		OPTIONS_FLAG(struct play_options, json) },
	{ 0 }
};

/* ### the match */

/* For match_options_refuse: these define the whole match. */
#define WHOLE_MATCHES "a match file or --resume, only with GAME BOT BOT.."

static bool ends_in(const char *text, const char *ending)
{
	size_t length = strlen(text), tail = strlen(ending);

	return length > tail && strcmp(text + length - tail, ending) == 0;
}

static int read_match_file(struct play_options *wanted, struct error *err)
{
	struct request *request = &wanted->match.request;

	if (match_options_refuse(&wanted->match, WHOLE_MATCHES, err) != 0)
		return -1;
	if (wanted->match.bots.count > 0)
		return error_set(err, "unexpected argument \"%s\" after the "
				 "match file", wanted->match.bots.word[0]);
	request->file = wanted->first;
	return match_config_file_read(&request->match, wanted->first, err);
}

static int make_match(struct play_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match.request.match;
	const struct game *game;

	if (file_expect(wanted->first, false, "a game or a match file "
			"(tournament run DIR resumes a tournament)", err) != 0)
		return -1;
	game = games_need(wanted->first, err);
	if (game == NULL)
		return error_add(err, ", and a match file ends in .json");
	match_config_init(match, game);
	for (int i = 0; i < wanted->match.bots.count; i++)
		if (match_config_add_entrant(match, wanted->match.bots.word[i],
					     err) != 0)
			return -1;
	return match_options_apply(&wanted->match, err);
}

static int find_match(const struct options *line, struct play_options *wanted,
		      struct error *err)
{
	if (wanted->match.request.resume != NULL)
		return match_options_resume(&wanted->match, wanted->first,
					    WHOLE_MATCHES, err);
	if (wanted->first == NULL)
		return options_missing(line, "GAME", err);
	if (ends_in(wanted->first, ".json"))
		return read_match_file(wanted, err);
	return make_match(wanted, err);
}

/* ### printing */

static void progress(void *context, uint32_t games, uint32_t of)
{
	struct play_options *wanted = context;

	if (wanted->json) {
		printf("{\"event\":\"game\",\"games\":%u,\"of\":%u}\n", games,
		       of);
		fflush(stdout);
	} else if (games < of && !wanted->follow) {
		progress_show(&wanted->progress, "%u of %u games", games, of);
	}
}

static void print_start(const struct session *session)
{
	const struct match_config *match = session->match;
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "event", "start");
	json_put_int(&w, "v", 1);
	json_put_string(&w, "game", match->game->name);
	json_put_open(&w, "entrants", '[');
	for (int i = 0; i < match->entrants; i++)
		json_string(&w, match->entrant[i].name);
	json_close(&w, ']');
	json_put_int(&w, "games", (long long)match->boards *
		     match->rotations);
	json_put_string(&w, "file", session->log);
	json_close(&w, '}');
	command_line_print_json(&w);
	fflush(stdout);
}

/* For a program that runs many matches: this log can never be resumed. */
static void print_refused(const struct error *why)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "event", "refused");
	json_put_string(&w, "why", why->text);
	json_close(&w, '}');
	command_line_print_json(&w);
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
	command_line_print_json(&w);
}

/* Prints a command with which the author can find out why the bot does not
   start. */
static void print_advice(const struct match_config *match, int entrant)
{
	const struct entrant *bot = &match->entrant[entrant];
	/* Words in a match file are relative to its folder. */
	const bool here = strcmp(match->base, ".") == 0;
	char *const *words = here ? bot->command : bot->words;
	char *const *files = here ? bot->files : bot->paths;
	struct text out = {0}, limit = {0};

	text_printf(&out, "%s never started; try: referee check %s",
		    bot->name, match->game->name);
	if (match->level != LEVEL_LIMITS)
		text_printf(&out, " --sandbox %s",
			    limits_level_words[match->level]);
	for (int i = 0; i < LIMIT_COUNT; i++) {
		text_clear(&limit);
		if (limits_text(&match->limits, (enum limit)i, &limit))
			text_printf(&out, " --limit %s", text_string(&limit));
	}
	for (; files != NULL && *files != NULL; files++) {
		text_add(&out, " --files ");
		printable_shell(&out, *files);
	}
	text_add(&out, " --");
	for (; *words != NULL; words++) {
		text_byte(&out, ' ');
		printable_shell(&out, *words);
	}
	text_byte(&out, '\n');
	command_line_print(&out);
	text_release(&limit);
}

static void print_table(const struct session *session,
			const struct match_summary *summary)
{
	struct text out = {0};

	match_summary_table(summary, &session->run.timing, &out);
	text_byte(&out, '\n');
	match_summary_elo(summary, &out);
	command_line_print(&out);
	printable_line(stdout, "log: %s", session->log);
	for (int i = 0; i < session->match->entrants; i++)
		if (match_summary_never_started(summary, i))
			print_advice(session->match, i);
}

static int print_end(const struct session *session, bool json,
		     struct error *err)
{
	const char *trace = session->request->fault_trace;
	struct match_summary summary = {0};
	struct trace_marks marks = {0};
	struct audit_result gathered = { .header = &summary.audit.header,
		.marks = &marks };
	int result = 0;

	if (log_paths_is_device(session->log))
		return 0;
	/* Also has the marks of games that an earlier run has played. */
	if (json && trace != NULL)
		result = trace_marks_read(&marks, trace, err);
	if (result == 0)
		result = match_summary_read(&summary, session->log,
					    json ? &gathered : NULL, err);
	if (result == 0 && json)
		print_end_event(session, &gathered);
	else if (result == 0)
		print_table(session, &summary);
	audit_result_release(&gathered);
	trace_marks_release(&marks);
	match_summary_release(&summary);
	return result;
}

/* ### the run */

static int play(struct session *session, struct play_options *wanted,
		struct error *err)
{
	int result;

	if (session_open(session, err) != 0) {
		if (session->refused && wanted->json)
			print_refused(err);
		return -1;
	}
	session->run.progress = progress;
	session->run.context = wanted;
	if (wanted->json)
		print_start(session);
	else if (!wanted->follow)       /* the first game may take long */
		progress_show(&wanted->progress, "%u games",
			      session->match->boards *
			      (uint32_t)session->match->rotations);
	if (wanted->follow && !session->finished) {
		wanted->replay.writer = &replay_text;
		replay_begin(&wanted->replay, &wanted->audit, session->match,
			     &session->out);
		/* Without a summary at the end, as the table follows. */
		wanted->replay.only = session->run.resume.games + 1;
		wanted->watch = replay_watch(&wanted->replay);
		session->run.watch = &wanted->watch;
	}
	result = session_play(session, err);
	progress_clear(&wanted->progress);
	if (result == 0 && wanted->replay.begun)
		replay_end(&wanted->replay);
	return result != 0 ? -1 : print_end(session, wanted->json, err);
}

static enum exit_code run_session(struct play_options *wanted,
				  struct error *err)
{
	struct match_config *match = &wanted->match.request.match;
	struct session session = { .request = &wanted->match.request,
		.match = match, .out = { .fd = -1 },
		.run.ends_game = true };
	int result;

	/* For a tournament, `tournament` says how to continue. */
	result = match_options_host(&session, match->tournament != NULL ? NULL :
				    "; the log is intact; continue "
				    "with referee play --resume", wanted->json,
				    err);
	if (result == 0)
		result = play(&session, wanted, err);
	replay_release(&wanted->replay);
	audit_release(&wanted->audit);
	session_release(&session);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static int check_traces(const struct request *request, struct error *err)
{
	return request->trace == NULL || request->fault_trace == NULL ? 0 :
		error_set(err, "--fault-trace: --trace records everything; "
			  "give one of them");
}

static int check_follow(const struct play_options *wanted, struct error *err)
{
	return !wanted->follow || !wanted->json ? 0 :
		error_set(err, "--follow: --json prints its own events; give "
			  "one of them");
}

static int refuse_person(const struct request *request, struct error *err)
{
	const struct match_config *match = &request->match;
	int person = match_config_person(match);

	if (person < 0)
		return 0;
	if (request->resume != NULL) {
		error_set(err, "%s: %s is a person", request->resume,
			  match->entrant[person].name);
		return error_command(err, "; continue with referee join "
				     "--resume", request->resume);
	}
	return error_set(err, "%s: entrants[%d].command: expected its words, "
			 "found [], which is a person; people play with "
			 "referee join", request->file, person);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct play_options wanted = { .match.level = LEVEL_COUNT,
		.match.request.fault_trace_mb = 1 };

	if (options_read(line, &wanted, err) != 0 ||
	    check_traces(&wanted.match.request, err) != 0 ||
	    check_follow(&wanted, err) != 0 ||
	    find_match(line, &wanted, err) != 0 ||
	    refuse_person(&wanted.match.request, err) != 0) {
		match_config_release(&wanted.match.request.match);
		return EXIT_TROUBLE;
	}
	return run_session(&wanted, err);
}

const struct command command_play = {
	.name = "play",
	.arguments = "GAME BOT BOT.. | MATCH.json | --resume LOG  [OPTIONS]",
	.help = "play a match between bots and log it",
	.options = options,
	.more = "BOT is [NAME=]COMMAND; the command is split at spaces, "
		"without a shell.  The name is\nby default that of the bot's "
		"file.  An existing log is never overwritten.  To resume\n"
		"an interrupted match, --resume LOG needs the match file "
		"(.json) and the secret\n(.secret), which are beside the "
		"log.\n",
	.tables = limits_help,
	.run = run,
};
