/*
 * run_environment.c - finds the program referee and the cores to use.
 */
#define _GNU_SOURCE
#include "tournaments/run/run.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "base/process.h"
#include "base/spawn.h"

char *runner_referee(struct error *err)
{
	static const char *const places[] = { "referee", "../referee/referee" };
	char *program = process_program_folder(), *found = NULL;

	for (int i = 0; found == NULL && i < 2; i++) {
		char *place = path_from(program, places[i]);

		if (access(place, X_OK) == 0)
			found = realpath(place, NULL);
		free(place);
	}
	free(program);
	if (found != NULL)
		return found;
	found = spawn_find("referee");
	if (found == NULL)
		error_set(err, "the program referee is neither next to this "
			  "one nor in PATH");
	return found;
}

int run_list_cores(int *cores, int room)
{
	cpu_set_t mine;
	int count = 0;

	if (sched_getaffinity(0, sizeof mine, &mine) != 0)
		return 0;
	for (int core = 0; core < CPU_SETSIZE && count < room; core++)
		if (CPU_ISSET((unsigned)core, &mine))
			cores[count++] = core;
	return count;
}

int runner_cores(void)
{
	int cores[CPU_SETSIZE];
	int count = run_list_cores(cores, CPU_SETSIZE);

	return count > 0 ? count : 1;
}
