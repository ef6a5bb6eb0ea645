/*
 * entrant.c - an entrant: its name, its command, and the hashes of both its
 * files and its command.
 */
#define _GNU_SOURCE
#include "fair/entrant.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "fair/sha256.h"

const char *const processes_words[] = { "seat", "game", "entrant", NULL };

/* ### names */

/* What the form of a note does not allow in a name; white space that is also a
   control is harmful. */
static bool is_space_or_plus(uint32_t character)
{
	static const uint32_t refused[] = { ' ', '+', 0x00a0, 0x1680, 0x202f,
		0x205f, 0x3000 };

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (character == refused[i])
			return true;
	return character >= 0x2000 && character <= 0x200a;
}

bool entrant_can_sign(const char *name, size_t size)
{
	const char *end = name + size;

	for (const char *at = name; at < end;) {
		uint32_t character;
		int width = utf8_decode(at, end, &character);

		if (width == 0 || is_space_or_plus(character) ||
		    printable_is_harmful(character))
			return false;
		at += width;
	}
	return size > 0;
}

bool entrant_is_name(const char *name)
{
	size_t size = strlen(name);

	return size <= ENTRANT_NAME_MAX && entrant_can_sign(name, size);
}

_Static_assert(ENTRANT_NAME_MAX == 100, "the form says so");
const struct json_form entrant_name_form = { entrant_is_name,
	"a name of 1 to 100 bytes without spaces, + and control, bidirectional "
	"or zero-width characters" };

void entrant_make_name(char *name)
{
	for (; *name != '\0'; name++)
		if (*name == ' ' || *name == '+')
			*name = '_';
}

int entrant_check_name(const char *name, struct error *err)
{
	if (!entrant_is_name(name))
		return error_set(err, "\"%s\" cannot be the name of an "
				 "entrant: expected %s", FOREIGN(name),
				 entrant_name_form.expected);
	return 0;
}

void entrant_release(struct entrant *entrant)
{
	free(entrant->name);
	free(entrant->author);
	words_free(entrant->command);
	words_free(entrant->files);
	words_free(entrant->words);
	words_free(entrant->paths);
	free(entrant->base);
	*entrant = (struct entrant){0};
}

/* ### reading and writing */

static bool is_word(const char *text)
{
	return *text != '\0';
}

static const struct json_form word_form = { is_word, "a word" };
const struct json_field entrant_word = { .type = JSON_COPY,
	.size = sizeof(char *), .form = &word_form };

#define IN(member) JSON_IN(struct entrant, member)

const struct json_field entrant_program_fields[] = {
	{ "command", JSON_LIST, JSON_WORDS(struct entrant, command), .min = 1,
	  .max = ENTRANT_WORDS_MAX, .fields = &entrant_word },
	{ "files", JSON_LIST, JSON_WORDS(struct entrant, files), .min = 1,
	  .max = ENTRANT_WORDS_MAX, .fields = &entrant_word, .optional = true },
	{ "base", JSON_COPY, IN(base), .form = &word_form, .optional = true },
	{ 0 }
};

const struct json_field entrant_fields[] = {
	{ "name", JSON_COPY, IN(name), .form = &entrant_name_form },
	{ "author", JSON_COPY, IN(author), .form = &entrant_name_form,
	  .optional = true, .nullable = true },
	{ "command", JSON_LIST, JSON_WORDS(struct entrant, command), .min = 0,
	  .max = ENTRANT_WORDS_MAX, .fields = &entrant_word },
	{ "files", JSON_LIST, JSON_WORDS(struct entrant, files), .min = 1,
	  .max = ENTRANT_WORDS_MAX, .fields = &entrant_word, .optional = true,
	  .nullable = true },
	{ "bot", JSON_HEX, JSON_GIVEN(struct entrant, pin, pinned),
	  .optional = true, .nullable = true },
	{ "sandbox", JSON_WORD, JSON_GIVEN(struct entrant, level, leveled),
	  .words = limits_level_words, .optional = true, .nullable = true },
	{ 0 }
};

void entrant_write(const struct entrant *entrant, struct json_writer *w)
{
	json_schema_write(w, entrant_fields, entrant);
}

/* ### from a command line */

/* Splits at spaces into `*count` words, followed by NULL.  A word that begins
   with ' or " ends at the next one; `*count` is -1 if there is none. */
static char **split(const char *text, int *count)
{
	char **words = memory_new(strlen(text) / 2 + 2, sizeof *words);

	*count = 0;
	for (;;) {
		char end[2] = " ";
		size_t length;

		text += strspn(text, " ");
		if (*text == '\'' || *text == '"')
			end[0] = *text++;
		length = strcspn(text, end);
		if (text[length] == '\0' && end[0] != ' ') {
			*count = -1;
			return words;
		}
		if (length == 0)
			return words;
		words[(*count)++] = memory_copy_bytes(text, length);
		text += length + (end[0] != ' ');
	}
}

bool entrant_name_taken(const struct entrant *entrant, int count,
			const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(entrant[i].name, name) == 0)
			return true;
	return false;
}

/* Does the word look like a script without a folder, such as bot.py?  It is
   recognised by its extension. */
static bool is_script(const char *word)
{
	const char *dot = strrchr(word, '.');

	return word[0] != '-' && dot != NULL && dot > word &&
		isalpha((unsigned char)dot[1]);
}

/* The word that names the bot: the last one that is a path, else the first
   script after the program, else the program. */
static const char *bot_word(char *const *command)
{
	const char *word = command[0];

	for (int i = 1; command[i] != NULL && word == command[0]; i++)
		if (is_script(command[i]))
			word = command[i];
	for (int i = 0; command[i] != NULL; i++)
		if (strchr(command[i], '/') != NULL && command[i][0] != '-')
			word = command[i];
	return word;
}

static char *default_name(const struct entrant *others, int count,
			  char *const *command)
{
	const char *word = bot_word(command), *slash = strrchr(word, '/');
	const char *start = slash != NULL ? slash + 1 : word;
	const char *dot = strrchr(start, '.');
	size_t length = dot != NULL && dot > start ? (size_t)(dot - start) :
		strlen(start);
	int most = ENTRANT_NAME_MAX - 4;        /* with room for "-10" */
	char name[ENTRANT_NAME_MAX + 16];

	if (length < (size_t)most)
		most = (int)length;
	snprintf(name, sizeof name, "%.*s", most, start);
	for (int i = 2; entrant_name_taken(others, count, name); i++)
		snprintf(name, sizeof name, "%.*s-%d", most, start, i);
	return memory_copy(name);
}

int entrant_read_words(struct entrant *list, int count, const char *text,
		       struct error *err)
{
	const char *equals = strchr(text, '=');
	struct entrant *entrant = &list[count];
	int words;

	/* An = after the first space, slash or quote belongs to the command. */
	if (equals != NULL && strcspn(text, " /'\"") < (size_t)(equals - text))
		equals = NULL;
	*entrant = (struct entrant){
		.command = split(equals != NULL ? equals + 1 : text, &words),
	};
	if (words <= 0) {
		if (words < 0)
			error_set(err, "a quote is not closed in \"%.200s\"",
				  text);
		else
			error_set(err, "expected [NAME=]COMMAND for a bot, "
				  "found \"%.200s\"", text);
		entrant_release(entrant);
		return -1;
	}
	entrant->name = equals != NULL ?
		memory_copy_bytes(text, (size_t)(equals - text)) :
		default_name(list, count, entrant->command);
	return 0;
}

/* ### the sandbox level */

enum level entrant_level(const struct entrant *entrant, enum level all)
{
	return entrant->leveled ? entrant->level : all;
}

static bool is_ssh(const char *program)
{
	const char *slash = strrchr(program, '/');

	return strcmp(slash != NULL ? slash + 1 : program, "ssh") == 0;
}

int entrant_check_hosting(const struct entrant *entrant,
			  const struct limits *limits, struct error *err)
{
	if (entrant_is_person(entrant))
		return !entrant->leveled ? 0 :
			error_set(err, "%s: a command without words is a "
				  "person, who has no \"sandbox\"",
				  entrant->name);
	if (limits->value[LIMIT_CLOCK] == LIMIT_CLOCK_CPU &&
	    is_ssh(entrant->command[0]))
		return error_set(err, "bot %s: behind ssh it thinks on another "
				 "machine, whose processor time cannot be "
				 "measured here: use clock wall instead of "
				 "cpu", entrant->name);
	return 0;
}

/* ### the command's hash */

static void add_word(struct text *out, const char *word)
{
	static const char controls[] = "\b\f\n\r\t", letters[] = "bfnrt";

	text_byte(out, '"');
	for (const char *at = word; *at != '\0'; at++) {
		const char *control = strchr(controls, *at);

		if (*at == '"' || *at == '\\')
			text_printf(out, "\\%c", *at);
		else if (control != NULL)
			text_printf(out, "\\%c", letters[control - controls]);
		else if ((unsigned char)*at < ' ')
			text_printf(out, "\\u%04x", (unsigned)*at);
		else
			text_byte(out, *at);
	}
	text_byte(out, '"');
}

void entrant_command_text(char *const *words, struct text *out)
{
	text_byte(out, '[');
	for (int i = 0; words[i] != NULL; i++) {
		if (i > 0)
			text_byte(out, ',');
		add_word(out, words[i]);
	}
	text_byte(out, ']');
}

void entrant_hash_command(char *const *words, struct hash *hash)
{
	OWNED(text) struct text text = {0};

	entrant_command_text(words, &text);
	sha256(hash->bytes, text.bytes, text.length);
}

static bool is_utf8(const char *word)
{
	const char *end = word + strlen(word);
	int width = 1;

	while (word < end && width > 0) {
		width = utf8_size(word, end);
		word += width;
	}
	return width > 0;
}

/* What stands before its name in a sentence. */
static const char *kind(const struct entrant *entrant)
{
	return entrant->is_game ? "" : "bot ";
}

static int seal_command(struct entrant *entrant, struct error *err)
{
	for (int i = 0; entrant->command[i] != NULL; i++)
		if (!is_utf8(entrant->command[i]))
			return error_set(err, "%s%s: word %d of its command "
					 "is not UTF-8", kind(entrant),
					 entrant->name, i + 1);
	entrant_hash_command(entrant->command, &entrant->sealed);
	return 0;
}

/* ### settling */

static bool is_there(const char *base, const char *name)
{
	AUTOFREE char *path = path_from(base, name);

	return access(path, F_OK) == 0;
}

void entrant_add_files(struct entrant *entrant, const char *base,
		       const char *text)
{
	const bool whole = is_there(base, text);
	size_t length;

	for (;; text += length + 1) {
		length = whole ? strlen(text) : strcspn(text, ",");
		words_append(&entrant->files, memory_copy_bytes(text, length));
		if (text[length] == '\0')
			return;
	}
}

/* Where the path begins that a word may name: behind the = of an option such as
   --weights=./w.txt, else at its start. */
static const char *path_in(const struct entrant *entrant, const char *word)
{
	const char *equals = word[0] == '-' && !entrant->is_game ?
		strchr(word, '=') : NULL;

	return equals != NULL ? equals + 1 : word;
}

/* The absolute path of the file, or with `folders` the folder, that a word of a
   command names, or NULL if it names none. */
static char *path_of(const char *base, const char *word, bool folders)
{
	AUTOFREE char *path = path_from(base, word);
	struct stat status;

	/* Hashing a device might never end. */
	return strchr(word, '/') != NULL && stat(path, &status) == 0 &&
		(S_ISREG(status.st_mode) ||
		 (folders && S_ISDIR(status.st_mode))) ?
		realpath(path, NULL) : NULL;
}

static bool in_path(const char *name)
{
	AUTOFREE char *path = spawn_find(name);

	return path != NULL;
}

static int program_missing(const struct entrant *entrant, const char *base,
			   struct error *err)
{
	AUTOFREE char *path = path_from(base, entrant->command[0]);

	if (file_expect(path, false, "a program", err) != 0)
		error_at(err, "%s%s", kind(entrant), entrant->name);
	else
		error_set(err, "%s%s: there is no file %s%s%s",
			  kind(entrant), entrant->name,
			  entrant->command[0],
			  strcmp(path, entrant->command[0]) == 0 ? "" : " in ",
			  strcmp(path, entrant->command[0]) == 0 ? "" : base);
	return -1;
}

/* The first word behind the program that is no option, which for an interpreter
   is the script, or 0. */
static int script_of(char *const *command)
{
	int place = 1;

	while (command[place] != NULL && command[place][0] == '-')
		place++;
	return command[place] != NULL &&
		strcmp(command[place - 1], "-c") != 0 &&
		strcmp(command[place - 1], "-m") != 0 ? place : 0;
}

/* Refuses a word that is meant as a path of this machine - it begins with ./ or
   ../, or is the script and has a slash - and names nothing; and a script beside
   the others that is written without a slash.  With ssh it may name a file of
   another machine. */
static int check_path(const struct entrant *entrant, int place,
		      const char *base, struct error *err)
{
	const char *program = entrant->command[0];
	const char *word = entrant->command[place];
	const bool script = place == script_of(entrant->command);
	const bool path = strncmp(word, "./", 2) == 0 ||
		strncmp(word, "../", 3) == 0 || (script &&
		strchr(word, '/') != NULL && strpbrk(word, " =:;") == NULL);

	if (is_ssh(program))
		return 0;
	if (path && !is_there(base, word))
		return error_set(err, "%s%s: there is no file %s (a file that "
				 "it makes itself is written without a /)",
				 kind(entrant), entrant->name, word);
	if (script && strchr(word, '/') == NULL && strchr(word, '.') != NULL &&
	    strchr(program, '/') == NULL && is_there(base, word))
		return error_set(err, "%s%s: write ./%s, as only words with a "
				 "/ are files", kind(entrant), entrant->name,
				 word);
	return 0;
}

/* Makes every word that names a file or a folder an absolute path, because bots
   run in folders of their own. */
static int settle_command(struct entrant *entrant, const char *base,
			  struct error *err)
{
	bool found = false;

	words_free(entrant->words);
	entrant->words = NULL;
	for (int i = 0; entrant->command[i] != NULL; i++) {
		const char *word = entrant->command[i];
		const char *path = path_in(entrant, word);
		AUTOFREE char *file = path_of(base, path, i > 0);

		if (i == 0)
			found = file != NULL;
		words_append(&entrant->words, file == NULL ?
			     memory_copy(word) :
			     text_new("%.*s%s", (int)(path - word), word, file));
		if (i > 0 && file == NULL &&
		    check_path(entrant, i, base, err) != 0)
			return -1;
	}
	if (strchr(entrant->command[0], '/') == NULL)
		return in_path(entrant->command[0]) ? 0 :
			error_set(err, "%s%s: %s not found in PATH (write a "
				  "file of your own with a /, as in ./%s)",
				  kind(entrant), entrant->name,
				  entrant->command[0], entrant->command[0]);
	if (!found)
		return program_missing(entrant, base, err);
	if (spawn_check(entrant->command[0], entrant->words[0], err) != 0)
		return error_at(err, "%s%s", kind(entrant), entrant->name);
	return 0;
}

/* Adds the file of a game's program to the `*size` of all.  A stranger's may
   have no end in sight. */
static int add_size(const struct entrant *entrant, const char *file,
		    long long *size, struct error *err)
{
	struct stat status;

	if (stat(file, &status) != 0)
		return 0;               /* add_sum says why */
	if (status.st_size > ENTRANT_PROGRAM_MAX - *size)
		return error_set(err, "%s%s: its files have more than %d MiB",
				 kind(entrant), entrant->name,
				 ENTRANT_PROGRAM_MAX >> 20);
	*size += status.st_size;
	return 0;
}

/* Appends the line of `sha256sum FILE`, and stores the hash in `bot`. */
static int add_sum(struct entrant *entrant, const char *file, const char *name,
		   struct text *sums, struct error *err)
{
	/* Of a game's program the folders are not hashed: the contents of two
	   files of one name could be exchanged. */
	AUTOFREE char *row = text_new("  %s\n", name);

	/* sha256sum escapes such names. */
	if (strpbrk(name, "\\\n") != NULL)
		return error_set(err, "%s%s: a file name must not contain a "
				 "backslash or a line feed: %s", kind(entrant),
				 entrant->name, name);
	if (entrant->is_game && strstr(text_string(sums), row) != NULL)
		return error_set(err, "%s%s: two of its files have the name %s",
				 kind(entrant), entrant->name, name);
	if (sha256_file(file, name, entrant->bot.bytes, err) != 0)
		return error_at(err, "%s%s", kind(entrant), entrant->name);
	text_printf(sums, "%s  %s\n", HASH_HEX(&entrant->bot), name);
	return 0;
}

static bool is_listed(const struct entrant *entrant, const char *base,
		      const char *file)
{
	bool found = false;

	for (char **one = entrant->files; *one != NULL && !found; one++) {
		char *path = path_from(base, *one);
		char *absolute = realpath(path, NULL);

		found = absolute != NULL && strcmp(absolute, file) == 0;
		free(path);
		free(absolute);
	}
	return found;
}

/* A game's program belongs to its files, whether it is listed or not. */
static void add_program(struct entrant *entrant, const char *base)
{
	for (char **word = entrant->command; entrant->is_game &&
	     entrant->files != NULL && *word != NULL; word++) {
		char *file = path_of(base, *word, false);

		if (file != NULL && !is_listed(entrant, base, file))
			entrant_add_files(entrant, base, *word);
		free(file);
	}
}

static const char *hashed_name(const struct entrant *entrant, const char *name)
{
	const char *slash = strrchr(name, '/');

	return entrant->is_game && slash != NULL ? slash + 1 : name;
}

/* ### the files */

enum { FOLDERS_MAX = 32 };

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the files in the folder `name` and in folders below, without hidden ones
   and litter. */
static int add_folder(const struct entrant *entrant, const char *base,
		      const char *name, int depth, char ***names,
		      struct error *err)
{
	AUTOFREE char *path = path_from(base, name);
	OWNED(folder) DIR *folder = opendir(path);
	const struct dirent *entry;
	struct stat status;
	int result = 0;

	if (folder == NULL)
		return error_reading(err, "open the folder", path);
	while (result == 0 && (entry = readdir(folder)) != NULL) {
		AUTOFREE char *inner = text_new("%s/%s", name, entry->d_name);
		AUTOFREE char *real = path_from(base, inner);

		if (entry->d_name[0] == '.' || file_is_litter(entry->d_name) ||
		    stat(real, &status) != 0)
			continue;
		if (S_ISREG(status.st_mode))
			words_append(names, memory_copy(inner));
		else if (S_ISDIR(status.st_mode) && depth < FOLDERS_MAX)
			result = add_folder(entrant, base, inner, depth + 1,
					    names, err);
		if (words_count(*names) > ENTRANT_WORDS_MAX)
			result = error_set(err, "%s%s: more than %d files in "
					   "the folder %s: name those that it "
					   "needs in \"files\"", kind(entrant),
					   entrant->name, ENTRANT_WORDS_MAX,
					   name);
	}
	return result;
}

/* Is it a folder of the bot's: below `base`, and so without what others write
   there? */
static bool is_own_folder(const struct entrant *entrant, const char *base,
			  const char *name)
{
	AUTOFREE char *path = path_from(base, name);
	AUTOFREE char *folder = *name == '/' || entrant->is_game ||
		(entrant->files == NULL && strchr(name, '/') == NULL) ? NULL :
		realpath(path, NULL);
	AUTOFREE char *own = realpath(base, NULL);
	const size_t size = own != NULL ? strlen(own) : 0;
	struct stat status;

	return folder != NULL && size > 0 && strncmp(folder, own, size) == 0 &&
		folder[size] == '/' && stat(folder, &status) == 0 &&
		S_ISDIR(status.st_mode);
}

/* The names of the bot's files, as they are hashed: those listed, or those in
   the command, and of folders all files in them.  `*apart`: some are no words of
   the command. */
static int name_files(const struct entrant *entrant, const char *base,
		      char ***names, bool *apart, struct error *err)
{
	char **listed = entrant->files != NULL ? entrant->files :
		entrant->command;

	*apart = entrant->files != NULL;
	for (; *listed != NULL; listed++) {
		const char *name = entrant->files != NULL ? *listed :
			path_in(entrant, *listed);
		AUTOFREE char *file = path_of(base, name, false);
		const size_t before = words_count(*names);

		if (is_own_folder(entrant, base, name)) {
			AUTOFREE char *folder = memory_copy(name);

			for (size_t end = strlen(folder); folder[end - 1] ==
			     '/'; end--)
				folder[end - 1] = '\0';
			if (add_folder(entrant, base, folder, 0, names, err) !=
			    0)
				return -1;
			if (words_count(*names) > before)
				qsort(*names + before, words_count(*names) -
				      before, sizeof **names, by_name);
			*apart = true;
		} else if (file != NULL || entrant->files != NULL) {
			words_append(names, memory_copy(name));
			*apart |= name != *listed;
		}
	}
	return entrant->files == NULL || words_count(*names) > 0 ? 0 :
		error_set(err, "%s%s: there is no file in the folders of "
			  "\"files\"", kind(entrant), entrant->name);
}

/*
 * Computes `bot`: for one file its hash, for several the hash of the output of
 * `sha256sum FILES`.  If there are no files, it is the hash of the command's
 * words, one per line; hashing the program found in PATH would help nobody.
 * Fills in `paths`, if they are not all words of the command.
 */
static int hash_bot(struct entrant *entrant, const char *base,
		    struct error *err)
{
	OWNED(text) struct text sums = {0};
	char **names = NULL;
	bool apart = false;
	int result = name_files(entrant, base, &names, &apart, err);
	const size_t count = words_count(names);
	long long size = 0;

	words_free(entrant->paths);
	entrant->paths = NULL;
	for (size_t i = 0; result == 0 && i < count; i++) {
		AUTOFREE char *path = path_from(base, names[i]);
		char *real = realpath(path, NULL);

		if (entrant->is_game)
			result = add_size(entrant, path, &size, err);
		if (result == 0)
			result = add_sum(entrant, real != NULL ? real : path,
					 hashed_name(entrant, names[i]), &sums,
					 err);
		if (apart)
			words_append(&entrant->paths, memory_copy(
				real != NULL ? real : path));
		free(real);
	}
	words_free(names);
	for (char **word = entrant->command; count == 0 && *word != NULL;
	     word++)
		text_printf(&sums, "%s\n", *word);
	if (result == 0 && count != 1)
		sha256(entrant->bot.bytes, sums.bytes, sums.length);
	return result;
}

/* ### people */

void entrant_make_person(struct entrant *entrant, const char *name)
{
	*entrant = (struct entrant){
		.name = memory_copy(name),
		.command = memory_new(1, sizeof *entrant->command),
	};
}

bool entrant_is_person(const struct entrant *entrant)
{
	return entrant->command[0] == NULL;
}

static int settle_person(struct entrant *entrant, struct error *err)
{
	if (entrant->files != NULL || entrant->pinned)
		return error_set(err, "%s: a command without words is a "
				 "person, who has no \"files\" and no \"bot\"",
				 entrant->name);
	entrant_hash_command(entrant->command, &entrant->sealed);
	entrant->bot = (struct hash){ .bytes = {0} };
	return 0;
}

int entrant_settle(struct entrant *entrant, const char *base,
		   struct error *err)
{
	if (entrant_is_person(entrant))
		return settle_person(entrant, err);
	if (seal_command(entrant, err) != 0 ||
	    settle_command(entrant, base, err) != 0)
		return -1;
	add_program(entrant, base);
	if (hash_bot(entrant, base, err) != 0)
		return -1;
	if (entrant->pinned && !hash_equal(&entrant->bot, &entrant->pin))
		return error_set(err, "bot %s has changed: its files differ "
				 "from those it was entered with",
				 entrant->name);
	return 0;
}

/* ### programs that have the rules of a game */

int programs_read(struct entrant *program, const struct json_at *at,
		  const char *path, struct error *err)
{
	char *folder, *base, *absolute;

	program->name = memory_copy("the game's program");
	program->is_game = true;
	if (json_schema_read(at, entrant_program_fields, program, err) != 0)
		return -1;
	if (program->base == NULL)
		return 0;
	folder = path_folder(path);
	base = path_from(folder, program->base);
	absolute = realpath(base, NULL);
	free(folder);
	free(program->base);
	program->base = absolute != NULL ? absolute : base;
	if (absolute != NULL)
		free(base);
	return 0;
}

int programs_settle(struct entrant *program, const char *base,
		    struct error *err)
{
	return entrant_settle(program, program->base != NULL ?
			      program->base : base, err);
}
