/*
 * match_file.c - writes match files, which describe what a referee is to play.
 */
#include "fair/match_file.h"

#include <stdlib.h>

void match_file_write(struct json_writer *w,
		      const struct logline_header *header,
		      const struct entrant *entrant, const char *base,
		      bool sealed)
{
	char *absolute = realpath(base, NULL);

	json_open(w, '{');
	json_put_string(w, "game", header->game);
	json_put_raw(w, "rules", header->rules, strlen(header->rules));
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < header->entrants; i++)
		entrant_write(&entrant[i], w);
	json_close(w, ']');
	json_put_string(w, "base", absolute != NULL ? absolute : base);
	json_put_int(w, "boards", header->boards);
	json_put_int(w, "rotations", header->rotations);
	json_put_string(w, "processes", processes_words[header->processes]);
	json_put_raw(w, "limits", header->limits, strlen(header->limits));
	json_put_string(w, "sandbox", limits_level_words[header->level]);
	json_put_int(w, "links", header->links);
	if (header->tournament != NULL) {
		json_put_string(w, "tournament", header->tournament);
		json_put_hash(w, "manifest", &header->manifest);
	}
	if (header->tournament != NULL || header->match != 1)
		json_put_int(w, "match", header->match);
	if (sealed) {
		json_put_hash(w, "seal", &header->seal);
		json_put_hash(w, "salt", &header->salt);
	}
	json_close(w, '}');
	free(absolute);
}
