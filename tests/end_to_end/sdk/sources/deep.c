#include <rollcall.h>
static int deep(volatile int n)
{ volatile char a[4096] = {0}; a[n % 4096] = 1;
  return n > 0 ? deep(n + 1) + a[0] : 0; }
static int choose(struct rollcall_turn *turn, void *user)
{ (void)user; return deep(turn->ms) ; }
int main(void) { return rollcall_run(choose, NULL); }
