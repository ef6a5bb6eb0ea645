/*
 * match_options.h - the command-line options and the start of a match that
 * several commands share.
 */
#ifndef CMD_MATCH_OPTIONS_H
#define CMD_MATCH_OPTIONS_H

#include "base/options.h"
#include "session/session.h"

/* Borrows the words.  Options not given are 0, the level LEVEL_COUNT. */
struct match_options {
	struct request request;         /* its match is owned */
	struct options_list bots, files, rules, limits;
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
	{ "--limit", "NAME=N", "set a limit for bots; see below", \
		OPTIONS_LIST(type, match.limits) }

/* If options of the match were given, fails with "--rules: not allowed with
   WHAT": `what` already defines the whole match.  Returns 0, or -1 with
   `err`. */
int match_options_refuse(const struct match_options *options, const char *what,
			 struct error *err);

/* Reads the match of the log that is to be resumed, which defines everything:
   `first`, the first word that would define a match, has to be NULL; `what` is
   as above.  Returns 0, or -1 with `err`. */
int match_options_resume(struct match_options *options, const char *first,
			 const char *what, struct error *err);

/* Applies the options to the request's match, whose game and entrants are
   already set.  Returns 0, or -1 with `err`. */
int match_options_apply(struct match_options *options, struct error *err);

/* Starts the keeper of the session's match, and catches signals.  `advice`, or
   NULL, is added to the keeper's message if the playing process is killed;
   quiet: no warnings.  Returns 0, or -1 with `err`. */
int match_options_host(struct session *session, const char *advice, bool quiet,
		       struct error *err);

#endif
