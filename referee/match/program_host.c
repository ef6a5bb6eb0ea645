/*
 * program_host.c - the process of a game that is a program: started in a
 * sandbox like a bot's, and asked for positions.
 */
#include "match/program_host.h"

#include <stdio.h>
#include <string.h>

#include "host/host_features.h"

enum {
	ASKS = 1000,            /* after so many its output is counted anew */
	LAST_WORDS = 300        /* bytes of its error output in a message */
};

void program_host_prepare(const struct entrant *program, enum level level,
			  struct hosted *hosted)
{
	struct hosting trial = { .level = LEVEL_STRICT, .processes = 1 };
	struct error why;

	*hosted = (struct hosted){ .command = program->words,
		.files = program->paths, .leveled = true,
		.level = LEVEL_STRICT };
	limits_defaults(&trial.limits);
	if (host_features_check(&trial, &why) == 0)
		return;
	hosted->level = level;
	fprintf(stderr, "referee: warning: the game's program runs at %s, as "
		"this machine cannot do strict (%s)\n",
		limits_level_words[level], why.text);
}

/* Adds the end of what the program wrote to its error output, which is usually
   a traceback. */
static void add_last_words(struct program_host *host, struct error *err)
{
	const struct player *player = host->players.player;
	const struct text *words = &player->last_errors;
	char last[LAST_WORDS + 1];
	size_t size = words->length, length;

	while (size > 0 && words->bytes[size - 1] == '\n')
		size--;
	if (size == 0)
		return;
	length = size < LAST_WORDS ? size : LAST_WORDS;
	memcpy(last, words->bytes + size - length, length);
	last[length] = '\0';
	for (char *at = last; (at = strchr(at, '\n')) != NULL; )
		*at = ' ';
	error_add(err, "; it wrote: %s", last);
}

int program_host_ask(struct program_host *host, const char *line, size_t size,
		     const char **answer, size_t *answer_size,
		     struct error *err)
{
	struct player *player = host->players.player;

	if (++host->asked % ASKS == 0)
		players_game(&host->players, 0);
	if (players_ask(&host->players, 0, line, size, 1000LL *
			(host->asked == 1 ? PROGRAM_START_MS : PROGRAM_MS),
			answer, answer_size, err) != 0)
		return -1;
	if (host->heard != NULL)
		host->heard(host->context, line, size, *answer, *answer_size);
	if (*answer != NULL)
		return 0;
	/* Its last words may come a moment after its end. */
	players_end(&host->players, 0);
	error_set(err, "%s: %s", fault_words[player->fault], player->detail);
	add_last_words(host, err);
	return -1;
}

static int ask(void *context, const char *line, size_t size,
	       const char **answer, size_t *answer_size, struct error *err)
{
	return program_host_ask(context, line, size, answer, answer_size, err);
}

int program_host_start(struct program_host *host,
		       const struct hosting *hosting, int entrant, int keeper,
		       const volatile sig_atomic_t *stop, struct error *err)
{
	const struct program_link link = { .ask = ask, .context = host };

	if (players_init(&host->players, 1, hosting, keeper, NULL, stop,
			 err) != 0)
		return -1;
	host->players.line_max = PROGRAM_LINE_MAX;
	if (players_start(&host->players, 0, entrant, 0, "", 0, err) != 0 ||
	    players_built(&host->players, err) != 0)
		return -1;
	host->game = program_game_ask(&link, err);
	return host->game != NULL ? 0 : -1;
}

void program_host_release(struct program_host *host)
{
	program_game_free(host->game);
	players_release(&host->players);
	*host = (struct program_host){0};
}
