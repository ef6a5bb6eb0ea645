/*
 * blossom.c - augmenting paths in a graph that is not bipartite.
 *
 * The search grows a tree of alternating paths from its root.  `before` of an
 * inner vertex is the outer one that reached it; that of an outer vertex is
 * set when a blossom makes it inner, too.  `base` is the vertex that represents
 * the blossom around a vertex.
 */
#include "tournaments/format/blossom.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NOBODY = -1 };

void blossom_init(struct blossom *m, int size, const uint16_t *met)
{
	size_t count = (size_t)size;

	*m = (struct blossom){ .size = size, .met = met };
	m->mate = memory_new(count, sizeof *m->mate);
	m->stays = memory_new(count, sizeof *m->stays);
	m->here = memory_new(count, sizeof *m->here);
	m->gone = memory_new(count, sizeof *m->gone);
	m->before = memory_new(count, sizeof *m->before);
	m->base = memory_new(count, sizeof *m->base);
	m->queue = memory_new(count, sizeof *m->queue);
	m->pool = memory_new(count, sizeof *m->pool);
	m->outer = memory_new(count, sizeof *m->outer);
	m->mark = memory_new(count, sizeof *m->mark);
	for (int v = 0; v < size; v++)
		m->mate[v] = NOBODY;
}

void blossom_release(struct blossom *m)
{
	free(m->mate);
	free(m->stays);
	free(m->here);
	free(m->gone);
	free(m->before);
	free(m->base);
	free(m->queue);
	free(m->pool);
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

/* The next outer vertex on the path to the root; NOBODY beyond it. */
static int step_down(const struct blossom *m, int base)
{
	int inner = m->mate[base];

	return inner == NOBODY ? NOBODY : m->base[m->before[inner]];
}

/* Where the paths of two outer vertices to the root meet. */
static int common_base(struct blossom *m, int a, int b)
{
	int common;

	for (int at = m->base[a]; at != NOBODY; at = step_down(m, at))
		m->mark[at] = true;
	for (common = m->base[b]; !m->mark[common];)
		common = step_down(m, common);
	for (int at = m->base[a]; at != NOBODY; at = step_down(m, at))
		m->mark[at] = false;
	return common;
}

/* Marks the blossoms from `v` down to `common` and turns their inner vertices
   round, to be reached over `child`, too. */
static void mark_side(struct blossom *m, int v, int common, int child)
{
	while (m->base[v] != common) {
		int inner = m->mate[v];

		m->mark[m->base[v]] = m->mark[m->base[inner]] = true;
		m->before[v] = child;
		child = inner;
		v = m->before[inner];
	}
}

static void shrink(struct blossom *m, int a, int b)
{
	int common = common_base(m, a, b);

	mark_side(m, a, common, b);
	mark_side(m, b, common, a);
	for (int i = 0; i < m->pool_count; i++) {
		int v = m->pool[i];

		if (!m->mark[m->base[v]])
			continue;
		m->base[v] = common;
		if (!m->outer[v]) {
			m->outer[v] = true;
			m->queue[m->queued++] = v;
		}
	}
	memset(m->mark, 0, (size_t)m->size * sizeof *m->mark);
}

/* A single one next to `v`: in a dense graph there nearly always is. */
static int single_neighbour(const struct blossom *m, int v, int root)
{
	for (int i = 0; i < m->pool_count; i++) {
		int to = m->pool[i];

		if (m->mate[to] == NOBODY && to != root && to != v &&
		    blossom_joined(m, v, to))
			return to;
	}
	return NOBODY;
}

static void grow(struct blossom *m, int v)
{
	for (int i = 0; i < m->pool_count; i++) {
		int to = m->pool[i];

		if (m->base[v] == m->base[to] || m->mate[v] == to ||
		    !blossom_joined(m, v, to))
			continue;
		if (m->outer[to]) {
			shrink(m, v, to);
		} else if (m->before[to] == NOBODY) {
			int next = m->mate[to];

			m->before[to] = v;
			m->outer[next] = true;
			m->queue[m->queued++] = next;
		}
	}
}

/* The end of an augmenting path, or NOBODY. */
static int find_path(struct blossom *m, int root)
{
	for (int i = 0; i < m->pool_count; i++) {
		int v = m->pool[i];

		m->before[v] = NOBODY;
		m->base[v] = v;
		m->outer[v] = false;
	}
	m->queued = 0;
	m->outer[root] = true;
	m->queue[m->queued++] = root;
	for (int head = 0; head < m->queued; head++) {
		int v = m->queue[head], end = single_neighbour(m, v, root);

		if (end != NOBODY) {
			m->before[end] = v;
			return end;
		}
		grow(m, v);
	}
	return NOBODY;
}

bool blossom_augment(struct blossom *m, const int *pool, int count, int root)
{
	int v;

	assert(m->mate[root] == NOBODY && !m->gone[root]);
	m->pool_count = 0;
	for (int i = 0; i < count; i++)
		if (!m->gone[pool[i]])
			m->pool[m->pool_count++] = pool[i];
	v = find_path(m, root);
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
