/*
 * submissions.c - the submissions to a contest, and what became of each.
 */
#include "tournaments/collect/submissions.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/printable.h"
#include "fair/entrant.h"
#include "fair/names.h"
#include "fair/sha256.h"

enum { SUBMISSIONS_MAX = 4096, DEPTH_MAX = 4 };

/* ### what is in the folder */

static char *join(const char *folder, const char *name)
{
	struct text path = {0};

	text_printf(&path, "%s/%s", folder, name);
	text_byte(&path, '\0');
	return path.bytes;
}

/* Makes the name of an entrant: spaces are common in names of folders, but not
   allowed in those of entrants. */
static char *entrant_of(const char *folder)
{
	char *name = memory_copy(folder);

	for (char *at = name; *at != '\0'; at++)
		if (*at == ' ' || *at == '+')
			*at = '_';
	return name;
}

static void take_own_name(struct handed_in *one)
{
	free(one->name);
	one->name = entrant_of(one->folder);
}

/* Escapes a name that is not allowed, so that any file can hold it. */
static void show_name(struct handed_in *one)
{
	char *shown = memory_copy(FOREIGN(one->name));

	free(one->name);
	one->name = shown;
}

static void look(struct handed_in *one)
{
	struct stat status;
	struct error why;

	if (!printable_is_plain(one->folder) ||
	    strchr(one->folder, '\\') != NULL) {
		show_name(one);
		text_add(&one->why, "its name has a control character or a "
			 "backslash, or is not UTF-8");
		return;
	}
	if (lstat(one->from, &status) != 0)
		text_printf(&one->why, "cannot be read: %s",
			    strerror(errno));
	else if (S_ISLNK(status.st_mode))
		text_add(&one->why, "it is a symbolic link, not a folder");
	else if (!S_ISDIR(status.st_mode))
		text_add(&one->why, "it is not a folder; unpack archives "
			 "first");
	else if (entrant_check_name(one->name, &why) != 0)
		text_add(&one->why, why.text);
}

static int compare(const void *a, const void *b)
{
	const struct handed_in *one = a, *other = b;

	return strcmp(one->folder, other->folder);
}

int submissions_list(struct submissions *submissions, const char *folder,
		     const char *copies, struct error *err)
{
	const struct dirent *entry;
	int result = 0;
	DIR *listed;

	if (file_expect(folder, true, "a folder of submissions", err) != 0)
		return -1;
	listed = opendir(folder);
	if (listed == NULL)
		return error_reading(err, "open the folder", folder);
	errno = 0;
	while ((entry = readdir(listed)) != NULL) {
		struct handed_in *one;

		if (entry->d_name[0] == '.')
			continue;
		ARRAY_GROW(submissions->list, submissions->room,
			   submissions->count + 1);
		one = &submissions->list[submissions->count++];
		*one = (struct handed_in){
			.folder = memory_copy(entry->d_name),
			.name = entrant_of(entry->d_name),
			.from = join(folder, entry->d_name),
			.copy = join(copies, entry->d_name) };
		look(one);
		errno = 0;
	}
	if (errno != 0)
		result = error_reading(err, "read", folder);
	else if (submissions->count > SUBMISSIONS_MAX)
		result = error_set(err, "%s holds %zu submissions, %d at most",
				   folder, submissions->count,
				   SUBMISSIONS_MAX);
	closedir(listed);
	if (result == 0 && submissions->count > 0)
		qsort(submissions->list, submissions->count,
		      sizeof *submissions->list, compare);
	return result;
}

/* ### what the build says */

static char **take_words(const cJSON *list)
{
	char **words = memory_new((size_t)cJSON_GetArraySize(list) + 1,
				  sizeof *words);
	const cJSON *item;
	int count = 0;

	cJSON_ArrayForEach(item, list)
		if (cJSON_IsString(item))
			words[count++] = memory_copy(item->valuestring);
	return words;
}

static void take_text(char **into, const cJSON *text)
{
	if (!cJSON_IsString(text))
		return;
	free(*into);
	*into = memory_copy(text->valuestring);
}

bool submissions_take_build(struct handed_in *one, const char *bytes,
			    size_t size)
{
	struct error refusal;
	const cJSON *why, *output;
	cJSON *tree;

	while (size > 0 && bytes[size - 1] == '\n')
		size--;
	tree = json_read(bytes, size, DEPTH_MAX, 0, &refusal);
	if (tree == NULL)
		return false;
	take_text(&one->author, json_get(tree, "author"));
	why = json_get(tree, "why");
	output = json_get(tree, "output");
	if (cJSON_IsString(why)) {
		text_add(&one->why, why->valuestring);
		if (cJSON_IsString(output) && *output->valuestring != '\0') {
			text_byte(&one->why, '\n');
			printable_block(&one->why, output->valuestring,
					strlen(output->valuestring), 0);
		}
	} else {
		take_text(&one->name, json_get(tree, "name"));
		if (names_check(one->name, &refusal) != 0 ||
		    (one->author != NULL &&
		     names_check(one->author, &refusal) != 0)) {
			text_add(&one->why, refusal.text);
			take_own_name(one);
		}
		one->command = take_words(json_get(tree, "command"));
		one->files = take_words(json_get(tree, "files"));
	}
	cJSON_Delete(tree);
	return true;
}

/* ### all of them */

static bool is_own_name(const struct handed_in *one)
{
	char *name = entrant_of(one->folder);
	const bool is = strcmp(name, one->name) == 0;

	free(name);
	return is;
}

/* Has `one` no right to its name because of `other`?  A submission cannot take
   the name of another's folder, whatever became of that; otherwise the first
   one that is accepted keeps the name. */
static bool yields(const struct handed_in *one, const struct handed_in *other)
{
	const bool own = is_own_name(one), others = is_own_name(other);

	return names_are_alike(one->name, other->name) &&
		(own != others ? others :
		 other->why.length == 0 && other < one);
}

static void refuse_name(struct handed_in *one, const struct handed_in *other)
{
	text_printf(&one->why, "the name %s is that of the submission %s%s",
		    one->name, other->folder,
		    strcmp(one->name, other->name) == 0 ? "" :
		    ", or can be taken for it");
	take_own_name(one);
}

void submissions_name(struct submissions *submissions)
{
	for (size_t i = 0; i < submissions->count; i++) {
		struct handed_in *one = &submissions->list[i];

		for (size_t j = 0; j < submissions->count &&
		     one->why.length == 0; j++) {
			const struct handed_in *other = &submissions->list[j];

			if (j != i && yields(one, other))
				refuse_name(one, other);
		}
	}
}

size_t submissions_in(const struct submissions *submissions)
{
	size_t in = 0;

	for (size_t i = 0; i < submissions->count; i++)
		in += submissions->list[i].why.length == 0;
	return in;
}

/* Names and hashes of the files that it needs; nothing if one cannot be
   read. */
static void hash_files(struct handed_in *one)
{
	const size_t folder = strlen(one->copy);
	char hex[HASH_HEX_SIZE + 1];
	struct error ignored;
	struct hash hash;

	for (int i = 0; one->files != NULL && one->files[i] != NULL; i++) {
		const char *file = one->files[i];

		if (strcmp(file + folder, "/bot.json") == 0)
			continue;
		if (sha256_file(file, file, hash.bytes, &ignored) != 0) {
			text_clear(&one->files_hash);
			return;
		}
		hash_to_hex(&hash, hex);
		text_printf(&one->files_hash, "%s %s\n", hex, file + folder);
	}
}

static bool is_equal(const struct handed_in *one,
		     const struct handed_in *other)
{
	return one->files_hash.length > 0 &&
		one->files_hash.length == other->files_hash.length &&
		memcmp(one->files_hash.bytes, other->files_hash.bytes,
		       one->files_hash.length) == 0;
}

void submissions_add_equal(struct submissions *submissions, struct text *out)
{
	struct handed_in *list = submissions->list;

	for (size_t i = 0; i < submissions->count; i++)
		hash_files(&list[i]);
	for (size_t i = 0; i < submissions->count; i++) {
		bool begun = false;

		for (size_t j = i + 1; j < submissions->count; j++) {
			if (!is_equal(&list[i], &list[j]))
				continue;
			if (!begun)
				text_printf(out, "the same files: %s",
					    list[i].name);
			begun = true;
			text_printf(out, ", %s", list[j].name);
			text_clear(&list[j].files_hash);
		}
		if (begun)
			text_byte(out, '\n');
	}
}

static void free_words(char **words)
{
	for (int i = 0; words != NULL && words[i] != NULL; i++)
		free(words[i]);
	free(words);
}

void submissions_release(struct submissions *submissions)
{
	for (size_t i = 0; i < submissions->count; i++) {
		struct handed_in *one = &submissions->list[i];

		free(one->folder);
		free(one->name);
		free(one->author);
		free(one->from);
		free(one->copy);
		free_words(one->command);
		free_words(one->files);
		text_release(&one->why);
		text_release(&one->advice);
		text_release(&one->files_hash);
	}
	free(submissions->list);
	*submissions = (struct submissions){0};
}
