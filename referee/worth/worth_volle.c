/*
 * worth_volle.c - the worth of positions of Volle Lotte, by a formula.
 *
 * The value of a seat is its score plus what is expected from its turn.  With k
 * dice in hand, that is (1 - bust(k)) total + lotte(k) bonus: the total if the
 * next roll scores, and what the card pays if all dice are put aside.
 */
#include <math.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "games/vollelotte.h"
#include "worth/worth.h"

/* Constants of the formula, in points except for the first. */
#define CARD_KEPT 0.82          /* part of the total when a card is due */
#define CARD_BRINGS 420.0       /* expected from a new card */
#define WAITING 210.0           /* for a seat that is not on turn */
#define BEYOND_TARGET 800.0
#define LEAST_LEFT 600.0
#define SCALE 6000.0

enum { ENOUGH = 200 };  /* iterations until a firework's points are stable */

/* Chances by dice in hand, if all scoring dice are kept. */
struct chances {
	double bust[VOLLELOTTE_DICE + 1];
	double lotte[VOLLELOTTE_DICE + 1];
};

struct volle {
	int target;
	struct chances plain, suite;
	double firework[VOLLELOTTE_DICE + 1];   /* points to come */
};

/* ### the dice */

/* The number of dice kept of a roll, and their points. */
struct kept {
	int size, points;
};

static struct kept keep_plain(const int *count)
{
	struct dice_keep keep[DICE_KEEP_LIST_MAX];
	int n = dice_keep_list(&vollelotte_scoring, count, keep), move;

	if (n == 0)
		return (struct kept){0};
	move = dice_keep_move(keep[n - 1].dice, DICE_KEEP_ROLL);
	return (struct kept){ dice_keep_move_size(move), keep[n - 1].points };
}

/* The number of missing faces is the number of dice; without loss of generality
   they are the first ones. */
static struct kept keep_suite(const int *count)
{
	struct kept kept = {0};
	int dice = dice_keep_size(count);

	for (int face = 1; face <= dice; face++)
		kept.size += count[face] > 0;
	return kept;
}

/* Adds up all rolls of `dice` dice, `left` of which are still to be rolled. */
static void all_rolls(struct kept (*keep)(const int *), int dice, int left,
		      int *count, double chance, struct chances *chances,
		      double *points, double *next)
{
	struct kept kept;

	if (left > 0) {
		for (int face = 1; face <= 6; face++) {
			count[face]++;
			all_rolls(keep, dice, left - 1, count, chance / 6,
				  chances, points, next);
			count[face]--;
		}
		return;
	}
	kept = keep(count);
	*points += chance * kept.points;
	if (kept.size == 0)
		chances->bust[dice] += chance;
	else
		next[dice - kept.size] += chance;
	if (kept.size > 0)
		chances->lotte[dice] += chance *
			(kept.size == dice ? 1 :
			 chances->lotte[dice - kept.size]);
}

static void find_chances(struct volle *volle)
{
	double points[VOLLELOTTE_DICE + 1] = {0}, unused = 0;
	double next[VOLLELOTTE_DICE + 1][VOLLELOTTE_DICE + 1] = {{0}};
	double scratch[VOLLELOTTE_DICE + 1] = {0};
	int count[DICE_KEEP_FACES] = {0};

	for (int dice = 1; dice <= VOLLELOTTE_DICE; dice++) {
		all_rolls(keep_plain, dice, dice, count, 1, &volle->plain,
			  &points[dice], next[dice]);
		all_rolls(keep_suite, dice, dice, count, 1, &volle->suite,
			  &unused, scratch);
	}
	/* A firework continues until nothing scores, and loses nothing. */
	for (int round = 0; round < ENOUGH; round++)
		for (int dice = 1; dice <= VOLLELOTTE_DICE; dice++) {
			double *to = &volle->firework[dice];

			*to = points[dice] + next[dice][0] *
				volle->firework[VOLLELOTTE_DICE];
			for (int left = 1; left < dice; left++)
				*to += next[dice][left] *
					volle->firework[left];
		}
}

/* ### a turn */

/* What the card pays if all dice are aside. */
static double bonus(const struct vollelotte *v)
{
	switch (v->card) {
	case VOLLELOTTE_DOUBLE:
		return v->double_card ? v->under : v->total;
	case VOLLELOTTE_PLUSMINUS:
		return 1000;
	case VOLLELOTTE_SUITE:
		return 2000;
	case VOLLELOTTE_CLOVER:
		return v->target;
	case VOLLELOTTE_STOP:
	case VOLLELOTTE_FIREWORK:
	case VOLLELOTTE_KINDS:
		return 0;
	default:
		return 200 + 100 * (int)(v->card - VOLLELOTTE_BONUS200);
	}
}

/* What the seat on turn expects from its turn. */
static double turn_brings(const struct volle *volle,
			  const struct vollelotte *v)
{
	const struct chances *chances = v->card == VOLLELOTTE_SUITE ?
		&volle->suite : &volle->plain;
	double all;

	if (v->step == VOLLELOTTE_TURNS_CARD)
		return CARD_KEPT * (v->total + CARD_BRINGS);
	if (v->card == VOLLELOTTE_FIREWORK)
		return v->total + volle->firework[v->dice];
	all = chances->lotte[v->dice];
	/* A clover needs two Volle Lottes. */
	if (v->card == VOLLELOTTE_CLOVER && v->lottes == 0)
		all *= chances->lotte[VOLLELOTTE_DICE];
	return (1 - chances->bust[v->dice]) * v->total + all * bonus(v);
}

/* `turn` is what the mover expects from its turn. */
static void chances_of(const struct worth *worth, const double *number,
		       int mover, const long *score, double turn, double *f)
{
	const struct volle *volle = worth->data;
	double x[GAME_SEATS_MAX], best = 0, left;

	for (int s = 0; s < worth->seats; s++) {
		x[s] = (double)score[s] + (s == mover ? turn : WAITING);
		best = fmax(best, x[s]);
	}
	left = fmax(volle->target + BEYOND_TARGET - best, LEAST_LEFT);
	race_chances_softmax(worth->seats, x, number[0] / sqrt(left / SCALE),
			     f);
}

static void volle_value(const struct worth *worth, const void *state,
			double *f)
{
	const struct vollelotte *v = state;
	long score[GAME_SEATS_MAX];

	for (int s = 0; s < worth->seats; s++)
		score[s] = v->race.score[s];
	chances_of(worth, worth->number, v->race.seat, score,
		   turn_brings(worth->data, v), f);
}

static void volle_at_turn(const struct worth *worth, const double *number,
			  int mover, const long *score, double *f)
{
	chances_of(worth, number, mover, score, CARD_KEPT * CARD_BRINGS, f);
}

static int volle_open(struct worth *worth, struct error *err)
{
	struct volle *volle;

	if (worth->game != &vollelotte)
		return error_set(err, "the formula of vollelotte is not for "
				 "%s", worth->game->name);
	volle = memory_new(1, sizeof *volle);
	volle->target = rules_value(worth->game, worth->rule, "target");
	find_chances(volle);
	worth->data = volle;
	return 0;
}

static void volle_release(struct worth *worth)
{
	free(worth->data);
}

const struct worth_kind worth_volle = {
	.open = volle_open,
	.value = volle_value,
	.at_turn = volle_at_turn,
	.release = volle_release,
};
