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

#include "base/printable.h"
#include "pack/packed_log.h"

static const char secret_wrong[] = "the seal does not match the secret in the "
	"close line";

struct audit_run {
	struct audit *audit;
	struct error *err;
	struct logfile file;
	struct log_step step;
	bool failed;                    /* the log could not be read, see
					   `err` */
	const char *line;               /* the current one */
	size_t size;                    /* LOG_LINE_MAX: more than `line` has */
	cJSON *tree;                    /* of the line; NULL: not parsed */
	enum logline_type type;         /* of the line, if parsed */
};

static bool believes(const struct audit *audit)
{
	return audit->skims || audit->wait != NULL;
}

/* ### refusing: each sets the error to "LOG:LINE: .." */

static enum audit_verdict refuse(struct audit_run *run, const char *why)
{
	error_set(run->err, "%s:%llu: %s", run->file.path,
		  (unsigned long long)run->file.line, why);
	return AUDIT_REFUSED;
}

static enum audit_verdict refuse_line(struct audit_run *run,
				      const char *expected)
{
	struct foreign shown;

	error_set(run->err, "%s:%llu: expected %s, found %s", run->file.path,
		  (unsigned long long)run->file.line, expected,
		  printable_foreign(&shown, run->line, run->size));
	return AUDIT_REFUSED;
}

/* The log has something wrong, unless it was the program that failed. */
static enum audit_verdict refuse_or_fail(struct audit_run *run,
					 const struct error *why)
{
	const struct program_game *program = run->audit->program;

	if (program != NULL &&
	    program_game_check(program_game_of(program), run->err) != 0) {
		error_at(run->err, "%s:%llu", run->file.path,
			 (unsigned long long)run->file.line);
		return AUDIT_TROUBLE;
	}
	return refuse(run, why->text);
}

/* There is no line where one is expected. */
static enum audit_verdict refuse_end(struct audit_run *run,
				     const char *expected)
{
	if (run->failed)
		return AUDIT_TROUBLE;
	run->audit->unfinished = true;
	error_set(run->err, "%s:%llu: expected %s, found %s", run->file.path,
		  (unsigned long long)run->file.line + 1, expected,
		  run->file.torn ? "a line that is cut off" :
		  "the end of the log");
	return AUDIT_REFUSED;
}

/* ### lines */

static void forget_tree(struct audit_run *run)
{
	cJSON_Delete(run->tree);
	run->tree = NULL;
}

/* Moves to the next line; waits for one if the log is being written.  False:
   there is none, or it cannot be read (`failed`). */
static bool next_line(struct audit_run *run)
{
	const struct audit *audit = run->audit;
	struct logfile *file = &run->file;
	enum logfile_result found;

	forget_tree(run);
	while ((found = logfile_next(file, &run->line, &run->size, run->err)) ==
	       LOGFILE_END && audit->wait != NULL &&
	       audit->wait(audit->context))
		logfile_go_on(file);
	if (found == LOGFILE_TOO_LONG) {
		/* logline_read refuses it because of its size. */
		file->line++;
		run->line = file->window.bytes + file->at;
		run->size = LOG_LINE_MAX;
	}
	run->failed = found == LOGFILE_TROUBLE;
	run->audit->lines = file->line;
	return found == LOGFILE_LINE || found == LOGFILE_TOO_LONG;
}

/* Parses the current line; false: it is not a line of a log, and is refused. */
static bool parse(struct audit_run *run)
{
	struct error why;

	if (run->tree != NULL ||
	    logline_read(run->line, run->size, &run->tree, &run->type,
			 &why) == 0)
		return true;
	refuse(run, why.text);
	return false;
}

/* ### the first line */

static enum audit_verdict check_salt(struct audit_run *run)
{
	const struct logline_header *header = &run->audit->header;
	struct hash salt;

	dice_salt_alone(&header->seal, &salt);
	if (header->tournament == NULL && !hash_equal(&salt, &header->salt))
		return refuse(run, "the salt does not follow from the seal, "
			      "as it must without a tournament");
	if ((header->tournament == NULL) != !header->has_manifest)
		return refuse(run, "expected a tournament and its manifest, "
			      "or neither");
	return AUDIT_PASSED;
}

/* Without the secret no dice can be verified: the error names the first
   malformed line, or the place where the close line is missing. */
static enum audit_verdict refuse_unfinished(struct audit_run *run)
{
	do {
		if (!next_line(run))
			return refuse_end(run, "a close line with the secret");
		if (!parse(run))
			return AUDIT_REFUSED;
	} while (run->type != LINE_CLOSE && run->type != LINE_SIGN);
	return refuse_line(run, "a close line with the secret of the seal");
}

/* The secret of the close line does not match the seal.  If the anchors of the
   first board are those of the secret, the seal is wrong. */
static enum audit_verdict refuse_secret(struct audit_run *run,
				       const struct hash *secret)
{
	const bool found = next_line(run);
	struct error ignored;

	if (run->failed)
		return AUDIT_TROUBLE;
	log_step_begin(&run->step, secret);
	if (found) {
		(void)log_step_take(&run->step, run->line, run->size,
				    &ignored);
		logfile_back(&run->file);
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
	const struct logfile *file = &run->file;
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

/* Checks that a program that was given is the one that the log names. */
static int check_program(const struct audit *audit, struct error *err)
{
	const struct logline_header *header = &audit->header;
	char hex[HASH_HEX_SIZE + 1];

	if (audit->program == NULL)
		return 0;
	if (!header->programmed)
		return error_set(err, "the log is of %s, whose rules the "
				 "referee has: --game is for other games",
				 header->game);
	hash_to_hex(&header->program.files, hex);
	return hash_equal(&header->program.files, &audit->program_files) ? 0 :
		error_set(err, "the match was played with another program than "
			  "the one given with --game: its files have the "
			  "SHA-256 %s", hex);
}

static enum audit_verdict read_header(struct audit_run *run)
{
	struct audit *audit = run->audit;
	struct hash secret;
	enum audit_verdict verdict;
	struct error why;

	if (!next_line(run))
		return refuse_end(run, "a match log");
	if (!parse(run))
		return AUDIT_REFUSED;
	if (run->type != LINE_MATCH)
		return refuse_line(run, "a match line");
	logline_header_take(&audit->header, run->tree);
	run->tree = NULL;
	if (check_program(audit, &why) != 0)
		return refuse(run, why.text);
	if (log_step_init(&run->step, &audit->header, audit->program,
			  &why) != 0)
		return refuse_or_fail(run, &why);
	audit->told = run->step.rules.told;
	run->step.rules.told = NULL;
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
	audit->resume = log_step_resume(step);
	audit->keep = run->file.passed;
	audit->keep_digest = logfile_digest(&run->file);
}

/* Takes the current line without playing.  Nearly all lines are steps, and need
   not be parsed. */
static enum audit_verdict skim_line(struct audit_run *run)
{
	run->type = logline_type_of(run->line, run->size);
	if (run->size < LOG_LINE_MAX && (run->type == LINE_DRAW ||
	    run->type == LINE_MOVE || run->type == LINE_CHAIN))
		return AUDIT_PASSED;
	if (!parse(run))
		return AUDIT_REFUSED;
	log_step_skim(&run->step, run->type, run->tree);
	return AUDIT_PASSED;
}

/* Goes to the board of `only_game`.  What precedes it is believed, as forfeits
   depend on it.  `*found`: it is there. */
static enum audit_verdict go_to_board(struct audit_run *run, bool *found)
{
	struct log_step *step = &run->step;
	const uint32_t rotations = (uint32_t)step->header->rotations;
	const uint32_t before = (run->audit->only_game - 1) / rotations;

	step->watch = NULL;
	for (*found = false; !*found;) {
		if (!next_line(run)) {
			run->audit->games = step->games;
			return run->failed ? AUDIT_TROUBLE : AUDIT_PASSED;
		}
		if (skim_line(run) != AUDIT_PASSED)
			return AUDIT_REFUSED;
		*found = run->type == LINE_BOARD &&
			json_get(run->tree, "board")->valuedouble == before + 1;
	}
	step->watch = run->audit->watch;
	if (step->games != (uint64_t)before * rotations)
		return refuse(run, "the wrong number of games before this "
			      "board");
	log_step_go_on(step, step->games, false);
	logfile_back(&run->file);
	return AUDIT_PASSED;
}

/* The log ends before it is closed.  An attempt that was interrupted stays in
   it, and the game is played again. */
static enum audit_verdict read_end(struct audit_run *run)
{
	struct log_step *step = &run->step;

	if (run->failed)
		return AUDIT_TROUBLE;
	if (run->audit->wait != NULL)
		return AUDIT_PASSED;
	if (!run->audit->to_resume)
		return refuse_end(run, text_string(&step->line.out));
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
	struct sha256 digest = logfile_digest(&run->file);
	struct json_writer *want = &run->step.line;
	unsigned char signature[SIGNATURE_SIZE];
	struct hash sum;
	const char *hex;

	if (!next_line(run))
		return read_end(run);
	if (!parse(run))
		return AUDIT_REFUSED;
	if (run->type != LINE_SIGN)
		return refuse_line(run, "the sign line");
	if (believes(audit))
		return audit->finished = true, AUDIT_PASSED;
	sha256_end(&digest, sum.bytes);
	hex = json_get(run->tree, "sig")->valuestring;
	if (sodium_hex2bin(signature, sizeof signature, hex, strlen(hex),
			   NULL, NULL, NULL) != 0)
		return refuse(run, "the signature is not hexadecimal");
	json_clear(want);
	logline_sign(want, &sum, signature);
	if (run->size != want->out.length ||
	    memcmp(run->line, want->out.bytes, run->size) != 0)
		return refuse_line(run, text_string(&want->out));
	if (!keys_verify_log(&audit->header.key, &sum, signature))
		return refuse(run, "the signature does not match the key in "
			      "the first line");
	audit->digest = sum;
	audit->finished = true;
	if (!next_line(run)) {
		if (run->failed || !run->file.torn)
			return run->failed ? AUDIT_TROUBLE : AUDIT_PASSED;
		run->file.line++;
	}
	return refuse(run, "data after the sign line");
}

static enum audit_verdict take_line(struct audit_run *run)
{
	struct error why;

	if (run->audit->skims)
		return skim_line(run);
	return log_step_take(&run->step, run->line, run->size, &why) == 0 ?
		AUDIT_PASSED : refuse_or_fail(run, &why);
}

static enum audit_verdict read_lines(struct audit_run *run)
{
	struct audit *audit = run->audit;
	const struct log_step *step = &run->step;
	enum audit_verdict verdict;

	while (log_step_due(&run->step) != LOG_DUE_SIGN) {
		if (audit->only_game > 0 && step->games >= audit->only_game)
			return AUDIT_PASSED;
		if (!next_line(run))
			return read_end(run);
		verdict = take_line(run);
		if (verdict != AUDIT_PASSED)
			return verdict;
		if (step->stage != LOG_STAGE_PLAY)
			mark(run);
	}
	return read_sign(run);
}

enum audit_verdict audit_log(struct audit *audit, const char *path,
			    struct error *err)
{
	struct audit_run run = { .audit = audit, .err = err, .line = "" };
	const struct log_step *step = &run.step;
	enum audit_verdict verdict = AUDIT_TROUBLE;
	bool found = true;

	if (packed_log_open(&run.file, path, !audit->only_board &&
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
	audit->suspect_replays =
		step->rules.limits.value[LIMIT_SUSPECT_REPLAYS];
	audit->decisions = step->decisions;
	audit->rolls = step->rolls;
	audit->bytes = run.file.passed;
	/* A damaged packed log is refused, like any changed log. */
	if (verdict == AUDIT_TROUBLE && run.file.damaged)
		verdict = AUDIT_REFUSED;
	log_step_release(&run.step);
	forget_tree(&run);
	logfile_release(&run.file);
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
	if (audit->told != NULL)
		doubts_add(doubts, "rules", "that the moves and results obey "
			   "the rules of %s, which are a program: give it "
			   "with --game", header->game);
	doubts_add_no_outside_salt(doubts);
	if (!pinned)
		doubts_add(doubts, "referee_key", "key not pinned: give the "
			   "referee's public key with --key");
	if (audit->abandoned > 0)
		doubts_tell(doubts, "games_abandoned", "games abandoned: %u "
			    "(interrupted and played again on the same dice)",
			    audit->abandoned);
	doubts_add_resumed(doubts, audit->resumes);
	doubts_add_replays(doubts, audit->suspect_replays);
	doubts_add_entrants(header->entrant, header->entrants, header->level,
			    doubts);
	doubts_add_never_proved(doubts);
}

void audit_release(struct audit *audit)
{
	logline_header_release(&audit->header);
	program_game_free(audit->told);
	audit->told = NULL;
}
