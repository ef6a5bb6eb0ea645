#include <rollcall.h>
static int choose(rollcall_turn *turn, void *)
{ rollcall_say(turn, "%d", 1); return 0; }
int main() { return rollcall_run(choose, nullptr); }
