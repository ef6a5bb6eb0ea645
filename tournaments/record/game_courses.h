/*
 * game_courses.h - how the games of a match went, so that equal ones are found.
 */
#ifndef TOURNAMENTS_RECORD_GAME_COURSES_H
#define TOURNAMENTS_RECORD_GAME_COURSES_H

#include "tournaments/record/record.h"

/*
 * Reads the log of a match that has ended.  `course` gets, for its first
 * `games` games, a number that is the same for two games if every roll, by
 * value, and every move, by seat, is; 0 for a game with a fault.  Returns how
 * many it has read: none if the log is missing, or not that of the book.
 */
uint32_t game_courses_read(const struct record *record, uint32_t number,
			   uint32_t games, uint64_t *course);

#endif
