/*
 * bolito_solve.h - the command line that solves a game and writes its table.
 */
#ifndef BOTS_BOLITO_SOLVE_H
#define BOTS_BOLITO_SOLVE_H

/* `--solve [-j N] GAME [RULE=VALUE..] FILE`: argv[0] is "--solve".  Returns the
   exit status, 0 or 2; an error has been printed. */
int bolito_solve(int argc, char **argv);

#endif
