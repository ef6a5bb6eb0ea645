/*
 * completion.c - shell completion of a program's command line, by its tables of
 * options.
 */
#include "base/completion.h"

#include <string.h>

/* ### what can follow */

/* The word that is being completed: `--name=value` up to its `=`, and what is
   completed of it. */
struct typed {
	const char *lead, *word;
	int lead_size;
};

static void offer(const struct typed *typed, const char *word, size_t size,
		  const char *help, struct text *out)
{
	const size_t has = strlen(typed->word);

	if (size < has || strncmp(word, typed->word, has) != 0)
		return;
	text_printf(out, "%.*s%.*s\t%s\n", typed->lead_size, typed->lead,
		    (int)size, word, help != NULL ? help : "");
}

static bool is_option(const struct option *row)
{
	return row->name[0] == '-';
}

/* Whether the row's value is the name of a file or a folder. */
static bool takes_file(const struct option *row)
{
	static const char *const names[] = { "FILE", "DIR", "LOG", "TRACE",
		"BOT", "COMMAND", "OTHER", "F[,F]" };
	const char *name = is_option(row) ? row->value : row->name;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (name != NULL && strstr(name, names[i]) != NULL)
			return true;
	return false;
}

/* Offers the words allowed for a row.  Returns whether files are too. */
static bool offer_values(const struct program *program,
			 const struct command *command,
			 const struct option *row, const struct typed *typed,
			 struct text *out)
{
	struct text list = {0};
	const char *word;
	size_t size;

	if (row->kind == OPTIONS_KIND_WORD)
		for (int i = (int)row->min; i <= (int)row->max; i++)
			offer(typed, row->words[i], strlen(row->words[i]),
			      NULL, out);
	else if (!is_option(row) && program->words_of != NULL)
		program->words_of(command, row->name, &list);
	for (word = text_string(&list); *word != '\0';
	     word += size + (word[size] == ' ')) {
		size = strcspn(word, " ");
		offer(typed, word, size, NULL, out);
	}
	text_release(&list);
	return takes_file(row);
}

static void offer_commands(const struct program *program,
			   const struct typed *typed, struct text *out)
{
	for (int i = 0; program->commands[i] != NULL; i++)
		offer(typed, program->commands[i]->name,
		      strlen(program->commands[i]->name),
		      program->commands[i]->help, out);
	offer(typed, "--help", 6, "print the commands", out);
	offer(typed, "--version", 9, "print the version", out);
}

static const struct command *find_command(const struct program *program,
					  const char *name)
{
	for (int i = 0; program->commands[i] != NULL; i++)
		if (strcmp(program->commands[i]->name, name) == 0)
			return program->commands[i];
	return NULL;
}

/* The option of a command that takes a value; NULL: there is none. */
static const struct option *find_option(const struct command *command,
					const char *name, size_t size)
{
	for (const struct option *row = command->options; row->name != NULL;
	     row++)
		if (is_option(row) && row->value != NULL &&
		    strlen(row->name) == size &&
		    strncmp(row->name, name, size) == 0)
			return row;
	return NULL;
}

/* The option whose value the last word is, which may be `--name=value`; NULL:
   it is no value.  bash makes three words of that. */
static const struct option *option_before(const struct command *command,
					  char *const *words, int count,
					  struct typed *typed)
{
	const char *before = words[count - 2];
	const char *equals = strchr(typed->word, '=');

	if (strcmp(typed->word, "=") == 0) {
		typed->word = "";
	} else if (strcmp(before, "=") == 0) {
		before = words[count - 3];
	} else if (strncmp(typed->word, "--", 2) == 0 && equals != NULL) {
		*typed = (struct typed){ .lead = typed->word,
			.lead_size = (int)(equals + 1 - typed->word),
			.word = equals + 1 };
		return find_option(command, typed->lead,
				   (size_t)typed->lead_size - 1);
	}
	return find_option(command, before, strlen(before));
}

static void offer_rest(const struct program *program,
		       const struct command *command,
		       const struct typed *typed, struct text *out)
{
	const bool options = typed->word[0] == '-';
	bool files = false;

	for (const struct option *row = command->options; row->name != NULL;
	     row++)
		if (!is_option(row) && !options)
			files |= offer_values(program, command, row, typed,
					      out);
		else if (is_option(row) && options)
			offer(typed, row->name, strlen(row->name), row->help,
			      out);
	if (options)
		offer(typed, "--help", 6, "print the options", out);
	if (files)
		text_add(out, ":files\n");
}

void completion_offer(const struct program *program, char *const *words,
		      int count, struct text *out)
{
	struct typed typed = { .lead = "" };
	const struct command *command;
	const struct option *before;

	if (count < 1)
		return;
	typed.word = words[count - 1];
	if (count == 1) {
		offer_commands(program, &typed, out);
		return;
	}
	command = find_command(program, words[0]);
	if (command == NULL)
		return;
	for (int i = 1; i < count - 1; i++)
		if (strcmp(words[i], "--") == 0) {
			text_add(out, ":files\n");
			return;
		}
	before = option_before(command, words, count, &typed);
	if (before == NULL && typed.lead_size == 0)
		offer_rest(program, command, &typed, out);
	else if (before != NULL &&
		 offer_values(program, command, before, &typed, out))
		text_add(out, ":files\n");
}

/* ### the scripts; PROGRAM is the name of the program */

static const char bash[] =
	"# PROGRAM - completion for bash.\n"
	"_PROGRAM() {\n"
	"\tlocal row word=${COMP_WORDS[COMP_CWORD]}\n"
	"\t[ \"$word\" != = ] || word=\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS= read -r row; do\n"
	"\t\tif [ \"$row\" = :files ]; then\n"
	"\t\t\tcompopt -o filenames\n"
	"\t\t\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
	"\t\t\t\tcompgen -f -- \"$word\")\n"
	"\t\telse\n"
	"\t\t\tCOMPREPLY+=(\"${row%%$'\\t'*}\")\n"
	"\t\tfi\n"
	"\tdone < <(\"${COMP_WORDS[0]/#~\\//$HOME/}\" __complete \\\n"
	"\t\t\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
	"}\n"
	"complete -F _PROGRAM PROGRAM\n";

static const char zsh[] =
	"#compdef PROGRAM\n"
	"# _PROGRAM - completion for zsh.\n"
	"_PROGRAM() {\n"
	"\tlocal row files\n"
	"\tlocal -a offered\n"
	"\tfor row in ${(f)\"$(${~${(Q)words[1]}} __complete \\\n"
	"\t\t\"${(@Q)words[2,CURRENT]}\" 2>/dev/null)\"}; do\n"
	"\t\tif [[ $row == :files ]]; then\n"
	"\t\t\tfiles=yes\n"
	"\t\telse\n"
	"\t\t\toffered+=(\"${${row%%$'\\t'*}//:/\\\\:}:${row#*$'\\t'}\")\n"
	"\t\tfi\n"
	"\tdone\n"
	"\t(( $#offered )) && _describe PROGRAM offered\n"
	"\t[[ -z $files ]] || { compset -P '--*='; _files }\n"
	"}\n"
	"if [ \"$funcstack[1]\" = _PROGRAM ]; then\n"
	"\t_PROGRAM \"$@\"\n"
	"else\n"
	"\tcompdef _PROGRAM PROGRAM\n"
	"fi\n";

static const char fish[] =
	"# PROGRAM.fish - completion for fish.\n"
	"function __PROGRAM_complete\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -l word (commandline -ct)\n"
	"\ttest -n \"$word\"; or set word ''\n"
	"\tset -l lead (string match -r -- '^--[^=]*=' $word)\n"
	"\tfor row in ($words[1] __complete $words[2..] $word 2>/dev/null)\n"
	"\t\tif test \"$row\" = :files\n"
	"\t\t\tset -l rest (string replace -- \"$lead\" '' $word)\n"
	"\t\t\tfor path in (__fish_complete_path $rest)\n"
	"\t\t\t\techo -- \"$lead$path\"\n"
	"\t\t\tend\n"
	"\t\telse\n"
	"\t\t\techo -- $row\n"
	"\t\tend\n"
	"\tend\n"
	"end\n"
	"complete -c PROGRAM -f -a '(__PROGRAM_complete)'\n";

int completion_script(const struct program *program, const char *shell,
		      struct text *out, struct error *err)
{
	static const struct {
		const char *shell, *script;
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };
	static const char place[] = "PROGRAM";

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		const char *from = shells[i].script, *to;

		if (strcmp(shell, shells[i].shell) != 0)
			continue;
		for (; (to = strstr(from, place)) != NULL;
		     from = to + strlen(place)) {
			text_append(out, from, (size_t)(to - from));
			text_add(out, program->name);
		}
		text_add(out, from);
		return 0;
	}
	return error_set(err, "--completion: expected bash, zsh or fish, "
			 "found \"%s\"", shell);
}
