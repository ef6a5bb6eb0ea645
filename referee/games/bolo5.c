/*
 * bolo5.c - Bolo with five dice: a race to 10,000 with rising minimums.
 */
#include "games/bolo5.h"

#include "games/game.h"
#include "games/games.h"

/* ### what scores, and what may be banked */

/* Full houses and straights. */
static const struct dice_keep_group bolo5_groups[] = {
	{ { 0, 3, 2 }, 500 }, { { 0, 3, 0, 2 }, 500 }, { { 0, 3, 0, 0, 2 }, 500 }, { { 0, 3, 0, 0, 0, 2 }, 500 }, { { 0, 3, 0, 0, 0, 0, 2 }, 500 },
	{ { 0, 2, 3 }, 500 }, { { 0, 0, 3, 2 }, 500 }, { { 0, 0, 3, 0, 2 }, 500 }, { { 0, 0, 3, 0, 0, 2 }, 500 }, { { 0, 0, 3, 0, 0, 0, 2 }, 500 },
	{ { 0, 2, 0, 3 }, 500 }, { { 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 3, 2 }, 500 }, { { 0, 0, 0, 3, 0, 2 }, 500 }, { { 0, 0, 0, 3, 0, 0, 2 }, 500 },
	{ { 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 0, 3, 2 }, 500 }, { { 0, 0, 0, 0, 3, 0, 2 }, 500 },
	{ { 0, 2, 0, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 0, 0, 3, 2 }, 500 },
	{ { 0, 2, 0, 0, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 0, 0, 3 }, 500 }, { { 0, 0, 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 0, 0, 2, 3 }, 500 },
	{ { 0, 1, 1, 1, 1, 1, 0 }, 1000 },
	{ { 0, 0, 1, 1, 1, 1, 1 }, 1000 },
	{ { 0 }, 0 }
};

const struct dice_keep_scoring bolo5_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 2000, 10000 },
		[2] = { 0, 0, 0, 200, 400, 5000 },
		[3] = { 0, 0, 0, 300, 600, 5000 },
		[4] = { 0, 0, 0, 400, 800, 5000 },
		[5] = { 0, 50, 100, 500, 1000, 5000 },
		[6] = { 0, 0, 0, 600, 1200, 5000 },
	},
	.group = bolo5_groups,
};

int bolo5_need(const struct bolo5 *b)
{
	int score = b->race.score[b->race.seat];

	if (score >= 9000)
		return b->least_9000;
	if (score >= 7000)
		return b->least_7000;
	return score > 0 ? b->least : b->least_first;
}

int bolo5_need_for(const struct bolo5 *b, int total)
{
	int score = b->race.score[b->race.seat];

	if (b->only_to_win && score >= 9000 && score + total < b->target)
		return b->least_7000;
	return bolo5_need(b);
}

/* ### what bots and spectators see */

static const char *const phases[] = { "normal", "final", NULL };

static void bolo5_view(const void *state, int seat, struct json_writer *w)
{
	static const int none[DICE_KEEP_FACES];
	const struct bolo5 *b = state;
	int list[GAME_SEATS_MAX];

	(void)seat;                     /* nothing is hidden */
	json_open(w, '{');
	json_put_word(w, "phase", phases[b->phase]);
	race_view(&b->race, w);
	json_put_int(w, "total", b->total);
	json_key(w, "roll");
	dice_keep_show_dice(b->rolled ? b->count : none, w);
	json_put_int(w, "need", bolo5_need(b));
	json_put_int(w, "trigger", b->trigger);
	json_put_ints(w, "queue", list, b->phase == BOLO5_FINAL ?
		      race_queue(&b->race, b->trigger, list) : 0);
	json_close(w, '}');
}

static int bolo5_read_view(void *state, const struct json_at *view,
			   struct error *err)
{
	struct bolo5 *b = state;
	int phase;

	if (race_read_view(&b->race, view, err) != 0 ||
	    view_read_word(view, "phase", phases, &phase, err) != 0 ||
	    view_read_int(view, "total", 0, VIEW_READ_POINTS, &b->total,
			  err) != 0 ||
	    view_read_dice(view, "roll", 1, BOLO5_DICE, b->count, err) != 0 ||
	    view_read_int(view, "trigger", phase == BOLO5_NORMAL ? -1 : 0,
			  phase == BOLO5_NORMAL ? -1 : b->race.seats - 1,
			  &b->trigger, err) != 0)
		return -1;
	b->phase = (enum bolo5_phase)phase;
	b->throwing = false;
	b->rolled = true;
	b->dice = dice_keep_size(b->count);
	return 0;
}

/* ### events */

static const struct event bolo5_events[] = {
	{ "start", "The throw is decided: {seat} begins." },
	{ "scorn", "{seat} rolls 2 2 3 3 4, the lowest of all, and earns scorn." },
	{ "bolo", "BOLO! {seat} loses {lost} points." },
	{ "travesty", "{seat} has thrown a high roller away: what a travesty." },
	{ "high_roller", "A high roller: {points} points in one roll for {seat}." },
	{ "hot_dice", "{seat} has all five dice aside and rolls on with {total}." },
	{ "yahtzee_clause", "The Yahtzee clause: {seat} throws again." },
	{ "bank", "{seat} banks {points} points and has {score}." },
	{ "on_board", "{seat} is on the board." },
	{ "hits", "Hits for {seat}: {hits}." },
	{ "van_halen", "5150, Van Halen! Hits for {seat}: {hits}." },
	{ "final_round", "{seat} has {score} points: the last round begins." },
	{ "win", "{seats} won." },
	{ 0 }
};

static void tell_bolo(const struct bolo5 *was, const struct bolo5 *is,
		      struct json_writer *w)
{
	static const int lowest[DICE_KEEP_FACES] = { 0, 0, 2, 2, 1, 0, 0 };
	int seat = was->race.seat;

	if (memcmp(is->count, lowest, sizeof lowest) == 0)
		game_event_bare(w, "scorn", seat);
	game_event_int(w, "bolo", seat, "lost", was->total);
	if (was->high)
		game_event_bare(w, "travesty", seat);
	if (was->hits_on_bolo && was->total >= 1000)
		game_event_int(w, "hits", seat, "hits", was->total / 1000);
}

static void tell_bank(const struct bolo5 *was, const struct bolo5 *is,
		      struct json_writer *w)
{
	int seat = was->race.seat, score = is->race.score[seat];
	int points = score - was->race.score[seat];

	if (!race_tell_bank(&was->race, &is->race, w))
		return;
	if (points == score)
		game_event_bare(w, "on_board", seat);
	if (points >= 1000)
		game_event_int(w, "hits", seat, "hits", points / 1000);
	if (was->van_halen && score == 5150)
		game_event_int(w, "van_halen", seat, "hits", 1);
	if (was->phase != is->phase)
		game_event_int(w, "final_round", seat, "score", score);
}

static void bolo5_tell(const void *before, const void *after,
		       struct json_writer *w)
{
	const struct bolo5 *was = before, *is = after;
	int seat = was->race.seat;

	if (was->throwing && !is->throwing)
		game_event_bare(w, "start", is->race.seat);
	/* A turn that ends on a roll was lost to a BOLO. */
	else if (!was->rolled && race_turn_ended(&was->race, &is->race))
		tell_bolo(was, is, w);
	if (is->clause_throws > was->clause_throws)
		game_event_bare(w, "yahtzee_clause", seat);
	if (is->high && !was->high)
		game_event_int(w, "high_roller", seat, "points",
			    is->total - was->total);
	if (is->total > was->total && is->dice == BOLO5_DICE)
		game_event_int(w, "hot_dice", seat, "total", is->total);
	tell_bank(was, is, w);
	race_tell_win(&was->race, &is->race, w);
}

/* ### the rules */

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
	ILLEGAL_RETRIES, RANKING = RACE_RANKING_AT, START, TARGET, MIN_FIRST,
	MIN_TURN, MIN_7000, MIN_9000, NINE_K, FIVE_KIND_FORCED, YAHTZEE_CLAUSE,
	LAST_ROUND, HITS_ON_BOLO, VAN_HALEN, MAX_TURNS
};

static const char *const start_words[] = { "seat", "roll", NULL };
static const char *const nine_words[] = { "all", "win", NULL };

static const struct rule bolo5_rules[] = {
	[ILLEGAL_RETRIES] = GAME_RETRIES(0),
	[RANKING] = RACE_RANKING,
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

static int bolo5_init(void *state, int seats, const int *rule,
		      struct error *err)
{
	struct bolo5 *b = state;

	(void)err;                      /* no two of these rules clash */
	memset(b, 0, sizeof *b);
	race_init(&b->race, seats, rule[MAX_TURNS], rule);
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
	.result = race_result,
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
