/*
 * overload.h - was the machine too busy while a bot's time ran?
 */
#ifndef HOST_OVERLOAD_H
#define HOST_OVERLOAD_H

#include <stdbool.h>
#include <stdint.h>

/* Where Linux says how long processes had to wait for a processor. */
#define OVERLOAD_PRESSURE "/proc/pressure/cpu"

/* A stretch of a bot's time, in microseconds; -1 is unknown. */
struct overload_window {
	int64_t spent_us;       /* of wall-clock time */
	int64_t cpu_us;         /* all its processes computed */
	int64_t waited_us;      /* its threads were ready and had no processor,
				   added up */
	bool ready;             /* at the end one of them had a processor, or
				   had been waiting for one since some time
				   that `waited_us` does not have */
	int64_t pressed_us;     /* some process of the machine was ready and
				   had no processor */
};

/*
 * May the machine be to blame for what the bot did not do in that time?  Either
 * the bot got less than half of the core that it waited for; or processes of
 * the machine waited for more than a quarter of the time, and the bot's own
 * lost a tenth of it.  A bot that only sleeps, or that keeps its core busy, has
 * lost nothing.
 */
bool overload_is_likely(const struct overload_window *window);

/*
 * The time so far in which some process of the machine waited for a processor,
 * in microseconds: "total" in the line "some" of the file at `path`.  -1: there
 * is no such file or line.
 */
int64_t overload_pressure_us(const char *path);

#endif
