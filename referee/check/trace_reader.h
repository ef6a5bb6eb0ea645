/*
 * trace_reader.h - reads one conversation from a trace.
 */
#ifndef CHECK_TRACE_READER_H
#define CHECK_TRACE_READER_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "base/error.h"

/* A line of a conversation, without LF. */
struct spoken {
	bool to;                /* to the bot, else from it */
	char *text;
	long long game;
	unsigned long line;     /* of the trace */
};

struct conversation {
	int seat;
	int process;            /* its number on that seat, from 1 */
	int processes;          /* how many played it */
	struct spoken *spoken;
	size_t count, room;
};

/*
 * Reads the lines of one process on one seat from a trace; seat -1 means the
 * seat of the first line.  Returns 0, or -1 with `err`: no file, not a trace,
 * no such seat or process.
 */
int trace_reader_read(struct conversation *conversation, const char *path,
		      int seat, int process, struct error *err);

/* Parses a line into a tree, which the caller has to delete; NULL if it is not
   one object of strict JSON. */
cJSON *trace_reader_parse(const char *line);

/* Is it a line of that type? */
bool trace_reader_is_type(const char *line, const char *type);

void trace_reader_release(struct conversation *conversation);

#endif
