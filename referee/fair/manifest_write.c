/*
 * manifest_write.c - manifest.json as manifest_read reads it.
 */
#include "fair/manifest.h"

#include "fair/entrant.h"

static void put_tree(struct json_writer *w, const char *key, const cJSON *tree)
{
	json_key(w, key);
	json_tree(w, tree);
}

static void put_hash_or_null(struct json_writer *w, const char *key, bool has,
			     const struct hash *hash)
{
	if (has) {
		json_put_hash(w, key, hash);
	} else {
		json_key(w, key);
		json_null(w);
	}
}

static void write_entrants(const struct manifest *manifest,
			   struct json_writer *w)
{
	json_key(w, "entrants");
	json_open(w, '[');
	for (int i = 0; i < manifest->entrants; i++) {
		const struct header_entrant *entrant = &manifest->entrant[i];

		json_open(w, '{');
		json_put_string(w, "name", entrant->name);
		json_put_or_null(w, "author", entrant->author);
		json_put_hash(w, "bot", &entrant->bot);
		json_close(w, '}');
	}
	json_close(w, ']');
}

static void write_people(const struct manifest *manifest,
			 struct json_writer *w)
{
	json_key(w, "operator");
	json_open(w, '{');
	json_put_string(w, "name", manifest->operator);
	json_put_hash(w, "key", &manifest->operator_key);
	json_close(w, '}');
	json_key(w, "referees");
	json_open(w, '[');
	for (int i = 0; i < manifest->referees; i++)
		json_hex(w, manifest->referee[i].bytes, HASH_SIZE);
	json_close(w, ']');
	json_key(w, "authors");
	json_open(w, '[');
	for (int i = 0; i < manifest->authors; i++) {
		const struct manifest_author *author = &manifest->author[i];

		json_open(w, '{');
		json_put_string(w, "name", author->name);
		put_hash_or_null(w, "commit", author->has_commit,
				 &author->commit);
		put_hash_or_null(w, "key", author->has_key, &author->key);
		json_close(w, '}');
	}
	json_close(w, ']');
}

void manifest_write(const struct manifest *manifest, struct json_writer *w)
{
	json_open(w, '{');
	json_put_int(w, "v", MANIFEST_VERSION);
	json_put_string(w, "id", manifest->id);
	json_put_string(w, "game", manifest->game);
	put_tree(w, "rules", manifest->rules);
	put_tree(w, "format", manifest->format);
	write_entrants(manifest, w);
	json_put_int(w, "boards", manifest->boards);
	json_put_int(w, "rotations", manifest->rotations);
	json_put_string(w, "processes", manifest->processes);
	put_tree(w, "limits", manifest->limits);
	json_put_string(w, "sandbox", manifest->sandbox);
	json_put_int(w, "links", manifest->links);
	json_put_int(w, "stride", manifest->stride);
	write_people(manifest, w);
	json_key(w, "beacon");
	if (manifest->beacon_source != NULL) {
		json_open(w, '{');
		json_put_string(w, "source", manifest->beacon_source);
		json_put_int(w, "round", manifest->beacon_round);
		json_close(w, '}');
	} else {
		json_null(w);
	}
	put_hash_or_null(w, "luck", manifest->has_luck, &manifest->luck);
	json_put_hash(w, "seal", &manifest->seal);
	json_close(w, '}');
}
