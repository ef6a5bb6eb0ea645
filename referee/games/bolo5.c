/*
 * bolo5.c - Bolo with five dice: a race to 10,000 with rising minimums.
 */
#include "games/bolo5.h"

#include "games/games.h"

static const char bolo5_sheet[] =
	"Goal: be the first to reach 10,000 points (option `target`).\n"
	"\n"
	"A turn: roll five dice. Put at least one scoring die aside, then roll the\n"
	"dice that are left, or bank. A roll in which nothing scores is a BOLO: the\n"
	"points of the turn are lost. With all five aside you have to roll them all\n"
	"again. You may bank only if\n"
	"  - a die that does not score is left over: a 2, 3, 4 or 6 among the dice of\n"
	"    this roll that you do not keep, with at most one more of its face, and\n"
	"  - the turn is worth enough: 650 points for your first bank, then 350, from\n"
	"    a score of 7000 on 750, from 9000 on 1000.\n"
	"\n"
	"  a 1                   100      three 1s          1000\n"
	"  a 5                    50      three equal        100 * face\n"
	"  1-2-3-4-5            1000      four equal       twice the three\n"
	"  2-3-4-5-6            1000      five equal        5000\n"
	"  full house            500      five 1s         10,000\n"
	"\n"
	"Groups are made within one roll, in the way that pays best for your dice.\n"
	"Five equal dice must be kept whole. If all that lies aside is three or four\n"
	"2s, 3s, 4s or 6s and the other dice all show that face too, they are thrown\n"
	"again (the Yahtzee clause).\n"
	"\n"
	"Moves: {\"keep\":[1,5,5],\"then\":\"roll\"} or {\"keep\":[..],\"then\":\"bank\"}; dice in\n"
	"any order.\n"
	"\n"
	"Example: 1 1 1 2 2. Keep 1 1 1 for 1000 and bank, for a 2 is left over. Or\n"
	"keep all five as a full house: 500, and you have to roll on.\n";

/* Indices in the table of options. */
enum {
	ILLEGAL_RETRIES, RANKING, START, TARGET, MIN_FIRST, MIN_TURN, MIN_7000,
	MIN_9000, NINE_K, FIVE_KIND_FORCED, YAHTZEE_CLAUSE, LAST_ROUND,
	HITS_ON_BOLO, VAN_HALEN, MAX_TURNS
};

static const char *const start_words[] = { "seat", "roll", NULL };
static const char *const nine_words[] = { "all", "win", NULL };

static const struct rule bolo5_rules[] = {
	[ILLEGAL_RETRIES] = { "illegal_retries", RULE_INT, 0, 0, 10, NULL,
		"illegal answers that may be taken back, per decision" },
	[RANKING] = { "ranking", RULE_WORD, 0, 0, 0, race_rankings,
		"losers all rank 2, or rank by score" },
	[START] = { "start", RULE_WORD, 0, 0, 0, start_words,
		"seat 0 begins, or the seat that throws the highest die" },
	[TARGET] = { "target", RULE_INT, 10000, 50, 1000000, NULL,
		"the score that wins" },
	[MIN_FIRST] = { "min_first", RULE_INT, 650, 0, 100000, NULL,
		"the least that a seat without points may bank" },
	[MIN_TURN] = { "min_turn", RULE_INT, 350, 0, 100000, NULL,
		"the least with a score below 7000" },
	[MIN_7000] = { "min_7000", RULE_INT, 750, 0, 100000, NULL,
		"the least with a score from 7000 on" },
	[MIN_9000] = { "min_9000", RULE_INT, 1000, 0, 100000, NULL,
		"the least with a score from 9000 on" },
	[NINE_K] = { "nine_k", RULE_WORD, 0, 0, 0, nine_words,
		"min_9000 is for all banks, or only for one that wins" },
	[FIVE_KIND_FORCED] = { "five_kind_forced", RULE_BOOL, 1, 0, 0, NULL,
		"five equal dice must be kept whole" },
	[YAHTZEE_CLAUSE] = { "yahtzee_clause", RULE_BOOL, 1, 0, 0, NULL,
		"the rest of five equal dice is thrown again" },
	[LAST_ROUND] = { "last_round", RULE_BOOL, 0, 0, 0, NULL,
		"all others have one more turn after the target is reached" },
	[HITS_ON_BOLO] = { "hits_on_bolo", RULE_BOOL, 0, 0, 0, NULL,
		"a lost turn of 1000 points is also reported as a hit" },
	[VAN_HALEN] = { "van_halen", RULE_BOOL, 1, 0, 0, NULL,
		"a score of 5150 is reported as a hit" },
	[MAX_TURNS] = { "max_turns", RULE_INT, 500, 1, 100000, NULL,
		"turns of a seat; then the highest score wins" },
	{ 0 }
};

/* ### turns and the end of the game */

/* Begins the next turn, or ends the game after the last one. */
static void next_turn(struct bolo5 *b)
{
	int left[GAME_SEATS_MAX];

	if (b->phase == BOLO5_NORMAL)
		race_begin(&b->race, race_after(&b->race, b->race.seat));
	else if (race_queue(&b->race, b->trigger, left) > 0)
		race_begin(&b->race, left[0]);
	else
		race_win_by_score(&b->race, END_NORMAL);
}

/* Ends the turn, for whatever reason, and begins the next one. */
static void end_turn(struct bolo5 *b)
{
	b->total = 0;
	b->dice = BOLO5_DICE;
	b->rolled = false;
	b->clause_face = 0;
	b->high = false;
	if (!b->race.over)
		next_turn(b);
}

static void bank(struct bolo5 *b)
{
	int seat = b->race.seat;

	b->race.score[seat] += b->total;
	if (b->phase == BOLO5_NORMAL && b->race.score[seat] >= b->target) {
		b->trigger = seat;
		if (b->last_round)
			b->phase = BOLO5_FINAL;
		else
			race_win(&b->race, seat);
	}
	end_turn(b);
}

/* Begins the game once the throw for the start is decided (`seat` >= 0).  If
   that seat is out, the next one begins. */
static void begin(struct bolo5 *b, int seat)
{
	if (seat < 0)
		return;
	b->throwing = false;
	race_begin(&b->race, b->race.out[seat] ?
		   race_after(&b->race, seat) : seat);
}

/* ### the interface */

static enum result bolo5_result(int seats, const int *rule)
{
	return race_result(seats, rule[RANKING] == 1);
}

static int bolo5_init(void *state, int seats, const int *rule,
		      struct error *err)
{
	struct bolo5 *b = state;

	(void)err;                      /* no two of these rules clash */
	memset(b, 0, sizeof *b);
	race_init(&b->race, seats, rule[MAX_TURNS], rule[RANKING] == 1);
	b->target = rule[TARGET];
	b->least_first = rule[MIN_FIRST];
	b->least = rule[MIN_TURN];
	b->least_7000 = rule[MIN_7000];
	b->least_9000 = rule[MIN_9000];
	b->only_to_win = rule[NINE_K] == 1;
	b->five_whole = rule[FIVE_KIND_FORCED];
	b->clause = rule[YAHTZEE_CLAUSE];
	b->last_round = rule[LAST_ROUND];
	b->hits_on_bolo = rule[HITS_ON_BOLO];
	b->van_halen = rule[VAN_HALEN];
	b->trigger = -1;
	b->dice = BOLO5_DICE;
	b->throwing = rule[START] == 1;
	if (b->throwing)
		start_throw_init(&b->start, seats);
	else
		race_begin(&b->race, 0);
	return 0;
}

static int bolo5_turn(const void *state)
{
	const struct bolo5 *b = state;

	if (b->race.over)
		return GAME_OVER;
	return b->rolled ? b->race.seat : GAME_CHANCE;
}

static struct draw bolo5_due(const void *state)
{
	const struct bolo5 *b = state;

	if (b->throwing)
		return start_throw_due(&b->start);
	return race_dice(&b->race, b->dice);
}

static void bolo5_land(void *state, const int *value)
{
	struct bolo5 *b = state;

	if (b->throwing) {
		begin(b, start_throw_land(&b->start, value));
		return;
	}
	dice_keep_count(value, b->dice, b->count);
	if (b->clause_face > 0 && b->count[b->clause_face] == b->dice) {
		b->clause_throws++;
		return;
	}
	b->clause_face = 0;
	b->high = false;
	b->rolled = true;
	if (!dice_keep_any(&bolo5_scoring, b->count))
		end_turn(b);
}

/* The face that five dice show, or 0. */
static int five_equal(const int *count)
{
	int face = 6;

	while (face > 0 && count[face] < BOLO5_DICE)
		face--;
	return face;
}

/* Whether the dice left over allow a bank, apart from the minimum. */
static bool leaves_over(const int *count, const int *kept)
{
	for (int face = 2; face <= 6; face++) {
		int left = count[face] - kept[face];

		if (face != 5 && (left == 1 || left == 2))
			return true;
	}
	return false;
}

static bool may_bank(const struct bolo5 *b, int total, const int *kept)
{
	return total >= bolo5_need_for(b, total) && leaves_over(b->count, kept);
}

static int bolo5_legal(const void *state, int *move)
{
	const struct bolo5 *b = state;
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int n = 0, count = dice_keep_list(&bolo5_scoring, b->count, keep);
	bool whole = b->five_whole && five_equal(b->count) > 0;

	for (int i = whole ? count - 1 : 0; i < count; i++) {
		int kept[DICE_KEEP_FACES];

		move[n] = dice_keep_move(keep[i].dice, DICE_KEEP_ROLL);
		dice_keep_move_count(move[n++], kept);
		if (may_bank(b, b->total + keep[i].points, kept))
			move[n++] = dice_keep_move(keep[i].dice,
						   DICE_KEEP_BANK);
	}
	return n;
}

static int bolo5_read_move(const void *state, const cJSON *answer, int *move,
			   struct error *err)
{
	const struct bolo5 *b = state;
	int kept[DICE_KEEP_FACES], total;

	if (dice_keep_read(&bolo5_scoring, b->count, DICE_KEEP_BANK, answer,
			   move, err) != 0)
		return -1;
	if (b->five_whole && five_equal(b->count) > 0 &&
	    dice_keep_move_size(*move) < BOLO5_DICE)
		return error_set(err, "five equal dice must be kept whole");
	dice_keep_move_count(*move, kept);
	total = b->total + dice_keep_points(&bolo5_scoring, kept);
	if (dice_keep_move_then(*move) == DICE_KEEP_ROLL ||
	    may_bank(b, total, kept))
		return 0;
	if (total < bolo5_need_for(b, total))
		return error_set(err, "bank needs %d, this would be %d",
				 bolo5_need_for(b, total), total);
	return error_set(err, "no die that does not score is left over, so "
			 "you must roll");
}

/* The face that the Yahtzee clause rerolls after this first keep, or 0. */
static int face_of_clause(const struct bolo5 *b, const int *kept, int size)
{
	if (!b->clause || b->dice < BOLO5_DICE || size < 3 ||
	    size == BOLO5_DICE)
		return 0;
	for (int face = 2; face <= 6; face++)
		if (face != 5 && kept[face] == size)
			return face;
	return 0;
}

static void bolo5_apply(void *state, int move)
{
	struct bolo5 *b = state;
	int kept[DICE_KEEP_FACES];

	dice_keep_move_count(move, kept);
	b->total += dice_keep_points(&bolo5_scoring, kept);
	if (dice_keep_move_then(move) == DICE_KEEP_BANK) {
		bank(b);
		return;
	}
	b->rolled = false;
	b->high = five_equal(kept) > 0;
	b->clause_face = face_of_clause(b, kept, dice_keep_move_size(move));
	b->dice -= dice_keep_move_size(move);
	if (b->dice == 0)
		b->dice = BOLO5_DICE;
}

static void bolo5_out(void *state, int seat)
{
	struct bolo5 *b = state;

	if (b->race.over || b->race.out[seat])
		return;
	if (race_out(&b->race, seat) && seat == b->race.seat && !b->throwing)
		end_turn(b);
}

static void bolo5_describe(const void *state, int move, struct text *out)
{
	const struct bolo5 *b = state;
	int kept[DICE_KEEP_FACES], points;

	dice_keep_move_count(move, kept);
	points = dice_keep_points(&bolo5_scoring, kept);
	dice_keep_describe("keeps", move, points, out);
	if (dice_keep_move_then(move) == DICE_KEEP_BANK)
		text_printf(out, " and banks %d", b->total + points);
	else
		dice_keep_describe_roll(b->dice - dice_keep_move_size(move),
					"five", out);
}

const struct game bolo5 = {
	.name = "bolo5",
	.title = "Bolo with five dice",
	.sheet = bolo5_sheet,
	.seats_min = 2,
	.seats_max = 8,
	.rules = bolo5_rules,
	.events = bolo5_events,
	.result = bolo5_result,
	.stride = 4,
	.state_size = sizeof(struct bolo5),
	.init = bolo5_init,
	.turn = bolo5_turn,
	.due = bolo5_due,
	.land = bolo5_land,
	.legal = bolo5_legal,
	.read_move = bolo5_read_move,
	.apply = bolo5_apply,
	.out = bolo5_out,
	.show_move = dice_keep_show_move,
	.view = bolo5_view,
	.read_view = bolo5_read_view,
	.tell = bolo5_tell,
	.describe = bolo5_describe,
	.score = race_score,
};
