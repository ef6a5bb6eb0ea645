/*
 * bot_template.h - makes the folder of a new bot or game from a template.
 *
 * A template is sdk/LANGUAGE/template.list, for a game
 * sdk/LANGUAGE/game/template.list, a file of lines:
 *
 *   copy PATTERN FOLDER     copy SDK files into FOLDER ("." is the bot's)
 *   file SOURCE TARGET      copy a file, replacing the marks below
 *   program SOURCE TARGET   the same for an executable file
 *   run COMMAND             a command that tries it out
 *
 * PATTERN and SOURCE are relative to the folder of the list; TARGET may contain
 * the marks, too.  Lines that begin with # are comments.  @GAME@ is the game,
 * @RUN@ all the commands; @HELLO@ and @TURN@ are lines of the referee, as JSON
 * or, with _STRING, for a string in quotes, and @MOVES@ is how many moves are
 * legal then; these are empty for a game.
 */
#ifndef SUBMISSION_BOT_TEMPLATE_H
#define SUBMISSION_BOT_TEMPLATE_H

#include "base/error.h"
#include "base/text.h"

/* A position of a game, for the bot's test; its lines have no LF. */
struct bot_template_position {
	const char *game, *hello, *turn, *moves;
};

enum bot_template { BOT_TEMPLATE_BOT, BOT_TEMPLATE_GAME };

/*
 * Makes `folder`, which must not exist.  Appends the commands to `commands`,
 * one per line.  Returns 0, or -1 with `err` and without the folder.
 */
int bot_template_make(enum bot_template kind,
		      const struct bot_template_position *position,
		      const char *language, const char *folder,
		      struct text *commands, struct error *err);

#endif
