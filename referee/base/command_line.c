/*
 * command_line.c - a program with subcommands: finds the command, runs it and
 * prints why it failed.
 */
#include "base/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/completion.h"
#include "base/printable.h"
#include "base/process.h"

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
	struct text out = {0};
	char *line, *at;

	text_byte(lines, '\0');
	for (at = lines->bytes; (line = take_line(&at)) != NULL;)
		text_printf(&out, "%s%s\n", before, line);
	printable_print(stdout, &out);
	text_release(lines);
	text_release(&out);
}

static void usage(const struct program *program, FILE *out)
{
	int width = 0;

	for (int i = 0; program->commands[i] != NULL; i++)
		if ((int)strlen(program->commands[i]->name) > width)
			width = (int)strlen(program->commands[i]->name);
	fprintf(out, "usage: %s COMMAND [ARGUMENTS]\n\n%s\n\n", program->name,
		program->purpose);
	for (int i = 0; program->commands[i] != NULL; i++)
		fprintf(out, "  %-*s  %s\n", width,
			program->commands[i]->name,
			program->commands[i]->help);
	fprintf(out, "\n\"%s COMMAND --help\" prints more.  "
		"%s --version prints the version.\n"
		"%s --completion bash|zsh|fish prints the script for that "
		"shell.\n"
		"Exit status: 0 done or yes, 1 the answer is no, 2 an error.\n",
		program->name, program->name, program->name);
}

static int print_completion(const struct program *program, const char *shell)
{
	struct text out = {0};
	struct error err;

	if (completion_script(program, shell, &out, &err) != 0) {
		printable_line(stderr, "%s: %s", program->name, err.text);
		return EXIT_TROUBLE;
	}
	fwrite(out.bytes, 1, out.length, stdout);
	text_release(&out);
	return EXIT_YES;
}

static int print_offers(const struct program *program, char *const *words,
			int count)
{
	struct text out = {0};

	completion_offer(program, words, count, &out);
	fwrite(text_string(&out), 1, out.length, stdout);
	text_release(&out);
	return EXIT_YES;
}

static void help(const struct program *program, const struct command *command)
{
	struct text out = {0};

	text_printf(&out, "usage: %s %s %s\n\n%s.\n\n", program->name,
		    command->name, command->arguments, command->help);
	options_help(command->options, &out);
	text_add(&out, "  --help                  print this\n");
	if (command->more != NULL)
		text_printf(&out, "\n%s", command->more);
	if (command->tables != NULL)
		command->tables(&out);
	command_line_print(&out);
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

/* Returns whether standard output was open. */
static bool prepare_process(void)
{
	const bool open_output = fcntl(STDOUT_FILENO, F_GETFD) >= 0;

	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			_exit(EXIT_TROUBLE);
	process_no_core();
	signal(SIGPIPE, SIG_IGN);
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
	struct text usage = {0};
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
	text_release(&usage);
	if (code == EXIT_TROUBLE)
		printable_line(stderr, "%s %s: %s", program->name,
			       command->name, err.text);
	return code == EXIT_UNDECIDED ? EXIT_TROUBLE : code;
}

int command_line_main(const struct program *program, int argc, char **argv)
{
	const bool open_output = prepare_process();

	if (program->start_crypto() < 0) {
		fprintf(stderr, "%s: cannot start libsodium\n", program->name);
		return EXIT_TROUBLE;
	}
	if (argc < 2) {
		usage(program, stderr);
		return EXIT_TROUBLE;
	}
	if (strcmp(argv[1], "--help") == 0) {
		usage(program, stdout);
		return close_stdout(program, EXIT_YES);
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("%s %s\nSHA-256 by %s\n", program->name,
		       program->version, program->hashing);
		return close_stdout(program, EXIT_YES);
	}
	if (strcmp(argv[1], "--completion") == 0)
		return close_stdout(program, print_completion(
			program, argc > 2 ? argv[2] : ""));
	if (strcmp(argv[1], "__complete") == 0)
		return close_stdout(program, print_offers(program, argv + 2,
							  argc - 2));
	for (int i = 0; program->commands[i] != NULL; i++)
		if (strcmp(argv[1], program->commands[i]->name) == 0)
			return close_stdout(program,
				run(program, program->commands[i], open_output,
				    argc - 1, argv + 1));
	printable_line(stderr, "%s: there is no command \"%s\"; try --help",
		       program->name, argv[1]);
	return EXIT_TROUBLE;
}
