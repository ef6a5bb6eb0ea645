/*
 * cmd_rerun.c - referee rerun: plays a finished match again and compares.
 *
 * The secret, the bots and the code that plays are the same; only the log is
 * compared instead of written.  Bots that are deterministic given their seed
 * give the same bytes, which shows that no moves were invented for them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/array.h"
#include "base/printable.h"
#include "base/stop_signals.h"
#include "cmd/commands.h"
#include "host/keeper.h"
#include "match/match.h"
#include "session/log_paths.h"
#include "session/match_config_file.h"

struct rerun_options {
	const char *log, *trace;
};

static const struct option options[] = {
	{ "LOG", NULL, NULL, OPTIONS_TEXT(struct rerun_options, log),
		.required = true },
	{ "--trace", "FILE", "record every line both ways, with times",
		OPTIONS_TEXT(struct rerun_options, trace) },
	{ 0 }
};

/* The lines of an abandoned game. */
struct skip {
	uint64_t first, last;
};

/* The old log beside the new lines. */
struct comparison {
	struct logfile old;
	struct skip *skip;              /* abandoned games, in order */
	size_t skips, room, at;         /* `at`: the next to skip */
	uint64_t moves;
	bool differs;
};

/* ### which lines count */

static void add_skip(struct comparison *c, uint64_t first, uint64_t last)
{
	ARRAY_GROW(c->skip, c->room, c->skips + 1);
	c->skip[c->skips++] = (struct skip){ first, last };
}

/* Finds the abandoned games: from the `game` line that was open, if any, to the
   `resume` line. */
static int find_abandoned(struct comparison *c, const char *path,
			  struct error *err)
{
	struct logfile file;
	uint64_t begun = 0;
	enum logfile_result found = LOGFILE_TROUBLE;
	const char *line;
	size_t size;

	if (logfile_open(&file, path, false, err) != 0)
		goto done;
	while ((found = logfile_next(&file, &line, &size, err)) ==
	       LOGFILE_LINE) {
		switch (logline_type_of(line, size)) {
		case LINE_GAME:
			begun = file.line;
			break;
		case LINE_RESUME:
			add_skip(c, begun > 0 ? begun : file.line, file.line);
			begun = 0;
			break;
		case LINE_OVER:
			begun = 0;
			break;
		default:
			break;
		}
	}

done:
	logfile_release(&file);
	return found == LOGFILE_TROUBLE ? -1 : 0;
}

/* ### comparing */

/* The next line of the old log outside abandoned games. */
static enum logfile_result next_old(struct comparison *c, const char **line,
				    size_t *size, struct error *err)
{
	enum logfile_result found;

	for (;;) {
		found = logfile_next(&c->old, line, size, err);
		if (found != LOGFILE_LINE || c->at == c->skips ||
		    c->old.line < c->skip[c->at].first)
			return found;
		if (c->old.line == c->skip[c->at].last)
			c->at++;
	}
}

/* Version and key of the referee may differ, and so the signature. */
static bool may_differ(const struct comparison *c, enum logline_type type)
{
	return c->old.line == 1 || type == LINE_SIGN;
}

static int compare(void *context, const char *bytes, size_t size,
		   struct error *err)
{
	struct comparison *c = context;
	const char *end = bytes + size, *old;
	enum logfile_result found;
	size_t old_size, length;
	enum logline_type type;

	for (; bytes < end; bytes += length + 1) {
		length = (size_t)((const char *)memchr(bytes, '\n',
			(size_t)(end - bytes)) - bytes);
		found = next_old(c, &old, &old_size, err);
		if (found == LOGFILE_TROUBLE)
			return -1;
		if (found != LOGFILE_LINE)
			return error_set(err, "the log ends before the match "
					 "does");
		type = logline_type_of(bytes, length);
		c->moves += type == LINE_MOVE;
		if (may_differ(c, type) || (length == old_size &&
				     memcmp(bytes, old, length) == 0))
			continue;
		c->differs = true;
		return error_set(err, "%s:%llu: the log says %.*s, now it is "
				 "%.*s", c->old.path,
				 (unsigned long long)c->old.line,
				 (int)(old_size < 300 ? old_size : 300), old,
				 (int)(length < 300 ? length : 300), bytes);
	}
	return 0;
}

/* ### the run */

static int check_bots(const struct match_config *match,
		      const struct logline_header *header, struct error *err)
{
	if (match->entrants != header->entrants)
		return error_set(err, "the match file has other entrants than "
				 "the log");
	for (int i = 0; i < match->entrants; i++)
		if (!hash_equal(&match->entrant[i].bot,
				&header->entrant[i].bot))
			return error_set(err, "bot %s is not the one of the "
					 "log: its files have changed",
					 match->entrant[i].name);
	return 0;
}

/* The match file must fit the log; only the bots' commands come from it. */
static int follow_header(struct match_config *match, const struct audit *audit,
			 struct error *err)
{
	const struct logline_header *header = &audit->header;

	if (match->game != audit->game ||
	    memcmp(match->rule, audit->rule,
		   (size_t)rules_count(audit->game) * sizeof *match->rule) != 0)
		return error_set(err, "the match file has another game or "
				 "other rules than the log");
	if (match->boards != header->boards ||
	    match->rotations != header->rotations ||
	    match->links != header->links)
		return error_set(err, "the match file has other boards, "
				 "rotations or links than the log");
	match->seal = header->seal;
	match->salt = header->salt;
	return check_bots(match, header, err);
}

static int play_again(struct match_config *match, struct comparison *c,
		      struct trace *trace, int keeper,
		      const struct hosting *hosting, struct error *err)
{
	struct signing_key key;
	struct matchlog log;
	struct hash secret;
	struct match_run run = {
		.match = match,
		.secret = &secret,
		.key = &key,
		.log = &log,
		.keeper = keeper,
		.hosting = hosting,
		.trace = trace,
		.stop = stop_signals_catch_from_parent(),
		.resume = { .going_on = false },
	};
	unsigned char seed[HASH_SIZE] = {0};
	int result = -1;

	/* The signature is not compared: any key will do. */
	keys_from_seed(&key, seed);
	if (logfile_secret(&c->old, &secret))
		matchlog_divert(&log, compare, c);
	else
		return error_set(err, "the log has no close line");
	result = match_play(&run, err);
	matchlog_release(&log);
	return result;
}

static enum exit_code rerun(const char *path, const char *trace_path,
			    struct error *err)
{
	struct hosted hosted[GAME_SEATS_MAX];
	struct comparison c = {0};
	struct hosting hosting;
	struct audit audit = {0};
	struct match_config match = {0};
	struct trace trace = { .fd = -1 };
	enum exit_code code = EXIT_TROUBLE;
	char *match_file = NULL;
	int keeper;

	if (audit_log(&audit, path, err) != AUDIT_PASSED)
		goto done;
	match_file = log_paths_beside(path, ".json", err);
	if (match_file == NULL ||
	    match_config_file_read(&match, match_file, err) != 0 ||
	    match_config_settle(&match, err) != 0 ||
	    follow_header(&match, &audit, err) != 0)
		goto done;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	match_config_hosting(&match, &hosting, hosted);
	if (keeper_split(&hosting, &keeper, err) != 0)
		goto done;
	if (trace_path != NULL && log_paths_is_log(trace_path)) {
		error_set(err, "--trace: %s is a log; it is not overwritten",
			  trace_path);
		goto done;
	}
	if ((trace_path != NULL && trace_open(&trace, trace_path, err) != 0) ||
	    find_abandoned(&c, path, err) != 0 ||
	    logfile_open(&c.old, path, false, err) != 0)
		goto done;
	if (play_again(&match, &c, trace_path != NULL ? &trace : NULL, keeper,
		       &hosting, err) == 0) {
		printable_line(stdout, "%s: the same again: %u games, %llu "
			       "moves", path, audit.games,
			       (unsigned long long)c.moves);
		code = EXIT_YES;
	} else if (c.differs) {
		printable_line(stdout, "%s", err->text);
		code = EXIT_NO;
	}
	logfile_release(&c.old);

done:
	free(c.skip);
	free(match_file);
	trace_release(&trace);
	match_config_release(&match);
	audit_release(&audit);
	return code;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct rerun_options wanted = {0};

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	return rerun(wanted.log, wanted.trace, err);
}

const struct command command_rerun = {
	.name = "rerun",
	.arguments = "LOG [--trace FILE]",
	.help = "play a finished match again and compare every move",
	.options = options,
	.more = "The bots come from the match file beside the log (LOG with "
		".json for .jsonl); their\nhashes must be those in the log.  "
		"Time faults are compared as well, but need not\nhappen "
		"again.\n"
		"Exit status: 0 every line is the same, 1 a line differs (it "
		"is printed), 2 an error.\n",
	.run = run,
};
