/*
 * play_end.c - decides when a tournament is over.
 */
#include "tournaments/play/play_end.h"

#include "tournaments/record/game_counts.h"

void play_end_begin(struct play_end *end, const struct record *record,
		    const struct luck_book_work *work)
{
	const struct contest *contest = &record->tournament.contest;

	*end = (struct play_end){ .work = *work,
		.adjusted = contest->format->is_test && contest->adjusted };
	early_end_begin(&end->end, record);
	if (end->adjusted)
		end->failed = luck_source_find(&end->source, record, NULL,
					       &end->why) != 0;
}

static void analyse(struct play_end *end)
{
	const struct record *record = end->end.test.record;
	const uint32_t ended = game_counts_of(record).decided;
	struct luck_csv csv = {0};

	if (end->failed || ended == end->analysed)
		return;
	end->failed = luck_book_need(record, &end->source, &end->work, &csv,
				     &end->why) != 0;
	end->analysed = ended;
	luck_csv_release(&csv);
}

bool play_end_is_due(void *context)
{
	struct play_end *end = context;

	if (end->adjusted)
		analyse(end);
	return end->failed || early_end_is_due(&end->end);
}

void play_end_release(struct play_end *end)
{
	luck_source_release(&end->source);
	early_end_release(&end->end);
}
