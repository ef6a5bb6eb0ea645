/*
 * audit.c - verifies a log by replaying it: same rules, same dice, same bytes.
 *
 * Each expected line is written again with the functions that wrote the log,
 * and compared byte for byte, which is fast and leaves nothing unchecked.  Only
 * if the bytes differ is the line parsed, to allow another order of keys or to
 * report what is wrong.  Moves are always parsed, because only the log has
 * them.
 *
 * The secret is at the end of the log and is looked up first, so that each hash
 * chain is computed once and each anchor is checked when it is read.
 */
#include "audit/audit.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "audit/audit_game.h"
#include "audit/audit_skip.h"
#include "fair/entrant_doubts.h"
#include "match/log_rules.h"
#include "pack/packed_log.h"

static const char secret_wrong[] = "the seal is not that of the secret in the "
	"close line";

/* ### the first line */

static enum audit_verdict check_rules(struct audit_game *play)
{
	struct audit *audit = play->audit;
	struct log_rules rules;
	struct error why;

	if (log_rules_read(&rules, &audit->header, &why) != 0)
		return audit_game_refuse(play, why.text);
	audit->game = rules.game;
	memcpy(audit->rule, rules.rule, sizeof audit->rule);
	play->faults_max = (uint32_t)rules.limits.value[LIMIT_FAULTS_MAX];
	play->seats = audit->header.entrants;
	return AUDIT_PASSED;
}

static enum audit_verdict check_salt(struct audit_game *play)
{
	const struct logline_header *header = &play->audit->header;
	struct hash salt;

	dice_salt_alone(&header->seal, &salt);
	if (header->tournament == NULL && !hash_equal(&salt, &header->salt))
		return audit_game_refuse(play, "the salt is not that of the "
					 "seal, and there is no tournament to "
					 "give another");
	if ((header->tournament == NULL) != !header->has_manifest)
		return audit_game_refuse(play, "a tournament and its manifest "
					 "go together");
	return AUDIT_PASSED;
}

/* Without the secret no dice can be verified: the error names the first
   malformed line, or the place where the close line is missing. */
static enum audit_verdict refuse_unfinished(struct audit_game *play)
{
	enum log_found found;

	do {
		found = log_cursor_next(&play->log);
		if (found == CANNOT_READ)
			return AUDIT_TROUBLE;
		if (found == NO_LINE)
			return log_cursor_refuse_end(&play->log, "a close line "
						     "with the secret");
		if (!log_cursor_parse(&play->log))
			return AUDIT_REFUSED;
	} while (play->log.type != LINE_CLOSE && play->log.type != LINE_SIGN);
	return log_cursor_refuse(&play->log, "a close line with the secret of "
				 "the seal");
}

/* Prepares the dice of a secret. */
static void take_secret(struct audit_game *play, const struct hash *secret)
{
	struct audit *audit = play->audit;

	hash_chains_init(&play->chains, secret, &audit->header.salt,
			 audit->header.links, play->seats + 1);
}

/* The secret of the close line does not match the seal.  If the anchors of the
   first board are those of the secret, the seal is wrong. */
static enum audit_verdict refuse_secret(struct audit_game *play,
				       const struct hash *secret)
{
	enum log_found found;

	take_secret(play, secret);
	hash_chains_set_board(&play->chains, 1);
	json_clear(&play->log.want);
	logline_board(&play->log.want, &play->chains);
	found = log_cursor_expect(&play->log);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found != NO_LINE)
		logfile_back(&play->log.file);
	return found == AS_EXPECTED ?
		audit_game_refuse(play, secret_wrong) : refuse_unfinished(play);
}

static bool is_sealed(const struct audit_game *play, const struct hash *secret)
{
	struct hash seal;

	dice_seal(secret, &seal);
	return hash_equal(&seal, &play->audit->header.seal);
}

/* Finds the secret of the seal: the caller's, or that of the close line.  If
   that line is damaged, what is left of it may still contain the secret, so
   that the audit can find what else is wrong; but a run never resumes such a
   log. */
static enum audit_verdict find_secret(struct audit_game *play,
				      struct hash *secret)
{
	struct audit *audit = play->audit;
	struct hash left;
	bool closed;

	if (audit->secret != NULL) {
		*secret = *audit->secret;
		audit->other_secret = !is_sealed(play, secret);
		return audit->other_secret ?
			audit_game_refuse(play, "the seal of another secret") :
			AUDIT_PASSED;
	}
	closed = logfile_secret(&play->log.file, secret);
	if (closed && is_sealed(play, secret))
		return AUDIT_PASSED;
	if (!audit->to_resume &&
	    logfile_sealed(&play->log.file, &audit->header.seal, &left)) {
		*secret = left;
		return AUDIT_PASSED;
	}
	return closed ? refuse_secret(play, secret) : refuse_unfinished(play);
}

static enum audit_verdict read_header(struct audit_game *play)
{
	struct audit *audit = play->audit;
	struct hash secret;
	enum log_found found;
	enum audit_verdict verdict;

	found = log_cursor_next(&play->log);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found == NO_LINE)
		return log_cursor_refuse_end(&play->log, "a match log");
	if (!log_cursor_parse(&play->log) || play->log.type != LINE_MATCH)
		return play->log.tree == NULL ? AUDIT_REFUSED :
			log_cursor_refuse(&play->log, "a match line");
	logline_header_take(&audit->header, play->log.tree);
	play->log.tree = NULL;
	verdict = check_rules(play);
	if (verdict == AUDIT_PASSED)
		verdict = check_salt(play);
	if (verdict != AUDIT_PASSED)
		return verdict;
	verdict = find_secret(play, &secret);
	if (verdict == AUDIT_PASSED) {
		take_secret(play, &secret);
		game_run_init(&play->run, audit->game, play->seats,
			      audit->rule, &play->chains);
		play->before = memory_new(1, audit->game->state_size);
	}
	sodium_memzero(&secret, sizeof secret);
	return verdict;
}

/* ### the whole log */

/* Records that a run could resume the log from here. */
static void mark(struct audit_game *play, bool board_open)
{
	struct audit *audit = play->audit;

	audit->resume = (struct resume){ .going_on = true,
		.games = audit->games, .board_open = board_open };
	memcpy(audit->resume.faults, play->faults, sizeof play->faults);
	audit->keep = play->log.file.passed;
	audit->keep_digest = logfile_digest(&play->log.file);
}

/* Checks the number of games in the current line, a `resume`. */
static enum audit_verdict read_resume(struct audit_game *play)
{
	if ((uint32_t)log_cursor_number(&play->log, "games") !=
	    play->audit->games)
		return audit_game_refuse(play, "a resume with another number "
					 "of finished games");
	play->audit->resumes++;
	return AUDIT_PASSED;
}

/*
 * Expects `want`, perhaps after `resume` lines.  With AUDIT_PASSED, `*found` is
 * AS_EXPECTED, or with `to_resume` NO_LINE.
 */
static enum audit_verdict expect_frame(struct audit_game *play,
				       enum log_found *found, bool board_open)
{
	enum audit_verdict verdict;

	for (;;) {
		*found = log_cursor_expect(&play->log);
		if (*found == CANNOT_READ)
			return AUDIT_TROUBLE;
		if (*found == NO_LINE && !play->audit->to_resume)
			return log_cursor_refuse_want(&play->log, *found);
		if (*found != ANOTHER)
			return AUDIT_PASSED;
		if (play->log.tree == NULL)
			return log_cursor_parse(&play->log) ?
				log_cursor_refuse_want(&play->log, *found) :
				AUDIT_REFUSED;
		if (play->log.type != LINE_RESUME)
			return log_cursor_refuse_want(&play->log, *found);
		verdict = read_resume(play);
		if (verdict != AUDIT_PASSED)
			return verdict;
		mark(play, board_open);
	}
}

/* Sets the state for a game that begins, or begins again. */
static void begin_game(struct audit_game *play)
{
	game_run_begin(&play->run);
	memset(play->new_faults, 0, sizeof play->new_faults);
	memset(play->out, 0, sizeof play->out);
	play->opening = true;
	play->opener = -1;
	play->retries = RETRIES_FRESH;
	MATCH_WATCH(play->watch, begin, play->audit->games + 1, play->board,
		    play->rotation);
}

/* Reads one game from its `game` line on, with all interrupted attempts.
   `*cut`: the log ends before the game does. */
static enum audit_verdict read_one(struct audit_game *play, bool *cut)
{
	struct audit *audit = play->audit;
	enum audit_verdict verdict;
	enum audit_game_end end;
	enum log_found found;

	for (;;) {
		json_clear(&play->log.want);
		logline_game(&play->log.want, play->board, play->rotation,
			     play->seats);
		verdict = expect_frame(play, &found, true);
		if (verdict != AUDIT_PASSED)
			return verdict;
		*cut = found == NO_LINE;
		if (*cut)
			return AUDIT_PASSED;
		begin_game(play);
		end = audit_game_read(play);
		if (end == GAME_BAD)
			return AUDIT_REFUSED;
		if (end == GAME_UNREADABLE)
			return AUDIT_TROUBLE;
		if (end == GAME_ENDED)
			break;
		audit->abandoned++;
		if (audit->watch != NULL && audit->watch->abandoned != NULL)
			audit->watch->abandoned(audit->watch->context);
		*cut = play->log.tree == NULL || play->log.type != LINE_RESUME;
		if (*cut) {
			/* The attempt stays in the log, and the game is played
			   again. */
			mark(play, true);
			return AUDIT_PASSED;
		}
		verdict = read_resume(play);
		if (verdict != AUDIT_PASSED)
			return verdict;
		mark(play, true);
	}
	for (int i = 0; i < play->seats; i++)
		play->faults[i] += play->new_faults[i];
	audit->games++;
	mark(play, false);
	return AUDIT_PASSED;
}

/* Skips to a board.  `*cut`: the log ends before it. */
static enum audit_verdict go_to_board(struct audit_game *play,
				      uint32_t boards_before, bool *cut)
{
	struct audit *audit = play->audit;
	bool found;
	enum audit_verdict verdict = audit_skip(play, boards_before + 1,
						&audit->games, &found);

	*cut = !found;
	if (verdict != AUDIT_PASSED || !found)
		return verdict;
	if (audit->games != (uint64_t)boards_before *
	    (uint64_t)audit->header.rotations)
		return audit_game_refuse(play, "another number of games before "
					 "this board");
	logfile_back(&play->log.file);
	return AUDIT_PASSED;
}

static enum audit_verdict read_games(struct audit_game *play, bool *cut)
{
	struct audit *audit = play->audit;
	uint32_t rotations = (uint32_t)audit->header.rotations;
	uint64_t due = (uint64_t)audit->header.boards * rotations;
	enum audit_verdict verdict;
	enum log_found found;

	*cut = false;
	if (audit->only_board) {
		verdict = go_to_board(play, (audit->only_game - 1) / rotations,
				      cut);
		if (verdict != AUDIT_PASSED)
			return verdict;
	}
	while (audit->games < due && !*cut) {
		play->board = audit->games / rotations + 1;
		play->rotation = (int)(audit->games % rotations);
		if (play->rotation == 0) {
			hash_chains_set_board(&play->chains, play->board);
			json_clear(&play->log.want);
			logline_board(&play->log.want, &play->chains);
			verdict = expect_frame(play, &found, false);
			if (verdict != AUDIT_PASSED)
				return verdict;
			if (found == NO_LINE) {
				*cut = true;
				return AUDIT_PASSED;
			}
			mark(play, true);
		}
		verdict = read_one(play, cut);
		if (verdict != AUDIT_PASSED)
			return verdict;
		if (audit->only_game > 0 && audit->games >= audit->only_game)
			*cut = true;
	}
	return AUDIT_PASSED;
}

/* Reads the `sign` line, which has to match byte for byte. */
static enum audit_verdict read_sign(struct audit_game *play)
{
	struct audit *audit = play->audit;
	struct sha256 digest = logfile_digest(&play->log.file);
	unsigned char signature[SIGNATURE_SIZE];
	struct hash sum;
	enum log_found found = log_cursor_next(&play->log);
	const char *hex;

	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found == NO_LINE && audit->to_resume)
		return AUDIT_PASSED;
	if (found == NO_LINE)
		return log_cursor_refuse_end(&play->log, "the sign line");
	if (!log_cursor_parse(&play->log))
		return AUDIT_REFUSED;
	if (play->log.type != LINE_SIGN)
		return log_cursor_refuse(&play->log, "the sign line");
	sha256_end(&digest, sum.bytes);
	hex = log_cursor_word(&play->log, "sig");
	if (sodium_hex2bin(signature, sizeof signature, hex, strlen(hex),
			   NULL, NULL, NULL) != 0)
		return audit_game_refuse(play, "a signature that is not "
					 "hexadecimal");
	json_clear(&play->log.want);
	logline_sign(&play->log.want, &sum, signature);
	if (play->log.size != play->log.want.out.length ||
	    memcmp(play->log.line, play->log.want.out.bytes,
		   play->log.size) != 0)
		return log_cursor_refuse_want(&play->log, ANOTHER);
	if (!keys_verify_log(&audit->header.key, &sum, signature))
		return audit_game_refuse(play, "the signature is not that of "
					 "the key in the first line");
	audit->digest = sum;
	audit->finished = true;
	found = log_cursor_next(&play->log);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found != NO_LINE || play->log.file.torn) {
		play->log.file.line += found == NO_LINE;
		return audit_game_refuse(play, "data after the sign line");
	}
	return AUDIT_PASSED;
}

static enum audit_verdict read_close(struct audit_game *play)
{
	struct audit *audit = play->audit;
	enum audit_verdict verdict;
	enum log_found found;

	json_clear(&play->log.want);
	logline_close(&play->log.want, &play->chains.secret, audit->games);
	verdict = expect_frame(play, &found, false);
	if (verdict != AUDIT_PASSED || found == NO_LINE)
		return verdict;
	mark(play, false);
	audit->resume.closed = true;
	return read_sign(play);
}

enum audit_verdict audit_log(struct audit *audit, const char *path,
			    struct error *err)
{
	struct audit_game play = { .audit = audit, .watch = audit->watch,
		.may_end = audit->to_resume,
		.log = { .err = err, .line = "", .lines = &audit->lines } };
	enum audit_verdict verdict = AUDIT_TROUBLE;
	bool cut = false;

	if (packed_log_open(&play.log.file, path, !audit->only_board, err) != 0)
		goto done;
	verdict = read_header(&play);
	if (verdict == AUDIT_PASSED) {
		mark(&play, false);
		verdict = read_games(&play, &cut);
	}
	if (verdict == AUDIT_PASSED && !cut)
		verdict = read_close(&play);
	audit->decisions = play.decisions;
	audit->rolls = play.rolls;
	audit->bytes = play.log.file.passed;

done:
	/* A damaged packed log is refused, like any changed log. */
	if (verdict == AUDIT_TROUBLE && play.log.file.damaged)
		verdict = AUDIT_REFUSED;
	free(play.before);
	game_run_release(&play.run);
	hash_chains_release(&play.chains);
	text_release(&play.scratch.out);
	log_cursor_release(&play.log);
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
	entrant_doubts(header->entrant, header->entrants, header->sandbox,
		       doubts);
	doubts_add_never_proved(doubts);
}

void audit_release(struct audit *audit)
{
	logline_header_release(&audit->header);
}
