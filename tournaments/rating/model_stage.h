/*
 * model_stage.h - the stages of one game, between the files of the model.
 */
#ifndef TOURNAMENTS_RATING_MODEL_STAGE_H
#define TOURNAMENTS_RATING_MODEL_STAGE_H

#include "tournaments/rating/model.h"

/* Sets of seats; of sides, 0 and 1, in a team game. */
struct stage {
	uint16_t left, chosen;
};

/* Fills at most `seats` - 1 stages.  Returns how many. */
int model_game_stages(enum result result, int seats,
		      const unsigned char *ranks, struct stage *stages);

/* How many are in it. */
int model_set_size(uint16_t set);

/* `set` counted within `left`: bit i stands for the i-th seat of `left`. */
uint16_t model_compact(uint16_t set, uint16_t left);

#endif
