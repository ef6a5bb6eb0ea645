/*
 * entrant_doubts.c - what a verdict says about how the entrants were run.
 */
#include "fair/entrant_doubts.h"

#include <string.h>

#include "base/limits.h"
#include "base/printable.h"
#include "base/words.h"

static enum level level_of(const char *word)
{
	return (enum level)words_find(limits_level_words, word);
}

static void add_level(const char *word, const char *name,
		      struct doubts *doubts)
{
	const enum level level = level_of(word);
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
			doubts_tell(doubts, "person", "%s: played by a person, "
				    "whose moves no rerun can repeat",
				    entrant[i].name);
	}
}

bool entrant_doubts_weaker(const struct logline_entrant *entrant, int entrants,
			   const char *sandbox, struct text *out)
{
	bool any = false;

	for (enum level level = 0; level < level_of(sandbox); level++) {
		const char *between = "";

		for (int i = 0; i < entrants; i++) {
			if (entrant[i].sandbox == NULL ||
			    level_of(entrant[i].sandbox) != level)
				continue;
			if (*between == '\0')
				text_printf(out, "sandbox %s for ",
					    limits_level_words[level]);
			text_add(out, between);
			printable_escaped(out, entrant[i].name);
			between = ", ";
		}
		if (*between != '\0')
			text_add(out, "; ");
		any = any || *between != '\0';
	}
	if (any)
		text_printf(out, "%s for all others", sandbox);
	return any;
}
