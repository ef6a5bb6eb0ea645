/*
 * golden.c - compares what a command made with tests/golden, or records it
 * there.
 */
#define _GNU_SOURCE
#include "tests/cases/cases.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cmd/commands.h"

/* A file of a folder; `name` is empty if a file is kept, not a folder. */
struct kept {
	char *name;
	struct text bytes;
	mode_t mode;
};

struct tree {
	struct kept *file;
	size_t count;
};

static void add(struct tree *tree, const char *name, const struct text *bytes,
		mode_t mode)
{
	struct kept *file;

	tree->file = memory_resize(tree->file, tree->count, tree->count + 1,
				   sizeof *tree->file);
	file = &tree->file[tree->count++];
	file->name = memory_copy(name);
	file->mode = mode;
	text_append(&file->bytes, bytes->bytes, bytes->length);
}

/* Files that differ from run to run. */
static bool is_left_out(const char *name)
{
	return strcmp(name, "lock") == 0 ||
		strstr(name, ".trace.jsonl") != NULL ||
		strstr(name, ".result.json") != NULL;
}

static void load(struct tree *tree, const char *path, const char *name)
{
	char folder[1000];
	struct stat is;
	struct dirent **all;
	struct error err;
	int count;

	if (stat(path, &is) != 0)
		return;
	if (!S_ISDIR(is.st_mode)) {
		struct text bytes = {0};

		if (file_read(&bytes, path, 1 << 26, &err) != 0) {
			fprintf(stderr, "%s\n", err.text);
			exit(2);
		}
		if (folder_has_paths(path) &&
		    getcwd(folder, sizeof folder) != NULL)
			words_replace(&bytes, folder, FOLDER_BASE);
		add(tree, name, &bytes, is.st_mode);
		text_release(&bytes);
		return;
	}
	count = scandir(path, &all, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		const char *one = all[i]->d_name;
		char below[1200], longer[1200];

		snprintf(below, sizeof below, "%s/%s", path, one);
		snprintf(longer, sizeof longer, "%s%s%s", name,
			 *name == '\0' ? "" : "/", one);
		if (strcmp(one, ".") != 0 && strcmp(one, "..") != 0 &&
		    !is_left_out(one))
			load(tree, below, longer);
		free(all[i]);
	}
	if (count >= 0)
		free(all);
}

static void tree_release(struct tree *tree)
{
	for (size_t i = 0; i < tree->count; i++) {
		free(tree->file[i].name);
		text_release(&tree->file[i].bytes);
	}
	free(tree->file);
}

/* ### what depends on the program's version */

/* Leaves out the values after each `key`. */
static void leave_out(struct text *bytes, const char *key)
{
	struct text plain = {0};
	const char *at = text_string(bytes), *end;

	for (; (end = strstr(at, key)) != NULL; at = end) {
		end += strlen(key);
		text_append(&plain, at, (size_t)(end - at));
		end += strcspn(end, "\"\n");
	}
	text_add(&plain, at);
	text_release(bytes);
	*bytes = plain;
}

/* The version is in the first line of a log, and so in its hash, the hashes of
   books and the signatures. */
static void leave_version_out(struct kept *file)
{
	static const char *const keys[] = { "\"version\":\"", "\"log\":\"",
		"\"sig\":\"" };
	const char *at = strstr(file->name, ".note");

	if (at != NULL && memchr(file->bytes.bytes, '\0',
				 file->bytes.length) == NULL) {
		at = text_string(&file->bytes);
		at += strcspn(at, "\n");
		at += *at == '\n';
		at += strcspn(at, "\n");
		file->bytes.length = (size_t)(at - file->bytes.bytes);
	}
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		leave_out(&file->bytes, keys[i]);
}

static bool of_this_version(const struct tree *tree)
{
	struct text version = {0};
	bool found = false;

	text_printf(&version, "\"version\":\"%s\"", referee_program.version);
	for (size_t i = 0; i < tree->count && !found; i++)
		found = memmem(tree->file[i].bytes.bytes,
			       tree->file[i].bytes.length, version.bytes,
			       version.length) != NULL;
	text_release(&version);
	return found;
}

/* ### comparing */

/* The first difference, as "NAME: why"; or empty. */
static void compare(const struct tree *made, const struct tree *due,
		    struct text *why)
{
	for (size_t i = 0; i < made->count || i < due->count; i++) {
		const struct kept *one = &made->file[i], *two = &due->file[i];
		const int order = i >= made->count ? 1 : i >= due->count ? -1 :
			strcmp(one->name, two->name);
		size_t at = 0;

		if (order != 0) {
			text_printf(why, "%s %s",
				    order < 0 ? one->name : two->name,
				    order < 0 ? "is new" : "is missing");
			return;
		}
		while (at < one->bytes.length && at < two->bytes.length &&
		       one->bytes.bytes[at] == two->bytes.bytes[at])
			at++;
		if (at < one->bytes.length || at < two->bytes.length) {
			text_printf(why, "%s differs from byte %zu on: "
				    "%.200s\n    expected: %.200s", one->name,
				    at, text_string(&made->file[i].bytes) + at,
				    text_string(&due->file[i].bytes) + at);
			return;
		}
	}
}

static void write_tree(const struct tree *tree, const char *path)
{
	folder_remove(path);
	for (size_t i = 0; i < tree->count; i++) {
		struct kept *kept = &tree->file[i];
		char place[1200];
		FILE *file;

		snprintf(place, sizeof place, "%s%s%s", path,
			 *kept->name == '\0' ? "" : "/", kept->name);
		for (char *at = strchr(place + 1, '/'); at != NULL;
		     at = strchr(at + 1, '/')) {
			*at = '\0';
			mkdir(place, 0755);
			*at = '/';
		}
		file = fopen(place, "w");
		if (file == NULL || fwrite(kept->bytes.bytes, 1,
					   kept->bytes.length, file) !=
		    kept->bytes.length || fclose(file) != 0) {
			perror(place);
			exit(2);
		}
		chmod(place, (kept->mode & 0100) != 0 ? 0755 : 0644);
	}
}

/* Compares a tree with tests/golden/NAME, or records
   it.  A golden one of another version may differ in what depends on that. */
static void keep(struct tree *made, const char *name, struct text *why)
{
	struct tree due = {0}, plain = {0};
	struct text exact = {0};
	char path[1000];

	snprintf(path, sizeof path, "%s/tests/golden/%s", getenv("srcdir"),
		 name);
	load(&due, path, "");
	compare(made, &due, &exact);
	if (exact.length > 0 && !of_this_version(&due)) {
		text_clear(&exact);
		for (size_t i = 0; i < made->count; i++)
			add(&plain, made->file[i].name, &made->file[i].bytes,
			    made->file[i].mode);
		for (size_t i = 0; i < due.count; i++)
			leave_version_out(&due.file[i]);
		for (size_t i = 0; i < plain.count; i++)
			leave_version_out(&plain.file[i]);
		compare(&plain, &due, &exact);
	}
	if (exact.length > 0 && getenv("ROLLCALL_RECORD") != NULL) {
		write_tree(made, path);
		printf("recorded: %s\n", name);
	} else if (exact.length > 0) {
		text_printf(why, "    %s: %s\n", name, text_string(&exact));
	}
	text_release(&exact);
	tree_release(&due);
	tree_release(&plain);
}

void golden_keep(const char *name, struct text *why)
{
	struct tree made = {0};

	load(&made, name, "");
	if (made.count == 0)
		text_printf(why, "    there is no %s\n", name);
	else
		keep(&made, name, why);
	tree_release(&made);
}

void golden_print(const char *name, const struct text *out, struct text *why)
{
	struct tree made = {0};

	add(&made, "", out, 0644);
	keep(&made, name, why);
	tree_release(&made);
}
