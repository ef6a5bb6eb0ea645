/*
 * check_report.c - what referee check prints, and why a bot failed by its
 * output and its files.
 */
#include "check/check_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "games/rules.h"

#define NEXT_LINE "\n               "

enum { FIRST_LINE_MOST = 4096 };

/* ### what the bot said */

enum sign { SIGN_NONE, SIGN_MEMORY, SIGN_MISSING, SIGN_SYNTAX };

/* Messages of interpreters and runtimes; the first of the list that is found
   counts. */
static const struct {
	const char *words;
	enum sign sign;
} signs[] = {
	/* Java */
	{ "error='Not enough space'", SIGN_MEMORY },
	{ "Could not reserve enough space", SIGN_MEMORY },
	{ "insufficient memory for the Java", SIGN_MEMORY },
	{ "java.lang.OutOfMemoryError", SIGN_MEMORY },
	{ "Could not find or load main class", SIGN_MISSING },
	{ "Unable to access jarfile", SIGN_MISSING },
	{ "NoClassDefFoundError", SIGN_MISSING },
	/* Go, node, Rust, C++, Python */
	{ "out of memory", SIGN_MEMORY },
	{ "cannot allocate memory", SIGN_MEMORY },
	{ "Cannot allocate memory", SIGN_MEMORY },
	{ "memory allocation of ", SIGN_MEMORY },
	{ "std::bad_alloc", SIGN_MEMORY },
	{ "MemoryError", SIGN_MEMORY },
	{ "Cannot find module", SIGN_MISSING },
	{ "No module named", SIGN_MISSING },
	{ "cannot import name", SIGN_MISSING },
	{ "SyntaxError", SIGN_SYNTAX },
	{ "IndentationError", SIGN_SYNTAX },
	{ "TabError", SIGN_SYNTAX },
	/* Perl, shells, the loader, everything else */
	{ "in @INC", SIGN_MISSING },
	{ "cannot open shared object file", SIGN_MISSING },
	{ "syntax error", SIGN_SYNTAX },
	{ "Syntax error", SIGN_SYNTAX },
	{ "No such file or directory", SIGN_MISSING },
	{ "FileNotFoundError", SIGN_MISSING },
	{ "cannot open file", SIGN_MISSING },
};

static enum sign find_sign(const char *said)
{
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strstr(said, signs[i].words) != NULL)
			return signs[i].sign;
	return SIGN_NONE;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* ### its files */

/* Finds a word of the command that names a file but has no slash.  Such a word
   is not taken for a path, and bots start in an empty folder. */
static const char *word_of_a_file(char *const *command)
{
	struct stat status;

	for (int i = 1; command[i] != NULL; i++)
		if (strchr(command[i], '/') == NULL &&
		    stat(command[i], &status) == 0 && S_ISREG(status.st_mode))
			return command[i];
	return NULL;
}

/* Appends the files of `list` that the bot saw at `strict`, except those in
   `told`. */
static void add_visible(char *const *list, char *const *told, struct text *out)
{
	struct stat status;

	for (int i = 0; list != NULL && list[i] != NULL; i++) {
		if (list[i][0] != '/' || strncmp(list[i], "/usr/", 5) == 0 ||
		    stat(list[i], &status) != 0 || !S_ISREG(status.st_mode) ||
		    (told != NULL &&
		     words_find((const char *const *)told, list[i]) >= 0))
			continue;
		text_add(out, ", ");
		printable_escaped(out, list[i]);
	}
}

static void add_missing(const struct check *check, struct text *out)
{
	const struct hosted *bot = &check->hosting->hosted[0];
	const char *word = word_of_a_file(bot->command);

	if (word != NULL) {
		text_add(out, "only words with a / count as files: write ./");
		printable_escaped(out, word);
	} else if (check->hosting->level == LEVEL_STRICT) {
		text_add(out, "a file or module was missing; at strict the bot "
			 "saw only /usr");
		add_visible(bot->command, NULL, out);
		add_visible(bot->files, bot->command, out);
		text_add(out, ";" NEXT_LINE "name all its other files with "
			 "--files F,F..");
	} else {
		text_add(out, "a file or module was missing; bots start in an "
			 "empty folder:" NEXT_LINE "look for files beside the "
			 "program, not in the current folder");
	}
}

/* ### its programs and scripts */

/* The beginning of a file. */
struct file_head {
	const char *path;
	size_t size;
	char bytes[FIRST_LINE_MOST + 1];        /* a string */
};

static void read_head(struct file_head *head, const char *path)
{
	struct error ignored;
	OWNED(file) int fd = file_open(path, &ignored);
	const ssize_t got = fd < 0 ? 0 : read(fd, head->bytes, FIRST_LINE_MOST);

	head->path = path;
	head->size = got > 0 ? (size_t)got : 0;
	head->bytes[head->size] = '\0';
}

static bool begins(const struct file_head *head, const char *bytes, size_t size)
{
	return head->size >= size && memcmp(head->bytes, bytes, size) == 0;
}

/* The kind of machine that a program was built for, if this one cannot run
   it. */
static const char *other_machine(const struct file_head *head)
{
	static const struct {
		unsigned char number;
		const char *word;
	} machines[] = { { 3, "x86, 32 bits" }, { 40, "ARM, 32 bits" },
		{ 62, "x86_64" }, { 183, "aarch64" }, { 243, "RISC-V" } };
	enum { CLASS = 4, ORDER = 5, MACHINE = 18, HEAD = 20 };
	struct file_head own;

	if (begins(head, "MZ", 2))
		return "Windows";
	if (begins(head, "\xcf\xfa\xed\xfe", 4) ||
	    begins(head, "\xca\xfe\xba\xbe\0\0", 6))
		return "macOS";
	read_head(&own, "/proc/self/exe");
	if (!begins(head, "\177ELF", 4) || head->size < HEAD ||
	    (memcmp(head->bytes + CLASS, own.bytes + CLASS, 2) == 0 &&
	     memcmp(head->bytes + MACHINE, own.bytes + MACHINE, 2) == 0))
		return NULL;
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (head->bytes[ORDER] == 1 &&
		    (unsigned char)head->bytes[MACHINE] == machines[i].number)
			return machines[i].word;
	return "another processor";
}

/* Does the path or the first line of a script name a shell? */
static bool is_shell(const char *words)
{
	static const char *const shells[] = { "sh", "bash", "dash", "ksh",
		"zsh", "busybox", NULL };
	char word[64];

	for (words += strspn(words, "#! \t"); *words != '\0';
	     words += strspn(words, " \t")) {
		const size_t size = strcspn(words, " \t\r\n");

		snprintf(word, sizeof word, "%.*s", (int)size, words);
		if (words_find(shells, base_name(word)) >= 0)
			return true;
		words += size;
		if (*words == '\r' || *words == '\n')
			break;
	}
	return false;
}

/* Appends why this file cannot be run or read, as its first bytes show: word
   `place` of a command, which a shell reads if `shell`. */
static bool add_file(const struct file_head *head, int place, bool shell,
		     struct text *out)
{
	const char *stranger = utf8_stranger(head->bytes, head->size);
	const char *machine = other_machine(head);
	const size_t line = strcspn(head->bytes, "\n");
	const bool script = place == 0 && begins(head, "#!", 2);

	if (machine != NULL) {
		printable_escaped(out, head->path);
		text_printf(out, " is a program for another machine (%s):"
			    NEXT_LINE "build it for this one", machine);
		return true;
	}
	/* Other interpreters accept the mark. */
	if (stranger != NULL && (place == 0 || shell ||
				 !begins(head, "\xef\xbb\xbf", 3))) {
		printable_escaped(out, head->path);
		text_printf(out, ": found %s", stranger);
		return true;
	}
	if ((!shell && !script) || line == 0 || head->bytes[line] == '\0' ||
	    head->bytes[line - 1] != '\r')
		return false;
	text_add(out, script ? "the first line of " : "each line of ");
	printable_escaped(out, head->path);
	text_add(out, " ends in CR LF, as on Windows;" NEXT_LINE
		 "sed -i 's/\\r$//' removes the CRs");
	return true;
}

/* The folder that keeps the users of bots from a program, or the program. */
static bool is_closed(const char *program, struct text *part)
{
	struct stat status;

	for (const char *end = program; *end != '\0';) {
		end += strspn(end, "/");
		end += strcspn(end, "/");
		text_clear(part);
		text_append(part, program, (size_t)(end - program));
		if (stat(text_string(part), &status) == 0 &&
		    (status.st_mode & S_IXOTH) == 0)
			return true;
	}
	return false;
}

/* Appends why the bot cannot use what runs it, an absolute path. */
static bool add_runner(const struct check *check, const char *runner,
		       struct text *out)
{
	AUTOFREE char *real = realpath(runner, NULL);
	const char *program = real != NULL ? real : runner;
	OWNED(text) struct text part = {0};

	if (check->hosting->level == LEVEL_STRICT &&
	    access(runner, X_OK) == 0 && strncmp(runner, "/usr/", 5) != 0 &&
	    strncmp(runner, "/bin/", 5) != 0) {
		printable_escaped(out, runner);
		text_add(out, ", which runs the bot, is not below /usr, and at "
			 "strict the bot sees" NEXT_LINE "nothing else");
	} else if (check->hosting->level != LEVEL_NONE && geteuid() == 0 &&
		   is_closed(program, &part)) {
		printable_escaped(out, runner);
		text_add(out, ", which runs the bot, is closed to other users, "
			 "and root's bots are such:" NEXT_LINE "install it "
			 "below /usr, or chmod o+x ");
		printable_shell(out, text_string(&part));
	} else {
		return false;
	}
	return true;
}

/* Appends what is wrong with the interpreter in the first line of a script,
   which the kernel takes to be the text before the first space. */
static bool add_interpreter(const struct check *check, struct file_head *head,
			    struct text *out)
{
	char *name = head->bytes + 2 + strspn(head->bytes + 2, " \t"), *next;
	AUTOFREE char *found = NULL;

	head->bytes[strcspn(head->bytes, "\n")] = '\0';
	next = name + strcspn(name, " \t");
	if (*next != '\0')
		*next++ = '\0';
	next += strspn(next, " \t");
	if (access(name, X_OK) == 0 && strcmp(base_name(name), "env") == 0 &&
	    *next != '-' && strchr(next, '=') == NULL) {
		name = next;
		name[strcspn(name, " \t")] = '\0';
		found = spawn_find(name);
	} else {
		found = memory_copy(name);
	}
	if (found != NULL && access(found, X_OK) == 0)
		return add_runner(check, found, out);
	text_add(out, "the first line of ");
	printable_escaped(out, head->path);
	text_add(out, " names ");
	printable_escaped(out, *name != '\0' ? name : "no program");
	text_add(out, ", which is not there");
	if (name != next)
		text_add(out, "; try #!/usr/bin/env");
	return true;
}

/* Appends what is wrong with the form of the program. */
static bool add_form(const struct check *check, const char *program,
		     struct text *out)
{
	struct file_head head;

	read_head(&head, program);
	if (begins(&head, "#!", 2))
		return add_interpreter(check, &head, out);
	if (head.size == 0 || begins(&head, "\177ELF", 4))
		return false;
	printable_escaped(out, program);
	text_add(out, " is not a program for this machine, and has no #! line "
		 "such as" NEXT_LINE "#!/usr/bin/env python3");
	return true;
}

/* Did nothing of the bot run?  A shell or env, which could not run it, ends with
   126 or 127. */
static bool has_not_run(const struct check_failure *failure)
{
	return strncmp(failure->detail, "cannot be run", 13) == 0 ||
		strcmp(failure->detail, "exit status 126") == 0 ||
		strcmp(failure->detail, "exit status 127") == 0;
}

/* Appends what is wrong with the program of the command, or with a script among
   its words. */
static bool add_program(const struct check *check,
			const struct check_failure *failure, struct text *out)
{
	char *const *command = check->hosting->hosted[0].command;
	AUTOFREE char *program = strchr(command[0], '/') != NULL ?
		memory_copy(command[0]) : spawn_find(command[0]);
	bool shell = false, found = false;
	struct file_head head;

	for (int i = 0; command[i] != NULL && !found; i++) {
		if (i > 0 && strchr(command[i], '/') == NULL) {
			shell = shell || is_shell(command[i]);
			continue;
		}
		read_head(&head, i == 0 ? program : command[i]);
		shell = shell || is_shell(i == 0 ? command[0] : "") ||
			(begins(&head, "#!", 2) && is_shell(head.bytes));
		found = head.size > 0 && add_file(&head, i, shell, out);
	}
	if (!found && program != NULL && has_not_run(failure))
		found = (strchr(command[0], '/') == NULL &&
			 add_runner(check, program, out)) ||
			add_form(check, program, out);
	return found;
}

/* ### why it does not answer */

/* Is the bot run by awk, either as the program itself or by its #! line? */
static bool is_awk(char *const *command)
{
	const char *name = base_name(command[0]);
	struct file_head head;

	if (strcmp(name, "awk") == 0 || strcmp(name, "mawk") == 0)
		return words_find((const char *const *)command,
				  "interactive") < 0;
	read_head(&head, command[0]);
	head.bytes[strcspn(head.bytes, "\n")] = '\0';
	return begins(&head, "#!", 2) && strstr(head.bytes, "awk") != NULL &&
		strstr(head.bytes, "gawk") == NULL;
}

/* ### the cause */

/* Appends a hint that names the cause of a failure, escaped, with all lines but
   the first indented for a report.  `said` is what the bot wrote to standard
   output and standard error before it failed.  Returns false and appends
   nothing if no cause was found. */
static bool add_cause(const struct check *check,
		      const struct check_failure *failure, struct text *said,
		      struct text *out)
{
	const struct hosting *hosting = check->hosting;
	const bool late = failure->fault == FAULT_TIMEOUT ||
		strncmp(failure->detail, "not ready", 9) == 0;
	const bool ended = failure->fault == FAULT_START ||
		failure->fault == FAULT_GONE;
	const enum sign sign = find_sign(text_string(said));

	if (late && is_awk(hosting->hosted[0].command)) {
		text_add(out, "awk reads its input in blocks: start mawk with "
			 "-W interactive;" NEXT_LINE "and call fflush() after "
			 "every print");
		return true;
	}
	if (sign == SIGN_MEMORY && hosting->level != LEVEL_NONE) {
		const bool java = strstr(text_string(said), "Java") != NULL ||
			strstr(text_string(said), "os::commit") != NULL;

		text_printf(out, "the %s could not get memory (limit %d MB): "
			    "%s, or raise memory_mb",
			    java ? "JVM" : "bot",
			    hosting->limits.value[LIMIT_MEMORY_MB],
			    java ? "java -Xmx256m" : "let it use less");
		return true;
	}
	if (!ended || late)
		return false;
	if ((failure->fault == FAULT_START || sign == SIGN_SYNTAX) &&
	    add_program(check, failure, out))
		return true;
	if (sign == SIGN_MISSING)
		add_missing(check, out);
	else if (sign == SIGN_SYNTAX)
		text_add(out, "its interpreter found a syntax error, see "
			 "above; check its version");
	return sign != SIGN_NONE && sign != SIGN_MEMORY;
}

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

static const char *advise_illegal(const struct check_failure *failure,
				  const char *came)
{
	if (failure->place >= failure->places)
		return "places count from 0: the last one is the number of "
			"moves minus 1";
	if (failure->place >= 0)
		return "take the number from the list of this very turn";
	if (strstr(came, "\"move\"") == NULL)
		return "the key of an answer is \"move\", in small letters: "
			"{\"move\":0}";
	if (strchr(came, '{') == strrchr(came, '{') &&
	    strpbrk(strstr(came, "\"move\"") + 6, "\"[") != NULL)
		return "the place of a move is a number without quotes or "
			"brackets: {\"move\":0}";
	return "the answer is {\"move\":..} with a place in \"legal\" or one "
		"of its moves, key for key";
}

/* What `came`, which is not strict JSON, is instead. */
static const char *advise_garbled(const struct text *came, const char *string)
{
	static const char *const errors[] = { "Traceback (most recent",
		"Exception", "Error:", "panic:", "panicked at",
		"Segmentation fault" };
	const char *stranger = utf8_stranger(came->bytes, came->length);
	const char first = string[strspn(string, " \t")];

	if (stranger != NULL && came->bytes[0] == '\xef')
		return "switch the byte order mark off: new "
			"UTF8Encoding(false) in C#, utf-8 and not"
			NEXT_LINE "utf-8-sig in Python";
	if (stranger != NULL)
		return "write UTF-8: in PowerShell [Console]::OutputEncoding ="
			NEXT_LINE "[Text.UTF8Encoding]::new($false)";
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (strstr(string, errors[i]) != NULL)
			return "the bot failed, and said so on standard "
				"output: mend what it names, and"
				NEXT_LINE "send error messages to standard "
				"error";
	if (first == '{' && strncmp(string + 1 + strspn(string + 1, " "), "'",
				    1) == 0)
		return "JSON has double quotes: json.dumps(answer) in Python, "
			"JSON.stringify in JavaScript";
	if ((first == '{' || first == '[') &&
	    strcspn(string, "\n") < strcspn(string, "}"))
		return "an answer is one line: print it without indentation "
			"or line breaks";
	if (first == '{')
		return "an answer is one object of strict JSON and a line "
			"feed, with nothing after it";
	if (first != '\0' && strchr("0123456789-\"[", first) != NULL)
		return "an answer is an object: {\"move\":0}";
	return "standard output is for the answers alone: banners and "
		"debug prints go to standard error";
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
	if (failure->detail[0] == '"')
		return "ready has true or false: {\"type\":\"ready\","
			"\"events\":false,\"legal\":false}";
	return failure->errors.length > 0 ?
		"it ended before it said ready: its standard error above may "
		"say why" : "it ended before it said ready, and wrote nothing "
		"to standard error";
}

static const char *advise(const struct check_failure *failure,
			  const char *came)
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
		return advise_garbled(&failure->came, came);
	case FAULT_ILLEGAL:
		return advise_illegal(failure, came);
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
	OWNED(text) struct text said = {0}, came = {0};

	text_append(&came, failure->came.bytes, failure->came.length);
	text_append(&said, failure->came.bytes, failure->came.length);
	text_append(&said, failure->errors.bytes, failure->errors.length);
	printable_row_word(out, "hint");
	if (failure->suspect || !add_cause(check, failure, &said, out))
		text_add(out, advise(failure, text_string(&came)));
	text_byte(out, '\n');
}

void check_report_failure(struct check *check, const char *word,
			  const struct check_run *run,
			  const struct check_failure *failure)
{
	OWNED(text) struct text out = {0};
	OWNED(text) struct text path = {0};

	text_printf(&out, "%s %s: %s: %s (", word, check->name,
		    fault_words[failure->fault], FOREIGN(failure->detail));
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
		text_printf(&out, "referee feed %s --seat %d --process %d |",
			    printable_word(&path, check->trace.path),
			    run->seat, check->processes[run->seat]);
		for (char *const *next = check->hosting->hosted[0].command;
		     *next != NULL; next++) {
			text_byte(&out, ' ');
			printable_shell(&out, *next);
		}
		text_byte(&out, '\n');
	}
	printable_print(stdout, &out);
}
