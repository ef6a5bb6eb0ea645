/*
 * log_packer.c - packs a closed log: leaves out what follows from its secret,
 * its rules and its moves.
 */
#include "pack/packed_log.h"

#include <sodium.h>
#include <zlib.h>

#include "fair/logfile.h"
#include "match/log_step.h"

enum { DEFLATED = 1 << 14 };

struct log_packer {
	struct logfile file;
	struct logline_header header;
	struct log_step step;
	z_stream deflate;
	struct text items;              /* not compressed yet */
	struct text data;               /* compressed */
	unsigned long long passed;      /* lines since the last item */
	bool signed_;
};

/* ### the bytes */

static void put_number(struct text *out, unsigned long long number)
{
	for (; number >= 128; number >>= 7)
		text_byte(out, (char)(number | 128));
	text_byte(out, (char)number);
}

/* Cannot fail: zlib already has its memory, and always gets room. */
static void compress_items(struct log_packer *packer, int flush)
{
	z_stream *z = &packer->deflate;

	z->next_in = (unsigned char *)packer->items.bytes;
	z->avail_in = (unsigned)packer->items.length;
	do {
		text_reserve(&packer->data, DEFLATED);
		z->next_out = (unsigned char *)packer->data.bytes +
			packer->data.length;
		z->avail_out = DEFLATED;
		deflate(z, flush);
		packer->data.length += DEFLATED - z->avail_out;
	} while (z->avail_out == 0);
	text_clear(&packer->items);
}

static void put_other(struct log_packer *packer, const char *line, size_t size)
{
	text_byte(&packer->items, 0);
	put_number(&packer->items, packer->passed);
	put_number(&packer->items, size);
	text_append(&packer->items, line, size);
	packer->passed = 0;
}

/* ### the lines */

static int take_first(struct log_packer *packer, const char *line, size_t size,
		      struct error *err)
{
	struct hash secret;

	if (!logfile_secret(&packer->file, &secret))
		return error_set(err, "the log is not closed");
	if (logline_header_read(&packer->header, line, size, err) != 0 ||
	    log_step_init(&packer->step, &packer->header, NULL, err) != 0)
		return -1;
	log_step_begin(&packer->step, &secret);
	text_append(&packer->items, secret.bytes, HASH_SIZE);
	sodium_memzero(&secret, sizeof secret);
	put_other(packer, line, size);
	return 0;
}

static int take_sign(struct log_packer *packer, const char *line, size_t size,
		     struct error *err)
{
	unsigned char signature[SIGNATURE_SIZE];
	OWNED(json_tree) cJSON *tree = NULL;
	enum logline_type type;
	const char *hex;

	if (logline_read(line, size, &tree, &type, err) != 0)
		return -1;
	hex = cJSON_GetStringValue(json_get(tree, "sig"));
	if (type != LINE_SIGN ||
	    sodium_hex2bin(signature, sizeof signature, hex, strlen(hex), NULL,
			   NULL, NULL) != 0)
		return error_set(err, "expected the sign line");
	put_other(packer, NULL, 0);
	text_append(&packer->items, signature, sizeof signature);
	packer->signed_ = true;
	return 0;
}

/* The place of a move among the legal ones, from 1. */
static unsigned long long place_of(const struct game_run *run, int move)
{
	int legal[GAME_LEGAL_MAX], count = run->game->legal(run->state, legal);

	for (int i = 0; i < count; i++)
		if (legal[i] == move)
			return (unsigned long long)i + 1;
	return 0;
}

static int take_line(struct log_packer *packer, const char *line, size_t size,
		     struct error *err)
{
	struct log_step *step = &packer->step;
	unsigned long long place = 0;
	enum log_due due;
	int move;

	if (packer->signed_)
		return error_set(err, "a line after the sign line");
	if (packer->file.line == 1)
		return take_first(packer, line, size, err);
	due = log_step_due(step);
	if (due == LOG_DUE_SIGN)
		return take_sign(packer, line, size, err);
	if (log_step_is_due(step, line, size)) {
		log_step_pass(step);
		packer->passed++;
		return 0;
	}
	if (due == LOG_DUE_MOVE &&
	    log_step_reads_move(step, line, size, &move))
		place = place_of(&step->run, move);
	if (place > 0) {
		log_step_move(step, move);
		put_number(&packer->items, place);
		packer->passed = 0;
		return 0;
	}
	if (log_step_other(step, line, size, err) != 0)
		return -1;
	put_other(packer, line, log_step_unknown_part(step, line, size));
	return 0;
}

static int take_lines(struct log_packer *packer, struct error *err)
{
	enum logfile_result found;
	const char *line;
	size_t size;

	while ((found = logfile_next(&packer->file, &line, &size, err)) ==
	       LOGFILE_LINE) {
		if (take_line(packer, line, size, err) != 0)
			return error_at(err, "%s:%llu", packer->file.path,
					(unsigned long long)packer->file.line);
		if (packer->items.length >= DEFLATED)
			compress_items(packer, Z_NO_FLUSH);
	}
	if (found == LOGFILE_TROUBLE)
		return -1;
	if (found == LOGFILE_END && packer->signed_ && !packer->file.torn)
		return 0;
	return error_set(err, "%s: the log is not closed", packer->file.path);
}

static void write_packed(struct log_packer *packer, struct text *packed)
{
	struct sha256 digest = logfile_digest(&packer->file);
	struct packed_head head = { .size = (long long)packer->file.passed };

	compress_items(packer, Z_FINISH);
	sha256_end(&digest, head.log.bytes);
	sha256(head.data.bytes, packer->data.bytes, packer->data.length);
	packed_head_write(&head, packed);
	text_append(packed, packer->data.bytes, packer->data.length);
}

int log_packer_pack(const char *path, struct text *packed, struct error *err)
{
	struct log_packer packer = { .signed_ = false };
	int result = -1;

	if (deflateInit(&packer.deflate, Z_BEST_COMPRESSION) != Z_OK)
		return error_set(err, "%s: cannot start zlib", path);
	if (logfile_open(&packer.file, path, true, err) == 0)
		result = take_lines(&packer, err);
	if (result == 0)
		write_packed(&packer, packed);
	deflateEnd(&packer.deflate);
	logfile_release(&packer.file);
	log_step_release(&packer.step);
	logline_header_release(&packer.header);
	text_release(&packer.items);
	text_release(&packer.data);
	return result;
}
