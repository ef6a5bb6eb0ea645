/*
 * bot_template.h - makes the folder of a new bot from a template.
 *
 * A template is sdk/LANGUAGE/template.list, a file of lines:
 *
 *   copy PATTERN FOLDER     copy SDK files into FOLDER ("." is the bot's)
 *   file SOURCE TARGET      copy a file, replacing the marks below
 *   program SOURCE TARGET   the same for an executable file
 *   run COMMAND             a command that tries out the bot
 *
 * PATTERN and SOURCE are relative to sdk/LANGUAGE.  Lines that begin with # are
 * comments.  @GAME@ is the game, @RUN@ all the commands; @HELLO@ and @TURN@ are
 * lines of the referee, as JSON or, with _STRING, for a string in quotes, and
 * @MOVES@ is how many moves are legal then.
 */
#ifndef SUBMISSION_BOT_TEMPLATE_H
#define SUBMISSION_BOT_TEMPLATE_H

#include "base/error.h"
#include "base/text.h"

/* A position of a game, for the bot's test; its lines have no LF. */
struct bot_template_position {
	const char *game, *hello, *turn, *moves;
};

/*
 * Makes `folder`, which must not exist.  Appends the commands to `commands`,
 * one per line.  Returns 0, or -1 with `err` and without the folder.
 */
int bot_template_make(const struct bot_template_position *position,
		      const char *language, const char *folder,
		      struct text *commands, struct error *err);

#endif
