/*
 * audit_skip.c - skips to a board of a log without verifying what precedes it.
 */
#include "audit/audit_skip.h"

#include <string.h>

#include "base/fault.h"
#include "base/words.h"

/* Is the line a step of a game, by its first bytes?  Nearly all lines are, and
   need not be parsed. */
static bool is_step(const struct log_cursor *log)
{
	static const char *const steps[] = { "{\"t\":\"draw\"",
		"{\"t\":\"move\"", "{\"t\":\"chain\"" };

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (log->size >= strlen(steps[i]) &&
		    log->size < LOG_LINE_MAX &&
		    memcmp(log->line, steps[i], strlen(steps[i])) == 0)
			return true;
	return false;
}

/* The faults of the current game. */
struct count {
	int rotation, seats;
	uint32_t faults[GAME_SEATS_MAX];        /* by entrant */
};

static void count_fault(struct count *count, const struct log_cursor *log)
{
	const int seat = log_cursor_number(log, "seat");

	if (seat < count->seats && words_find(fault_words, log_cursor_word(
	    log, "fault")) != (int)FAULT_FORFEIT)
		count->faults[(seat + count->rotation) % count->seats]++;
}

static void take_line(struct log_step *step, struct count *count,
		      const struct log_cursor *log)
{
	switch (log->type) {
	case LINE_GAME:
		count->rotation = log_cursor_number(log, "rotation");
		memset(count->faults, 0, sizeof count->faults);
		break;
	case LINE_FAULT:
		count_fault(count, log);
		break;
	case LINE_OVER:
		step->games++;
		for (int i = 0; i < count->seats; i++)
			step->faults[i] += count->faults[i];
		break;
	default:
		break;
	}
}

enum audit_verdict audit_skip(struct log_cursor *log, struct log_step *step,
			      uint32_t board, bool *found)
{
	struct count count = { .seats = step->header->entrants };

	for (*found = false; !*found;) {
		switch (log_cursor_next(log)) {
		case CURSOR_TROUBLE:
			return AUDIT_TROUBLE;
		case CURSOR_END:
			return AUDIT_PASSED;
		case CURSOR_LINE:
			break;
		}
		if (is_step(log))
			continue;
		if (!log_cursor_parse(log))
			return AUDIT_REFUSED;
		*found = log->type == LINE_BOARD &&
			(uint32_t)log_cursor_number(log, "board") == board;
		take_line(step, &count, log);
	}
	return AUDIT_PASSED;
}
