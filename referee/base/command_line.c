/*
 * command_line.c - a program with subcommands: finds the command, runs it and
 * prints why it failed; completion for shells.
 */
#include "base/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/process.h"

/* ### completion: the script for a shell runs the program with the hidden
   command __complete and the words so far, of which the last may be empty, and
   offers what that prints */

/* The word that is being completed: `--name=value` up to its `=`, and what is
   completed of it. */
struct typed {
	const char *lead, *word;
	int lead_size;
};

static void offer(const struct typed *typed, const char *word, size_t size,
		  const char *help, struct text *out)
{
	const size_t has = strlen(typed->word);

	if (size < has || strncmp(word, typed->word, has) != 0)
		return;
	text_printf(out, "%.*s%.*s\t%s\n", typed->lead_size, typed->lead,
		    (int)size, word, help != NULL ? help : "");
}

static bool is_option(const struct option *row)
{
	return row->name[0] == '-';
}

/* Whether the row's value is the name of a file or a folder. */
static bool takes_file(const struct option *row)
{
	static const char *const names[] = { "FILE", "DIR", "LOG", "TRACE",
		"BOT", "COMMAND", "OTHER", "F[,F]" };
	const char *name = is_option(row) ? row->value : row->name;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (name != NULL && strstr(name, names[i]) != NULL)
			return true;
	return false;
}

/* Offers the words allowed for a row.  Returns whether files are too. */
static bool offer_values(const struct program *program,
			 const struct command *command,
			 const struct option *row, const struct typed *typed,
			 struct text *out)
{
	OWNED(text) struct text list = {0};
	const char *word;
	size_t size;

	if (row->kind == OPTIONS_KIND_WORD)
		for (int i = (int)row->min; i <= (int)row->max; i++)
			offer(typed, row->words[i], strlen(row->words[i]),
			      NULL, out);
	else if (!is_option(row) && program->words_of != NULL)
		program->words_of(command, row->name, &list);
	for (word = text_string(&list); *word != '\0';
	     word += size + (word[size] == ' ')) {
		size = strcspn(word, " ");
		offer(typed, word, size, NULL, out);
	}
	return takes_file(row);
}

static void offer_commands(const struct program *program,
			   const struct typed *typed, struct text *out)
{
	for (int i = 0; program->commands[i] != NULL; i++)
		offer(typed, program->commands[i]->name,
		      strlen(program->commands[i]->name),
		      program->commands[i]->help, out);
	offer(typed, "--help", 6, "print the commands", out);
	offer(typed, "--version", 9, "print the version", out);
}

static const struct command *find_command(const struct program *program,
					  const char *name)
{
	for (int i = 0; program->commands[i] != NULL; i++)
		if (strcmp(program->commands[i]->name, name) == 0)
			return program->commands[i];
	return NULL;
}

/* The option of a command that takes a value; NULL: there is none. */
static const struct option *find_option(const struct command *command,
					const char *name, size_t size)
{
	const struct option *row = options_find(command->options, name, size);

	return row != NULL && is_option(row) && row->value != NULL ? row : NULL;
}

/* The option whose value the last word is, which may be `--name=value`; NULL:
   it is no value.  bash makes three words of that. */
static const struct option *option_before(const struct command *command,
					  char *const *words, int count,
					  struct typed *typed)
{
	const char *before = words[count - 2];
	const char *equals = strchr(typed->word, '=');

	if (strcmp(typed->word, "=") == 0) {
		typed->word = "";
	} else if (strcmp(before, "=") == 0) {
		before = words[count - 3];
	} else if (strncmp(typed->word, "--", 2) == 0 && equals != NULL) {
		*typed = (struct typed){ .lead = typed->word,
			.lead_size = (int)(equals + 1 - typed->word),
			.word = equals + 1 };
		return find_option(command, typed->lead,
				   (size_t)typed->lead_size - 1);
	}
	return find_option(command, before, strlen(before));
}

static void offer_rest(const struct program *program,
		       const struct command *command,
		       const struct typed *typed, struct text *out)
{
	const bool options = typed->word[0] == '-';
	bool files = false;

	for (const struct option *row = command->options; row->name != NULL;
	     row++)
		if (!is_option(row) && !options)
			files |= offer_values(program, command, row, typed,
					      out);
		else if (is_option(row) && options)
			offer(typed, row->name, strlen(row->name), row->help,
			      out);
	if (options)
		offer(typed, "--help", 6, "print the options", out);
	if (files)
		text_add(out, ":files\n");
}

/* Appends what the last of `count` words can be, a line each: the word, a tab
   and its explanation, which may be empty; ":files" stands for the names of all
   files. */
static void complete(const struct program *program, char *const *words,
		     int count, struct text *out)
{
	struct typed typed = { .lead = "" };
	const struct command *command;
	const struct option *before;

	if (count < 1)
		return;
	typed.word = words[count - 1];
	if (count == 1) {
		offer_commands(program, &typed, out);
		return;
	}
	command = find_command(program, words[0]);
	if (command == NULL)
		return;
	for (int i = 1; i < count - 1; i++)
		if (strcmp(words[i], "--") == 0) {
			text_add(out, ":files\n");
			return;
		}
	before = option_before(command, words, count, &typed);
	if (before == NULL && typed.lead_size == 0)
		offer_rest(program, command, &typed, out);
	else if (before != NULL &&
		 offer_values(program, command, before, &typed, out))
		text_add(out, ":files\n");
}

/* ### the scripts; PROGRAM is the name of the program */

static const char bash[] =
	"# PROGRAM - completion for bash.\n"
	"_PROGRAM() {\n"
	"\tlocal row word=${COMP_WORDS[COMP_CWORD]}\n"
	"\t[ \"$word\" != = ] || word=\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS= read -r row; do\n"
	"\t\tif [ \"$row\" = :files ]; then\n"
	"\t\t\tcompopt -o filenames\n"
	"\t\t\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
	"\t\t\t\tcompgen -f -- \"$word\")\n"
	"\t\telse\n"
	"\t\t\tCOMPREPLY+=(\"${row%%$'\\t'*}\")\n"
	"\t\tfi\n"
	"\tdone < <(\"${COMP_WORDS[0]/#~\\//$HOME/}\" __complete \\\n"
	"\t\t\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
	"}\n"
	"complete -F _PROGRAM PROGRAM\n";

static const char zsh[] =
	"#compdef PROGRAM\n"
	"# _PROGRAM - completion for zsh.\n"
	"_PROGRAM() {\n"
	"\tlocal row files\n"
	"\tlocal -a offered\n"
	"\tfor row in ${(f)\"$(${~${(Q)words[1]}} __complete \\\n"
	"\t\t\"${(@Q)words[2,CURRENT]}\" 2>/dev/null)\"}; do\n"
	"\t\tif [[ $row == :files ]]; then\n"
	"\t\t\tfiles=yes\n"
	"\t\telse\n"
	"\t\t\toffered+=(\"${${row%%$'\\t'*}//:/\\\\:}:${row#*$'\\t'}\")\n"
	"\t\tfi\n"
	"\tdone\n"
	"\t(( $#offered )) && _describe PROGRAM offered\n"
	"\t[[ -z $files ]] || { compset -P '--*='; _files }\n"
	"}\n"
	"if [ \"$funcstack[1]\" = _PROGRAM ]; then\n"
	"\t_PROGRAM \"$@\"\n"
	"else\n"
	"\tcompdef _PROGRAM PROGRAM\n"
	"fi\n";

static const char fish[] =
	"# PROGRAM.fish - completion for fish.\n"
	"function __PROGRAM_complete\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -l word (commandline -ct)\n"
	"\ttest -n \"$word\"; or set word ''\n"
	"\tset -l lead (string match -r -- '^--[^=]*=' $word)\n"
	"\tfor row in ($words[1] __complete $words[2..] $word 2>/dev/null)\n"
	"\t\tif test \"$row\" = :files\n"
	"\t\t\tset -l rest (string replace -- \"$lead\" '' $word)\n"
	"\t\t\tfor path in (__fish_complete_path $rest)\n"
	"\t\t\t\techo -- \"$lead$path\"\n"
	"\t\t\tend\n"
	"\t\telse\n"
	"\t\t\techo -- $row\n"
	"\t\tend\n"
	"\tend\n"
	"end\n"
	"complete -c PROGRAM -f -a '(__PROGRAM_complete)'\n";

static int print_completion(const struct program *program, const char *shell)
{
	static const struct {
		const char *shell, *script;
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };
	static const char place[] = "PROGRAM";

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		const char *from = shells[i].script, *to;

		if (strcmp(shell, shells[i].shell) != 0)
			continue;
		for (; (to = strstr(from, place)) != NULL;
		     from = to + strlen(place))
			printf("%.*s%s", (int)(to - from), from,
			       program->name);
		fputs(from, stdout);
		return EXIT_YES;
	}
	printable_line(stderr, "%s: --completion: expected bash, zsh or fish, "
		       "found \"%s\"", program->name, shell);
	return EXIT_TROUBLE;
}

/* ### printing */

void command_line_print(struct text *out)
{
	printable_print(stdout, out);
	text_release(out);
}

void command_line_print_json(struct json_writer *w)
{
	text_byte(&w->out, '\n');
	command_line_print(&w->out);
}

/* Returns the next line at `*at`, NUL-terminated in place, and moves `*at` past
   it; NULL at the end.  Empty lines are skipped. */
static char *take_line(char **at)
{
	char *line = *at + strspn(*at, "\n");
	size_t length = strcspn(line, "\n");

	if (length == 0)
		return NULL;
	*at = line + length + (line[length] == '\n');
	line[length] = '\0';
	return line;
}

void command_line_print_lines(const char *before, struct text *lines)
{
	OWNED(text) struct text out = {0};
	char *line, *at;

	text_byte(lines, '\0');
	for (at = lines->bytes; (line = take_line(&at)) != NULL;)
		text_printf(&out, "%s%s\n", before, line);
	printable_print(stdout, &out);
	text_release(lines);
}

static void usage(const struct program *program, FILE *out)
{
	const struct command_group *group = program->groups;
	int width = 0;

	for (int i = 0; program->commands[i] != NULL; i++)
		if ((int)strlen(program->commands[i]->name) > width)
			width = (int)strlen(program->commands[i]->name);
	fprintf(out, "usage: %s COMMAND [ARGUMENTS]\n\n%s\n\n", program->name,
		program->purpose);
	for (int i = 0; program->commands[i] != NULL; i++) {
		if (group != NULL && program->commands[i] == group->first)
			fprintf(out, "%s%s:\n", i > 0 ? "\n" : "",
				group++->title);
		fprintf(out, "  %-*s  %s\n", width,
			program->commands[i]->name,
			program->commands[i]->help);
	}
	fprintf(out, "\n\"%s COMMAND --help\" prints more; "
		"\"%s --version\" the version.\n"
		"%s --completion bash|zsh|fish prints the script for that "
		"shell.\n"
		"Exit status: 0 done or yes, 1 the answer is no, 2 an error.\n",
		program->name, program->name, program->name);
}

static int print_offers(const struct program *program, char *const *words,
			int count)
{
	OWNED(text) struct text out = {0};

	complete(program, words, count, &out);
	fwrite(text_string(&out), 1, out.length, stdout);
	return EXIT_YES;
}

/* Columns of the help.  A paragraph ends where a line is short. */
enum { COLUMNS = 80, SHORT = 62, INDENT_MOST = 40 };

/* Where the text of a line begins that is a row of a table: after the last two
   spaces in its first columns. */
static size_t indent_of(const char *line, size_t length)
{
	size_t indent = strncmp(line, "usage: ", 7) == 0 ? 7 : 0;

	for (size_t i = 2; i < length && i <= INDENT_MOST; i++)
		if (line[0] == ' ' && line[i - 1] == ' ' && line[i - 2] == ' ' &&
		    line[i] != ' ')
			indent = i;
	return indent;
}

/* Appends a line or a paragraph, broken so that it fits. */
static void add_broken(struct text *out, const char *line, size_t length,
		       size_t indent)
{
	size_t used = 0, at = 0;

	while (at < length) {
		size_t most = COLUMNS - (used > 0 ? indent : 0), size;

		if (used > 0)
			for (size_t i = 0; i < indent; i++)
				text_byte(out, ' ');
		size = length - at;
		if (size > most) {
			for (size = most; size > 0 && line[at + size] != ' ';)
				size--;
			if (size == 0 || (used == 0 && size <= indent))
				size = strcspn(line + at + indent, " ") + indent;
			if (size > length - at)
				size = length - at;
		}
		used = size;
		while (used > 0 && line[at + used - 1] == ' ')
			used--;
		text_append(out, line + at, used);
		text_byte(out, '\n');
		used = 1;
		at += size;
		while (at < length && line[at] == ' ')
			at++;
	}
}

/* Breaks a help text anew. */
static void fit(struct text *help, struct text *out)
{
	const char *at = text_string(help);
	OWNED(text) struct text line = {0};

	while (*at != '\0') {
		const size_t length = strcspn(at, "\n");
		const char *next = at + length + (at[length] == '\n');
		const bool ends = length < SHORT || *at == ' ' ||
			*next == '\0' || *next == '\n' || *next == ' ' ||
			strncmp(at, "usage: ", 7) == 0 ||
			strncmp(next, "Exit status: ", 13) == 0;

		text_append(&line, at, length);
		at = next;
		if (!ends) {
			text_byte(&line, ' ');
			continue;
		}
		if (line.length == 0)
			text_byte(out, '\n');
		add_broken(out, text_string(&line), line.length,
			   indent_of(text_string(&line), line.length));
		text_clear(&line);
	}
}

static void help(const struct program *program, const struct command *command)
{
	OWNED(text) struct text out = {0}, fitting = {0};

	text_printf(&out, "usage: %s %s %s\n\n%s.\n\n", program->name,
		    command->name, command->arguments, command->help);
	options_help(command->options, &out);
	text_add(&out, "  --help                  print this\n");
	if (command->more != NULL)
		text_printf(&out, "\n%s", command->more);
	if (command->tables != NULL)
		command->tables(&out);
	fit(&out, &fitting);
	command_line_print(&fitting);
}

/* A full disk or a closed pipe must not look like success. */
static int close_stdout(const struct program *program, int code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "%s: cannot write the output: %s\n", program->name,
		strerror(errno));
	return EXIT_TROUBLE;
}

enum { STACK_LEAST = 256 * 1024 };

/* Returns whether standard output was open. */
static bool prepare_process(void)
{
	const bool open_output = fcntl(STDOUT_FILENO, F_GETFD) >= 0;

	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			_exit(EXIT_TROUBLE);
	process_no_core();
	signal(SIGPIPE, SIG_IGN);
	/* Ignored, it would hide how our processes end. */
	signal(SIGCHLD, SIG_DFL);
	return open_output;
}

/* A --help after "--" may be meant for a bot. */
static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0)
			return true;
	return false;
}

static int run(const struct program *program, const struct command *command,
	       bool open_output, int argc, char **argv)
{
	struct options line = { .table = command->options, .argc = argc,
		.argv = argv };
	struct error err = {0};
	OWNED(text) struct text usage = {0};
	int code;

	if (wants_help(argc, argv)) {
		help(program, command);
		return EXIT_YES;
	}
	if (command->is_verdict && !open_output) {
		fprintf(stderr, "%s %s: cannot write the output: it is "
			"closed\n", program->name, command->name);
		return EXIT_TROUBLE;
	}
	text_printf(&usage, "%s %s %s", program->name, command->name,
		    command->arguments);
	line.usage = text_string(&usage);
	code = command->run(&line, &err);
	fflush(stdout);
	options_release(&line);
	if (code == EXIT_TROUBLE)
		printable_line(stderr, "%s %s: %s", program->name,
			       command->name, err.text);
	return code == EXIT_UNDECIDED ? EXIT_TROUBLE : code;
}

/* Runs what the command line asks for; returns the exit status. */
static int dispatch(const struct program *program, bool open_output, int argc,
		    char **argv)
{
	const struct command *command;
	const unsigned long long stack = process_stack();
	struct guess guess = {0};
	OWNED(text) struct text near = {0};

	if (stack < STACK_LEAST) {
		fprintf(stderr, "%s: the stack may only have %llu kB (ulimit "
			"-s): at least %d are needed\n", program->name,
			stack / 1024, STACK_LEAST / 1024);
		return EXIT_TROUBLE;
	}
	if (program->start_crypto() < 0) {
		fprintf(stderr, "%s: cannot start libsodium\n", program->name);
		return EXIT_TROUBLE;
	}
	if (argc < 2 || strcmp(argv[1], "--help") == 0) {
		usage(program, argc < 2 ? stderr : stdout);
		return argc < 2 ? EXIT_TROUBLE : EXIT_YES;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("%s %s\nSHA-256 by %s\n", program->name,
		       program->version, program->hashing);
		return EXIT_YES;
	}
	if (strcmp(argv[1], "--completion") == 0)
		return print_completion(program, argc > 2 ? argv[2] : "");
	if (strcmp(argv[1], "__complete") == 0)
		return print_offers(program, argv + 2, argc - 2);
	command = find_command(program, argv[1]);
	if (command != NULL)
		return run(program, command, open_output, argc - 1, argv + 1);
	for (int i = 0; program->commands[i] != NULL; i++)
		guess_try(&guess, argv[1], program->commands[i]->name);
	guess_add(&guess, &near);
	printable_line(stderr, "%s: there is no command \"%s\"%s",
		       program->name, argv[1], near.length > 0 ?
		       text_string(&near) : "; try --help");
	return EXIT_TROUBLE;
}

int command_line_main(const struct program *program, int argc, char **argv)
{
	const bool open_output = prepare_process();

	return close_stdout(program, dispatch(program, open_output, argc,
					      argv));
}
