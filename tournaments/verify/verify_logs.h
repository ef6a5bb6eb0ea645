/*
 * verify_logs.h - has every match log of a folder checked, on all cores.
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_LOGS_H
#define TOURNAMENTS_VERIFY_VERIFY_LOGS_H

#include "tournaments/verify/judge_log.h"

/*
 * Runs `referee verify --json` over the logs of all ended matches, `jobs`
 * processes at a time, and passes their verdicts to judge_log.  `secret` is S.
 * `progress`, if set, is called after each log with how many are done.  Returns
 * 0, even if logs are wrong, or -1 with `err` if the check could not be made.
 */
int verify_logs(const struct record *record, const struct hash *secret,
		const char *referee, int jobs,
		void (*progress)(uint32_t done, uint32_t of),
		struct log_checks *checks, struct error *err);

#endif
