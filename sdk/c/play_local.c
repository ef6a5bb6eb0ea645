/*
 * play_local.c - the SDK and the engines together.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play_local.h"
#include "rollcall_private.h"

struct rollcall_state *rollcall_local_state(const struct rollcall_turn *turn)
{
	char *rules = cJSON_PrintUnformatted(turn->hello.rules);
	char *view = cJSON_PrintUnformatted(turn->view);
	const cJSON *turns = rollcall_get(turn->view, "turns");
	char error[ROLLCALL_STATE_ERROR_SIZE] =
		"expected a view with `turns`, a number for each seat";
	struct rollcall_state *state = NULL;

	if (cJSON_IsArray(turns))
		state = rollcall_state_from_view(turn->hello.game,
						 cJSON_GetArraySize(turns),
						 rules, view, error);
	if (state == NULL)
		fprintf(stderr, "%s\n", error);
	cJSON_free(view);
	cJSON_free(rules);
	return state;
}

/* The state of rollcall_play_local. */
struct local {
	const struct rollcall_bot *bots;
	int count, games;
	struct rollcall_state *start, *state;           /* owned */
	struct rollcall_turn *turn[ROLLCALL_STATE_SEATS_MAX];   /* owned */
	char *line;                                     /* owned */
	size_t used, room;
	char *error;
};

/* Appends to the line, formatted as by printf. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void add(struct local *l, const char *format, ...)
{
	va_list args;
	size_t size;

	va_start(args, format);
	size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
	va_end(args);
	if (l->used + size > l->room) {
		l->room = 2 * (l->used + size);
		l->line = realloc(l->line, l->room);
		if (l->line == NULL)
			abort();
	}
	va_start(args, format);
	vsnprintf(l->line + l->used, size, format, args);
	va_end(args);
	l->used += size - 1;
}

static cJSON *take_line(struct local *l)
{
	cJSON *line = cJSON_ParseWithLength(l->line, l->used);

	if (line == NULL)
		abort();                /* out of memory */
	l->used = 0;
	return line;
}

static void begin_game(struct local *l, int number, uint64_t seed)
{
	for (int seat = 0; seat < l->count; seat++) {
		add(l, "{\"type\":\"hello\",\"protocol\":1,\"game\":\"%s\","
		    "\"seats\":%d,\"seat\":%d,\"rules\":%s,\"limits\":{"
		    "\"start_ms\":10000,\"move_ms\":1000,\"game_ms\":0},"
		    "\"names\":[", rollcall_state_game(l->state), l->count,
		    seat, rollcall_state_rules(l->state));
		for (int s = 0; s < l->count; s++)
			add(l, "%s\"bot-%d\"", s > 0 ? "," : "",
			    (s + number) % l->count);
		add(l, "]}");
		rollcall_turn_hello(l->turn[seat], take_line(l));
		add(l, "{\"type\":\"game\",\"number\":%d,\"of\":%d,"
		    "\"seed\":%" PRIu64 ",\"anchors\":[]}", number + 1,
		    l->games, seed);
		rollcall_turn_game(l->turn[seat], take_line(l));
	}
}

/* Makes the move of a bot.  Returns 0, or -1 with l->error. */
static int decide(struct local *l, int seat, int bot)
{
	struct rollcall_turn *turn = l->turn[seat];
	int moves = rollcall_state_legal(l->state), done = -1;
	char *move, why[ROLLCALL_STATE_ERROR_SIZE] = "";
	cJSON *answer;

	add(l, "{\"type\":\"turn\",\"ms\":1000,\"events\":[],\"view\":%s,"
	    "\"legal\":[", rollcall_state_view(l->state, seat));
	for (int i = 0; i < moves; i++)
		add(l, "%s%s", i > 0 ? "," : "",
		    rollcall_state_move(l->state, i));
	add(l, "]}");
	rollcall_turn_next(turn, take_line(l));
	answer = rollcall_answer(l->bots[bot].choose, l->bots[bot].user, turn);
	move = cJSON_IsObject(answer) ? cJSON_PrintUnformatted(answer) : NULL;
	if (cJSON_IsNumber(answer))
		done = rollcall_state_apply(l->state, answer->valueint);
	else if (move != NULL)
		done = rollcall_state_apply_move(l->state, move, why);
	if (done != 0 && move != NULL)
		snprintf(l->error, ROLLCALL_STATE_ERROR_SIZE, "bot %d: %.900s",
			 bot, why);
	else if (done != 0)
		snprintf(l->error, ROLLCALL_STATE_ERROR_SIZE,
			 "bot %d answered no legal move", bot);
	cJSON_free(move);
	cJSON_Delete(answer);
	return done;
}

static int play_game(struct local *l, int number, uint64_t dice,
		     double *points)
{
	double gained[ROLLCALL_STATE_SEATS_MAX];
	int seat;

	while (rollcall_state_roll(l->state, rollcall_state_below, &dice),
	       seat = rollcall_state_turn(l->state),
	       seat != ROLLCALL_STATE_OVER)
		if (decide(l, seat, (seat + number) % l->count) != 0)
			return -1;
	rollcall_state_points(l->state, gained);
	for (seat = 0; seat < l->count; seat++)
		points[(seat + number) % l->count] += gained[seat];
	return 0;
}

int rollcall_play_local(const char *game, const struct rollcall_bot *bots,
			int count, const char *rules, int games, uint64_t seed,
			double *points, char *error)
{
	struct local l = { .bots = bots, .count = count, .games = games,
			   .error = error };
	struct rollcall_random seeds = { seed };
	int result = 0;

	l.start = rollcall_state_new(game, count, rules, error);
	if (l.start == NULL)
		return -1;
	l.state = rollcall_state_copy(l.start);
	for (int seat = 0; seat < count; seat++) {
		l.turn[seat] = calloc(1, sizeof *l.turn[seat]);
		if (l.turn[seat] == NULL)
			abort();
	}
	memset(points, 0, (size_t)count * sizeof *points);
	for (int number = 0; number < games && result == 0; number++) {
		uint64_t dice = rollcall_next(&seeds);

		rollcall_state_assign(l.state, l.start);
		begin_game(&l, number, rollcall_next(&seeds) >> 11);
		result = play_game(&l, number, dice, points);
	}
	for (int seat = 0; seat < count; seat++) {
		rollcall_turn_clear(l.turn[seat]);
		free(l.turn[seat]);
	}
	free(l.line);
	rollcall_state_free(l.state);
	rollcall_state_free(l.start);
	return result;
}
