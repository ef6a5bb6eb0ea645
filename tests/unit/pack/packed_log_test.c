/*
 * packed_log_test.c - random closed logs of all games, with faults, repeated
 * answers and interruptions, unpack to the same bytes.
 *
 * The engine that plays matches writes them, with random moves.
 */
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/file.h"
#include "games/rules.h"
#include "match/engine.h"
#include "pack/packed_log.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"

struct writer {
	struct random random;
	struct match_config match;
	struct engine engine;
	struct player player[GAME_SEATS_MAX * GAME_SEATS_MAX];
	struct text log;
};

/* Lines by type, to make sure that no type is missing. */
static size_t count[LINE_TYPES];

static int below(struct writer *w, int most)
{
	return random_below(&w->random, most);
}

static int take(void *context, const char *bytes, size_t size,
		struct error *err)
{
	(void)err;
	text_append(context, bytes, size);
	return 0;
}

static void flush(struct writer *w)
{
	struct error err;

	ck_assert_int_eq(matchlog_flush(w->engine.log, &err), 0);
}

/* ### a random match */

static void choose_match(struct writer *w, const struct game *game)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f",
		"g", "h", "i", "j" };
	struct match_config *match = &w->match;
	struct error err;
	int retries = rules_find(game, "illegal_retries");

	match_config_init(match, game);
	match->rule[retries] = below(w, 3);
	do
		match->entrants = game->seats_min +
			below(w, game->seats_max - game->seats_min + 1);
	while (rules_check(game, match->entrants, match->rule, &err) != 0);
	for (int i = 0; i < match->entrants; i++) {
		match->entrant[i].name = memory_copy(names[i]);
		match->entrant[i].sealed.bytes[0] = 1;
	}
	match->boards = 1 + (uint32_t)below(w, 2);
	match->rotations = 1 + below(w, match->entrants);
	match->limits.value[LIMIT_FAULTS_MAX] = 1 + below(w, 3);
	/* With few links games need more than their first chain. */
	match->links = below(w, 2) ? 128 : 8;
}

static bool forfeits(const struct writer *w, int seat)
{
	return log_step_forfeits(&w->engine.step,
				 engine_entrant(&w->engine, seat));
}

static void fault(struct writer *w, int seat, enum fault what)
{
	engine_fault(&w->engine, seat, what, "drawn by \"lot\"");
}

/* Returns whether the game is interrupted. */
static bool decide(struct writer *w, int seat)
{
	struct engine *engine = &w->engine;
	int retries = rules_value(w->match.game, w->match.rule,
				  "illegal_retries");

	if (below(w, 200) == 0)
		return true;
	while (retries-- > 0 && below(w, 10) == 0)
		engine_again(engine, seat);
	if (below(w, 150) == 0) {
		fault(w, seat, FAULT_TIMEOUT);
		return false;
	}
	engine_find_legal(engine);
	engine_move(engine, engine->legal[below(w, engine->legal_count)]);
	seat = below(w, engine->seats);
	if (below(w, 150) == 0 && !engine->step.out[seat] &&
	    w->match.game->turn(engine->step.run.state) != GAME_OVER)
		fault(w, seat, FAULT_GONE);
	return false;
}

/* Returns whether it was interrupted. */
static bool play_game(struct writer *w)
{
	struct engine *engine = &w->engine;
	struct error err;
	int seat;

	engine_begin_game(engine);
	for (seat = 0; seat < engine->seats; seat++)
		if (forfeits(w, seat))
			fault(w, seat, FAULT_FORFEIT);
		else if (below(w, 60) == 0)
			fault(w, seat, FAULT_START);
	while ((seat = engine_turn(engine)) != GAME_OVER)
		if (decide(w, seat))
			return true;
	ck_assert_int_eq(engine_end_game(engine, &err), 0);
	return false;
}

static void resume(struct writer *w)
{
	struct engine *engine = &w->engine;

	json_clear(&engine->line);
	logline_resume(&engine->line, engine->step.games);
	matchlog_add(engine->log, &engine->line.out);
	log_step_abandon(&engine->step);
}

static void play_games(struct writer *w)
{
	struct engine *engine = &w->engine;

	while (engine->step.stage != LOG_STAGE_CLOSE) {
		engine->rotation = log_step_rotation(&engine->step);
		if (play_game(w) || below(w, 20) == 0)
			resume(w);
	}
}

/* Writes a whole log to w->log. */
static void write_log(struct writer *w, const struct game *game)
{
	struct json_writer line = {0};
	struct signing_key key;
	struct matchlog log;
	struct sha256 digest;
	struct hash secret, sum;
	unsigned char signature[SIGNATURE_SIZE];

	choose_match(w, game);
	for (size_t i = 0; i < HASH_SIZE; i++)
		secret.bytes[i] = (unsigned char)below(w, 256);
	dice_seal(&secret, &w->match.seal);
	dice_salt_alone(&w->match.seal, &w->match.salt);
	keys_from_seed(&key, secret.bytes);
	matchlog_divert(&log, take, &w->log);
	engine_init(&w->engine, &w->match, &secret, &log);
	w->engine.players.player = w->player;
	w->engine.header.key = key.public;
	logline_match(&line, &w->engine.header);
	matchlog_add(&log, &line.out);
	play_games(w);
	engine_add_due(&w->engine);
	flush(w);
	sha256_start(&digest);
	sha256_add(&digest, w->log.bytes, w->log.length);
	sha256_end(&digest, sum.bytes);
	keys_sign_log(&key, &sum, signature);
	json_clear(&line);
	logline_sign(&line, &sum, signature);
	matchlog_add(&log, &line.out);
	flush(w);
	w->engine.players = (struct players){0};
	engine_release(&w->engine);
	matchlog_release(&log);
	text_release(&line.out);
}

static void writer_release(struct writer *w)
{
	match_config_release(&w->match);
	text_release(&w->log);
	free(w);
}

/* ### there and back */

static void count_lines(const struct text *log)
{
	const char *line = log->bytes, *end = line + log->length, *next;

	for (; line < end; line = next + 1) {
		enum logline_type type;

		next = memchr(line, '\n', (size_t)(end - line));
		type = logline_type_of(line, (size_t)(next - line));
		ck_assert_int_lt(type, LINE_TYPES);
		count[type]++;
	}
}

static void check_audit(const char *path, const char *what)
{
	struct audit audit = {0};
	struct error err = {0};

	ck_assert_msg(audit_log(&audit, path, &err) == AUDIT_PASSED,
		      "%s: %s", what, err.text);
	audit_release(&audit);
}

static void check_round(struct writer *w, const char *what)
{
	struct memory_file plain, packed, back;
	struct text bytes = {0}, copy = {0}, again = {0};
	struct error err = {0};

	memory_file_open(&plain, w->log.bytes, w->log.length);
	memory_file_open(&back, "", 0);
	check_audit(plain.path, what);
	ck_assert_msg(log_packer_pack(plain.path, &bytes, &err) == 0, "%s: %s",
		      what, err.text);
	memory_file_open(&packed, bytes.bytes, bytes.length);
	check_audit(packed.path, what);
	text_append(&copy, bytes.bytes, bytes.length);
	ck_assert_msg(packed_log_unpack(&copy, back.fd, what, &err) == 0,
		      "%s: %s", what, err.text);
	ck_assert_int_eq(file_read(&again, back.path, 1 << 28, &err), 0);
	ck_assert_msg(again.length == w->log.length &&
		      memcmp(again.bytes, w->log.bytes, again.length) == 0,
		      "%s: other bytes came back", what);
	close(plain.fd);
	close(packed.fd);
	close(back.fd);
	text_release(&bytes);
	text_release(&again);
}

TEST(every_log_comes_back)
{
	enum { LOGS = 150 };
	int games = 0;
	char what[64];

	while (games_list[games] != NULL)
		games++;
	for (int i = 0; i < LOGS; i++) {
		struct writer *w = memory_new(1, sizeof *w);
		const struct game *game = games_list[i % games];

		w->random.state = (uint64_t)i;
		snprintf(what, sizeof what, "%s, seed %d", game->name, i);
		write_log(w, game);
		count_lines(&w->log);
		check_round(w, what);
		writer_release(w);
	}
	for (int type = 0; type < LINE_TYPES; type++)
		ck_assert_msg(count[type] > 0, "no line of type %d", type);
}

/* A change of any byte, and every cut, is refused. */
TEST(every_change_is_refused)
{
	struct writer *w = memory_new(1, sizeof *w);
	struct text packed = {0}, changed = {0};
	struct memory_file plain;
	struct error err;

	w->random.state = 1;
	write_log(w, games_find("pig"));
	memory_file_open(&plain, w->log.bytes, w->log.length);
	ck_assert_int_eq(log_packer_pack(plain.path, &packed, &err), 0);
	for (size_t i = 0; i < packed.length; i++) {
		text_append(&changed, packed.bytes, packed.length);
		changed.bytes[i] ^= (char)(1 << i % 8);
		ck_assert_msg(packed_log_unpack(&changed, -1, "", &err) != 0,
			      "byte %zu changed", i);
		text_append(&changed, packed.bytes, i);
		ck_assert_msg(packed_log_unpack(&changed, -1, "", &err) != 0,
			      "cut at %zu", i);
	}
	text_append(&changed, packed.bytes, packed.length);
	text_byte(&changed, 0);
	ck_assert_int_ne(packed_log_unpack(&changed, -1, "", &err), 0);
	close(plain.fd);
	text_release(&packed);
	writer_release(w);
}

static void set_up(void)
{
	if (sodium_init() < 0)
		exit(EXIT_FAILURE);
}

UNIT_FILE(set_up, NULL)
