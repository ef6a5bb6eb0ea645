/*
 * doubts.h - what a verdict does not prove: a code and a sentence each.
 */
#ifndef FAIR_DOUBTS_H
#define FAIR_DOUBTS_H

#include "base/json_write.h"
#include "base/text.h"

struct doubt {
	const char *code;       /* borrowed */
	char *sentence;         /* owned */
};

/* All zeroes is none; doubts_release is due. */
struct doubts {
	struct doubt *list;     /* owned */
	size_t count, room;
};

/* Adds one.  The code, a literal, is what programs know it by
   (docs/match-log.md); what does harm on a terminal is escaped in the
   sentence, line feeds too. */
void doubts_add(struct doubts *doubts, const char *code,
		const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds what no log can prove while the bots run on the operator's own machine:
   the last one of every verdict. */
void doubts_add_never_proved(struct doubts *doubts);

/* Adds that nobody but the operator had a hand in the secret. */
void doubts_add_no_outside_salt(struct doubts *doubts);

/* Appends the sentences, a line each. */
void doubts_words(const struct doubts *doubts, struct text *lines);

/* The member "not_proved":[{"code":..,"text":..},..] of an open object. */
void doubts_write(const struct doubts *doubts, struct json_writer *w);

/* Frees; safe twice. */
void doubts_release(struct doubts *doubts);

#endif
