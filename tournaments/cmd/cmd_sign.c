/*
 * cmd_sign.c - tournament sign: an author or a witness signs the manifest.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "fair/entrant.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/record/signed_note.h"
#include "tournaments/record/tournament_folder.h"

struct sign_options {
	const char *folder, *name, *key_file;
	bool again;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct sign_options, folder),
	{ "--as", "NAME", "the signer: an author in the manifest or a witness",
		OPTIONS_TEXT(struct sign_options, name), .required = true },
	{ "--key-file", "FILE", "sign with this key instead of your own",
		OPTIONS_TEXT(struct sign_options, key_file) },
	{ "--again", NULL, "sign even a second manifest of the same id",
		OPTIONS_FLAG(struct sign_options, again) },
	{ 0 }
};

/* An author in the manifest must sign with the key given there. */
static int check_signer(const struct manifest *manifest, const char *name,
			const struct signing_key *key, struct error *err)
{
	if (!entrant_is_name(name))
		return error_set(err, "--as: expected %s, found \"%s\"",
				 entrant_name_form.expected, name);
	if (strcmp(name, manifest->operator) == 0)
		return error_set(err, "--as: %s is the operator, who signed "
				 "the manifest when it was made", name);
	for (int i = 0; i < manifest->authors; i++) {
		const struct manifest_author *author = &manifest->author[i];

		if (strcmp(author->name, name) != 0)
			continue;
		if (!author->has_key)
			return error_set(err, "the manifest has no key for %s: "
					 "the signature could not be checked",
					 name);
		if (!hash_equal(&author->key, &key->public))
			return error_set(err, "the manifest has another key "
					 "for %s: give yours with --key-file",
					 name);
	}
	return 0;
}

/* Writes the note with the new line, after recording the id for the key. */
static int add_line(const char *path, const struct manifest *manifest,
		    const struct text *note, const struct signer *signer,
		    struct error *err)
{
	OWNED(signed_ids) struct signed_ids ids = {0};
	const struct signed_file file = { .id = manifest->id,
		.manifest = manifest->hash };
	int result = signed_ids_add(&ids, signer, &file, err);

	if (result == 0 && (result = file_replace(path, note, true, err)) != 0)
		signed_ids_undo(&ids);
	return result;
}

static int sign(const char *folder, const char *name,
		const struct signer *signer, struct error *err)
{
	const struct signing_key *key = signer->key;
	AUTOFREE char *path = tournament_folder_file(folder, "manifest.note");
	OWNED(text) struct text words = {0}, line = {0}, note = {0};
	OWNED(tournament) struct tournament tournament = {0};
	struct hash hash;

	if (tournament_read(&tournament, folder, err) != 0)
		return -1;
	hash = tournament.manifest.hash;
	if (check_signer(&tournament.manifest, name, key, err) != 0 ||
	    manifest_note_check(&tournament.manifest, path, NULL, err) != 0 ||
	    file_read(&note, path, SIGNED_NOTE_SIZE_MAX, err) != 0)
		return -1;
	signed_note_manifest_text(tournament.manifest.id, &hash, &words);
	signed_note_sign(text_string(&words), name, key, &line);
	if (strstr(text_string(&note), text_string(&line)) != NULL) {
		printable_line(stdout, "%s has already signed %s", name, path);
		return 0;
	}
	text_append(&note, line.bytes, line.length);
	if (add_line(path, &tournament.manifest, &note, signer, err) != 0)
		return -1;
	printable_line(stdout, "%s: signed as %s", path, name);
	return 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct sign_options wanted = {0};
	OWNED(keys) struct signing_key key = {0};
	struct signer signer = { .key = &key };
	OWNED(file) int lock = -1;

	/* Locked, so that no signature made at the same time is lost. */
	if (options_read(line, &wanted, err) != 0 ||
	    tournament_folder_need(wanted.folder, err) != 0 ||
	    keys_load_or_own(&key, wanted.key_file, err) != 0 ||
	    (lock = tournament_folder_lock(wanted.folder, err)) < 0)
		return EXIT_TROUBLE;
	signer.key_file = wanted.key_file;
	signer.again = wanted.again;
	return sign(wanted.folder, wanted.name, &signer, err) == 0 ? EXIT_YES :
		EXIT_TROUBLE;
}

const struct command command_sign = {
	.name = "sign",
	.arguments = "DIR --as NAME [--key-file FILE] [--again]",
	.help = "sign a manifest as an author or a witness",
	.options = options,
	.more = "Adds a line to DIR/manifest.note.  Look at the manifest "
		"first: the signature says that\nit existed before the dice "
		"were known.\n",
	.run = run,
};
