/*
 * void_log.c - how far a match had come whose attempt is void.
 *
 * The log is damaged, or it would have been resumed.  So that nobody can hide
 * in the damage that the match was finished, nothing is required of its lines:
 * each object that says that a game is over counts.
 */
#define _GNU_SOURCE
#include "tournaments/record/void_log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "audit/audit.h"
#include "base/file.h"
#include "fair/logfile.h"
#include "fair/sha256.h"
#include "tournaments/record/tournament.h"

static const size_t log_most = (size_t)1 << 34;  /* bytes */

/* The letter or digit that an escape \uXXXX stands for, or 0. */
static char escaped(const char *at, size_t size)
{
	unsigned value = 0;

	if (size < 6 || at[0] != '\\' || (at[1] | 0x20) != 'u')
		return 0;
	for (int i = 2; i < 6; i++) {
		const int digit = tolower((unsigned char)at[i]);

		if (!isxdigit(digit))
			return 0;
		value = value * 16 + (unsigned)(isdigit(digit) ?
			digit - '0' : digit - 'a' + 10);
	}
	return value < 0x80 && isalnum((int)value) ? (char)value : 0;
}

/* Spells the bytes in one way: small letters, nothing escaped that need not be,
   no white space or control characters. */
static void spell_plainly(struct text *bytes)
{
	size_t kept = 0;

	for (size_t i = 0; i < bytes->length; i++) {
		char one = escaped(bytes->bytes + i, bytes->length - i);

		if (one != 0)
			i += 5;
		else
			one = bytes->bytes[i];
		if ((unsigned char)one > ' ')
			bytes->bytes[kept++] =
				(char)tolower((unsigned char)one);
	}
	bytes->length = kept;
}

static bool holds(const struct text *bytes, const char *word)
{
	return bytes->length > 0 && memmem(bytes->bytes, bytes->length, word,
					   strlen(word)) != NULL;
}

/* The object without inner ones around `at`; NULL if it cannot be read. */
static cJSON *object_at(const struct text *bytes, const char *at)
{
	const char *start = memrchr(bytes->bytes, '{',
				    (size_t)(at - bytes->bytes));
	const char *end = memchr(at, '}', bytes->length -
				 (size_t)(at - bytes->bytes));
	struct error ignored;
	size_t size;

	if (start == NULL || end == NULL)
		return NULL;
	size = (size_t)(end - start) + 1;
	return json_read(start, size, 2, 0, &ignored);
}

/* Does this end of a game differ from that of row `game` in the book? */
static bool is_other(const struct book_match *match, uint64_t game,
		     int rotation, const cJSON *over)
{
	const cJSON *ranks = json_get(over, "ranks");

	if (!match->ended || game >= match->games ||
	    cJSON_GetArraySize(ranks) != match->seats)
		return false;
	for (int seat = 0; seat < match->seats; seat++) {
		const int place = game_place(seat, rotation, match->seats);
		const cJSON *rank = cJSON_GetArrayItem(ranks, seat);

		if (rank->valuedouble != match->rank[game *
		    (uint64_t)match->seats + (uint64_t)place])
			return true;
	}
	return false;
}

static int number_of(const cJSON *object, const char *key)
{
	const cJSON *value = json_get(object, key);

	return cJSON_IsNumber(value) && value->valuedouble >= 0 &&
		value->valuedouble < INT32_MAX ? (int)value->valuedouble : 0;
}

/* Counts the games that are over. */
static void count_games(struct void_log *found, const struct text *bytes,
			const struct book_match *match, int rotations)
{
	static const char word[] = "\"t\":\"";
	const char *at = bytes->bytes, *end = at + bytes->length;
	cJSON *game = NULL;

	while (bytes->length > 0 &&
	       (at = memmem(at, (size_t)(end - at), word, 5)) != NULL) {
		at += 5;
		if (end - at >= 5 && memcmp(at, "game\"", 5) == 0) {
			cJSON_Delete(game);
			game = object_at(bytes, at);
		} else if (end - at >= 5 && memcmp(at, "over\"", 5) == 0) {
			const int board = number_of(game, "board");
			const int rotation = number_of(game, "rotation");
			OWNED(json_tree) cJSON *over = object_at(bytes, at);

			found->games++;
			found->others += board > 0 && over != NULL && is_other(
				match, (uint64_t)(board - 1) *
				(uint64_t)rotations + (uint64_t)rotation,
				rotation, over);
			cJSON_Delete(game);
			game = NULL;
		}
	}
	cJSON_Delete(game);
}

/* ### could it have been resumed? */

/* Is every line one that may be there?  `secret` is that of the match. */
static bool is_sound(const char *path, const struct hash *secret,
		     const struct hash *seal)
{
	OWNED(audit) struct audit audit = { .secret = secret,
		.to_resume = true };
	struct error ignored;

	return audit_log(&audit, path, &ignored) == AUDIT_PASSED &&
		!audit.finished && hash_equal(&audit.header.seal, seal);
}

int void_log_read(struct void_log *found, const struct record *record,
		  const struct hash *secret, const struct fixture *fixture,
		  const char *path, struct error *err)
{
	const struct tournament *tournament = &record->tournament;
	char hex[HASH_HEX_SIZE + 1];
	OWNED(text) struct text bytes = {0};
	struct hash its_own, seal;

	*found = (struct void_log){
		.of = tournament_games(tournament, fixture) };
	if (file_read(&bytes, path, log_most, err) != 0)
		return -1;
	sha256(found->hash.bytes, bytes.bytes, bytes.length);
	tournament_match_secret(secret, fixture->number, &its_own, &seal);
	hash_to_hex(&its_own, hex);
	spell_plainly(&bytes);
	/* Only a closed log can be packed. */
	found->closed = holds(&bytes, "\"t\":\"pack\"") || holds(&bytes, hex);
	found->legible = holds(&bytes, "\"t\":\"");
	count_games(found, &bytes, book_find(&record->book, fixture->number),
		    tournament->manifest.rotations);
	found->sound = is_sound(path, &its_own, &seal);
	sodium_memzero(&its_own, sizeof its_own);
	sodium_memzero(hex, sizeof hex);
	return 0;
}

int void_log_check(const struct void_log *found, const char *path,
		   struct error *err)
{
	if (found->sound && !found->closed && found->games < found->of)
		return error_set(err, "%s: nothing in it is damaged, and %u of "
				 "%u games are finished: a match that can be "
				 "resumed cannot be void", path, found->games,
				 found->of);
	return !found->closed && found->games < found->of ? 0 :
		error_set(err, "%s: all games (%u) are finished%s: a finished "
			  "match cannot be void", path, found->of,
			  found->games < found->of ? ", as it reveals its "
			  "secret or is packed" : "");
}
