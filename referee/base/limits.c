/*
 * limits.c - what a bot may use: one table for parsing, logs and help.
 */
#include "base/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const level_words[LEVEL_COUNT + 1] = {
	[LEVEL_NONE] = "none",
	[LEVEL_LIMITS] = "limits",
	[LEVEL_STRICT] = "strict",
	[LEVEL_COUNT] = NULL,
};

int level_read(const char *word, enum level *level, struct error *err)
{
	for (int i = 0; i < LEVEL_COUNT; i++) {
		if (strcmp(level_words[i], word) == 0) {
			*level = (enum level)i;
			return 0;
		}
	}
	return error_set(err, "--sandbox: expected none, limits or strict, "
			 "found \"%s\"", word);
}

static const struct {
	const char *name;
	int normal, min, max;
	enum level from;        /* the weakest level that knows it */
	const char *help;
} table[LIMIT_COUNT] = {
	[LIMIT_START_MS] = { "start_ms", 10000, 1, 3600000, LEVEL_NONE,
		"milliseconds to start and answer ready" },
	[LIMIT_MOVE_MS] = { "move_ms", 1000, 1, 3600000, LEVEL_NONE,
		"milliseconds for one answer" },
	[LIMIT_GAME_MS] = { "game_ms", 0, 0, 86400000, LEVEL_NONE,
		"milliseconds for all answers of a game; 0: no such limit" },
	[LIMIT_FAULTS_MAX] = { "faults_max", 3, 1, 1000000, LEVEL_NONE,
		"faults in a match, then its games left are forfeit" },
	[LIMIT_MEMORY_MB] = { "memory_mb", 1024, 1, 1048576, LEVEL_LIMITS,
		"megabytes of memory, each process" },
	[LIMIT_CPU_S] = { "cpu_s", 0, 0, 86400, LEVEL_LIMITS,
		"seconds of processor time in a game; 0: no such limit" },
	[LIMIT_TASKS] = { "tasks", 64, 1, 4096, LEVEL_LIMITS,
		"processes and threads" },
	[LIMIT_FILES] = { "files", 64, 4, 4096, LEVEL_LIMITS,
		"open files" },
	[LIMIT_BOX_MB] = { "box_mb", 64, 1, 65536, LEVEL_LIMITS,
		"megabytes of the largest file it writes" },
	[LIMIT_OUTPUT_MB] = { "output_mb", 64, 1, 65536, LEVEL_NONE,
		"megabytes of output and error output in a game" },
};

void limits_defaults(struct limits *limits)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		limits->value[i] = table[i].normal;
}

static void known(struct text *out)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		text_printf(out, "%s%s", i > 0 ? ", " : "", table[i].name);
}

int limits_set_text(struct limits *limits, const char *text,
		    struct error *err)
{
	const char *equals = strchr(text, '=');
	struct text names = {0};
	long number;
	char *end;

	for (int i = 0; equals != NULL && i < LIMIT_COUNT; i++) {
		if (strlen(table[i].name) != (size_t)(equals - text) ||
		    strncmp(text, table[i].name, strlen(table[i].name)) != 0)
			continue;
		errno = 0;
		number = strtol(equals + 1, &end, 10);
		if (end == equals + 1 || *end != '\0' || errno != 0 ||
		    number < table[i].min || number > table[i].max)
			return error_set(err, "limit %s: expected an integer "
					 "from %d to %d, found \"%s\"",
					 table[i].name, table[i].min,
					 table[i].max, equals + 1);
		limits->value[i] = (int)number;
		return 0;
	}
	known(&names);
	error_set(err, "expected a limit as NAME=N, found \"%s\"; the names "
		  "are %s", text, text_string(&names));
	text_release(&names);
	return -1;
}

int limits_set_json(struct limits *limits, const struct json_at *at,
		    struct error *err)
{
	const char *keys[LIMIT_COUNT + 1] = {0};

	for (int i = 0; i < LIMIT_COUNT; i++)
		keys[i] = table[i].name;
	if (json_want_object(at, keys, err) != 0)
		return -1;
	for (int i = 0; i < LIMIT_COUNT; i++) {
		struct json_at item = json_at_key(at, table[i].name);
		long long number;

		if (item.value == NULL)
			continue;
		if (json_want_int(&item, table[i].min, table[i].max, &number,
				  err) != 0)
			return -1;
		limits->value[i] = (int)number;
	}
	return 0;
}

void limits_write(const struct limits *limits, enum level level,
		  struct json_writer *w)
{
	json_open(w, '{');
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (level >= table[i].from)
			json_put_int(w, table[i].name, limits->value[i]);
	json_close(w, '}');
}

void limits_write_clocks(const struct limits *limits, struct json_writer *w)
{
	json_open(w, '{');
	for (int i = LIMIT_START_MS; i <= LIMIT_GAME_MS; i++)
		json_put_int(w, table[i].name, limits->value[i]);
	json_close(w, '}');
}

void limits_help(struct text *out)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		text_printf(out, "  %-10s  %5d  (%d..%d)  %s\n", table[i].name,
			    table[i].normal, table[i].min, table[i].max,
			    table[i].help);
}
