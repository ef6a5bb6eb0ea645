/*
 * overload.h - was the machine too busy while a bot's time ran?
 */
#ifndef HOST_OVERLOAD_H
#define HOST_OVERLOAD_H

#include <stdbool.h>
#include <stdint.h>

/* Where Linux reports how long processes had to wait for a processor. */
#define OVERLOAD_PRESSURE "/proc/pressure/cpu"

/* A stretch of a bot's time; times in microseconds, -1: unknown. */
struct overload_window {
	int64_t spent_us;       /* wall-clock time */
	int64_t cpu_us;         /* processor time of all its processes */
	int64_t waited_us;      /* how long its threads were ready without a
				   processor, summed */
	bool ready;             /* at the end one of them was running, or was
				   waiting for a processor; that wait is not
				   in `waited_us` yet */
	int64_t pressed_us;     /* how long any process of the machine was ready
				   without a processor */
};

/*
 * May the machine be to blame for the bot's not answering in that time?  It may
 * if the bot lost more than a quarter of the time and got less than half of the
 * processor time it wanted, or if processes of the machine waited for more than
 * a quarter of the time and the bot lost more than a tenth of it.  A bot that
 * only sleeps, or that keeps one core busy, has lost nothing.
 */
bool overload_is_likely(const struct overload_window *window);

/*
 * How long some process of the machine has been waiting for a processor so far,
 * in microseconds: "total" in the line "some" of the file at `path`.  -1: there
 * is no such file or line.
 */
int64_t overload_pressure_us(const char *path);

#endif
