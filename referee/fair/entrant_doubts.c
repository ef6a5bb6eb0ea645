/*
 * entrant_doubts.c - what a verdict says about how the entrants were run.
 */
#include "fair/entrant_doubts.h"

#include "base/limits.h"
#include "base/printable.h"

static void add_level(enum level level, const char *name,
		      struct doubts *doubts)
{
	const char *word = limits_level_words[level];
	const char *whom = name != NULL ? " for " : "";

	if (level == LEVEL_STRICT)
		doubts_add(doubts, "sandbox", "sandbox %s%s%s by its own "
			   "setting", word, whom, name != NULL ? name : "");
	else
		doubts_add(doubts, "sandbox", "sandbox %s%s%s: %s %s", word,
			   whom, name != NULL ? name : "",
			   name != NULL ? "it" : "bots",
			   limits_level_allows(level));
}

void entrant_doubts(const struct logline_entrant *entrant, int entrants,
		    enum level all, struct doubts *doubts)
{
	if (all != LEVEL_STRICT)
		add_level(all, NULL, doubts);
	for (int i = 0; i < entrants; i++) {
		if (entrant[i].leveled)
			add_level(entrant[i].level, entrant[i].name, doubts);
		if (logline_is_person(&entrant[i]))
			doubts_tell(doubts, "person", "%s: played by a person, "
				    "whose moves no rerun can repeat",
				    entrant[i].name);
	}
}

bool entrant_doubts_weaker(const struct logline_entrant *entrant, int entrants,
			   enum level all, struct text *out)
{
	bool any = false;

	for (enum level level = 0; level < all; level++) {
		const char *between = "";

		for (int i = 0; i < entrants; i++) {
			if (!entrant[i].leveled || entrant[i].level != level)
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
		text_printf(out, "%s for all others",
			    limits_level_words[all]);
	return any;
}
