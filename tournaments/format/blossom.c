/*
 * blossom.c - augmenting paths in a graph that is not bipartite.
 *
 * The search grows a tree of alternating paths from its root.  `before` of an
 * inner vertex is the outer one that reached it; that of an outer vertex is
 * set when a blossom makes it inner, too.  `base` is the vertex that represents
 * the blossom around a vertex.  Most searches end after a few vertices, so only
 * those in the tree are reset, and an outer vertex is compared with the
 * possible ends as soon as it is reached.  In late rounds few pairs have not
 * met; a bit for each pair finds them faster than a scan of all vertices.
 */
#include "tournaments/format/blossom.h"

#include <assert.h>
#include <string.h>

enum { NOBODY = -1, WORD = 64 };

static void set_bit(uint64_t *bits, int at)
{
	bits[at / WORD] |= UINT64_C(1) << at % WORD;
}

static void clear_bit(uint64_t *bits, int at)
{
	bits[at / WORD] &= ~(UINT64_C(1) << at % WORD);
}

static void read_apart(struct blossom *m)
{
	size_t size = (size_t)m->size;

	for (size_t v = 0; v < size; v++) {
		uint64_t *row = &m->apart[v * m->words];

		/* No branch: it would often be mispredicted. */
		for (size_t to = 0; to < size; to++)
			row[to / WORD] |= (uint64_t)
				(m->met[v * size + to] == 0) << to % WORD;
		clear_bit(row, (int)v);
	}
}

void blossom_init(struct blossom *m, int size, const uint16_t *met)
{
	size_t count = (size_t)size;

	*m = (struct blossom){ .size = size, .met = met,
		.words = (count + WORD - 1) / WORD };
	m->mate = arena_new(&m->arena, count, sizeof *m->mate);
	m->stays = arena_new(&m->arena, count, sizeof *m->stays);
	m->here = arena_new(&m->arena, count, sizeof *m->here);
	m->gone = arena_new(&m->arena, count, sizeof *m->gone);
	m->before = arena_new(&m->arena, count, sizeof *m->before);
	m->base = arena_new(&m->arena, count, sizeof *m->base);
	m->queue = arena_new(&m->arena, count, sizeof *m->queue);
	m->ends = arena_new(&m->arena, count, sizeof *m->ends);
	m->tree = arena_new(&m->arena, count, sizeof *m->tree);
	m->outer = arena_new(&m->arena, count, sizeof *m->outer);
	m->mark = arena_new(&m->arena, count, sizeof *m->mark);
	for (int v = 0; v < size; v++) {
		m->mate[v] = m->before[v] = NOBODY;
		m->base[v] = v;
	}
	m->apart = arena_new(&m->arena, count * m->words, sizeof *m->apart);
	m->open = arena_new(&m->arena, m->words, sizeof *m->open);
	read_apart(m);
}

void blossom_release(struct blossom *m)
{
	arena_release(&m->arena);
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

/* Marks the blossoms from `v` down to `common`.  Sets `before` of the outer
   vertices on the way, which can now be reached as inner ones: the first from
   `child`, each further one from the inner vertex above it. */
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

/* True: an end is joined to it, so that the path is complete. */
static bool add_outer(struct blossom *m, int v)
{
	m->outer[v] = true;
	set_bit(m->open, v);
	m->queue[m->queued++] = v;
	for (int i = 0; i < m->end_count; i++)
		if (blossom_joined(m, v, m->ends[i])) {
			m->end = m->ends[i];
			m->before[m->end] = v;
			return true;
		}
	return false;
}

static bool shrink(struct blossom *m, int a, int b)
{
	int common = common_base(m, a, b);
	bool found = false;

	mark_side(m, a, common, b);
	mark_side(m, b, common, a);
	for (int i = 0; i < m->reached; i++) {
		int v = m->tree[i];

		if (!m->mark[m->base[v]])
			continue;
		m->base[v] = common;
		if (!m->outer[v] && add_outer(m, v))
			found = true;
	}
	for (int i = 0; i < m->reached; i++)
		m->mark[m->tree[i]] = false;
	return found;
}

static bool add_inner(struct blossom *m, int v, int before)
{
	int next = m->mate[v];

	assert(next != NOBODY);
	m->before[v] = before;
	clear_bit(m->open, v);
	m->tree[m->reached++] = v;
	m->tree[m->reached++] = next;
	return add_outer(m, next);
}

/* Follows the edge from outer vertex `v` to `to`.  True: an end is reached. */
static bool follow(struct blossom *m, int v, int to)
{
	if (m->base[v] == m->base[to] || m->mate[v] == to || m->gone[to] ||
	    !blossom_joined(m, v, to))
		return false;
	if (m->outer[to])
		return shrink(m, v, to);
	return m->before[to] == NOBODY && add_inner(m, to, v);
}

/* A vertex that stays is joined only to vertices of its group. */
static bool grow_in_group(struct blossom *m, int v)
{
	for (int i = 0; i < m->group_count; i++)
		if (follow(m, v, m->group[i]))
			return true;
	return false;
}

/* Called only when needed: most searches end earlier. */
static void read_pool(struct blossom *m)
{
	memset(m->open, 0, m->words * sizeof *m->open);
	for (int i = 0; i < m->pool_count; i++) {
		int v = m->pool[i];

		if (m->outer[v] || m->before[v] == NOBODY)
			set_bit(m->open, v);
	}
	m->pool_is_read = true;
}

static bool grow(struct blossom *m, int v)
{
	const uint64_t *apart = &m->apart[(size_t)v * m->words];

	if (m->stays[v])
		return grow_in_group(m, v);
	if (!m->pool_is_read)
		read_pool(m);
	for (size_t w = 0; w < m->words; w++)
		for (uint64_t bits = apart[w] & m->open[w]; bits != 0;
		     bits &= bits - 1)
			if (follow(m, v, (int)w * WORD +
				   __builtin_ctzll(bits)))
				return true;
	return false;
}

static void begin(struct blossom *m, const int *pool, int count)
{
	for (int i = 0; i < m->end_count; i++)
		m->before[m->ends[i]] = NOBODY;
	for (int i = 0; i < m->reached; i++) {
		int v = m->tree[i];

		m->before[v] = NOBODY;
		m->base[v] = v;
		m->outer[v] = false;
	}
	m->pool = pool;
	m->pool_count = count;
	m->pool_is_read = false;
	m->end_count = m->reached = m->queued = 0;
}

static void find_ends(struct blossom *m, int root)
{
	for (int i = 0; i < m->pool_count; i++) {
		int v = m->pool[i];

		if (v != root && m->mate[v] == NOBODY && !m->gone[v])
			m->ends[m->end_count++] = v;
	}
}

/* True: there is a path, from `root` to `end`. */
static bool find_path(struct blossom *m, int root)
{
	bool found;

	m->tree[m->reached++] = root;
	found = add_outer(m, root);
	for (int head = 0; head < m->queued && !found; head++)
		found = grow(m, m->queue[head]);
	return found;
}

bool blossom_augment(struct blossom *m, const int *pool, int count, int root,
		     int end)
{
	assert(m->mate[root] == NOBODY && !m->gone[root] && root != end);
	begin(m, pool, count);
	if (end != NOBODY)
		m->ends[m->end_count++] = end;
	else
		find_ends(m, root);
	if (!find_path(m, root))
		return false;
	for (int v = m->end; v != NOBODY;) {
		int before = m->before[v], next = m->mate[before];

		m->mate[v] = before;
		m->mate[before] = v;
		v = next;
	}
	return true;
}

const bool *blossom_spare(struct blossom *m, const int *pool, int count)
{
	begin(m, pool, count);
	for (int i = 0; i < count; i++)
		if (m->mate[pool[i]] == NOBODY) {
			m->tree[m->reached++] = pool[i];
			add_outer(m, pool[i]);
		}
	for (int head = 0; head < m->queued; head++)
		if (grow(m, m->queue[head]))
			assert(!"the matching was not a largest one");
	return m->outer;
}
