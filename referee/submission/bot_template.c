/*
 * bot_template.c - makes the folder of a new bot or game from a template.
 */
#define _GNU_SOURCE
#include "submission/bot_template.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "host/bot_folders.h"

enum { FILE_MOST = 1 << 22 };

/* The making of a bot from a template. */
struct use {
	const char *game, *folder;
	const struct bot_template_position *position;
	char *source;           /* sdk/LANGUAGE, or sdk/LANGUAGE/game */
	char *list;             /* its template.list */
	struct text *commands;
	struct text run;        /* the commands for @RUN@ */
};

static char *join(const char *folder, const char *name)
{
	struct text path = {0};

	text_printf(&path, "%s/%s", folder, name);
	text_byte(&path, '\0');
	return path.bytes;
}

/* ### finding the SDKs */

/* Looks in ROLLCALL_SDK, where this program is installed, and beside the folder
   that it was built in.  NULL: not found. */
static char *find_sdk(void)
{
	const char *given = getenv("ROLLCALL_SDK");
	char *program = process_program_folder(), *found = NULL;
	char *places[] = { given != NULL ? memory_copy(given) : NULL,
		join(program, "../share/rollcall/sdk"),
		memory_copy(PKGDATADIR "/sdk"), join(program, "../../sdk") };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (found == NULL && places[i] != NULL &&
		    access(places[i], F_OK) == 0)
			found = places[i];
		else
			free(places[i]);
	}
	free(program);
	return found;
}

/* The folder of a template in that language. */
static char *template_in(const char *sdk, const char *language,
			 enum bot_template kind)
{
	struct text path = {0};

	text_printf(&path, "%s/%s%s", sdk, language,
		    kind == BOT_TEMPLATE_GAME ? "/game" : "");
	text_byte(&path, '\0');
	return path.bytes;
}

static bool has_template(const char *sdk, const char *language,
			 enum bot_template kind)
{
	char *folder = template_in(sdk, language, kind);
	char *list = join(folder, "template.list");
	const bool has = access(list, R_OK) == 0;

	free(folder);
	free(list);
	return has;
}

/* Appends "c, go, ..". */
static void name_languages(const char *sdk, enum bot_template kind,
			   struct text *out)
{
	struct dirent **entry;
	int count = scandir(sdk, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (entry[i]->d_name[0] != '.' &&
		    has_template(sdk, entry[i]->d_name, kind))
			words_add(out, entry[i]->d_name, ", ");
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}

static int find_template(struct use *use, enum bot_template kind,
			 const char *language, struct error *err)
{
	char *sdk = find_sdk();
	struct text known = {0};
	int result = -1;

	if (sdk == NULL) {
		error_set(err, "the templates are not installed beside this "
			  "program; set ROLLCALL_SDK to the path of the folder "
			  "sdk");
	} else if (strchr(language, '/') == NULL && *language != '.' &&
		   has_template(sdk, language, kind)) {
		use->source = template_in(sdk, language, kind);
		use->list = join(use->source, "template.list");
		result = 0;
	} else {
		name_languages(sdk, kind, &known);
		error_set(err, "there is no template for \"%s\"; there are "
			  "%s", language, text_string(&known));
	}
	text_release(&known);
	free(sdk);
	return result;
}

/* ### files */

/* Makes the parent folders of a file of the bot. */
static int make_folders(const char *path, size_t from, struct error *err)
{
	char *copy = memory_copy(path), *slash;
	int result = 0;

	for (slash = copy + from; result == 0 &&
	     (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
		*slash = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST)
			result = error_set(err, "cannot make the folder %s: "
					   "%s", copy, strerror(errno));
	}
	free(copy);
	return result;
}

static int write_file(const struct use *use, const char *name,
		      const struct text *bytes, int mode, struct error *err)
{
	char *path = join(use->folder, name);
	int result = make_folders(path, strlen(use->folder), err);

	if (result == 0)
		result = file_create(path, mode, bytes->bytes, bytes->length,
				     false, err);
	free(path);
	return result;
}

/* A JSON text as a string of C, which is one of Go, Java and Rust, too. */
static const char *quoted(const char *json, struct text *out)
{
	for (; *json != '\0'; json++) {
		if (*json == '"' || *json == '\\')
			text_byte(out, '\\');
		text_byte(out, *json);
	}
	return text_string(out);
}

/* Appends bytes with the marks replaced. */
static void fill_in(const struct use *use, const char *bytes, size_t length,
		    struct text *out)
{
	struct text hello = {0}, turn = {0};
	const struct {
		const char *mark, *text;
		size_t size;
	} marks[] = {
		{ "@GAME@", use->game, strlen(use->game) },
		{ "@RUN@", use->run.bytes, use->run.length },
		{ "@HELLO@", use->position->hello,
		  strlen(use->position->hello) },
		{ "@TURN@", use->position->turn,
		  strlen(use->position->turn) },
		{ "@HELLO_STRING@", quoted(use->position->hello, &hello),
		  hello.length },
		{ "@TURN_STRING@", quoted(use->position->turn, &turn),
		  turn.length },
		{ "@MOVES@", use->position->moves,
		  strlen(use->position->moves) },
	};
	enum { MARKS = sizeof marks / sizeof *marks };
	size_t at = 0;

	while (at < length) {
		const char *here = bytes + at;
		size_t left = length - at, i = 0;

		while (i < MARKS && (left < strlen(marks[i].mark) ||
				 strncmp(here, marks[i].mark,
					 strlen(marks[i].mark)) != 0))
			i++;
		if (i < MARKS) {
			text_append(out, marks[i].text, marks[i].size);
			at += strlen(marks[i].mark);
		} else {
			text_byte(out, *here);
			at++;
		}
	}
	text_release(&hello);
	text_release(&turn);
}

static int put_file(const struct use *use, const char *source,
		    const char *target, int mode, struct error *err)
{
	char *path = join(use->source, source);
	struct text bytes = {0}, filled = {0};
	int result = file_read(&bytes, path, FILE_MOST, err);

	fill_in(use, bytes.bytes, bytes.length, &filled);
	if (result == 0)
		result = write_file(use, target, &filled, mode, err);
	text_release(&bytes);
	text_release(&filled);
	free(path);
	return result;
}

static int copy_files(const struct use *use, const char *pattern,
		      const char *target, struct error *err)
{
	char *path = join(use->source, pattern);
	glob_t found;
	int result = 0;

	if (glob(path, 0, NULL, &found) != 0) {
		error_set(err, "there is no %s", path);
		free(path);
		return -1;
	}
	for (size_t i = 0; result == 0 && i < found.gl_pathc; i++) {
		char *name = join(target, strrchr(found.gl_pathv[i], '/') + 1);
		struct text bytes = {0};

		result = file_read(&bytes, found.gl_pathv[i], FILE_MOST, err);
		if (result == 0)
			result = write_file(use, strncmp(name, "./", 2) == 0 ?
					    name + 2 : name, &bytes, 0666,
					    err);
		text_release(&bytes);
		free(name);
	}
	globfree(&found);
	free(path);
	return result;
}

/* ### the list */

/* Adds a command of the list.  All are read before any file is written, as
   files may contain them. */
static void take_command(struct use *use, const char *command)
{
	if (use->run.length > 0)
		text_byte(&use->run, '\n');
	text_add(&use->run, "    ");
	fill_in(use, command, strlen(command), &use->run);
	fill_in(use, command, strlen(command), use->commands);
	text_byte(use->commands, '\n');
}

static int take_line(struct use *use, char *line, bool commands,
		     struct error *err)
{
	static const char *const kinds[] = { "copy", "file", "program", "run",
		NULL };
	enum { COPY, FILE_, PROGRAM, RUN };
	char *rest = line + strcspn(line, " "), *target;
	struct text name = {0};
	int kind, result;

	if (*line == '\0' || *line == '#')
		return 0;
	if (*rest != '\0')
		*rest++ = '\0';
	kind = words_find(kinds, line);
	if (kind == RUN) {
		if (commands)
			take_command(use, rest);
		return 0;
	}
	target = strchr(rest, ' ');
	if (kind < 0 || target == NULL)
		return error_set(err, "expected copy, file or program with two "
				 "words, or run with a command");
	if (commands)
		return 0;
	*target++ = '\0';
	fill_in(use, target, strlen(target), &name);
	result = kind == COPY ?
		copy_files(use, rest, text_string(&name), err) :
		put_file(use, rest, text_string(&name),
			 kind == PROGRAM ? 0777 : 0666, err);
	text_release(&name);
	return result;
}

static int take_list(struct use *use, bool commands, struct error *err)
{
	struct text bytes = {0};
	int result = file_read(&bytes, use->list, FILE_MOST, err);
	int number = 0;
	char *line, *end;

	text_byte(&bytes, '\0');
	for (line = bytes.bytes; result == 0 && *line != '\0'; line = end) {
		end = line + strcspn(line, "\n");
		if (*end != '\0')
			*end++ = '\0';
		number++;
		result = take_line(use, line, commands, err);
		if (result != 0)
			error_at(err, "%s:%d", use->list, number);
	}
	text_release(&bytes);
	return result;
}

int bot_template_make(enum bot_template kind,
		      const struct bot_template_position *position,
		      const char *language, const char *folder,
		      struct text *commands, struct error *err)
{
	struct use use = { .game = position->game, .position = position,
		.folder = folder, .commands = commands };
	int result = find_template(&use, kind, language, err);

	if (result == 0 && mkdir(folder, 0777) != 0) {
		result = error_set(err, "cannot make the folder %s: %s",
				   folder, strerror(errno));
	} else if (result == 0) {
		result = take_list(&use, true, err);
		if (result == 0)
			result = take_list(&use, false, err);
		if (result != 0)
			remove_tree(folder);
	}
	free(use.source);
	free(use.list);
	text_release(&use.run);
	return result;
}
