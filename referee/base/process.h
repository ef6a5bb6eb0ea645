/*
 * process.h - about processes: reads /proc, hides the memory of this one,
 * catches the signals that ask it to stop, finds programs and starts children.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

/*
 * Reads /proc/PID/NAME into `text` in place of what it had, NUL-terminated.
 * Returns false if it is empty, or with errno if it cannot be read: the process
 * is gone or hidden.
 */
bool process_read(const char *pid, const char *name, struct text *text);

/*
 * Hides this process's memory from other processes of the same user.  Must be
 * called before any secret is read; otherwise a bot could read it too.  Returns
 * 0, or -1 with `err`.
 */
int process_hide(struct error *err);

/* The folder that contains this program; "." if unknown.  The caller frees
   it. */
char *process_program_folder(void);

/* How many bytes the stack of this process may have. */
unsigned long long process_stack(void);

/* Disables core files, so that a crash does not write memory to disk. */
void process_no_core(void);

/* ### stop_signals: signals that ask the program to stop */

/* From now on SIGINT, SIGTERM and SIGHUP are only counted.  Returns the
   count. */
const volatile sig_atomic_t *stop_signals_catch(void);

/*
 * The same for a process whose parent forwards signals with
 * stop_signals_pass_on.  A terminal sends a signal to both processes, but it
 * must count once, so the three signals themselves are ignored.
 */
const volatile sig_atomic_t *stop_signals_catch_from_parent(void);

/* Should a system call that waits fail with EINTR when such a forwarded signal
   comes, for example to open a pipe?  By default it is restarted. */
void stop_signals_interrupt(bool interrupt);

/* Forwards a signal to such a child. */
void stop_signals_pass_on(pid_t child);

/* ### spawn: programs, and children */

/* The path of the program `name` in the first folder of PATH that has it, or
   NULL.  The caller frees it. */
char *spawn_find(const char *name);

/* Can the program at `path`, which was written as `name`, be executed?  Returns
   0, or -1 with `err`, which says how to mend it. */
int spawn_check(const char *name, const char *path, struct error *err);

/*
 * Starts a child that runs `become`, which must execute a program or _exit.
 * Until then it uses this process's memory and this process waits.  That is
 * much faster than fork, but what the child changes in memory stays changed,
 * and it starts with all signals blocked.  Returns its pid, or -1 with errno.
 */
pid_t spawn_borrowing(void (*become)(void *context), void *context);

#endif
