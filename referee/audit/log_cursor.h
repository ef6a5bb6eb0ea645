/*
 * log_cursor.h - a log that is being audited, for the audit's files alone.
 */
#ifndef AUDIT_LOG_CURSOR_H
#define AUDIT_LOG_CURSOR_H

#include "audit/audit.h"
#include "base/fault.h"

/* What stands where a line was expected. */
enum found { AS_EXPECTED, ANOTHER, NO_LINE, CANNOT_READ };

struct reading {
	struct audit *audit;
	struct logfile file;
	struct error *err;
	struct chains chains;
	struct course course;
	int seats;
	void *before;                   /* the state before a step */
	struct json_writer want;        /* the line that is due */
	struct json_writer scratch;
	const char *line;
	size_t size;
	cJSON *tree;                    /* of the line, when it was parsed */
	enum line_type type;
	uint32_t faults[GAME_SEATS_MAX];        /* per entrant, finished games */
	uint32_t faults_max;

	/* The game at hand. */
	uint32_t board;
	int rotation;
	uint32_t new_faults[GAME_SEATS_MAX];    /* per entrant */
	bool out[GAME_SEATS_MAX];
	bool opening;           /* nothing but faults since `game`, .. */
	int opener;             /* .. by seats upward: the last one, or -1 */
	int retries;            /* left in this decision */
};

enum { RETRIES_FRESH = -1 };

#define WATCH(r, what, ...) do { \
	const struct audit_watch *watch_ = (r)->audit->watch; \
	if (watch_ != NULL && watch_->what != NULL) \
		watch_->what(watch_->context, __VA_ARGS__); \
} while (0)

static inline int reading_entrant(const struct reading *r, int seat)
{
	return (seat + r->rotation) % r->seats;
}

/* ### log_cursor.c: lines */

/* Each sets the error to "LOG:LINE: .." and returns AUDIT_REFUSED. */
enum audit_result refuse(struct reading *r, const char *expected);
enum audit_result refuse_end(struct reading *r, const char *expected);
/* `want` was expected; `found` is what expect() said. */
enum audit_result refuse_want(struct reading *r, enum found found);
enum audit_result refuse_line(struct reading *r, const char *why);

enum found next_line(struct reading *r);

/* Parses the line at hand; false: it is no line of a log, and is refused. */
bool parse(struct reading *r);

/* Does the next line say what `want` says?  The order of keys is free. */
enum found expect(struct reading *r);

/* Does the line at hand, which is parsed, say what `want` says? */
bool says_want(struct reading *r);

int line_number(const struct reading *r, const char *key);
const char *line_word(const struct reading *r, const char *key);

void forget_tree(struct reading *r);

/* ### audit_game.c: one game */

enum game_end { GAME_ENDED, GAME_CUT, GAME_BAD, GAME_UNREADABLE };

/* From behind the `game` line to the `over` line, or to a `resume`, which is
   then at hand, or to where the log ends. */
enum game_end read_game(struct reading *r);

#endif
