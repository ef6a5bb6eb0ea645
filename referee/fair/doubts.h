/*
 * doubts.h - what a verdict does not prove: a list of codes and sentences.
 *
 * There are two kinds.  "not proved": something that a reader may count on, and
 * that could be false without a trace in the files.  "told": what the files
 * themselves say of how it was played, and nothing else does.
 */
#ifndef FAIR_DOUBTS_H
#define FAIR_DOUBTS_H

#include "fair/logline.h"

struct doubt {
	const char *code;       /* borrowed */
	bool told;
	char *sentence;         /* owned */
};

/* An empty list is all zeroes.  To be released with doubts_release. */
struct doubts {
	struct doubt *list;     /* owned */
	size_t count, room;
};

/* Adds what is not proved, or what is merely told.  The code, a string literal,
   identifies it for programs (docs/match-log.md).  Anything harmful on a
   terminal, including line feeds, is escaped in the sentence. */
void doubts_put(struct doubts *doubts, const char *code, bool told,
		const char *format, ...)
	__attribute__((format(printf, 4, 5)));
#define doubts_add(doubts, code, ...) \
	doubts_put(doubts, code, false, __VA_ARGS__)
#define doubts_tell(doubts, code, ...) \
	doubts_put(doubts, code, true, __VA_ARGS__)

/* Adds what no log can prove while the bots run on the operator's own machine;
   the last doubt of every verdict. */
void doubts_add_never_proved(struct doubts *doubts);

/* Adds that nobody but the operator influenced the dice. */
void doubts_add_no_outside_salt(struct doubts *doubts);

/* Adds what the interruptions of matches allowed; nothing if there were none. */
void doubts_add_resumed(struct doubts *doubts, uint64_t times);

/* Adds that games could be played again that often (`suspect_replays`); nothing
   if they could not. */
void doubts_add_replays(struct doubts *doubts, int most);

/*
 * Adds what is not proved about these entrants of a log or a manifest: a
 * level below strict, entrants with levels of their own, and people.
 */
void doubts_add_entrants(const struct logline_entrant *entrant, int entrants,
			 enum level all, struct doubts *doubts);

/*
 * Appends the entrants whose own level is weaker than that of the match, `all`,
 * without a line feed, as in "sandbox none for ann, bob; strict for all
 * others".  Appends nothing if there are none.  Returns whether there are any.
 */
bool doubts_weaker_entrants(const struct logline_entrant *entrant, int entrants,
			    enum level all, struct text *out);

/* Appends the sentences, one per line, after "not proved: ", with the document
   that says more, or "told: ". */
void doubts_words(const struct doubts *doubts, struct text *lines);

/* Removes those that `known` has, and adds the others to it. */
void doubts_only_new(struct doubts *doubts, struct doubts *known);

/* Writes the member "not_proved":[{"code":..,"told":..,"text":..},..] of an
   open object; the text has no prefix. */
void doubts_write(const struct doubts *doubts, struct json_writer *w);

/* Frees the list; may be called twice. */
void doubts_release(struct doubts *doubts);

#endif
