/*
 * test_bot.c - make test
 */
#define main bot_main
#include "bot.c"
#undef main

#include <assert.h>

int main(void)
{
	struct rollcall_turn *turn = rollcall_turn_of("@GAME@", "{}",
		"[{\"then\":\"roll\"},{\"then\":\"bank\"}]");
	int place = choose(turn);

	assert(place == 0 || place == 1);
	rollcall_turn_free(turn);
	return 0;
}
