/*
 * strict_inside.h - level `strict`: the first process of a bot's namespaces.
 *
 * strict_first.c is a program that is nothing else.  It takes a third of the
 * time of this one to start, which can do it as well.
 */
#ifndef HOST_STRICT_INSIDE_H
#define HOST_STRICT_INSIDE_H

/* The descriptors of bwrap; from FROM_STATUS on also those inside. */
enum { BWRAP_IN, BWRAP_OUT, BWRAP_SETUP, FROM_STATUS, FROM_IN, FROM_OUT,
	FROM_ERR, FROM_EXIT, FROM_SELF, FROM_PAUSE, BWRAP_FILTER, BWRAP_INFO,
	DESCRIPTORS };

/* The first argument of the program that is started inside. */
#define STRICT_INSIDE ".inside"

/* The program that bwrap starts: main() calls it with its own arguments. */
_Noreturn void strict_inside(int argc, char **argv);

#endif
