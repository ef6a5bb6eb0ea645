/*
 * bot.c - plays @GAME@: any legal move, at random.
 */
#include "rollcall.h"

/* Its view is the position, its list `legal` has the legal moves. */
static int choose(struct rollcall_turn *turn)
{
	return rollcall_below(&turn->random, turn->legal_count);
}

int main(void)
{
	return rollcall_run(choose, NULL);
}
