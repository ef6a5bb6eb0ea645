/*
 * match_order.c - the match file and the log header of one match.
 */
#include "tournaments/record/match_order.h"

#include "fair/logline.h"

_Static_assert((int)CONTEST_BOARDS_MAX == (int)LOG_BOARDS_MAX,
	       "a match of a tournament fits a log");

void match_order_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal)
{
	dice_match_secret(secret, number, match_secret);
	dice_seal(match_secret, seal);
}

void match_order_header(const struct tournament *tournament,
			const struct hash *salt, const struct hash *seal,
			const struct fixture *fixture,
			struct logline_header *header)
{
	const struct manifest *manifest = &tournament->manifest;

	*header = (struct logline_header){
		.tournament = manifest->id, .has_manifest = true,
		.manifest = manifest->hash, .match = fixture->number,
		.game = manifest->game, .entrants = fixture->seats,
		.boards = fixture->boards, .rotations = manifest->rotations,
		.processes = manifest->processes,
		.level = manifest->level, .seal = *seal, .salt = *salt,
		.links = manifest->links, .stride = manifest->stride };
	for (int s = 0; s < fixture->seats; s++)
		header->entrant[s] = manifest->entrant[fixture->entrant[s]];
	logline_header_set_objects(header, manifest->rules, manifest->limits);
}

void match_order_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct fixture *fixture, struct text *out)
{
	struct entrant pinned[GAME_SEATS_MAX];
	struct json_writer w = {0};
	struct logline_header header;

	match_order_header(tournament, salt, seal, fixture, &header);
	for (int s = 0; s < fixture->seats; s++) {
		/* A copy borrows; its pin detects a bot that has changed. */
		pinned[s] = file->entrant[fixture->entrant[s]];
		pinned[s].pinned = true;
		pinned[s].pin = header.entrant[s].bot;
	}
	logline_match_file(&w, &header, pinned, file->base, true);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_release(&w.out);
	logline_header_release(&header);
}
