/*
 * main.c - finds the subcommand, runs it, and prints why it failed.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sodium.h>

#include "commands.h"

static const struct command *const commands[] = {
	&command_play, &command_verify, &command_replay, &command_rerun,
	&command_games, &command_check, &command_feed, &command_keygen,
	&command_doctor,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out)
{
	fputs("usage: referee COMMAND [ARGUMENTS]\n\n"
	      "Plays, verifies, replays and explains one match between "
	      "bots.\n\n", out);
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-7s %s\n", commands[i]->name,
			commands[i]->help);
	fputs("\n\"referee COMMAND --help\" says more.  "
	      "referee --version prints the version.\n"
	      "Exit status: 0 done or yes, 1 the answer is no, 2 trouble.\n",
	      out);
}

static void help(const struct command *command)
{
	struct text out = {0};

	text_printf(&out, "usage: referee %s%s%s\n\n%s.\n\n", command->name,
		    command->arguments[0] != '\0' ? " " : "",
		    command->arguments, command->help);
	options_help(command->options, &out);
	text_add(&out, "  --help                  print this\n");
	if (command->more != NULL)
		text_printf(&out, "\n%s", command->more);
	if (command->tables != NULL)
		command->tables(&out);
	fwrite(out.bytes, 1, out.length, stdout);
	text_release(&out);
}

/* A full disk or a closed pipe must not look like success. */
static int close_stdout(int code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "referee: cannot write the output: %s\n",
		strerror(errno));
	return EXIT_TROUBLE;
}

/* Pipes to bots must not become descriptors 0 to 2, and no core file may hold
   a secret. */
static void prepare(void)
{
	struct rlimit none = { 0, 0 };

	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			_exit(EXIT_TROUBLE);
	if (setrlimit(RLIMIT_CORE, &none) != 0)
		perror("referee: RLIMIT_CORE");
	signal(SIGPIPE, SIG_IGN);
}

/* Is help wanted?  What stands behind "--" is not for us. */
static int wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0)
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	struct error err = {0};
	int code;

	prepare();
	if (argc < 2) {
		usage(stderr);
		return EXIT_TROUBLE;
	}
	if (strcmp(argv[1], "--help") == 0) {
		usage(stdout);
		return close_stdout(EXIT_YES);
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("referee " PACKAGE_VERSION);
		return close_stdout(EXIT_YES);
	}
	if (sodium_init() < 0) {
		fputs("referee: cannot start libsodium\n", stderr);
		return EXIT_TROUBLE;
	}
	for (int i = 0; i < COMMANDS; i++) {
		if (strcmp(argv[1], commands[i]->name) != 0)
			continue;
		if (wants_help(argc - 1, argv + 1)) {
			help(commands[i]);
			return close_stdout(EXIT_YES);
		}
		code = commands[i]->run(argc - 1, argv + 1, &err);
		fflush(stdout);
		if (code == EXIT_TROUBLE)
			fprintf(stderr, "referee %s: %s\n", argv[1],
				err.text);
		return close_stdout(code);
	}
	fprintf(stderr, "referee: there is no command \"%s\"; try --help\n",
		argv[1]);
	return EXIT_TROUBLE;
}
