/*
 * analysis.c - the luck and the mistakes of a log, game by game.
 */
#include "analyse/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "base/printable.h"
#include "games/game.h"
#include "games/race.h"

/* ### the luckiest rolls and the worst moves */

/* Makes room for an amount in the list, dropping the smallest if it is full.
   NULL: the amount is not among the largest. */
static struct moments_one *make_room(struct moments *moments, int most,
				     double amount)
{
	struct moments_one *list;
	int at = moments->count;

	if (most == 0 || (at == most && amount <= moments->list[at - 1].amount))
		return NULL;
	if (moments->list == NULL)
		moments->list = memory_new((size_t)most, sizeof *list);
	list = moments->list;
	if (at == most)
		free(list[--at].words);
	else
		moments->count++;
	for (; at > 0 && list[at - 1].amount < amount; at--)
		list[at] = list[at - 1];
	list[at].amount = amount;
	return &list[at];
}

static int compare_dice(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Appends "game 3, turn 9, ann, 9900:9800, roll 1 1 2", with the scores in the
   order of turns, beginning with the seat's own. */
static void add_place(const struct moments_place *place, struct text *out)
{
	const struct race *race = place->before;
	struct roll roll = *place->roll;

	text_printf(out, "game %u, turn %d, %s, ", place->number,
		    race->turns[place->seat], place->name);
	for (int i = 0; i < race->seats; i++)
		text_printf(out, "%s%d", i == 0 ? "" : ":",
			    race->score[(place->seat + i) % race->seats]);
	if (roll.stream == 0)
		return;
	qsort(roll.value, (size_t)roll.dice, sizeof *roll.value,
	      compare_dice);
	text_add(out, ", roll");
	for (int i = 0; i < roll.dice; i++)
		text_printf(out, " %d", roll.value[i]);
}

/* Appends the name of a card, as the number that was rolled means nothing. */
static void add_card(const struct moments_place *place, const void *after,
		     struct text *out)
{
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(json_tree) cJSON *tree = NULL;
	const cJSON *card;

	json_open(&w, '[');
	place->game->tell(place->before, after, &w);
	json_close(&w, ']');
	tree = json_parse(w.out.bytes, w.out.length);
	card = json_get(cJSON_GetArrayItem(tree, 0), "card");
	if (cJSON_IsString(card))
		text_printf(out, ", card %s", card->valuestring);
}

static char *words_of(struct text *words)
{
	char *copy = memory_copy(text_string(words));

	text_release(words);
	return copy;
}

void moments_roll(struct moments *moments, int most,
		  const struct moments_place *place, const void *after,
		  double expected, double chance)
{
	struct moments_one *one = make_room(moments, most, chance - expected);
	struct text words = {0};

	if (one == NULL)
		return;
	add_place(place, &words);
	if (place->roll->stream == 0)
		add_card(place, after, &words);
	text_printf(&words, ": from %.3f to %.3f", expected, chance);
	one->words = words_of(&words);
}

/* Adds a move with that chance where `best` would have had `best_chance`, if it
   is one of the `most` that lost most so far. */
static void moments_move(struct moments *moments, int most,
			 const struct moments_place *place, int move,
			 double chance, int best, double best_chance)
{
	struct moments_one *one = make_room(moments, most,
					    best_chance - chance);
	struct text words = {0};

	if (one == NULL)
		return;
	add_place(place, &words);
	text_add(&words, ": ");
	place->game->describe(place->before, move, &words);
	text_printf(&words, ", wins %.3f; a player who ", chance);
	place->game->describe(place->before, best, &words);
	text_printf(&words, " wins %.3f", best_chance);
	one->words = words_of(&words);
}

void moments_release(struct moments *moments)
{
	for (int i = 0; i < moments->count; i++)
		free(moments->list[i].words);
	free(moments->list);
	*moments = (struct moments){0};
}

void moments_merge(struct moments *moments, int most, struct moments *from)
{
	for (int i = 0; i < from->count; i++) {
		struct moments_one *one = make_room(moments, most,
						    from->list[i].amount);

		if (one == NULL)
			break;
		one->words = from->list[i].words;
		from->list[i].words = NULL;
	}
	moments_release(from);
}

/* Moves whose worth differs by less are equal up to rounding. */
#define EQUAL 1e-12

/* How far the sum of a game may be off; a correct table is more precise. */
#define SUM_TOLERANCE 1e-6

static int entrant_of(const struct analysis *analysis, int seat)
{
	int seats = analysis->audit->header.entrants;

	return game_place(seat, analysis->game.rotation, seats);
}

static const char *name_of(const struct analysis *analysis, int entrant)
{
	return analysis->audit->header.entrant[entrant].name;
}

static int seats_of(const struct analysis *a)
{
	return a->audit->header.entrants;
}

/* ### the means of entrants */

double analysis_mean(const struct analysis_mean *mean)
{
	return mean->sum / mean->boards;
}

double analysis_margin(const struct analysis_mean *mean)
{
	double n = mean->boards, square;

	if (n < 2)
		return NAN;
	square = fmax(0, mean->squares - mean->sum * mean->sum / n);
	return exact_math_t((long)n - 1, EXACT_MATH_NORMAL_97_5) *
		sqrt(square / (n - 1) / n);
}

/* Ends a board, and counts it if it is complete and without a fault. */
static void end_board(struct analysis *a, bool complete)
{
	const double games = a->audit->header.rotations;

	for (int e = 0; e < seats_of(a); e++)
		for (int i = 0; i < ANALYSIS_FIGURES; i++) {
			struct analysis_mean *mean = &a->entrant[e].mean[i];
			double board = mean->board / games;

			mean->board = 0;
			if (!complete || a->board_fault)
				continue;
			mean->boards++;
			mean->sum += board;
			mean->squares += board * board;
		}
	a->board_fault = false;
}

static void add_to_entrants(struct analysis *a)
{
	const struct analysis_game *g = &a->game;

	for (int s = 0; s < seats_of(a); s++) {
		struct analysis_entrant *e =
			&a->entrant[entrant_of(a, s)];

		e->mean[ANALYSIS_POINTS].board += g->points[s];
		e->mean[ANALYSIS_LUCK].board += g->luck_total[s];
		e->mean[ANALYSIS_ADJUSTED].board += g->points[s] -
			g->luck_total[s];
		e->mean[ANALYSIS_LOSS].board += g->loss[s];
		e->real += g->real[s];
		e->loss += g->loss[s];
	}
}

/* ### as JSON lines, which docs/luck.md describes */

enum { ANALYSIS_VERSION = 1 };

static void put_decimals(struct json_writer *w, const char *key,
			 const double *number, int count)
{
	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++)
		json_word(w, DECIMAL(number[i], 6, false));
	json_close(w, ']');
}

static void put_counts(struct json_writer *w, const char *key,
		       const uint32_t *number, int count)
{
	json_put_open(w, key, '[');
	for (int i = 0; i < count; i++)
		json_int(w, number[i]);
	json_close(w, ']');
}

static void put_null(struct json_writer *w, const char *key)
{
	json_key(w, key);
	json_null(w);
}

static struct json_writer *open_line(struct analysis *a)
{
	json_clear(&a->line);
	json_open(&a->line, '{');
	return &a->line;
}

static void close_line(struct analysis *a)
{
	json_close_line(&a->line);
	text_append(&a->out, a->line.out.bytes, a->line.out.length);
}

static void json_head(struct analysis *a)
{
	struct json_writer *w = open_line(a);

	json_put_int(w, "analyse", ANALYSIS_VERSION);
	json_put_string(w, "game", a->audit->game->name);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < seats_of(a); i++)
		json_string(w, name_of(a, i));
	json_close(w, ']');
	json_put_string(w, "f", luck_file_words[a->choice.file.f]);
	if (a->audit->finished)
		json_put_hash(w, "log", &a->audit->digest);
	close_line(a);
}

static void json_game(struct analysis *a)
{
	static const char *const lists[] = { "start", "luck", "loss",
					     "luck_total" };
	const struct analysis_game *g = &a->game;
	const int seats = seats_of(a);
	struct json_writer *w = open_line(a);

	json_put_int(w, "game", g->number);
	json_put_int(w, "board", g->board);
	json_put_open(w, "seats", '[');
	for (int s = 0; s < seats; s++)
		json_int(w, entrant_of(a, s));
	json_close(w, ']');
	json_put_bool(w, "fault", g->fault);
	put_decimals(w, "points", g->points, seats);
	for (size_t i = 0; g->fault && i < sizeof lists / sizeof *lists; i++)
		put_null(w, lists[i]);
	if (!g->fault) {
		put_decimals(w, "start", g->start, seats);
		put_decimals(w, "luck", g->luck, seats);
		if (a->choice.worth.kind->exact)
			put_decimals(w, "loss", g->loss, seats);
		else
			put_null(w, "loss");
		put_decimals(w, "luck_total", g->luck_total, seats);
		put_counts(w, "decisions", g->decisions, seats);
		if (a->choice.worth.kind->exact)
			put_counts(w, "real", g->real, seats);
	}
	if (a->positions && !g->fault) {
		json_put_open(w, "turns", '[');
		text_append(&w->out, a->turns.out.bytes, a->turns.out.length);
		json_close(w, ']');
	}
	close_line(a);
}

/* The hash of the log, which comes first, is known at its end. */
static void json_end(struct analysis *a)
{
	OWNED(text) struct text games = a->out;

	a->out = (struct text){0};
	json_head(a);
	text_append(&a->out, games.bytes, games.length);
}

/* ### for people */

enum { NAME_MAX_COLUMNS = 20 };

static int name_width(const struct analysis *a)
{
	int width = 0;

	for (int e = 0; e < seats_of(a); e++) {
		int one = printable_width(name_of(a, e));

		width = one > width ? one : width;
	}
	return width < NAME_MAX_COLUMNS ? width : NAME_MAX_COLUMNS;
}

static void add_name(const struct analysis *a, int entrant, struct text *out)
{
	text_add(out, "  ");
	printable_cell(out, name_of(a, entrant), name_width(a), false);
}

static void plain_begin(struct analysis *a)
{
	const bool exact = a->choice.worth.kind->exact;

	text_printf(&a->out, "%s: luck%s by ", a->audit->game->title,
		    exact ? " and mistakes" : "");
	printable_bytes(&a->out, a->choice.about.bytes,
			a->choice.about.length);
	text_add(&a->out, exact ? ".\n" :
		 ".\nWithout a table there are no mistakes.\n");
}

/* Appends " + 0.123" or " - 0.123". */
static void add_term(struct text *out, double term)
{
	const char *text = DECIMAL(term, 3, false);

	if (text[0] == '-')
		text_printf(out, " - %s", text + 1);
	else
		text_printf(out, " + %s", text);
}

static void write_sum(struct analysis *a, int seat)
{
	const struct analysis_game *g = &a->game;
	struct text *out = &a->sums;
	double others = 0;

	for (int s = 0; s < seats_of(a); s++)
		others += s == seat ? 0 : g->loss[s];
	add_name(a, entrant_of(a, seat), out);
	text_printf(out, "  %.3g = %s", g->points[seat],
		    DECIMAL(g->start[seat], 3, false));
	add_term(out, g->luck[seat]);
	add_term(out, g->luck_total[seat] - g->luck[seat]);
	if (!a->choice.worth.kind->exact) {
		add_term(out, g->moves[seat]);
	} else {
		add_term(out, -g->loss[seat]);
		add_term(out, others);
		if (g->used_up)
			add_term(out, g->moves[seat] + g->loss[seat] - others);
	}
	text_byte(out, '\n');
}

static void plain_game(struct analysis *a)
{
	const struct analysis_game *g = &a->game;

	if (a->only == 0 && !a->each)
		return;
	text_printf(&a->sums, "\nGame %u, board %u, rotation %d%s\n", g->number,
		    g->board, g->rotation, g->fault ?
		    ": left out, because of a fault" : g->used_up ?
		    ": the turns were used up" : "");
	for (int s = 0; !g->fault && s < seats_of(a); s++)
		write_sum(a, s);
}

static void write_moments(struct analysis *a, const char *title,
			  const struct moments *moments)
{
	if (moments->count == 0)
		return;
	text_printf(&a->out, "\n%s\n", title);
	for (int i = 0; i < moments->count; i++) {
		text_printf(&a->out, "  %.3f  ", moments->list[i].amount);
		printable_bytes(&a->out, moments->list[i].words,
				strlen(moments->list[i].words));
		text_byte(&a->out, '\n');
	}
}

/* Appends a gap and "0.123 +- 0.045" in 15 columns; for a single board without
   the margin. */
static void add_mean(struct text *out, const struct analysis_mean *mean,
		     bool sign)
{
	double margin = analysis_margin(mean);

	text_printf(out, "  %6s",
		    DECIMAL(analysis_mean(mean), 3, sign));
	if (isnan(margin))
		text_printf(out, "%9s", "");
	else
		text_printf(out, " +- %-5s",
			    DECIMAL(margin, 3, false));
}

static void write_entrants(struct analysis *a)
{
	const bool exact = a->choice.worth.kind->exact;
	const uint32_t boards = a->entrant[0].mean[ANALYSIS_POINTS].boards;

	if (a->only > 0 || boards == 0)
		return;
	text_printf(&a->out, "\nA game, +- 95%% over %u board%s%s:\n  %-*s  "
		    "%-15s  %-15s  %-15s", boards, text_plural(boards),
		    a->faults > 0 ? " without a fault" : "", name_width(a),
		    "", "points", "luck", "without luck");
	text_add(&a->out, exact ? "  mistakes         per 100 real decisions\n" :
		 "\n");
	for (int e = 0; e < seats_of(a); e++) {
		const struct analysis_entrant *entrant = &a->entrant[e];

		add_name(a, e, &a->out);
		for (int i = 0; i < ANALYSIS_FIGURES - !exact; i++)
			add_mean(&a->out, &entrant->mean[i],
				 i == ANALYSIS_LUCK);
		if (exact && entrant->real > 0)
			text_printf(&a->out, "  %.3f", 100 * entrant->loss /
				    (double)entrant->real);
		else if (exact)
			text_add(&a->out, "  -");
		text_byte(&a->out, '\n');
	}
}

static void write_sums(struct analysis *a)
{
	if (a->sums.length == 0)
		return;
	text_printf(&a->out, "\nPoints = start + own luck + luck of others "
		    "%s:\n", a->choice.worth.kind->exact ?
		    "- own mistakes + mistakes of others" : "+ all moves");
	text_append(&a->out, a->sums.bytes, a->sums.length);
}

static void plain_end(struct analysis *a)
{
	if (a->only > 0)
		write_sums(a);
	write_entrants(a);
	write_moments(a, "The luckiest rolls:", &a->lucky);
	write_moments(a, "The worst moves:", &a->wrong);
	if (a->only == 0)
		write_sums(a);
}

/* ### the callbacks of the audit */

/* Makes the audit stop at the end of this game. */
static void stop(struct analysis *a)
{
	a->failed = true;
	a->audit->only_game = 1;
}

static bool shown(const struct analysis *a)
{
	return !a->failed && !a->game.fault &&
		(a->only == 0 || a->only == a->game.number);
}

static void begin(void *context, const struct log_step *at)
{
	struct analysis *a = context;

	a->game = (struct analysis_game){ .number = at->games + 1,
		.board = log_step_board(at),
		.rotation = log_step_rotation(at) };
	a->started = false;
	memset(a->turn, 0, sizeof a->turn);
	json_clear(&a->turns);
	moments_release(&a->new_lucky);
	moments_release(&a->new_wrong);
	if (a->opened)
		return;
	a->opened = true;
	if (worth_choice_open(&a->choice, a->audit->game, seats_of(a),
			      a->audit->rule, &a->error) != 0)
		stop(a);
	else if (!a->json)
		plain_begin(a);
}

/* Notes [mover,score,..] when a turn begins. */
static void note_turn(struct analysis *a, const struct race *race)
{
	if (!a->positions || race->turns[race->seat] == a->turn[race->seat])
		return;
	a->turn[race->seat] = race->turns[race->seat];
	json_open(&a->turns, '[');
	json_int(&a->turns, race->seat);
	for (int s = 0; s < seats_of(a); s++)
		json_int(&a->turns, race->score[s]);
	json_close(&a->turns, ']');
}

static struct moments_place place_of(const struct analysis *a,
				     const struct step *step, int seat)
{
	return (struct moments_place){ .game = a->audit->game,
		.number = a->game.number, .seat = seat, .roll = &a->roll,
		.name = name_of(a, entrant_of(a, seat)),
		.before = step->before };
}

static void take_roll(struct analysis *a, const struct step *step)
{
	const struct worth *worth = &a->choice.worth;
	struct analysis_game *g = &a->game;
	double expected[GAME_SEATS_MAX], f[GAME_SEATS_MAX];
	struct moments_place place;
	int roller = worth_roller(worth, step->before);

	a->roll = *step->roll;
	if (roller >= 0)
		note_turn(a, step->before);
	worth_expect(worth, step->before, expected);
	worth_value(worth, step->after, f);
	for (int s = 0; s < seats_of(a); s++) {
		g->luck_total[s] += f[s] - expected[s];
		g->moves[s] += expected[s] - a->f[s];
	}
	if (roller >= 0) {
		g->luck[roller] += f[roller] - expected[roller];
		place = place_of(a, step, roller);
		moments_roll(&a->new_lucky, a->most, &place, step->after,
			     expected[roller], f[roller]);
	}
	memcpy(a->f, f, sizeof f);
}

/* With a table: computes what the move cost. */
static void take_loss(struct analysis *a, const struct step *step,
		      double chance)
{
	const struct worth *worth = &a->choice.worth;
	const int seat = step->seat;
	int move[GAME_LEGAL_MAX], best = 0;
	int count = worth->game->legal(step->before, move);
	struct moments_place place = place_of(a, step, seat);
	double most = -HUGE_VAL, least = HUGE_VAL;

	for (int i = 0; i < count; i++) {
		double of_move = worth_of_move(worth, step->before,
					       move[i]);

		if (of_move > most) {
			most = of_move;
			best = move[i];
		}
		least = fmin(least, of_move);
	}
	a->game.loss[seat] += a->f[seat] - chance;
	a->game.real[seat] += most - least > EQUAL;
	if (a->f[seat] - chance > EQUAL)
		moments_move(&a->new_wrong, a->most, &place, step->move, chance,
			     best, a->f[seat]);
}

static void take_move(struct analysis *a, const struct step *step)
{
	const struct worth *worth = &a->choice.worth;
	double f[GAME_SEATS_MAX];

	worth_value(worth, step->after, f);
	a->game.decisions[step->seat]++;
	if (worth->kind->exact)
		take_loss(a, step, f[step->seat]);
	for (int s = 0; s < seats_of(a); s++)
		a->game.moves[s] += f[s] - a->f[s];
	memcpy(a->f, f, sizeof f);
}

static void take_step(void *context, const struct step *step)
{
	struct analysis *a = context;

	a->game.fault = a->game.fault || step->kind == STEP_FAULT;
	if (!shown(a))
		return;
	if (!a->started) {
		worth_value(&a->choice.worth, step->before, a->f);
		memcpy(a->game.start, a->f, sizeof a->f);
		a->started = true;
	}
	if (step->kind == STEP_ROLL)
		take_roll(a, step);
	else
		take_move(a, step);
}

/* With a table, the changes that are neither luck nor losses have to be 0. */
static void check_sum(struct analysis *a)
{
	const struct analysis_game *g = &a->game;

	for (int s = 0; s < seats_of(a); s++) {
		double sum = g->moves[s];

		for (int other = 0; other < seats_of(a); other++)
			sum += other == s ? g->loss[s] : -g->loss[other];
		if (fabs(sum) <= SUM_TOLERANCE)
			continue;
		error_set(&a->error, "game %u: start, luck and losses of seat "
			  "%d miss its points by %.9f: the table is not that "
			  "of these rules", g->number, s, sum);
		stop(a);
		return;
	}
}

static void over(void *context, const struct log_step *at)
{
	struct analysis *a = context;
	struct analysis_game *g = &a->game;
	int points[GAME_SEATS_MAX];
	bool wanted = a->only == 0 || a->only == g->number;

	if (a->failed || !wanted)
		return;
	game_points(RESULT_WINNER, seats_of(a), at->ranks, points);
	for (int s = 0; s < seats_of(a); s++)
		g->points[s] = (double)points[s] / GAME_POINTS;
	g->used_up = at->ending == END_MAX_TURNS;
	if (g->fault) {
		a->faults++;
		a->board_fault = true;
	} else {
		if (a->choice.worth.kind->exact && !g->used_up)
			check_sum(a);
		add_to_entrants(a);
		moments_merge(&a->lucky, a->most, &a->new_lucky);
		moments_merge(&a->wrong, a->most, &a->new_wrong);
	}
	if (!a->failed)
		(a->json ? json_game : plain_game)(a);
	if (g->rotation == a->audit->header.rotations - 1)
		end_board(a, a->only == 0);
}

struct match_watch analysis_watch(struct analysis *analysis)
{
	return (struct match_watch){
		.context = analysis, .begin = begin, .step = take_step,
		.over = over,
	};
}

int analysis_end(struct analysis *analysis, struct error *err)
{
	if (analysis->failed) {
		*err = analysis->error;
		return -1;
	}
	(analysis->json ? json_end : plain_end)(analysis);
	return 0;
}

void analysis_release(struct analysis *analysis)
{
	moments_release(&analysis->new_lucky);
	moments_release(&analysis->new_wrong);
	moments_release(&analysis->lucky);
	moments_release(&analysis->wrong);
	worth_choice_release(&analysis->choice);
	text_release(&analysis->turns.out);
	text_release(&analysis->out);
	text_release(&analysis->sums);
	text_release(&analysis->line.out);
}
