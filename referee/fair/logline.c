/*
 * logline.c - the lines of a match log, written byte for byte.
 */
#include "fair/logline.h"

#include "fair/entrant.h"

struct logline_entrant logline_entrant_of(const struct entrant *entrant,
					  enum level all)
{
	const enum level own = entrant_level(entrant, all);

	return (struct logline_entrant){ .name = entrant->name,
		.author = entrant->author, .bot = entrant->bot,
		.command = entrant->sealed, .leveled = own != all,
		.level = own };
}

static inline void open_line(struct json_writer *w, const char *type)
{
	w->comma = false;
	json_open(w, '{');
	json_put_word(w, "t", type);
}

void logline_board(struct json_writer *w, struct hash_chains *chains)
{
	open_line(w, "board");
	json_put_int(w, "board", chains->board);
	json_put_open(w, "anchors", '[');
	for (int stream = 0; stream < chains->streams; stream++)
		json_hex(w, hash_chains_anchor(chains, stream, 0)->bytes,
			 HASH_SIZE);
	json_close(w, ']');
	json_close(w, '}');
}

void logline_game(struct json_writer *w, uint32_t board, int rotation,
		  int seats)
{
	open_line(w, "game");
	json_put_int(w, "board", board);
	json_put_int(w, "rotation", rotation);
	json_put_open(w, "seats", '[');
	/* Seat s belongs to entrant (s + r) mod n. */
	for (int seat = 0; seat < seats; seat++)
		json_int(w, (seat + rotation) % seats);
	json_close(w, ']');
	json_close(w, '}');
}

void logline_chain(struct json_writer *w, int stream, uint32_t chain,
		   const struct hash *anchor)
{
	open_line(w, "chain");
	json_put_int(w, "s", stream);
	json_put_int(w, "c", chain);
	json_put_hash(w, "anchor", anchor);
	json_close(w, '}');
}

void logline_draw(struct json_writer *w, int stream, uint32_t k, int dice,
		  int sides, const int *values, const struct hash *link)
{
	open_line(w, "draw");
	json_put_int(w, "s", stream);
	json_put_int(w, "k", k);
	json_key(w, "dice");
	text_byte(&w->out, '"');
	json_int(w, dice);
	text_byte(&w->out, 'd');
	w->comma = false;
	json_int(w, sides);
	text_byte(&w->out, '"');
	json_put_ints(w, "v", values, dice);
	json_put_hash(w, "link", link);
	json_close(w, '}');
}

void logline_move(struct json_writer *w, int seat, const char *move,
		  size_t move_size, const char *said, size_t said_size)
{
	open_line(w, "move");
	json_put_int(w, "seat", seat);
	json_put_raw(w, "move", move, move_size);
	if (said_size > 0)
		json_put_raw(w, "said", said, said_size);
	json_close(w, '}');
}

void logline_again(struct json_writer *w, int seat)
{
	open_line(w, "again");
	json_put_int(w, "seat", seat);
	json_close(w, '}');
}

void logline_fault(struct json_writer *w, int seat, enum fault fault,
		   const char *detail)
{
	open_line(w, "fault");
	json_put_int(w, "seat", seat);
	json_put_word(w, "fault", fault_words[fault]);
	json_put_string(w, "detail", detail);
	json_close(w, '}');
}

void logline_over(struct json_writer *w, int seats, const int *scores,
		  const int *ranks, const char *end)
{
	open_line(w, "over");
	json_put_ints(w, "scores", scores, seats);
	json_put_ints(w, "ranks", ranks, seats);
	json_put_word(w, "end", end);
	json_close(w, '}');
}

void logline_resume(struct json_writer *w, uint32_t games)
{
	open_line(w, "resume");
	json_put_int(w, "games", games);
	json_close(w, '}');
}

void logline_close(struct json_writer *w, const struct hash *secret,
		   uint32_t games)
{
	open_line(w, "close");
	json_put_hash(w, "secret", secret);
	json_put_int(w, "games", games);
	json_close(w, '}');
}

void logline_sign(struct json_writer *w, const struct hash *digest,
		  const unsigned char *signature)
{
	open_line(w, "sign");
	json_put_hash(w, "log", digest);
	json_key(w, "sig");
	json_hex(w, signature, SIGNATURE_SIZE);
	json_close(w, '}');
}
