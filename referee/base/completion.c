/*
 * completion.c - shell completion scripts for a program's command line,
 * generated from its option tables.
 */
#include "base/completion.h"

#include <string.h>

#include "base/words.h"

/* ### reading the tables */

static bool is_option(const struct option *row)
{
	return row->name[0] == '-';
}

static bool is_long(const struct option *row)
{
	return row->name[1] == '-';
}

/* Appends the words allowed for a row, separated by spaces; nothing if any word
   is allowed. */
static void add_words(const struct program *program,
		      const struct command *command, const struct option *row,
		      struct text *out)
{
	if (row->kind == OPTIONS_KIND_WORD)
		for (int i = (int)row->min; i <= (int)row->max; i++)
			words_add(out, row->words[i], " ");
	else if (!is_option(row) && program->words_of != NULL)
		program->words_of(command, row->name, out);
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

static void add_commands(const struct program *program, struct text *out)
{
	for (int i = 0; program->commands[i] != NULL; i++)
		words_add(out, program->commands[i]->name, " ");
}

/* ### bash */

static void bash_value(const struct program *program,
		       const struct command *command,
		       const struct option *row, struct text *out)
{
	struct text words = {0};

	add_words(program, command, row, &words);
	text_printf(out, "\t%s,%s) ", command->name, row->name);
	if (words.length > 0)
		text_printf(out, "words='%s'", text_string(&words));
	else
		text_add(out, takes_file(row) ? "files=yes" : ":");
	text_add(out, " ;;\n");
	text_release(&words);
}

static void bash_command(const struct program *program,
			 const struct command *command, struct text *out)
{
	struct text options = {0}, words = {0};
	bool files = false;

	for (const struct option *row = command->options; row->name != NULL;
	     row++) {
		if (is_option(row)) {
			words_add(&options, row->name, " ");
			continue;
		}
		add_words(program, command, row, &words);
		files = files || takes_file(row);
	}
	words_add(&options, "--help", " ");
	text_printf(out, "\t%s,-*) words='%s' ;;\n", command->name,
		    text_string(&options));
	text_printf(out, "\t%s,*) words='%s'%s ;;\n", command->name,
		    text_string(&words), files ? " files=yes" : "");
	text_release(&options);
	text_release(&words);
}

static void bash(const struct program *program, struct text *out)
{
	struct text commands = {0};

	add_commands(program, &commands);
	text_printf(out, "# %s - completion for bash.\n_%s() {\n",
		    program->name, program->name);
	text_add(out, "\tlocal at=$COMP_CWORD words= files= value= i\n"
		 "\tlocal cur=${COMP_WORDS[at]}\n"
		 "\tlocal before=${COMP_WORDS[at - 1]}\n"
		 "\tCOMPREPLY=()\n"
		 "\t# Readline makes three words of --name=value.\n"
		 "\tif [ \"$cur\" = = ]; then\n"
		 "\t\tcur=\n"
		 "\telif [ \"$before\" = = ]; then\n"
		 "\t\tbefore=${COMP_WORDS[at - 2]}\n"
		 "\tfi\n"
		 "\tfor ((i = 2; i < at; i++)); do\n"
		 "\t\tif [ \"${COMP_WORDS[i]}\" = -- ]; then\n"
		 "\t\t\tcompopt -o filenames\n"
		 "\t\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
		 "\t\t\treturn\n"
		 "\t\tfi\n"
		 "\tdone\n");
	text_printf(out, "\tif [ \"$at\" = 1 ]; then\n"
		    "\t\twords='%s --help --version'\n\tfi\n",
		    text_string(&commands));
	text_add(out, "\t[ \"$at\" = 1 ] || case ${COMP_WORDS[1]},$before "
		 "in\n");
	for (int i = 0; program->commands[i] != NULL; i++)
		for (const struct option *row = program->commands[i]->options;
		     row->name != NULL; row++)
			if (is_option(row) && row->value != NULL)
				bash_value(program, program->commands[i], row,
					   out);
	text_add(out, "\t*) value=no ;;\n\tesac\n"
		 "\t[ -z \"$value\" ] || case ${COMP_WORDS[1]},$cur in\n");
	for (int i = 0; program->commands[i] != NULL; i++)
		bash_command(program, program->commands[i], out);
	text_printf(out, "\tesac\n"
		    "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
		    "\"$cur\"\n"
		    "\t\t[ -z \"$files\" ] || compgen -f -- \"$cur\")\n"
		    "\t[ -z \"$files\" ] || compopt -o filenames\n"
		    "}\ncomplete -F _%s %s\n", program->name, program->name);
	text_release(&commands);
}

/* ### zsh */

/* Escapes text that is within single quotes and within brackets or between
   colons. */
static void zsh_text(struct text *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (strchr("[]:\\", *text) != NULL)
			text_byte(out, '\\');
		if (*text == '\'')
			text_add(out, "'\\''");
		else
			text_byte(out, *text);
	}
}

/* For example ":LEVEL:(none limits strict)". */
static void zsh_value(const struct program *program,
		      const struct command *command, const struct option *row,
		      struct text *out)
{
	struct text words = {0};

	add_words(program, command, row, &words);
	text_byte(out, ':');
	zsh_text(out, is_option(row) ? row->value : row->name);
	text_byte(out, ':');
	if (words.length > 0)
		text_printf(out, "(%s)", text_string(&words));
	else
		text_add(out, takes_file(row) ? "_files" : " ");
	text_release(&words);
}

static void zsh_option(const struct program *program,
		       const struct command *command, const struct option *row,
		       struct text *out)
{
	text_printf(out, "\t\t\t'%s%s%s[",
		    row->kind == OPTIONS_KIND_LIST ? "*" : "", row->name,
		    row->value == NULL ? "" : is_long(row) ? "=" : "+");
	zsh_text(out, row->help);
	text_byte(out, ']');
	if (row->value != NULL)
		zsh_value(program, command, row, out);
	text_add(out, "' \\\n");
}

/* Only the first argument can have a list of words; all others are files. */
static void zsh_command(const struct program *program,
			const struct command *command, struct text *out)
{
	bool files = false;

	text_printf(out, "\t\t%s) _arguments -s \\\n", command->name);
	for (const struct option *row = command->options; row->name != NULL;
	     row++) {
		struct text words = {0};

		if (is_option(row)) {
			zsh_option(program, command, row, out);
			continue;
		}
		files = files || takes_file(row);
		add_words(program, command, row, &words);
		if (words.length > 0) {
			text_add(out, "\t\t\t'1");
			zsh_value(program, command, row, out);
			text_add(out, "' \\\n");
		}
		text_release(&words);
	}
	text_printf(out, "%s\t\t\t'--help[print the options]' ;;\n",
		    files ? "\t\t\t'*:file:_files' \\\n" : "");
}

static void zsh(const struct program *program, struct text *out)
{
	text_printf(out, "#compdef %s\n# _%s - completion for zsh.\n_%s() {\n"
		    "\tlocal state line\n\tlocal -a commands=(\n",
		    program->name, program->name, program->name);
	for (int i = 0; program->commands[i] != NULL; i++) {
		text_printf(out, "\t\t'%s:", program->commands[i]->name);
		zsh_text(out, program->commands[i]->help);
		text_add(out, "'\n");
	}
	text_add(out, "\t)\n\t_arguments -C '--help[print the commands]' "
		 "'--version[print the version]' \\\n"
		 "\t\t'1: :->command' '*:: :->rest'\n"
		 "\tcase $state in\n"
		 "\tcommand) _describe command commands ;;\n"
		 "\trest)\n\t\tcase $line[1] in\n");
	for (int i = 0; program->commands[i] != NULL; i++)
		zsh_command(program, program->commands[i], out);
	text_printf(out, "\t\tesac ;;\n\tesac\n}\n"
		    "if [ \"$funcstack[1]\" = _%s ]; then\n\t_%s \"$@\"\n"
		    "else\n\tcompdef _%s %s\nfi\n", program->name,
		    program->name, program->name, program->name);
}

/* ### fish */

static void fish_text(struct text *out, const char *text)
{
	text_byte(out, '\'');
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			text_byte(out, '\\');
		text_byte(out, *text);
	}
	text_byte(out, '\'');
}

static void fish_row(const struct program *program,
		     const struct command *command, const struct option *row,
		     struct text *out)
{
	struct text words = {0};

	add_words(program, command, row, &words);
	text_printf(out, "complete -c %s -n '__fish_seen_subcommand_from %s'",
		    program->name, command->name);
	if (is_option(row))
		text_printf(out, " %s %s", is_long(row) ? "-l" : "-s",
			    row->name + (is_long(row) ? 2 : 1));
	if (words.length > 0)
		text_printf(out, " %sa '%s'", is_option(row) ? "-x" : "-",
			    text_string(&words));
	else if (takes_file(row))
		text_add(out, is_option(row) ? " -r -F" : " -F");
	else if (row->value != NULL)
		text_add(out, " -x");
	if (row->help != NULL) {
		text_add(out, " -d ");
		fish_text(out, row->help);
	}
	text_byte(out, '\n');
	text_release(&words);
}

static void fish(const struct program *program, struct text *out)
{
	text_printf(out, "# %s.fish - completion for fish.\n"
		    "complete -c %s -f\n", program->name, program->name);
	for (int i = 0; program->commands[i] != NULL; i++) {
		const struct command *command = program->commands[i];

		text_printf(out, "complete -c %s -n __fish_use_subcommand -a "
			    "%s -d ", program->name, command->name);
		fish_text(out, command->help);
		text_byte(out, '\n');
		for (const struct option *row = command->options;
		     row->name != NULL; row++)
			fish_row(program, command, row, out);
	}
	text_printf(out, "complete -c %s -l help -d 'print the options'\n",
		    program->name);
}

/* ### all of them */

int completion_write(const struct program *program, const char *shell,
		     struct text *out, struct error *err)
{
	static const struct {
		const char *shell;
		void (*write)(const struct program *program, struct text *out);
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (strcmp(shell, shells[i].shell) == 0) {
			shells[i].write(program, out);
			return 0;
		}
	return error_set(err, "--completion: expected bash, zsh or fish, "
			 "found \"%s\"", shell);
}
