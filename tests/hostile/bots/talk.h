/*
 * talk.h - what hostile bots share: a bot that plays well until its misdeed.
 */
#ifndef HOSTILE_BOTS_TALK_H
#define HOSTILE_BOTS_TALK_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	bool last;              /* then it hangs instead */
	struct misdeed *next;
};
void misdeed_add(struct misdeed *misdeed);

/* Defines the function of a misdeed, which is known by being there. */
#define MISDEED(name, when) ANY_DEED(name, when, false)
#define LAST_DEED(name, when) ANY_DEED(name, when, true)
#define ANY_DEED(name, when, last) \
	static void name(void); \
	__attribute__((constructor)) static void name##_add(void) \
	{ \
		static struct misdeed one = { #name, when, name, last, NULL }; \
		misdeed_add(&one); \
	} \
	static void name(void)

/* The arguments of the command line after the name of the misdeed. */
struct target {
	const char *folder;     /* of the match: key, secret, rival, log */
	int tcp, udp;           /* ports where the test listens */
	int move_ms, files, box_mb;     /* limits of the match */
};
extern struct target target;

/* Writes all bytes to standard output, unless that fails. */
void put(const char *bytes, size_t size);
void put_text(const char *text);
/* Writes the bytes `times` times, or for ever if that is 0. */
void put_often(int fd, const char *bytes, size_t size, long times);
/* Writes 64 KB of `byte` `times` times, or for ever. */
void put_pages(int fd, char byte, long times);

_Noreturn void hang(void);
_Noreturn void spin(void);
void pause_ms(long ms);

/* Reads a line and throws it away. */
void skip_line(void);

/* A thread that hangs, and as many threads with small stacks as can be. */
void *hang_thread(void *ignored);
void start_threads(int count, void *(*run)(void *));

void ignore_signals(void);

/* The first bytes of a file as a text; returns how many, 0 if it cannot be
   read. */
size_t read_start(const char *path, char *text, size_t room);

/* "opened", or NULL if that fails. */
const char *opens(const char *path, int flags);

/* The next process besides this one in /proc, which may be NULL, whose command
   names FOLDER/`whose`: so no other match is ever hit.  0: there is none. */
pid_t next_process(DIR *proc, const char *whose);

/*
 * A check tries one thing that a level may forbid.  It runs in a child, as a
 * filter may kill it.  `attempt` returns NULL if it was refused, else a text
 * that says what it got.  Each result is printed on standard error.
 */
struct check {
	const char *name;
	const char *(*attempt)(void);
	struct check *next;
};
void check_all(const struct check *checks);

/* The checks of a file, and the misdeed that makes them. */
#define CHECKS(name) \
	static struct check *checks; \
	MISDEED(name, AT_TURN) { check_all(checks); }

/* Defines an attempt, check_NAME, and adds it to the list `checks`.  hostile.py
   has the same names, with the level that must refuse each. */
#define CHECK(name) \
	static const char *check_##name(void); \
	__attribute__((constructor)) static void check_##name##_add(void) \
	{ \
		static struct check one = { #name, check_##name, NULL }; \
		one.next = checks; \
		checks = &one; \
	} \
	static const char *check_##name(void)

#endif
