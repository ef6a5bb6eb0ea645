/*
 * match_options.c - the command-line options and the start of a match that
 * several commands share.
 */
#include "cmd/match_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/landlock.h"
#include "base/process.h"
#include "fair/doubts.h"
#include "host/keeper.h"
#include "session/log_paths.h"
#include "session/match_config_file.h"

int match_options_refuse(const struct match_options *options, const char *what,
			 struct error *err)
{
	const char *given = options->boards > 0 ? "--boards" :
		options->rotations > 0 ? "--rotations" :
		options->rules.count > 0 ? "--rules" :
		options->level != LEVEL_COUNT ? "--sandbox" :
		options->limits.count > 0 ? "--limit" :
		options->files.count > 0 ? "--files" : NULL;

	if (given == NULL)
		return 0;
	return error_set(err, "%s: not allowed with %s", given, what);
}

int match_options_resume(struct match_options *options, const char *first,
			 const char *what, struct error *err)
{
	struct request *request = &options->request;
	char *path;
	int result;

	if (first != NULL)
		return error_set(err, "%s: --resume takes everything from the "
				 "log and the match file beside it", first);
	if (match_options_refuse(options, what, err) != 0)
		return -1;
	if (request->log != NULL)
		return error_set(err, "-o: --resume continues the log itself");
	path = log_paths_beside(request->resume, ".json", err);
	if (path == NULL)
		return -1;
	result = match_config_file_read(&request->match, path, err);
	if (result != 0 && access(path, F_OK) != 0)
		error_set(err, "--resume needs the match file beside the log, "
			  "and there is no %s", path);
	free(path);
	return result;
}

int match_options_apply(struct match_options *options, struct error *err)
{
	struct match_config *match = &options->request.match;

	for (int i = 0; i < options->files.count; i++)
		if (match_config_add_files(match, options->files.word[i],
					   err) != 0)
			return -1;
	for (int i = 0; i < options->rules.count; i++)
		if (rules_set_text(match->game, options->rules.word[i],
				   match->rule, err) != 0)
			return -1;
	for (int i = 0; i < options->limits.count; i++)
		if (limits_set_text(&match->limits, options->limits.word[i],
				    err) != 0)
			return -1;
	if (options->boards > 0)
		match->boards = options->boards;
	if (options->rotations > 0)
		match->rotations = options->rotations;
	if (options->level != LEVEL_COUNT)
		match->level = options->level;
	return 0;
}

static void warn_of_levels(const struct match_config *match)
{
	struct logline_entrant entrant[GAME_SEATS_MAX];
	const char *warning = NULL;
	struct text weaker = {0};

	for (int i = 0; i < match->entrants; i++) {
		const enum level own = entrant_level(&match->entrant[i],
						     match->level);

		entrant[i] = logline_entrant_of(&match->entrant[i],
						match->level);
		if (warning == NULL)
			warning = landlock_warning(own);
	}
	if (warning != NULL)
		fprintf(stderr, "referee: warning: %s\n", warning);
	if (doubts_weaker_entrants(entrant, match->entrants, match->level,
				   &weaker))
		fprintf(stderr, "referee: warning: %s\n",
			text_string(&weaker));
	text_release(&weaker);
}

int match_options_host(struct session *session, const char *advice, bool quiet,
		       struct error *err)
{
	if (match_config_settle(session->match, err) != 0 ||
	    process_hide(err) != 0)
		return -1;
	match_config_hosting(session->match, &session->hosting,
			     session->hosted);
	session->hosting.advice = advice;
	session->hosting.waits = true;
	if (!quiet)
		warn_of_levels(session->match);
	if (keeper_split(&session->hosting, &session->keeper, err) != 0)
		return -1;
	session->run.stop = stop_signals_catch_from_parent();
	return 0;
}
