/*
 * match_setup.c - what a match is: checked, hashed, ready to be played.
 */
#include "config.h"
#include "match_setup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_MOST = 100 };

const char *const processes_words[] = { "seat", "game", "entrant", NULL };

void match_init(struct match *match, const struct game *game)
{
	*match = (struct match){
		.game = game, .boards = 1, .links = 128, .number = 1,
		.level = LEVEL_LIMITS, .base = memory_copy("."),
	};
	if (game != NULL)
		rules_defaults(game, match->rule);
	limits_defaults(&match->limits);
}

/* ### entrants */

static void free_words(char **words)
{
	for (int i = 0; words != NULL && words[i] != NULL; i++)
		free(words[i]);
	free(words);
}

/* Splits at spaces; `*count` words, ended by NULL. */
static char **split(const char *text, int *count)
{
	char **words = memory_new(strlen(text) / 2 + 2, sizeof *words);

	*count = 0;
	for (;;) {
		size_t length;

		text += strspn(text, " ");
		length = strcspn(text, " ");
		if (length == 0)
			return words;
		words[(*count)++] = memory_copy_bytes(text, length);
		text += length;
	}
}

static bool is_taken(const struct match *match, const char *name)
{
	for (int i = 0; i < match->entrants; i++)
		if (strcmp(match->entrant[i].name, name) == 0)
			return true;
	return false;
}

/* What a command is about: its last word that is a path, else the first. */
static const char *bot_word(char *const *command)
{
	const char *word = command[0];

	for (int i = 0; command[i] != NULL; i++)
		if (strchr(command[i], '/') != NULL && command[i][0] != '-')
			word = command[i];
	return word;
}

static char *default_name(const struct match *match, char *const *command)
{
	const char *word = bot_word(command), *slash = strrchr(word, '/');
	const char *start = slash != NULL ? slash + 1 : word;
	const char *dot = strrchr(start, '.');
	size_t length = dot != NULL && dot > start ? (size_t)(dot - start) :
		strlen(start);
	int most = NAME_MOST - 4;       /* with room for "-10" */
	char name[NAME_MOST + 16];

	if (length < (size_t)most)
		most = (int)length;
	snprintf(name, sizeof name, "%.*s", most, start);
	for (int i = 2; is_taken(match, name); i++)
		snprintf(name, sizeof name, "%.*s-%d", most, start, i);
	return memory_copy(name);
}

/* A name is one word for people and programs: see docs/match-log.md. */
bool match_is_name(const char *name)
{
	const char *end = name + strlen(name);

	if (*name == '\0' || end - name > NAME_MOST)
		return false;
	for (const char *at = name; at < end;) {
		int size = utf8_size(at, end);
		const unsigned char *c = (const unsigned char *)at;

		if (size == 0 || *c <= ' ' || *c == '+' || *c == 0x7f)
			return false;
		/* C1 controls, NEL and no-break space; then the white space
		   of U+1680, U+2000..200A, 2028, 2029, 202F, 205F, 3000. */
		if (c[0] == 0xc2 && c[1] <= 0xa0)
			return false;
		if (size == 3 && (memcmp(at, "\xe1\x9a\x80", 3) == 0 ||
		    (c[0] == 0xe2 && c[1] == 0x80 &&
		     (c[2] <= 0x8a || c[2] == 0xa8 || c[2] == 0xa9 ||
		      c[2] == 0xaf)) ||
		    memcmp(at, "\xe2\x81\x9f", 3) == 0 ||
		    memcmp(at, "\xe3\x80\x80", 3) == 0))
			return false;
		at += size;
	}
	return true;
}

int match_check_name(const struct match *match, const char *name,
		     struct error *err)
{
	if (!match_is_name(name))
		return error_set(err, "\"%.100s\" is no name for an entrant: "
				 "expected 1 to %d bytes without spaces, + or "
				 "control characters", name, NAME_MOST);
	if (is_taken(match, name))
		return error_set(err, "two entrants are called %s", name);
	return 0;
}

int match_add_entrant(struct match *match, const char *text,
		      struct error *err)
{
	const char *equals = strchr(text, '='), *space = strchr(text, ' ');
	const char *slash = strchr(text, '/');
	struct entrant *entrant = &match->entrant[match->entrants];
	int count;

	if (match->entrants == GAME_SEATS_MAX)
		return error_set(err, "a match has at most %d entrants",
				 GAME_SEATS_MAX);
	/* An = behind the first space or slash belongs to the command. */
	if (equals != NULL && ((space != NULL && space < equals) ||
			       (slash != NULL && slash < equals)))
		equals = NULL;
	*entrant = (struct entrant){
		.command = split(equals != NULL ? equals + 1 : text, &count),
	};
	if (count == 0) {
		free_words(entrant->command);
		return error_set(err, "expected [NAME=]COMMAND for a bot, "
				 "found \"%.200s\"", text);
	}
	entrant->name = equals != NULL ?
		memory_copy_bytes(text, (size_t)(equals - text)) :
		default_name(match, entrant->command);
	if (match_check_name(match, entrant->name, err) != 0) {
		free(entrant->name);
		free_words(entrant->command);
		return -1;
	}
	match->entrants++;
	return 0;
}

/* ### settling */

char *match_path(const char *folder, const char *path)
{
	struct text whole = {0};

	if (path[0] != '/' && strcmp(folder, ".") != 0)
		text_printf(&whole, "%s/", folder);
	text_add(&whole, path);
	text_byte(&whole, '\0');
	return whole.bytes;
}

/* The file of a word of a command, absolute, or NULL when it names none. */
static char *file_of(const struct match *match, const char *word)
{
	char *path, *absolute;
	struct stat status;

	if (strchr(word, '/') == NULL)
		return NULL;
	path = match_path(match->base, word);
	/* A device has no end that a hash could reach. */
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
		free(path);
		return NULL;
	}
	absolute = realpath(path, NULL);
	free(path);
	return absolute;
}

/* Is there a program of that name in PATH? */
static bool in_path(const char *name)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];

	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");

		snprintf(file, sizeof file, "%.*s/%s", (int)length, path,
			 name);
		if (access(file, X_OK) == 0)
			return true;
		path += length + (path[length] == ':');
	}
	return false;
}

/* Every word that names a file becomes an absolute path: bots run in a folder
   of their own. */
static int settle_command(struct match *match, struct entrant *entrant,
			  struct error *err)
{
	bool found = false;
	int count = 0;

	while (entrant->command[count] != NULL)
		count++;
	free_words(entrant->words);
	entrant->words = memory_new((size_t)count + 1,
				    sizeof *entrant->words);
	for (int i = 0; i < count; i++) {
		char *file = file_of(match, entrant->command[i]);

		if (i == 0)
			found = file != NULL;
		entrant->words[i] = file != NULL ? file :
			memory_copy(entrant->command[i]);
	}
	if (strchr(entrant->command[0], '/') == NULL)
		return in_path(entrant->command[0]) ? 0 :
			error_set(err, "bot %s: there is no program %s in "
				  "PATH (a file of your own is written with "
				  "a /, as ./%s)", entrant->name,
				  entrant->command[0], entrant->command[0]);
	if (!found)
		return error_set(err, "bot %s: there is no file %s",
				 entrant->name, entrant->command[0]);
	if (access(entrant->words[0], X_OK) != 0)
		return error_set(err, "bot %s: %s cannot be run: %s (chmod +x "
				 "makes a file a program)", entrant->name,
				 entrant->command[0], strerror(errno));
	return 0;
}

static int hash_file(const char *path, const char *shown, struct hash *hash,
		     struct error *err)
{
	crypto_hash_sha256_state state;
	unsigned char bytes[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	ssize_t got = -1;

	if (fd < 0)
		return error_set(err, "cannot open %s: %s", shown,
				 strerror(errno));
	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
		close(fd);
		return error_set(err, "%s is no file that can be hashed",
				 shown);
	}
	crypto_hash_sha256_init(&state);
	while ((got = read(fd, bytes, sizeof bytes)) > 0)
		crypto_hash_sha256_update(&state, bytes, (size_t)got);
	if (got < 0)
		error_set(err, "cannot read %s: %s", shown, strerror(errno));
	crypto_hash_sha256_final(&state, hash->bytes);
	close(fd);
	return got < 0 ? -1 : 0;
}

/*
 * One file: its hash.  Several: the hash of what `sha256sum FILES` prints.
 * Without files, the hash of the program that PATH finds is of no use to
 * anybody: it is that of the command's words.
 */
static int hash_bot(struct match *match, struct entrant *entrant,
		    struct error *err)
{
	char **listed = entrant->files != NULL ? entrant->files :
		entrant->command;
	struct text sums = {0};
	char hex[HASH_HEX_SIZE + 1];
	int count = 0, result = -1;

	for (int i = 0; listed[i] != NULL; i++) {
		char *file = file_of(match, listed[i]);

		if (file == NULL && entrant->files != NULL)
			file = match_path(match->base, listed[i]);
		if (file == NULL)
			continue;
		count++;
		/* sha256sum writes such names in another way. */
		if (strpbrk(listed[i], "\\\n") != NULL) {
			free(file);
			error_set(err, "bot %s: the name of a file has no "
				  "backslash and no line feed: %s",
				  entrant->name, listed[i]);
			goto done;
		}
		if (hash_file(file, listed[i], &entrant->bot, err) != 0) {
			free(file);
			error_at(err, "bot %s", entrant->name);
			goto done;
		}
		free(file);
		hash_to_hex(&entrant->bot, hex);
		text_printf(&sums, "%s  %s\n", hex, listed[i]);
	}
	for (int i = 0; count == 0 && listed[i] != NULL; i++)
		text_printf(&sums, "%s\n", listed[i]);
	if (count != 1)
		crypto_hash_sha256(entrant->bot.bytes,
				   (const unsigned char *)sums.bytes,
				   sums.length);
	result = 0;

done:
	text_release(&sums);
	return result;
}

int match_settle(struct match *match, struct error *err)
{
	const struct game *game = match->game;

	if (match->entrants < game->seats_min ||
	    match->entrants > game->seats_max)
		return error_set(err, "%s is for %d to %d players; found %d",
				 game->name, game->seats_min, game->seats_max,
				 match->entrants);
	if (rules_check(game, match->entrants, match->rule, err) != 0)
		return -1;
	if (match->rotations == 0)
		match->rotations = match->processes == PROCESSES_ENTRANT ?
			1 : match->entrants;
	if (match->rotations > match->entrants)
		return error_set(err, "rotations: expected 1 to %d, one for "
				 "each seat; found %d: more would seat a bot "
				 "at dice it knows", match->entrants,
				 match->rotations);
	if (match->processes == PROCESSES_ENTRANT && match->rotations > 1)
		return error_set(err, "processes \"entrant\" with %d "
				 "rotations would show a bot the same dice "
				 "twice: use \"seat\" or 1 rotation",
				 match->rotations);
	for (int i = 0; i < match->entrants; i++)
		if (settle_command(match, &match->entrant[i], err) != 0 ||
		    hash_bot(match, &match->entrant[i], err) != 0)
			return -1;
	return 0;
}

/* ### for others */

void match_header(const struct match *match, struct header *header,
		  struct text *rules, struct text *limits)
{
	struct json_writer w = {0};

	rules_write(match->game, match->rule, &w);
	text_append(rules, w.out.bytes, w.out.length);
	json_clear(&w);
	limits_write(&match->limits, match->level, &w);
	text_append(limits, w.out.bytes, w.out.length);
	text_release(&w.out);
	*header = (struct header){
		.tournament = match->tournament,
		.match = match->number,
		.game = match->game->name,
		.rules = text_string(rules),
		.entrants = match->entrants,
		.boards = match->boards,
		.rotations = match->rotations,
		.processes = processes_words[match->processes],
		.limits = text_string(limits),
		.sandbox = level_words[match->level],
		.seal = match->seal,
		.salt = match->salt,
		.links = match->links,
		.stride = match->game->stride,
		.version = PACKAGE_VERSION,
	};
	if (match->tournament != NULL) {
		header->manifest_hash = match->manifest;
		header->manifest = &header->manifest_hash;
	}
	for (int i = 0; i < match->entrants; i++)
		header->entrant[i] = (struct header_entrant){
			.name = match->entrant[i].name,
			.author = match->entrant[i].author,
			.bot = match->entrant[i].bot,
		};
}

void match_hosting(const struct match *match, struct hosting *hosting,
		   char *const **command)
{
	for (int i = 0; i < match->entrants; i++)
		command[i] = match->entrant[i].words;
	*hosting = (struct hosting){
		.level = match->level,
		.limits = match->limits,
		.entrants = match->entrants,
		.command = command,
		.processes = match->entrants * match->rotations,
	};
}

void match_release(struct match *match)
{
	for (int i = 0; i < match->entrants; i++) {
		struct entrant *entrant = &match->entrant[i];

		free(entrant->name);
		free(entrant->author);
		free_words(entrant->command);
		free_words(entrant->files);
		free_words(entrant->words);
	}
	free(match->base);
	free(match->log);
	free(match->tournament);
	*match = (struct match){0};
}
