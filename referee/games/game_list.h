/*
 * game_list.h - the games, one line for each.
 *
 * games.h and games.c say what GAME means; the build reads these lines, too.
 */
GAME(blackpot)
GAME(bolo5)
GAME(bolo7)
GAME(pig)
GAME(rolit)
GAME(vollelotte)
