/*
 * log_rules.c - the game, the rules and the limits in the first line of a log.
 */
#include "match/log_rules.h"

#include "games/games.h"
#include "games/rules.h"

int log_rules_read(struct log_rules *rules,
		   const struct logline_header *header, struct error *err)
{
	struct json_at top = { .name = "match", .index = -1,
			       .value = header->tree };
	struct json_at options = json_at_key(&top, "rules");
	struct json_at limits = json_at_key(&top, "limits");

	rules->game = games_find(header->game);
	if (rules->game == NULL)
		return error_set(err, "a game that this version does not "
				 "know");
	limits_defaults(&rules->limits);
	if (rules_set_json(rules->game, &options, true, rules->rule,
			   err) != 0 ||
	    rules_check(rules->game, header->entrants, rules->rule,
			err) != 0 ||
	    limits_set_json(&rules->limits, &limits, err) != 0)
		return -1;
	if (header->rotations > header->entrants)
		return error_set(err, "more rotations than seats");
	return header->stride == rules->game->stride ? 0 :
		error_set(err, "a stride that is not the game's");
}
