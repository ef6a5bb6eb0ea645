/*
 * session.h - the files of a match while it is played: log, secret, key, trace.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdbool.h>

#include "base/error.h"
#include "match/match.h"
#include "match/program_host.h"

/* The length of the name without that ending; 0: it does not have it. */
size_t session_stem(const char *name, const char *ending);

/*
 * The log's name with `ending` instead of .jsonl, which the caller has to free;
 * NULL with `err` if the name does not end in .jsonl.
 */
char *session_beside(const char *log, const char *ending, struct error *err);

/* The name of the log that was packed: `packed` with .jsonl instead of .pack,
   or a copy of `packed` if it does not end in that.  The caller has to free
   it. */
char *session_plain(const char *packed);

/* What the user asked for; paths that were not given are NULL. */
struct request {
	struct match_config match;
	const char *file;       /* the match file it was read from */
	const char *log, *trace;
	const char *fault_trace;        /* of faults only; excludes `trace` */
	int fault_trace_mb;             /* its maximum size */
	const char *secret;     /* "-": standard input */
	const char *key;        /* NULL: the user's own */
	const char *resume;     /* the log to resume */
	int jobs;               /* as in struct hosting */
};

/* A match that is being played, and its files.  The caller sets request, match,
   hosting and keeper, and the callbacks in `run`. */
struct session {
	const struct request *request;
	struct match_config *match;            /* that of the request */
	struct hosting hosting;
	struct hosted hosted[HOSTED_MAX];
	struct program_host program;    /* of a game that is a program */
	int keeper;
	struct hash secret;
	struct signing_key key;
	char *log, *match_file, *secret_file;   /* NULL: none */
	char *fault_trace;              /* that was not asked for, or NULL */
	bool made_match_file;
	bool finished;                  /* the log was already finished */
	bool refused;                   /* the log can never be resumed */
	struct matchlog out;
	struct trace trace;
	struct match_run run;
};

/*
 * In the player: gets key and secret, and creates the log with its match file
 * and secret file, or reads the log that is to be resumed.  Returns 0, or -1
 * with `err` after removing any new files.
 */
int session_open(struct session *session, struct error *err);

/* Plays to the end and removes the secret file.  Returns 0, or -1 with `err`,
   which says how to continue.  If no game had begun, removes the files instead;
   those of a match of a tournament stay once its log has begun. */
int session_play(struct session *session, struct error *err);

/* Wipes the secrets and frees everything, including the match. */
void session_release(struct session *session);

#endif
