/*
 * check_report.c - what referee check prints.
 */
#include "check/check_report.h"

#include <stdio.h>

#include "base/printable.h"
#include "check/check_cause.h"
#include "games/rules.h"

/* ### the conversation */

/* Appends each line that came. */
static void add_came(const struct text *came, struct text *out)
{
	const char *at = came->bytes, *end, *line_end;

	if (came->length == 0) {
		printable_row(out, "came", "nothing", 7);
		return;
	}
	end = at + came->length;
	for (; at < end; at = line_end + 1) {
		line_end = memchr(at, '\n', (size_t)(end - at));
		if (line_end == NULL) {
			printable_row(out, "came", at, (size_t)(end - at));
			printable_row_word(out, "");
			text_add(out, "(and no line feed)\n");
			return;
		}
		printable_row(out, "came", at, (size_t)(line_end - at));
	}
}

/* Appends what the bot was sent, what came back, and its error output. */
static void add_exchange(const struct check_failure *failure, struct text *out)
{
	printable_row(out, "sent", failure->asked_line.bytes,
		      failure->asked_line.length);
	add_came(&failure->came, out);
	if (failure->errors.length > 0)
		printable_row(out, "stderr", failure->errors.bytes,
			      failure->errors.length);
}

/* ### what was expected, and hints */

static void add_expected(const struct check_failure *failure, struct text *out)
{
	printable_row_word(out, "expected");
	if (failure->fault == FAULT_FLOOD)
		text_add(out, "one line for each hello, turn and again, and "
			 "nothing else");
	else if (failure->asked == ASKED_READY)
		text_printf(out, "{\"type\":\"ready\"} and a line feed, "
			    "within %ld ms", failure->ms);
	else
		text_printf(out, "{\"move\":N}, N from 0 to %d, or a legal "
			    "move itself; a line feed;\n%15swithin %ld ms",
			    failure->places - 1, "", failure->ms);
	text_byte(out, '\n');
}

/* Is there a beginning of a line without its line feed? */
static bool ends_open(const struct text *came)
{
	return came->length > 0 && came->bytes[came->length - 1] != '\n';
}

static const char *advise_silence(const struct check_failure *failure)
{
	if (ends_open(&failure->came))
		return "an answer ends with a line feed (\\n); print it whole";
	if (failure->asked == ASKED_AGAIN)
		return "an again line asks for another answer to the same "
			"question";
	return "flush standard output after every answer: flush=True in "
		"Python, fflush(stdout)\n               in C, $| = 1 in Perl; "
		"if it does, it takes too long";
}

static const char *advise_illegal(const struct check_failure *failure)
{
	if (failure->place >= failure->places)
		return "places count from 0: the last one is the number of "
			"moves minus 1";
	if (failure->place >= 0)
		return "take the number from the list of this very turn";
	return "the answer is {\"move\":..} with a place in \"legal\" or one "
		"of its moves, key for key";
}

static const char *advise_exit(const struct check_failure *failure)
{
	if (failure->asked == ASKED_AGAIN)
		return "an again line asks for another answer; it must not end "
			"the bot";
	if (failure->game > 1 && strstr(failure->detail, "status 0") != NULL)
		return "one process plays all games: keep reading after "
			"over, until bye or the end of input";
	return "it ended by itself: its standard error, if any, is shown "
		"above";
}

static const char *advise_start(const struct check_failure *failure)
{
	if (strncmp(failure->detail, "cannot be run", 13) == 0)
		return "it has to be a program, or a script with a #! line, "
			"that everybody may read and run";
	if (strncmp(failure->detail, "not ready", 9) == 0)
		return advise_silence(failure);
	if (strncmp(failure->detail, "the first", 9) == 0)
		return "answer hello with {\"type\":\"ready\"}, before "
			"anything else";
	return "it ended before it said ready; bots start in an empty folder: "
		"write paths of files with a /";
}

static const char *advise(const struct check_failure *failure)
{
	if (failure->suspect)
		return "suspect: this machine was overloaded; check again when "
			"it is less busy";
	switch (failure->fault) {
	case FAULT_START:
		return advise_start(failure);
	case FAULT_TIMEOUT:
		return advise_silence(failure);
	case FAULT_GONE:
		return advise_exit(failure);
	case FAULT_FLOOD:
		return "answer no game, over or bye line; one line per answer; "
			"everything else goes to standard error";
	case FAULT_GARBLED:
		return "standard output is for the answers alone: banners and "
			"debug prints go to standard error";
	case FAULT_ILLEGAL:
		return advise_illegal(failure);
	default:
		return "a bot that needs more gets it with --limit NAME=N";
	}
}

/* ### whole reports */

/* Appends "seat 1 of 2, target=50": the seat and the changed options. */
static void add_run(const struct check *check, const struct check_run *run,
		    struct text *out)
{
	const struct rule *rules = check->game->rules;

	text_printf(out, "seat %d of %d", run->seat, run->seats);
	for (int i = 0; rules[i].name != NULL; i++) {
		if (run->rule[i] == rules[i].normal)
			continue;
		text_printf(out, ", %s=", rules[i].name);
		rules_value_text(&rules[i], run->rule[i], out);
	}
}

/* A crash that was reported already has the same error output. */
static bool is_known(const struct check *check,
		     const struct check_failure *failure)
{
	const struct text *errors = &failure->errors;

	return errors->length > 0 && errors->length == check->shown.length &&
		memcmp(errors->bytes, check->shown.bytes, errors->length) == 0;
}

static void add_hint(const struct check *check,
		     const struct check_failure *failure, struct text *out)
{
	struct text said = {0};

	text_append(&said, failure->came.bytes, failure->came.length);
	text_append(&said, failure->errors.bytes, failure->errors.length);
	printable_row_word(out, "hint");
	if (failure->suspect || !check_cause_add(check, failure, &said, out))
		text_add(out, advise(failure));
	text_byte(out, '\n');
	text_release(&said);
}

void check_report_failure(struct check *check, const char *word,
			  const struct check_run *run,
			  const struct check_failure *failure)
{
	struct text out = {0};

	text_printf(&out, "%s %s: %s: ", word, check->name,
		    fault_words[failure->fault]);
	text_printf(&out, "%s (", FOREIGN(failure->detail));
	add_run(check, run, &out);
	if (failure->game > 0)
		text_printf(&out, ", game %u of %u", failure->game,
			    run->games);
	text_add(&out, ")\n");
	if (is_known(check, failure)) {
		printable_row_word(&out, "stderr");
		text_add(&out, "the same as above\n");
	} else {
		add_exchange(failure, &out);
		add_expected(failure, &out);
		add_hint(check, failure, &out);
	}
	text_clear(&check->shown);
	text_append(&check->shown, failure->errors.bytes,
		    failure->errors.length);
	if (check->trace.path != NULL) {
		printable_row_word(&out, "replay");
		text_add(&out, "referee feed ");
		printable_shell(&out, check->trace.path);
		text_printf(&out, " --seat %d --process %d | COMMAND..\n",
			    run->seat, check->processes[run->seat]);
	}
	printable_print(stdout, &out);
	text_release(&out);
}
