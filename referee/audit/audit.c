/*
 * audit.c - verifies a log by replaying it: same rules, same dice, same bytes.
 *
 * log_step.h writes each line again that is due, and compares it byte for byte,
 * which is fast and leaves nothing unchecked.
 *
 * The secret is at the end of the log and is looked up first, so that each hash
 * chain is computed once and each anchor is checked when it is read.
 */
#include "audit/audit.h"

#include <string.h>

#include <sodium.h>

#include "fair/doubts.h"
#include "pack/packed_log.h"

static const char secret_wrong[] = "the seal is not that of the secret in the "
	"close line";

struct audit_run {
	struct audit *audit;
	struct log_cursor log;
	struct log_step step;
};

static enum audit_verdict refuse(struct audit_run *run, const char *why)
{
	return log_cursor_refuse_line(&run->log, why);
}

static bool believes(const struct audit *audit)
{
	return audit->skims || audit->wait != NULL;
}

/* Moves to the next line; waits for one if the log is being written. */
static enum log_found next_line(struct audit_run *run)
{
	const struct audit *audit = run->audit;
	enum log_found found;

	while ((found = log_cursor_next(&run->log)) == CURSOR_END &&
	       audit->wait != NULL && audit->wait(audit->context))
		logfile_go_on(&run->log.file);
	return found;
}

/* ### the first line */

static enum audit_verdict check_salt(struct audit_run *run)
{
	const struct logline_header *header = &run->audit->header;
	struct hash salt;

	dice_salt_alone(&header->seal, &salt);
	if (header->tournament == NULL && !hash_equal(&salt, &header->salt))
		return refuse(run, "the salt is not that of the seal, and "
			      "there is no tournament to give another");
	if ((header->tournament == NULL) != !header->has_manifest)
		return refuse(run, "a tournament and its manifest go "
			      "together");
	return AUDIT_PASSED;
}

/* Without the secret no dice can be verified: the error names the first
   malformed line, or the place where the close line is missing. */
static enum audit_verdict refuse_unfinished(struct audit_run *run)
{
	struct log_cursor *log = &run->log;

	do {
		switch (log_cursor_next(log)) {
		case CURSOR_TROUBLE:
			return AUDIT_TROUBLE;
		case CURSOR_END:
			return log_cursor_refuse_end(log, "a close line with "
						     "the secret");
		case CURSOR_LINE:
			if (!log_cursor_parse(log))
				return AUDIT_REFUSED;
		}
	} while (log->type != LINE_CLOSE && log->type != LINE_SIGN);
	return log_cursor_refuse(log, "a close line with the secret of the "
				 "seal");
}

/* The secret of the close line does not match the seal.  If the anchors of the
   first board are those of the secret, the seal is wrong. */
static enum audit_verdict refuse_secret(struct audit_run *run,
				       const struct hash *secret)
{
	struct log_cursor *log = &run->log;
	const enum log_found found = log_cursor_next(log);
	struct error ignored;

	if (found == CURSOR_TROUBLE)
		return AUDIT_TROUBLE;
	log_step_begin(&run->step, secret);
	if (found == CURSOR_LINE) {
		(void)log_step_take(&run->step, log->line, log->size,
				    &ignored);
		logfile_back(&log->file);
	}
	return run->step.stage == LOG_STAGE_GAME ?
		refuse(run, secret_wrong) : refuse_unfinished(run);
}

static bool is_sealed(const struct audit_run *run, const struct hash *secret)
{
	struct hash seal;

	dice_seal(secret, &seal);
	return hash_equal(&seal, &run->audit->header.seal);
}

/* Finds the secret of the seal: the caller's, or that of the close line.  If
   that line is damaged, what is left of it may still contain the secret, so
   that the audit can find what else is wrong; but a run never resumes such a
   log. */
static enum audit_verdict find_secret(struct audit_run *run,
				      struct hash *secret)
{
	struct audit *audit = run->audit;
	const struct logfile *file = &run->log.file;
	struct hash left;
	bool closed;

	if (audit->secret != NULL) {
		*secret = *audit->secret;
		audit->other_secret = !is_sealed(run, secret);
		return audit->other_secret ?
			refuse(run, "the log's commitment does "
			       "not match this secret") :
			AUDIT_PASSED;
	}
	closed = logfile_secret(file, secret);
	if (closed && is_sealed(run, secret))
		return AUDIT_PASSED;
	if (!audit->to_resume &&
	    logfile_sealed(file, &audit->header.seal, &left)) {
		*secret = left;
		return AUDIT_PASSED;
	}
	return closed ? refuse_secret(run, secret) :
		refuse_unfinished(run);
}

static enum audit_verdict read_header(struct audit_run *run)
{
	struct audit *audit = run->audit;
	struct log_cursor *log = &run->log;
	struct hash secret;
	enum audit_verdict verdict;
	struct error why;

	switch (next_line(run)) {
	case CURSOR_TROUBLE:
		return AUDIT_TROUBLE;
	case CURSOR_END:
		return log_cursor_refuse_end(log, "a match log");
	case CURSOR_LINE:
		break;
	}
	if (!log_cursor_parse(log))
		return AUDIT_REFUSED;
	if (log->type != LINE_MATCH)
		return log_cursor_refuse(log, "a match line");
	logline_header_take(&audit->header, log->tree);
	log->tree = NULL;
	if (log_step_init(&run->step, &audit->header, &why) != 0)
		return refuse(run, why.text);
	audit->game = run->step.rules.game;
	memcpy(audit->rule, run->step.rules.rule, sizeof audit->rule);
	run->step.watch = audit->watch;
	verdict = check_salt(run);
	if (verdict != AUDIT_PASSED)
		return verdict;
	if (believes(audit)) {
		log_step_begin(&run->step, NULL);
		return AUDIT_PASSED;
	}
	verdict = find_secret(run, &secret);
	if (verdict == AUDIT_PASSED)
		log_step_begin(&run->step, &secret);
	sodium_memzero(&secret, sizeof secret);
	return verdict;
}

/* ### the whole log */

/* Records that a run could resume the log from here. */
static void mark(struct audit_run *run)
{
	struct audit *audit = run->audit;
	const struct log_step *step = &run->step;

	audit->games = step->games;
	audit->resume = (struct resume){ .going_on = true,
		.games = step->games,
		.board_open = step->stage == LOG_STAGE_GAME,
		.closed = step->stage == LOG_STAGE_SIGN };
	memcpy(audit->resume.faults, step->faults, sizeof step->faults);
	audit->keep = run->log.file.passed;
	audit->keep_digest = logfile_digest(&run->log.file);
}

/* Takes the current line without playing.  Nearly all lines are steps, and need
   not be parsed. */
static enum audit_verdict skim_line(struct audit_run *run)
{
	struct log_cursor *log = &run->log;

	log->type = logline_type_of(log->line, log->size);
	if (log->size < LOG_LINE_MAX && (log->type == LINE_DRAW ||
	    log->type == LINE_MOVE || log->type == LINE_CHAIN))
		return AUDIT_PASSED;
	if (!log_cursor_parse(log))
		return AUDIT_REFUSED;
	log_step_skim(&run->step, log->type, log->tree);
	return AUDIT_PASSED;
}

/* Goes to the board of `only_game`.  What precedes it is believed, as forfeits
   depend on it.  `*found`: it is there. */
static enum audit_verdict go_to_board(struct audit_run *run, bool *found)
{
	struct log_cursor *log = &run->log;
	struct log_step *step = &run->step;
	const uint32_t rotations = (uint32_t)step->header->rotations;
	const uint32_t before = (run->audit->only_game - 1) / rotations;

	step->watch = NULL;
	for (*found = false; !*found;) {
		switch (log_cursor_next(log)) {
		case CURSOR_TROUBLE:
			return AUDIT_TROUBLE;
		case CURSOR_END:
			run->audit->games = step->games;
			return AUDIT_PASSED;
		case CURSOR_LINE:
			break;
		}
		if (skim_line(run) != AUDIT_PASSED)
			return AUDIT_REFUSED;
		*found = log->type == LINE_BOARD && (uint32_t)
			log_cursor_number(log, "board") == before + 1;
	}
	step->watch = run->audit->watch;
	if (step->games != (uint64_t)before * rotations)
		return refuse(run, "another number of games before this "
			      "board");
	log_step_go_on(step, step->games, false);
	logfile_back(&log->file);
	return AUDIT_PASSED;
}

/* The log ends before it is closed.  An attempt that was interrupted stays in
   it, and the game is played again. */
static enum audit_verdict read_end(struct audit_run *run)
{
	struct log_step *step = &run->step;

	if (run->audit->wait != NULL)
		return AUDIT_PASSED;
	if (!run->audit->to_resume)
		return log_cursor_refuse_end(&run->log,
					     text_string(&step->line.out));
	if (step->stage == LOG_STAGE_PLAY) {
		log_step_abandon(step);
		mark(run);
	}
	return AUDIT_PASSED;
}

/* Reads the `sign` line, which has to match byte for byte. */
static enum audit_verdict read_sign(struct audit_run *run)
{
	struct audit *audit = run->audit;
	struct log_cursor *log = &run->log;
	struct sha256 digest = logfile_digest(&log->file);
	struct json_writer *want = &run->step.line;
	unsigned char signature[SIGNATURE_SIZE];
	struct hash sum;
	const char *hex;

	switch (next_line(run)) {
	case CURSOR_TROUBLE:
		return AUDIT_TROUBLE;
	case CURSOR_END:
		return read_end(run);
	case CURSOR_LINE:
		break;
	}
	if (!log_cursor_parse(log))
		return AUDIT_REFUSED;
	if (log->type != LINE_SIGN)
		return log_cursor_refuse(log, "the sign line");
	if (believes(audit))
		return audit->finished = true, AUDIT_PASSED;
	sha256_end(&digest, sum.bytes);
	hex = log_cursor_word(log, "sig");
	if (sodium_hex2bin(signature, sizeof signature, hex, strlen(hex),
			   NULL, NULL, NULL) != 0)
		return refuse(run, "a signature that is not hexadecimal");
	json_clear(want);
	logline_sign(want, &sum, signature);
	if (log->size != want->out.length ||
	    memcmp(log->line, want->out.bytes, log->size) != 0)
		return log_cursor_refuse(log, text_string(&want->out));
	if (!keys_verify_log(&audit->header.key, &sum, signature))
		return refuse(run, "the signature is not that of the key "
			      "in the first line");
	audit->digest = sum;
	audit->finished = true;
	switch (log_cursor_next(log)) {
	case CURSOR_TROUBLE:
		return AUDIT_TROUBLE;
	case CURSOR_END:
		if (!log->file.torn)
			return AUDIT_PASSED;
		log->file.line++;
		break;
	case CURSOR_LINE:
		break;
	}
	return refuse(run, "data after the sign line");
}

static enum audit_verdict take_line(struct audit_run *run)
{
	const struct log_cursor *log = &run->log;
	struct error why;

	if (run->audit->skims)
		return skim_line(run);
	return log_step_take(&run->step, log->line, log->size, &why) == 0 ?
		AUDIT_PASSED : refuse(run, why.text);
}

static enum audit_verdict read_lines(struct audit_run *run)
{
	struct audit *audit = run->audit;
	const struct log_step *step = &run->step;

	while (log_step_due(&run->step) != LOG_DUE_SIGN) {
		if (audit->only_game > 0 && step->games >= audit->only_game)
			return AUDIT_PASSED;
		switch (next_line(run)) {
		case CURSOR_TROUBLE:
			return AUDIT_TROUBLE;
		case CURSOR_END:
			return read_end(run);
		case CURSOR_LINE:
			break;
		}
		if (take_line(run) != AUDIT_PASSED)
			return AUDIT_REFUSED;
		if (step->stage != LOG_STAGE_PLAY)
			mark(run);
	}
	return read_sign(run);
}

enum audit_verdict audit_log(struct audit *audit, const char *path,
			    struct error *err)
{
	struct audit_run run = { .audit = audit,
		.log = { .err = err, .line = "", .lines = &audit->lines } };
	const struct log_step *step = &run.step;
	enum audit_verdict verdict = AUDIT_TROUBLE;
	bool found = true;

	if (packed_log_open(&run.log.file, path, !audit->only_board &&
			    !believes(audit), err) == 0)
		verdict = read_header(&run);
	if (verdict == AUDIT_PASSED) {
		mark(&run);
		if (audit->only_board)
			verdict = go_to_board(&run, &found);
	}
	if (verdict == AUDIT_PASSED && found)
		verdict = read_lines(&run);
	audit->abandoned = step->abandoned;
	audit->resumes = step->resumes;
	audit->decisions = step->decisions;
	audit->rolls = step->rolls;
	audit->bytes = run.log.file.passed;
	/* A damaged packed log is refused, like any changed log. */
	if (verdict == AUDIT_TROUBLE && run.log.file.damaged)
		verdict = AUDIT_REFUSED;
	log_step_release(&run.step);
	log_cursor_release(&run.log);
	return verdict;
}

void audit_doubts(const struct audit *audit, bool pinned,
		  struct doubts *doubts)
{
	const struct logline_header *header = &audit->header;

	/* Without its tournament's folder, the log proves no more than that of
	   a single match. */
	if (header->tournament != NULL)
		doubts_add(doubts, "tournament", "that salt and secret are "
			   "those of %s: they are not checked here, and a log "
			   "alone may claim any tournament; only its folder "
			   "with the closed book shows that",
			   header->tournament);
	doubts_add_no_outside_salt(doubts);
	if (!pinned)
		doubts_add(doubts, "referee_key", "key not pinned: give the "
			   "referee's with --key");
	if (audit->abandoned > 0)
		doubts_tell(doubts, "games_abandoned", "games abandoned: %u "
			    "(interrupted and played again on the same dice)",
			    audit->abandoned);
	doubts_add_resumed(doubts, audit->resumes);
	doubts_add_entrants(header->entrant, header->entrants, header->level,
			    doubts);
	doubts_add_never_proved(doubts);
}

void audit_release(struct audit *audit)
{
	logline_header_release(&audit->header);
}
