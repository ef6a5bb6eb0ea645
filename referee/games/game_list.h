/*
 * game_list.h - the games, one per line.
 *
 * games.h and games.c define GAME; the build reads these lines, too.
 */
GAME(blackpot)
GAME(bolo5)
GAME(bolo7)
GAME(pig)
GAME(rolit)
GAME(vollelotte)
