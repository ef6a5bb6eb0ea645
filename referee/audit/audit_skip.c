/*
 * audit_skip.c - skips to a board of a log without verifying what precedes it.
 */
#include "audit/audit_skip.h"

#include <string.h>

#include "base/words.h"

/* Is the line a step of a game, by its first bytes?  Nearly all lines are, and
   need not be parsed. */
static bool is_step(const struct log_cursor *log)
{
	static const char *const steps[] = { "{\"t\":\"draw\"",
		"{\"t\":\"move\"", "{\"t\":\"chain\"" };

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (log->size >= strlen(steps[i]) &&
		    memcmp(log->line, steps[i], strlen(steps[i])) == 0)
			return true;
	return false;
}

static void count_fault(struct audit_game *play)
{
	const int seat = log_cursor_number(&play->log, "seat");

	if (seat < play->seats && words_find(fault_words, log_cursor_word(
	    &play->log, "fault")) != (int)FAULT_FORFEIT)
		play->new_faults[(seat + play->rotation) % play->seats]++;
}

static void take_line(struct audit_game *play, uint32_t *games)
{
	switch (play->log.type) {
	case LINE_GAME:
		play->rotation = log_cursor_number(&play->log, "rotation");
		memset(play->new_faults, 0, sizeof play->new_faults);
		break;
	case LINE_FAULT:
		count_fault(play);
		break;
	case LINE_OVER:
		++*games;
		for (int i = 0; i < play->seats; i++)
			play->faults[i] += play->new_faults[i];
		break;
	default:
		break;
	}
}

enum audit_verdict audit_skip(struct audit_game *play, uint32_t board,
			      uint32_t *games, bool *found)
{
	for (*found = false; !*found;) {
		const enum log_found next = log_cursor_next(&play->log);

		if (next == CANNOT_READ)
			return AUDIT_TROUBLE;
		if (next == NO_LINE)
			return AUDIT_PASSED;
		if (next == AS_EXPECTED && is_step(&play->log))
			continue;
		if (!log_cursor_parse(&play->log))
			return AUDIT_REFUSED;
		*found = play->log.type == LINE_BOARD &&
			(uint32_t)log_cursor_number(&play->log, "board") ==
			board;
		take_line(play, games);
	}
	return AUDIT_PASSED;
}
