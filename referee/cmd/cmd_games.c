/*
 * cmd_games.c - referee games: what can be played, and with which options.
 */
#include <stdio.h>
#include <string.h>

#include "audit/rules_program.h"
#include "cmd/commands.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/luck_file.h"

enum { GAMES_VERSION = 1 };

struct games_options {
	const char *name;
	struct rules_program program;
	struct options_list rules;
	int seats;              /* 0: the fewest */
	bool json, luck;
};

static const struct option options[] = {
	{ "NAME", NULL, NULL, OPTIONS_TEXT(struct games_options, name) },
	{ "--game-files", "F[,F]..", "all files of a game that is a program",
		OPTIONS_TEXT(struct games_options, program.files) },
	{ "--rules", "K=V[,K=V]..", "refuse options that do not go together",
		OPTIONS_LIST(struct games_options, rules) },
	{ "--seats", "N", "with --rules, for so many players (the fewest)",
		OPTIONS_INTEGER(struct games_options, seats, 2,
				GAME_SEATS_MAX) },
	{ "--json", NULL, "print one JSON object per game",
		OPTIONS_FLAG(struct games_options, json) },
	{ "--luck", NULL, "print the luck file for its default rules",
		OPTIONS_FLAG(struct games_options, luck) },
	{ 0 }
};

/* ### as JSON */

/* The kind of result for each possible number of players. */
static void put_results(struct json_writer *w, const struct game *game)
{
	int values[GAME_RULES_MAX];
	struct error unused;
	char seats[16];

	rules_defaults(game, values);
	json_put_open(w, "result", '{');
	for (int n = game->seats_min; n <= game->seats_max; n++) {
		if (rules_check(game, n, values, &unused) != 0)
			continue;
		snprintf(seats, sizeof seats, "%d", n);
		json_put_string(w, seats, game_result_words[game->result(n, values)]);
	}
	json_close(w, '}');
}

static void put_rule(struct json_writer *w, const struct rule *rule)
{
	static const char *const types[] = {
		[RULE_INT] = "int", [RULE_BOOL] = "bool",
		[RULE_WORD] = "word", [RULE_CHOICE] = "choice",
	};

	json_open(w, '{');
	json_put_string(w, "name", rule->name);
	json_put_string(w, "type", types[rule->type]);
	json_key(w, "default");
	rules_write_value(rule, rule->normal, w);
	if (rule->type == RULE_INT) {
		json_put_int(w, "min", rule->min);
		json_put_int(w, "max", rule->max);
	}
	if (rule->words != NULL) {
		json_put_open(w, "words", '[');
		for (int i = 0; rule->words[i] != NULL; i++)
			json_string(w, rule->words[i]);
		json_close(w, ']');
	}
	json_put_string(w, "help", rule->help);
	json_close(w, '}');
}

static void print_json(const struct game *game)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	json_put_int(&w, "v", GAMES_VERSION);
	json_put_string(&w, "name", game->name);
	json_put_string(&w, "title", game->title);
	json_key(&w, "seats");
	json_ints(&w, (int[]){ game->seats_min, game->seats_max }, 2);
	json_put_int(&w, "stride", game->stride);
	put_results(&w, game);
	json_put_open(&w, "rules", '[');
	for (int i = 0; game->rules[i].name != NULL; i++)
		put_rule(&w, &game->rules[i]);
	json_close(&w, ']');
	json_put_open(&w, "events", '[');
	for (int i = 0; game->events[i].name != NULL; i++) {
		json_open(&w, '{');
		json_put_string(&w, "name", game->events[i].name);
		json_put_string(&w, "sentence", game->events[i].sentence);
		json_close(&w, '}');
	}
	json_close(&w, ']');
	json_close(&w, '}');
	command_line_print_json(&w);
}

/* ### as text */

static void print_rules(const struct game *game)
{
	struct text out = {0};

	text_add(&out, "Options, as NAME=VALUE:\n");
	for (int i = 0; game->rules[i].name != NULL; i++) {
		const struct rule *rule = &game->rules[i];

		text_printf(&out, "  %s  ", rule->name);
		rules_range_text(rule, &out);
		text_add(&out, "  (");
		rules_value_text(rule, rule->normal, &out);
		text_printf(&out, ")\n      %s\n", rule->help);
	}
	command_line_print(&out);
}

static void print_game(const struct game *game)
{
	printf("%s%s (%s), %d to %d players\n\n%s\n", game->program != NULL ?
	       "Game: " : "", game->title, game->name, game->seats_min,
	       game->seats_max, game->sheet);
	print_rules(game);
	if (game->program != NULL)
		return;
	puts("\nEvents, as replay shows them:");
	for (int i = 0; game->events[i].name != NULL; i++)
		printf("  %-13s %s\n", game->events[i].name,
		       game->events[i].sentence);
}

static int print_luck(const struct game *game, struct error *err)
{
	OWNED(luck_file) struct luck_file file = {0};
	int rule[GAME_RULES_MAX];
	struct text out = {0};

	rules_defaults(game, rule);
	if (luck_file_default(&file, game, rule, game->seats_min, err) != 0)
		return -1;
	luck_file_write(&file, &out);
	command_line_print(&out);
	return 0;
}

static void print_list(void)
{
	printf("%-12s %-32s players\n", "name", "title");
	for (int i = 0; games_list[i] != NULL; i++)
		printf("%-12s %-32s %d to %d\n", games_list[i]->name,
		       games_list[i]->title, games_list[i]->seats_min,
		       games_list[i]->seats_max);
	puts("\n\"referee games NAME\" prints its rules.");
}

/* ### the command */

static void print(const struct games_options *wanted, const struct game *game)
{
	struct json_writer w = {0};

	if (!wanted->json && game == NULL) {
		print_list();
	} else if (!wanted->json) {
		print_game(game);
	} else if (game != NULL && game->program != NULL) {
		program_game_describe(game->program, &w);
		command_line_print_json(&w);
	} else {
		for (int i = 0; games_list[i] != NULL; i++)
			if (game == NULL || game == games_list[i])
				print_json(games_list[i]);
	}
}

static int check_rules(const struct games_options *wanted,
		       const struct game *game, struct error *err)
{
	const int seats = wanted->seats > 0 ? wanted->seats : game->seats_min;
	int rule[GAME_RULES_MAX];

	if (wanted->rules.count == 0)
		return 0;
	rules_defaults(game, rule);
	return rules_set_words(game, &wanted->rules, rule, err) != 0 ||
		rules_check(game, seats, rule, err) != 0 ||
		program_game_check(game, err) != 0 ? -1 : 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct games_options wanted = {0};
	struct rules_program *program = &wanted.program;
	const struct game *game = NULL;
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) != 0)
		return EXIT_TROUBLE;
	if ((wanted.luck || wanted.rules.count > 0) && wanted.name == NULL) {
		options_missing(line, "NAME", err);
		return EXIT_TROUBLE;
	}
	/* A path, several words or a file is a program. */
	if (wanted.name != NULL && match_config_is_program(wanted.name))
		program->command = wanted.name;
	if (rules_program_open(program, err) == 0) {
		if (program->host.game != NULL)
			game = program_game_of(program->host.game);
		else if (wanted.name != NULL)
			game = games_need(wanted.name, err);
		if (game != NULL && check_rules(&wanted, game, err) != 0) {
			code = EXIT_TROUBLE;
		} else if (wanted.luck && game != NULL) {
			code = print_luck(game, err) == 0 ? EXIT_YES :
				EXIT_TROUBLE;
		} else if (game != NULL || wanted.name == NULL) {
			print(&wanted, game);
			code = EXIT_YES;
		}
	}
	rules_program_release(program);
	return code;
}

const struct command command_games = {
	.name = "games",
	.arguments = "[NAME | COMMAND | FILE.json] [--json|--luck] [--rules K=V..] "
		"[--seats N]",
	.help = "list the games, or print the rules and options of one",
	.options = options,
	.more = "COMMAND is a game that is a program: a path or several "
		"words; a match or\ntournament file names one, too.\n",
	.run = run,
};
