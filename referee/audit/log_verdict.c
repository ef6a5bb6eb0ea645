/*
 * log_verdict.c - the verdict on one log, and its JSON line.
 */
#include "audit/log_verdict.h"

#include "base/error.h"

void log_verdict_make(struct log_verdict *verdict, const char *path,
		      const struct hash *key)
{
	struct audit *audit = &verdict->audit;
	struct match_watch watch;

	*verdict = (struct log_verdict){ .path = path, .pinned = key != NULL,
		.result.header = &audit->header };
	watch = audit_result_watch(&verdict->result);
	audit->watch = &watch;
	verdict->verdict = audit_log(audit, path, &verdict->why);
	audit->watch = NULL;
	if (verdict->verdict == AUDIT_PASSED && key != NULL &&
	    !hash_equal(key, &audit->header.key)) {
		error_set(&verdict->why, "%s:1: the log is signed by another "
			  "key than the one given with --key", path);
		verdict->verdict = AUDIT_REFUSED;
	}
}

static void write_passed(const struct log_verdict *verdict,
			 struct json_writer *w)
{
	const struct audit *audit = &verdict->audit;
	const struct logline_header *header = &audit->header;
	struct doubts doubts = {0};

	json_put_or_null(w, "tournament", header->tournament);
	json_put_int(w, "match", header->match);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < header->entrants; i++)
		json_string(w, header->entrant[i].name);
	json_close(w, ']');
	json_put_string(w, "game", header->game);
	json_put_int(w, "games", audit->games);
	json_put_int(w, "abandoned", audit->abandoned);
	json_put_int(w, "resumes", audit->resumes);
	json_put_int(w, "rolls", (long long)audit->rolls);
	json_put_int(w, "decisions", (long long)audit->decisions);
	json_put_hash(w, "log", &audit->digest);
	json_put_hash(w, "key", &header->key);
	json_put_hash(w, "seal", &header->seal);
	audit_result_write(&verdict->result, w);
	audit_doubts(audit, verdict->pinned, &doubts);
	doubts_write(&doubts, w);
	doubts_release(&doubts);
}

void log_verdict_write(const struct log_verdict *verdict,
		       struct json_writer *w)
{
	json_open(w, '{');
	json_put_int(w, "v", 1);
	json_put_string(w, "file", verdict->path);
	json_put_bool(w, "verified", verdict->verdict == AUDIT_PASSED);
	if (verdict->verdict == AUDIT_PASSED)
		write_passed(verdict, w);
	else
		error_place_write(&verdict->why, verdict->path, w);
	json_close(w, '}');
}

void log_verdict_release(struct log_verdict *verdict)
{
	audit_result_release(&verdict->result);
	audit_release(&verdict->audit);
}
