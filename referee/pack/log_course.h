/*
 * log_course.h - predicts the lines of a log one by one from its secret, its
 * rules and its moves.
 *
 * The packer and the unpacker both follow a log with it, so that a packed log
 * can leave out what the unpacker can predict.
 */
#ifndef PACK_LOG_COURSE_H
#define PACK_LOG_COURSE_H

#include "base/json_plain.h"
#include "fair/logline.h"
#include "match/game_run.h"
#include "match/log_rules.h"

/* What is due next in a log, unless an unpredictable line comes first. */
enum log_course_due {
	COURSE_LINE,            /* the line in `line` */
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
	bool ready;                     /* `due` and `line` are computed */
	enum log_course_due due;
	struct json_writer line;        /* the line due, or the last move */
	struct roll roll;               /* the roll due, if `rolled` */
	bool rolled, chained;           /* its `chain` line was passed */
	struct dice_cursor cursor[GAME_SEATS_MAX + 1];  /* before the roll */
	uint32_t chain[GAME_SEATS_MAX + 1];             /* likewise */
	int legal[GAME_LEGAL_MAX];      /* at COURSE_MOVE */
	int legal_count;                /* 0: not computed yet */
	struct json_writer scratch;
	struct json_plain plain;
};

/* Begins after the first line, given without its LF.  `secret` is the secret of
   the log.  Returns 0, or -1 with `err`.  Call log_course_release either way;
   it is safe on zeroes. */
int log_course_begin(struct log_course *course, const char *line, size_t size,
		     const struct hash *secret, struct error *err);

/* Returns what is due; for COURSE_LINE `course->line` has the bytes, without
   LF. */
enum log_course_due log_course_due(struct log_course *course);

/* Moves on: the next line of the log is the one that was due. */
void log_course_pass(struct log_course *course);

/* At COURSE_MOVE: makes the move with that index and writes its line into
   `course->line`.  Returns 0, or -1: there is no such index. */
int log_course_move(struct log_course *course, long long place);

/*
 * Moves on: the next line is this one, which is a fault, an `again`, a
 * `resume`, or a different spelling of what is due.  Returns 0, or -1 with
 * `err`: a log cannot have that line here.
 */
int log_course_other(struct log_course *course, const char *line, size_t size,
		     struct error *err);

/* What a line was that is not the index of a move. */
enum { COURSE_WAS_DUE = -1, COURSE_WAS_OTHER = -2 };

/*
 * Moves on by the next line of a log, unless COURSE_SIGN is due.  Sets `place`
 * to the index among the legal moves of the move in it, or to one of the above;
 * a move that is not written exactly as the referee writes it is another line.
 * Returns 0, or -1 with `err`: a log cannot have that line here.
 */
int log_course_take(struct log_course *course, const char *line, size_t size,
		    int *place, struct error *err);

/* Frees, and wipes the secret. */
void log_course_release(struct log_course *course);

#endif
