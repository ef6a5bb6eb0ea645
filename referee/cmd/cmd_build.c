/*
 * cmd_build.c - referee build: copies a bot's folder and builds the copy in a
 * sandbox, as a contest does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "submission/submission.h"

struct build_options {
	struct submission_build build;
	struct options_list limits;
	bool json;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("SUBMISSION", struct build_options, build.from),
	{ "-o", "COPY", "the new folder for the copy, where the bot is built "
			"and run",
	  OPTIONS_TEXT(struct build_options, build.to), .required = true },
	{ "--time", "S", "seconds that the build may take (120)",
	  OPTIONS_INTEGER(struct build_options, build.most_s, 1, 86400) },
	{ "--limit", "NAME=N", "set a limit; referee play --help lists them",
	  OPTIONS_LIST(struct build_options, limits) },
	{ "--keep", NULL, "keep an earlier COPY of other files, in the folder "
			  ".earlier beside it",
	  OPTIONS_FLAG(struct build_options, build.keeps) },
	{ "--json", NULL, "print the result as one JSON object",
	  OPTIONS_FLAG(struct build_options, json) },
	{ 0 }
};

/* ### the result */

/* How much of the end of a build's output is shown. */
enum { LINES_MOST = 20, LINE_MOST = 500 };

static void put_output(struct text *out, const struct text *output)
{
	size_t start = output->length;
	int lines = 0;

	while (start > 0 && lines <= LINES_MOST)
		if (output->bytes[--start] == '\n' &&
		    start + 1 < output->length)
			lines++;
	if (lines > LINES_MOST)
		start++;
	while (start < output->length) {
		const char *line = output->bytes + start;
		const char *end = memchr(line, '\n', output->length - start);
		size_t size = end != NULL ? (size_t)(end - line) :
			output->length - start;

		printable_bytes(out, line, size < LINE_MOST ? size : LINE_MOST);
		text_byte(out, '\n');
		start += size + 1;
	}
}

static void put_words(struct json_writer *w, const char *key, char **words)
{
	json_put_open(w, key, '[');
	for (int i = 0; words != NULL && words[i] != NULL; i++)
		json_string(w, words[i]);
	json_close(w, ']');
}

static void print_json(const struct submission_build *build, bool built,
		       struct text *output, const struct error *why)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_word(&w, "event", built ? "built" : "refused");
	json_put_or_null(&w, "name", build->submission.name);
	json_put_or_null(&w, "author", build->submission.author);
	if (built) {
		put_words(&w, "command", build->command);
		put_words(&w, "files", build->files);
	} else {
		json_put_string(&w, "why", why->text);
		json_put_string(&w, "output", text_string(output));
	}
	json_close(&w, '}');
	command_line_print_json(&w);
}

static void print_text(const struct submission_build *build, bool built,
		       struct text *output, const struct error *why)
{
	OWNED(text) struct text line = {0};

	if (!built) {
		printable_line(stdout, "refused: %s", why->text);
		printable_block(&line, text_string(output), output->length, 0);
		command_line_print_lines("    ", &line);
		return;
	}
	for (int i = 0; build->command[i] != NULL; i++)
		words_add(&line, build->command[i], " ");
	printable_line(stdout, "command: %s", text_string(&line));
	for (int i = 0; build->files != NULL && build->files[i] != NULL; i++)
		printable_line(stdout, "file: %s", build->files[i]);
}

/* The path without slashes at its end. */
static char *without_slash(const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	return memory_copy_bytes(path, length);
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct build_options wanted = { .build.most_s = 120 };
	struct submission_build *build = &wanted.build;
	enum submission_verdict verdict;
	OWNED(text) struct text output = {0};
	AUTOFREE char *copy = NULL;

	submission_build_limits(&build->limits);
	if (options_read(line, &wanted, err) != 0 ||
	    limits_set_words(&build->limits, &wanted.limits, err) != 0)
		return EXIT_TROUBLE;
	build->to = copy = without_slash(build->to);
	verdict = submission_build(build, err);
	if (verdict != SUBMISSION_TROUBLE) {
		const bool built = verdict == SUBMISSION_BUILT;

		put_output(&output, &build->output);
		if (wanted.json)
			print_json(build, built, &output, err);
		else
			print_text(build, built, &output, err);
	}
	submission_build_release(build);
	return verdict == SUBMISSION_BUILT ? EXIT_YES :
		verdict == SUBMISSION_REFUSED ? EXIT_NO : EXIT_TROUBLE;
}

const struct command command_build = {
	.name = "build",
	.arguments = "SUBMISSION -o COPY [OPTIONS]",
	.help = "copy a bot's folder or archive and build it in a sandbox",
	.options = options,
	.more = "Finds out from bot.json, or from the files that are there, "
		"how the bot is built and run,\nand builds it at level strict: "
		"without network, with limits, in a folder in memory.\nSUBMISSION "
		"is a folder, or an archive such as bot.zip or bot.tar.gz,\n"
		"and only read.  A COPY that referee build has made before is "
		"replaced.\n"
		"Defaults of a build: memory_mb=4096, tasks=256, files=1024, "
		"box_mb=512, cores=16.\n"
		"Exit status: 0 built, 1 the bot has to be changed, 2 an "
		"error.\n",
	.run = run,
};
