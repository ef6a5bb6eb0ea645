/*
 * format_options.c - lists the formats; reads, checks and writes their options.
 */
#include "tournaments/format/contest.h"

#include <stdio.h>
#include <stdlib.h>

const struct format *const format_list[] = {
	&format_round_robin, &format_gauntlet, &format_swiss,
	&format_knockout, &format_double_knockout, &format_stages,
	&format_sprt, &format_league, NULL
};

const struct format *format_find(const char *name)
{
	for (int i = 0; format_list[i] != NULL; i++)
		if (strcmp(format_list[i]->name, name) == 0)
			return format_list[i];
	return NULL;
}

enum { SEATS, BOARDS, MATCHES, TIE_BOARDS, UNTIL_ERROR, COMMON_COUNT };

/* The options of every format. */
static const struct format_option common[] = {
	[SEATS] = { "seats", OPTION_INT, NULL, 2, GAME_SEATS_MAX, NULL,
		"entrants of a match; the fewest the game allows" },
	[BOARDS] = { "boards", OPTION_INT, "1", 1, CONTEST_BOARDS_MAX, NULL,
		"boards of a match" },
	[MATCHES] = { "matches", OPTION_INT, "1", 1, 100000, NULL,
		"matches of a pairing" },
	[TIE_BOARDS] = { "tie_boards", OPTION_INT, "1", 1, CONTEST_BOARDS_MAX,
		NULL, "boards of a match that breaks a tie" },
	[UNTIL_ERROR] = { "until_error", OPTION_INT, "0", 0, 10000, NULL,
		"Elo: ends once every error is below; 0: never" },
	{ 0 }
};

static void common_set(struct contest *contest, int which, long long number)
{
	switch (which) {
	case SEATS:
		contest->seats = (int)number;
		break;
	case BOARDS:
		contest->boards = (uint32_t)number;
		break;
	case MATCHES:
		contest->matches = (int)number;
		break;
	case TIE_BOARDS:
		contest->tie_boards = (uint32_t)number;
		break;
	default:
		contest->until_error = number;
	}
}

static long long common_get(const struct contest *contest, int which)
{
	switch (which) {
	case SEATS:
		return contest->seats;
	case BOARDS:
		return contest->boards;
	case MATCHES:
		return contest->matches;
	case TIE_BOARDS:
		return contest->tie_boards;
	default:
		return contest->until_error;
	}
}

/* A manifest has the boards next to its format, not in it, except those of a
   stage. */
static bool is_read(const struct contest *contest, int which, bool all)
{
	return !all || which != BOARDS || contest->in_stage;
}

static bool is_optional(const struct format *format, int which)
{
	return format->optional > 0 && which >= format->optional;
}

/* ### values */

/* Digits, with at most one point that has digits on both sides. */
static bool is_decimal(const char *text)
{
	const char *at = text + (*text == '-');
	size_t whole = strspn(at, "0123456789"), part = 0;

	if (whole == 0 || (whole > 1 && *at == '0'))
		return false;
	at += whole;
	if (*at == '.') {
		part = strspn(++at, "0123456789");
		at += part;
		if (part == 0)
			return false;
	}
	return *at == '\0';
}

/* The shortest text with the same value; false: too long. */
static bool decimal_text(double number, char *text, size_t size)
{
	for (int digits = 0; digits < (int)size; digits++) {
		int length = snprintf(text, size, "%.*f", digits, number);

		if (length < 0 || (size_t)length >= size)
			return false;
		if (strtod(text, NULL) == number)
			return true;
	}
	return false;
}

static int read_decimal(const struct format_option *option,
			struct option_value *value, const struct json_at *at,
			bool only_text, struct error *err)
{
	bool good = false;

	if (cJSON_IsNumber(at->value) && !only_text) {
		good = decimal_text(at->value->valuedouble, value->text,
				    sizeof value->text);
	} else if (cJSON_IsString(at->value)) {
		const char *text = at->value->valuestring;

		good = is_decimal(text) && strlen(text) < sizeof value->text;
		if (good)
			memcpy(value->text, text, strlen(text) + 1);
	}
	if (good) {
		value->decimal = strtod(value->text, NULL);
		good = value->decimal >= option->min &&
			value->decimal <= option->max;
	}
	if (!good)
		return json_expected(at, err, "a decimal from %g to %g%s",
				     option->min, option->max,
				     only_text ? " as a text" : "");
	return 0;
}

static int read_words(const struct format_option *option,
		      struct option_value *value, const struct json_at *at,
		      struct error *err)
{
	const cJSON *item;
	int most = 0, word;

	while (option->words[most] != NULL)
		most++;
	if (json_want_list(at, 0, most, err) != 0)
		return -1;
	value->list = memory_new((size_t)most, sizeof *value->list);
	cJSON_ArrayForEach(item, at->value) {
		struct json_at here = json_at_item(at, value->count, item);

		if (json_want_word(&here, option->words, &word, err) != 0)
			return -1;
		for (int i = 0; i < value->count; i++)
			if (value->list[i] == word)
				return json_wrong(&here, err, "\"%s\" twice",
						  option->words[word]);
		value->list[value->count++] = word;
	}
	return 0;
}

/* An entrant, by its number or, in a tournament file, its name. */
static int read_entrant(const struct contest *contest,
			const struct json_at *at, int *entrant,
			struct error *err)
{
	long long number = 0;

	if (contest->names == NULL || !cJSON_IsString(at->value)) {
		if (json_want_int(at, 0, contest->entrants - 1, &number,
				  err) != 0)
			return -1;
	} else {
		const char *name = at->value->valuestring;

		while (number < contest->entrants &&
		       strcmp(contest->names[number], name) != 0)
			number++;
		if (number == contest->entrants)
			return json_wrong(at, err, "no entrant has the name "
					  "\"%s\"", name);
	}
	*entrant = (int)number;
	return 0;
}

/* An item of a list: the entrant, and the round if the option has it. */
static int read_item(const struct format_option *option,
		     const struct contest *contest,
		     const struct json_at *item, int *place, struct error *err)
{
	const bool pair = option->type == OPTION_ROUNDS;
	struct json_at who = *item, when;
	long long round;

	if (pair) {
		if (json_want_list(item, 2, 2, err) != 0)
			return -1;
		who = json_at_item(item, 0, item->value->child);
		when = json_at_item(item, 1, item->value->child->next);
		if (json_want_int(&when, 1, ENTRANTS_MAX - 1, &round, err) != 0)
			return -1;
		place[1] = (int)round;
	}
	return read_entrant(contest, &who, &place[0], err);
}

static int read_items(const struct format_option *option,
		      const struct contest *contest,
		      struct option_value *value, const struct json_at *at,
		      struct error *err)
{
	const size_t size = option->type == OPTION_ROUNDS ? 2 : 1;
	const cJSON *item;

	if (json_want_list(at, 0, OPTION_ITEMS_MAX, err) != 0)
		return -1;
	value->list = memory_new(((size_t)cJSON_GetArraySize(at->value) + 1) *
				 size, sizeof *value->list);
	cJSON_ArrayForEach(item, at->value) {
		struct json_at here = json_at_item(at, value->count, item);
		int *place = value->list + (size_t)value->count * size;

		if (read_item(option, contest, &here, place, err) != 0)
			return -1;
		for (const int *it = value->list; it < place; it += size)
			if (memcmp(it, place, size * sizeof *it) == 0)
				return json_wrong(&here, err, "is in the list "
						  "twice");
		value->count++;
	}
	return 0;
}

/* Sets the default. */
static void set_normal(const struct format_option *option,
		       struct option_value *value)
{
	*value = (struct option_value){0};
	if (option->normal == NULL)
		return;
	switch (option->type) {
	case OPTION_INT:
		value->number = strtoll(option->normal, NULL, 10);
		break;
	case OPTION_BOOL:
		value->number = strcmp(option->normal, "true") == 0;
		break;
	case OPTION_WORD:
		while (strcmp(option->words[value->number],
			      option->normal) != 0)
			value->number++;
		break;
	case OPTION_DECIMAL:
		snprintf(value->text, sizeof value->text, "%s",
			 option->normal);
		value->decimal = strtod(value->text, NULL);
		break;
	case OPTION_WORDS:
	case OPTION_ENTRANTS:
	case OPTION_ROUNDS:
		break;
	}
}

static int read_value(const struct format_option *option,
		      const struct contest *contest,
		      struct option_value *value, const struct json_at *at,
		      bool all, struct error *err)
{
	int word;

	set_normal(option, value);
	if (at->value == NULL && !all)
		return 0;
	value->given = true;
	switch (option->type) {
	case OPTION_INT:
		return json_want_int(at, (long long)option->min,
				     (long long)option->max, &value->number,
				     err);
	case OPTION_BOOL:
		value->number = cJSON_IsTrue(at->value);
		return cJSON_IsBool(at->value) ? 0 :
			json_expected(at, err, "true or false");
	case OPTION_WORD:
		if (json_want_word(at, option->words, &word, err) != 0)
			return -1;
		value->number = word;
		return 0;
	case OPTION_DECIMAL:
		return read_decimal(option, value, at, all, err);
	case OPTION_WORDS:
		return read_words(option, value, at, err);
	case OPTION_ENTRANTS:
	case OPTION_ROUNDS:
		return read_items(option, contest, value, at, err);
	}
	return 0;
}

/* ### the object */

static int read_type(struct contest *contest, const struct json_at *at,
		     struct error *err)
{
	enum { MOST = 32 };
	const char *names[MOST] = { NULL };
	struct json_at type = json_at_key(at, "type");
	int which;

	for (int i = 0; format_list[i] != NULL && i < MOST - 1; i++)
		names[i] = format_list[i]->name;
	if (json_want_word(&type, names, &which, err) != 0)
		return -1;
	contest->format = format_list[which];
	return 0;
}

static int read_keys(const struct contest *contest, const struct json_at *at,
		     bool all, struct error *err)
{
	const char *keys[COMMON_COUNT + FORMAT_OPTIONS_MAX + 4];
	const struct format_option *own = contest->format->options;
	int count = 0;

	keys[count++] = "type";
	if (all)
		keys[count++] = "version";
	for (int i = 0; i < COMMON_COUNT; i++)
		if (is_read(contest, i, all))
			keys[count++] = common[i].name;
	for (int i = 0; own[i].name != NULL; i++)
		keys[count++] = own[i].name;
	if (format_has_pairs(contest->format))
		keys[count++] = "pairs";
	if (contest->format->has_stages)
		keys[count++] = "stages";
	keys[count] = NULL;
	return json_want_object(at, keys, err);
}

static int read_version(struct contest *contest, const struct json_at *at,
			struct error *err)
{
	struct json_at version = json_at_key(at, "version");
	long long number;

	if (json_want_int(&version, 1, JSON_INT_MAX, &number, err) != 0)
		return -1;
	if (number > contest->format->version)
		return json_wrong(&version, err, "%s of version %lld; this "
				  "program knows version %d",
				  contest->format->name, number,
				  contest->format->version);
	contest->version = (int)number;
	return 0;
}

/* ### the member "stages" */

static int read_form(struct contest *contest, const struct json_at *at,
		     bool all, struct contest *form, struct error *err)
{
	struct json_at type = json_at_key(at, "type");
	struct json_at until = json_at_key(at, "until_error");

	*form = (struct contest){ .in_stage = true,
		.entrants = contest->entrants, .names = contest->names,
		.seats = contest->seats, .boards = contest->boards,
		.matches = contest->matches,
		.tie_boards = contest->tie_boards };
	if (format_read(form, at, all, err) != 0)
		return -1;
	if (form->format->is_test || form->format->has_stages ||
	    format_has_pairs(form->format))
		return json_wrong(&type, err, "%s cannot be a stage",
				  form->format->name);
	if (form->until_error != 0)
		return json_wrong(&until, err, "a stage is played to its end");
	return 0;
}

static int read_forms(struct contest *contest, const struct json_at *at,
		      struct contest_stage *stage, struct error *err)
{
	const cJSON *item;

	if (json_want_list(at, 1, 2, err) != 0)
		return -1;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, stage->forms, item);

		if (read_form(contest, &one, true, &stage->form[stage->forms],
			      err) != 0)
			return -1;
		stage->forms++;
	}
	return 0;
}

static int read_stage(struct contest *contest, const struct json_at *at,
		      bool all, bool last, struct contest_stage *stage,
		      struct error *err)
{
	const char *const keys[] = { all ? "formats" : "format", "pools",
		last ? NULL : "go_on", NULL };
	struct json_at form = json_at_key(at, keys[0]);
	struct json_at pools = json_at_key(at, "pools");
	struct json_at go_on = json_at_key(at, "go_on");
	long long number = 1;

	if (json_want_object(at, keys, err) != 0)
		return -1;
	if ((all || pools.value != NULL) &&
	    json_want_int(&pools, 1, ENTRANTS_MAX, &number, err) != 0)
		return -1;
	stage->pools = (int)number;
	number = 0;
	if (!last && json_want_int(&go_on, 2, ENTRANTS_MAX, &number, err) != 0)
		return -1;
	stage->go_on = (int)number;
	return all ? read_forms(contest, &form, stage, err) :
		read_form(contest, &form, false, &stage->form[0], err);
}

static int read_stages(struct contest *contest, const struct json_at *at,
		       bool all, struct error *err)
{
	const cJSON *item;

	if (json_want_list(at, 2, STAGES_MAX, err) != 0)
		return -1;
	contest->stage = memory_new(STAGES_MAX, sizeof *contest->stage);
	contest->stages = 0;
	cJSON_ArrayForEach(item, at->value) {
		struct json_at one = json_at_item(at, contest->stages, item);
		struct contest_stage *stage = &contest->stage[contest->stages++];

		if (read_stage(contest, &one, all, item->next == NULL, stage,
			       err) != 0)
			return -1;
	}
	return 0;
}

int format_read(struct contest *contest, const struct json_at *at, bool all,
		struct error *err)
{
	const struct format_option *own;
	struct option_value value;
	struct json_at member;

	if (!cJSON_IsObject(at->value))
		return json_expected(at, err, "an object");
	if (read_type(contest, at, err) != 0 ||
	    read_keys(contest, at, all, err) != 0 ||
	    (all && read_version(contest, at, err) != 0))
		return -1;
	for (int i = 0; i < COMMON_COUNT; i++) {
		if (!is_read(contest, i, all))
			continue;
		member = json_at_key(at, common[i].name);
		if (read_value(&common[i], contest, &value, &member, all,
			       err) != 0)
			return -1;
		if (value.given ||
		    (common[i].normal != NULL && !contest->in_stage))
			common_set(contest, i, value.number);
	}
	own = contest->format->options;
	for (int i = 0; own[i].name != NULL; i++) {
		member = json_at_key(at, own[i].name);
		if (read_value(&own[i], contest, &contest->option[i], &member,
			       all && !is_optional(contest->format, i),
			       err) != 0)
			return -1;
	}
	if (contest->format->has_stages) {
		member = json_at_key(at, "stages");
		return read_stages(contest, &member, all, err);
	}
	if (!format_has_pairs(contest->format))
		return 0;
	member = json_at_key(at, "pairs");
	return member.value == NULL && !all ? 0 :
		contest->format->read_pairs(contest, &member, err);
}

static int settle_form(const struct contest *contest, struct contest *form,
		       int entrants, struct error *err)
{
	int result;

	form->entrants = entrants;
	form->rotations = contest->rotations;
	form->result = contest->result;
	if (form->seats != contest->seats)
		return error_set(err, "all stages have the same \"seats\", "
				 "those of the whole format");
	result = format_settle(form, err);
	form->names = NULL;
	return result;
}

/* Which entrants come into a pool is known in advance only if it has all. */
static int check_named(const struct contest *form, struct error *err)
{
	const struct format_option *own = form->format->options;

	for (int i = 0; own[i].name != NULL; i++)
		if (form->option[i].count > 0 &&
		    own[i].type != OPTION_WORDS)
			return error_set(err, "\"%s\" names entrants: only a "
					 "first stage of one pool can have it",
					 own[i].name);
	return 0;
}

static int settle_stage(struct contest *contest, struct contest_stage *stage,
			struct error *err)
{
	const int smaller = stage->entrants / stage->pools;
	const int sizes = 1 + (stage->entrants % stage->pools != 0);
	const int larger = smaller + sizes - 1;

	if (smaller < contest->seats)
		return error_set(err, "\"pools\": %d entrants in %d pools; a "
				 "pool needs %d", stage->entrants,
				 stage->pools, contest->seats);
	if (stage->go_on > 0 && (stage->go_on < contest->seats ||
	    stage->go_on >= stage->entrants))
		return error_set(err, "\"go_on\": expected %d..%d of the %d "
				 "entrants, found %d", contest->seats,
				 stage->entrants - 1, stage->entrants,
				 stage->go_on);
	if ((stage->pools > 1 || stage != contest->stage) &&
	    check_named(&stage->form[0], err) != 0)
		return -1;
	if (stage->forms == 0) {
		stage->forms = sizes;
		stage->form[1] = stage->form[0];
	}
	if (stage->forms != sizes)
		return error_set(err, "\"formats\": expected %d, one for each "
				 "size of pools, found %d", sizes,
				 stage->forms);
	if (settle_form(contest, &stage->form[0], larger, err) != 0 ||
	    (sizes > 1 &&
	     settle_form(contest, &stage->form[1], smaller, err) != 0))
		return -1;
	contest->size += stage->form[0].size * stage->pools;
	return 0;
}

static int settle_stages(struct contest *contest, struct error *err)
{
	int entrants = contest->entrants;

	if (contest->until_error != 0)
		return error_set(err, "\"until_error\": the last stages would "
				 "not be played");
	contest->size = 0;
	for (int i = 0; i < contest->stages; i++) {
		struct contest_stage *stage = &contest->stage[i];

		stage->entrants = entrants;
		if (settle_stage(contest, stage, err) != 0)
			return error_at(err, "stage %d", i + 1);
		entrants = stage->go_on;
	}
	return contest_check_size(contest, contest->size /
				  contest_orders(contest), err);
}

int format_settle(struct contest *contest, struct error *err)
{
	const int late = contest->late;
	int result = 0;

	/* The options are those of the entrants it began with. */
	contest->entrants -= late;
	/* With all rotations every version makes the same pairings, which
	   earlier programs know as version 1. */
	if (contest->version == 0)
		contest->version = contest->rotations < contest->seats ?
			contest->format->version : 1;
	if (contest->entrants > ENTRANTS_MAX)
		result = error_set(err, "at most %d entrants", ENTRANTS_MAX);
	else if (contest->entrants < contest->seats)
		result = error_set(err, "a match has %d seats: at least as "
				   "many entrants are needed, found %d",
				   contest->seats, contest->entrants);
	else if (contest->format->has_stages)
		result = settle_stages(contest, err);
	else if (contest->format->settle != NULL)
		result = contest->format->settle(contest, err);
	contest->entrants += late;
	return result == 0 ? 0 : error_at(err, "format %s",
					  contest->format->name);
}

static void write_value(const struct format_option *option,
			const struct option_value *value, struct json_writer *w)
{
	json_key(w, option->name);
	switch (option->type) {
	case OPTION_INT:
		json_int(w, value->number);
		break;
	case OPTION_BOOL:
		json_bool(w, value->number != 0);
		break;
	case OPTION_WORD:
		json_word(w, option->words[value->number]);
		break;
	case OPTION_DECIMAL:
		json_word(w, value->text);
		break;
	case OPTION_WORDS:
		json_open(w, '[');
		for (int i = 0; i < value->count; i++)
			json_word(w, option->words[value->list[i]]);
		json_close(w, ']');
		break;
	case OPTION_ENTRANTS:
		json_ints(w, value->list, value->count);
		break;
	case OPTION_ROUNDS:
		json_open(w, '[');
		for (int i = 0; i < value->count; i++)
			json_ints(w, value->list + 2 * i, 2);
		json_close(w, ']');
		break;
	}
}

static void write_stages(const struct contest *contest, struct json_writer *w)
{
	json_open(w, '[');
	for (int i = 0; i < contest->stages; i++) {
		const struct contest_stage *stage = &contest->stage[i];

		json_open(w, '{');
		json_put_open(w, "formats", '[');
		for (int f = 0; f < stage->forms; f++)
			format_write(&stage->form[f], w);
		json_close(w, ']');
		json_put_int(w, "pools", stage->pools);
		if (stage->go_on > 0)
			json_put_int(w, "go_on", stage->go_on);
		json_close(w, '}');
	}
	json_close(w, ']');
}

void format_write(const struct contest *contest, struct json_writer *w)
{
	const struct format *format = contest->format;

	json_open(w, '{');
	json_put_word(w, "type", format->name);
	json_put_int(w, "version", contest->version);
	for (int i = 0; i < COMMON_COUNT; i++)
		if (is_read(contest, i, true))
			json_put_int(w, common[i].name, common_get(contest, i));
	for (int i = 0; format->options[i].name != NULL; i++)
		if (!is_optional(format, i) || contest->option[i].given)
			write_value(&format->options[i], &contest->option[i],
				    w);
	if (format_has_pairs(format)) {
		json_key(w, "pairs");
		format->write_pairs(contest, w);
	}
	if (format->has_stages) {
		json_key(w, "stages");
		write_stages(contest, w);
	}
	json_close(w, '}');
}

/* ### help */

static void help_line(const struct format_option *option, struct text *out)
{
	size_t before = out->length;

	text_printf(out, "  %s ", option->name);
	switch (option->type) {
	case OPTION_BOOL:
		text_add(out, "true|false");
		break;
	case OPTION_WORD:
	case OPTION_WORDS:
		for (int i = 0; option->words[i] != NULL; i++)
			text_printf(out, "%s%s", i > 0 ? "|" : "",
				    option->words[i]);
		break;
	case OPTION_ROUNDS:
		text_printf(out, "[0..%d,1..%d]", ENTRANTS_MAX - 1,
			    ENTRANTS_MAX - 1);
		break;
	case OPTION_ENTRANTS:
		text_printf(out, "0..%d", ENTRANTS_MAX - 1);
		break;
	default:
		text_printf(out, "%.15g..%.15g", option->min, option->max);
	}
	do
		text_byte(out, ' ');
	while (out->length - before < 28);
	text_add(out, option->help);
	if (option->normal != NULL)
		text_printf(out, " (%s)", option->normal);
	text_byte(out, '\n');
}

void format_help(const struct format *format, struct text *out)
{
	text_printf(out, "%s: %s\n", format->name, format->help);
	for (int i = 0; i < COMMON_COUNT; i++)
		help_line(&common[i], out);
	for (int i = 0; format->options[i].name != NULL; i++)
		help_line(&format->options[i], out);
	if (format->has_stages)
		text_add(out, "  stages                    list; "
			 "docs/formats.md describes it\n");
}
