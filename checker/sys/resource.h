/*
 * resource.h - limits of processes, of which WebAssembly has none.
 */
#ifndef CHECKER_SYS_RESOURCE_H
#define CHECKER_SYS_RESOURCE_H

struct rlimit { int cur, max; };

#define RLIMIT_CORE 0
#define PRIO_PROCESS 0

static inline int setrlimit(int resource, const struct rlimit *limit)
{
	(void)resource;
	(void)limit;
	return 0;
}

static inline int setpriority(int which, int who, int priority)
{
	(void)which;
	(void)who;
	(void)priority;
	return 0;
}

/* Of `replay --follow`, for which files would have to grow. */
static inline int getppid(void)
{
	return 0;
}

#endif
