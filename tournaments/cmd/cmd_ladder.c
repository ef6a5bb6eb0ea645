/*
 * cmd_ladder.c - tournament ladder: ratings with honest errors.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/cmd/commands.h"
#include "tournaments/report/chart.h"
#include "tournaments/report/decimals.h"
#include "tournaments/report/history_show.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/report/report_options.h"
#include "tournaments/report/sequential_elo_show.h"
#include "tournaments/tables/book_games.h"

static const struct option options[] = {
	SHOWN_AS_OPTIONS,
	{ "--games", "FILE", "instead of folders: games as CSV, see docs/"
		"ratings.md" },
	{ "--prior", "SD|none", "standard deviation of the prior in logits "
		"(2)" },
	{ "--scale", "score|odds", "what an Elo is (score)" },
	{ "--cluster", "block|match|game", "what is independent (block)" },
	{ "--forfeits", "loss|drop|separate", "games with a fault (loss)" },
	{ "--result", "KIND", "ranking, winner or teams (the game's)" },
	{ "--no-seat-effects", NULL, "as if every seat were worth the same" },
	{ "--anchor", "NAME[=ELO]", "shift the ratings so that NAME has ELO "
		"(0)" },
	{ "--top", "K", "errors of so many when there are very many (100)" },
	{ "--best", NULL, "add the chance to be the best" },
	{ "--simultaneous", NULL, "rank intervals that hold all at once" },
	{ "--los", "FILE", "write who is better than whom, as CSV" },
	{ "--cov", NULL, "with --json: the covariance of the ratings" },
	{ "--svg", "FILE", "draw the ratings with their errors" },
	{ "--live", NULL, "live Elo game by game, which is not the ladder" },
	{ "--history", NULL, "the ladder over the course of the tournament; "
		"with --svg drawn too" },
	{ 0 }
};

enum { GAMES = SHOWN_AS_COUNT, PRIOR, SCALE, CLUSTER, FORFEITS, RESULT,
	NO_SEAT_EFFECTS, ANCHOR, TOP, BEST, SIMULTANEOUS, LOS, COV, SVG, LIVE,
	HISTORY };

struct wanted {
	const char **folder;
	int folders;
	const char *games, *los, *svg;
	enum shown_as as;
	struct ladder_options ladder;
	char *anchor;           /* owned */
	int result;             /* -1: the game's */
	bool best, cov, live, history;
};

/* ### options */

static int find_word(const struct options *at, const char *option,
		     const char *const *words, int *word, struct error *err)
{
	struct text known = {0};

	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(at->value, words[i]) == 0) {
			*word = i;
			text_release(&known);
			return 0;
		}
		text_printf(&known, "%s%s", i > 0 ? ", " : "", words[i]);
	}
	error_set(err, "%s: expected one of %s, found \"%s\"", option,
		  text_string(&known), at->value);
	text_release(&known);
	return -1;
}

static int read_anchor(struct wanted *wanted, const char *text,
		       struct error *err)
{
	const char *equals = strrchr(text, '=');

	free(wanted->anchor);
	wanted->anchor = memory_copy_bytes(text, equals != NULL ?
					   (size_t)(equals - text) :
					   strlen(text));
	wanted->ladder.anchor = wanted->anchor;
	wanted->ladder.anchor_elo = 0;
	return equals == NULL ? 0 :
		decimals_read("--anchor", equals + 1, -1e6, 1e6,
			      &wanted->ladder.anchor_elo, err);
}

static int set_option(struct wanted *wanted, int option,
		      const struct options *at, struct error *err)
{
	struct ladder_options *ladder = &wanted->ladder;
	long long number;
	int word = 0, result = 0;

	switch (option) {
	case PRIOR:
		if (strcmp(at->value, "none") == 0)
			ladder->prior = 0;
		else
			result = decimals_read("--prior", at->value, 0.001,
					       1000, &ladder->prior, err);
		break;
	case SCALE:
		result = find_word(at, "--scale", ladder_scales, &word, err);
		ladder->scale = (enum ladder_scale)word;
		break;
	case CLUSTER:
		result = find_word(at, "--cluster", ladder_clusters, &word,
				   err);
		ladder->cluster = (enum ladder_cluster)word;
		break;
	case FORFEITS:
		result = find_word(at, "--forfeits", ladder_forfeits, &word,
				   err);
		ladder->forfeits = (enum ladder_forfeits)word;
		break;
	case RESULT:
		result = find_word(at, "--result", result_words, &word, err);
		wanted->result = word;
		break;
	case ANCHOR:
		result = read_anchor(wanted, at->value, err);
		break;
	case TOP:
		result = options_number(at, "--top", 1, ENTRANTS_MAX, &number,
					err);
		if (result == 0)
			ladder->top = (int)number;
		break;
	default:
		break;
	}
	return result;
}

static void set_flag(struct wanted *wanted, int option,
		     const struct options *at)
{
	switch (option) {
	case OPTION_CSV:
		wanted->as = SHOWN_CSV;
		break;
	case OPTION_JSON:
		wanted->as = SHOWN_JSON;
		break;
	case GAMES:
		wanted->games = at->value;
		break;
	case LOS:
		wanted->los = at->value;
		break;
	case SVG:
		wanted->svg = at->value;
		break;
	case NO_SEAT_EFFECTS:
		wanted->ladder.seat_effects = false;
		break;
	case BEST:
		wanted->best = true;
		break;
	case SIMULTANEOUS:
		wanted->ladder.simultaneous = true;
		break;
	case COV:
		wanted->cov = true;
		break;
	case LIVE:
		wanted->live = true;
		break;
	case HISTORY:
		wanted->history = true;
		break;
	default:
		break;
	}
}

static int check_options(const struct wanted *wanted, struct error *err)
{
	if ((wanted->folders > 0) == (wanted->games != NULL))
		return error_set(err, "expected folders of tournaments, or "
				 "--games FILE: tournament ladder DIR..");
	if (wanted->live && (wanted->history || wanted->svg != NULL ||
			     wanted->los != NULL))
		return error_set(err, "--live is not the ladder: it stands "
				 "without --history, --svg and --los");
	/* Its lines may be in any order, so none of them is. */
	if (wanted->games != NULL && (wanted->live || wanted->history))
		return error_set(err, "--%s: games of a CSV have no course; "
				 "expected folders of tournaments",
				 wanted->live ? "live" : "history");
	if (wanted->cov && wanted->as != SHOWN_JSON)
		return error_set(err, "--cov is for --json");
	return 0;
}

static int read_options(struct wanted *wanted, int argc, char **argv,
			struct error *err)
{
	struct options at = { .argc = argc, .argv = argv, .table = options };
	int found;

	wanted->folder = memory_new((size_t)argc, sizeof *wanted->folder);
	while ((found = options_next(&at, err)) != OPTIONS_END) {
		if (found == OPTIONS_WRONG)
			return -1;
		if (found == OPTIONS_ARGUMENT)
			wanted->folder[wanted->folders++] = at.value;
		else if (set_option(wanted, found, &at, err) != 0)
			return -1;
		set_flag(wanted, found, &at);
	}
	return check_options(wanted, err);
}

/* ### the ladder */

struct made {
	struct games_table table;
	struct ladder ladder;
	struct history history;
	const char *game;       /* its name; NULL: not known */
	struct text same;       /* lines about entrants with the same files */
};

static void made_release(struct made *made)
{
	history_release(&made->history);
	ladder_release(&made->ladder);
	games_table_release(&made->table);
	text_release(&made->same);
}

static int read_games(const struct wanted *wanted, struct record *records,
		      struct made *made, struct error *err)
{
	struct games_table *table = &made->table;

	if (wanted->games != NULL) {
		games_table_init(table, NULL);
		return games_table_read_csv(table, wanted->games, err);
	}
	for (int i = 0; i < wanted->folders; i++) {
		if (record_read(&records[i], wanted->folder[i], err) != 0)
			return -1;
		if (i == 0)
			rated_table_init(table, &records[0]);
		if (rated_same_game(&records[0], &records[i], err) != 0 ||
		    rated_add(table, &records[i], err) != 0)
			return -1;
		rated_same_files(table, &records[i], &made->same);
	}
	made->game = records[0].tournament.game->name;
	return 0;
}

static int write_file(const char *path, const struct text *bytes,
		      struct error *err)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (file == NULL)
		return error_set(err, "cannot create %s: %s", path,
				 strerror(errno));
	good = fwrite(bytes->bytes, 1, bytes->length, file) == bytes->length;
	if (fclose(file) != 0 || !good)
		return error_set(err, "cannot write %s: %s", path,
				 strerror(errno));
	return 0;
}

/* --los and --svg: before the table, which stands for success. */
static int write_files(const struct wanted *wanted, const struct made *made,
		       struct error *err)
{
	struct text out = {0};
	int result = 0;

	if (wanted->los != NULL) {
		ladder_show_los(&made->ladder, &out);
		result = write_file(wanted->los, &out, err);
	}
	text_clear(&out);
	if (wanted->svg != NULL && result == 0) {
		chart_make(&made->ladder, wanted->history ? &made->history
			   : NULL, made->game, &out);
		result = write_file(wanted->svg, &out, err);
	}
	text_release(&out);
	return result;
}

/* The heading ends with a blank line, which the lines about entrants with the
   same files go before. */
static void show_heading(const struct made *made, struct text *out)
{
	ladder_show_heading(&made->ladder, made->game, out);
	out->length--;
	text_append(out, made->same.bytes, made->same.length);
	text_byte(out, '\n');
}

static void show(const struct wanted *wanted, const struct made *made)
{
	const struct ladder *ladder = &made->ladder;
	struct text out = {0};

	if (wanted->as == SHOWN_TEXT)
		show_heading(made, &out);
	if (wanted->as == SHOWN_CSV && wanted->history)
		history_show_csv(&made->history, ladder, &out);
	else if (wanted->as == SHOWN_JSON && wanted->history)
		history_show_json(&made->history, ladder, made->game, &out);
	else if (wanted->history)
		history_show_text(&made->history, ladder, &out);
	else if (wanted->as == SHOWN_CSV)
		ladder_show_csv(ladder, wanted->best, &out);
	else if (wanted->as == SHOWN_JSON)
		ladder_show_json(ladder, made->game, wanted->best, wanted->cov,
				 &out);
	else
		ladder_show_text(ladder, wanted->best, &out);
	fputs(text_string(&out), stdout);
	text_release(&out);
}

static void show_live(const struct wanted *wanted, const struct made *made)
{
	enum ladder_forfeits forfeits = wanted->ladder.forfeits;

	if (wanted->as == SHOWN_CSV)
		live_show_csv(&made->table, forfeits, stdout);
	else if (wanted->as == SHOWN_JSON)
		live_show_json(&made->table, forfeits, made->game, stdout);
	else
		live_show_text(&made->table, forfeits, made->game, stdout);
}

static int make(const struct wanted *wanted, struct record *records,
		struct error *err)
{
	struct made made = {0};
	int result = -1;

	if (read_games(wanted, records, &made, err) != 0)
		goto done;
	if (wanted->result >= 0)
		games_table_set_result(&made.table,
				       (enum result)wanted->result);
	if (wanted->live) {
		show_live(wanted, &made);
		result = 0;
		goto done;
	}
	if (ladder_fit(&made.table, &wanted->ladder, &made.ladder, err) != 0 ||
	    (wanted->history && history_make(&made.table, &wanted->ladder,
					     &made.history, err) != 0) ||
	    write_files(wanted, &made, err) != 0)
		goto done;
	show(wanted, &made);
	result = 0;

done:
	made_release(&made);
	return result;
}

static enum exit_code run(int argc, char **argv, struct error *err)
{
	struct wanted wanted = { .ladder = ladder_defaults, .result = -1 };
	struct record *records = NULL;
	int result = -1;

	if (read_options(&wanted, argc, argv, err) == 0) {
		records = memory_new((size_t)wanted.folders + 1,
				     sizeof *records);
		result = make(&wanted, records, err);
		for (int i = 0; i < wanted.folders; i++)
			record_release(&records[i]);
	}
	free(records);
	free(wanted.anchor);
	free(wanted.folder);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_ladder = {
	.name = "ladder",
	.arguments = "DIR.. | --games FILE  [OPTIONS]",
	.help = "ratings of all entrants, with honest errors",
	.options = options,
	.more = "From the books alone.  Several folders make one ladder: "
		"entrants with the same\nfiles are the same.  docs/ratings.md "
		"says what the numbers mean.\n",
	.run = run,
};
