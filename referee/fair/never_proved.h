/*
 * never_proved.h - what no log can prove while the bots run on the operator's
 * own machine.
 */
#ifndef FAIR_NEVER_PROVED_H
#define FAIR_NEVER_PROVED_H

/* The last line of what a verdict does not prove, with its LF. */
#define NEVER_PROVED \
	"what no log can prove: that the operator, who knows the dice to " \
	"come, made up no moves or faults, slowed no bot down, ran the bots " \
	"that were hashed, in the sandbox that is named, and played no match " \
	"in private until they liked it\n"

#endif
