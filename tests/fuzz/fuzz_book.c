/*
 * fuzz_book.c - arbitrary bytes as the book of a tournament.
 */
#include "fuzz.h"
#include "tournaments/record/book.h"

FUZZ_READ(struct book, book_read)

/* What the callers of book_find rely on. */
static void check_match(const struct book_match *match)
{
	size_t ranks = (size_t)match->games * (size_t)match->seats;

	assert(match->seats >= 2 && match->seats <= GAME_SEATS_MAX);
	assert(match->started || match->voids > 0);
	assert(!match->ended || (match->started && match->games > 0));
	for (size_t i = 0; i < ranks && match->ended; i++)
		assert(match->rank[i] >= 1 && match->rank[i] <= match->seats);
	for (uint32_t i = 0; i < match->faults && match->ended; i++)
		assert(match->fault[i].game >= 1 &&
		       match->fault[i].game <= match->games &&
		       match->fault[i].entrant < match->seats);
}

/* Bytes after the last complete line change nothing. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct book book, again;

	if (read_bytes(&book, data, size) == 0) {
		assert(book.size + book.torn == size);
		for (uint32_t n = 1; n <= book.matches; n++)
			check_match(book_find(&book, n));
		assert(read_bytes(&again, data, (size_t)book.size) == 0);
		assert(again.lines == book.lines && again.torn == 0 &&
		       again.matches == book.matches &&
		       again.closed == book.closed);
		book_release(&again);
	}
	book_release(&book);
	return 0;
}
