/*
 * cmd_ladder.c - tournament ladder: ratings with error bars.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fair/doubts.h"
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/report/equal_games.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/ladder_show.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/watch/terminal.h"

struct ladder_request {
	struct options_list folders;    /* at last owned */
	struct options_list games;
	struct options_list anchors;    /* as given */
	const char *prior;
	enum report_form form;
	struct ladder_options ladder;
	struct ladder_anchor *anchor;   /* owned */
	int result;             /* -1: the game's */
	bool best, wdl, pairs, history, same_files, luck;
	struct read_luck luck_from;
};

static const struct option options[] = {
	{ "DIR", NULL, NULL, OPTIONS_LIST(struct ladder_request, folders) },
	REPORT_OPTIONS(struct ladder_request, form),
	{ "--games", "FILE",
	  "read games from a CSV or PGN file, not from folders (may be "
	  "repeated); see docs/ratings.md",
	  OPTIONS_LIST(struct ladder_request, games) },
	{ "--prior", "SD|none",
	  "standard deviation of the prior in logits "
	  "(2)",
	  OPTIONS_TEXT(struct ladder_request, prior) },
	{ "--cluster", "block|match", "what is independent (block)",
	  OPTIONS_WORD(struct ladder_request, ladder.cluster, ladder_clusters,
		       GAMES_CLUSTER_BLOCK, GAMES_CLUSTER_MATCH) },
	{ "--forfeits", "loss|drop|separate", "how games with a fault count (loss)",
	  OPTIONS_WORD(struct ladder_request, ladder.forfeits, ladder_forfeits,
		       FORFEITS_LOSS, FORFEITS_SEPARATE) },
	{ "--result", "KIND", "ranking, winner or teams (the game's)",
	  OPTIONS_WORD(struct ladder_request, result, game_result_words,
		       RESULT_RANKING, RESULT_TEAMS) },
	{ "--same-files", NULL,
	  "join entrants with the same files, whatever their commands",
	  OPTIONS_FLAG(struct ladder_request, same_files) },
	{ "--anchor", "NAME[=ELO[+-ERROR]]",
	  "NAME has ELO (0), up to its ERROR (0); may be repeated",
	  OPTIONS_LIST(struct ladder_request, anchors) },
	{ "--confidence", "PERCENT", "how often intervals are right (95)",
	  OPTIONS_DECIMAL(struct ladder_request, ladder.confidence, 50, 99.9) },
	{ "--best", NULL, "add the probability of being the best",
	  OPTIONS_FLAG(struct ladder_request, best) },
	{ "--wdl", NULL, "add wins, draws and losses, and the share of draws",
	  OPTIONS_FLAG(struct ladder_request, wdl) },
	{ "--pairs", NULL,
	  "print the likelihood of superiority and the "
	  "difference of each pair",
	  OPTIONS_FLAG(struct ladder_request, pairs) },
	{ "--luck", NULL, "add the ladder without the luck of the dice",
	  OPTIONS_FLAG(struct ladder_request, luck) },
	READ_LUCK_OPTIONS(struct ladder_request, luck_from),
	{ "--history", NULL,
	  "the ladder over the course of the tournament",
	  OPTIONS_FLAG(struct ladder_request, history) },
	{ 0 }
};

/* ### options */

static int read_prior(struct ladder_request *wanted, struct error *err)
{
	if (wanted->prior == NULL)
		return 0;
	if (strcmp(wanted->prior, "none") == 0) {
		wanted->ladder.prior = 0;
		return 0;
	}
	return options_decimal("--prior", wanted->prior, 0.001, 1000,
			       &wanted->ladder.prior, err);
}

static int check_options(const struct options *line,
			 const struct ladder_request *wanted, struct error *err)
{
	if (wanted->folders.count == 0 && wanted->games.count == 0)
		return options_missing(line, "DIR", err);
	if (wanted->folders.count > 0 && wanted->games.count > 0)
		return error_set(err, "--games: not allowed with a folder");
	/* The games of a file may be in any order. */
	if (wanted->games.count > 0 && wanted->history)
		return error_set(err, "--history: not allowed with --games, as "
				 "the games of a file have no order");
	if (wanted->pairs && (wanted->form == REPORT_JSON || wanted->history))
		return error_set(err, "--pairs: only with the ladder as text "
				 "or --csv");
	if (wanted->luck && (wanted->games.count > 0 || wanted->history))
		return error_set(err, "--luck: not allowed with --games or "
				 "--history");
	if (wanted->luck_from.file != NULL && !wanted->luck)
		return error_set(err, "--luck-file: only with --luck");
	return 0;
}

/* ### the ladder */

struct made {
	struct games_table table;
	struct ladder ladder;
	struct history history;
	const char *game;       /* its name; NULL: not known */
	struct luck_ladder luck;        /* --luck */
	struct text notes;      /* further lines of the heading */
	struct text equal;      /* which games are equal */
};

static void made_release(struct made *made)
{
	luck_ladder_release(&made->luck);
	history_release(&made->history);
	ladder_release(&made->ladder);
	games_table_release(&made->table);
	text_release(&made->notes);
	text_release(&made->equal);
}

/* Is it the file of a round of a league, as `round-*` names in a shell, too? */
static bool is_file_of_round(const char *path)
{
	AUTOFREE char *folder = memory_copy(path);
	char *ending = strrchr(folder, '.');

	if (ending == NULL || strcmp(ending, ".json") != 0)
		return false;
	*ending = '\0';
	return tournament_folder_is_one(folder);
}

/* The folders of tournaments, with all rounds in place of a league. */
static struct options_list list_folders(const struct options_list *given)
{
	struct options_list all = {0};

	for (int i = 0; i < given->count; i++) {
		const char *word = given->word[i];

		if (!(league_rounds_is_league(word) &&
		      read_record_add_rounds(&all, word) > 0) &&
		    !is_file_of_round(word))
			read_record_add(&all, memory_copy(word));
	}
	/* If only files were named, one is refused. */
	if (all.count == 0 && given->count > 0)
		read_record_add(&all, memory_copy(given->word[0]));
	return all;
}

static int add_games(struct ladder_request *wanted,
		     const struct record *record, struct games_table *table,
		     struct error *err)
{
	if (!wanted->luck)
		return book_games_add(table, record, NULL, err);
	return read_luck_begin(&wanted->luck_from, record, err) != 0 ? -1 :
		read_luck_games(&wanted->luck_from, record, table, err);
}

/* Notes the entrants that ran at a weaker sandbox level, which the ratings do
   not show. */
static void add_levels(const struct manifest *manifest, struct text *notes)
{
	if (doubts_weaker_entrants(manifest->entrant, manifest->entrants,
				   manifest->level, notes))
		text_byte(notes, '\n');
}

static int read_games(struct ladder_request *wanted, struct record *records,
		      struct made *made, struct error *err)
{
	struct games_table *table = &made->table;
	bool equal = false;

	if (wanted->games.count > 0) {
		games_table_init(table, NULL, NULL);
		for (int i = 0; i < wanted->games.count; i++)
			if (read_record_once(&wanted->games, i, err) != 0)
				return -1;
		if (games_table_read(table, wanted->games.word,
				     wanted->games.count, wanted->result >= 0,
				     err) != 0)
			return -1;
		if (table->unfinished > 0)
			text_printf(&made->notes, "%ld game%s without a result "
				    "left out\n", table->unfinished,
				    text_plural(table->unfinished));
		ladder_label_uneven_seats(table, &made->notes);
		made->game = table->game;
		return 0;
	}
	for (int i = 0; i < wanted->folders.count; i++) {
		if (read_record_once(&wanted->folders, i, err) != 0 ||
		    read_record(&records[i], wanted->folders.word[i], "ladder",
				wanted->luck, err) != 0)
			return -1;
		if (i == 0)
			book_games_table_init(table, &records[0]);
		table->same_files = wanted->same_files;
		if (book_games_check_same(&records[0], &records[i], err) != 0 ||
		    add_games(wanted, &records[i], table, err) != 0)
			return -1;
		book_games_same_files(table, &records[i], &made->notes);
		add_levels(&records[i].tournament.manifest, &made->notes);
		if (wanted->form == REPORT_TEXT && !wanted->history)
			equal |= equal_games_quickly(&records[i], -1, -1,
						     &made->equal);
		record_forget_matches(&records[i]);
	}
	if (equal)
		equal_games_explain(&made->equal);
	ladder_label_uneven_seats(table, &made->notes);
	made->game = records[0].tournament.game->name;
	return 0;
}

/* The notes are put before the blank line that ends the heading. */
static void show_heading(const struct made *made, struct text *out)
{
	ladder_show_heading(&made->ladder, made->game, out);
	out->length--;
	text_append(out, made->notes.bytes, made->notes.length);
	text_byte(out, '\n');
}

/* The width for the text; 0: no limit. */
static int columns_of_terminal(void)
{
	const struct terminal terminal = { .fd = STDOUT_FILENO };

	return isatty(STDOUT_FILENO) ? terminal_size(&terminal).columns : 0;
}

static void show(const struct ladder_request *wanted, const struct made *made)
{
	const struct ladder *ladder = &made->ladder;
	int show = (wanted->best ? LADDER_SHOW_BEST : 0) |
		(wanted->wdl ? LADDER_SHOW_WDL : 0);
	int columns = columns_of_terminal();
	const struct luck_show_ladders luck =
		luck_ladder_shown(&made->luck, ladder);
	struct text out = {0};

	if (wanted->form == REPORT_TEXT)
		show_heading(made, &out);
	if (wanted->history)
		history_show(&made->history, ladder, made->game, wanted->form,
			     &out);
	else if (wanted->form == REPORT_CSV && wanted->pairs)
		ladder_show_los(ladder, &out);
	else if (wanted->form == REPORT_CSV && wanted->luck)
		luck_show_ladder_csv(&luck, &out);
	else if (wanted->form == REPORT_CSV)
		ladder_show_csv(ladder, show, &out);
	else if (wanted->form == REPORT_JSON)
		ladder_show_json(ladder, made->game, show,
				 wanted->luck ? &luck : NULL, &out);
	else
		ladder_show_text(ladder, show, columns, &out);
	if (wanted->luck && wanted->form == REPORT_TEXT) {
		text_byte(&out, '\n');
		luck_show_ladder_text(&luck, columns, &out);
	}
	if (wanted->pairs && wanted->form == REPORT_TEXT) {
		text_byte(&out, '\n');
		ladder_show_pairs(ladder, columns > 0 ? columns : 80, &out);
	}
	text_append(&out, made->equal.bytes, made->equal.length);
	command_line_print(&out);
	if (wanted->luck && wanted->form == REPORT_CSV && !wanted->pairs)
		read_luck_say_kept(&wanted->luck_from, "ladder");
}

/* Takes NAME, NAME=ELO or NAME=ELO+-ERROR apart, in place; a name may itself
   have a "=". */
static int read_anchor(char *text, const struct games_table *table,
		       struct ladder_anchor *anchor, struct error *err)
{
	char *elo = strrchr(text, '='), *error;

	anchor->name = text;
	for (int i = 0; elo != NULL && i < table->entrant_count; i++)
		if (strcmp(table->entrants[i].name, text) == 0)
			elo = NULL;
	if (elo == NULL)
		return 0;
	*elo++ = '\0';
	error = strstr(elo, "+-");
	if (error != NULL)
		*error = '\0';
	if (options_decimal("--anchor", elo, -1e6, 1e6, &anchor->elo, err) != 0)
		return -1;
	return error == NULL ? 0 :
		options_decimal("--anchor", error + 2, 0, 1e4, &anchor->error,
				err);
}

static int read_anchors(struct ladder_request *wanted,
			const struct games_table *table, struct error *err)
{
	const int count = wanted->anchors.count;

	wanted->anchor = memory_new((size_t)count, sizeof *wanted->anchor);
	wanted->ladder.anchors = wanted->anchor;
	wanted->ladder.anchor_count = count;
	for (int i = 0; i < count; i++)
		if (read_anchor(wanted->anchors.word[i], table,
				&wanted->anchor[i], err) != 0)
			return -1;
	return 0;
}

static int make(struct ladder_request *wanted, struct record *records,
		struct error *err)
{
	OWNED(made) struct made made = {0};

	if (read_games(wanted, records, &made, err) != 0 ||
	    read_anchors(wanted, &made.table, err) != 0)
		return -1;
	if (wanted->result >= 0)
		games_table_set_result(&made.table,
				       (enum result)wanted->result);
	if (ladder_fit(&made.table, &wanted->ladder, &made.ladder, err) != 0 ||
	    (wanted->luck && luck_ladder_make(&made.luck, &made.table,
					      &wanted->ladder,
					      &wanted->luck_from.source,
					      err) != 0))
		return -1;
	if (wanted->history)
		history_make(&made.table, &made.ladder,
			     wanted->form != REPORT_TEXT, &made.history);
	show(wanted, &made);
	return 0;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct ladder_request wanted = { .ladder = ladder_defaults,
		.result = -1 };
	AUTOFREE struct record *records = NULL;
	int result = -1;

	if (options_read(line, &wanted, err) == 0 &&
	    read_prior(&wanted, err) == 0 &&
	    check_options(line, &wanted, err) == 0) {
		wanted.folders = list_folders(&wanted.folders);
		records = memory_new((size_t)wanted.folders.count + 1,
				     sizeof *records);
		result = make(&wanted, records, err);
		for (int i = 0; i < wanted.folders.count; i++)
			record_release(&records[i]);
		read_record_free(&wanted.folders);
	}
	read_luck_release(&wanted.luck_from);
	free(wanted.anchor);
	return result == 0 ? EXIT_YES : EXIT_TROUBLE;
}

const struct command command_ladder = {
	.name = "ladder",
	.arguments = "DIR.. | --games FILE  [OPTIONS]",
	.help = "ratings of all entrants, with error bars",
	.options = options,
	.more = "Reads the books, and the logs only to say which games are "
		"equal.  Several folders,\nor that of a league, make one "
		"ladder, in which entrants with the same files and the\nsame "
		"command are one entrant.  docs/ratings.md explains the "
		"numbers.\n",
	.run = run,
};
