/*
 * cmd_new_bot.c - referee new-bot: makes the folder of a new bot, ready to run.
 */
#include <stdio.h>

#include "base/printable.h"
#include "cmd/commands.h"
#include "games/games.h"
#include "submission/bot_template.h"

struct new_bot_options {
	const char *game, *language, *folder;
};

static const struct option options[] = {
	{ "GAME", NULL, NULL, OPTIONS_TEXT(struct new_bot_options, game),
	  .required = true },
	{ "LANGUAGE", NULL, NULL,
	  OPTIONS_TEXT(struct new_bot_options, language), .required = true },
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct new_bot_options, folder),
	  .required = true },
	{ 0 }
};

static enum exit_code run(struct options *line, struct error *err)
{
	struct new_bot_options wanted = {0};
	struct text commands = {0};
	const struct game *game;
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	game = games_need(wanted.game, err);
	if (game != NULL &&
	    bot_template_make(game->name, wanted.language, wanted.folder,
			      &commands, err) == 0) {
		printable_line(stdout, "%s is a bot that plays %s.  To try it:",
			       wanted.folder, game->name);
		printable_line(stdout, "    cd %s", wanted.folder);
		command_line_print_lines("    ", &commands);
		code = EXIT_YES;
	}
	text_release(&commands);
	return code;
}

const struct command command_new_bot = {
	.name = "new-bot",
	.arguments = "GAME LANGUAGE DIR",
	.help = "make the folder of a new, working bot for you to change",
	.options = options,
	.more = "DIR gets a bot that plays random legal moves, a test, what is "
		"needed to build it, the\nfiles of the SDK, a bot.json for "
		"contests, and a README.md.\n"
		"Languages: c, go, java, javascript, perl, python, rust, sh.\n",
	.run = run,
};
