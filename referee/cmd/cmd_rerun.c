/*
 * cmd_rerun.c - referee rerun: plays a finished match again and compares.
 *
 * The secret, the bots and the code are the same, but the log is compared
 * instead of written.  Bots that are deterministic for a given seed produce the
 * same bytes, which shows that no moves were invented for them.  With --seat
 * only one bot runs, and the moves of the others come from the log, so that its
 * author needs nothing else.
 */
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/printable.h"
#include "base/process.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "match/match.h"
#include "match/match_config.h"
#include "match/program_host.h"
#include "pack/packed_log.h"
#include "session/session.h"

struct rerun_options {
	const char *log, *trace, *seat, *files, *with, *game, *game_files;
	bool moved;
	bool other;                     /* --seat without -- COMMAND */
	enum level level;               /* LEVEL_COUNT: not given */
	char **command;                 /* ends with NULL; or NULL */
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("LOG", struct rerun_options, log),
	{ "--seat", "NAME", "run this bot alone, as COMMAND",
		OPTIONS_TEXT(struct rerun_options, seat) },
	{ "--files", "F[,F]..", "with --seat: all files of the bot, as in the match",
		OPTIONS_TEXT(struct rerun_options, files) },
	{ "--game", "COMMAND", "with --seat: the program with the rules",
		OPTIONS_TEXT(struct rerun_options, game) },
	{ "--game-files", "F[,F]..", "all files of that program",
		OPTIONS_TEXT(struct rerun_options, game_files) },
	{ "--moved", NULL, "with --seat: COMMAND may differ from that of "
		"the log",
		OPTIONS_FLAG(struct rerun_options, moved) },
	{ "--with", "COMMAND", "play all games again, with this bot in the "
		"place of --seat", OPTIONS_TEXT(struct rerun_options, with) },
	{ "--sandbox", "LEVEL", "none, limits or strict (strict; with --seat "
		"as in the log)",
		OPTIONS_WORD(struct rerun_options, level, limits_level_words,
			     LEVEL_NONE, LEVEL_STRICT) },
	{ "--trace", "FILE", "record every line in both directions, with times",
		OPTIONS_TEXT(struct rerun_options, trace) },
	{ "COMMAND", NULL, NULL, OPTIONS_REST(struct rerun_options, command) },
	{ 0 }
};

/* One run of the command. */
struct rerun {
	const struct rerun_options *wanted;
	struct audit audit;
	struct match_config match;
	struct program_host program;
	struct trace trace;
	int seat;               /* the entrant of --seat; -1: all bots run */
	bool moved;             /* its command is not that of the log */
	struct script script;   /* those whose moves come from the log */
	struct logfile old;
	struct text ahead;      /* lines of `old` that were read, each with its
				   LF; those from `at` on are still to come */
	size_t at, last;        /* the size of the one before, with its LF */
	struct log_step step;   /* passes each line of `old` that is the same */
	uint64_t moves;         /* of bots that run */
	bool interrupted;       /* the next line of `old` is a resume */
	bool differs;           /* a line does; `err` says which */
	uint32_t told;          /* other games that are over */
};

/* ### all bots, from the match file */

/* Checks the command `words` against the log; `file` names its source. */
static int check_command(const struct logline_entrant *then,
			 char *const *words, const struct hash *now,
			 const char *file, struct error *err)
{
	OWNED(text) struct text text = {0};

	if (hash_equal(now, &then->command))
		return 0;
	entrant_command_text(words, &text);
	return error_set(err, "%s: the command of %s is %s, which is not the "
			 "one in the log", file, then->name,
			 text_string(&text));
}

/* `other` is the name of a bot that may differ, or NULL. */
static int check_bots(const struct match_config *match,
		      const struct logline_header *header, const char *other,
		      const char *file, struct error *err)
{
	if (match->entrants != header->entrants)
		return error_set(err, "the match file has other entrants than "
				 "the log");
	for (int i = 0; i < match->entrants; i++) {
		const struct entrant *now = &match->entrant[i];
		const struct logline_entrant *then = &header->entrant[i];

		if (strcmp(now->name, then->name) != 0)
			return error_set(err, "%s: expected the entrants of "
					 "the log, %s at position %d, found %s",
					 file, then->name, i + 1, now->name);
		if (other != NULL && strcmp(other, now->name) == 0)
			continue;
		if (check_command(then, now->command, &now->sealed, file,
				  err) != 0)
			return -1;
		if (!hash_equal(&now->bot, &then->bot))
			return error_set(err, "bot %s is not the one in the "
					 "log: its files have changed "
					 "(--seat %s plays it on the same "
					 "dice)", now->name,
					 now->name);
	}
	return 0;
}

/* Checks that the program that is the game is that of the log. */
static int check_program(const struct match_config *match,
			 const struct logline_header *header,
			 struct error *err)
{
	return hash_equal(&match->program.bot, &header->program.files) ? 0 :
		error_set(err, "the program that is the game has changed since "
			  "the log was made");
}

/* Checks that the match file fits the log, and takes seal and salt from the
   log. */
static int follow_header(struct match_config *match, const struct audit *audit,
			 const char *other, const char *file,
			 struct error *err)
{
	const struct logline_header *header = &audit->header;

	if (match->programmed != header->programmed ||
	    (match->programmed ?
	     check_program(match, header, err) != 0 :
	     match->game != audit->game ||
	     memcmp(match->rule, audit->rule,
		    (size_t)rules_count(audit->game) *
		    sizeof *match->rule) != 0))
		return error_set(err, "the match file has another game or "
				 "other rules than the log");
	if (match->boards != header->boards ||
	    match->rotations != header->rotations ||
	    match->links != header->links)
		return error_set(err, "the match file has other boards, "
				 "rotations or links than the log");
	match->seal = header->seal;
	match->salt = header->salt;
	return check_bots(match, header, other, file, err);
}

/* The match file, like the log, may be a stranger's: what it says is started at
   `strict`, unless the caller trusts it and asks for less. */
static void choose_level(struct rerun *rerun)
{
	struct match_config *match = &rerun->match;
	const bool is_given = rerun->wanted->level != LEVEL_COUNT;
	enum level least = LEVEL_STRICT;

	for (int i = 0; i < match->entrants; i++) {
		struct entrant *entrant = &match->entrant[i];
		const enum level then = entrant_level(entrant, match->level);

		if (then < least && !entrant_is_person(entrant))
			least = then;
		entrant->leveled = false;
	}
	match->level = is_given ? rerun->wanted->level : LEVEL_STRICT;
	if (!is_given && least != LEVEL_STRICT)
		printf("played at %s, started at strict: if you trust these "
		       "files, --sandbox %s starts the bots as then\n",
		       limits_level_words[least], limits_level_words[least]);
}

/* Takes the bot of --seat as it is now, or gives it the command of --with. */
static int replace_bot(struct match_config *match,
		       const struct rerun_options *wanted, struct error *err)
{
	OWNED(match_config) struct match_config scratch = {0};
	struct entrant *entrant = match->entrant;
	char *name;

	if (!wanted->other)
		return 0;
	while (entrant < match->entrant + match->entrants &&
	       strcmp(entrant->name, wanted->seat) != 0)
		entrant++;
	if (entrant == match->entrant + match->entrants)
		return error_set(err, "--seat: there is no bot %s",
				 wanted->seat);
	entrant->pinned = false;
	if (wanted->with == NULL)
		return 0;
	match_config_init(&scratch, match->game);
	if (match_config_add_entrant(&scratch, wanted->with, err) != 0)
		return -1;
	name = entrant->name;
	entrant->name = NULL;
	entrant_release(entrant);
	*entrant = scratch.entrant[0];
	free(entrant->name);
	entrant->name = name;
	scratch.entrants = 0;
	return 0;
}

static int find_all(struct rerun *rerun, struct error *err)
{
	struct match_config *match = &rerun->match;
	AUTOFREE char *log = session_plain(rerun->wanted->log);
	AUTOFREE char *file = session_beside(log, ".json", err);

	if (file == NULL || match_config_read(match, file, err) != 0 ||
	    replace_bot(match, rerun->wanted, err) != 0 ||
	    match_config_settle(match, err) != 0 ||
	    follow_header(match, &rerun->audit, rerun->wanted->other ?
			  rerun->wanted->seat : NULL, file, err) != 0)
		return -1;
	choose_level(rerun);
	return 0;
}

/* ### one bot, from the command line */

static int find_entrant(const struct logline_header *header, const char *name,
			struct error *err)
{
	for (int i = 0; i < header->entrants; i++)
		if (strcmp(header->entrant[i].name, name) == 0)
			return logline_is_person(&header->entrant[i]) ?
				error_set(err, "--seat: %s was a person", name)
				: i;
	error_set(err, "--seat: expected one of");
	for (int i = 0; i < header->entrants; i++)
		error_add(err, "%s %s", i > 0 ? "," : "",
			  header->entrant[i].name);
	return error_add(err, "; found \"%.100s\"", name);
}

/* Fills in the bot of --seat, and checks that it is that of the log. */
static int settle_one(struct rerun *rerun, struct entrant *entrant,
		      const struct logline_entrant *then, struct error *err)
{
	const struct rerun_options *wanted = rerun->wanted;

	entrant->command = words_copy(wanted->command);
	if (wanted->files != NULL)
		entrant_add_files(entrant, ".", wanted->files);
	if (entrant_settle(entrant, ".", err) != 0)
		return -1;
	if (!hash_equal(&entrant->bot, &then->bot))
		return error_set(err, "the files of this bot are not those of "
				 "%s in the log (without -- COMMAND, --seat %s "
				 "plays it on the same dice): expected the hash %s, found %s",
				 then->name, then->name, HASH_HEX(&then->bot),
				 HASH_HEX(&entrant->bot));
	if (match_config_check_command(entrant, then, "command line",
				       err) == 0)
		return 0;
	rerun->moved = true;
	return wanted->moved ? 0 :
		error_add(err, "; if only its paths differ, add --moved");
}

/* Fills in the program of --game. */
static int settle_program(struct rerun *rerun, struct error *err)
{
	const struct rerun_options *wanted = rerun->wanted;
	const struct logline_header *header = &rerun->audit.header;
	struct match_config *match = &rerun->match;

	if (!header->programmed)
		return wanted->game == NULL ? 0 :
			error_set(err, "--game: %s is a game that the referee "
				  "has", header->game);
	if (wanted->game == NULL)
		return error_set(err, "the rules of %s are a program: give it "
				 "with --game", header->game);
	return match_config_set_program(match, wanted->game,
					wanted->game_files, err) != 0 ||
		programs_settle(&match->program, match->base, err) != 0 ?
		-1 : check_program(match, header, err);
}

static int find_one(struct rerun *rerun, struct error *err)
{
	const struct rerun_options *wanted = rerun->wanted;
	const struct audit *audit = &rerun->audit;
	const struct logline_entrant *then;
	int seat = find_entrant(&audit->header, wanted->seat, err);

	if (seat < 0 ||
	    match_config_of_header(&rerun->match, &audit->header, audit->game,
				   audit->rule, err) != 0 ||
	    settle_program(rerun, err) != 0)
		return -1;
	then = &audit->header.entrant[seat];
	rerun->seat = seat;
	if (wanted->level != LEVEL_COUNT)
		rerun->match.level = wanted->level;
	else if (then->leveled)
		rerun->match.level = then->level;
	return settle_one(rerun, &rerun->match.entrant[seat], then, err);
}

/* ### the run */

/* Decides which entrants' moves come from the log: with --seat those of all
   others, otherwise those of people. */
static void cast(struct rerun *rerun)
{
	const struct logline_header *header = &rerun->audit.header;

	for (int i = 0; i < header->entrants; i++)
		rerun->script.plays[i] = rerun->seat >= 0 ?
			i != rerun->seat :
			logline_is_person(&header->entrant[i]);
}

static void print_starts(const struct rerun *rerun)
{
	OWNED(text) struct text words = {0};

	for (int i = 0; i < rerun->match.entrants; i++) {
		const struct entrant *entrant = &rerun->match.entrant[i];

		if (rerun->script.plays[i])
			continue;
		text_clear(&words);
		entrant_command_text(entrant->command, &words);
		printable_line(stdout, "starts %s: %s", entrant->name,
			       text_string(&words));
	}
	fflush(stdout);
}

/* ### comparing: the step is where the match is */

/* The next line of the old log.  Returns 0, or -1 with `err`. */
static int next_old(struct rerun *rerun, const char **line, size_t *size,
		    struct error *err)
{
	if (rerun->at == rerun->ahead.length) {
		switch (logfile_next(&rerun->old, line, size, err)) {
		case LOGFILE_LINE:
			break;
		case LOGFILE_TROUBLE:
			return -1;
		default:
			return error_set(err, "the log ends before the match "
					 "does");
		}
		text_append(&rerun->ahead, *line, *size);
		text_byte(&rerun->ahead, '\n');
	}
	*line = rerun->ahead.bytes + rerun->at;
	*size = (size_t)((const char *)memchr(*line, '\n',
		rerun->ahead.length - rerun->at) - *line);
	rerun->last = *size + 1;
	rerun->at += rerun->last;
	return 0;
}

/* The line that was read last is still to come. */
static void back_old(struct rerun *rerun)
{
	rerun->at -= rerun->last;
}

/* No line before the next one is needed any more. */
static void forget_old(struct rerun *rerun)
{
	const size_t left = rerun->ahead.length - rerun->at;

	if (rerun->at == 0)
		return;
	memmove(rerun->ahead.bytes, text_end(&rerun->ahead) - left, left);
	rerun->ahead.length = left;
	rerun->at = 0;
}

/* The number of the line that was read last. */
static unsigned long long old_number(const struct rerun *rerun)
{
	unsigned long long number = rerun->old.line;

	for (size_t i = rerun->at; i < rerun->ahead.length; i++)
		number -= rerun->ahead.bytes[i] == '\n';
	return number;
}

/* Here the old match was interrupted.  Returns -1. */
static int interrupt(struct rerun *rerun, struct error *err)
{
	back_old(rerun);
	rerun->interrupted = true;
	return error_set(err, "interrupted");
}

/* Sets `err` to "LOG:LINE: the log says OLD"; the caller adds the rest.
   Returns -1. */
static int say_differs(struct rerun *rerun, const char *old, size_t size,
		       struct error *err)
{
	rerun->differs = true;
	return error_set(err, "%s:%llu: the log says %.*s", rerun->old.path,
			 old_number(rerun),
			 (int)(size < 300 ? size : 300), old);
}

/* Counts the move that is about to be passed, if a bot made it. */
static void count_move(struct rerun *rerun, int seat)
{
	const struct log_step *step = &rerun->step;
	const int entrant = game_place(seat, log_step_rotation(step),
				       step->run.seats);

	rerun->moves += !rerun->script.plays[entrant];
}

static int compare_line(struct rerun *rerun, const char *now, size_t size,
			struct error *err)
{
	static const char move_start[] = "{\"t\":\"move\",\"seat\":";
	const enum logline_type type = logline_type_of(now, size);
	size_t old_size;
	const char *old;

	forget_old(rerun);
	if (next_old(rerun, &old, &old_size, err) != 0)
		return -1;
	if (type != LINE_RESUME &&
	    logline_type_of(old, old_size) == LINE_RESUME)
		return interrupt(rerun, err);
	/* The referee's version and key may differ, and so the signature. */
	if (type == LINE_MATCH || type == LINE_SIGN)
		return 0;
	if (size != old_size || memcmp(now, old, size) != 0) {
		say_differs(rerun, old, old_size, err);
		return error_add(err, ", now it is %.*s",
				 (int)(size < 300 ? size : 300), now);
	}
	if (type == LINE_MOVE)
		count_move(rerun, atoi(now + sizeof move_start - 1));
	return log_step_take(&rerun->step, old, old_size, err);
}

/* The sink of the log that is not written. */
static int compare(void *context, const char *bytes, size_t size,
		   struct error *err)
{
	const char *end = bytes + size, *feed;

	for (; bytes < end; bytes = feed + 1) {
		feed = memchr(bytes, '\n', (size_t)(end - bytes));
		if (compare_line(context, bytes, (size_t)(feed - bytes),
				 err) != 0)
			return -1;
	}
	return 0;
}

/* ### other games on the same dice */

/* The name of who plays on a seat in the game that is told next. */
static const char *name_on(const struct rerun *rerun, int seat)
{
	const struct match_config *match = &rerun->match;
	const int rotation = (int)(rerun->told % (uint32_t)match->rotations);

	return match->entrant[(seat + rotation) % match->entrants].name;
}

static void tell_over(const struct rerun *rerun, const cJSON *line)
{
	const cJSON *scores = json_get(line, "scores");
	const cJSON *ranks = json_get(line, "ranks");

	for (int seat = 0; seat < cJSON_GetArraySize(ranks); seat++)
		printable_line(stdout, "game %u: %s: place %d, score %d",
			       rerun->told + 1, name_on(rerun, seat),
			       cJSON_GetArrayItem(ranks, seat)->valueint,
			       cJSON_GetArrayItem(scores, seat)->valueint);
}

static void tell_line(struct rerun *rerun, const char *line, size_t size)
{
	const enum logline_type type = logline_type_of(line, size);
	OWNED(json_tree) cJSON *tree = NULL;

	if (type != LINE_FAULT && type != LINE_OVER)
		return;
	tree = json_parse(line, size);
	if (type == LINE_FAULT)
		printable_line(stdout, "game %u: %s: %s, %s", rerun->told + 1,
			       name_on(rerun,
				       json_get(tree, "seat")->valueint),
			       json_get(tree, "fault")->valuestring,
			       json_get(tree, "detail")->valuestring);
	else
		tell_over(rerun, tree);
	rerun->told += type == LINE_OVER;
}

/* The sink of the log of other games, which is not written. */
static int tell(void *context, const char *bytes, size_t size,
		struct error *err)
{
	const char *end = bytes + size, *feed;

	(void)err;
	for (; bytes < end; bytes = feed + 1) {
		feed = memchr(bytes, '\n', (size_t)(end - bytes));
		tell_line(context, bytes, (size_t)(feed - bytes));
	}
	return 0;
}

/* ### moves from the log */

/* What the line says that a seat did. */
static int read_script_step(const struct engine *engine,
			    enum logline_type type, const cJSON *tree,
			    struct script_step *step, struct error *err)
{
	const struct game_run *run = &engine->step.run;

	if (type == LINE_AGAIN) {
		step->kind = SCRIPT_AGAIN;
		return 0;
	}
	if (type == LINE_MOVE) {
		step->kind = SCRIPT_MOVE;
		if (program_game_deciders(run->game, run->state) > 1) {
			step->chosen = cJSON_Duplicate(json_get(tree, "move"),
						       true);
			return 0;
		}
		return run->game->read_move(run->state, json_get(tree, "move"),
					    &step->move, err);
	}
	step->kind = SCRIPT_FAULT;
	/* Always found: the audit has verified the log. */
	step->fault = (enum fault)words_find(fault_words,
		json_get(tree, "fault")->valuestring);
	step->detail = memory_copy(json_get(tree, "detail")->valuestring);
	return 0;
}

/* `next` of the script: looks at the line after those already compared. */
static int next_of_seat(void *context, struct engine *engine, int seat,
			bool due, struct script_step *step, struct error *err)
{
	struct rerun *rerun = context;
	OWNED(json_tree) cJSON *tree = NULL;
	int others = program_game_deciders(engine->game,
					   engine->step.run.state);
	const size_t at = rerun->at;
	enum logline_type type;
	const char *line;
	int result = 0;
	size_t size;

	/* The moves of seats that decide together stand together. */
	do {
		cJSON_Delete(tree);
		if (next_old(rerun, &line, &size, err) != 0 ||
		    logline_read(line, size, &tree, &type, err) != 0)
			return -1;
	} while (type == LINE_MOVE && --others > 0 &&
		 json_get(tree, "seat")->valueint != seat);
	if ((type == LINE_MOVE || type == LINE_AGAIN || type == LINE_FAULT) &&
	    json_get(tree, "seat")->valueint == seat) {
		if (due || type == LINE_FAULT)
			result = read_script_step(engine, type, tree, step,
						  err);
	} else if (due && type == LINE_RESUME) {
		result = interrupt(rerun, err);
	} else if (due) {
		say_differs(rerun, line, size, err);
		result = error_add(err, ", now seat %d is to decide", seat);
	}
	if (!rerun->interrupted)
		rerun->at = at;
	return result;
}

static int open_old(struct rerun *rerun, struct hash *secret,
		    struct error *err)
{
	if (packed_log_open(&rerun->old, rerun->wanted->log, false, err) != 0 ||
	    log_step_init(&rerun->step, &rerun->audit.header, NULL, err) != 0)
		return -1;
	if (!logfile_secret(&rerun->old, secret))
		return error_set(err, "the log has no close line");
	log_step_begin(&rerun->step, secret);
	return 0;
}

/* Plays until the old match was interrupted, and goes on from there with new
   bots, as the old one did. */
static int play_again(struct rerun *rerun, int keeper,
		      const struct hosting *hosting, struct error *err)
{
	struct signing_key key;
	struct matchlog log;
	struct hash secret;
	struct match_run run = {
		.match = &rerun->match,
		.secret = &secret,
		.key = &key,
		.log = &log,
		.keeper = keeper,
		.hosting = hosting,
		.trace = rerun->trace.fd >= 0 ? &rerun->trace : NULL,
		.script = &rerun->script,
		.stop = stop_signals_catch_from_parent(),
	};
	unsigned char seed[HASH_SIZE] = {0};
	int result;

	/* Key and signature are not compared, so any key will do. */
	keys_from_seed(&key, seed);
	if (open_old(rerun, &secret, err) != 0)
		return -1;
	do {
		rerun->interrupted = false;
		matchlog_divert(&log, rerun->wanted->other ? tell : compare,
				rerun);
		result = match_play(&run, err);
		matchlog_release(&log);
		run.resume = log_step_resume(&rerun->step);
	} while (rerun->interrupted);
	return result;
}

/* Says how far abandoned games were compared, after a sentence. */
static void print_same(const struct rerun *rerun)
{
	OWNED(text) struct text more = {0};

	if (rerun->step.abandoned > 0)
		text_printf(&more, "; abandoned games: %u, the same as far as "
			    "they go", rerun->step.abandoned);
	printable_line(stdout, "%s: replayed identically: %u games, %llu "
		       "moves%s%s%s%s", rerun->wanted->log,
		       rerun->audit.games, (unsigned long long)rerun->moves,
		       rerun->seat >= 0 ? " of " : "",
		       rerun->seat >= 0 ? rerun->wanted->seat : "",
		       text_string(&more), rerun->moved ? "; the words of its "
		       "command differ from those of the log" : "");
}

static enum exit_code conclude(const struct rerun *rerun, bool same,
			       const struct error *why)
{
	if (!same && !rerun->differs)
		return EXIT_TROUBLE;
	if (rerun->wanted->other) {
		printable_line(stdout, "OTHER GAMES on the dice of %s, with %s "
			       "as it is now: nothing was compared with the "
			       "log", rerun->wanted->log, rerun->wanted->seat);
		return EXIT_YES;
	}
	if (same)
		print_same(rerun);
	else
		printable_line(stdout, "%s%s", why->text, rerun->moved ?
			       "; the words of the command differ, too" : "");
	return same ? EXIT_YES : EXIT_NO;
}

static int open_trace(struct rerun *rerun, struct error *err)
{
	const char *path = rerun->wanted->trace;

	if (path == NULL)
		return 0;
	return trace_open(&rerun->trace, path, err) == 0 ? 0 :
		error_at(err, "--trace");
}

/* Starts the program that is the game, with the rules of the log. */
static int start_program(struct rerun *rerun, const struct hosting *hosting,
			 int keeper, struct error *err)
{
	struct match_config *match = &rerun->match;

	if (!match->programmed)
		return 0;
	cJSON_Delete(match->rules);
	match->rules = cJSON_Duplicate(rerun->audit.header.rules, true);
	return program_host_start(&rerun->program, hosting, match->entrants,
				  keeper, stop_signals_catch_from_parent(),
				  err) != 0 ||
		match_config_set_game(match, program_game_of(
				      rerun->program.game), err) != 0 ?
		-1 : match_config_check_rules(match, err);
}

static enum exit_code rerun_log(struct rerun *rerun, struct error *err)
{
	const struct rerun_options *wanted = rerun->wanted;
	struct hosted hosted[HOSTED_MAX];
	struct hosting hosting;
	enum exit_code code;
	bool same;
	int keeper;

	if (audit_log(&rerun->audit, wanted->log, err) != AUDIT_PASSED ||
	    (wanted->seat != NULL && !wanted->other ? find_one(rerun, err) :
	     find_all(rerun, err)) != 0)
		return EXIT_TROUBLE;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	match_config_hosting(&rerun->match, &hosting, hosted);
	if (keeper_split(&hosting, &keeper, err) != 0 ||
	    open_trace(rerun, err) != 0 ||
	    start_program(rerun, &hosting, keeper, err) != 0)
		return EXIT_TROUBLE;
	cast(rerun);
	print_starts(rerun);
	same = play_again(rerun, keeper, &hosting, err) == 0;
	code = conclude(rerun, same, err);
	if (code != EXIT_TROUBLE && trace_show(&rerun->trace, err) != 0)
		code = EXIT_TROUBLE;
	return code;
}

static int check_options(const struct rerun_options *wanted,
			 const struct options *line, struct error *err)
{
	const char *alone = wanted->files != NULL ? "--files" :
		wanted->moved ? "--moved" : wanted->with != NULL ? "--with" :
		wanted->command != NULL ? "COMMAND" : NULL;

	if (wanted->seat == NULL)
		return alone == NULL ? 0 :
			error_set(err, "%s: only with --seat NAME", alone);
	if (wanted->with != NULL && wanted->command != NULL)
		return error_set(err, "--with: give either it or -- COMMAND");
	return !wanted->other || (wanted->files == NULL && !wanted->moved) ? 0 :
		options_missing(line, "-- COMMAND", err);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct rerun_options wanted = { .level = LEVEL_COUNT };
	struct rerun rerun = { .wanted = &wanted, .trace.fd = -1, .seat = -1,
		.old.fd = -1,
		.script = { .next = next_of_seat, .context = &rerun } };
	enum exit_code code;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	wanted.other = wanted.seat != NULL && wanted.command == NULL;
	if (check_options(&wanted, line, err) != 0)
		return EXIT_TROUBLE;
	code = rerun_log(&rerun, err);
	logfile_release(&rerun.old);
	text_release(&rerun.ahead);
	log_step_release(&rerun.step);
	program_host_release(&rerun.program);
	trace_release(&rerun.trace);
	match_config_release(&rerun.match);
	audit_release(&rerun.audit);
	return code;
}

const struct command command_rerun = {
	.name = "rerun",
	.arguments = "LOG [OPTIONS] | LOG --seat NAME [OPTIONS] -- COMMAND.. | "
		"LOG --seat NAME [--with COMMAND]",
	.help = "play a finished match again and compare every move",
	.options = options,
	.is_verdict = true,
	.more = "The bots come from the match file beside the log (LOG with "
		".json for .jsonl); the\nhashes of their commands and files "
		"must be those in the log.  As both files may be a\n"
		"stranger's, they start at the level strict unless --sandbox "
		"asks for less.\n"
		"With --seat only one bot is started, and the moves of the "
		"others come from the log:\nnothing else is needed.\n"
		"Without -- COMMAND, --seat NAME plays other games on the "
		"same dice, with that bot as\nit is now, or as --with COMMAND "
		"says: nothing is compared, and each game's places are\n"
		"printed.\n"
		"Abandoned games are compared as far as they go, and time "
		"faults as well, but these\nneed not happen again.\n"
		"Exit status: 0 every line is the same, 1 a line differs (it "
		"is printed), 2 an error.\n",
	.run = run,
};
