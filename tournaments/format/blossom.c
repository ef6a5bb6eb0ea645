/*
 * blossom.c - augmenting paths in a graph that is not bipartite.
 *
 * The search grows a tree of alternating paths from its root.  `before` of an
 * inner vertex is the outer one that reached it; that of an outer vertex is
 * set when a blossom makes it inner, too.  `base` leads to the vertex that
 * represents the blossom around a vertex.  Neighbours are looked for 64 at a
 * time, as nearly everybody is joined to nearly everybody.
 */
#include "tournaments/format/blossom.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NOBODY = -1 };

static uint64_t bit(int v)
{
	return UINT64_C(1) << (v % 64);
}

static void set_add(uint64_t *set, int v)
{
	set[v / 64] |= bit(v);
}

static void set_drop(uint64_t *set, int v)
{
	set[v / 64] &= ~bit(v);
}

void blossom_init(struct blossom *m, int size, const uint16_t *met)
{
	size_t count = (size_t)size, words = (count + 63) / 64;

	*m = (struct blossom){ .size = size, .met = met, .words = words };
	m->mate = memory_new(count, sizeof *m->mate);
	m->stays = memory_new(count, sizeof *m->stays);
	m->here = memory_new(count, sizeof *m->here);
	m->gone = memory_new(count, sizeof *m->gone);
	m->open = memory_new(count * words, sizeof *m->open);
	m->single = memory_new(words, sizeof *m->single);
	m->bound = memory_new(words, sizeof *m->bound);
	m->near = memory_new(words, sizeof *m->near);
	m->unseen = memory_new(words, sizeof *m->unseen);
	m->reach = memory_new(words, sizeof *m->reach);
	m->inside = memory_new(words, sizeof *m->inside);
	m->before = memory_new(count, sizeof *m->before);
	m->base = memory_new(count, sizeof *m->base);
	m->queue = memory_new(count, sizeof *m->queue);
	m->outer = memory_new(count, sizeof *m->outer);
	m->mark = memory_new(count, sizeof *m->mark);
	for (size_t v = 0; v < count; v++) {
		m->mate[v] = NOBODY;
		for (size_t to = 0; to < count; to++)
			if (to != v && met[v * count + to] == 0)
				m->open[v * words + to / 64] |= bit((int)to);
	}
}

void blossom_release(struct blossom *m)
{
	free(m->mate);
	free(m->stays);
	free(m->here);
	free(m->gone);
	free(m->open);
	free(m->single);
	free(m->bound);
	free(m->near);
	free(m->unseen);
	free(m->reach);
	free(m->inside);
	free(m->before);
	free(m->base);
	free(m->queue);
	free(m->outer);
	free(m->mark);
	*m = (struct blossom){0};
}

bool blossom_joined(const struct blossom *m, int a, int b)
{
	return m->met[(size_t)a * (size_t)m->size + (size_t)b] == 0 &&
		(!m->stays[a] || m->here[b]) && (!m->stays[b] || m->here[a]);
}

void blossom_pair(struct blossom *m, int a, int b)
{
	assert(a != b && (m->mate[a] == b || m->mate[a] == NOBODY));
	m->mate[a] = b;
	m->mate[b] = a;
}

int blossom_part(struct blossom *m, int a)
{
	int b = m->mate[a];

	if (b != NOBODY)
		m->mate[a] = m->mate[b] = NOBODY;
	return b;
}

/* The vertex that represents the blossom of `v`. */
static int base_of(struct blossom *m, int v)
{
	while (m->base[v] != v)
		v = m->base[v] = m->base[m->base[v]];
	return v;
}

/* The next outer vertex on the path to the root; NOBODY beyond it. */
static int step_down(struct blossom *m, int base)
{
	int inner = m->mate[base];

	return inner == NOBODY ? NOBODY : base_of(m, m->before[inner]);
}

/* Where the paths of two outer vertices to the root meet. */
static int common_base(struct blossom *m, int a, int b)
{
	int common;

	for (int at = base_of(m, a); at != NOBODY; at = step_down(m, at))
		m->mark[at] = true;
	for (common = base_of(m, b); !m->mark[common];)
		common = step_down(m, common);
	for (int at = base_of(m, a); at != NOBODY; at = step_down(m, at))
		m->mark[at] = false;
	return common;
}

static void make_outer(struct blossom *m, int v)
{
	m->outer[v] = true;
	set_add(m->reach, v);
	set_drop(m->unseen, v);
	m->queue[m->queued++] = v;
}

/* Puts the blossoms from `v` down to `common` into that of `common` and turns
   their inner vertices round, to be reached over `child`, too. */
static void shrink_side(struct blossom *m, int v, int common, int child)
{
	while (base_of(m, v) != common) {
		int inner = m->mate[v];

		m->before[v] = child;
		if (!m->outer[inner])
			make_outer(m, inner);
		if (m->base[v] == v)
			m->base[v] = common;
		if (m->base[inner] == inner)
			m->base[inner] = common;
		child = inner;
		v = m->before[inner];
	}
}

static void shrink(struct blossom *m, int a, int b)
{
	int common = common_base(m, a, b);

	shrink_side(m, a, common, b);
	shrink_side(m, b, common, a);
}

/* 64 of the vertices that `v` is joined to. */
static uint64_t joined(const struct blossom *m, int v, size_t word)
{
	uint64_t open = m->open[(size_t)v * m->words + word];

	if (m->stays[v])
		open &= m->near[word];
	if (!m->here[v])
		open &= ~m->bound[word];
	return open;
}

/* A single one next to `v`: in a dense graph there nearly always is. */
static int single_neighbour(const struct blossom *m, int v)
{
	for (size_t word = 0; word < m->words; word++) {
		uint64_t found = joined(m, v, word) & m->single[word];

		if (found != 0)
			return (int)(64 * word) + __builtin_ctzll(found);
	}
	return NOBODY;
}

/* `v` has reached `to`. */
static void reach(struct blossom *m, int v, int to)
{
	if (!m->outer[to]) {
		m->before[to] = v;
		set_drop(m->unseen, to);
		make_outer(m, m->mate[to]);
	} else if (base_of(m, v) != base_of(m, to)) {
		shrink(m, v, to);
	} else {
		set_add(m->inside, to);
	}
}

static void grow(struct blossom *m, int v)
{
	if (base_of(m, v) != base_of(m, m->core)) {
		memset(m->inside, 0, m->words * sizeof *m->inside);
		m->core = v;
	}
	for (size_t word = 0; word < m->words; word++) {
		uint64_t to = joined(m, v, word);

		to &= m->unseen[word] | (m->reach[word] & ~m->inside[word]);
		for (; to != 0; to &= to - 1) {
			int next = (int)(64 * word) + __builtin_ctzll(to);

			/* Not reached meanwhile, over its mate. */
			if ((m->unseen[word] | m->reach[word]) & bit(next))
				reach(m, v, next);
		}
	}
}

/* The end of an augmenting path, or NOBODY. */
static int find_path(struct blossom *m)
{
	make_outer(m, m->root);
	for (int head = 0; head < m->queued; head++) {
		int v = m->queue[head], end = single_neighbour(m, v);

		if (end != NOBODY) {
			m->before[end] = v;
			return end;
		}
		grow(m, v);
	}
	return NOBODY;
}

static void begin(struct blossom *m, const int *pool, int count, int root)
{
	uint64_t *sets[] = { m->single, m->bound, m->near, m->unseen, m->reach,
		m->inside };

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		memset(sets[i], 0, m->words * sizeof *sets[i]);
	for (int i = 0; i < count; i++) {
		int v = pool[i];

		if (m->gone[v])
			continue;
		m->before[v] = NOBODY;
		m->base[v] = v;
		m->outer[v] = false;
		set_add(m->unseen, v);
		if (m->here[v])
			set_add(m->near, v);
		if (m->stays[v])
			set_add(m->bound, v);
		if (m->mate[v] == NOBODY && v != root)
			set_add(m->single, v);
	}
	m->root = m->core = root;
	m->queued = 0;
}

bool blossom_augment(struct blossom *m, const int *pool, int count, int root)
{
	int v;

	assert(m->mate[root] == NOBODY && !m->gone[root]);
	begin(m, pool, count, root);
	v = find_path(m);
	if (v == NOBODY)
		return false;
	while (v != NOBODY) {
		int reached = m->before[v], next = m->mate[reached];

		m->mate[v] = reached;
		m->mate[reached] = v;
		v = next;
	}
	return true;
}
