/*
 * cmd_luck.c - tournament luck: how much of the results is due to the dice.
 */
#include "tournaments/cmd/commands.h"
#include "tournaments/cmd/read_record.h"
#include "tournaments/luck/luck_learn.h"
#include "tournaments/report/luck_show.h"
#include "tournaments/tables/book_games.h"

struct luck_wanted {
	const char *folder;
	struct read_luck luck;
	enum report_form form;
	bool fit;
};

static const struct option options[] = {
	OPTIONS_ARGUMENT("DIR", struct luck_wanted, folder),
	REPORT_OPTIONS(struct luck_wanted, form),
	READ_LUCK_OPTIONS(struct luck_wanted, luck),
	{ "--fit", NULL,
	  "print a luck file fitted to these games, for later tournaments",
	  OPTIONS_FLAG(struct luck_wanted, fit) },
	{ 0 }
};

static int show_pairs(struct luck_wanted *wanted, const struct record *record,
		      struct error *err)
{
	struct luck_source *source = &wanted->luck.source;
	struct luck_show_source shown = {
		.f = luck_file_words[source->file.f],
		.beta = source->file.beta_millionths, .fixed = source->fixed };
	OWNED(luck_pairs) struct luck_pairs pairs = {0};
	OWNED(games_table) struct games_table table = {0};
	struct text out = {0};
	int result;

	book_games_table_init(&table, record);
	result = read_luck_games(&wanted->luck, record, &table, err);
	shown.kept = source->kept;
	if (result == 0) {
		luck_pairs_make(&table, ladder_defaults.cluster,
				source->file.beta_millionths, &pairs);
		luck_show_pairs(&table, &pairs, &shown, wanted->form, &out);
		command_line_print(&out);
		if (wanted->form == REPORT_CSV)
			read_luck_say_kept(&wanted->luck, "luck");
	}
	return result;
}

static int show_fit(struct luck_wanted *wanted, const struct record *record,
		    struct error *err)
{
	OWNED(luck_file) struct luck_file learned = {0};
	struct text out = {0};
	int result = luck_learn(record, &wanted->luck.source,
				&wanted->luck.work, &learned, err);

	if (result == 0) {
		luck_file_write(&learned, &out);
		command_line_print(&out);
	}
	return result;
}

static enum exit_code run(struct options *line, struct error *err)
{
	struct luck_wanted wanted = {0};
	OWNED(record) struct record record = {0};
	enum exit_code code = EXIT_TROUBLE;

	if (options_read(line, &wanted, err) == 0 &&
	    read_record(&record, wanted.folder, "luck", true, err) == 0) {
		if (wanted.fit && wanted.form != REPORT_TEXT)
			error_set(err, "--fit: prints a luck file: leave out "
				  "--csv and --json");
		else if (read_luck_begin(&wanted.luck, &record, err) == 0 &&
			 (wanted.fit ? show_fit : show_pairs)
			 (&wanted, &record, err) == 0)
			code = EXIT_YES;
	}
	read_luck_release(&wanted.luck);
	return code;
}

const struct command command_luck = {
	.name = "luck",
	.arguments = "DIR [OPTIONS]",
	.help = "how much of the results is due to the dice",
	.options = options,
	.more = "Analyses every log and keeps the luck of every game in "
		"DIR/luck.csv.  For each pair it\nprints the score, the luck "
		"in it and the score without it.  The mean luck is 0, whoever\n"
		"plays: a z beyond 4 means that something is wrong with the "
		"measure or with the dice.\ndocs/luck.md explains the "
		"numbers.\n",
	.run = run,
};
