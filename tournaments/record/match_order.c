/*
 * match_order.c - the match file that a referee is handed for one match.
 */
#include "tournaments/record/match_order.h"

#include <stdlib.h>

void match_paper_secret(const struct hash *secret, uint32_t number,
			struct hash *match_secret, struct hash *seal)
{
	dice_match_secret(secret, number, match_secret);
	dice_seal(match_secret, seal);
}

void match_paper_write(const struct tournament *tournament,
		       const struct tournament_file *file,
		       const struct hash *salt, const struct hash *seal,
		       const struct meeting *meeting, struct text *out)
{
	const struct manifest *manifest = &tournament->manifest;
	char *base = realpath(file->base, NULL);
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_string(&w, "game", manifest->game);
	json_key(&w, "rules");
	rules_write(tournament->game, tournament->rule, &w);
	json_key(&w, "entrants");
	json_open(&w, '[');
	for (int s = 0; s < meeting->seats; s++) {
		/* A copy borrows; its pin finds a bot that has changed. */
		struct entrant pinned = file->entrant[meeting->entrant[s]];

		pinned.pinned = true;
		pinned.pin = manifest->entrant[meeting->entrant[s]].bot;
		entrant_write(&pinned, &w);
	}
	json_close(&w, ']');
	json_put_string(&w, "base", base != NULL ? base : file->base);
	json_put_int(&w, "boards", meeting->boards);
	json_put_int(&w, "rotations", manifest->rotations);
	json_put_string(&w, "processes", manifest->processes);
	json_key(&w, "limits");
	limits_write(&tournament->limits, tournament->level, &w);
	json_put_string(&w, "sandbox", manifest->sandbox);
	json_put_int(&w, "links", manifest->links);
	json_put_string(&w, "tournament", manifest->id);
	json_put_hash(&w, "manifest", &manifest->hash);
	json_put_int(&w, "match", meeting->number);
	json_put_hash(&w, "seal", seal);
	json_put_hash(&w, "salt", salt);
	json_close(&w, '}');
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_release(&w.out);
	free(base);
}
