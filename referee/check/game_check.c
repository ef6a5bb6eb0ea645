/*
 * game_check.c - plays random games of a game that is a program, and looks for
 * what breaks the contract.
 *
 * One process plays, through the same adapter as in a match, and every line and
 * answer is kept.  Another process is then sent the lines of those games, the
 * last game first and a moment later, so that an answer that follows from a
 * clock, from chance, from the process or from an earlier game differs.  A
 * third time a game is repeated with other values for a hidden roll: what the
 * other seats are told must not depend on them until an event shows them.
 */
#include "check/game_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/command_line.h"
#include "games/rules.h"

enum {
	BATCH = 200,            /* games that are kept for the other process */
	STEPS_MOST = 20000,     /* in a game */
	FAULTS_MOST = 10,       /* that end a process, and then the check */
	ENDLESS_MOST = 2,       /* games without an end, and then the check */
	FINDINGS_MOST = 16,
	ASKED_AFTER = 20,       /* games after which each seat was asked */
	SHOWN_FIRST = 4, SHOWN_LAST = 26,       /* lines and answers */
	BYTES_SHOWN = 500      /* of each */
};

#define OTHER_ANSWER "not deterministic: to the last line here, another " \
	"process gives the answer that stands below it"

/* ### conversations */

/* A line and its answer, in `bytes` of the talk. */
struct exchange {
	size_t line, line_size;         /* with LF */
	size_t answer, answer_size;     /* without; 0: none came */
};

/* One game as it was played. */
struct talk {
	struct text bytes;
	struct exchange *exchange;
	size_t count, room;
};

static void keep(struct talk *talk, const char *line, size_t size,
		 const char *answer, size_t answer_size)
{
	struct exchange *one;

	ARRAY_GROW(talk->exchange, talk->room, talk->count + 1);
	one = &talk->exchange[talk->count++];
	one->line = talk->bytes.length;
	one->line_size = size;
	text_append(&talk->bytes, line, size);
	one->answer = talk->bytes.length;
	one->answer_size = answer != NULL ? answer_size : 0;
	if (answer != NULL)
		text_append(&talk->bytes, answer, answer_size);
}

static const char *line_of(const struct talk *talk, size_t i)
{
	return talk->bytes.bytes + talk->exchange[i].line;
}

static const char *answer_of(const struct talk *talk, size_t i)
{
	return talk->bytes.bytes + talk->exchange[i].answer;
}

static void clear(struct talk *talk)
{
	text_clear(&talk->bytes);
	talk->count = 0;
}

/* ### what is found */

/* One fault, with the shortest conversation in which it was seen. */
struct finding {
	struct text key;        /* the sentence without its numbers */
	struct text shown;
	size_t length;
	unsigned times;
};

/* What the seats of games with so many seats got, without faults, odd moves
   and options. */
struct points {
	unsigned games, whole;  /* of all games; of those counted here */
	double sum[GAME_SEATS_MAX], squares[GAME_SEATS_MAX];
	bool asked[GAME_SEATS_MAX];
};

struct trials {
	const struct game_check *check;
	struct program_host player, other;
	const struct game *game;
	void *state;
	uint64_t random;
	struct talk hello;      /* the first line of `player` */
	struct talk talks[BATCH], *talk;
	struct finding finding[FINDINGS_MOST];
	int findings, deaths, endless;
	bool compared;          /* a batch has been */
	struct progress progress;
	/* The summary. */
	struct points points[GAME_SEATS_MAX + 1];
	unsigned games, outs, refused, unlisted, cut;
	uint64_t steps;
	size_t longest;
	int64_t spent_us, slowest_us;
	/* The game that is played. */
	int seats;
	bool plain;             /* its result counts in `points` */
	bool faulty, odd;       /* seats have faults; moves are illegal */
	bool out[GAME_SEATS_MAX];
	int turn[GAME_STREAMS_MAX], rolls[GAME_STREAMS_MAX];
};

static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A random number from 0 to below - 1. */
static int below(struct trials *run, int limit)
{
	return (int)(((random_next(&run->random) >> 32) * (uint64_t)limit) >>
		     32);
}

static void show_bytes(struct text *out, const char *word, const char *bytes,
		       size_t size)
{
	const size_t shown = size > BYTES_SHOWN ? BYTES_SHOWN : size;

	text_printf(out, "    %s ", word);
	printable_bytes(out, bytes, shown);
	if (shown < size)
		text_printf(out, ".. (%zu bytes)", size);
	text_byte(out, '\n');
}

static void show_exchange(struct text *out, const struct talk *talk, size_t i)
{
	const struct exchange *one = &talk->exchange[i];

	show_bytes(out, ">", line_of(talk, i), one->line_size - 1);
	if (one->answer_size > 0)
		show_bytes(out, "<", answer_of(talk, i), one->answer_size);
	else
		text_add(out, "    < (nothing)\n");
}

static void show_talk(struct text *out, const struct talk *talk, size_t count)
{
	const size_t first = count > SHOWN_FIRST + SHOWN_LAST ? SHOWN_FIRST :
		count;

	for (size_t i = 0; i < first; i++)
		show_exchange(out, talk, i);
	if (first == count)
		return;
	text_printf(out, "    (%zu more lines)\n", count - first - SHOWN_LAST);
	for (size_t i = count - SHOWN_LAST; i < count; i++)
		show_exchange(out, talk, i);
}

/* The sentence with a # for each number, so that the same fault on other seats
   and in other steps is the same. */
static void make_key(const char *sentence, struct text *key)
{
	text_clear(key);
	for (const char *at = sentence; *at != '\0'; at++)
		if (*at < '0' || *at > '9')
			text_byte(key, *at);
		else if (at == sentence || at[-1] < '0' || at[-1] > '9')
			text_byte(key, '#');
}

/* Reports a fault that the first `count` exchanges of the talk show, and after
   them `last`, another answer to the last line, unless it is NULL. */
static void report(struct trials *run, const struct talk *talk, size_t count,
		   const char *sentence, const char *last, size_t last_size)
{
	struct finding *finding = run->finding;
	struct text key = {0};

	make_key(sentence, &key);
	while (finding < run->finding + run->findings &&
	       (finding->key.length != key.length ||
		memcmp(finding->key.bytes, key.bytes, key.length) != 0))
		finding++;
	if (finding == run->finding + FINDINGS_MOST) {
		text_release(&key);
		return;
	}
	if (finding == run->finding + run->findings)
		run->findings++;
	text_release(&finding->key);
	finding->key = key;
	if (finding->times++ > 0 && finding->length <= count)
		return;
	finding->length = count;
	text_clear(&finding->shown);
	text_printf(&finding->shown, "%s\n", sentence);
	show_talk(&finding->shown, talk, count);
	if (last != NULL)
		show_bytes(&finding->shown, "<", last, last_size);
}

/* The same for the game that is played now. */
__attribute__((format(printf, 2, 3)))
static void report_now(struct trials *run, const char *format, ...)
{
	struct text sentence = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&sentence, format, args);
	va_end(args);
	report(run, run->talk, run->talk->count, text_string(&sentence), NULL,
	       0);
	text_release(&sentence);
}

/* ### the processes */

static void heard(void *context, const char *line, size_t size,
		  const char *answer, size_t answer_size)
{
	struct trials *run = context;
	const int64_t spent = run->player.players.spent_us;

	keep(run->talk, line, size, answer, answer_size);
	run->steps++;
	run->spent_us += spent;
	if (answer != NULL && spent > run->slowest_us)
		run->slowest_us = spent;
}

/* The failure of a program, without the line to which it is the answer. */
static void report_failure(struct trials *run, const struct error *why)
{
	const struct exchange *last;
	struct foreign shown;
	struct text before = {0};
	const char *reason = why->text;

	if (run->talk->count > 0) {
		last = &run->talk->exchange[run->talk->count - 1];
		text_printf(&before, "the game's program, asked %s: ",
			    printable_foreign(&shown,
				line_of(run->talk, run->talk->count - 1),
				last->line_size - 1));
		if (strncmp(reason, text_string(&before), before.length) == 0)
			reason += before.length;
	}
	report_now(run, "%s", reason);
	text_release(&before);
}

/* Is that what stopped us a fault of the program, not of this machine? */
static bool is_its_fault(const struct program_host *host)
{
	return host->players.player != NULL &&
		(host->players.player->fault != FAULT_NONE ||
		 host->players.broken == 0) &&
		(host->players.stop == NULL || *host->players.stop == 0);
}

/* Starts the process that plays.  Returns 0, 1 if the program is at fault, or
   -1 with `err`. */
static int start_player(struct trials *run, struct error *err)
{
	const struct game_check *check = run->check;
	int result;

	program_host_release(&run->player);
	run->player.heard = heard;
	run->player.context = run;
	run->talk = &run->hello;
	clear(run->talk);
	result = program_host_start(&run->player, check->hosting, 0,
				    check->keeper, check->stop, err);
	if (result == 0) {
		run->game = program_game_of(run->player.game);
		return 0;
	}
	if (run->hello.count == 0 || !is_its_fault(&run->player))
		return -1;
	report_failure(run, err);
	return 1;
}

static void heard_hello(void *context, const char *line, size_t size,
			const char *answer, size_t answer_size)
{
	keep(context, line, size, answer, answer_size);
}

/* Starts the other process, whose description has to be the same.  Returns as
   start_player does. */
static int start_other(struct trials *run, struct error *err)
{
	const struct game_check *check = run->check;
	struct talk said = {0};
	int result;

	program_host_release(&run->other);
	run->other.heard = heard_hello;
	run->other.context = &said;
	result = program_host_start(&run->other, check->hosting, 0,
				    check->keeper, check->stop, err);
	run->other.heard = NULL;
	if (result != 0 && (said.count == 0 || !is_its_fault(&run->other))) {
		result = -1;
	} else if (said.bytes.length != run->hello.bytes.length ||
		   memcmp(said.bytes.bytes, run->hello.bytes.bytes,
			  said.bytes.length) != 0) {
		report(run, &run->hello, 1, OTHER_ANSWER, answer_of(&said, 0),
		       said.exchange[0].answer_size);
		result = 1;
	}
	text_release(&said.bytes);
	free(said.exchange);
	return result;
}

/* ### random play */

static void choose_rules(struct trials *run, int *rule)
{
	const struct game *game = run->game;

	rules_defaults(game, rule);
	run->plain = below(run, 2) == 0 || rules_count(game) == 0;
	for (int i = 0; !run->plain && i < rules_count(game); i++) {
		const struct rule *one = &game->rules[i];
		int words = 0;

		while (one->words != NULL && one->words[words] != NULL)
			words++;
		switch (one->type) {
		case RULE_INT:
			rule[i] = below(run, 3) == 0 ? rule[i] :
				below(run, 2) == 0 ? one->min : one->max;
			break;
		case RULE_BOOL:
			rule[i] = below(run, 2);
			break;
		case RULE_WORD:
			rule[i] = below(run, words);
			break;
		case RULE_CHOICE:
		default:
			rule[i] = atoi(one->words[below(run, words)]);
		}
	}
}

static void take_out(struct trials *run, int seat)
{
	run->out[seat] = true;
	run->plain = false;
	run->outs++;
	run->game->out(run->state, seat);
}

/* Takes a seat that is still in out of the game. */
static void take_one_out(struct trials *run)
{
	const int first = below(run, run->seats);

	for (int i = 0; i < run->seats; i++) {
		const int seat = (first + i) % run->seats;

		if (!run->out[seat]) {
			take_out(run, seat);
			return;
		}
	}
}

static void roll(struct trials *run)
{
	const struct draw due = run->game->due(run->state);
	int value[GAME_DICE_MAX];

	if (due.stream > 0 && due.turn < run->turn[due.stream]) {
		report_now(run, "a seat's rolls go back "
			 "from its turn %d to %d: turns are counted upwards",
			 run->turn[due.stream], due.turn);
	}
	if (due.turn != run->turn[due.stream])
		run->rolls[due.stream] = 0;
	run->turn[due.stream] = due.turn;
	if (++run->rolls[due.stream] > run->game->stride && due.stream > 0) {
		report_now(run, "more rolls in a seat's "
			 "turn than the stride, %d: later turns no longer have "
			 "the same dice when players change seats",
			 run->game->stride);
	}
	for (int i = 0; i < due.dice; i++)
		value[i] = 1 + below(run, due.sides);
	run->game->land(run->state, value);
}

static const cJSON *legal_of(const struct trials *run, int seat)
{
	return program_game_legal(run->game, run->state, seat);
}

static bool is_listed(const cJSON *list, const cJSON *move)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
		if (cJSON_Compare(item, move, true))
			return true;
	return false;
}

/* A move that is not in the list, or NULL if none was found. */
static cJSON *make_odd(struct trials *run, const cJSON *list)
{
	const int count = cJSON_GetArraySize(list);
	cJSON *move = count == 0 ? cJSON_CreateObject() :
		cJSON_Duplicate(cJSON_GetArrayItem(list, below(run, count)),
				true);
	cJSON *part = move->child;

	for (int i = below(run, 1 + cJSON_GetArraySize(move)); i > 0 &&
	     part->next != NULL; i--)
		part = part->next;
	switch (below(run, 4)) {
	case 0:
		cJSON_AddNumberToObject(move, "unheard_of", 1);
		break;
	case 1:
		if (part != NULL)
			cJSON_Delete(cJSON_DetachItemViaPointer(move, part));
		break;
	case 2:
		cJSON_Delete(move);
		move = cJSON_CreateObject();
		break;
	default:
		if (cJSON_IsNumber(part))
			cJSON_SetNumberValue(part, part->valuedouble +
					     (below(run, 2) == 0 ? 1 : -1000));
		else if (part != NULL)
			cJSON_ReplaceItemInObjectCaseSensitive(move,
				part->string, cJSON_CreateNull());
	}
	if (!is_listed(list, move))
		return move;
	cJSON_Delete(move);
	return NULL;
}

/* The program has taken a move that is not in the list. */
static void report_accepted(struct trials *run, const cJSON *list, int seat)
{
	run->plain = false;
	if (list == NULL)
		return;
	report_now(run, "a move of seat %d that is not in "
		 "its legal moves is accepted", seat);
}

/* Tries an illegal move.  Returns whether there is another position now. */
static bool try_odd(struct trials *run, int seat)
{
	const cJSON *list = legal_of(run, seat);
	struct error err;
	cJSON *odd = make_odd(run, list);
	int move, result = -1;

	if (odd != NULL)
		result = run->game->read_move(run->state, odd, &move, &err);
	if (result == 0) {
		report_accepted(run, list, seat);
		run->game->apply(run->state, move);
	} else {
		run->refused += odd != NULL;
	}
	cJSON_Delete(odd);
	return result == 0 || program_game_check(run->game, &err) != 0;
}

static void decide_alone(struct trials *run, int seat)
{
	const int count = cJSON_GetArraySize(legal_of(run, seat));

	if (run->odd && below(run, 4) == 0 && try_odd(run, seat))
		return;
	if (count > 0) {
		run->game->apply(run->state, below(run, count));
		return;
	}
	run->unlisted++;
	take_out(run, seat);
}

/* Has all seats that are asked move; `odd` is the one whose move is illegal,
   or -1.  Returns whether there is another position now. */
static bool decide_together(struct trials *run, int odd)
{
	const cJSON *moves[GAME_SEATS_MAX] = {0}, *list;
	cJSON *made = NULL;
	struct error err;
	int count = 0, wrong, move;

	for (int seat = 0; seat < run->seats; seat++) {
		if (!program_game_asks(run->game, run->state, seat))
			continue;
		list = legal_of(run, seat);
		if (list == NULL) {
			run->unlisted++;
			take_out(run, seat);
			return true;
		}
		moves[count] = cJSON_GetArrayItem(list, below(run,
			cJSON_GetArraySize(list)));
		if (seat == odd && (made = make_odd(run, list)) != NULL)
			moves[count] = made;
		count++;
	}
	if (program_game_try(run->state, moves, &wrong, &err) == 0) {
		if (made != NULL)
			report_accepted(run, legal_of(run, odd), odd);
		for (int i = 0; i < count; i++)
			if (run->game->read_move(run->state, moves[i], &move,
						 &err) == 0)
				run->game->apply(run->state, move);
		cJSON_Delete(made);
		return true;
	}
	if (wrong >= 0 && made != NULL && wrong == odd) {
		run->refused++;
		cJSON_Delete(made);
		return false;
	}
	if (wrong >= 0) {
		report_now(run, "it refuses a move that it "
			 "lists as legal: %s", err.text);
		take_out(run, wrong);
	}
	cJSON_Delete(made);
	return true;
}

static void decide(struct trials *run, int seat)
{
	struct points *points = &run->points[run->seats];
	const int deciders = program_game_deciders(run->game, run->state);

	for (int i = 0; i < run->seats; i++)
		if (program_game_asks(run->game, run->state, i))
			points->asked[i] = true;
	if (deciders == 1)
		decide_alone(run, seat);
	else if (!run->odd || below(run, 4) > 0 ||
		 !decide_together(run, seat))
		decide_together(run, -1);
}

/* ### a game */

/* Does the result follow from what happened? */
static void judge_result(struct trials *run)
{
	struct points *points = &run->points[run->seats];
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	int share[GAME_SEATS_MAX], rule[GAME_RULES_MAX];
	enum result result;

	rules_defaults(run->game, rule);
	result = run->game->result(run->seats, rule);
	run->game->score(run->state, scores, ranks);
	if (result == RESULT_TEAMS &&
	    (ranks[0] != ranks[2] || ranks[1] != ranks[3]))
		report_now(run, "the two players of a team, seats 0 and 2 or "
			   "1 and 3, have different ranks");
	for (int i = 0; i < run->seats; i++)
		for (int k = 0; k < run->seats; k++)
			if (run->out[i] && !run->out[k] &&
			    result != RESULT_TEAMS &&
			    (ranks[i] < ranks[k] || ranks[i] == 1))
				report_now(run, "seat %d is out and yet has "
					   "rank %d, and seat %d, which is "
					   "not, rank %d", i, ranks[i], k,
					   ranks[k]);
	if (!run->plain)
		return;
	points->whole++;
	game_points(result, run->seats, ranks, share);
	for (int seat = 0; seat < run->seats; seat++) {
		const double part = (double)share[seat] / GAME_POINTS;

		points->sum[seat] += part;
		points->squares[seat] += part * part;
	}
}

/* A quarter of the games has faults, a quarter has odd moves.  Returns false if
   the program refuses the rules. */
static bool begin(struct trials *run)
{
	const struct game *game = run->game;
	int rule[GAME_RULES_MAX], kind = below(run, 4);
	struct error err;

	run->seats = game->seats_min +
		below(run, game->seats_max - game->seats_min + 1);
	choose_rules(run, rule);
	run->faulty = kind == 0;
	run->odd = kind == 1;
	memset(run->out, 0, sizeof run->out);
	memset(run->turn, 0, sizeof run->turn);
	memset(run->rolls, 0, sizeof run->rolls);
	free(run->state);
	run->state = memory_new(1, game->state_size);
	return game_begin(game, run->state, run->seats, rule, &err) == 0;
}

static void play_game(struct trials *run)
{
	const bool normal = run->plain;
	int turn, faults_in = run->faulty ? below(run, 30) : -1;

	while ((turn = run->game->turn(run->state)) != GAME_OVER &&
	       turn != GAME_UNKNOWN && run->talk->count < STEPS_MOST) {
		if (faults_in-- == 0) {
			take_one_out(run);
			faults_in = below(run, 10);
		} else if (turn == GAME_CHANCE) {
			roll(run);
		} else {
			decide(run, turn);
		}
	}
	if (turn == GAME_OVER)
		judge_result(run);
	if (turn == GAME_OVER || turn == GAME_UNKNOWN)
		return;
	run->cut++;
	if (!normal)
		return;
	report_now(run, "a game has no end after %d steps", STEPS_MOST);
	run->endless++;
}

/* Plays a game into the talk.  Returns 0, 1 if nothing more can be played, or
   -1 with `err`. */
static int play(struct trials *run, struct talk *talk, struct error *err)
{
	run->talk = talk;
	clear(talk);
	if (begin(run))
		play_game(run);
	else if (run->plain)
		report_now(run, "it refuses its own default rules");
	run->games++;
	run->points[run->seats].games++;
	if (talk->count > run->longest)
		run->longest = talk->count;
	if (program_game_check(run->game, err) == 0)
		return run->endless < ENDLESS_MOST ? 0 : 1;
	if (!is_its_fault(&run->player))
		return -1;
	report_failure(run, err);
	return ++run->deaths > FAULTS_MOST ? 1 : start_player(run, err);
}

/* ### the same again */

/* Sends the other process the talk's line `i`, or `line` in its place.  Returns
   0, 1 if the program is at fault, and then the process is a new one, or -1
   with `err`. */
static int ask_other(struct trials *run, const struct talk *talk, size_t i,
		     const struct text *line, const char **answer,
		     size_t *size, struct error *err)
{
	int result = program_host_ask(&run->other, line != NULL ? line->bytes :
		line_of(talk, i), line != NULL ? line->length :
		talk->exchange[i].line_size, answer, size, err);

	if (result == 0)
		return 0;
	if (!is_its_fault(&run->other))
		return -1;
	return start_other(run, err) < 0 ? -1 : 1;
}

static int repeat(struct trials *run, const struct talk *talk,
		  struct error *err)
{
	const char *answer;
	size_t size;

	for (size_t i = 0; i < talk->count; i++) {
		const struct exchange *one = &talk->exchange[i];
		const int result = one->answer_size == 0 ? 1 :
			ask_other(run, talk, i, NULL, &answer, &size, err);

		if (result < 0 || one->answer_size == 0)
			return result < 0 ? -1 : 0;
		if (result == 0 && size == one->answer_size &&
		    memcmp(answer, answer_of(talk, i), size) == 0)
			continue;
		report(run, talk, i + 1, OTHER_ANSWER,
		       result == 0 ? answer : "(none)", result == 0 ? size :
		       strlen("(none)"));
		return 0;
	}
	return 0;
}

/* ### hidden rolls */

static cJSON *tree_of(const char *bytes, size_t size)
{
	struct error ignored;

	return json_read(bytes, size, 64, JSON_SPACES | JSON_FLOATS,
			 &ignored);
}

/* The seat of a hidden roll that this answer asks for, or -1. */
static int hidden_in(const struct talk *talk, size_t i)
{
	cJSON *tree = tree_of(answer_of(talk, i),
			      talk->exchange[i].answer_size);
	const cJSON *due = json_get(tree, "roll");
	const int seat = cJSON_IsTrue(json_get(due, "hidden")) ?
		(int)cJSON_GetNumberValue(json_get(due, "seat")) : -1;

	cJSON_Delete(tree);
	return seat;
}

/* Makes the line with other values for the roll. */
static void change_roll(struct trials *run, const struct talk *talk, size_t i,
			struct text *line)
{
	cJSON *answer = tree_of(answer_of(talk, i - 1),
				talk->exchange[i - 1].answer_size);
	const cJSON *due = json_get(answer, "roll");
	const int sides = (int)cJSON_GetNumberValue(json_get(due, "sides"));
	cJSON *rolled = tree_of(line_of(talk, i),
				talk->exchange[i].line_size - 1), *value;
	struct json_writer w = {0};

	cJSON_ArrayForEach(value, json_get(rolled, "values"))
		if (sides > 1)
			cJSON_SetNumberValue(value, 1 + ((int)
				value->valuedouble + below(run, sides - 1)) %
				sides);
	json_tree(&w, rolled);
	text_byte(&w.out, '\n');
	*line = w.out;
	cJSON_Delete(answer);
	cJSON_Delete(rolled);
}

static bool same(const cJSON *one, const cJSON *two, const char *key)
{
	const cJSON *a = json_get(one, key), *b = json_get(two, key);

	return (a == NULL && b == NULL) || cJSON_Compare(a, b, true);
}

/* The item i of "ask", which is one object or a list of them. */
static const cJSON *ask_in(const cJSON *tree, int i)
{
	const cJSON *asked = json_get(tree, "ask");

	return cJSON_IsArray(asked) ? cJSON_GetArrayItem(asked, i) :
		i == 0 ? asked : NULL;
}

enum shown { SHOWN_NOTHING, SHOWN_EVENT, SHOWN_SEAT, SHOWN_TEXT, SHOWN_OTHER };

/* What of two answers, which differ by a hidden roll of seat `owner` only, the
   other seats can tell apart; `*seat` is the first of them. */
static enum shown compare(const cJSON *one, const cJSON *two, int owner,
			  int *seat)
{
	const cJSON *a, *b;

	if (!same(one, two, "events"))
		return SHOWN_EVENT;
	for (int i = 0; (a = ask_in(one, i)) != NULL; i++) {
		b = ask_in(two, i);
		if (!same(a, b, "seat"))
			return SHOWN_OTHER;
		*seat = (int)cJSON_GetNumberValue(json_get(a, "seat"));
		if (*seat != owner && (!same(a, b, "view") ||
				       !same(a, b, "legal")))
			return SHOWN_SEAT;
	}
	if ((ask_in(two, 0) != NULL && ask_in(one, 0) == NULL) ||
	    !same(one, two, "roll") || !same(one, two, "over"))
		return SHOWN_OTHER;
	/* When the game is over, all that was hidden becomes known. */
	return json_get(one, "over") != NULL || same(one, two, "text") ?
		SHOWN_NOTHING : SHOWN_TEXT;
}

/* Compares an answer after a changed roll.  Returns whether the search is
   over. */
static bool judge_shown(struct trials *run, const struct talk *talk, size_t i,
			const char *answer, size_t size, int owner, bool moved)
{
	cJSON *one = tree_of(answer_of(talk, i), talk->exchange[i].answer_size);
	cJSON *two = tree_of(answer, size);
	char sentence[300] = "";
	enum shown shown;
	int seat = 0;

	shown = one == NULL || two == NULL ? SHOWN_OTHER :
		compare(one, two, owner, &seat);
	if (shown == SHOWN_SEAT)
		snprintf(sentence, sizeof sentence, "hidden: what seat %d is "
			 "shown depends on the hidden roll of seat %d, which "
			 "no event has made known (below: the same with other "
			 "values of that roll)", seat, owner);
	else if (shown == SHOWN_TEXT)
		snprintf(sentence, sizeof sentence, "hidden: a sentence depends "
			 "on the hidden roll of seat %d, which no event has "
			 "made known (below: the same with other values of that "
			 "roll)", owner);
	else if (shown != SHOWN_NOTHING && !moved)
		snprintf(sentence, sizeof sentence, "hidden: %s depends on the "
			 "hidden roll of seat %d before anybody has moved "
			 "(below: the same with other values of that roll)",
			 shown == SHOWN_EVENT ? "an event" :
			 "the course of the game", owner);
	if (sentence[0] != '\0')
		report(run, talk, i + 1, sentence, answer, size);
	cJSON_Delete(one);
	cJSON_Delete(two);
	return shown != SHOWN_NOTHING;
}

/* Each line ends with LF. */
static bool is_rolled(const struct talk *talk, size_t i)
{
	static const char start[] = "{\"type\":\"rolled\"";

	return strncmp(line_of(talk, i), start, sizeof start - 1) == 0;
}

/* Repeats a game with other values for one of its hidden rolls. */
static int repeat_hidden(struct trials *run, const struct talk *talk,
			 struct error *err)
{
	const size_t first = (size_t)below(run, (int)talk->count);
	struct text changed = {0};
	const char *answer;
	size_t at = first, size;
	int owner = -1, result = 0;
	bool moved = false, over = false;

	while (at + 1 < talk->count && (owner = hidden_in(talk, at)) < 0)
		at++;
	if (owner < 0 || !is_rolled(talk, at + 1))
		return 0;
	at++;
	change_roll(run, talk, at, &changed);
	for (size_t i = 0; i < talk->count && !over; i++) {
		result = talk->exchange[i].answer_size == 0 ? 1 :
			ask_other(run, talk, i, i == at ? &changed : NULL,
				  &answer, &size, err);
		if (result != 0)
			break;
		moved = moved || (i > at && !is_rolled(talk, i));
		over = i >= at && judge_shown(run, talk, i, answer, size,
					      owner, moved);
	}
	text_release(&changed);
	return result < 0 ? -1 : 0;
}

/* ### the whole check */

/* Has the other process play the games of a batch, the last one first.  Returns
   0, or -1 with `err`. */
static int compare_batch(struct trials *run, int count, struct error *err)
{
	/* So that a clock of seconds has gone on, once. */
	const struct timespec second = { .tv_sec = 1 };

	if (!run->compared)
		nanosleep(&second, NULL);
	run->compared = true;
	for (int i = count - 1; i >= 0; i--)
		if (repeat(run, &run->talks[i], err) != 0 ||
		    (run->game->hidden &&
		     repeat_hidden(run, &run->talks[i], err) != 0))
			return -1;
	return 0;
}

static int play_all(struct trials *run, struct error *err)
{
	const int games = run->check->games > 0 ? run->check->games :
		GAME_CHECK_GAMES;
	const int64_t end = clock_us() + 1000000LL * GAME_CHECK_S;
	int result = 0, count;

	while (result == 0 && run->games < (unsigned)games &&
	       (run->check->games > 0 || clock_us() < end)) {
		for (count = 0; count < BATCH && result == 0 &&
		     run->games < (unsigned)games &&
		     (run->check->games > 0 || clock_us() < end); count++) {
			result = play(run, &run->talks[count], err);
			progress_show(&run->progress, "%u of %d games",
				      run->games, games);
		}
		if (result < 0 || compare_batch(run, count, err) != 0)
			return -1;
	}
	return 0;
}

/* A seat that is never asked has nothing to decide. */
static void judge_seats(struct trials *run)
{
	static const struct talk none;
	char sentence[100];

	for (int seats = 0; seats <= GAME_SEATS_MAX; seats++)
		for (int seat = 0; seat < seats; seat++) {
			const struct points *points = &run->points[seats];

			if (points->games < ASKED_AFTER || points->asked[seat])
				continue;
			snprintf(sentence, sizeof sentence, "in %u games with "
				 "%d seats, seat %d is never asked",
				 points->games, seats, seat);
			report(run, &none, 0, sentence, NULL, 0);
		}
}

/* ### the report */

static void print_findings(const struct trials *run)
{
	for (int i = 0; i < run->findings; i++) {
		const struct finding *finding = &run->finding[i];
		struct text out = {0};

		text_printf(&out, "FAIL (seen %u time%s) ", finding->times,
			    text_plural(finding->times));
		text_append(&out, finding->shown.bytes, finding->shown.length);
		command_line_print(&out);
	}
}

/* "2 seats: points 0.512 0.488 (each +-0.021 at 95 %; even: 0.500)". */
static void print_points(const struct trials *run, int seats)
{
	const struct points *points = &run->points[seats];
	const double n = points->whole;
	int rule[GAME_RULES_MAX];
	struct text out = {0};
	double error = 0;

	if (points->whole < 2)
		return;
	rules_defaults(run->game, rule);
	text_printf(&out, "%d seats: points per game", seats);
	for (int seat = 0; seat < seats; seat++) {
		const double mean = points->sum[seat] / n;
		const double one = 1.96 * sqrt((points->squares[seat] / n -
						mean * mean) / (n - 1));

		text_printf(&out, " %.3f", mean);
		error = one > error ? one : error;
	}
	text_printf(&out, ", each +-%.3f (even: %.3f), in %u games\n", error,
		    run->game->result(seats, rule) == RESULT_WINNER ?
		    1.0 / seats : 0.5, points->whole);
	command_line_print(&out);
}

static void print_summary(const struct trials *run)
{
	printf("%s: %u games, %llu steps, %.0f steps per second; %.1f steps "
	       "per game, at most %zu; slowest answer %.0f ms of %d\n",
	       run->game->name, run->games, (unsigned long long)run->steps,
	       (double)run->steps / (1e-6 * (double)run->spent_us + 1e-9),
	       (double)run->steps / run->games, run->longest,
	       1e-3 * (double)run->slowest_us, PROGRAM_MS);
	printf("%u faults of seats, %u illegal moves refused\n", run->outs,
	       run->refused);
	for (int seats = 0; seats <= GAME_SEATS_MAX; seats++)
		print_points(run, seats);
	if (run->unlisted > 0)
		printf("note: %u decisions came without legal moves: such a "
		       "seat was taken out, as no move can be guessed\n",
		       run->unlisted);
	if (run->cut > 0)
		printf("note: %u games were left after %d steps\n", run->cut,
		       STEPS_MOST);
	if (run->check->games == 0 && run->games < GAME_CHECK_GAMES &&
	    run->deaths <= FAULTS_MOST && run->endless < ENDLESS_MOST)
		printf("note: stopped after %d s; --games N plays N games\n",
		       GAME_CHECK_S);
}

/* ### one game as each seat sees it */

static void show_seat(const cJSON *ask, struct text *out)
{
	struct json_writer w = {0};

	json_tree(&w, json_get(ask, "view"));
	text_printf(out, "seat %d sees ",
		    (int)cJSON_GetNumberValue(json_get(ask, "seat")));
	printable_bytes(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
	text_release(&w.out);
}

/* Prints what the seats learn from the first game. */
static void show_game(const struct talk *talk)
{
	struct text out = {0};

	for (size_t i = 0; i < talk->count; i++) {
		cJSON *tree = tree_of(answer_of(talk, i),
				      talk->exchange[i].answer_size);
		const cJSON *event, *ask;
		struct json_writer w = {0};

		printable_bytes(&out, line_of(talk, i),
				talk->exchange[i].line_size - 1);
		if (i > 0 && hidden_in(talk, i - 1) >= 0)
			text_printf(&out, "   (only seat %d knows the values)",
				    hidden_in(talk, i - 1));
		text_byte(&out, '\n');
		cJSON_ArrayForEach(event, json_get(tree, "events")) {
			json_clear(&w);
			json_tree(&w, event);
			text_add(&out, "  all seats hear ");
			printable_bytes(&out, w.out.bytes, w.out.length);
			text_byte(&out, '\n');
		}
		for (int k = 0; (ask = ask_in(tree, k)) != NULL; k++) {
			text_add(&out, "  ");
			show_seat(ask, &out);
		}
		text_release(&w.out);
		cJSON_Delete(tree);
	}
	command_line_print(&out);
}

static void release(struct trials *run)
{
	program_host_release(&run->player);
	program_host_release(&run->other);
	for (int i = 0; i < BATCH; i++) {
		text_release(&run->talks[i].bytes);
		free(run->talks[i].exchange);
	}
	text_release(&run->hello.bytes);
	free(run->hello.exchange);
	for (int i = 0; i < FINDINGS_MOST; i++) {
		text_release(&run->finding[i].key);
		text_release(&run->finding[i].shown);
	}
	free(run->state);
	free(run);
}

int game_check_run(const struct game_check *check, struct error *err)
{
	struct trials *run = memory_new(1, sizeof *run);
	int result, findings;

	run->check = check;
	run->random = check->seed;
	result = start_player(run, err);
	if (result == 0)
		result = start_other(run, err);
	if (result == 0 && check->show) {
		result = play(run, &run->talks[0], err);
		if (result >= 0)
			show_game(&run->talks[0]);
	} else if (result == 0) {
		result = play_all(run, err);
		judge_seats(run);
	}
	progress_clear(&run->progress);
	if (result >= 0) {
		print_findings(run);
		if (run->games > 0 && !check->show)
			print_summary(run);
		if (run->findings == 0 && !check->show)
			printf("ok: no fault found\n");
	}
	findings = run->findings;
	release(run);
	return result < 0 ? -1 : findings;
}
