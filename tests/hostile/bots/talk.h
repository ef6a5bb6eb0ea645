/*
 * talk.h - what hostile bots share: a bot that plays well until its misdeed.
 */
#ifndef HOSTILE_BOTS_TALK_H
#define HOSTILE_BOTS_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define GOOD "{\"move\":1}\n"

/* A way to misbehave, and when. */
enum moment {
	AT_START,       /* before it has read or written anything */
	AT_HELLO,       /* in place of its `ready` */
	AT_OVER,        /* after its first game, when nothing is asked */
	AT_GAME,        /* at the second `game` line */
	AT_TURN         /* when it is to decide in its second game */
};

struct misdeed {
	const char *name;
	enum moment when;
	/* When it returns, the bot answers as usual if an answer is due
	   (AT_HELLO: `ready`) and plays on. */
	void (*commit)(void);
};

/* The arguments of the command line after the name of the misdeed. */
struct target {
	const char *folder;     /* of the match: key, secret, rival, log */
	int tcp, udp;           /* ports where the test listens */
	int move_ms, files, box_mb;     /* limits of the match */
};
extern struct target target;

extern const struct misdeed answer_misdeeds[], pipe_misdeeds[],
	process_misdeeds[], signal_misdeeds[], resource_misdeeds[],
	leak_misdeeds[], snoop_misdeeds[], hog_misdeeds[];

/* Writes all bytes to standard output, unless that fails. */
void put(const char *bytes, size_t size);
void put_text(const char *text);
/* Writes the bytes `times` times, or for ever if that is 0. */
void put_often(int fd, const char *bytes, size_t size, long times);

_Noreturn void hang(void);
_Noreturn void spin(void);
void pause_ms(long ms);

/* Reads a line and throws it away. */
void skip_line(void);

/* A thread that hangs. */
void *hang_thread(void *ignored);

/*
 * A check tries one thing that a level may forbid.  It runs in a child, as a
 * filter may kill it.  `attempt` returns NULL if it was refused, else a text
 * that says what it got.  Each result is printed on standard error.
 */
struct check {
	const char *name;
	const char *(*attempt)(void);
};
void check_all(const struct check *checks);

#endif
