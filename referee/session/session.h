/*
 * session.h - the files of a match that is played: log, secret, key, trace.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "match/match.h"

/* What is wanted; paths are NULL where nothing was said. */
struct request {
	struct match_config match;
	const char *file;       /* the match file it came from */
	const char *log, *trace;
	const char *fault_trace;        /* a trace of faults; not both */
	int fault_trace_mb;             /* of it */
	const char *secret;     /* "-": standard input */
	const char *key;        /* NULL: the user's own */
	const char *resume;     /* the log to resume */
};

/* A log that is being played, and what belongs to it.  The caller sets
   request, match, hosting and keeper, and in `run` the callbacks. */
struct session {
	const struct request *request;
	struct match_config *match;            /* the request's */
	struct hosting hosting;
	struct hosted hosted[GAME_SEATS_MAX];
	int keeper;
	struct hash secret;
	struct signing_key key;
	char *log, *match_file, *secret_file;   /* NULL: there is none */
	bool made_match_file;
	bool finished;                  /* before this run: nothing to play */
	bool refused;                   /* the log can never be resumed */
	struct matchlog out;
	struct trace trace;
	struct match_run run;
};

/*
 * In the player: finds key and secret, creates the log with its match file and
 * secret file, or reads the log that is to be resumed.  Returns 0, or -1 with
 * `err` and no new file left.
 */
int session_open(struct session *session, struct error *err);

/* Plays to the end and removes the secret file.  -1 with `err` that says how
   to continue; when no game had begun, the files are removed again, unless it is
   a match of a tournament. */
int session_play(struct session *session, struct error *err);

/* Wipes and frees, the match too. */
void session_release(struct session *session);

#endif
