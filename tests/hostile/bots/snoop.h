/*
 * snoop.h - the checks of the snooping bots.
 *
 * hostile.py has the same names, with the level that must refuse each.
 */
#ifndef HOSTILE_BOTS_SNOOP_H
#define HOSTILE_BOTS_SNOOP_H

#include "talk.h"

extern const struct check file_checks[], process_checks[], self_checks[],
	network_checks[], kernel_checks[];

#endif
