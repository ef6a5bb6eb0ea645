/*
 * referee_check.c - the command that checks one bot: referee check.
 */
#include "tournaments/run/referee_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "games/rules.h"

static void add_rules(struct spawn_words *words,
		      const struct referee_check *check)
{
	const struct rule *rules = check->game->rules;
	struct text text = {0};

	for (int i = 0; rules[i].name != NULL; i++) {
		text_clear(&text);
		text_printf(&text, "%s=", rules[i].name);
		rules_value_text(&rules[i], check->rule[i], &text);
		spawn_jobs_add(words, "--rules=", text_string(&text));
	}
	text_release(&text);
}

static void add_limits(struct spawn_words *words, const struct limits *limits)
{
	struct text text = {0};

	for (int i = 0; i < LIMIT_COUNT; i++) {
		text_clear(&text);
		if (limits_text(limits, (enum limit)i, &text))
			spawn_jobs_add(words, "--limit=", text_string(&text));
	}
	text_release(&text);
}

void referee_check_words(const struct referee_check *check,
			 struct spawn_words *words)
{
	char number[16];

	spawn_jobs_add(words, "", check->referee);
	spawn_jobs_add(words, "", "check");
	spawn_jobs_add(words, "", check->game->name);
	snprintf(number, sizeof number, "%d", check->seats);
	spawn_jobs_add(words, "--seats=", number);
	snprintf(number, sizeof number, "%" PRIu32, check->boards);
	spawn_jobs_add(words, "--boards=", number);
	if (check->only_start)
		spawn_jobs_add(words, "", "--start");
	spawn_jobs_add(words, "--sandbox=", limits_level_words[check->level]);
	add_rules(words, check);
	add_limits(words, check->limits);
	spawn_jobs_add_all(words, "--files=bot=", check->files);
	spawn_jobs_add(words, "", "--");
	spawn_jobs_add_all(words, "", check->command);
}
