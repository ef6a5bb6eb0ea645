/*
 * rollcall_sha256.c - SHA-256 (FIPS 180-4), so that a bot needs no second
 * library to check its dice.
 */
#include <string.h>

#include "rollcall_private.h"

enum { BLOCK_SIZE = 64, LENGTH_AT = 56 };

struct sha256 {
	uint32_t state[8];
	unsigned char block[BLOCK_SIZE];
	uint64_t size;                  /* bytes so far */
};

static uint32_t rotate(uint32_t word, int bits)
{
	return word >> bits | word << (32 - bits);
}

static void mix_block(struct sha256 *s)
{
	static const uint32_t constants[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
		0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
		0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
		0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
		0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152,
		0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
		0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
		0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
		0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
		0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
		0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
		0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)s->block[4 * i] << 24 |
		       (uint32_t)s->block[4 * i + 1] << 16 |
		       (uint32_t)s->block[4 * i + 2] << 8 |
		       s->block[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	memcpy(v, s->state, sizeof v);
	for (int i = 0; i < 64; i++) {
		uint32_t a = v[0], e = v[4];
		uint32_t one = v[7] + constants[i] + w[i] +
			       (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
			       ((e & v[5]) ^ (~e & v[6]));
		uint32_t two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
			       ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof v[0]);
		v[4] += one;
		v[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		s->state[i] += v[i];
}

static void add(struct sha256 *s, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		s->block[s->size++ % BLOCK_SIZE] = bytes[i];
		if (s->size % BLOCK_SIZE == 0)
			mix_block(s);
	}
}

void rollcall_sha256(unsigned char digest[32],
		     const struct rollcall_bytes *parts)
{
	static const unsigned char zeros[BLOCK_SIZE], first[] = { 0x80 };
	struct sha256 s = { .state = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	} };
	unsigned char length[8];
	uint64_t bits;

	for (; parts->at != NULL; parts++)
		add(&s, parts->at, parts->size);
	bits = s.size * 8;
	for (int i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	add(&s, first, 1);
	add(&s, zeros, (LENGTH_AT + BLOCK_SIZE - s.size % BLOCK_SIZE) %
		       BLOCK_SIZE);
	add(&s, length, sizeof length);
	for (int i = 0; i < 32; i++)
		digest[i] = (unsigned char)(s.state[i / 4] >> (24 - i % 4 * 8));
}
