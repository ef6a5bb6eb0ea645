/*
 * audit.c - plays a log back: the same rules, the same dice, the same bytes.
 *
 * What is due is written again with the functions that wrote the log and
 * compared as bytes, which is fast and leaves nothing unlooked at.  Only when
 * the bytes differ is the line parsed: to allow another order of keys, or to
 * say what is wrong.  Moves are parsed, because only the log knows them.
 *
 * The secret stands at the end of the log and is looked up there first, so
 * that every chain is made once and every anchor checked when it is met.
 */
#include "audit/audit.h"

#include <stdlib.h>
#include <string.h>

#include "audit/log_cursor.h"

static const char secret_wrong[] = "the seal is not that of the secret in the "
	"close line";

/* ### the first line */

static enum audit_result check_rules(struct reading *r)
{
	struct audit *audit = r->audit;
	const cJSON *tree = audit->header.tree;
	struct json_at top = { .name = "match", .index = -1, .value = tree };
	struct json_at rules = json_at_key(&top, "rules");
	struct json_at limits = json_at_key(&top, "limits");
	struct limits read;
	struct error why;

	audit->game = games_find(audit->header.game);
	if (audit->game == NULL)
		return refuse_line(r, "a game that this version does not know");
	limits_defaults(&read);
	if (rules_set_json(audit->game, &rules, true, audit->rule,
			   &why) != 0 ||
	    rules_check(audit->game, audit->header.entrants, audit->rule,
			&why) != 0 ||
	    limits_set_json(&read, &limits, &why) != 0)
		return refuse_line(r, why.text);
	r->faults_max = (uint32_t)read.value[LIMIT_FAULTS_MAX];
	r->seats = audit->header.entrants;
	if (audit->header.rotations > r->seats)
		return refuse_line(r, "more rotations than seats");
	if (audit->header.stride != audit->game->stride)
		return refuse_line(r, "a stride that is not the game's");
	return AUDIT_PASSED;
}

static enum audit_result check_salt(struct reading *r)
{
	const struct header *header = &r->audit->header;
	struct hash salt;

	dice_salt_alone(&header->seal, &salt);
	if (header->tournament == NULL && !hash_equal(&salt, &header->salt))
		return refuse_line(r, "the salt is not that of the seal, and "
				   "there is no tournament to give another");
	if ((header->tournament == NULL) != !header->has_manifest)
		return refuse_line(r, "a tournament and its manifest go "
				   "together");
	return AUDIT_PASSED;
}

/* Without the secret no dice can be checked: what is named is the first line
   that is none, or where the close line is missing. */
static enum audit_result refuse_unfinished(struct reading *r)
{
	enum found found;

	do {
		found = next_line(r);
		if (found == CANNOT_READ)
			return AUDIT_TROUBLE;
		if (found == NO_LINE)
			return refuse_end(r, "a close line with the secret");
		if (!parse(r))
			return AUDIT_REFUSED;
	} while (r->type != LINE_CLOSE && r->type != LINE_SIGN);
	return refuse(r, "a close line with the secret of the seal");
}

/* Prepares for the dice of a secret. */
static void take_secret(struct reading *r, const struct hash *secret)
{
	struct audit *audit = r->audit;

	chains_init(&r->chains, secret, &audit->header.salt,
		    audit->header.links, r->seats + 1);
}

/* Close line and seal do not go together.  When the board's anchors are those
   of the secret, it is the seal that is wrong. */
static enum audit_result refuse_secret(struct reading *r,
				       const struct hash *secret)
{
	enum found found;

	take_secret(r, secret);
	chains_board(&r->chains, 1);
	json_clear(&r->want);
	line_board(&r->want, &r->chains);
	found = expect(r);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found != NO_LINE)
		logfile_back(&r->file);
	return found == AS_EXPECTED ?
		refuse_line(r, secret_wrong) : refuse_unfinished(r);
}

static bool is_sealed(const struct reading *r, const struct hash *secret)
{
	struct hash seal;

	dice_seal(secret, &seal);
	return hash_equal(&seal, &r->audit->header.seal);
}

/* The secret of the seal: the caller's, or that of the close line.  Where that
   line is spoilt, what is left of it may do to find out what comes first; but
   no run goes on from there. */
static enum audit_result find_secret(struct reading *r, struct hash *secret)
{
	const struct audit *audit = r->audit;
	struct hash left;
	bool closed;

	if (audit->secret != NULL) {
		*secret = *audit->secret;
		return is_sealed(r, secret) ? AUDIT_PASSED :
			refuse_line(r, secret_wrong);
	}
	closed = logfile_secret(&r->file, secret);
	if (closed && is_sealed(r, secret))
		return AUDIT_PASSED;
	if (!audit->to_resume &&
	    logfile_sealed(&r->file, &audit->header.seal, &left)) {
		*secret = left;
		return AUDIT_PASSED;
	}
	return closed ? refuse_secret(r, secret) : refuse_unfinished(r);
}

static enum audit_result read_header(struct reading *r)
{
	struct audit *audit = r->audit;
	struct hash secret;
	enum found found;
	enum audit_result result;

	found = next_line(r);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found == NO_LINE)
		return refuse_end(r, "a match log");
	if (!parse(r) || r->type != LINE_MATCH)
		return r->tree == NULL ? AUDIT_REFUSED :
			refuse(r, "a match line");
	header_take(&audit->header, r->tree);
	r->tree = NULL;
	result = check_rules(r);
	if (result == AUDIT_PASSED)
		result = check_salt(r);
	if (result != AUDIT_PASSED)
		return result;
	result = find_secret(r, &secret);
	if (result == AUDIT_PASSED) {
		take_secret(r, &secret);
		course_init(&r->course, audit->game, r->seats, audit->rule,
			    &r->chains);
		r->before = memory_new(1, audit->game->state_size);
	}
	sodium_memzero(&secret, sizeof secret);
	return result;
}

/* ### the whole log */

/* Where a run could go on from here. */
static void mark(struct reading *r, bool board_open)
{
	struct audit *audit = r->audit;

	audit->resume = (struct resume){ .going_on = true,
		.games = audit->games, .board_open = board_open };
	memcpy(audit->resume.faults, r->faults, sizeof r->faults);
	audit->keep = r->file.passed;
	audit->keep_digest = logfile_digest(&r->file);
}

/* A `resume` line that is at hand has the right number. */
static enum audit_result read_resume(struct reading *r)
{
	if ((uint32_t)line_number(r, "games") != r->audit->games)
		return refuse_line(r, "a resume with another number of "
				   "finished games");
	r->audit->resumes++;
	return AUDIT_PASSED;
}

/*
 * Expects `want`, or a `resume` before it.  `*found` says what is there;
 * ANOTHER has been refused already.
 */
static enum audit_result expect_frame(struct reading *r, enum found *found,
				      bool board_open)
{
	enum audit_result result;

	for (;;) {
		*found = expect(r);
		if (*found == CANNOT_READ)
			return AUDIT_TROUBLE;
		if (*found == NO_LINE && !r->audit->to_resume)
			return refuse_want(r, *found);
		if (*found != ANOTHER)
			return AUDIT_PASSED;
		if (r->tree == NULL)
			return parse(r) ? refuse_want(r, *found) :
				AUDIT_REFUSED;
		if (r->type != LINE_RESUME)
			return refuse_want(r, *found);
		result = read_resume(r);
		if (result != AUDIT_PASSED)
			return result;
		mark(r, board_open);
	}
}

/* Takes over the state for a game that begins, or begins again. */
static void begin_game(struct reading *r)
{
	course_begin(&r->course);
	memset(r->new_faults, 0, sizeof r->new_faults);
	memset(r->out, 0, sizeof r->out);
	r->opening = true;
	r->opener = -1;
	r->retries = RETRIES_FRESH;
	WATCH(r, begin, r->audit->games + 1, r->board, r->rotation);
}

/* One game from its `game` line on, as often as it was begun. */
static enum audit_result read_one(struct reading *r, bool *cut)
{
	struct audit *audit = r->audit;
	enum audit_result result;
	enum game_end end;
	enum found found;

	for (;;) {
		json_clear(&r->want);
		line_game(&r->want, r->board, r->rotation, r->seats);
		result = expect_frame(r, &found, true);
		if (result != AUDIT_PASSED)
			return result;
		*cut = found == NO_LINE;
		if (*cut)
			return AUDIT_PASSED;
		begin_game(r);
		end = read_game(r);
		if (end == GAME_BAD)
			return AUDIT_REFUSED;
		if (end == GAME_UNREADABLE)
			return AUDIT_TROUBLE;
		if (end == GAME_ENDED)
			break;
		audit->abandoned++;
		if (audit->watch != NULL && audit->watch->abandoned != NULL)
			audit->watch->abandoned(audit->watch->context);
		*cut = r->tree == NULL || r->type != LINE_RESUME;
		if (*cut) {
			/* What was begun stays in the log and comes again. */
			mark(r, true);
			return AUDIT_PASSED;
		}
		result = read_resume(r);
		if (result != AUDIT_PASSED)
			return result;
		mark(r, true);
	}
	for (int i = 0; i < r->seats; i++)
		r->faults[i] += r->new_faults[i];
	audit->games++;
	mark(r, false);
	return AUDIT_PASSED;
}

static enum audit_result read_games(struct reading *r, bool *cut)
{
	struct audit *audit = r->audit;
	uint32_t rotations = (uint32_t)audit->header.rotations;
	uint64_t due = (uint64_t)audit->header.boards * rotations;
	enum audit_result result;
	enum found found;

	*cut = false;
	while (audit->games < due && !*cut) {
		r->board = audit->games / rotations + 1;
		r->rotation = (int)(audit->games % rotations);
		if (r->rotation == 0) {
			chains_board(&r->chains, r->board);
			json_clear(&r->want);
			line_board(&r->want, &r->chains);
			result = expect_frame(r, &found, false);
			if (result != AUDIT_PASSED)
				return result;
			if (found == NO_LINE) {
				*cut = true;
				return AUDIT_PASSED;
			}
			mark(r, true);
		}
		result = read_one(r, cut);
		if (result != AUDIT_PASSED)
			return result;
		if (audit->only_game > 0 && audit->games >= audit->only_game)
			*cut = true;
	}
	return AUDIT_PASSED;
}

/* The `sign` line is byte for byte in one form. */
static enum audit_result read_sign(struct reading *r)
{
	struct audit *audit = r->audit;
	crypto_hash_sha256_state digest = logfile_digest(&r->file);
	unsigned char signature[SIGNATURE_SIZE];
	struct hash sum;
	enum found found = next_line(r);
	const char *hex;

	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found == NO_LINE && audit->to_resume)
		return AUDIT_PASSED;
	if (found == NO_LINE)
		return refuse_end(r, "the sign line");
	if (!parse(r))
		return AUDIT_REFUSED;
	if (r->type != LINE_SIGN)
		return refuse(r, "the sign line");
	crypto_hash_sha256_final(&digest, sum.bytes);
	hex = line_word(r, "sig");
	if (sodium_hex2bin(signature, sizeof signature, hex, strlen(hex),
			   NULL, NULL, NULL) != 0)
		return refuse_line(r, "a signature that is no hex");
	json_clear(&r->want);
	line_sign(&r->want, &sum, signature);
	if (r->size != r->want.out.length ||
	    memcmp(r->line, r->want.out.bytes, r->size) != 0)
		return refuse_want(r, ANOTHER);
	if (!key_verify_log(&audit->header.key, &sum, signature))
		return refuse_line(r, "the signature is not that of the key "
				   "in the first line");
	audit->digest = sum;
	audit->finished = true;
	found = next_line(r);
	if (found == CANNOT_READ)
		return AUDIT_TROUBLE;
	if (found != NO_LINE || r->file.torn) {
		r->file.line += found == NO_LINE;
		return refuse_line(r, "something stands behind the sign line");
	}
	return AUDIT_PASSED;
}

static enum audit_result read_close(struct reading *r)
{
	struct audit *audit = r->audit;
	enum audit_result result;
	enum found found;

	json_clear(&r->want);
	line_close(&r->want, &r->chains.secret, audit->games);
	result = expect_frame(r, &found, false);
	if (result != AUDIT_PASSED || found == NO_LINE)
		return result;
	mark(r, false);
	audit->resume.closed = true;
	return read_sign(r);
}

enum audit_result audit_log(struct audit *audit, const char *path,
			    struct error *err)
{
	struct reading r = { .audit = audit, .err = err, .line = "" };
	enum audit_result result = AUDIT_TROUBLE;
	bool cut = false;

	if (logfile_open(&r.file, path, true, err) != 0)
		goto done;
	result = read_header(&r);
	if (result == AUDIT_PASSED) {
		mark(&r, false);
		result = read_games(&r, &cut);
	}
	if (result == AUDIT_PASSED && !cut)
		result = read_close(&r);
	audit->lines = r.file.line;
	audit->bytes = r.file.passed;

done:
	forget_tree(&r);
	free(r.before);
	course_release(&r.course);
	chains_release(&r.chains);
	text_release(&r.want.out);
	text_release(&r.scratch.out);
	logfile_release(&r.file);
	return result;
}

void audit_doubts(const struct audit *audit, bool pinned, struct text *out)
{
	const struct header *header = &audit->header;

	if (header->tournament == NULL)
		text_add(out, "no outside salt: the operator could have "
			 "picked this secret among many\n");
	else
		text_add(out, "that this secret follows from the "
			 "tournament's is shown by the closed book\n");
	if (!pinned)
		text_add(out, "key not pinned: give the referee's with "
			 "--key\n");
	if (audit->abandoned > 0)
		text_printf(out, "games abandoned: %u (interrupted and "
			    "played again on the same dice)\n",
			    audit->abandoned);
	if (strcmp(header->sandbox, level_words[LEVEL_STRICT]) != 0)
		text_printf(out, "sandbox %s: bots could have read the secret "
			    "and passed on duplicate dice\n",
			    header->sandbox);
}

void audit_release(struct audit *audit)
{
	header_release(&audit->header);
}
