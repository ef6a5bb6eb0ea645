/*
 * fault.c - the words for the faults of a bot.
 */
#include "base/fault.h"

#include <stddef.h>

const char *const fault_words[FAULT_COUNT + 1] = {
	[FAULT_NONE] = "",
	[FAULT_START] = "start",
	[FAULT_TIMEOUT] = "timeout",
	[FAULT_GONE] = "gone",
	[FAULT_FLOOD] = "flood",
	[FAULT_GARBLED] = "garbled",
	[FAULT_ILLEGAL] = "illegal",
	[FAULT_FORFEIT] = "forfeit",
	[FAULT_LIMIT] = "limit",
	[FAULT_COUNT] = NULL,
};
