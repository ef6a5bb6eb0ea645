/*
 * verify_logs.h - has every match log of a folder checked, on all cores.
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_LOGS_H
#define TOURNAMENTS_VERIFY_VERIFY_LOGS_H

#include "tournaments/record/record.h"

/* What is wrong with the log of the lowest number, and what they all say. */
struct log_checks {
	uint32_t checked;               /* logs that were checked */
	uint32_t wrong;                 /* of them */
	uint32_t first;                 /* the lowest number among those */
	struct error why;               /* of that one */
	bool unread;                    /* one could not be read */
	uint64_t games, decisions, abandoned;
};

/*
 * Runs `referee verify --json` over the logs of all ended matches, `jobs`
 * processes at a time, and compares their verdicts and the logs' first lines
 * with manifest and book.  `secret` is S.  `progress`, when set, is called now
 * and then with how many are done.  Returns 0, also when logs are wrong, or -1
 * with `err` when the check could not be made.
 */
int verify_logs(const struct record *record, const struct hash *secret,
		const char *referee, int jobs,
		void (*progress)(uint32_t done, uint32_t of),
		struct log_checks *checks, struct error *err);

#endif
