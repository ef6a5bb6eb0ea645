/*
 * edit.c - what a case does to its folder, and to the process of its command,
 * before the command runs.
 */
#define _GNU_SOURCE
#include "tests/cases/cases.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/file.h"

enum { FILE_MOST = 1 << 26, WORDS_MOST = 8 };

static char said[2000];

static const char *wrong(const char *what, const char *which)
{
	snprintf(said, sizeof said, "%s: %s", what, which);
	return said;
}

static const char *read_file(const char *name, struct text *bytes)
{
	struct error err;

	return file_read(bytes, name, FILE_MOST, &err) == 0 ? NULL :
		wrong("cannot read", err.text);
}

static const char *write_file(const char *name, const struct text *bytes)
{
	FILE *file = fopen(name, "w");

	if (file == NULL)
		return wrong("cannot write", name);
	if (bytes->length > 0)
		fwrite(bytes->bytes, 1, bytes->length, file);
	return fclose(file) == 0 ? NULL : wrong("cannot write", name);
}

/* ### JSON */

/* Follows a path such as entrants[0].name from `tree` to the parent of its last
   step; `last` becomes that step. */
static cJSON *find_parent(cJSON *tree, char *path, char **last)
{
	for (;;) {
		size_t length = strcspn(path, ".[");
		char after = path[length];

		if (*path == '[') {
			length = strcspn(path, "]");
			after = path[length + 1];
			if (after == '\0') {
				*last = path;
				return tree;
			}
			tree = cJSON_GetArrayItem(tree, atoi(path + 1));
			path += length + 1 + (after == '.');
			continue;
		}
		if (after == '\0') {
			*last = path;
			return tree;
		}
		path[length] = '\0';
		tree = cJSON_GetObjectItemCaseSensitive(tree, path);
		path += length + 1;
		if (after == '[')
			*--path = '[';
	}
}

/* value NULL: removes it.  `line` counts from 1 in a file of lines; 0: the
   whole file is one value. */
static const char *change_json(char *name, char *path, const char *value)
{
	struct text bytes = {0};
	const char *why = read_file(name, &bytes);
	cJSON *tree, *parent, *new = NULL;
	char *last = NULL, *print;

	if (why != NULL)
		return why;
	tree = cJSON_Parse(text_string(&bytes));
	parent = tree == NULL ? NULL : find_parent(tree, path, &last);
	if (parent == NULL)
		return wrong(name, "no JSON, or no such path");
	if (value != NULL && (new = cJSON_Parse(value)) == NULL)
		return wrong("no JSON", value);
	if (*last == '[' && value == NULL)
		cJSON_DeleteItemFromArray(parent, atoi(last + 1));
	else if (*last == '[' && atoi(last + 1) >= cJSON_GetArraySize(parent))
		cJSON_AddItemToArray(parent, new);
	else if (*last == '[')
		cJSON_ReplaceItemInArray(parent, atoi(last + 1), new);
	else if (value == NULL)
		cJSON_DeleteItemFromObjectCaseSensitive(parent, last);
	else if (cJSON_HasObjectItem(parent, last))
		cJSON_ReplaceItemInObjectCaseSensitive(parent, last, new);
	else
		cJSON_AddItemToObject(parent, last, new);
	print = cJSON_PrintUnformatted(tree);
	text_clear(&bytes);
	text_printf(&bytes, "%s\n", print);
	free(print);
	cJSON_Delete(tree);
	why = write_file(name, &bytes);
	text_release(&bytes);
	return why;
}

/* ### text */

static const char *replace(const char *name, const char *old, const char *new)
{
	struct text bytes = {0}, changed = {0};
	const char *why = read_file(name, &bytes), *at;

	if (why != NULL)
		return why;
	at = memmem(bytes.bytes, bytes.length, old, strlen(old));
	if (at == NULL)
		return wrong(name, "the text to replace is not there");
	text_append(&changed, bytes.bytes, (size_t)(at - bytes.bytes));
	text_add(&changed, new);
	at += strlen(old);
	text_append(&changed, at,
		    (size_t)(bytes.bytes + bytes.length - at));
	why = write_file(name, &changed);
	text_release(&bytes);
	text_release(&changed);
	return why;
}

/* Leaves the first `size` bytes, or half of them. */
static const char *cut(const char *name, const char *size)
{
	struct stat is;

	if (stat(name, &is) != 0)
		return wrong("cannot cut", name);
	return truncate(name, strcmp(size, "half") == 0 ? is.st_size / 2 :
			atol(size)) == 0 ? NULL : wrong("cannot cut", name);
}

/* Removes line `number`, from 1; or with `new` replaces it, or with `insert`
   puts a line before it.  A number below 0 counts from the end. */
static const char *change_line(const char *name, int number, const char *new,
			       bool insert)
{
	struct text bytes = {0}, changed = {0};
	const char *why = read_file(name, &bytes), *at;
	int n = 1, lines = 0;

	if (why != NULL)
		return why;
	for (at = text_string(&bytes); *at != '\0'; at++)
		lines += *at == '\n';
	if (number < 0)
		number += lines + 1;
	if (number < 1 || number > lines + insert)
		return wrong(name, "no such line");
	for (at = text_string(&bytes); *at != '\0'; n++) {
		size_t length = strcspn(at, "\n");

		length += at[length] == '\n';
		if (n == number && new != NULL)
			text_printf(&changed, "%s\n", new);
		if (n != number || insert)
			text_append(&changed, at, length);
		at += length;
	}
	if (n == number && insert)
		text_printf(&changed, "%s\n", new);
	why = write_file(name, &changed);
	text_release(&bytes);
	text_release(&changed);
	return why;
}

/* ### files */

static const char *make_socket(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
	return bind(fd, (struct sockaddr *)&address, sizeof address) == 0 ?
		NULL : wrong("cannot make a socket", name);
}

/* The lock is held until the process of the case ends. */
static const char *lock(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT, 0600);

	return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? NULL :
		wrong("cannot lock", name);
}

/* `from` is a file or folder of the source tree, or of the build: build/.. */
static const char *take(const char *from, const char *to)
{
	const char *source = getenv("srcdir"), *build = getenv("builddir");
	char path[1200], here[1000];

	if (strncmp(from, "build/", 6) == 0)
		snprintf(path, sizeof path, "%s/%s", build, from + 6);
	else
		snprintf(path, sizeof path, "%s/%s", source, from);
	if (access(path, R_OK) != 0)
		return wrong("cannot take", path);
	if (getcwd(here, sizeof here) == NULL)
		return "there is no folder";
	folder_copy(path, to, FOLDER_BASE, here);
	return NULL;
}

/* Copies files and folders of tests/golden. */
static const char *take_golden(char **names)
{
	const char *why = NULL;

	for (int i = 0; names[i] != NULL && why == NULL; i++) {
		const char *slash = strrchr(names[i], '/');
		char path[1000];

		snprintf(path, sizeof path, "tests/golden/%s", names[i]);
		why = take(path, slash == NULL ? names[i] : slash + 1);
	}
	return why;
}

/* A bot that takes the first legal move; its name makes it a bot of its own. */
static const char *make_bot(const char *name)
{
	const char *why = take("bots/first_move.sh", name);
	FILE *file = why == NULL ? fopen(name, "a") : NULL;

	if (file == NULL)
		return why;
	fprintf(file, "# %s\n", name);
	fclose(file);
	return chmod(name, 0755) == 0 ? NULL : wrong("cannot chmod", name);
}

static const char *run(const char *line)
{
	struct circumstances how = CIRCUMSTANCES;
	struct outcome outcome = {0};
	char **words = words_split(line);

	command_in_process(words, &how, &outcome);
	words_release(words);
	if (outcome.status == 0 || outcome.status == 1)
		return NULL;
	return wrong("the command before the case failed",
		     text_string(&outcome.err));
}

/* ### the table of edits */

static const char *edit_words(const char *verb, char **word,
			      struct circumstances *how)
{
	if (strcmp(verb, "remove") == 0)
		return remove(word[0]) == 0 ? NULL : wrong("remove", word[0]);
	if (strcmp(verb, "clear") == 0)
		return folder_remove(word[0]), NULL;
	if (strcmp(verb, "in") == 0)
		return take_golden(word);
	if (strcmp(verb, "mkdir") == 0)
		return mkdir(word[0], 0755) == 0 ? NULL :
			wrong("mkdir", word[0]);
	if (strcmp(verb, "bot") == 0)
		return make_bot(word[0]);
	if (strcmp(verb, "own") == 0)
		return geteuid() != 0 || chown(word[0], NOBODY, NOBODY) == 0 ?
			NULL : wrong("own", word[0]);
	if (strcmp(verb, "fifo") == 0)
		return mkfifo(word[0], 0644) == 0 ? NULL :
			wrong("mkfifo", word[0]);
	if (strcmp(verb, "socket") == 0)
		return make_socket(word[0]);
	if (strcmp(verb, "lock") == 0)
		return lock(word[0]);
	if (word[1] == NULL)
		return wrong(verb, "unknown, or it needs more words");
	if (strcmp(verb, "take") == 0)
		return take(word[0], word[1]);
	if (strcmp(verb, "deny") == 0)
		return machine_deny(how, word[0], word[1]) ? NULL :
			wrong(verb, "no such system call or error");
	if (strcmp(verb, "limit") == 0)
		return machine_limit(how, word[0], word[1]) ? NULL :
			wrong(verb, "no such resource");
	if (strcmp(verb, "move") == 0)
		return rename(word[0], word[1]) == 0 ? NULL :
			wrong("move", word[0]);
	if (strcmp(verb, "link") == 0)
		return symlink(word[0], word[1]) == 0 ? NULL :
			wrong("link", word[1]);
	if (strcmp(verb, "chmod") == 0)
		return chmod(word[1], (mode_t)strtol(word[0], NULL, 8)) == 0 ?
			NULL : wrong("chmod", word[1]);
	if (strcmp(verb, "copy") == 0) {
		if (access(word[0], R_OK) != 0)
			return wrong("copy", word[0]);
		folder_copy(word[0], word[1], FOLDER_BASE, FOLDER_BASE);
		return NULL;
	}
	if (strcmp(verb, "cut") == 0)
		return cut(word[0], word[1]);
	if (strcmp(verb, "unset") == 0)
		return change_json(word[0], word[1], NULL);
	if (strcmp(verb, "drop") == 0)
		return change_line(word[0], atoi(word[1]), NULL, false);
	if (word[2] == NULL)
		return wrong(verb, "unknown, or it needs more words");
	if (strcmp(verb, "replace") == 0)
		return replace(word[0], word[1], word[2]);
	if (strcmp(verb, "line") == 0)
		return change_line(word[0], atoi(word[1]), word[2], false);
	if (strcmp(verb, "insert") == 0)
		return change_line(word[0], atoi(word[1]), word[2], true);
	return wrong(verb, "there is no such edit");
}

/* Edits whose last part is the rest of the line, with escapes. */
static const char *edit_with_rest(const char *verb, const char *rest,
				  struct circumstances *how)
{
	char name[300], path[300];
	struct text plain = {0};
	int length = 0;
	const char *why = NULL;

	if (strcmp(verb, "env") == 0) {
		words_escape(rest, &how->environment);
		text_byte(&how->environment, '\0');
		return NULL;
	}
	if (strcmp(verb, "stdin") == 0) {
		words_escape(rest, &how->input);
		return NULL;
	}
	if (strcmp(verb, "run") == 0)
		return run(rest);
	if (sscanf(rest, "%299s%n", name, &length) != 1)
		return wrong(verb, "needs a name");
	rest += length + (rest[length] == ' ');
	if (strcmp(verb, "set") == 0) {
		length = 0;
		if (sscanf(rest, "%299s %n", path, &length) != 1 ||
		    length == 0)
			return wrong(verb, "needs a path and a value");
		rest += length;
	}
	words_escape(rest, &plain);
	if (strcmp(verb, "file") == 0) {
		why = write_file(name, &plain);
	} else if (strcmp(verb, "append") == 0) {
		struct text bytes = {0};

		why = read_file(name, &bytes);
		text_append(&bytes, plain.bytes, plain.length);
		if (why == NULL)
			why = write_file(name, &bytes);
		text_release(&bytes);
	} else {
		why = change_json(name, path, text_string(&plain));
	}
	text_release(&plain);
	return why;
}

const char *edit_run(const char *line, struct circumstances *how)
{
	static const char *const rests[] = { "env", "stdin", "run", "file",
		"append", "set", NULL };
	char verb[20];
	int length = 0;
	const char *why;
	char **words;

	if (sscanf(line, "%19s%n", verb, &length) != 1)
		return wrong("no edit", line);
	line += length + (line[length] == ' ');
	for (int i = 0; rests[i] != NULL; i++)
		if (strcmp(verb, rests[i]) == 0)
			return edit_with_rest(verb, line, how);
	if (strcmp(verb, "full") == 0)
		how->full = true;
	else if (strcmp(verb, "closed") == 0)
		how->closed = true;
	else if (strcmp(verb, "nobody") == 0)
		how->as_nobody = true;
	else if (strcmp(verb, "fsize") == 0)
		how->file_size = atol(line);
	else if (*line == '\0')
		return wrong(verb, "there is no such edit");
	else {
		words = words_split(line);
		why = edit_words(verb, words, how);
		words_release(words);
		return why;
	}
	return NULL;
}
