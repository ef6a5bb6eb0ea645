/*
 * submission.c - a bot that an author hands in: its name and author, how it is
 * built and how it is run.
 */
#define _GNU_SOURCE
#include "submission/submission.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_schema.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/text.h"
#include "fair/entrant.h"

/*
 * ### copying the folder
 *
 * Every name is opened relative to the folder that contains it, with
 * O_NOFOLLOW, so nothing outside is ever reached, even if somebody changes the
 * folder meanwhile.
 */

enum { FOLDERS_MAX = 32, THINGS_MAX = 20000, FOLDER = O_RDONLY | O_DIRECTORY |
	O_NOFOLLOW | O_CLOEXEC };

/* The current position in the folder. */
struct tree_at {
	struct tree_copy *copy;
	char path[4096];
	long things;
};

static int refuse_kind(const struct tree_at *place, mode_t mode,
		       struct error *err)
{
	return error_set(err, "%s is a %s: only files and folders are taken",
			 FOREIGN(place->path), S_ISLNK(mode) ? "symbolic link" :
			 S_ISFIFO(mode) ? "pipe" : S_ISSOCK(mode) ? "socket" :
			 "device");
}

static int trouble(struct tree_at *place, struct error *err, const char *verb)
{
	place->copy->trouble = true;
	return error_reading(err, verb, FOREIGN(place->path));
}

static int copy_bytes(struct tree_at *place, int in, int out, struct error *err)
{
	struct tree_copy *copy = place->copy;
	char bytes[65536];
	ssize_t got;

	while ((got = read(in, bytes, sizeof bytes)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return error_reading(err, "read", FOREIGN(place->path));
		copy->bytes += got;
		if (copy->bytes > copy->bytes_most)
			return error_set(err, "it holds more than %lld MB",
					 copy->bytes_most >> 20);
		if (file_write_all(out, bytes, (size_t)got) != 0)
			return trouble(place, err, "write");
	}
	return 0;
}

static int copy_file(struct tree_at *place, int from, int to, const char *name,
		     struct error *err)
{
	struct tree_copy *copy = place->copy;
	/* Non-blocking, as the file may have been replaced by a pipe. */
	int in = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
			O_CLOEXEC);
	struct stat status;
	int out, result = -1;

	if (in < 0)
		return error_reading(err, "read", place->path);
	if (fstat(in, &status) != 0 || !S_ISREG(status.st_mode)) {
		close(in);
		return error_set(err, "%s has changed while it was copied",
				 FOREIGN(place->path));
	}
	/* Somebody may have linked a file here that only the caller can read.
	   What a build has left can only be its own. */
	if (status.st_nlink > 1 && !copy->skips) {
		close(in);
		return error_set(err, "%s is a hard link, a file with more "
				 "than one name: put a copy in its place",
				 FOREIGN(place->path));
	}
	out = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
		     O_CLOEXEC, status.st_mode & 0777);
	if (out < 0)
		trouble(place, err, "write");
	else if (copy->bytes + status.st_size > copy->bytes_most)
		error_set(err, "it holds more than %lld MB",
			  copy->bytes_most >> 20);
	else
		result = copy_bytes(place, in, out, err);
	close(in);
	if (out >= 0 && close(out) != 0 && result == 0)
		result = trouble(place, err, "write");
	if (result == 0) {
		ARRAY_GROW(copy->name, copy->room, copy->count + 1);
		copy->name[copy->count++] = memory_copy(place->path);
	}
	return result;
}

static int copy_folder(struct tree_at *place, int from, int to, int depth,
		       struct error *err);

/* Copies a folder within the folder.  If it cannot be read, that is the
   author's mistake; if it cannot be made, that is trouble on our side. */
static int copy_inner(struct tree_at *place, int from, int to, const char *name,
		      mode_t mode, int depth, struct error *err)
{
	int inner, result, target;

	if (depth == FOLDERS_MAX)
		return error_set(err, "it has folders more than %d levels deep",
				 FOLDERS_MAX);
	inner = openat(from, name, FOLDER);
	if (inner < 0)
		return error_reading(err, "open", place->path);
	target = mkdirat(to, name, (mode & 0777) | S_IRWXU) == 0 ?
		openat(to, name, FOLDER) : -1;
	result = target < 0 ? trouble(place, err, "make") :
		copy_folder(place, inner, target, depth + 1, err);
	close(inner);
	if (target >= 0)
		close(target);
	return result;
}

static bool is_left_out(const char *name, int depth)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		(depth == 0 && (strcmp(name, ".git") == 0 ||
				strcmp(name, TREE_COPY_MARK) == 0));
}

static int copy_one(struct tree_at *place, int from, int to, const char *name,
		    int depth, struct error *err)
{
	const bool skips = place->copy->skips;
	size_t length = strlen(place->path);
	struct stat status;
	int result;

	if (++place->things > THINGS_MAX)
		return error_set(err, "it has more than %d files and folders",
				 THINGS_MAX);
	if (length + strlen(name) + 2 > sizeof place->path ||
	    !printable_is_plain(name) || strchr(name, '\\') != NULL)
		return skips ? 0 : error_set(err, "the name of %s/%s has a "
			"control character, a backslash or what is not UTF-8, "
			"or is too long", FOREIGN(place->path), FOREIGN(name));
	if (length > 0)
		strcat(place->path, "/");
	strcat(place->path, name);
	if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		result = error_reading(err, "look at", place->path);
	else if (S_ISDIR(status.st_mode))
		result = copy_inner(place, from, to, name, status.st_mode,
				    depth, err);
	else if (S_ISREG(status.st_mode))
		result = copy_file(place, from, to, name, err);
	else
		result = skips ? 0 : refuse_kind(place, status.st_mode, err);
	place->path[length] = '\0';
	return result;
}

static int copy_folder(struct tree_at *place, int from, int to, int depth,
		       struct error *err)
{
	/* A new descriptor, because reading would move the offset of `from`. */
	const int fd = openat(from, ".", FOLDER);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	int result = 0;

	if (folder == NULL) {
		if (fd >= 0)
			close(fd);
		return error_reading(err, "open", place->path);
	}
	errno = 0;
	while (result == 0 && (entry = readdir(folder)) != NULL) {
		if (!is_left_out(entry->d_name, depth))
			result = copy_one(place, from, to, entry->d_name,
					  depth, err);
		errno = 0;
	}
	if (result == 0 && errno != 0)
		result = error_reading(err, "read", place->path);
	closedir(folder);
	return result;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int tree_copy(struct tree_copy *copy, int from, int to, struct error *err)
{
	struct tree_at place = { .copy = copy };

	if (copy_folder(&place, from, to, 0, err) != 0)
		return -1;
	if (copy->count > 0)
		qsort(copy->name, copy->count, sizeof *copy->name, compare);
	return 0;
}

void tree_copy_release(struct tree_copy *copy)
{
	for (size_t i = 0; i < copy->count; i++)
		free(copy->name[i]);
	free(copy->name);
	*copy = (struct tree_copy){0};
}

enum { FILE_MOST = 65536, DEPTH_MAX = 8, WORDS_MAX = 1000, NODE_MAIN = 1 };

/* ### files by which a bot is recognised: the first one found counts */

struct sign {
	const char *file;
	const char *script;     /* NULL: nothing to build */
	const char *command[3];
	const char *keeps;      /* the only file that is needed, or NULL: all */
	bool executable;        /* `file` has to be executable */
};

static const struct sign signs[] = {
	{ "bot", NULL, { "./bot" }, NULL, true },
	{ "bot.py", NULL, { "python3", "./bot.py" }, NULL, false },
	{ "bot.js", NULL, { "node", "./bot.js" }, NULL, false },
	{ "bot.pl", NULL, { "perl", "./bot.pl" }, NULL, false },
	{ "bot.sh", NULL, { "sh", "./bot.sh" }, NULL, false },
	/* Its "main" replaces the last word of the command. */
	{ "package.json", NULL, { "node", "./index.js" }, NULL, false },
	{ "go.mod", "go build -o bot .", { "./bot" }, "bot", false },
	{ "Cargo.toml", "cargo build --release --offline && cp \"$(find "
	  "target/release -maxdepth 1 -type f -perm -u+x | sort | head -n 1)\" "
	  "bot", { "./bot" }, "bot", false },
	{ "pom.xml", "mvn -o -q package && cp \"$(find target -maxdepth 1 "
	  "-name '*.jar' | sort | head -n 1)\" bot.jar",
	  { "java", "-jar", "./bot.jar" }, "bot.jar", false },
	{ "Makefile", "make", { "./bot" }, NULL, false },
};

static char *in_folder(const char *folder, const char *name)
{
	struct text path = {0};

	text_printf(&path, "%s/%s", folder, name);
	text_byte(&path, '\0');
	return path.bytes;
}

/* ### words */

static void add_word(char ***words, const char *word)
{
	words_append(words, memory_copy(word));
}

/* Appends a word quoted for the shell. */
static void quote(struct text *out, const char *word)
{
	text_byte(out, '\'');
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			text_add(out, "'\\''");
		else
			text_byte(out, *word);
	}
	text_byte(out, '\'');
}

/* ### bot.json */

static bool is_word(const char *text)
{
	return *text != '\0';
}

static const struct json_form word_form = { is_word, "a word" };
static const struct json_field a_word = { .type = JSON_COPY,
	.size = sizeof(char *), .form = &word_form };

static bool is_name(const char *text)
{
	char *name = memory_copy(text);
	bool is;

	entrant_make_name(name);
	is = entrant_is_name(name);
	free(name);
	return is;
}

static const struct json_form name_form = { is_name, "a name of 1 to 100 bytes "
	"without control, bidirectional or zero-width characters" };

#define IN(member) JSON_IN(struct submission, member)

static const struct json_field fields[] = {
	{ "name", JSON_COPY, IN(name), .form = &name_form, .optional = true,
	  .nullable = true },
	{ "author", JSON_COPY, IN(author), .form = &name_form,
	  .optional = true, .nullable = true },
	{ .key = "build", .type = JSON_ANY, .optional = true },
	{ "command", JSON_LIST, JSON_WORDS(struct submission, command),
	  .min = 1, .max = WORDS_MAX, .fields = &a_word },
	{ "files", JSON_LIST, JSON_WORDS(struct submission, files), .min = 1,
	  .max = WORDS_MAX, .fields = &a_word, .optional = true,
	  .nullable = true },
	{ 0 }
};

/* Appends a command, given as a list of words, to the script. */
static int add_command(struct submission *submission, const struct json_at *at,
		       struct error *err)
{
	const cJSON *item;
	int index = 0;

	if (json_want_list(at, 1, WORDS_MAX, err) != 0)
		return -1;
	if (submission->script.length > 0)
		text_add(&submission->script, " && ");
	cJSON_ArrayForEach(item, at->value) {
		struct json_at word = json_at_item(at, index, item);
		const char *text;

		if (json_want_string(&word, &text, err) != 0)
			return -1;
		if (index++ > 0)
			text_byte(&submission->script, ' ');
		quote(&submission->script, text);
	}
	return 0;
}

/* Reads `build`: a command as a list of words, or a list of such commands. */
static int read_build(struct submission *submission, const struct json_at *top,
		      struct error *err)
{
	struct json_at build = json_at_key(top, "build");
	const cJSON *item;
	int index = 0;

	if (!json_is_there(&build))
		return 0;
	if (!cJSON_IsArray(build.value) || !cJSON_IsArray(build.value->child))
		return add_command(submission, &build, err);
	cJSON_ArrayForEach(item, build.value) {
		struct json_at one = json_at_item(&build, index++, item);

		if (add_command(submission, &one, err) != 0)
			return -1;
	}
	return 0;
}

/* Reads a JSON file of the folder, which the caller has to delete.  NULL with
   `err` on failure. */
static cJSON *read_object(const char *folder, const char *name,
			  int flags, struct error *err)
{
	char *path = in_folder(folder, name);
	struct text bytes = {0};
	cJSON *tree = NULL;

	if (file_read(&bytes, path, FILE_MOST, err) == 0) {
		tree = json_read(bytes.bytes, bytes.length, DEPTH_MAX, flags,
				 err);
		if (tree == NULL)
			error_at(err, "%s", name);
	}
	text_release(&bytes);
	free(path);
	return tree;
}

static int read_file(struct submission *submission, const char *folder,
		     struct error *err)
{
	struct json_at top = { .name = "bot.json", .index = -1 };
	cJSON *tree = read_object(folder, top.name, JSON_SPACES, err);
	int result = -1;

	if (tree == NULL)
		return -1;
	top.value = tree;
	if (json_schema_read(&top, fields, submission, err) == 0)
		result = read_build(submission, &top, err);
	if (submission->name != NULL)
		entrant_make_name(submission->name);
	if (submission->author != NULL)
		entrant_make_name(submission->author);
	cJSON_Delete(tree);
	return result;
}

/* ### reading a submission */

/* The member "main" of package.json, which the caller has to free; NULL:
   none. */
static char *node_main(const char *folder, struct error *err)
{
	cJSON *tree = read_object(folder, "package.json", JSON_SPACES |
				  JSON_FLOATS, err);
	const cJSON *given = json_get(tree, "main");
	char *path = NULL;

	if (cJSON_IsString(given))
		path = in_folder(".", given->valuestring);
	cJSON_Delete(tree);
	return path;
}

static void take_sign(struct submission *submission, const struct sign *sign,
		      const char *folder)
{
	struct error ignored;
	char *given = strcmp(sign->file, "package.json") == 0 ?
		node_main(folder, &ignored) : NULL;

	for (int i = 0; i < 3 && sign->command[i] != NULL; i++)
		add_word(&submission->command, i == NODE_MAIN && given != NULL ?
			 given : sign->command[i]);
	if (sign->script != NULL)
		text_add(&submission->script, sign->script);
	if (sign->keeps != NULL)
		add_word(&submission->files, sign->keeps);
	free(given);
}

static bool has(const char *folder, const char *name, int how)
{
	char *path = in_folder(folder, name);
	bool found = access(path, how) == 0;

	free(path);
	return found;
}

static bool is_hidden(const char *name)
{
	return name[0] == '.' || strstr(name, "/.") != NULL;
}

/* Says what is in a folder without a bot.  True: that is all there is to
   say. */
static bool name_found(const struct tree_copy *names, struct error *err)
{
	const char *first = NULL, *slash;
	int others = 0, outside = 0;

	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->name[i];

		if (is_hidden(name) || strncmp(name, "__MACOSX/", 9) == 0)
			continue;
		if (file_is_archive(name)) {
			error_set(err, "found %s: unpack it", FOREIGN(name));
			return true;
		}
		first = first == NULL ? name : first;
		others += name != first;
		outside += strncmp(name, first, strcspn(first, "/") + 1) != 0;
	}
	slash = first != NULL ? strchr(first, '/') : NULL;
	if (first == NULL)
		error_set(err, "the folder is empty");
	else if (slash != NULL && outside == 0)
		error_set(err, "found only the folder %.*s: move up what is in "
			  "it", (int)(slash - first), first);
	else
		error_set(err, others == 0 ? "there is no bot, but %s" :
			  "there is no bot, but %s and %d other%s",
			  FOREIGN(first), others, text_plural(others));
	return slash != NULL && outside == 0;
}

int submission_read(struct submission *submission, const char *folder,
		    const struct tree_copy *names, struct error *err)
{
	*submission = (struct submission){0};
	if (has(folder, "bot.json", F_OK))
		return read_file(submission, folder, err);
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		const struct sign *sign = &signs[i];

		if (!has(folder, sign->file, sign->executable ? X_OK : F_OK))
			continue;
		take_sign(submission, sign, folder);
		return 0;
	}
	if (name_found(names, err))
		return -1;
	error_add(err, ": expected a bot.json, or one of");
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		error_add(err, "%s %s%s", i > 0 ? "," : "", signs[i].file,
			  signs[i].executable ? " (a program: chmod +x)" : "");
	return -1;
}

/* ### after the build */

/* Is there a file with that name, or with `folders`, a folder with files? */
static bool is_there(const struct tree_copy *names, const char *name,
		     bool folders)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < names->count; i++)
		if (strncmp(names->name[i], name, length) == 0 &&
		    (names->name[i][length] == '\0' ||
		     (folders && names->name[i][length] == '/')))
			return true;
	return false;
}

static const char *without_dot(const char *word)
{
	while (strncmp(word, "./", 2) == 0)
		word += 2;
	return word;
}

static void add_path(char ***words, const char *folder, const char *name)
{
	char *path = in_folder(folder, name);

	add_word(words, path);
	free(path);
}

/* Adds a word of the command.  A word with a slash that is not in the folder is
   refused: it might name a file of somebody else, now or later. */
static int add_command_word(char ***command, const char *folder,
			    const struct tree_copy *names, const char *word,
			    struct error *err)
{
	const char *name = without_dot(word);

	if (*word != '-' && *name != '\0' && is_there(names, name, true))
		add_path(command, folder, name);
	else if (*word == '-' || strchr(word, '/') == NULL)
		add_word(command, word);
	else
		return error_set(err, "its command names %s, which is not "
				 "in its folder%s", FOREIGN(word),
				 *word != '/' && strstr(word, "..") == NULL ?
				 " after the build" : "");
	return 0;
}

/* Adds the file `name`, or all files in the folder `name`; "": all that are not
   hidden.  `*count` counts also those beyond WORDS_MAX, which are not added.
   Returns how many were found. */
static int add_files(char ***files, int *count, const char *folder,
		     const struct tree_copy *names, const char *name)
{
	size_t length = strlen(name);
	int found = 0;

	while (length > 0 && name[length - 1] == '/')
		length--;
	for (size_t i = 0; i < names->count; i++) {
		const char *one = names->name[i];

		if (length == 0 ? is_hidden(one) :
		    strncmp(one, name, length) != 0 ||
		    (one[length] != '\0' && one[length] != '/'))
			continue;
		found++;
		if (++*count <= WORDS_MAX)
			add_path(files, folder, one);
	}
	return found;
}

static int list_files(const struct submission *submission, const char *folder,
		      const struct tree_copy *names, char ***files,
		      struct error *err)
{
	int count = 0;

	if (submission->files == NULL)
		add_files(files, &count, folder, names, "");
	for (int i = 0; submission->files != NULL &&
	     submission->files[i] != NULL; i++)
		if (add_files(files, &count, folder, names,
			      without_dot(submission->files[i])) == 0)
			return error_set(err, "there is no %s after the "
					 "build", FOREIGN(submission->files[i]));
	if (count > WORDS_MAX)
		return error_set(err, "the bot has %d files, %d at most: name "
				 "those that it needs in `files` of bot.json",
				 count, WORDS_MAX);
	return 0;
}

int submission_words(const struct submission *submission, const char *folder,
		     const struct tree_copy *names, char ***command,
		     char ***files, struct error *err)
{
	*command = *files = NULL;
	for (int i = 0; submission->command[i] != NULL; i++)
		if (add_command_word(command, folder, names,
				     submission->command[i], err) != 0)
			return -1;
	return list_files(submission, folder, names, files, err);
}

void submission_release(struct submission *submission)
{
	free(submission->name);
	free(submission->author);
	text_release(&submission->script);
	words_free(submission->command);
	words_free(submission->files);
	*submission = (struct submission){0};
}
