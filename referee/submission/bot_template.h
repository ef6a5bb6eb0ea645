/*
 * bot_template.h - makes the folder of a new bot from a template.
 *
 * A template is sdk/LANGUAGE/template.list, a file of lines:
 *
 *   copy PATTERN FOLDER     copy SDK files into FOLDER ("." is the bot's)
 *   file SOURCE TARGET      copy a file, replacing @GAME@ and @RUN@
 *   program SOURCE TARGET   the same for an executable file
 *   run COMMAND             a command that tries out the bot
 *
 * PATTERN and SOURCE are relative to sdk/LANGUAGE.  @RUN@ stands for all the
 * commands.  Lines that begin with # are comments.
 */
#ifndef SUBMISSION_BOT_TEMPLATE_H
#define SUBMISSION_BOT_TEMPLATE_H

#include "base/error.h"
#include "base/text.h"

/*
 * Makes `folder`, which must not exist.  Appends the commands to `commands`,
 * one per line.  Returns 0, or -1 with `err` and without the folder.
 */
int bot_template_make(const char *game, const char *language,
		      const char *folder, struct text *commands,
		      struct error *err);

#endif
