/*
 * audience.c - who watches a tournament being played.
 */
#include "tournaments/play/audience.h"

struct runner_watch audience_open(struct audience *audience, bool json,
				  const struct record *record)
{
	*audience = (struct audience){ .teller = { .file = stdout } };
	audience->drawn = !json &&
		screen_open(&audience->screen, record, false);
	if (audience->drawn)
		return (struct runner_watch){ screen_tell, &audience->screen,
					      SCREEN_MS };
	return (struct runner_watch){ json ? tell_json : tell_lines,
				      &audience->teller, 0 };
}

void audience_close(struct audience *audience)
{
	if (audience->drawn)
		screen_close(&audience->screen);
}
