/*
 * log_course.h - the lines of a log as its secret, its rules and its moves make
 * them due, one after another.
 *
 * The packer and the unpacker both follow a log with it, so that a packed log
 * need not say what the other one knows.
 */
#ifndef PACK_LOG_COURSE_H
#define PACK_LOG_COURSE_H

#include "base/json_plain.h"
#include "fair/logline.h"
#include "match/game_run.h"
#include "match/log_rules.h"

/* What a log has next, unless something else has come in between. */
enum log_course_due {
	COURSE_LINE,            /* this line */
	COURSE_MOVE,            /* a move */
	COURSE_SIGN             /* the last line */
};

struct log_course {
	struct logline_header header;
	struct log_rules rules;
	struct hash_chains chains;
	struct game_run run;
	uint32_t games;                 /* finished */
	enum { COURSE_BOARD, COURSE_GAME, COURSE_PLAY, COURSE_CLOSE,
	       COURSE_END } stage;
	bool ready;                     /* `due` and `line` are known */
	enum log_course_due due;
	struct json_writer line;        /* that is due, or the last move */
	struct roll roll;               /* that is due, .. */
	bool rolled, chained;           /* .. and its `chain` line is passed */
	struct dice_cursor cursor[GAME_SEATS_MAX + 1];  /* before the roll */
	uint32_t chain[GAME_SEATS_MAX + 1];
	int legal[GAME_LEGAL_MAX];      /* at COURSE_MOVE, .. */
	int legal_count;                /* .. when not 0 */
	struct json_writer scratch;
	struct json_plain plain;
};

/* Begins after the first line, given without its LF.  The log has `secret`.
   Returns 0, or -1 with `err`; log_course_release is due either way, and safe
   on zeroes. */
int log_course_begin(struct log_course *course, const char *line, size_t size,
		     const struct hash *secret, struct error *err);

/* What is due; of COURSE_LINE `course->line` has the bytes, without LF. */
enum log_course_due log_course_due(struct log_course *course);

/* The line that is due is the next one. */
void log_course_pass(struct log_course *course);

/* At COURSE_MOVE: the place among the legal moves of the move that this line
   has, byte for byte as it is written; -1: it has none. */
int log_course_place(struct log_course *course, const char *line,
		     size_t size);

/* At COURSE_MOVE: the move at that place is made, its line is in
   `course->line`.  Returns 0, or -1: there is no such place. */
int log_course_move(struct log_course *course, long long place);

/*
 * The next line is this one: a fault, an answer taken back, a resume, or
 * another spelling of what is due.  Returns 0, or -1 with `err`: a log
 * cannot have it here.
 */
int log_course_other(struct log_course *course, const char *line, size_t size,
		     struct error *err);

/* Wipes the secret, too. */
void log_course_release(struct log_course *course);

#endif
