/*
 * cmd_new_bot.c - referee new-bot and referee new-game: make the folder of a
 * new bot or game, ready to run.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "cmd/commands.h"
#include "fair/dice.h"
#include "games/games.h"
#include "games/program_game.h"
#include "games/rules.h"
#include "host/protocol.h"
#include "submission/bot_template.h"

struct new_bot_options {
	const char *game, *language, *folder;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("GAME", struct new_bot_options, game),
	OPTIONS_ARGUMENT("LANGUAGE", struct new_bot_options, language),
	OPTIONS_ARGUMENT("DIR", struct new_bot_options, folder),
	{ 0 }
};

/* ### a position for the bot's test */

/* The first position of a game with certain dice in which somebody has a
   choice. */
struct first_choice {
	struct text hello, turn, moves;
};

/* Plays until a seat has a choice, and returns that seat; `*count` and `legal`
   are its moves. */
static int find_choice(const struct game *game, void *state, int *legal,
		       int *count)
{
	static const struct hash seed = {0};
	struct hash link = {0};
	int value[GAME_DICE_MAX];

	for (;;) {
		const int seat = game->turn(state);

		if (seat == GAME_CHANCE) {
			const struct draw due = game->due(state);

			link.bytes[0]++;
			dice_values(&seed, &link, due.dice, due.sides, value);
			game->land(state, value);
			continue;
		}
		*count = game->legal(state, legal);
		if (*count > 1)
			return seat;
		game->apply(state, legal[0]);
	}
}

static void write_hello(const struct game *game, const int *rule, int seats,
			int seat, struct text *out)
{
	const char *names[GAME_SEATS_MAX];
	struct json_writer w = {0}, rules = {0};
	struct limits limits;

	for (int i = 0; i < seats; i++)
		names[i] = i == seat ? "bot" : "rival";
	limits_defaults(&limits);
	rules_write(game, rule, &rules);
	protocol_hello(&w, &(struct hello){ .game = game->name,
		.rules = text_string(&rules.out), .seats = seats,
		.names = names, .seat = seat, .limits = &limits,
		.dice = "{}" });
	text_append(out, w.out.bytes, w.out.length - 1);
	text_release(&rules.out);
	text_release(&w.out);
}

static void make_sample(const struct game *game, struct first_choice *sample)
{
	struct json_writer view = {0}, moves = {0}, w = {0};
	int rule[GAME_RULES_MAX], *legal, count, seats = game->seats_min, seat;
	void *state = memory_new(1, game->state_size);
	struct error ignored;

	rules_defaults(game, rule);
	while (game->init(state, seats, rule, &ignored) != 0)
		seats++;
	legal = memory_new(GAME_LEGAL_MAX, sizeof *legal);
	seat = find_choice(game, state, legal, &count);
	write_hello(game, rule, seats, seat, &sample->hello);
	game->view(state, seat, &view);
	json_open(&moves, '[');
	for (int i = 0; i < count; i++)
		game->show_move(state, legal[i], &moves);
	json_close(&moves, ']');
	protocol_turn(&w, &(struct question){ .ms = 1000, .events = "",
		.view = view.out.bytes, .view_size = view.out.length,
		.legal = moves.out.bytes, .legal_size = moves.out.length });
	text_append(&sample->turn, w.out.bytes, w.out.length - 1);
	text_printf(&sample->moves, "%d", count);
	text_release(&view.out);
	text_release(&moves.out);
	text_release(&w.out);
	free(legal);
	free(state);
}

/* ### the command */

static int make(const struct game *game, const struct new_bot_options *wanted,
		struct text *commands, struct error *err)
{
	struct first_choice sample = {0};
	int result;

	make_sample(game, &sample);
	result = bot_template_make(BOT_TEMPLATE_BOT,
		&(struct bot_template_position){
		.game = game->name, .hello = text_string(&sample.hello),
		.turn = text_string(&sample.turn),
		.moves = text_string(&sample.moves) }, wanted->language,
		wanted->folder, commands, err);
	text_release(&sample.hello);
	text_release(&sample.turn);
	text_release(&sample.moves);
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct new_bot_options wanted = {0};
	OWNED(text) struct text commands = {0}, folder = {0};
	const struct game *game;
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	game = games_need(wanted.game, err);
	if (game != NULL &&
	    make(game, &wanted, &commands, err) == 0) {
		printable_line(stdout, "%s is a bot that plays %s.  To try it:",
			       wanted.folder, game->name);
		printable_line(stdout, "    cd %s",
			       printable_word(&folder, wanted.folder));
		command_line_print_lines("    ", &commands);
		code = EXIT_YES;
	}
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

/* ### new-game */

static const struct option game_options[] = {
	{ "NAME", NULL, NULL, OPTIONS_TEXT(struct new_bot_options, game),
	  .required = true },
	{ "LANGUAGE", NULL, NULL,
	  OPTIONS_TEXT(struct new_bot_options, language), .required = true },
	{ "DIR", NULL, NULL, OPTIONS_TEXT(struct new_bot_options, folder),
	  .required = true },
	{ 0 }
};

static enum exit_code run_game(struct options *line, struct error *err)
{
	struct new_bot_options wanted = {0};
	struct text commands = {0}, folder = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    program_game_check_name(wanted.game, err) == 0 &&
	    bot_template_make(BOT_TEMPLATE_GAME,
			      &(struct bot_template_position){
				.game = wanted.game, .hello = "", .turn = "",
				.moves = "" }, wanted.language, wanted.folder,
			      &commands, err) == 0) {
		printable_line(stdout, "%s has the game %s and a bot.  To try "
			       "it:", wanted.folder, wanted.game);
		printable_line(stdout, "    cd %s",
			       printable_word(&folder, wanted.folder));
		command_line_print_lines("    ", &commands);
		code = EXIT_YES;
	}
	text_release(&commands);
	text_release(&folder);
	return code;
}

const struct command command_new_game = {
	.name = "new-game",
	.arguments = "NAME LANGUAGE DIR",
	.help = "make the folder of a new, working game for you to change",
	.options = game_options,
	.more = "DIR gets a small game, a program that the referee asks for "
		"the rules, the library\nfor such games, a test, a bot and a "
		"README.md.  NAME: a-z and 0-9.\n"
		"Languages: javascript, python.\n",
	.run = run_game,
};
