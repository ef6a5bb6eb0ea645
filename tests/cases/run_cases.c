/*
 * run_cases.c - runs a table of commands: what each prints, how it ends, and
 * that it changes nothing.
 *
 * usage: run_cases TABLE [WORD]    (WORD: only the cases that contain it)
 *
 * tests/cases/README.md describes the tables.  Every case has a folder of its
 * own; its command runs in a child of this process that calls the command's
 * function, so that a case takes a few milliseconds.
 */
#define _XOPEN_SOURCE 700
#include "tests/cases/cases.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"

enum { LINES_MAX = 100, SKIPPED = 77 };

/* A list of lines, which it borrows. */
struct lines {
	const char *line[LINES_MAX];
	int count;
};

/* A case, as the table has it. */
struct row {
	const char *command;    /* with what is expected */
	int number;             /* of its line */
	struct lines edits;
	struct lines expects;
};

static const char *source, *table;
static char root[] = "/tmp/rc.XXXXXX", base[64];
static int passed, failed, skipped, folders;
static bool elsewhere;          /* the section is for another machine */

/* ### what is expected */

static bool matches(const char *expression, const char *text, struct text *why)
{
	regex_t compiled;
	bool found;

	if (regcomp(&compiled, expression, REG_EXTENDED | REG_NEWLINE) != 0) {
		text_printf(why, "    no regular expression: %s\n",
			    expression);
		return false;
	}
	found = regexec(&compiled, text, 0, NULL, 0) == 0;
	regfree(&compiled);
	return found;
}

static void expect(const char *what, const char *expression, const char *text,
		   bool present, struct text *why)
{
	if (matches(expression, text, why) != present)
		text_printf(why, "    expected %s/%s/ %s\n",
			    present ? "" : "no ", expression, what);
}

static void expect_held(const char *rest, bool present, struct text *why)
{
	char name[300];
	int length = 0;
	struct text bytes = {0};
	struct error err;

	if (sscanf(rest, "%299s %n", name, &length) != 1)
		return text_printf(why, "    holds needs a name\n");
	if (file_read(&bytes, name, 1 << 26, &err) != 0)
		text_printf(why, "    %s\n", err.text);
	else
		expect(name, rest + length, text_string(&bytes), present, why);
	text_release(&bytes);
}

static bool is_whole(const char *expression, const char *name)
{
	regex_t compiled;
	bool is;
	struct text whole = {0};

	text_printf(&whole, "^(%s)$", expression);
	is = regcomp(&compiled, text_string(&whole),
		     REG_EXTENDED | REG_NOSUB) == 0;
	if (is) {
		is = regexec(&compiled, name, 0, NULL, 0) == 0;
		regfree(&compiled);
	}
	text_release(&whole);
	return is;
}

/* Of this name, or below a folder of this name? */
static bool is_in(const char *folder, const char *name)
{
	const size_t length = strlen(folder);

	return strncmp(name, folder, length) == 0 &&
		(name[length] == '\0' || name[length] == '/');
}

static bool may_change(const struct row *row, const char *name)
{
	for (int i = 0; i < row->expects.count; i++) {
		const char *line = row->expects.line[i];

		if ((strncmp(line, "makes ", 6) == 0 &&
		     is_whole(line + 6, name)) ||
		    (strncmp(line, "keeps ", 6) == 0 && is_in(line + 6, name)))
			return true;
	}
	return false;
}

/* Reports the lines of `one` that `other` lacks. */
static void differences(const struct row *row, struct text *one,
			struct text *other, const char *what, struct text *why)
{
	for (char *line = (char *)text_string(one); *line != '\0';) {
		size_t length = strcspn(line, "\n");
		char *end = line + length, *name;

		*end = '\0';
		name = memory_copy(line);
		*end = '\n';
		if (strstr(text_string(other), name) == NULL) {
			*strrchr(name, ' ') = '\0';
			if (strchr(name, ' ') != NULL &&
			    strlen(strrchr(name, ' ')) > 3)
				*strrchr(name, ' ') = '\0';
			if (!may_change(row, name))
				text_printf(why, "    %s: %s\n", what, name);
		}
		free(name);
		line = end + 1;
	}
}

/* Splits `COMMAND => SENTENCE` or `COMMAND =1> ..`.  Returns the expected exit
   status. */
static int split_arrow(char *line, const char **sentence)
{
	char *arrow = (char *)words_arrow(line);
	int status;

	*sentence = NULL;
	if (arrow == NULL)
		return 0;
	status = arrow[2] == '>' ? 2 : arrow[2] - '0';
	*sentence = strchr(arrow, '>') + 2;
	*arrow = '\0';
	return status;
}

static void expect_sentence(int status, const char *sentence, bool warns,
			    struct outcome *found, struct text *why)
{
	const char *err = text_string(&found->err);
	const char *line_end = strchr(err, '\n');

	if (status == 2 && (line_end == NULL || line_end[1] != '\0'))
		text_printf(why, "    expected one line of standard error\n");
	if (status == 2 && strncmp(err, "referee", 7) != 0 &&
	    strncmp(err, "tournament", 10) != 0)
		text_printf(why, "    the line does not name the program\n");
	if (status == 2)
		expect("on standard error", sentence, err, true, why);
	else
		expect("on standard output", sentence,
		       text_string(&found->out), true, why);
	if (status != 2 && found->err.length > 0 && !warns)
		text_printf(why, "    standard error is not empty\n");
}

/* Checks the lines below a case. */
static void expect_more(const struct row *row, struct outcome *found,
			struct text *why)
{
	for (int i = 0; i < row->expects.count; i++) {
		const char *line = row->expects.line[i], *rest;
		char verb[20];
		int length = 0;

		sscanf(line, "%19s %n", verb, &length);
		rest = line + length;
		if (strcmp(verb, "says") == 0)
			expect("on standard output", rest,
			       text_string(&found->out), true, why);
		else if (strcmp(verb, "never") == 0)
			expect("on standard output", rest,
			       text_string(&found->out), false, why);
		else if (strcmp(verb, "warns") == 0)
			expect("on standard error", rest,
			       text_string(&found->err), true, why);
		else if (strcmp(verb, "prints") == 0)
			golden_print(rest, &found->out, why);
		else if (strcmp(verb, "keeps") == 0)
			golden_keep(rest, why);
		else if (strcmp(verb, "holds") == 0)
			expect_held(rest, true, why);
		else if (strcmp(verb, "lacks") == 0)
			expect_held(rest, false, why);
		else if (strcmp(verb, "gone") == 0) {
			if (access(rest, F_OK) == 0)
				text_printf(why, "    still there: %s\n",
					    rest);
		} else if (strcmp(verb, "makes") != 0 &&
			   strcmp(verb, "exit") != 0)
			text_printf(why, "    what is \"%s\"?\n", line);
	}
}

static const char *expected(const struct row *row, const char *verb)
{
	const size_t length = strlen(verb);

	for (int i = 0; i < row->expects.count; i++)
		if (strncmp(row->expects.line[i], verb, length) == 0 &&
		    row->expects.line[i][length] == ' ')
			return row->expects.line[i] + length + 1;
	return NULL;
}

/* ### running a case */

/* Is the edit a condition, and which: 1 it holds, 0 it does not; or -1. */
static int condition(const char *edit)
{
	char path[1000];

	if (strcmp(edit, "user") == 0)
		return geteuid() != 0;
	if (strcmp(edit, "root") == 0)
		return geteuid() == 0;
	if (strcmp(edit, "strict") == 0)
		return machine_has_strict();
	if (strncmp(edit, "built ", 6) != 0)
		return -1;
	snprintf(path, sizeof path, "%s/%s",
		 edit[6] == '/' ? "" : getenv("builddir"), edit + 6);
	return access(path, F_OK) == 0;
}

static bool for_this_machine(const struct row *row)
{
	bool here = !elsewhere;

	for (int i = 0; i < row->edits.count; i++)
		here = here && condition(row->edits.line[i]) != 0;
	skipped += !here;
	return here;
}

/* Runs in a child whose current folder is the case's. */
static int run_here(const struct row *row, const char *shown)
{
	struct circumstances how = CIRCUMSTANCES;
	struct outcome found = {0};
	struct text before = {0}, after = {0}, why = {0};
	const char *sentence, *edit_error;
	char *line = memory_copy(shown);
	char **words;
	int status = split_arrow(line, &sentence);

	for (int i = 0; i < row->edits.count; i++) {
		const char *edit = row->edits.line[i];

		if (condition(edit) >= 0)
			continue;
		edit_error = edit_run(edit, &how);
		if (edit_error == NULL)
			continue;
		printf("%s:%d: %s\n    %s: %s\n", table, row->number, shown,
		       edit, edit_error);
		return 1;
	}
	folder_list(&before);
	words = words_split(line);
	command_in_process(words, &how, &found);
	folder_list(&after);
	if (expected(row, "exit") != NULL)
		status = atoi(expected(row, "exit"));
	if (found.status != status)
		text_printf(&why, "    exit status %d, expected %d\n",
			    found.status, status);
	if (sentence != NULL)
		expect_sentence(status, sentence,
				expected(row, "warns") != NULL, &found, &why);
	if (status == 2 && found.out.length > 0 &&
	    expected(row, "says") == NULL && expected(row, "prints") == NULL)
		text_printf(&why, "    standard output is not empty\n");
	expect_more(row, &found, &why);
	differences(row, &before, &after, "gone or changed", &why);
	differences(row, &after, &before, "made or changed", &why);
	if (why.length > 0)
		printf("%s:%d: %s\n%s    standard output: %.2000s\n"
		       "    standard error: %.2000s\n", table, row->number,
		       shown, text_string(&why), text_string(&found.out),
		       text_string(&found.err));
	return why.length > 0;
}

static void run_one(const struct row *row, const char *line)
{
	char folder[100];
	int status;
	pid_t child;

	snprintf(folder, sizeof folder, "%s/%d", root, ++folders);
	folder_copy(base, folder, base, folder);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		const bool bad = chdir(folder) != 0 || run_here(row, line);

		fflush(stdout);
		_exit(bad);
	}
	if (waitpid(child, &status, 0) != child || status != 0) {
		failed++;
		if (!WIFEXITED(status))
			printf("%s:%d: signal %d\n", table, row->number,
			       WTERMSIG(status));
	} else {
		passed++;
	}
	folder_remove(folder);
}

static void add_line(struct lines *lines, const char *line)
{
	if (lines->count == LINES_MAX) {
		fprintf(stderr, "%s: too many lines: %s\n", table, line);
		exit(2);
	}
	lines->line[lines->count++] = line;
}

/* Runs the case of a text: the command's line, then the lines below it, and
   then its edits, each after a tab. */
static void run_text(int number, char *text)
{
	struct row row = { .command = text, .number = number };

	while ((text = strchr(text, '\n')) != NULL) {
		*text++ = '\0';
		if (*text == '\t')
			add_line(&row.edits, text + 1);
		else
			add_line(&row.expects, text);
	}
	if (for_this_machine(&row))
		run_one(&row, row.command);
}

/* Runs a case with each alternative of each list in braces. */
static void run_lists(int number, const char *text)
{
	char *one = words_expand(text, 0);

	if (one == NULL) {
		one = memory_copy(text);
		run_text(number, one);
		free(one);
		return;
	}
	for (int i = 1; one != NULL; i++) {
		run_lists(number, one);
		free(one);
		one = words_expand(text, i);
	}
}

/* ### the table */

/* Makes the folder that cases are copied from: with the files and folders of
   tests/golden with these names. */
static void use_base(const char *line)
{
	static const struct { const char *name, *bytes; } files[] = {
		{ "key", "c0de" }, { "secret", "5eed" }
	};
	char path[1000], to[1000], **names = words_split(line);

	elsewhere = false;
	folder_remove(base);
	mkdir(base, 0755);
	for (int i = 0; names[i] != NULL; i++) {
		const char *last = strrchr(names[i], '/');

		if (strcmp(names[i], "nothing") == 0)
			continue;
		snprintf(path, sizeof path, "%s/tests/golden/%s", source,
			 names[i]);
		snprintf(to, sizeof to, "%s/%s", base,
			 last == NULL ? names[i] : last + 1);
		folder_copy(path, to, FOLDER_BASE, base);
	}
	words_release(names);
	for (int i = 0; i < 2; i++) {
		FILE *file;

		snprintf(path, sizeof path, "%s/%s", base, files[i].name);
		file = fopen(path, "w");
		for (int n = 0; n < 16; n++)
			fputs(files[i].bytes, file);
		fputs("\n", file);
		fclose(file);
		chmod(path, 0600);
	}
}

/* Applies an edit of the section to the folder that cases are copied from. */
static void prepare_base(const char *edit)
{
	int status = 1;

	elsewhere = elsewhere || condition(edit) == 0;
	if (elsewhere || condition(edit) == 1)
		return;
	fflush(NULL);
	if (fork() == 0) {
		struct circumstances how = CIRCUMSTANCES;
		const char *why = chdir(base) == 0 ? edit_run(edit, &how) :
			"no folder";

		if (why != NULL)
			printf("%s: %s: %s\n", table, edit, why);
		fflush(stdout);
		folder_remove("t");
		folder_remove("config");
		_exit(why != NULL);
	}
	wait(&status);
	failed += status != 0;
}

static void run_row(struct row *row, const char *word)
{
	struct text text = {0};

	if (row->command == NULL)
		return;
	text_add(&text, row->command);
	for (int i = 0; i < row->expects.count; i++)
		text_printf(&text, "\n%s", row->expects.line[i]);
	for (int i = 0; i < row->edits.count; i++)
		text_printf(&text, "\n\t%s", row->edits.line[i]);
	if (word == NULL || strstr(text_string(&text), word) != NULL)
		run_lists(row->number, text_string(&text));
	text_release(&text);
	*row = (struct row){0};
}

/* The next line, NUL-terminated in place; a \ at its end joins it with the one
   after it, whose indentation is left out. */
static char *take_line(char **at, int *number)
{
	char *line = *at, *end = line;

	if (*line == '\0')
		return NULL;
	for (;;) {
		const char *next;

		end += strcspn(end, "\n");
		++*number;
		if (*end == '\0' || end == line || end[-1] != '\\')
			break;
		next = end + 1 + strspn(end + 1, " \t");
		end--;
		memmove(end, next, strlen(next) + 1);
	}
	*at = end + (*end == '\n');
	*end = '\0';
	return line;
}

static void run_table(char *at, const char *word)
{
	struct row row = {0};
	char *line;
	int number = 0;

	use_base("nothing");
	while ((line = take_line(&at, &number)) != NULL) {
		if (*line == '#' || *line == '\0')
			continue;
		if (*line == '\t' || *line == ' ') {
			add_line(&row.expects, line + strspn(line, " \t"));
			continue;
		}
		run_row(&row, word);
		if (strncmp(line, "in ", 3) == 0)
			use_base(line + 3);
		else if (strncmp(line, "have ", 5) == 0)
			prepare_base(line + 5);
		else if (strncmp(line, "with ", 5) == 0)
			add_line(&row.edits, line + 5);
		else if (strncmp(line, "referee", 7) == 0 ||
			 strncmp(line, "tournament", 10) == 0) {
			row.command = line;
			row.number = number;
		} else {
			printf("%s:%d: what is this? %s\n", table, number,
			       line);
			failed++;
		}
	}
	run_row(&row, word);
}

/* Makes a folder of the environment absolute. */
static const char *set_folder(const char *name)
{
	const char *given = getenv(name);
	char *path = realpath(given != NULL ? given : ".", NULL);

	setenv(name, path != NULL ? path : "", 1);
	free(path);
	return getenv(name);
}

int main(int argc, char **argv)
{
	struct text bytes = {0};
	struct error err;

	if (getenv("srcdir") == NULL || argc < 2) {
		fprintf(stderr, "usage: srcdir=DIR builddir=DIR run_cases "
			"TABLE [WORD]\n");
		return 2;
	}
	source = set_folder("srcdir");
	set_folder("builddir");
	table = argv[1];
	command_leaks(false);
	umask(022);
	if (sodium_init() < 0 || mkdtemp(root) == NULL ||
	    file_read(&bytes, table, 1 << 24, &err) != 0) {
		fprintf(stderr, "run_cases: cannot begin with %s\n", table);
		return 2;
	}
	chmod(root, 0755);
	snprintf(base, sizeof base, "%s/base", root);
	text_string(&bytes);
	run_table(bytes.bytes, argc > 2 ? argv[2] : NULL);
	folder_remove(root);
	if (skipped > 0)
		printf("not tried: %d cases are for another user or machine\n",
		       skipped);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0 || passed == 0;
}
