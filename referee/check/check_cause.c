/*
 * check_cause.c - finds out why a bot failed, from its output and its files.
 */
#include "check/check_cause.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"

#define NEXT_LINE "\n               "

enum { FIRST_LINE_MOST = 4096 };

/* ### what the bot said */

enum sign { SIGN_NONE, SIGN_MEMORY, SIGN_MISSING, SIGN_SYNTAX };

/* Messages of interpreters and runtimes; the first of the list that is found
   counts. */
static const struct {
	const char *words;
	enum sign sign;
} signs[] = {
	/* Java */
	{ "error='Not enough space'", SIGN_MEMORY },
	{ "Could not reserve enough space", SIGN_MEMORY },
	{ "insufficient memory for the Java", SIGN_MEMORY },
	{ "java.lang.OutOfMemoryError", SIGN_MEMORY },
	{ "Could not find or load main class", SIGN_MISSING },
	{ "Unable to access jarfile", SIGN_MISSING },
	{ "NoClassDefFoundError", SIGN_MISSING },
	/* Go, node, Rust, C++, Python */
	{ "out of memory", SIGN_MEMORY },
	{ "cannot allocate memory", SIGN_MEMORY },
	{ "Cannot allocate memory", SIGN_MEMORY },
	{ "memory allocation of ", SIGN_MEMORY },
	{ "std::bad_alloc", SIGN_MEMORY },
	{ "MemoryError", SIGN_MEMORY },
	{ "Cannot find module", SIGN_MISSING },
	{ "No module named", SIGN_MISSING },
	{ "cannot import name", SIGN_MISSING },
	{ "SyntaxError", SIGN_SYNTAX },
	{ "IndentationError", SIGN_SYNTAX },
	{ "TabError", SIGN_SYNTAX },
	/* Perl, shells, the loader, everything else */
	{ "in @INC", SIGN_MISSING },
	{ "cannot open shared object file", SIGN_MISSING },
	{ "syntax error", SIGN_SYNTAX },
	{ "Syntax error", SIGN_SYNTAX },
	{ "No such file or directory", SIGN_MISSING },
	{ "FileNotFoundError", SIGN_MISSING },
	{ "cannot open file", SIGN_MISSING },
};

static enum sign find_sign(const char *said)
{
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strstr(said, signs[i].words) != NULL)
			return signs[i].sign;
	return SIGN_NONE;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* ### its files */

/* Finds a word of the command that names a file but has no slash.  Such a word
   is not taken for a path, and bots start in an empty folder. */
static const char *word_of_a_file(char *const *command)
{
	struct stat status;

	for (int i = 1; command[i] != NULL; i++)
		if (strchr(command[i], '/') == NULL &&
		    stat(command[i], &status) == 0 && S_ISREG(status.st_mode))
			return command[i];
	return NULL;
}

/* Appends the files of `list` that the bot saw at `strict`, except those in
   `told`. */
static void add_visible(char *const *list, char *const *told, struct text *out)
{
	struct stat status;

	for (int i = 0; list != NULL && list[i] != NULL; i++) {
		if (list[i][0] != '/' || strncmp(list[i], "/usr/", 5) == 0 ||
		    stat(list[i], &status) != 0 || !S_ISREG(status.st_mode) ||
		    (told != NULL &&
		     words_find((const char *const *)told, list[i]) >= 0))
			continue;
		text_add(out, ", ");
		printable_escaped(out, list[i]);
	}
}

static void add_missing(const struct check *check, struct text *out)
{
	const struct hosted *bot = &check->hosting->hosted[0];
	const char *word = word_of_a_file(bot->command);

	if (word != NULL) {
		text_add(out, "only words with a / count as files: write ./");
		printable_escaped(out, word);
	} else if (check->hosting->level == LEVEL_STRICT) {
		text_add(out, "a file or module was missing; at strict the bot "
			 "saw only /usr");
		add_visible(bot->command, NULL, out);
		add_visible(bot->files, bot->command, out);
		text_add(out, ";" NEXT_LINE "name all its other files with "
			 "--files F,F..");
	} else {
		text_add(out, "a file or module was missing; bots start in an "
			 "empty folder:" NEXT_LINE "write paths of files with "
			 "a /, and find others beside the program");
	}
}

/* ### why it did not start */

enum program { PROGRAM_BINARY, PROGRAM_SCRIPT, PROGRAM_NONE };

/* Returns the kind of the file, and appends the first line of a script, without
   #! and LF, to `line`. */
static enum program read_program(const char *path, struct text *line)
{
	char bytes[FIRST_LINE_MOST];
	struct error ignored;
	const int fd = file_open(path, &ignored);
	ssize_t got = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
	const char *end;

	if (fd >= 0)
		close(fd);
	if (got < 0 || (got >= 4 && memcmp(bytes, "\177ELF", 4) == 0))
		return PROGRAM_BINARY;
	if (got < 2 || memcmp(bytes, "#!", 2) != 0)
		return PROGRAM_NONE;
	end = memchr(bytes, '\n', (size_t)got);
	text_append(line, bytes + 2, (size_t)(end != NULL ? end - bytes :
					      got) - 2);
	return PROGRAM_SCRIPT;
}

/* Appends what is wrong with the interpreter in the first line of a script,
   which the kernel takes to be the text before the first space. */
static bool add_interpreter(const struct check *check, const char *program,
			    char *line, struct text *out)
{
	char *name = line + strspn(line, " \t");

	name[strcspn(name, " \t")] = '\0';
	if (check->hosting->level == LEVEL_STRICT &&
	    access(name, X_OK) == 0 && strncmp(name, "/usr/", 5) != 0 &&
	    strncmp(name, "/bin/", 5) != 0) {
		printable_escaped(out, name);
		text_add(out, ", which runs ");
		printable_escaped(out, program);
		text_add(out, ", is not below /usr, and at strict the bot sees "
			 "nothing else");
		return true;
	}
	if (access(name, X_OK) == 0)
		return false;
	text_add(out, "the first line of ");
	printable_escaped(out, program);
	text_add(out, " names ");
	printable_escaped(out, *name != '\0' ? name : "no program");
	text_add(out, ", which is not there; try #!/usr/bin/env");
	return true;
}

static bool add_program(const struct check *check, struct text *out)
{
	const char *program = check->hosting->hosted[0].command[0];
	struct text line = {0};
	enum program kind;
	bool found = true;

	if (strchr(program, '/') == NULL)
		return false;
	kind = read_program(program, &line);
	if (kind == PROGRAM_BINARY)
		return false;
	if (kind == PROGRAM_NONE) {
		printable_escaped(out, program);
		text_add(out, " is not a program for this machine, and has "
			 "no #! line such as" NEXT_LINE "#!/usr/bin/env python3");
	} else if (line.length > 0 && line.bytes[line.length - 1] == '\r') {
		text_add(out, "the first line of ");
		printable_escaped(out, program);
		text_add(out, " ends in CR LF, as on Windows;" NEXT_LINE
			 "sed -i 's/\\r$//' removes the CRs");
	} else {
		text_byte(&line, '\0');
		found = add_interpreter(check, program, line.bytes, out);
	}
	text_release(&line);
	return found;
}

/* ### why it does not answer */

/* Is the bot run by awk, either as the program itself or by its #! line? */
static bool is_awk(const char *program)
{
	const char *name = base_name(program);
	struct text line = {0};
	bool is = strcmp(name, "awk") == 0 || strcmp(name, "mawk") == 0;

	if (!is && strchr(program, '/') != NULL &&
	    read_program(program, &line) == PROGRAM_SCRIPT)
		is = strstr(text_string(&line), "awk") != NULL &&
			strstr(text_string(&line), "gawk") == NULL;
	text_release(&line);
	return is;
}

/* ### the hint */

bool check_cause_add(const struct check *check,
		     const struct check_failure *failure, struct text *said,
		     struct text *out)
{
	const struct hosting *hosting = check->hosting;
	const bool late = failure->fault == FAULT_TIMEOUT ||
		strncmp(failure->detail, "not ready", 9) == 0;
	const bool ended = failure->fault == FAULT_START ||
		failure->fault == FAULT_GONE;
	const enum sign sign = find_sign(text_string(said));

	if (late && is_awk(hosting->hosted[0].command[0])) {
		text_add(out, "awk reads its input in blocks: start mawk with "
			 "-W interactive;" NEXT_LINE "and call fflush() after "
			 "every print");
		return true;
	}
	if (sign == SIGN_MEMORY && hosting->level != LEVEL_NONE) {
		const bool java = strstr(text_string(said), "Java") != NULL ||
			strstr(text_string(said), "os::commit") != NULL;

		text_printf(out, "the %s could not get memory (limit %d MB): "
			    "%s, or raise memory_mb",
			    java ? "JVM" : "bot",
			    hosting->limits.value[LIMIT_MEMORY_MB],
			    java ? "java -Xmx256m" : "let it use less");
		return true;
	}
	if (!ended || late)
		return false;
	if (failure->fault == FAULT_START && add_program(check, out))
		return true;
	if (sign == SIGN_MISSING)
		add_missing(check, out);
	else if (sign == SIGN_SYNTAX)
		text_add(out, "its interpreter found a syntax error, see "
			 "above; check its version");
	return sign != SIGN_NONE && sign != SIGN_MEMORY;
}
