/*
 * submission.c - a bot that an author hands in: copied, identified, and built
 * in a sandbox.
 */
#define _GNU_SOURCE
#include "submission/submission.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json_schema.h"
#include "base/printable.h"
#include "base/process.h"
#include "fair/entrant.h"
#include "fair/sha256.h"
#include "host/bot_folders.h"
#include "host/keeper.h"
#include "host/players.h"
#include "host/process_tree.h"

/*
 * ### copying the folder
 *
 * Every name is opened relative to the folder that contains it, with
 * O_NOFOLLOW, so nothing outside is ever reached, even if somebody changes the
 * folder meanwhile.
 */

enum { FOLDERS_MAX = 32, THINGS_MAX = 20000, FOLDER = O_RDONLY | O_DIRECTORY |
	O_NOFOLLOW | O_CLOEXEC };

/* The file that marks a folder as a copy. */
#define COPY_MARK ".rollcall-copy"

/* Copies a folder from an untrusted author: only regular files and folders are
   taken, with their modes less the umask, and no link is ever followed. */
struct tree_copy {
	/* Skip symbolic links, devices and so on, and names that could harm a
	   terminal; otherwise they are an error, as are hard links. */
	bool skips;
	long long bytes_most;
	/* The failure was caused by this machine, not by the folder. */
	bool trouble;
	/* The files, such as "src/bot.py", sorted by name; owned. */
	char **name;
	size_t count, room;
	long long bytes;
};

static void tree_copy_release(struct tree_copy *copy)
{
	for (size_t i = 0; i < copy->count; i++)
		free(copy->name[i]);
	free(copy->name);
	*copy = (struct tree_copy){0};
}

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

static int too_large(const struct tree_copy *copy, struct error *err)
{
	return error_set(err, "it holds more than %lld MB",
			 copy->bytes_most >> 20);
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
			return too_large(copy, err);
		if (file_write_all(out, bytes, (size_t)got) != 0)
			return trouble(place, err, "write");
	}
	return 0;
}

/* Copies the file `name` of the folder `from` as `as`. */
static int copy_file(struct tree_at *place, int from, const char *name, int to,
		     const char *as, struct error *err)
{
	struct tree_copy *copy = place->copy;
	/* Non-blocking, as the file may have been replaced by a pipe. */
	OWNED(file) int in = openat(from, name, O_RDONLY | O_NOFOLLOW |
				    O_NONBLOCK | O_CLOEXEC);
	struct stat status;
	int out, result;

	if (in < 0)
		return error_reading(err, "read", place->path);
	if (fstat(in, &status) != 0 || !S_ISREG(status.st_mode))
		return error_set(err, "%s has changed while it was copied",
				 FOREIGN(place->path));
	/* Somebody may have linked a file here that only the caller can read.
	   What a build has left can only be its own. */
	if (status.st_nlink > 1 && !copy->skips)
		return error_set(err, "%s is a hard link, a file with more "
				 "than one name: put a copy in its place",
				 FOREIGN(place->path));
	if (copy->bytes + status.st_size > copy->bytes_most)
		return too_large(copy, err);
	out = openat(to, as, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
		     O_CLOEXEC, status.st_mode & 0777);
	if (out < 0)
		return trouble(place, err, "write");
	result = copy_bytes(place, in, out, err);
	if (close(out) != 0 && result == 0)
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
	OWNED(file) int inner = -1, target = -1;

	if (depth == FOLDERS_MAX)
		return error_set(err, "it has folders more than %d levels deep",
				 FOLDERS_MAX);
	inner = openat(from, name, FOLDER);
	if (inner < 0)
		return error_reading(err, "open", place->path);
	target = mkdirat(to, name, (mode & 0777) | S_IRWXU) == 0 ?
		openat(to, name, FOLDER) : -1;
	return target < 0 ? trouble(place, err, "make") :
		copy_folder(place, inner, target, depth + 1, err);
}

static bool is_left_out(const char *name, int depth)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		file_is_litter(name) ||
		(depth == 0 && (strcmp(name, ".git") == 0 ||
				strcmp(name, COPY_MARK) == 0));
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
		result = copy_file(place, from, name, to, name, err);
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
	OWNED(folder) DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;

	if (folder == NULL) {
		if (fd >= 0)
			close(fd);
		return error_reading(err, "open", place->path);
	}
	while (errno = 0, (entry = readdir(folder)) != NULL)
		if (!is_left_out(entry->d_name, depth) &&
		    copy_one(place, from, to, entry->d_name, depth, err) != 0)
			return -1;
	return errno == 0 ? 0 : error_reading(err, "read", place->path);
}

/* How far down a folder may be that holds nothing but one folder. */
enum { INNER_MAX = 8 };

/* The only entry of a folder that is neither hidden nor litter. */
static bool only_entry(int from, char name[NAME_MAX + 1])
{
	const int fd = openat(from, ".", FOLDER);
	OWNED(folder) DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	int entries = 0;

	if (folder == NULL && fd >= 0)
		close(fd);
	while (folder != NULL && (entry = readdir(folder)) != NULL &&
	       entries < 2)
		if (entry->d_name[0] != '.' && !file_is_litter(entry->d_name) &&
		    entries++ == 0)
			snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
	return entries == 1;
}

/* While the folder holds nothing but a folder, that takes its place.  True: it
   holds nothing but an archive. */
static bool go_inside(int *folder, char archive[NAME_MAX + 1])
{
	struct stat status;

	for (int depth = 0; depth < INNER_MAX && only_entry(*folder, archive) &&
	     fstatat(*folder, archive, &status, AT_SYMLINK_NOFOLLOW) == 0;
	     depth++) {
		int inner;

		if (S_ISREG(status.st_mode) && file_is_archive(archive))
			return true;
		inner = S_ISDIR(status.st_mode) ?
			openat(*folder, archive, FOLDER) : -1;
		if (inner < 0)
			break;
		close(*folder);
		*folder = inner;
	}
	return false;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * Copies the contents of the folder `from` to the folder `to`; leaves out
 * `.git` and COPY_MARK at the top level.  Copies at most THINGS_MAX files and
 * folders, bytes_most bytes and FOLDERS_MAX levels.
 */
static enum submission_verdict tree_copy(struct tree_copy *copy, int from,
					 int to, struct error *err)
{
	struct tree_at place = { .copy = copy };

	if (copy_folder(&place, from, to, 0, err) != 0)
		return copy->trouble ? SUBMISSION_TROUBLE : SUBMISSION_REFUSED;
	if (copy->count > 0)
		qsort(copy->name, copy->count, sizeof *copy->name, compare);
	return SUBMISSION_BUILT;
}

enum { FILE_MOST = 65536, DEPTH_MAX = 8, NODE_MAIN = 1 };

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

/* ### bot.json */

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

static bool is_name(const char *text)
{
	AUTOFREE char *name = memory_copy(text);

	entrant_make_name(name);
	return entrant_is_name(name);
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
	  .min = 1, .max = ENTRANT_WORDS_MAX, .fields = &entrant_word },
	{ "files", JSON_LIST, JSON_WORDS(struct submission, files), .min = 1,
	  .max = ENTRANT_WORDS_MAX, .fields = &entrant_word, .optional = true,
	  .nullable = true },
	{ 0 }
};

/* Appends a command, given as a list of words, to the script. */
static int add_command(struct submission *submission, const struct json_at *at,
		       struct error *err)
{
	const cJSON *item;
	int index = 0;

	if (json_want_list(at, 1, ENTRANT_WORDS_MAX, err) != 0)
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
	AUTOFREE char *path = text_new("%s/%s", folder, name);
	OWNED(text) struct text bytes = {0};
	cJSON *tree;

	if (file_read(&bytes, path, FILE_MOST, err) != 0)
		return NULL;
	tree = json_read(bytes.bytes, bytes.length, DEPTH_MAX, flags, err);
	if (tree == NULL)
		error_at(err, "%s", name);
	return tree;
}

static int read_file(struct submission *submission, const char *folder,
		     struct error *err)
{
	struct json_at top = { .name = "bot.json", .index = -1 };
	OWNED(json_tree) cJSON *tree = read_object(folder, top.name,
						   JSON_SPACES, err);
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
	return result;
}

/* ### reading a submission */

/* The member "main" of package.json, which the caller has to free; NULL:
   none. */
static char *node_main(const char *folder, struct error *err)
{
	OWNED(json_tree) cJSON *tree = read_object(folder, "package.json",
						   JSON_SPACES | JSON_FLOATS,
						   err);
	const char *given = cJSON_GetStringValue(json_get(tree, "main"));

	return given != NULL ? text_new("./%s", given) : NULL;
}

static void take_sign(struct submission *submission, const struct sign *sign,
		      const char *folder)
{
	struct error ignored;
	AUTOFREE char *given = strcmp(sign->file, "package.json") == 0 ?
		node_main(folder, &ignored) : NULL;

	for (int i = 0; i < 3 && sign->command[i] != NULL; i++)
		words_append(&submission->command, memory_copy(
			i == NODE_MAIN && given != NULL ? given :
			sign->command[i]));
	if (sign->script != NULL)
		text_add(&submission->script, sign->script);
	if (sign->keeps != NULL)
		words_append(&submission->files, memory_copy(sign->keeps));
}

static bool has(const char *folder, const char *name, int how)
{
	AUTOFREE char *path = text_new("%s/%s", folder, name);

	return access(path, how) == 0;
}

static bool is_hidden(const char *name)
{
	return name[0] == '.' || strstr(name, "/.") != NULL;
}

/* Says what is in a folder without a bot.  True: that is all there is to
   say. */
static bool name_found(const struct tree_copy *names, struct error *err)
{
	const char *first = NULL;
	int others = 0;

	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->name[i];

		if (is_hidden(name))
			continue;
		if (file_is_archive(name)) {
			error_set(err, "found %s beside other files: unpack it",
				  FOREIGN(name));
			return true;
		}
		first = first == NULL ? name : first;
		others += name != first;
	}
	if (first == NULL)
		error_set(err, "the folder is empty");
	else
		error_set(err, others == 0 ? "there is no bot, but %s" :
			  "there is no bot, but %s and %d other%s",
			  FOREIGN(first), others, text_plural(others));
	return false;
}

/* Reads a submission from the copied folder `folder` with the files `names`.
   Returns 0, or -1 with `err`: what the author has to change. */
static int submission_read(struct submission *submission, const char *folder,
			   const struct tree_copy *names, struct error *err)
{
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

	while (folders && length > 0 && name[length - 1] == '/')
		length--;
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

/* Adds a word of the command, in which a file or a folder of the bot's becomes a
   path, also behind the = of an option such as --weights=./w.txt.  A word with a
   slash that is not in the folder is refused: it might name a file of somebody
   else, now or later. */
static int add_command_word(char ***command, const char *folder,
			    const struct tree_copy *names, const char *word,
			    struct error *err)
{
	const char *equals = *word == '-' ? strchr(word, '=') : NULL;
	const char *value = equals != NULL ? equals + 1 : word;
	const char *name = without_dot(value);
	const bool may_be = equals != NULL ? strchr(value, '/') != NULL :
		*word != '-';

	if (may_be && *name != '\0' && is_there(names, name, true))
		words_append(command, text_new("%.*s%s/%s",
			(int)(value - word), word, folder, name));
	else if (*word == '-' || strchr(word, '/') == NULL)
		words_append(command, memory_copy(word));
	else
		return error_set(err, "its command names %s, which is not "
				 "in its folder%s", FOREIGN(word),
				 *word != '/' && strstr(word, "..") == NULL ?
				 " after the build" : "");
	return 0;
}

/* Adds the file `name`, or all files in the folder `name`; "": all that are not
   hidden.  `*count` counts also those beyond ENTRANT_WORDS_MAX, which are not
   added.  Returns how many were found. */
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
		if (++*count <= ENTRANT_WORDS_MAX)
			words_append(files, text_new("%s/%s", folder, one));
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
	if (count > ENTRANT_WORDS_MAX)
		return error_set(err, "the bot has %d files, %d at most: name "
				 "those that it needs in `files` of bot.json",
				 count, ENTRANT_WORDS_MAX);
	return 0;
}

/* After the build: lists the command and all files that it needs, as paths that
   begin with that of the copy; names of programs and options stay as they
   are. */
static int list_words(struct submission_build *build,
		      const struct tree_copy *names, struct error *err)
{
	char **command = build->submission.command;

	for (int i = 0; command[i] != NULL; i++)
		if (add_command_word(&build->command, build->to, names,
				     command[i], err) != 0)
			return -1;
	return list_files(&build->submission, build->to, names, &build->files,
			  err);
}

/* ### folders with our mark */

/* Makes a new folder with our mark.  Returns its descriptor, or -1. */
static int make_folder(const char *path, struct error *err)
{
	OWNED(file) int mark = -1;
	int fd;

	if (mkdir(path, 0777) != 0)
		return error_set(err, "cannot make the folder %s: %s", path,
				 strerror(errno));
	fd = open(path, FOLDER);
	mark = fd < 0 ? -1 : openat(fd, COPY_MARK, O_WRONLY | O_CREAT |
				    O_EXCL | O_CLOEXEC, 0666);
	if (mark >= 0)
		return fd;
	error_set(err, "cannot write to the folder %s: %s", path,
		  strerror(errno));
	file_release(&fd);
	return -1;
}

/* Removes a folder if it has our mark.  Returns 0 also if there is none, or -1
   with `err`. */
static int remove_ours(const char *path, struct error *err)
{
	OWNED(file) int fd = open(path, FOLDER);
	struct stat status;

	if (fd < 0)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	if (fstatat(fd, COPY_MARK, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return error_set(err, "%s already exists and is not a copy of "
				 "a bot: remove it or choose another folder",
				 path);
	remove_tree(path);
	return access(path, F_OK) != 0 ? 0 :
		error_set(err, "cannot remove the folder %s", path);
}

/* ### the steps */

/* Makes the folder `path` a copy of the folder `from`. */
static enum submission_verdict copy_to(const struct submission_build *build,
				       int from, const char *path,
				       struct tree_copy *names,
				       struct error *err)
{
	OWNED(file) int to = remove_ours(path, err) == 0 ?
		make_folder(path, err) : -1;

	names->bytes_most = (long long)build->limits.value[LIMIT_BOX_MB] << 20;
	return to < 0 ? SUBMISSION_TROUBLE : tree_copy(names, from, to, err);
}

/* The name that an archive has in the copy, until it is unpacked. */
#define ARCHIVE ".rollcall-archive"

/* Makes the copy a folder with an archive. */
static enum submission_verdict copy_archive(struct submission_build *build,
					    int from, const char *name,
					    struct error *err)
{
	OWNED(tree_copy) struct tree_copy copy = {
		.bytes_most = (long long)build->limits.value[LIMIT_BOX_MB] <<
			20 };
	struct tree_at place = { .copy = &copy };
	OWNED(file) int to = remove_ours(build->to, err) == 0 ?
		make_folder(build->to, err) : -1;

	build->unpacks = true;
	snprintf(place.path, sizeof place.path, "%s", name);
	if (to < 0)
		return SUBMISSION_TROUBLE;
	if (copy_file(&place, from, name, to, ARCHIVE, err) == 0)
		return SUBMISSION_BUILT;
	return copy.trouble ? SUBMISSION_TROUBLE : SUBMISSION_REFUSED;
}

static enum submission_verdict copy_in(struct submission_build *build,
				       struct tree_copy *names,
				       struct error *err)
{
	OWNED(file) int from = -1;
	char archive[NAME_MAX + 1];
	struct stat status;

	if (file_is_archive(build->from) && stat(build->from, &status) == 0 &&
	    S_ISREG(status.st_mode))
		return copy_archive(build, AT_FDCWD, build->from, err);
	if (file_expect(build->from, true, "the folder or the archive of a "
			"submission", err) != 0)
		return SUBMISSION_TROUBLE;
	/* The folder itself may be a link, since the caller chose it. */
	from = open(build->from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (from < 0) {
		error_reading(err, "open the folder", build->from);
		return SUBMISSION_TROUBLE;
	}
	return go_inside(&from, archive) ?
		copy_archive(build, from, archive, err) :
		copy_to(build, from, build->to, names, err);
}

/* Replaces the copy by what the build has left in its folder, or an archive. */
static enum submission_verdict copy_out(const struct submission_build *build,
					int *folder, struct tree_copy *names,
					struct error *err)
{
	char archive[NAME_MAX + 1];
	const char *slash = strrchr(build->to, '/');
	const char *name = slash != NULL ? slash + 1 : build->to;
	/* A hidden name, which no submission has. */
	AUTOFREE char *new = text_new("%.*s.%s.new", (int)(name - build->to),
				      build->to, name);
	enum submission_verdict verdict;
	struct error ignored;

	tree_copy_release(names);
	/* Of an archive, links are the author's. */
	names->skips = !build->unpacks;
	if (build->unpacks)
		go_inside(folder, archive);
	verdict = copy_to(build, *folder, new, names, err);
	if (verdict == SUBMISSION_BUILT) {
		verdict = SUBMISSION_TROUBLE;
		if (remove_ours(build->to, err) == 0) {
			if (rename(new, build->to) == 0)
				return SUBMISSION_BUILT;
			error_set(err, "cannot rename %s to %s: %s", new,
				  build->to, strerror(errno));
		}
	}
	remove_ours(new, &ignored);
	return verdict;
}

/* ### the build, a player that is only told to begin */

enum { LOOK_US = 100000, OUTPUT_MAX = 32768 };

/* Opens the build's folder, which we can reach only through its process, and
   has it begin.  The shell waits for that, so it has not left that folder.
   Returns the folder's descriptor, or -1. */
static int begin_build(struct players *players, struct error *err)
{
	struct player *player = players->player;
	char path[40];
	int folder;

	if (players_start(players, 0, 0, 0, "", 0, err) != 0 ||
	    players_built(players, err) != 0)
		return -1;
	if (player->top == 0)
		return error_set(err, *players->stop > 0 ? "interrupted" :
				 "the shell of a build %s", player->detail);
	snprintf(path, sizeof path, "/proc/%d/cwd", player->bot);
	folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		return error_set(err, "cannot open the folder of a build "
				 "(%s): %s", path, strerror(errno));
	players_send_last(players, 0, "\n", 1);
	return folder;
}

/* The system limits the memory of each process, we that of all together. */
static bool is_too_large(const struct submission_build *build,
			 const struct player *player)
{
	return process_tree_memory(player->top) >
		(int64_t)build->limits.value[LIMIT_MEMORY_MB] << 20;
}

/* Waits until the build has ended and judges it. */
static enum submission_verdict judge(const struct submission_build *build,
				     struct players *players,
				     struct error *err)
{
	const char *what = build->unpacks ? "unpacking it" : "the build";
	const struct player *player = players->player;
	const int64_t deadline = clock_us() + 1000000LL * build->most_s;
	enum submission_verdict verdict = SUBMISSION_REFUSED;

	while (!player->exited) {
		if (is_too_large(build, player)) {
			error_set(err, "%s took more than %d MB of memory",
				  what, build->limits.value[LIMIT_MEMORY_MB]);
			return SUBMISSION_REFUSED;
		}
		if (clock_us() >= deadline) {
			error_set(err, "%s took more than %d s", what,
				  build->most_s);
			return SUBMISSION_REFUSED;
		}
		if (player->control < 0)
			error_set(err, "the process that watches a build is "
				  "gone");
		if (player->control < 0 ||
		    players_handle(players, LOOK_US, err) != 0)
			return SUBMISSION_TROUBLE;
	}
	if (WIFSIGNALED(player->status))
		error_set(err, "%s was ended by signal %d (%s)", what,
			  WTERMSIG(player->status),
			  strsignal(WTERMSIG(player->status)));
	else if (WEXITSTATUS(player->status) != 0)
		error_set(err, "%s failed (exit status %d)", what,
			  WEXITSTATUS(player->status));
	else
		verdict = SUBMISSION_BUILT;
	return verdict;
}

static enum submission_verdict play_build(struct submission_build *build,
					  const struct hosting *hosting,
					  int keeper, struct tree_copy *names,
					  struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	const volatile sig_atomic_t *stop = stop_signals_catch_from_parent();
	struct players players = {0};
	const struct text *output;
	size_t size;
	int folder = -1;

	if (players_init(&players, 1, hosting, keeper, NULL, stop, err) == 0)
		folder = begin_build(&players, err);
	if (folder >= 0) {
		verdict = judge(build, &players, err);
		players_end(&players, 0);
		/* Until nothing can change the folder any more. */
		if (players_ready(&players, err) != 0)
			verdict = SUBMISSION_TROUBLE;
		output = &players.player->last_errors;
		size = output->length < OUTPUT_MAX ? output->length :
			OUTPUT_MAX;
		if (size > 0)
			text_append(&build->output, output->bytes +
				    output->length - size, size);
		if (verdict == SUBMISSION_BUILT)
			verdict = copy_out(build, &folder, names, err);
		close(folder);
	}
	players_release(&players);
	return verdict;
}

/* Runs the script in a sandbox that shows the copy as HOSTED_SOURCE, with an
   empty folder in memory in its original place; the shell waits until we have
   opened that.  All output goes to the error output. */
static enum submission_verdict run_script(struct submission_build *build,
					  const char *what,
					  struct tree_copy *names,
					  struct error *err)
{
	enum submission_verdict verdict = SUBMISSION_TROUBLE;
	AUTOFREE char *box = realpath(build->to, NULL);
	AUTOFREE char *script = text_new("read -r go; exec >&2; cp -R "
		HOSTED_SOURCE "/. . || exit; %s",
		what);
	char *command[] = { "/bin/sh", "-c", script, NULL };
	const struct hosted hosted = { .command = command, .box = box };
	struct hosting hosting = { .level = LEVEL_STRICT,
		.limits = build->limits, .hosted = &hosted, .processes = 1 };
	int keeper;

	if (box == NULL)
		error_reading(err, "open the folder", build->to);
	else if (keeper_split(&hosting, &keeper, err) == 0)
		verdict = play_build(build, &hosting, keeper, names, err);
	return verdict;
}

void submission_build_limits(struct limits *limits)
{
	limits_defaults(limits);
	limits->value[LIMIT_MEMORY_MB] = 4096;
	limits->value[LIMIT_TASKS] = 256;
	limits->value[LIMIT_FILES] = 1024;
	limits->value[LIMIT_BOX_MB] = 512;
	limits->value[LIMIT_CORES] = 16;
}

/* ### unpacking */

/* It runs in the sandbox of a build, which holds what it is said to hold. */
#define UNPACKER "bsdtar"

static bool has_unpacker(void)
{
	return access("/usr/bin/" UNPACKER, X_OK) == 0 ||
		access("/bin/" UNPACKER, X_OK) == 0;
}

static enum submission_verdict unpack(struct submission_build *build,
				      struct tree_copy *names,
				      struct error *err)
{
	/* Some archives let nobody else read what is in them. */
	static const char script[] = UNPACKER " -xof " ARCHIVE " && rm " ARCHIVE
		" && chmod -R u+rwX,go+rX .";
	struct text *output = &build->output;
	enum submission_verdict verdict;

	if (!has_unpacker()) {
		error_set(err, "to unpack %s, " UNPACKER " is needed: install "
			  "the package libarchive-tools", build->from);
		return SUBMISSION_TROUBLE;
	}
	verdict = run_script(build, script, names, err);
	if (verdict == SUBMISSION_REFUSED && output->length > 0) {
		output->length = strcspn(text_string(output), "\n");
		error_set(err, "it cannot be unpacked: %s",
			  FOREIGN(text_string(output)));
		text_clear(output);
	}
	build->unpacks = false;
	return verdict;
}

/* ### earlier versions */

/* Moves an earlier copy away, if that is wanted; `path`, owned, is where it is
   then.  Returns 0, or -1 with `err`. */
static int set_aside(const struct submission_build *build, char **path,
		     struct error *err)
{
	const char *slash = strrchr(build->to, '/');
	const char *name = slash != NULL ? slash + 1 : build->to;
	AUTOFREE char *folder = text_new("%.*s.earlier",
					 (int)(name - build->to), build->to);
	AUTOFREE char *mark = text_new("%s/" COPY_MARK, build->to);
	int n = 1;

	/* What is not a copy is refused by the next step. */
	if (!build->keeps || access(mark, F_OK) != 0)
		return 0;
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return error_set(err, "cannot make the folder %s: %s", folder,
				 strerror(errno));
	do {
		free(*path);
		*path = text_new("%s/%s.%d", folder, name, n++);
	} while (access(*path, F_OK) == 0);
	return rename(build->to, *path) == 0 ? 0 :
		error_set(err, "cannot rename %s to %s: %s", build->to, *path,
			  strerror(errno));
}

/* The hash of what was submitted, before a build. */
static int hash_source(const struct submission_build *build,
		       const struct tree_copy *names, struct text *hash,
		       struct error *err)
{
	OWNED(text) struct text all = {0};
	struct hash one;

	for (size_t i = 0; i < names->count; i++) {
		AUTOFREE char *path = text_new("%s/%s", build->to,
					       names->name[i]);

		if (sha256_file(path, path, one.bytes, err) != 0)
			return -1;
		text_printf(&all, "%s %s\n", HASH_HEX(&one), names->name[i]);
	}
	sha256(one.bytes, text_string(&all), all.length);
	text_printf(hash, "%s\n", HASH_HEX(&one));
	return 0;
}

/* Writes the hash into the mark of the copy, and forgets the earlier copy if it
   has the same one. */
static int settle(const struct submission_build *build, struct text *hash,
		  const char *earlier, struct error *err)
{
	AUTOFREE char *mark = text_new("%s/" COPY_MARK, build->to);
	OWNED(text) struct text before = {0};
	AUTOFREE char *old = earlier == NULL ? NULL :
		text_new("%s/" COPY_MARK, earlier);

	if (file_replace(mark, hash, false, err) != 0)
		return -1;
	if (old == NULL)
		return 0;
	if (file_read(&before, old, FILE_MOST, err) != 0)
		return -1;
	return strcmp(text_string(&before), text_string(hash)) != 0 ? 0 :
		remove_ours(earlier, err);
}

/* ### the whole */

static enum submission_verdict make_copy(struct submission_build *build,
					 const char *earlier,
					 struct tree_copy *names,
					 struct error *err)
{
	const char *script;
	enum submission_verdict verdict = copy_in(build, names, err);
	OWNED(text) struct text hash = {0};

	if (verdict == SUBMISSION_BUILT && build->unpacks)
		verdict = unpack(build, names, err);
	if (verdict == SUBMISSION_BUILT &&
	    hash_source(build, names, &hash, err) != 0)
		verdict = SUBMISSION_TROUBLE;
	if (verdict == SUBMISSION_BUILT && submission_read(&build->submission,
			build->to, names, err) != 0)
		verdict = SUBMISSION_REFUSED;
	script = text_string(&build->submission.script);
	if (verdict == SUBMISSION_BUILT && *script != '\0')
		verdict = run_script(build, script, names, err);
	if (verdict == SUBMISSION_BUILT && list_words(build, names, err) != 0)
		verdict = SUBMISSION_REFUSED;
	if (verdict == SUBMISSION_BUILT &&
	    settle(build, &hash, earlier, err) != 0)
		verdict = SUBMISSION_TROUBLE;
	return verdict;
}

enum submission_verdict submission_build(struct submission_build *build,
					 struct error *err)
{
	OWNED(tree_copy) struct tree_copy names = {0};
	AUTOFREE char *earlier = NULL;
	enum submission_verdict verdict = set_aside(build, &earlier, err) != 0 ?
		SUBMISSION_TROUBLE : make_copy(build, earlier, &names, err);

	if (verdict == SUBMISSION_REFUSED)
		remove_tree(build->to);
	return verdict;
}

void submission_build_release(struct submission_build *build)
{
	free(build->submission.name);
	free(build->submission.author);
	text_release(&build->submission.script);
	words_free(build->submission.command);
	words_free(build->submission.files);
	words_free(build->command);
	words_free(build->files);
	text_release(&build->output);
	*build = (struct submission_build){0};
}
