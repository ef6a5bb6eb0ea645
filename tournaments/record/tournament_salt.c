/*
 * tournament_salt.c - the salt of all dice of a tournament, and who influenced
 * it.
 */
#include "tournaments/record/tournament_salt.h"

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

int tournament_salt_reveals(const struct manifest *manifest)
{
	int count = 0;

	for (int i = 0; i < manifest->authors; i++)
		count += manifest->author[i].has_commit;
	return count;
}

int tournament_salt_make(const struct tournament_salt *salt, struct hash *made,
			 struct error *err)
{
	const struct manifest *manifest = salt->manifest;
	int at = 0;

	for (int i = 0; i < manifest->authors; i++) {
		const struct manifest_author *author = &manifest->author[i];
		const struct dice_reveal *reveal;
		struct hash commit;

		if (!author->has_commit)
			continue;
		reveal = &salt->reveal[at++];
		if (!reveal->given)
			continue;
		dice_commit(&reveal->hash, &commit);
		if (!hash_equal(&commit, &author->commit))
			return error_set(err, "the reveal of %s does not open "
					 "the commitment in the manifest",
					 author->name);
	}
	if (manifest->beacon_source != NULL && salt->beacon == NULL)
		return error_set(err, "the manifest announces a beacon, round "
				 "%lld of %s, and its value is missing",
				 manifest->beacon_round,
				 manifest->beacon_source);
	if (manifest->beacon_source == NULL && salt->beacon != NULL)
		return error_set(err, "there is a beacon value, and the "
				 "manifest announces no beacon");
	dice_salt(&manifest->hash, salt->reveal, at, salt->beacon, made);
	return 0;
}

static bool is_pinned(const struct tournament_salt *salt, int author)
{
	return salt->author_pinned != NULL && salt->author_pinned[author];
}

void tournament_salt_verdict(const struct tournament_salt *salt,
			     struct tournament_salt_verdict *verdict)
{
	const struct manifest *manifest = salt->manifest;
	int at = 0;

	*verdict = (struct tournament_salt_verdict){
		.author = memory_new((size_t)manifest->authors,
				     sizeof *verdict->author),
	};
	for (int i = 0; i < manifest->authors; i++) {
		enum salt_reveal *author = &verdict->author[i];

		if (!manifest->author[i].has_commit) {
			*author = SALT_REVEAL_NONE;
		} else if (!salt->reveal[at++].given) {
			*author = SALT_REVEAL_WITHHELD;
			/* Any reveals could have been called withheld. */
			verdict->choice = tournament_salt_reveals(manifest);
		} else if (salt->author_signed[i]) {
			*author = SALT_REVEAL_COUNTED;
			verdict->counted++;
			verdict->unpinned += !is_pinned(salt, i);
		} else {
			*author = SALT_REVEAL_UNSIGNED;
			verdict->without_signature++;
		}
	}
	/* A beacon does not reduce the choice of salts: its value is known when
	   the book is opened and the withheld reveals are declared. */
	verdict->outside = manifest->beacon_source != NULL ||
		verdict->counted > verdict->unpinned;
}

void tournament_salt_doubts(const struct tournament_salt *salt,
			    const struct tournament_salt_verdict *verdict,
			    struct doubts *doubts)
{
	const struct manifest *manifest = salt->manifest;

	for (int i = 0; i < manifest->authors; i++) {
		const char *name = manifest->author[i].name;

		if (verdict->author[i] == SALT_REVEAL_UNSIGNED)
			doubts_tell(doubts, "reveal_unsigned", "not counted: "
				    "%s revealed without signing", name);
		else if (verdict->author[i] == SALT_REVEAL_WITHHELD)
			doubts_tell(doubts, "reveal_withheld", "withheld: %s "
				    "did not reveal", name);
		else if (verdict->author[i] == SALT_REVEAL_COUNTED)
			doubts_add(doubts, "number_told", "that %s told nobody "
				   "the number before the plan was signed: "
				   "whoever knew it could choose among many "
				   "secrets",
				   name);
	}
	if (verdict->choice > 0)
		doubts_add(doubts, "salt_choice", "up to 2^%d salts to choose "
			   "from", verdict->choice);
	if (!verdict->outside)
		doubts_add_no_outside_salt(doubts);
	if (manifest->beacon_source == NULL)
		return;
	doubts_add(doubts, "beacon_value", "beacon value not checked here: "
		   "compare with round %lld of %s", manifest->beacon_round,
		   FOREIGN(manifest->beacon_source));
	doubts_add(doubts, "beacon_time", "that this round came after the "
		   "manifest: a round that was known before is no outside "
		   "salt");
}

void tournament_salt_verdict_release(struct tournament_salt_verdict *verdict)
{
	free(verdict->author);
	*verdict = (struct tournament_salt_verdict){0};
}
