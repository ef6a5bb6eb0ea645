/*
 * hand_cases.h - plays the cases of a file, tests/unit/games/GAME.txt.
 *
 * "= NAME" begins a case, "#" a comment.  The other lines run in order:
 *   seats 3            the seats of the game; default 2
 *   options K=V,K=V    the options of the game
 *   scores 9900 5000   sets the scores, by seat
 *   total 600          sets this number of the hand; likewise the others
 *   open 222           counts dice of this face, for numbers by face
 *   play STEPS         plays, as in by_hand.h
 *   legal 1r 1b        checks the legal moves; none if no seat is to decide
 *   told {'e':..}      checks the events since the last such line
 *   now 1: 700 0       checks the position, as check_now does
 *   turns 1 0          checks how many turns each seat has begun
 *   refused 11b: WHY   checks that this answer is refused with that sentence
 *   described WORDS    checks that one of the legal moves has this description
 *   worth 111 1000     checks the points of these dice, kept together
 */
#ifndef SUPPORT_HAND_CASES_H
#define SUPPORT_HAND_CASES_H

#include "base/file.h"
#include "by_hand.h"

/* The file and where its cases begin. */
static struct {
	struct text bytes;
	const char *begin[256];
	int count;
} hand_cases;

/* A line; its text ends where the next line begins. */
struct hand_line {
	char key[16];
	char *rest;             /* after the key and a space; owned */
};

/* The line at `*at`, which moves past it. */
static inline struct hand_line hand_line_take(const char **at)
{
	size_t length = strcspn(*at, "\n"), key = strcspn(*at, " \n");
	size_t skip = key < length ? key + 1 : key;
	struct hand_line line;

	ck_assert_msg(key < sizeof line.key, "%.*s", (int)length, *at);
	snprintf(line.key, sizeof line.key, "%.*s", (int)key, *at);
	line.rest = memory_copy_bytes(*at + skip, length - skip);
	*at += length + ((*at)[length] == '\n');
	return line;
}

static inline void hand_cases_read(const char *game)
{
	const char *srcdir = getenv("srcdir"), *at;
	struct error err = {0};
	char path[1024];

	snprintf(path, sizeof path, "%s/tests/unit/games/%s.txt",
		 srcdir != NULL ? srcdir : ".", game);
	if (file_read(&hand_cases.bytes, path, 1 << 20, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	for (at = text_string(&hand_cases.bytes); *at != '\0';) {
		if (at[0] == '=' && hand_cases.count < 256)
			hand_cases.begin[hand_cases.count++] = at;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
}

/* ### lines */

static inline void check_refused(struct table *t, const char *rest)
{
	char answer[32];
	int length = 0;

	ck_assert_msg(sscanf(rest, "%31[^:]: %n", answer, &length) == 1 &&
		      length > 0, "%s: %s", t->name, rest);
	refused(t, answer, rest + length);
}

static inline void check_worth(struct table *t, const char *rest)
{
	int count[DICE_KEEP_FACES] = {0};

	for (; *rest >= '1' && *rest <= '6'; rest++)
		count[*rest - '0']++;
	ck_assert_msg(dice_keep_points(t->hand->scoring, count) == atoi(rest),
		      "%s", t->name);
}

static inline void check_turns(struct table *t, const char *expected)
{
	struct text found = {0};

	for (int s = 0; s < race_of(t)->seats; s++)
		text_printf(&found, s > 0 ? " %d" : "%d",
			    race_of(t)->turns[s]);
	check_text(&found, expected, t->name);
}

/* Sets a number of the position, or counts dice by face. */
static inline void set_number(struct table *t, const struct hand_line *line)
{
	const struct hand_number *number = t->hand->number;
	int *value;

	while (number->name != NULL && strcmp(number->name, line->key) != 0)
		number++;
	ck_assert_msg(number->name != NULL, "%s: what is %s?", t->name,
		      line->key);
	value = (int *)(void *)((char *)t->state + number->offset);
	if (!number->by_face)
		*value = atoi(line->rest);
	for (char *die = line->rest; number->by_face && *die != '\0'; die++)
		value[*die - '0']++;
}

/* Runs a line; returns whether it checked something. */
static inline bool hand_line_do(struct table *t, const struct hand_line *line)
{
	static const struct {
		const char *key;
		void (*run)(struct table *t, const char *rest);
		bool looks;
	} lines[] = {
		{ "scores", scores, false }, { "play", play, false },
		{ "legal", check_legal, true }, { "told", check_told, true },
		{ "now", check_now, true }, { "turns", check_turns, true },
		{ "refused", check_refused, true },
		{ "described", check_described, true },
		{ "worth", check_worth, true },
	};

	for (int i = 0; i < ROWS(lines); i++)
		if (strcmp(lines[i].key, line->key) == 0) {
			lines[i].run(t, line->rest);
			return lines[i].looks;
		}
	set_number(t, line);
	return false;
}

/* ### a case */

static inline void hand_case_play(int number)
{
	const char *at = hand_cases.begin[number];
	struct hand_line name = hand_line_take(&at), line;
	int seats = 2;
	bool looked = false;
	char *options = memory_copy("");
	struct table t = {0};

	for (; *at != '=' && *at != '\0'; free(line.rest)) {
		line = hand_line_take(&at);
		if (line.key[0] == '\0' || line.key[0] == '#')
			continue;
		if (strcmp(line.key, "seats") == 0) {
			seats = atoi(line.rest);
			continue;
		}
		if (strcmp(line.key, "options") == 0) {
			free(options);
			options = memory_copy(line.rest);
			continue;
		}
		if (t.state == NULL) {
			t = start(seats, options);
			t.name = name.rest;
		}
		looked |= hand_line_do(&t, &line);
	}
	ck_assert_msg(looked, "%s looks at nothing", name.rest);
	table_release(&t);
	free(options);
	free(name.rest);
}

#endif
