/*
 * sprt_format.c - two entrants and as many matches as a test may need.
 *
 * The test itself (sprt.h) looks at the results and stops the tournament; the
 * matches do not depend on it.
 */
#include "tournaments/format/contest.h"

enum { ELO0, ELO1, ALPHA, BETA, MODEL, BOARDS_MAX };

enum { BOARDS_NORMAL = 20000 };

/* In the order of enum sprt_model (sprt.h). */
enum { NORMALIZED, LOGISTIC };
static const char *const models[] = {
	[NORMALIZED] = "normalized", [LOGISTIC] = "logistic", NULL
};

static const struct format_option options[] = {
	[ELO0] = { "elo0", OPTION_DECIMAL, "0", -1000, 1000, NULL,
		"H0: the Elo by which the first is better" },
	[ELO1] = { "elo1", OPTION_DECIMAL, "5", -1000, 1000, NULL,
		"H1: the Elo by which the first is better" },
	[ALPHA] = { "alpha", OPTION_DECIMAL, "0.05", 1e-6, 1 - 1e-6, NULL,
		"probability of accepting H1 when H0 is true" },
	[BETA] = { "beta", OPTION_DECIMAL, "0.05", 1e-6, 1 - 1e-6, NULL,
		"probability of accepting H0 when H1 is true" },
	[MODEL] = { "model", OPTION_WORD, "normalized", 0, 0, models,
		"what elo0 and elo1 measure" },
	[BOARDS_MAX] = { "boards_max", OPTION_INT, NULL, 1, 1e9, NULL,
		"boards after which it ends undecided" },
	{ 0 }
};

static int settle_boards(struct contest *contest, struct error *err)
{
	struct option_value *most = &contest->option[BOARDS_MAX];
	long long boards = contest->boards, extra;

	if (!most->given)
		most->number = boards > BOARDS_NORMAL ? boards :
			BOARDS_NORMAL - BOARDS_NORMAL % boards;
	extra = most->number % boards;
	if (extra == 0)
		return contest_check_size(contest, (double)(most->number /
							   boards), err);
	if (most->number < boards)
		return error_set(err, "\"boards_max\" has to be a multiple of "
				 "the %lld boards of a match, not %lld",
				 boards, most->number);
	return error_set(err, "\"boards_max\" has to be a multiple of the "
			 "%lld boards of a match: %lld or %lld, not %lld",
			 boards, most->number - extra,
			 most->number - extra + boards, most->number);
}

/* Normalized Elo is for scores of few values; those with luck taken out have
   many. */
static int settle_model(struct contest *contest, struct error *err)
{
	struct option_value *model = &contest->option[MODEL];

	if (!contest->adjusted)
		return 0;
	if (!model->given)
		model->number = LOGISTIC;
	return model->number == LOGISTIC ? 0 :
		error_set(err, "with \"luck\" the hypotheses are in Elo: leave "
			  "out \"model\", or give \"logistic\"");
}

static int settle(struct contest *contest, struct error *err)
{
	const struct option_value *option = contest->option;

	if (contest->result == RESULT_TEAMS || contest->seats > 2)
		return error_set(err, "only for matches of two seats: play "
				 "another format and compare two of its "
				 "entrants with `tournament sprt DIR A B`");
	if (contest->entrants != 2)
		return error_set(err, "for exactly two entrants, found %d",
				 contest->entrants);
	if (contest->matches != 1)
		return error_set(err, "plays match by match up to "
				 "\"boards_max\": leave out \"matches\"");
	if (contest->until_error != 0)
		return error_set(err, "only the test ends it: leave out "
				 "\"until_error\"");
	if (option[ELO1].decimal <= option[ELO0].decimal)
		return error_set(err, "\"elo1\" (%s) has to be above \"elo0\" "
				 "(%s)", option[ELO1].text, option[ELO0].text);
	if (option[ALPHA].decimal + option[BETA].decimal >= 1)
		return error_set(err, "\"alpha\" (%s) and \"beta\" (%s) must "
				 "add up to less than 1",
				 option[ALPHA].text, option[BETA].text);
	if (settle_model(contest, err) != 0)
		return -1;
	return settle_boards(contest, err);
}

/* A round is one match, as the test may stop after any. */
static void round_of(const struct contest *contest, struct fixtures *next)
{
	long long rounds = contest->option[BOARDS_MAX].number / contest->boards;
	uint32_t made = (uint32_t)contest->past.count;
	int first = contest_turn(contest, 2, made);

	if (made < rounds)
		fixtures_add(next, made + 1, 0, (int[]){ first, 1 - first }, 2,
			     contest->boards);
}

const struct format format_sprt = {
	.name = "sprt", .version = 1,
	.help = "tests whether the first of two is better, until it decides",
	.options = options, .independent = true, .is_test = true,
	.settle = settle, .round = round_of
};
