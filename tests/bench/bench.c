/*
 * bench.c - the raw figures with which `make bench` compares a match.
 *
 *   bench pingpong QUESTION ANSWER ROUNDS    two processes on one core, lines
 *                                            of those lengths, nothing else
 *   bench parts GAME                         what each part of a decision costs
 *   bench engine GAME SECONDS                random games without bots
 *   bench playouts GAME SECONDS              the same through the library
 *   bench hash FILE                          SHA-256 of a file, nothing else
 *   bench game                               a game that is a program and
 *                                            answers at once
 *
 * Each prints `NAME VALUE` lines: microseconds, unless the name has a unit.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "base/clock.h"
#include "fair/matchlog.h"
#include "games/games.h"
#include "games/rules.h"
#include "host/protocol.h"
#include "match/log_step.h"
#include "rollcall/engines.h"

enum { POSITIONS = 4096, TURNS = 50 };

static volatile size_t used;    /* keeps the compiler from dropping work */

static void die(const char *why)
{
	fprintf(stderr, "bench: %s\n", why);
	exit(2);
}

/* ### raw ping-pong */

static void read_line(int fd, char *bytes, size_t room)
{
	size_t have = 0;

	do {
		ssize_t got = read(fd, bytes + have, room - have);

		if (got <= 0)
			_exit(0);
		have += (size_t)got;
	} while (bytes[have - 1] != '\n');
}

static void write_line(int fd, const char *bytes, size_t size)
{
	if (write(fd, bytes, size) != (ssize_t)size)
		_exit(1);
}

/* Processor time, so that other load on the machine does not count. */
static int64_t cpu_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* The same for children that have been waited for. */
static int64_t children_cpu_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL +
		usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static void pingpong(size_t question, size_t answer, long rounds)
{
	static char out[1 << 17], in[1 << 17];
	int there[2], back[2];
	int64_t start;

	if (question < 1 || question > sizeof out || answer < 1 ||
	    answer > sizeof out || pipe(there) != 0 || pipe(back) != 0)
		die("pingpong: bad lengths or no pipes");
	memset(out, 'x', sizeof out);
	if (fork() == 0) {
		close(there[1]);
		out[answer - 1] = '\n';
		for (;;) {
			read_line(there[0], in, sizeof in);
			write_line(back[1], out, answer);
		}
	}
	close(there[0]);
	out[question - 1] = '\n';
	start = clock_us();
	for (long i = 0; i < rounds; i++) {
		write_line(there[1], out, question);
		read_line(back[0], in, sizeof in);
	}
	printf("roundtrip %.3f\n", (double)(clock_us() - start) /
	       (double)rounds);
	close(there[1]);
	wait(NULL);
	printf("processor %.3f\n", (double)(cpu_us() + children_cpu_us()) /
	       (double)rounds);
}

/* ### a game without bots */

struct table {
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct hash_chains chains;
	struct game_run course;
	uint32_t random;
};

static void table_init(struct table *table, const char *name)
{
	struct hash secret = {0}, salt = {0};

	*table = (struct table){ .game = games_find(name), .random = 1 };
	if (table->game == NULL)
		die("no such game");
	rules_defaults(table->game, table->rule);
	hash_chains_init(&table->chains, &secret, &salt, 128, 3);
	game_run_init(&table->course, table->game, 2, table->rule,
		    &table->chains);
}

static uint32_t next_random(struct table *table)
{
	table->random = table->random * 1664525u + 1013904223u;
	return table->random >> 8;
}

/* Rolls dice without proofs until a seat decides or the game is over. */
static int next_turn(struct table *table)
{
	const struct game *game = table->game;
	void *state = table->course.state;
	int value[GAME_DICE_MAX], turn;

	while ((turn = game->turn(state)) == GAME_CHANCE) {
		struct draw due = game->due(state);

		for (int i = 0; i < due.dice; i++)
			value[i] = 1 + (int)(next_random(table) %
					     (uint32_t)due.sides);
		game->land(state, value);
	}
	return turn;
}

static void move_at_random(struct table *table)
{
	static int move[GAME_LEGAL_MAX];
	void *state = table->course.state;
	uint32_t count = (uint32_t)table->game->legal(state, move);

	table->game->apply(state, move[next_random(table) % count]);
}

/* Plays a game with random moves. */
static long play_random(struct table *table)
{
	long decisions = 0;

	for (game_run_begin(&table->course); next_turn(table) != GAME_OVER;
	     decisions++)
		move_at_random(table);
	return decisions;
}

static void engine(const char *name, double seconds)
{
	struct table table;
	int64_t start = cpu_us(), spent;
	long played = 0, decisions = 0;

	table_init(&table, name);
	do {
		for (int i = 0; i < 100; i++)
			decisions += play_random(&table);
		played += 100;
		spent = cpu_us() - start;
	} while ((double)spent < seconds * 1e6);
	printf("games_per_second %.0f\n", (double)played * 1e6 /
	       (double)spent);
	printf("decisions_per_game %.1f\n", (double)decisions /
	       (double)played);
}

static void playouts(const char *name, double seconds)
{
	char error[ROLLCALL_STATE_ERROR_SIZE];
	struct rollcall_state *state = rollcall_state_new(name, 2, NULL, error);
	int64_t start = cpu_us(), spent;
	double points[ROLLCALL_STATE_SEATS_MAX];
	uint64_t played = 0;

	if (state == NULL)
		die(error);
	do {
		rollcall_playouts(state, 100, played, points);
		played += 100;
		spent = cpu_us() - start;
	} while ((double)spent < seconds * 1e6);
	printf("playouts_per_second %.0f\n", (double)played * 1e6 /
	       (double)spent);
	rollcall_state_free(state);
}

/* ### parts */

struct parts {
	struct table table;
	unsigned char *state;           /* POSITIONS of them */
	struct roll roll;
	struct json_writer a, b, c;
	struct arena arena;
	int move[GAME_LEGAL_MAX];
	struct sha256 digest;
	unsigned char short_hash[SHA256_SIZE];
};

static const void *position(const struct parts *p, int i)
{
	return p->state + (size_t)i * p->table.game->state_size;
}

/* Positions of random games at which a seat decides. */
static void collect(struct parts *p)
{
	const size_t size = p->table.game->state_size;

	p->state = memory_new(POSITIONS, size);
	game_run_begin(&p->table.course);
	for (size_t count = 0; count < POSITIONS;) {
		if (next_turn(&p->table) == GAME_OVER) {
			game_run_begin(&p->table.course);
			continue;
		}
		memcpy(p->state + count++ * size, p->table.course.state, size);
		move_at_random(&p->table);
	}
}

static void part_legal(struct parts *p, int i)
{
	used += (size_t)p->table.game->legal(position(p, i), p->move);
}

static void part_view(struct parts *p, int i)
{
	json_clear(&p->a);
	p->table.game->view(position(p, i), 0, &p->a);
	used += p->a.out.length;
}

static void part_list(struct parts *p, int i)
{
	int count = p->table.game->legal(position(p, i), p->move);

	json_clear(&p->b);
	json_open(&p->b, '[');
	for (int m = 0; m < count; m++)
		p->table.game->show_move(position(p, i), p->move[m], &p->b);
	json_close(&p->b, ']');
	used += p->b.out.length;
}

static void part_question(struct parts *p, int i)
{
	struct question question = { .ms = 1000,
		.view = p->a.out.bytes, .view_size = p->a.out.length };

	(void)i;
	json_clear(&p->c);
	protocol_turn(&p->c, &question);
	used += p->c.out.length;
}

static void part_answer(struct parts *p, int i)
{
	static const char line[] = "{\"move\":0}";
	struct answer answer;
	struct error why;

	(void)i;
	used += (size_t)protocol_read_answer(&p->arena, line, sizeof line - 1,
					     &answer, &why);
}

static void part_answer_object(struct parts *p, int i)
{
	struct answer answer;
	struct error why;
	int move;

	json_clear(&p->b);
	json_open(&p->b, '{');
	json_key(&p->b, "move");
	p->table.game->legal(position(p, i), p->move);
	p->table.game->show_move(position(p, i), p->move[0], &p->b);
	json_close(&p->b, '}');
	used += (size_t)protocol_read_answer(&p->arena, p->b.out.bytes,
					     p->b.out.length, &answer, &why);
	used += (size_t)p->table.game->read_move(position(p, i), answer.move,
						 &move, &why);
}

static void part_move_line(struct parts *p, int i)
{
	p->table.game->legal(position(p, i), p->move);
	json_clear(&p->b);
	p->table.game->show_move(position(p, i), p->move[0], &p->b);
	json_clear(&p->c);
	logline_move(&p->c, 0, p->b.out.bytes, p->b.out.length, NULL);
	used += p->c.out.length;
}

static void part_dice(struct parts *p, int i)
{
	(void)i;
	dice_values(&p->table.chains.salt, &p->roll.link, 7, 6,
		    p->roll.value);
	used += (size_t)p->roll.value[0];
}

static void part_draw_line(struct parts *p, int i)
{
	(void)i;
	json_clear(&p->c);
	logline_draw(&p->c, 1, 17, 7, 6, p->roll.value, &p->roll.link, -1);
	used += p->c.out.length;
}

static void part_digest(struct parts *p, int i)
{
	static const unsigned char bytes[200] = {0};

	(void)i;
	sha256_add(&p->digest, bytes, sizeof bytes);
}

/* The input length of a link of a chain; each hash needs the previous. */
enum { SHORT = 47 };

static void part_short_hash(struct parts *p, int i)
{
	unsigned char bytes[SHORT] = {0};

	(void)i;
	memcpy(bytes, p->short_hash, SHA256_SIZE);
	sha256(p->short_hash, bytes, SHORT);
}

static void part_short_hash_libsodium(struct parts *p, int i)
{
	unsigned char bytes[SHORT] = {0};

	(void)i;
	memcpy(bytes, p->short_hash, SHA256_SIZE);
	crypto_hash_sha256(p->short_hash, bytes, SHORT);
}

static void part_chain(struct parts *p, int i)
{
	hash_chains_set_board(&p->table.chains, (uint32_t)i + 1);
	used += hash_chains_anchor(&p->table.chains, 1, 0)->bytes[0];
}

static void parts(const char *name)
{
	static const struct {
		const char *name;
		void (*run)(struct parts *p, int i);
	} list[] = {
		{ "rules: legal moves", part_legal },
		{ "json: view", part_view },
		{ "json: list of legal moves", part_list },
		{ "json: question around them", part_question },
		{ "answer {\"move\":0}", part_answer },
		{ "answer with a move object", part_answer_object },
		{ "log: move line", part_move_line },
		{ "dice: values of a roll", part_dice },
		{ "log: draw line", part_draw_line },
		{ "log: digest of 200 bytes", part_digest },
		{ "SHA-256 of 47 bytes, as built", part_short_hash },
		{ "SHA-256 of 47 bytes, libsodium", part_short_hash_libsodium },
		{ "dice: a chain of 128 links", part_chain },
	};
	struct parts p = {0};

	table_init(&p.table, name);
	collect(&p);
	sha256_start(&p.digest);
	hash_chains_set_board(&p.table.chains, 1);
	p.roll.link = *hash_chains_link(&p.table.chains, 1, 17);
	for (size_t part = 0; part < sizeof list / sizeof *list; part++) {
		int64_t best = INT64_MAX;

		/* The minimum of several runs, as the machine is shared. */
		for (int turn = 0; turn < TURNS; turn++) {
			int64_t start = cpu_us(), spent;

			for (int i = 0; i < POSITIONS / 8; i++)
				list[part].run(&p, (i * 8 + turn) % POSITIONS);
			spent = cpu_us() - start;
			if (spent < best)
				best = spent;
		}
		printf("%s\t%.3f\n", list[part].name,
		       (double)best / (POSITIONS / 8));
	}
}

/* ### hashing */

static void hash(const char *path)
{
	static unsigned char bytes[1 << 16];
	unsigned char sum[SHA256_SIZE];
	struct sha256 state;
	FILE *file = fopen(path, "r");
	int64_t start = cpu_us();
	double total = 0;
	size_t got;

	if (file == NULL)
		die("cannot open the file");
	sha256_start(&state);
	while ((got = fread(bytes, 1, sizeof bytes, file)) > 0) {
		sha256_add(&state, bytes, got);
		total += (double)got;
	}
	sha256_end(&state, sum);
	fclose(file);
	printf("megabytes_per_second %.1f\n", total /
	       (double)(cpu_us() - start));
}

/* ### a game */

/* Two seats make a hundred moves in turn, and nobody wins. */
static void game(void)
{
	char line[4096];
	int moves = 0;

	while (fgets(line, sizeof line, stdin) != NULL) {
		if (strstr(line, "{\"type\":\"new\"") == line)
			moves = 0;
		if (strstr(line, "{\"type\":\"hello\"") == line)
			puts("{\"type\":\"game\",\"name\":\"turns\","
			     "\"title\":\"Turns\",\"players\":[2,2],"
			     "\"result\":\"winner\"}");
		else if (moves == 100)
			puts("{\"over\":{\"scores\":[0,0],\"ranks\":[1,1],"
			     "\"end\":\"normal\"}}");
		else
			printf("{\"ask\":{\"seat\":%d,\"view\":{},\"legal\":["
			       "{\"n\":0},{\"n\":1}]}}\n", moves++ % 2);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	if (sodium_init() < 0)
		die("cannot start libsodium");
	if (argc == 5 && strcmp(argv[1], "pingpong") == 0)
		pingpong(strtoul(argv[2], NULL, 10),
			 strtoul(argv[3], NULL, 10),
			 strtol(argv[4], NULL, 10));
	else if (argc == 3 && strcmp(argv[1], "parts") == 0)
		parts(argv[2]);
	else if (argc == 4 && strcmp(argv[1], "engine") == 0)
		engine(argv[2], strtod(argv[3], NULL));
	else if (argc == 4 && strcmp(argv[1], "playouts") == 0)
		playouts(argv[2], strtod(argv[3], NULL));
	else if (argc == 3 && strcmp(argv[1], "hash") == 0)
		hash(argv[2]);
	else if (argc == 2 && strcmp(argv[1], "game") == 0)
		game();
	else
		die("see the comment at the top of bench.c");
	return 0;
}
