/*
 * verify_logs.h - has every match log of a folder checked, on all cores.
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_LOGS_H
#define TOURNAMENTS_VERIFY_VERIFY_LOGS_H

#include "tournaments/verify/judge_log.h"

/* Which logs are verified, and what takes the verdicts. */
struct verify_logs_work {
	const char *referee;
	const char *game;       /* the file that names the program of the game;
				   NULL: none */
	int jobs;               /* processes at a time */
	uint32_t left;          /* about how many logs there are */
	/* The next log: returns 1, 0: there is none, or -1 with `err`.  `path`
	   is owned by the caller. */
	int (*next)(void *context, uint32_t *number, char **path,
		    struct error *err);
	/* A line of `referee verify --json` without its LF; NULL: the referee
	   gave no verdict on this log. */
	void (*take)(void *context, uint32_t number, const char *verdict,
		     size_t size);
	void *context;
	bool unread;            /* set if a log could not be read */
};

/* Runs `referee verify --json` over logs.  Returns 0, or -1 with `err` if it
   could not be done. */
int verify_logs_run(struct verify_logs_work *work, struct error *err);

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
