/*
 * doubts.c - what a verdict does not prove: a list of codes and sentences.
 */
#include "fair/doubts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/memory.h"
#include "base/printable.h"

void doubts_put(struct doubts *doubts, const char *code, bool told,
		const char *format, ...)
{
	OWNED(text) struct text sentence = {0}, shown = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&sentence, format, args);
	va_end(args);
	printable_sentence(&shown, text_string(&sentence));
	ARRAY_GROW(doubts->list, doubts->room, doubts->count + 1);
	doubts->list[doubts->count++] = (struct doubt){ code, told,
		memory_copy(text_string(&shown)) };
}

void doubts_add_never_proved(struct doubts *doubts)
{
	doubts_add(doubts, "operator", "what no log can prove: that the "
		   "operator, who knows the dice to come, made up no moves or "
		   "faults, slowed no bot down, ran the bots that were hashed, "
		   "in the sandbox that is named, and played no match in "
		   "private until they liked it");
}

void doubts_add_no_outside_salt(struct doubts *doubts)
{
	doubts_add(doubts, "no_outside_salt", "no outside salt: the operator "
		   "could have picked this secret among many");
}

void doubts_add_resumed(struct doubts *doubts, uint64_t times)
{
	if (times > 0)
		doubts_tell(doubts, "resumed", "resumed %llu time%s: finished "
			    "games could have been cut off and played again on "
			    "the same dice", (unsigned long long)times,
			    times == 1 ? "" : "s");
}

void doubts_add_replays(struct doubts *doubts, int most)
{
	if (most > 0)
		doubts_tell(doubts, "suspect_replays", "a game in which a bot "
			    "ran out of time on an overloaded machine was "
			    "played again on the same dice, up to %d time%s: "
			    "only the operator's machine knows which", most,
			    most == 1 ? "" : "s");
}

/* ### how the entrants were run */

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

void doubts_add_entrants(const struct logline_entrant *entrant, int entrants,
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

bool doubts_weaker_entrants(const struct logline_entrant *entrant, int entrants,
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

/* ### the list */

/* The document about what is not proved. */
static const char *document_of(const char *code)
{
	static const char *const documents[][2] = {
		{ "sandbox", "hosting" }, { "luck", "luck" },
		{ "test_end", "luck" }, { "round_pairings", "formats" },
		{ "round_in_play", "tournaments" },
		{ "later_round", "tournaments" },
		{ "operator", "fair-dice" }, { "no_outside_salt", "fair-dice" },
		{ "tournament", "match-log" }, { "rules", "own-game" } };

	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
		if (strcmp(documents[i][0], code) == 0)
			return documents[i][1];
	return "public-contest";        /* keys, reveals, beacons */
}

void doubts_words(const struct doubts *doubts, struct text *lines)
{
	for (size_t i = 0; i < doubts->count; i++)
		if (doubts->list[i].told)
			text_printf(lines, "told: %s\n",
				    doubts->list[i].sentence);
		else
			text_printf(lines, "not proved: %s (docs/%s.md)\n",
				    doubts->list[i].sentence,
				    document_of(doubts->list[i].code));
}

static bool has_sentence(const struct doubts *doubts, const char *sentence)
{
	for (size_t i = 0; i < doubts->count; i++)
		if (strcmp(doubts->list[i].sentence, sentence) == 0)
			return true;
	return false;
}

void doubts_only_new(struct doubts *doubts, struct doubts *known)
{
	const size_t count = doubts->count;

	doubts->count = 0;
	for (size_t i = 0; i < count; i++) {
		struct doubt one = doubts->list[i];

		if (has_sentence(known, one.sentence)) {
			free(one.sentence);
			continue;
		}
		doubts_put(known, one.code, one.told, "%s", one.sentence);
		doubts->list[doubts->count++] = one;
	}
}

void doubts_write(const struct doubts *doubts, struct json_writer *w)
{
	json_put_open(w, "not_proved", '[');
	for (size_t i = 0; i < doubts->count; i++) {
		json_open(w, '{');
		json_put_string(w, "code", doubts->list[i].code);
		json_put_bool(w, "told", doubts->list[i].told);
		json_put_string(w, "text", doubts->list[i].sentence);
		json_close(w, '}');
	}
	json_close(w, ']');
}

void doubts_release(struct doubts *doubts)
{
	for (size_t i = 0; i < doubts->count; i++)
		free(doubts->list[i].sentence);
	free(doubts->list);
	*doubts = (struct doubts){0};
}
