/*
 * author_report.h - a tournament's report to the author of a bot, as Markdown.
 */
#ifndef TOURNAMENTS_REPORT_AUTHOR_REPORT_H
#define TOURNAMENTS_REPORT_AUTHOR_REPORT_H

#include "tournaments/record/tournament_file.h"
#include "tournaments/tables/book_games.h"

/* What the moves of an entrant have cost it against one opponent. */
struct author_mistakes {
	long games;             /* without a fault */
	long long decisions;    /* in which one move was better than another */
	long long loss;         /* millionths of a point */
	double squares;         /* sum of the squared losses of games */
};

/* The tables shared by all reports of a tournament; borrows the record. */
struct author_report {
	const struct record *record;
	struct standings standings;
	struct crosstable crosstable;
	struct book_ladder made;
	bool rated;             /* the ladder could be fitted */
	/* Entrants times entrants, the row's against the column's; borrowed.
	   NULL: what their moves have cost is not known. */
	const struct author_mistakes *mistakes;
};

/* Counts everything.  author_report_release is due. */
void author_report_begin(struct author_report *report,
			 const struct record *record);

/* Appends the report on an entrant: its place, rating, results and faults. */
void author_report_add(const struct author_report *report, int entrant,
		       struct text *out);

/* What a bot cannot do and this tournament does not ask for. */
void author_report_add_advice(const struct tournament_left_out *advice,
			      struct text *out);

/* A report on a submission that is not in the tournament. */
void author_report_add_left_out(const struct author_report *report,
				const struct tournament_left_out *left_out,
				struct text *out);

/* The name of a report's file: the entrant's name, with characters that could
   lead out of a folder replaced by "_". */
void author_report_file_name(const char *name, struct text *out);

void author_report_release(struct author_report *report);

#endif
