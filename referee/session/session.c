/*
 * session.c - the files of a match while it is played: log, secret, key, trace;
 * how an interrupted match is resumed from them.
 */
#include "session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "fair/keys.h"
#include "fair/logline.h"
#include "match/match_config.h"

/* ### the names of files beside a log */

size_t session_stem(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && strcmp(name + length - tail, ending) == 0 ?
		length - tail : 0;
}

char *session_beside(const char *log, const char *ending, struct error *err)
{
	size_t stem = session_stem(log, ".jsonl");

	if (stem > 0)
		return text_new("%.*s%s", (int)stem, log, ending);
	error_set(err, "the name of a log ends in .jsonl; found \"%s\"", log);
	return NULL;
}

char *session_plain(const char *packed)
{
	size_t stem = session_stem(packed, ".pack");

	return stem > 0 ? text_new("%.*s.jsonl", (int)stem, packed) :
		memory_copy(packed);
}

/* ### the files beside the log */

static bool same_file(const char *a, const char *b)
{
	struct stat one, two;

	return a != NULL && b != NULL && stat(a, &one) == 0 &&
		stat(b, &two) == 0 && one.st_dev == two.st_dev &&
		one.st_ino == two.st_ino;
}

static int write_match_file(struct session *session, struct error *err)
{
	OWNED(json_writer) struct json_writer w = {0};
	int result;

	if (session->match_file == NULL ||
	    same_file(session->match_file, session->request->file))
		return 0;
	match_config_write(session->match, &w);
	text_byte(&w.out, '\n');
	result = file_create(session->match_file, 0666, w.out.bytes,
			     w.out.length, false, err);
	session->made_match_file = result == 0;
	return result;
}

static int find_secret(struct session *session, struct error *err)
{
	const struct request *request = session->request;
	struct match_config *match = session->match;
	struct hash seal;

	if (request->secret != NULL) {
		if (keys_read_secret(&session->secret, request->secret, err) !=
		    0)
			return -1;
	} else if (request->resume != NULL) {
		if (keys_read_secret(&session->secret, session->secret_file,
				     err) != 0)
			return -1;
	} else if (match->sealed) {
		return error_set(err, "the match file has a seal: give its "
				 "secret with --secret-file");
	} else {
		keys_random_secret(&session->secret);
	}
	dice_seal(&session->secret, &seal);
	if (match->sealed && !hash_equal(&seal, &match->seal))
		return error_set(err, "the secret does not match the seal of "
				 "the match file");
	if (!match->sealed) {
		match->seal = seal;
		dice_salt_alone(&seal, &match->salt);
	}
	return 0;
}

static int name_files(struct session *session, struct error *err)
{
	const struct request *request = session->request;
	const struct match_config *match = session->match;
	const char *given = request->resume != NULL ? request->resume :
		request->log != NULL ? request->log : match->log;

	/* By default GAME-SEAL.jsonl, which is unique to the match. */
	session->log = given != NULL ? memory_copy(given) :
		text_new("%s-%.12s.jsonl", match->game->name,
			 HASH_HEX(&match->seal));
	/* No files are made beside a device. */
	if (file_is_device(session->log))
		return 0;
	session->match_file = session_beside(session->log, ".json", err);
	if (session->match_file == NULL)
		return -1;
	if (request->secret == NULL)
		session->secret_file = session_beside(session->log, ".secret",
						      err);
	return 0;
}

/* ### resuming a log */

static enum audit_verdict read_log(struct session *session,
				  struct audit *audit, struct error *err)
{
	const struct request *request = session->request;
	const bool known = session->secret_file == NULL ||
		access(session->secret_file, F_OK) == 0;
	enum audit_verdict result;

	/* Without a secret file the log must be finished and contain it. */
	if (known && find_secret(session, err) != 0)
		return AUDIT_TROUBLE;
	audit->secret = known ? &session->secret : NULL;
	audit->to_resume = true;
	if (session->program.game != NULL) {
		audit->program = session->program.game;
		audit->program_files = session->match->program.bot;
	}
	result = audit_log(audit, session->log, err);
	if (audit->other_secret)
		error_set(err, "%s does not have the secret of %s",
			  request->secret == NULL ? session->secret_file :
			  strcmp(request->secret, "-") == 0 ?
			  "standard input" : request->secret, session->log);
	if (result == AUDIT_REFUSED && !known)
		error_add(err, "; the secret of an unfinished log is in %s, "
			  "or given with --secret-file",
			  session->secret_file);
	if (result == AUDIT_REFUSED)
		error_at(err, "cannot resume this log");
	return result;
}

/* Checks that everything else is the same too: with other rules the log would
   be worthless. */
static int check_match(const struct session *session,
		       const struct audit *audit, struct error *err)
{
	struct logline_header header;
	const char *key;

	match_config_header(session->match, &header);
	key = logline_header_differs(&header, &audit->header);
	logline_header_release(&header);
	return key == NULL ? 0 :
		error_set(err, "the match file %s is not that of the log: "
			  "\"%s\" differs", session->match_file, key);
}

/* Creates the files of a new match. */
static int create_log(struct session *session, struct error *err)
{
	const char *secret_file = session->secret_file;

	if (matchlog_open(&session->out, session->log, err) != 0)
		return -1;
	if (write_match_file(session, err) == 0 &&
	    (secret_file == NULL ||
	     keys_write_secret(&session->secret, secret_file, err) == 0))
		return 0;
	if (session->made_match_file)
		unlink(session->match_file);
	unlink(session->log);
	return -1;
}

enum { FIRST_LINE_MAX = 65536 };

/* A referee that was killed before its first line leaves an empty log; after a
   power failure a part of the line may be there. */
static bool has_no_line(const char *log)
{
	static const char start[] = "{\"t\":\"match\"";
	char found[FIRST_LINE_MAX];
	OWNED(file) int fd = open(log, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, found, sizeof found) : -1;
	size_t known = size < (ssize_t)sizeof start - 1 ? (size_t)size :
		sizeof start - 1;

	return size >= 0 && size < (ssize_t)sizeof found &&
		memchr(found, '\n', (size_t)size) == NULL &&
		memcmp(found, start, known) == 0;
}

/* Begins the match whose log has no line yet. */
static int begin_again(struct session *session, struct error *err)
{
	const struct sha256 nothing = session->out.digest;

	if (find_secret(session, err) != 0)
		return -1;
	return matchlog_cut(&session->out, 0, &nothing, err);
}

static int reopen_log(struct session *session, struct error *err)
{
	/* A finished log that cannot be written can still be reported. */
	const bool read_only = access(session->log, W_OK) != 0 &&
		(errno == EACCES || errno == EROFS);
	OWNED(audit) struct audit audit = {0};
	enum audit_verdict read;

	if (!read_only &&
	    matchlog_hold(&session->out, session->log, err) != 0)
		return -1;
	if (!read_only && has_no_line(session->log))
		return begin_again(session, err);
	read = read_log(session, &audit, err);
	session->refused = read == AUDIT_REFUSED;
	if (read != AUDIT_PASSED)
		return -1;
	if (audit.finished) {
		session->run.digest = audit.digest;
		session->finished = true;
		return 0;
	}
	if (read_only &&
	    matchlog_hold(&session->out, session->log, err) != 0)
		return -1;
	session->run.resume = audit.resume;
	session->match->seal = audit.header.seal;
	session->match->salt = audit.header.salt;
	if (!hash_equal(&audit.header.key, &session->key.public))
		return error_set(err, "the log was begun with another key: "
				 "give it with --key-file");
	if (match_config_check_bots(session->match, &audit.header,
				    session->match_file, err) != 0 ||
	    check_match(session, &audit, err) != 0)
		return -1;
	return matchlog_cut(&session->out, audit.keep, &audit.keep_digest,
			    err);
}

/* ### the session */

/* Removes the files of a match that never began. */
static void remove_files(const struct session *session)
{
	if (session->match_file == NULL || session->request->resume != NULL)
		return;
	unlink(session->log);
	if (session->made_match_file)
		unlink(session->match_file);
	if (session->secret_file != NULL)
		unlink(session->secret_file);
}

static int open_trace_of_faults(struct session *session, struct error *err)
{
	const struct request *request = session->request;

	if (trace_may_replace(request->fault_trace, err) != 0)
		return -1;
	trace_open_faults(&session->trace, request->fault_trace,
			  (size_t)request->fault_trace_mb << 20);
	return 0;
}

/* Of a match of its own, one of a megabyte is kept beside the log, unless
   another file is there. */
static void open_own_trace(struct session *session)
{
	const struct request *request = session->request;
	struct error ignored;

	if (session->match->tournament != NULL ||
	    file_is_device(session->log))
		return;
	session->fault_trace = session_beside(session->log, ".trace.jsonl",
					      &ignored);
	if (session->fault_trace == NULL ||
	    trace_may_replace(session->fault_trace, &ignored) != 0)
		return;
	if (request->resume == NULL)
		unlink(session->fault_trace);
	trace_open_faults(&session->trace, session->fault_trace, 1 << 20);
	session->run.trace = &session->trace;
}

static int open_trace(struct session *session, struct error *err)
{
	const struct request *request = session->request;
	const char *path = request->trace != NULL ? request->trace :
		request->fault_trace;
	int result;

	if (path == NULL) {
		open_own_trace(session);
		return 0;
	}
	/* The log is still empty, as an unused trace may be. */
	if (!file_is_device(path) && same_file(path, session->log))
		result = error_set(err, "%s is the log", path);
	else if (request->trace != NULL)
		result = trace_open(&session->trace, path, err);
	else
		result = open_trace_of_faults(session, err);
	if (result != 0)
		return error_at(err, "%s", request->trace != NULL ? "--trace" :
				"--fault-trace");
	session->run.trace = &session->trace;
	return 0;
}

static int open_files(struct session *session, struct error *err)
{
	const struct request *request = session->request;

	if (keys_load_or_own(&session->key, request->key, err) != 0)
		return -1;
	if (request->resume == NULL && find_secret(session, err) != 0)
		return -1;
	if (name_files(session, err) != 0)
		return -1;
	if ((request->resume != NULL ? reopen_log(session, err) :
	     create_log(session, err)) != 0)
		return -1;
	if (open_trace(session, err) != 0) {
		remove_files(session);
		return -1;
	}
	return 0;
}

int session_open(struct session *session, struct error *err)
{
	struct match_run *run = &session->run;
	int result;

	if (sodium_mlock(&session->secret, sizeof session->secret) != 0)
		fprintf(stderr, "referee: warning: the secret cannot be kept "
			"out of swap (mlock)\n");
	/* Both the log and the secret may be pipes, which have to be waited
	   for. */
	stop_signals_interrupt(true);
	result = open_files(session, err);
	stop_signals_interrupt(false);
	if (result != 0)
		return *run->stop > 0 ? error_set(err, "interrupted") : -1;
	run->match = session->match;
	run->secret = &session->secret;
	run->key = &session->key;
	run->log = &session->out;
	run->keeper = session->keeper;
	run->hosting = &session->hosting;
	return 0;
}

/* Adds the command that continues. */
static void add_command(const struct session *session, struct error *err)
{
	error_command(err, match_config_person(session->match) < 0 ?
		      "; the games played so far are saved: continue with "
		      "referee play --resume" :
		      "; the games played so far are saved: continue with "
		      "referee join --resume", session->log);
}

int session_play(struct session *session, struct error *err)
{
	struct match_run *run = &session->run;

	if (!session->finished && match_play(run, err) != 0) {
		/* The book of a tournament refers to its logs, so they stay
		   once they have begun; the tournament program says how to
		   continue. */
		if (session->match->tournament != NULL &&
		    session->out.size > 0)
			return -1;
		if (!run->begun)
			remove_files(session);
		else if (session->match_file != NULL)
			add_command(session, err);
		return -1;
	}
	if (session->finished && session->out.fd < 0)
		return 0;
	if (matchlog_show(&session->out, err) != 0 ||
	    (run->trace != NULL && trace_show(run->trace, err) != 0))
		return -1;
	/* The secret is in the close line now. */
	if (session->secret_file != NULL)
		unlink(session->secret_file);
	return 0;
}

void session_release(struct session *session)
{
	sodium_munlock(&session->secret, sizeof session->secret);
	keys_release(&session->key);
	program_host_release(&session->program);
	matchlog_release(&session->out);
	if (session->run.trace != NULL)
		trace_release(&session->trace);
	free(session->log);
	free(session->match_file);
	free(session->secret_file);
	free(session->fault_trace);
	match_config_release(session->match);
}
