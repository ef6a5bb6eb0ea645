/*
 * cmd_play.c - referee play and referee join: play one match, between bots or
 * with a person at the terminal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/match_config.h"
#include "audit/match_summary.h"
#include "base/file.h"
#include "base/landlock.h"
#include "base/options.h"
#include "base/printable.h"
#include "base/process.h"
#include "cmd/commands.h"
#include "fair/doubts.h"
#include "fair/names.h"
#include "host/keeper.h"
#include "join/join.h"
#include "replay/replay.h"
#include "session/session.h"

/* ### what both take */

/* Borrows the words.  Options not given are 0, the level LEVEL_COUNT. */
struct match_options {
	struct request request;         /* its match is owned */
	struct options_list bots, files, rules, limits;
	const char *game_files;
	uint32_t boards;
	int rotations;
	enum level level;
};

/* Rows of an option table; `type` has a member `match`, a struct
   match_options. */
#define MATCH_OPTIONS(type) \
	{ "--files", "NAME=F[,F]..", "all files of the bot NAME: its hash " \
		"covers them, and it may read them", \
		OPTIONS_LIST(type, match.files) }, \
	{ "--game-files", "F[,F]..", "all files of a game that is a " \
		"program", OPTIONS_TEXT(type, match.game_files) }, \
	{ "--rules", "K=V[,K=V]..", "options of the game; see referee games " \
		"NAME", OPTIONS_LIST(type, match.rules) }, \
	{ "-o", "LOG", "the log's name, ending in .jsonl", \
		OPTIONS_TEXT(type, match.request.log) }, \
	{ "--trace", "FILE", "record every line in both directions, with " \
		"times", \
		OPTIONS_TEXT(type, match.request.trace) }, \
	{ "--key-file", "FILE", "sign with this key instead of your own", \
		OPTIONS_TEXT(type, match.request.key) }, \
	{ "--sandbox", "LEVEL", "none, limits or strict (limits)", \
		OPTIONS_WORD(type, match.level, limits_level_words, 0, \
			     LEVEL_COUNT - 1) }, \
	{ "--limit", "NAME=N", "set a limit; referee play --help lists them", \
		OPTIONS_LIST(type, match.limits) }

/* If options of the match were given, fails with "--rules: not allowed with
   WHAT": `what` already defines the whole match.  Returns 0, or -1 with
   `err`. */
static int refuse_options(const struct match_options *options, const char *what,
			 struct error *err)
{
	const char *given = options->boards > 0 ? "--boards" :
		options->rotations > 0 ? "--rotations" :
		options->rules.count > 0 ? "--rules" :
		options->level != LEVEL_COUNT ? "--sandbox" :
		options->limits.count > 0 ? "--limit" :
		options->files.count > 0 ? "--files" : NULL;

	if (given == NULL)
		return 0;
	return error_set(err, "%s: not allowed with %s", given, what);
}

/* Reads the match of the log that is to be resumed, which defines everything:
   `first`, the first word that would define a match, has to be NULL; `what` is
   as above.  Returns 0, or -1 with `err`. */
static int read_resumed_match(struct match_options *options, const char *first,
			 const char *what, struct error *err)
{
	struct request *request = &options->request;
	char *path;
	int result;

	if (first != NULL)
		return error_set(err, "%s: --resume takes everything from the "
				 "log and the match file beside it", first);
	if (refuse_options(options, what, err) != 0)
		return -1;
	if (request->log != NULL)
		return error_set(err, "-o: --resume continues the log itself");
	path = session_beside(request->resume, ".json", err);
	if (path == NULL)
		return -1;
	result = match_config_read(&request->match, path, err);
	if (result != 0 && access(path, F_OK) != 0)
		error_set(err, "--resume needs the match file beside the log, "
			  "and there is no %s", path);
	free(path);
	return result;
}

static int apply_rules(struct match_options *options, struct error *err)
{
	struct match_config *match = &options->request.match;

	return rules_set_words(match->game, &options->rules, match->rule, err);
}

/* Applies the options to the request's match, whose game and entrants are
   already set; the rules of a program have to wait until it has said them.
   Returns 0, or -1 with `err`. */
static int apply_options(struct match_options *options, struct error *err)
{
	struct match_config *match = &options->request.match;

	for (int i = 0; i < options->files.count; i++)
		if (match_config_add_files(match, options->files.word[i],
					   err) != 0)
			return -1;
	if (match->game != NULL && apply_rules(options, err) != 0)
		return -1;
	if (limits_set_words(&match->limits, &options->limits, err) != 0)
		return -1;
	if (options->boards > 0)
		match->boards = options->boards;
	if (options->rotations > 0)
		match->rotations = options->rotations;
	if (options->level != LEVEL_COUNT)
		match->level = options->level;
	return 0;
}

static void warn_of_levels(const struct match_config *match)
{
	struct logline_entrant entrant[GAME_SEATS_MAX];
	const char *warning = NULL;
	OWNED(text) struct text weaker = {0};

	for (int i = 0; i < match->entrants; i++) {
		const enum level own = entrant_level(&match->entrant[i],
						     match->level);

		entrant[i] = logline_entrant_of(&match->entrant[i],
						match->level);
		if (warning == NULL)
			warning = landlock_warning(own);
	}
	if (warning != NULL)
		fprintf(stderr, "referee: warning: %s\n", warning);
	if (doubts_weaker_entrants(entrant, match->entrants, match->level,
				   &weaker))
		fprintf(stderr, "referee: warning: %s\n",
			text_string(&weaker));
}

/* In the player: starts the program that is the game, and sets its rules. */
static int start_program(struct session *session,
			 struct match_options *options, struct error *err)
{
	struct match_config *match = session->match;

	return program_host_start(&session->program, &session->hosting,
				  match->entrants, session->keeper,
				  session->run.stop, err) != 0 ||
		match_config_set_game(match, program_game_of(
				      session->program.game), err) != 0 ||
		apply_rules(options, err) != 0 ?
		-1 : match_config_check_rules(match, err);
}

/* Starts the keeper of the session's match, and catches signals.  `advice`, or
   NULL, is added to the keeper's message if the playing process is killed;
   quiet: no warnings.  Returns 0, or -1 with `err`. */
static int start_hosting(struct session *session,
			 struct match_options *options, const char *advice,
			 bool quiet, struct error *err)
{
	if (match_config_settle(session->match, err) != 0 ||
	    process_hide(err) != 0)
		return -1;
	match_config_hosting(session->match, &session->hosting,
			     session->hosted);
	session->hosting.jobs = session->request->jobs;
	session->hosting.advice = advice;
	session->hosting.waits = true;
	if (!quiet)
		warn_of_levels(session->match);
	if (keeper_split(&session->hosting, &session->keeper, err) != 0)
		return -1;
	session->run.stop = stop_signals_catch_from_parent();
	return session->match->programmed ?
		start_program(session, options, err) : 0;
}

/* ### play */

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

static const struct option play_rows[] = {
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
	{ "--jobs", "N", "matches that the caller plays at a time (1)",
		OPTIONS_INTEGER(struct play_options, match.request.jobs, 1,
				4096) },
	{ "--follow", NULL, "show the match while it is played",
		OPTIONS_FLAG(struct play_options, follow) },
	{ "--json", NULL, "print events as JSON, one object per line",
		OPTIONS_FLAG(struct play_options, json) },
	{ 0 }
};

/* ### the match */

/* For refuse_options: these define the whole match. */
#define WHOLE_MATCHES "a match file or --resume, only with GAME BOT BOT.."

static int read_match_file(struct play_options *wanted, struct error *err)
{
	struct request *request = &wanted->match.request;

	if (refuse_options(&wanted->match, WHOLE_MATCHES, err) != 0)
		return -1;
	if (wanted->match.bots.count > 0)
		return error_set(err, "unexpected argument \"%s\" after the "
				 "match file", wanted->match.bots.word[0]);
	request->file = wanted->first;
	if (match_config_read(&request->match, wanted->first, err) != 0)
		return -1;
	/* The file of a tournament has names that it was made with. */
	if (request->match.tournament == NULL &&
	    names_check_all(request->match.entrant, request->match.entrants,
			    err) != 0)
		return error_at(err, "%s: entrants", wanted->first);
	return 0;
}

static int add_bots(struct play_options *wanted, struct error *err)
{
	for (int i = 0; i < wanted->match.bots.count; i++)
		if (match_config_add_entrant(&wanted->match.request.match,
					     wanted->match.bots.word[i],
					     err) != 0)
			return -1;
	return apply_options(&wanted->match, err);
}

/* Begins a match of the game, which is a name or a program. */
static int begin_match(struct match_options *options, const char *name,
		       struct error *err)
{
	struct match_config *match = &options->request.match;
	const bool programmed = match_config_is_program(name);
	const struct game *game = programmed ? NULL : games_need(name, err);

	if (game == NULL && !programmed)
		return -1;
	match_config_init(match, game);
	return !programmed ? 0 :
		match_config_set_program(match, name, options->game_files,
					 err);
}

static int make_match(struct play_options *wanted, struct error *err)
{
	if (!match_config_is_program(wanted->first) &&
	    file_expect(wanted->first, false, "a game or a match file "
			"(tournament run DIR resumes a tournament)", err) != 0)
		return -1;
	if (begin_match(&wanted->match, wanted->first, err) != 0)
		return match_config_is_program(wanted->first) ? -1 :
			error_add(err, ", and a match file ends in .json");
	return add_bots(wanted, err);
}

static int find_match(const struct options *line, struct play_options *wanted,
		      struct error *err)
{
	if (wanted->match.request.resume != NULL)
		return read_resumed_match(&wanted->match, wanted->first,
					  WHOLE_MATCHES, err);
	if (wanted->first == NULL)
		return options_missing(line, "GAME", err);
	if (session_stem(wanted->first, ".json") > 0)
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
	OWNED(text) struct text limit = {0};
	struct text out = {0};

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
}

/* The last lines of a text, at most so many. */
static const char *last_lines(const char *text, int most)
{
	size_t at = strlen(text);

	if (at > 0 && text[at - 1] == '\n')
		at--;
	while (at > 0 && (text[at - 1] != '\n' || --most > 0))
		at--;
	return text + at;
}

struct evidence {
	const struct session *session;
	bool told[GAME_SEATS_MAX];      /* by entrant */
	struct text out;
};

/* Appends what the bot wrote before its first fault, from a line of a trace. */
static void take_evidence(void *context, const cJSON *line)
{
	enum { LINES = 8, COLUMN = 4 };
	struct evidence *evidence = context;
	const struct match_config *match = evidence->session->match;
	const char *times = cJSON_GetStringValue(json_get(line, "times"));
	const char *said = cJSON_GetStringValue(json_get(line, "stderr"));
	const char *words = "standard error";
	struct text *out = &evidence->out;
	long long entrant, game;

	if (!json_is_int(json_get(line, "entrant"), 0, match->entrants - 1,
			 &entrant) || evidence->told[entrant] ||
	    !json_is_int(json_get(line, "game"), 0, UINT32_MAX, &game))
		return;
	evidence->told[entrant] = true;
	if (times != NULL) {
		text_printf(out, "%s in game %lld: ",
			    match->entrant[entrant].name, game);
		printable_escaped(out, times);
		text_byte(out, '\n');
	}
	if (said == NULL) {
		said = cJSON_GetStringValue(json_get(line, "came"));
		words = "standard output";
	}
	if (said == NULL)
		return;
	said = last_lines(said, LINES);
	text_printf(out, "%s in game %lld, the end of its %s:\n%*s",
		    match->entrant[entrant].name, game, words, COLUMN, "");
	printable_block(out, said, strlen(said), COLUMN);
	text_add(out, "\n");
}

static void print_evidence(const struct session *session)
{
	struct evidence evidence = { .session = session };
	struct error ignored;

	/* Without a fault there is no trace of faults, and a pipe cannot be read
	   once more. */
	if (session->run.trace != NULL &&
	    !file_is_device(session->trace.path) &&
	    json_lines_read(session->trace.path, "fault", take_evidence,
			    &evidence, &ignored) == 0 &&
	    evidence.out.length > 0) {
		command_line_print(&evidence.out);
		printable_line(stdout, "trace: %s", session->trace.path);
	}
	text_release(&evidence.out);
}

static void print_table(const struct session *session,
			const struct match_summary *summary)
{
	struct text out = {0};

	match_summary_table(summary, &session->run.timing, &out);
	text_byte(&out, '\n');
	match_summary_elo(summary, &out);
	command_line_print(&out);
	print_evidence(session);
	printable_line(stdout, "log: %s", session->log);
	for (int i = 0; i < session->match->entrants; i++)
		if (match_summary_never_started(summary, i))
			print_advice(session->match, i);
}

static int print_end(const struct session *session, bool json,
		     struct error *err)
{
	const char *trace = session->request->fault_trace;
	OWNED(match_summary) struct match_summary summary = {0};
	OWNED(trace_marks) struct trace_marks marks = {0};

	if (file_is_device(session->log))
		return 0;
	/* Also has the marks of games that an earlier run has played. */
	if ((json && trace != NULL &&
	     trace_marks_read(&marks, trace, err) != 0) ||
	    match_summary_read(&summary, session->log, &marks, err) != 0)
		return -1;
	if (json)
		print_end_event(session, &summary.result);
	else
		print_table(session, &summary);
	return 0;
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
	OWNED(session) struct session session = {
		.request = &wanted->match.request, .match = match,
		.out = { .fd = -1 }, .run.ends_game = true,
	};
	int result;

	/* For a tournament, `tournament` says how to continue. */
	result = start_hosting(&session, &wanted->match,
			       match->tournament != NULL ? NULL :
			       "; the log is intact; continue "
			       "with referee play --resume", wanted->json,
			       err);
	if (result == 0)
		result = play(&session, wanted, err);
	replay_release(&wanted->replay);
	audit_release(&wanted->audit);
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

static enum exit_code run_play(struct options *line, struct error *err)
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
	.options = play_rows,
	.more = "BOT is [NAME=]COMMAND; the command is split at spaces, "
		"without a shell; a word with\nspaces stands in quotes: "
		"'ann=\"my bots/ann\"'.  The name is by default that of "
		"the\nbot's file.  An existing log is never overwritten.  To "
		"resume an interrupted match,\n--resume LOG needs the match "
		"file (.json) and the secret (.secret), which are\nbeside the "
		"log.\n",
	.tables = limits_help,
	.run = run_play,
};

/* ### join */

struct join_options {
	struct match_options match;
	const char *game, *name;
	int seat;               /* -1: not given */
};

static const struct option join_rows[] = {
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

static int make_joined(struct join_options *wanted, struct error *err)
{
	struct match_config *match = &wanted->match.request.match;

	if (begin_match(&wanted->match, wanted->game, err) != 0)
		return -1;
	/* A person must not play the same dice twice. */
	match->rotations = 1;
	if (add_entrants(wanted, match, err) != 0)
		return -1;
	return apply_options(&wanted->match, err);
}

static int read_resumed(struct join_options *wanted, struct error *err)
{
	const struct request *request = &wanted->match.request;
	const char *game = wanted->game;

	if (wanted->seat >= 0)
		game = "--seat";
	if (wanted->name != NULL)
		game = "--name";
	if (read_resumed_match(&wanted->match, game, "--resume, only with "
			       "GAME BOT..", err) != 0)
		return -1;
	if (match_config_person(&request->match) >= 0)
		return 0;
	error_set(err, "%s: nobody in this match is a person",
		  request->resume);
	return error_command(err, "; continue with referee play --resume",
			     request->resume);
}

static int find_joined(const struct options *line, struct join_options *wanted,
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
	return make_joined(wanted, err);
}

/* ### the run */

static int play_joined(struct session *session, struct join *join,
		       struct error *err)
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

static enum exit_code run_join_session(struct match_options *options,
				       struct error *err)
{
	struct request *request = &options->request;
	OWNED(session) struct session session = { .request = request,
		.match = &request->match, .out = { .fd = -1 } };
	OWNED(join) struct join join = {0};
	int result;

	result = start_hosting(&session, options, "; the log is intact; "
			       "continue with referee join --resume",
			       false, err);
	if (result == 0)
		result = play_joined(&session, &join, err);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

static enum exit_code run_join(struct options *line, struct error *err)
{
	struct join_options wanted = { .match.level = LEVEL_COUNT, .seat = -1 };

	if (options_read(line, &wanted, err) != 0 ||
	    join_check_terminal(err) != 0 ||
	    find_joined(line, &wanted, err) != 0) {
		match_config_release(&wanted.match.request.match);
		return EXIT_TROUBLE;
	}
	return run_join_session(&wanted.match, err);
}

const struct command command_join = {
	.name = "join",
	.arguments = "GAME BOT.. | --resume LOG  [OPTIONS]",
	.help = "play against bots yourself, at the terminal",
	.options = join_rows,
	.more = "BOT is [NAME=]COMMAND, as for referee play.  The person has no "
		"clock; the bots have\ntheir sandbox and limits.  At the "
		"prompt ? lists what can be typed: numbers of moves,\ncells "
		"and dice to search for, h for the rules, q to leave.  The "
		"log is like any\nother; a match that you left with q, Ctrl-D "
		"or Ctrl-C continues with --resume LOG.\n",
	.run = run_join,
};
