/*
 * snoop.c - hostile bots that look around and try to break out, by checks.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snoop.h"

static void look_at_files(void) { check_all(file_checks); }
static void look_at_processes(void) { check_all(process_checks); }
static void look_at_itself(void) { check_all(self_checks); }
static void use_the_network(void) { check_all(network_checks); }
static void use_the_kernel(void) { check_all(kernel_checks); }

const struct misdeed snoop_misdeeds[] = {
	{ "look_at_files", AT_TURN, look_at_files },
	{ "look_at_processes", AT_TURN, look_at_processes },
	{ "look_at_itself", AT_TURN, look_at_itself },
	{ "use_the_network", AT_TURN, use_the_network },
	{ "use_the_kernel", AT_TURN, use_the_kernel },
	{ NULL, AT_TURN, NULL }
};
