/*
 * entrant_doubts.c - what a verdict says of how the entrants were run.
 */
#include "fair/entrant_doubts.h"

#include <string.h>

#include "base/limits.h"
#include "base/words.h"

static void add_level(const char *word, const char *name,
		      struct doubts *doubts)
{
	const enum level level =
		(enum level)words_find(limits_level_words, word);
	const char *whom = name != NULL ? " for " : "";

	if (level == LEVEL_STRICT)
		doubts_add(doubts, "sandbox", "sandbox %s%s%s alone", word,
			   whom, name != NULL ? name : "");
	else
		doubts_add(doubts, "sandbox", "sandbox %s%s%s: %s %s", word,
			   whom, name != NULL ? name : "",
			   name != NULL ? "it" : "bots",
			   limits_level_allows(level));
}

void entrant_doubts(const struct logline_entrant *entrant, int entrants,
		    const char *sandbox, struct doubts *doubts)
{
	if (strcmp(sandbox, limits_level_words[LEVEL_STRICT]) != 0)
		add_level(sandbox, NULL, doubts);
	for (int i = 0; i < entrants; i++) {
		if (entrant[i].sandbox != NULL)
			add_level(entrant[i].sandbox, entrant[i].name, doubts);
		if (logline_is_person(&entrant[i]))
			doubts_add(doubts, "person", "%s: played by a person, "
				   "whose moves no rerun can repeat",
				   entrant[i].name);
	}
}
