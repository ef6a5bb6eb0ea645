/*
 * bot_template.h - makes the folder of a new bot from a template.
 *
 * A template is sdk/LANGUAGE/template.list, a file of lines:
 *
 *   copy PATTERN FOLDER     files of the SDK, into FOLDER ("." is the bot's)
 *   file SOURCE TARGET      a file in which @GAME@ and @RUN@ are replaced
 *   program SOURCE TARGET   the same, which can be executed
 *   run COMMAND             one of the commands that try the bot
 *
 * PATTERN and SOURCE are in sdk/LANGUAGE.  @RUN@ is all the commands, and a
 * line that begins with # is a comment.
 */
#ifndef SUBMISSION_BOT_TEMPLATE_H
#define SUBMISSION_BOT_TEMPLATE_H

#include "base/error.h"
#include "base/text.h"

/*
 * Makes `folder`, which must not exist.  Appends the commands to `commands`,
 * a line each.  Returns 0, or -1 with `err` and no folder.
 */
int bot_template_make(const char *game, const char *language,
		      const char *folder, struct text *commands,
		      struct error *err);

#endif
