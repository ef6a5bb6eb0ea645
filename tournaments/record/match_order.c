/*
 * match_order.c - the match file and the log header of one match.
 */
#include "tournaments/record/match_order.h"

#include "fair/match_file.h"

void match_order_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal)
{
	dice_match_secret(secret, number, match_secret);
	dice_seal(match_secret, seal);
}

void match_order_header(const struct tournament *tournament,
			const struct hash *salt, const struct hash *seal,
			const struct meeting *meeting, struct header *header)
{
	const struct manifest *manifest = &tournament->manifest;

	*header = (struct header){
		.tournament = manifest->id, .has_manifest = true,
		.manifest = manifest->hash, .match = meeting->number,
		.game = manifest->game, .entrants = meeting->seats,
		.boards = meeting->boards, .rotations = manifest->rotations,
		.processes = manifest->processes,
		.sandbox = manifest->sandbox, .seal = *seal, .salt = *salt,
		.links = manifest->links, .stride = manifest->stride };
	for (int s = 0; s < meeting->seats; s++)
		header->entrant[s] = manifest->entrant[meeting->entrant[s]];
	header_set_objects(header, manifest->rules, manifest->limits);
}

void match_order_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct meeting *meeting, struct text *out)
{
	struct entrant pinned[GAME_SEATS_MAX];
	struct json_writer w = {0};
	struct header header;

	match_order_header(tournament, salt, seal, meeting, &header);
	for (int s = 0; s < meeting->seats; s++) {
		/* A copy borrows; its pin finds a bot that has changed. */
		pinned[s] = file->entrant[meeting->entrant[s]];
		pinned[s].pinned = true;
		pinned[s].pin = header.entrant[s].bot;
	}
	match_file_write(&w, &header, pinned, file->base, true);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_release(&w.out);
	header_release(&header);
}
