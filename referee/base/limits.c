/*
 * limits.c - the limits of a bot: one table for parsing, logs and help.
 */
#include "base/limits.h"

#include <stddef.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

const char *const limits_level_words[LEVEL_COUNT + 1] = {
	[LEVEL_NONE] = "none",
	[LEVEL_LIMITS] = "limits",
	[LEVEL_STRICT] = "strict",
	[LEVEL_COUNT] = NULL,
};

static const char *const clock_words[] = { [LIMIT_CLOCK_WALL] = "wall",
	[LIMIT_CLOCK_CPU] = "cpu", NULL };

static const struct {
	const char *name;
	int normal, min, max;
	enum level from;        /* the weakest level that knows it */
	const char *help;
	const char *const *words;       /* of the values; NULL: numbers */
	bool quiet;             /* written only if it is not `normal` */
} table[LIMIT_COUNT] = {
	[LIMIT_START_MS] = { "start_ms", 10000, 1, 3600000, LEVEL_NONE,
		.help = "milliseconds to start and send ready" },
	[LIMIT_MOVE_MS] = { "move_ms", 1000, 1, 3600000, LEVEL_NONE,
		.help = "milliseconds for one answer" },
	[LIMIT_GAME_MS] = { "game_ms", 0, 0, 86400000, LEVEL_NONE,
		.help = "milliseconds for all answers in a game; 0: no limit" },
	[LIMIT_FAULTS_MAX] = { "faults_max", 3, 1, 1000000, LEVEL_NONE,
		.help = "faults in a match, then its remaining games are "
			"forfeit" },
	[LIMIT_MEMORY_MB] = { "memory_mb", 4096, 1, 1048576, LEVEL_LIMITS,
		.help = "megabytes of memory per process" },
	[LIMIT_CPU_S] = { "cpu_s", 0, 0, 86400, LEVEL_LIMITS,
		.help = "seconds of processor time in a game; 0: no limit" },
	[LIMIT_TASKS] = { "tasks", 64, 1, 4096, LEVEL_LIMITS,
		.help = "processes and threads" },
	[LIMIT_FILES] = { "files", 64, 4, 4096, LEVEL_LIMITS,
		.help = "open files" },
	[LIMIT_BOX_MB] = { "box_mb", 64, 1, 65536, LEVEL_LIMITS,
		.help = "megabytes in its folder; below strict, in its largest "
			"file" },
	[LIMIT_OUTPUT_MB] = { "output_mb", 64, 1, 65536, LEVEL_NONE,
		.help = "megabytes of output and error output in a game" },
	[LIMIT_CORES] = { "cores", 1, 1, 1024, LEVEL_LIMITS,
		.help = "cores that its processes may run on" },
	[LIMIT_CLOCK] = { "clock", LIMIT_CLOCK_WALL, LIMIT_CLOCK_WALL,
		LIMIT_CLOCK_CPU, LEVEL_NONE, .words = clock_words,
		.quiet = true, .help = "move_ms and game_ms count wall-clock "
			"or processor time" },
	[LIMIT_PAUSE_WAITING] = { "pause_waiting", 1, 0, 1, LEVEL_NONE,
		.quiet = true, .help = "1: waiting bots are suspended; 0: they "
			"may ponder" },
	[LIMIT_SUSPECT_REPLAYS] = { "suspect_replays", 0, 0, 100, LEVEL_NONE,
		.quiet = true, .help = "replays of a game whose timeout is "
			"suspect" },
};

void limits_defaults(struct limits *limits)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		limits->value[i] = table[i].normal;
}

static void known(struct text *out)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		words_add(out, table[i].name, ", ");
}

static void expected(int i, struct text *out)
{
	if (table[i].words == NULL) {
		text_printf(out, "an integer from %d to %d", table[i].min,
			    table[i].max);
		return;
	}
	words_list(out, table[i].words, " or ");
}

/* Reads the value of a limit; false if the limit has no such value. */
static bool value_of(int i, const char *text, int *value)
{
	long long number;

	if (table[i].words != NULL) {
		*value = words_find(table[i].words, text);
		return *value >= 0;
	}
	if (!number_parse(text, table[i].min, table[i].max, &number))
		return false;
	*value = (int)number;
	return true;
}

static int set_one(struct limits *limits, const char *text, struct error *err)
{
	const char *equals = strchr(text, '=');
	OWNED(text) struct text names = {0};

	for (int i = 0; equals != NULL && i < LIMIT_COUNT; i++) {
		int value;

		if (strlen(table[i].name) != (size_t)(equals - text) ||
		    strncmp(text, table[i].name, strlen(table[i].name)) != 0)
			continue;
		if (value_of(i, equals + 1, &value)) {
			limits->value[i] = value;
			return 0;
		}
		expected(i, &names);
		return error_set(err, "limit %s: expected %s, found \"%s\"",
				 table[i].name, text_string(&names),
				 equals + 1);
	}
	known(&names);
	return error_set(err, "expected a limit as NAME=N, found \"%s\"; the "
			 "names are %s", text, text_string(&names));
}

int limits_set_words(struct limits *limits, const struct options_list *words,
		     struct error *err)
{
	for (int i = 0; i < words->count; i++) {
		const size_t length = strcspn(words->word[i], "=");

		if (set_one(limits, words->word[i], err) != 0)
			return -1;
		for (int k = 0; k < i; k++)
			if (strncmp(words->word[k], words->word[i],
				    length + 1) == 0)
				return error_set(err, "limit %.*s is given "
						 "twice", (int)length,
						 words->word[i]);
	}
	return 0;
}

bool limits_text(const struct limits *limits, enum limit i, struct text *out)
{
	const int value = limits->value[i];

	if (value == table[i].normal)
		return false;
	text_printf(out, "%s=", table[i].name);
	if (table[i].words != NULL)
		text_add(out, table[i].words[value]);
	else
		text_printf(out, "%d", value);
	return true;
}

static int read_value(int i, const struct json_at *item, int *value,
		      struct error *err)
{
	OWNED(text) struct text words = {0};
	long long number;

	if (table[i].words == NULL) {
		if (json_want_int(item, table[i].min, table[i].max, &number,
				  err) != 0)
			return -1;
		*value = (int)number;
		return 0;
	}
	if (cJSON_IsString(item->value) &&
	    value_of(i, item->value->valuestring, value))
		return 0;
	expected(i, &words);
	return json_expected(item, err, "%s", text_string(&words));
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

		if (item.value != NULL &&
		    read_value(i, &item, &limits->value[i], err) != 0)
			return -1;
	}
	return 0;
}

int limits_fit(const struct limits *limits, enum level level,
	       struct error *err)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (level < table[i].from &&
		    limits->value[i] != table[i].normal)
			return error_set(err, "the sandbox level %s does not "
					 "support the limit %s: leave it out, "
					 "or use the level %s",
					 limits_level_words[level],
					 table[i].name,
					 limits_level_words[table[i].from]);
	return 0;
}

void limits_cut(struct limits *limits, enum level level)
{
	for (int i = 0; i < LIMIT_COUNT; i++)
		if (level < table[i].from)
			limits->value[i] = table[i].normal;
}

void limits_write(const struct limits *limits, enum level level,
		  struct json_writer *w)
{
	json_open(w, '{');
	for (int i = 0; i < LIMIT_COUNT; i++) {
		int value = limits->value[i];

		if (level < table[i].from ||
		    (table[i].quiet && value == table[i].normal))
			continue;
		if (table[i].words != NULL)
			json_put_string(w, table[i].name,
					table[i].words[value]);
		else
			json_put_int(w, table[i].name, value);
	}
	json_close(w, '}');
}

const char *limits_level_allows(enum level level)
{
	static const char *const allows[LEVEL_COUNT] = {
		[LEVEL_NONE] = "could have read the secret, passed on "
			"duplicate dice and answered for a rival",
		[LEVEL_LIMITS] = "could have read the secret, passed on "
			"duplicate dice and, on a kernel without Landlock, "
			"answered for a rival",
	};

	return allows[level];
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
	text_add(out, "\nLimits for bots, with default and range:\n");
	for (int i = 0; i < LIMIT_COUNT; i++) {
		text_printf(out, "  %-15s ", table[i].name);
		if (table[i].words != NULL)
			text_printf(out, "%5s  (%s, %s)",
				    table[i].words[table[i].normal],
				    table[i].words[0], table[i].words[1]);
		else
			text_printf(out, "%5d  (%d..%d)", table[i].normal,
				    table[i].min, table[i].max);
		text_printf(out, "  %s\n", table[i].help);
	}
}

/* ### faults */

const char *const fault_words[FAULT_COUNT + 1] = {
	[FAULT_NONE] = "",
	[FAULT_START] = "start",
	[FAULT_TIMEOUT] = "timeout",
	[FAULT_GONE] = "gone",
	[FAULT_FLOOD] = "flood",
	[FAULT_GARBLED] = "garbled",
	[FAULT_ILLEGAL] = "illegal",
	[FAULT_FORFEIT] = "forfeit",
	[FAULT_LIMIT] = "limit",
	[FAULT_COUNT] = NULL,
};
