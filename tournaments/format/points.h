/*
 * points.h - what a match is worth.
 */
#ifndef TOURNAMENTS_FORMAT_POINTS_H
#define TOURNAMENTS_FORMAT_POINTS_H

#include "tournaments/format/contest.h"

/*
 * Points of a match in 1/5040, per place of the meeting: who has the most game
 * points gets one point, several share it.  A bye is one point.
 */
void points_of_match(const struct meeting *meeting, int *points);

#endif
