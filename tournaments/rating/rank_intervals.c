/*
 * rank_intervals.c - how sure the places of a ladder are, by simulation.
 */
#define _DEFAULT_SOURCE
#include "tournaments/rating/rank_intervals.h"

#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "base/text.h"
#include "fair/sha256.h"
#include "tournaments/rating/linear_algebra.h"
#include "tournaments/rating/parallel.h"

static const char label[] = "rollcall ranks";

int rank_intervals_draws(size_t entrants)
{
	return entrants <= RANK_INTERVALS_MANY ? RANK_INTERVALS_DRAWS
					       : RANK_INTERVALS_DRAWS_MANY;
}

/* ### deviates */

/* Numerators and denominators of AS 241, highest power first. */
enum { NORMAL_TERMS = 8 };

static const double center[2][NORMAL_TERMS] = {
	{ 2.5090809287301226727e+3, 3.3430575583588128105e+4,
	  6.7265770927008700853e+4, 4.5921953931549871457e+4,
	  1.3731693765509461125e+4, 1.9715909503065514427e+3,
	  1.3314166789178437745e+2, 3.3871328727963666080e+0 },
	{ 5.2264952788528545610e+3, 2.8729085735721942674e+4,
	  3.9307895800092710610e+4, 2.1213794301586595867e+4,
	  5.3941960214247511077e+3, 6.8718700749205790830e+2,
	  4.2313330701600911252e+1, 1 },
}, shoulder[2][NORMAL_TERMS] = {
	{ 7.74545014278341407640e-4, 2.27238449892691845833e-2,
	  2.41780725177450611770e-1, 1.27045825245236838258e+0,
	  3.64784832476320460504e+0, 5.76949722146069140550e+0,
	  4.63033784615654529590e+0, 1.42343711074968357734e+0 },
	{ 1.05075007164441684324e-9, 5.47593808499534494600e-4,
	  1.51986665636164571966e-2, 1.48103976427480074590e-1,
	  6.89767334985100004550e-1, 1.67638483018380384940e+0,
	  2.05319162663775882187e+0, 1 },
}, tail[2][NORMAL_TERMS] = {
	{ 2.01033439929228813265e-7, 2.71155556874348757815e-5,
	  1.24266094738807843860e-3, 2.65321895265761230930e-2,
	  2.96560571828504891230e-1, 1.78482653991729133580e+0,
	  5.46378491116411436990e+0, 6.65790464350110377720e+0 },
	{ 2.04426310338993978564e-15, 1.42151175831644588870e-7,
	  1.84631831751005468180e-5, 7.86869131145613259100e-4,
	  1.48753612908506148525e-2, 1.36929880922735805310e-1,
	  5.99832206555887937690e-1, 1 },
};

static inline double ratio(const double (*terms)[NORMAL_TERMS], double r)
{
	double above = terms[0][0], below = terms[1][0];

	for (int i = 1; i < NORMAL_TERMS; i++) {
		above = above * r + terms[0][i];
		below = below * r + terms[1][i];
	}
	return above / below;
}

double rank_intervals_normal(double u)
{
	double q = u - 0.5, r;

	if (fabs(q) <= 0.425)
		return q * ratio(center, 0.180625 - q * q);
	r = sqrt(-exact_math_log(q < 0 ? u : 1 - u));
	return copysign(r <= 5 ? ratio(shoulder, r - 1.6) :
			ratio(tail, r - 5), q);
}

static void pool_seed(unsigned pool, unsigned char *seed)
{
	unsigned char bytes[sizeof label - 1 + 4];
	unsigned char *number = bytes + sizeof label - 1;

	memcpy(bytes, label, sizeof label - 1);
	for (int i = 0; i < 4; i++)
		number[i] = (unsigned char)(pool >> (24 - 8 * i));
	sha256(seed, bytes, sizeof bytes);
}

/* The middle of one of 2^53 equal parts of 0..1. */
static double uniform(const double *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof word);
	return ((double)(le64toh(word) >> 11) + 0.5) * 0x1p-53;
}

enum { CHACHA = 64 / sizeof(double) };  /* numbers of a block of ChaCha20 */

/* Makes the deviates from number `first` on, a multiple of CHACHA: as with
   randombytes_buf_deterministic, which can only begin at 0. */
static void make_normal(const unsigned char *seed, size_t first,
			double *normal, size_t count)
{
	static const unsigned char nonce[] = "LibsodiumDRG";
	unsigned char *bytes = (unsigned char *)normal;

	_Static_assert(sizeof nonce - 1 ==
		       crypto_stream_chacha20_ietf_NONCEBYTES, "the nonce");
	_Static_assert(SHA256_SIZE == crypto_stream_chacha20_ietf_KEYBYTES,
		       "the seed");
	memset(bytes, 0, count * sizeof *normal);
	crypto_stream_chacha20_ietf_xor_ic(bytes, bytes,
		count * sizeof *normal, nonce, (uint32_t)(first / CHACHA),
		seed);
	for (size_t i = 0; i < count; i++)
		normal[i] = rank_intervals_normal(uniform(&normal[i]));
}

void rank_intervals_normals(unsigned pool, double *normal, size_t count)
{
	unsigned char seed[SHA256_SIZE];

	pool_seed(pool, seed);
	make_normal(seed, 0, normal, count);
}

/* ### draws */

/* How many are made at a time, so that sums of all of them are added up at
   once; a multiple of CHACHA. */
enum { B = 64 };

/* What all draws share. */
struct sampler {
	size_t n, padded;
	const double *elo;
	double *l;              /* L, padded */
	unsigned char seed[SHA256_SIZE];
};

/* L L' = V. */
static void sampler_init(struct sampler *sampler, unsigned pool, size_t n,
			 const double *elo, const double *v)
{
	size_t padded = linear_algebra_padded(n);

	*sampler = (struct sampler){ .n = n, .padded = padded, .elo = elo,
		.l = memory_new(padded * padded, sizeof *sampler->l) };
	pool_seed(pool, sampler->seed);
	for (size_t i = 0; i < n; i++)
		memcpy(sampler->l + i * padded, v + i * n, n * sizeof *v);
	linear_algebra_cholesky(sampler->l, padded, PIVOTS_SEMIDEFINITE);
}

/* x = elo + L y for `draws` draws, at most B, from number `first` on, a
   multiple of B.  x and y have a row for each entrant, `normal` room for the
   numbers of B draws. */
static void sampler_draw(const struct sampler *sampler, size_t first,
			 size_t draws, double *normal, double (*restrict y)[B],
			 double (*restrict x)[B])
{
	size_t n = sampler->n;

	make_normal(sampler->seed, first * n, normal, draws * n);
	for (size_t i = 0; i < n; i++) {
		const double *l = sampler->l + i * sampler->padded;

		for (size_t t = 0; t < draws; t++)
			y[i][t] = normal[t * n + i];
		for (size_t t = 0; t < B; t++)
			x[i][t] = sampler->elo[i];
		for (size_t k = 0; k <= i; k++)
			for (size_t t = 0; t < B; t++)
				x[i][t] += l[k] * y[k][t];
	}
}

/* ### ranking one draw */

/* Bucket sort: n values go into 2 n equal boxes, from high to low, and the few
   in a box are sorted.  Takes time proportional to n. */
struct ranking {
	size_t n, boxes;
	uint32_t *box;          /* of each entrant */
	uint32_t *start;        /* of each box in `sorted` */
	uint32_t *sorted;       /* entrants, best first */
	uint32_t *rank;         /* by entrant, from 1 */
	double *x;              /* of each entrant, rounded */
};

static void ranking_init(struct ranking *r, size_t n)
{
	r->n = n;
	r->boxes = 2 * n;
	r->box = memory_new(3 * n + r->boxes + 1, sizeof *r->box);
	r->sorted = r->box + n;
	r->rank = r->sorted + n;
	r->start = r->rank + n;
	r->x = memory_new(n, sizeof *r->x);
}

static void ranking_release(struct ranking *r)
{
	free(r->box);
	free(r->x);
}

static void fill_boxes(struct ranking *r)
{
	const double *x = r->x;
	double most = x[0], least = x[0], scale;

	for (size_t i = 1; i < r->n; i++) {
		most = x[i] > most ? x[i] : most;
		least = x[i] < least ? x[i] : least;
	}
	scale = most > least ? (double)(r->boxes - 1) / (most - least) : 0;
	memset(r->start, 0, (r->boxes + 1) * sizeof *r->start);
	for (size_t i = 0; i < r->n; i++) {
		r->box[i] = (uint32_t)((most - x[i]) * scale);
		r->start[r->box[i] + 1]++;
	}
	for (size_t b = 1; b <= r->boxes; b++)
		r->start[b] += r->start[b - 1];
	for (size_t i = 0; i < r->n; i++)
		r->sorted[r->start[r->box[i]]++] = (uint32_t)i;
}

/* rank = 1 + the number of entrants above, in draw `t` of these. */
static void rank_draw(struct ranking *r, double (*draws)[B], size_t t)
{
	double *x = r->x;

	for (size_t i = 0; i < r->n; i++)
		x[i] = decimal_rounded(draws[i][t]);
	fill_boxes(r);
	for (size_t i = 1; i < r->n; i++) {
		uint32_t moving = r->sorted[i];
		size_t at = i;

		for (; at > 0 && x[r->sorted[at - 1]] < x[moving]; at--)
			r->sorted[at] = r->sorted[at - 1];
		r->sorted[at] = moving;
	}
	for (size_t i = 0; i < r->n; i++) {
		uint32_t own = r->sorted[i];

		r->rank[own] = i > 0 && x[r->sorted[i - 1]] == x[own]
			? r->rank[r->sorted[i - 1]] : (uint32_t)i + 1;
	}
}

/* ### intervals */

/* Finds intervals from how often each rank was drawn: by entrant, n ranks. */
static void find_intervals(const uint16_t *counts, size_t n, int draws,
			   double percent, struct rank_interval *ranks)
{
	/* Sorted ranks, from 0: of 95% number d/40 and d - 1 - d/40. */
	int low = (int)(draws * (100 - percent) / 200 + 1e-6);
	int high = draws - 1 - low;

	for (size_t i = 0; i < n; i++) {
		int seen = 0;

		ranks[i].lo = ranks[i].hi = 0;
		for (size_t r = 0; r < n; r++) {
			seen += counts[i * n + r];
			if (ranks[i].lo == 0 && seen > low)
				ranks[i].lo = (int)r + 1;
			if (ranks[i].hi == 0 && seen > high)
				ranks[i].hi = (int)r + 1;
		}
		ranks[i].firsts = counts[i * n];
	}
}

/* ### all draws, in parts */

/* Few, because each has its own counts; the result does not depend on it. */
enum { PARTS = 8 };

struct draws {
	struct sampler sampler;
	size_t count;
	uint16_t *counts[PARTS];        /* by entrant, of each rank */
};

/* Parts are whole blocks of B draws, except at the end. */
static size_t part_begins(const struct draws *draws, size_t part)
{
	size_t blocks = (draws->count + B - 1) / B;
	size_t first = blocks * part / PARTS * B;

	return first < draws->count ? first : draws->count;
}

static void draw_part(void *context, size_t part)
{
	struct draws *draws = context;
	const struct sampler *sampler = &draws->sampler;
	size_t n = sampler->n, end = part_begins(draws, part + 1), some;
	AUTOFREE double *normal = memory_new(B * n, sizeof *normal);
	AUTOFREE double (*y)[B] = memory_new(n, sizeof *y);
	AUTOFREE double (*x)[B] = memory_new(n, sizeof *x);
	uint16_t *counts = memory_new(n * n, sizeof *counts);
	OWNED(ranking) struct ranking ranking = {0};

	ranking_init(&ranking, n);
	for (size_t t = part_begins(draws, part); t < end; t += some) {
		some = end - t < B ? end - t : B;
		sampler_draw(sampler, t, some, normal, y, x);
		for (size_t k = 0; k < some; k++) {
			rank_draw(&ranking, x, k);
			for (size_t i = 0; i < n; i++)
				counts[i * n + ranking.rank[i] - 1]++;
		}
	}
	draws->counts[part] = counts;
}

void rank_intervals_find(unsigned pool, size_t n, const double *elo,
			 const double *v, double percent,
			 struct rank_interval *ranks)
{
	struct draws draws = { .count = (size_t)rank_intervals_draws(n) };

	sampler_init(&draws.sampler, pool, n, elo, v);
	parallel_run(PARTS, draw_part, &draws);
	for (int part = 1; part < PARTS; part++)
		for (size_t i = 0; i < n * n; i++)
			draws.counts[0][i] += draws.counts[part][i];
	find_intervals(draws.counts[0], n, (int)draws.count, percent, ranks);
	for (int part = 0; part < PARTS; part++)
		free(draws.counts[part]);
	free(draws.sampler.l);
}
