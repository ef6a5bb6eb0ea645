#include "worth/duel.h"
#include <stdlib.h>
void duel_turn_release(struct duel_turn *t){(void)t;}
bool duel_fits(const struct duel *d,const struct game *g,const int *r){(void)d;(void)g;(void)r;return false;}
double duel_chance(const struct duel *d, struct duel_turn *t,const void *s,int seat){(void)d;(void)t;(void)s;(void)seat;abort();}
