/*
 * collect.c - the submissions to a contest: builds and checks them, and makes
 * the tournament file of those that can play.
 *
 * `referee build` and `referee check` do the work, several at a time and each
 * in a sandbox: this process runs nothing of a submission and follows none of
 * its links.
 */
#include "tournaments/collect/collect.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/printable.h"
#include "fair/entrant.h"
#include "fair/names.h"
#include "fair/sha256.h"
#include "tournaments/record/game_program.h"
#include "tournaments/record/tournament_file.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/run/referee_process.h"

enum { SUBMISSIONS_MAX = 4096, RESULT_DEPTH = 4 };

/* ### what is in the folder */

static char *entrant_of(const char *folder)
{
	char *name = memory_copy(folder);

	entrant_make_name(name);
	return name;
}

/* Puts an owned word in place of another. */
static void replace(char **old, char *new)
{
	free(*old);
	*old = new;
}

static bool is_archive(const char *path)
{
	struct stat status;

	return file_is_archive(path) && lstat(path, &status) == 0 &&
		S_ISREG(status.st_mode);
}

/* "ann" for ann.tar.gz, if it is a file. */
static char *folder_of(const char *from, const char *file)
{
	char *folder = memory_copy(file);

	while (is_archive(from) && file_is_archive(folder))
		*strrchr(folder, '.') = '\0';
	return folder;
}

static void look(struct collect_entry *one)
{
	struct stat status;
	struct error why;

	if (!printable_is_plain(one->folder) ||
	    strchr(one->folder, '\\') != NULL) {
		/* Escaped, so that any file can hold it. */
		replace(&one->name, memory_copy(FOREIGN(one->name)));
		text_add(&one->why, "its name has a control character or a "
			 "backslash, or is not UTF-8");
		return;
	}
	if (lstat(one->from, &status) != 0)
		text_printf(&one->why, "cannot be read: %s",
			    strerror(errno));
	else if (S_ISLNK(status.st_mode))
		text_add(&one->why, "it is a symbolic link, not a folder");
	else if (!S_ISDIR(status.st_mode) && !is_archive(one->from))
		text_add(&one->why, "it is neither a folder nor an archive");
	else if (entrant_check_name(one->name, &why) != 0)
		text_add(&one->why, why.text);
}

static int compare(const void *a, const void *b)
{
	const struct collect_entry *one = a, *other = b;

	const int order = strcmp(one->folder, other->folder);

	return order != 0 ? order : strcmp(one->from, other->from);
}

/* Of ann, ann.zip and ann.tar.gz none is taken: any may be the last one. */
static void refuse_twins(struct submissions *submissions)
{
	for (size_t i = 1; i < submissions->count; i++) {
		const struct collect_entry *one = &submissions->list[i];
		struct collect_entry *before = &submissions->list[i - 1];

		if (strcmp(one->folder, before->folder) != 0)
			continue;
		for (int k = 0; k < 2; k++)
			if (before[k].why.length == 0)
				text_printf(&before[k].why, "there are both %s "
					    "and %s: keep one", before->from,
					    one->from);
	}
}

int submissions_list(struct submissions *submissions, const char *folder,
		     const char *copies, struct error *err)
{
	const struct dirent *entry;
	int result = 0;
	DIR *listed;

	if (file_expect(folder, true, "a folder of submissions", err) != 0)
		return -1;
	listed = opendir(folder);
	if (listed == NULL)
		return error_reading(err, "open the folder", folder);
	errno = 0;
	while ((entry = readdir(listed)) != NULL) {
		struct collect_entry *one;

		if (entry->d_name[0] == '.' || file_is_litter(entry->d_name))
			continue;
		ARRAY_GROW(submissions->list, submissions->room,
			   submissions->count + 1);
		one = &submissions->list[submissions->count++];
		*one = (struct collect_entry){
			.from = path_from(folder, entry->d_name) };
		one->folder = folder_of(one->from, entry->d_name);
		one->name = entrant_of(one->folder);
		one->copy = path_from(copies, one->folder);
		look(one);
		errno = 0;
	}
	if (errno != 0)
		result = error_reading(err, "read", folder);
	else if (submissions->count > SUBMISSIONS_MAX)
		result = error_set(err, "%s holds %zu submissions, %d at most",
				   folder, submissions->count,
				   SUBMISSIONS_MAX);
	closedir(listed);
	if (result == 0 && submissions->count > 0)
		qsort(submissions->list, submissions->count,
		      sizeof *submissions->list, compare);
	refuse_twins(submissions);
	return result;
}

/* ### what the build says */

static char **take_words(const cJSON *list)
{
	char **words = memory_new((size_t)cJSON_GetArraySize(list) + 1,
				  sizeof *words);
	const cJSON *item;
	int count = 0;

	cJSON_ArrayForEach(item, list)
		if (cJSON_IsString(item))
			words[count++] = memory_copy(item->valuestring);
	return words;
}

static void take_text(char **into, const cJSON *text)
{
	if (cJSON_IsString(text))
		replace(into, memory_copy(text->valuestring));
}

/* Takes what referee build --json printed: command, files and names, or why it
   is not accepted.  False: it is not JSON. */
static bool read_build(struct collect_entry *one, const char *bytes,
		       size_t size)
{
	struct error refusal;
	const cJSON *why, *output;
	cJSON *tree;

	while (size > 0 && bytes[size - 1] == '\n')
		size--;
	tree = json_read(bytes, size, RESULT_DEPTH, 0, &refusal);
	if (tree == NULL)
		return false;
	take_text(&one->author, json_get(tree, "author"));
	why = json_get(tree, "why");
	output = json_get(tree, "output");
	if (cJSON_IsString(why)) {
		text_add(&one->why, why->valuestring);
		if (cJSON_IsString(output) && *output->valuestring != '\0') {
			text_byte(&one->why, '\n');
			printable_block(&one->why, output->valuestring,
					strlen(output->valuestring), 0);
		}
	} else {
		take_text(&one->name, json_get(tree, "name"));
		if (names_check(one->name, &refusal) != 0 ||
		    (one->author != NULL &&
		     names_check(one->author, &refusal) != 0)) {
			text_add(&one->why, refusal.text);
			replace(&one->name, entrant_of(one->folder));
		}
		one->command = take_words(json_get(tree, "command"));
		one->files = take_words(json_get(tree, "files"));
	}
	cJSON_Delete(tree);
	return true;
}

/* ### all of them */

/* Its right to its name: 2, that of its folder; 1, what becomes of that; 0, one
   that it has chosen. */
static int right_to_name(const struct collect_entry *one)
{
	AUTOFREE char *name = entrant_of(one->folder);
	const bool own = strcmp(name, one->name) == 0;

	return own + (own && strcmp(name, one->folder) == 0);
}

/* Has `one` no right to its name because of `other`?  A submission cannot take
   the name of another's folder, whatever became of that; otherwise the first
   one that is accepted keeps the name. */
static bool yields(const struct collect_entry *one,
		   const struct collect_entry *other)
{
	const int own = right_to_name(one), others = right_to_name(other);

	return names_are_alike(one->name, other->name) &&
		(own != others ? others > own :
		 other->why.length == 0 && other < one);
}

static void refuse_name(struct collect_entry *one,
			const struct collect_entry *other)
{
	text_printf(&one->why, "the name %s is that of the submission %s%s",
		    one->name, other->folder,
		    strcmp(one->name, other->name) == 0 ? "" :
		    ", or can be taken for it");
	replace(&one->name, entrant_of(one->folder));
}

void submissions_name(struct submissions *submissions)
{
	for (size_t i = 0; i < submissions->count; i++) {
		struct collect_entry *one = &submissions->list[i];

		for (size_t j = 0; j < submissions->count &&
		     one->why.length == 0; j++) {
			const struct collect_entry *other = &submissions->list[j];

			if (j != i && yields(one, other))
				refuse_name(one, other);
		}
	}
}

size_t submissions_in(const struct submissions *submissions)
{
	size_t in = 0;

	for (size_t i = 0; i < submissions->count; i++)
		in += submissions->list[i].why.length == 0;
	return in;
}

/* Names and hashes of the files that it needs; nothing if one cannot be
   read. */
static void hash_files(struct collect_entry *one)
{
	const size_t folder = strlen(one->copy);
	struct error ignored;
	struct hash hash;

	for (int i = 0; one->files != NULL && one->files[i] != NULL; i++) {
		const char *file = one->files[i];

		if (strcmp(file + folder, "/bot.json") == 0)
			continue;
		if (sha256_file(file, file, hash.bytes, &ignored) != 0) {
			text_clear(&one->files_hash);
			return;
		}
		text_printf(&one->files_hash, "%s %s\n", HASH_HEX(&hash),
			    file + folder);
	}
}

static bool is_equal(const struct collect_entry *one,
		     const struct collect_entry *other)
{
	return one->files_hash.length > 0 &&
		one->files_hash.length == other->files_hash.length &&
		memcmp(one->files_hash.bytes, other->files_hash.bytes,
		       one->files_hash.length) == 0;
}

void submissions_add_equal(struct submissions *submissions, struct text *out)
{
	struct collect_entry *list = submissions->list;

	for (size_t i = 0; i < submissions->count; i++)
		hash_files(&list[i]);
	for (size_t i = 0; i < submissions->count; i++) {
		bool begun = false;

		for (size_t j = i + 1; j < submissions->count; j++) {
			if (!is_equal(&list[i], &list[j]))
				continue;
			if (!begun)
				text_printf(out, "the same files: %s",
					    list[i].name);
			begun = true;
			text_printf(out, ", %s", list[j].name);
			text_clear(&list[j].files_hash);
		}
		if (begun)
			text_byte(out, '\n');
	}
}

void submissions_release(struct submissions *submissions)
{
	for (size_t i = 0; i < submissions->count; i++) {
		struct collect_entry *one = &submissions->list[i];

		free(one->folder);
		free(one->name);
		free(one->author);
		free(one->from);
		free(one->copy);
		words_free(one->command);
		words_free(one->files);
		text_release(&one->why);
		text_release(&one->advice);
		text_release(&one->files_hash);
	}
	free(submissions->list);
	*submissions = (struct submissions){0};
}

/* ### the tournament file */

enum { FILE_MOST = 1 << 26, DEPTH_MAX = 32, BOARDS = 10,
	NAME_MOST = 51          /* as tournament_file.c has it */
};

/* ### reading */

static int read_tree(struct contest_file *file, struct error *err)
{
	OWNED(text) struct text bytes = {0};
	int result = file_read(&bytes, file->path, FILE_MOST, err);

	if (result == 0) {
		file->tree = json_read(bytes.bytes, bytes.length, DEPTH_MAX,
				       JSON_SPACES | JSON_FLOATS, err);
		if (file->tree == NULL)
			result = error_at(err, "%s is not a tournament file",
					  file->path);
	}
	return result;
}

/* Adds the file's own name if it may be a tournament's, or "contest". */
static void add_name(cJSON *tree, const char *path)
{
	AUTOFREE char *name = tournament_folder_default(path);

	cJSON_AddStringToObject(tree, "name", logline_is_id(name) &&
				strlen(name) <= NAME_MOST ? name : "contest");
}

static cJSON *new_tree(const char *path, const char *game)
{
	cJSON *tree = cJSON_CreateObject();
	cJSON *format;

	add_name(tree, path);
	cJSON_AddStringToObject(tree, "game", game);
	format = cJSON_AddObjectToObject(tree, "format");
	cJSON_AddStringToObject(format, "type", "round_robin");
	cJSON_AddNumberToObject(format, "boards", BOARDS);
	cJSON_AddStringToObject(tree, "sandbox",
				limits_level_words[LEVEL_STRICT]);
	return tree;
}

/* Reads what a match asks of a bot besides the rules.  contest_file_write has
   the whole file checked. */
static int read_match(struct contest_file *file, const struct json_at *top,
		      struct error *err)
{
	const struct json_at processes = json_at_key(top, "processes");
	const struct json_at format = json_at_key(top, "format");
	long long seats = file->game->seats_min, boards = 1;
	int lives = PROCESSES_SEAT;

	if (json_may_int(&format, "seats", 2, GAME_SEATS_MAX, &seats, err) != 0 ||
	    json_may_int(&format, "boards", 1, CONTEST_BOARDS_MAX, &boards,
			 err) != 0 ||
	    (json_is_there(&processes) &&
	     json_want_word(&processes, processes_words, &lives, err) != 0))
		return -1;
	file->seats = (int)seats;
	file->boards = lives == PROCESSES_GAME ? 1 : (uint32_t)boards;
	return rules_check(file->game, file->seats, file->rule, err) == 0 ? 0 :
		error_at(err, "%s", file->path);
}

int contest_file_read(struct contest_file *file, const char *path,
		      const char *game, struct error *err)
{
	struct json_at top = { .name = path, .index = -1 }, at;
	int level;

	*file = (struct contest_file){ .path = path, .level = LEVEL_LIMITS };
	if (access(path, F_OK) == 0) {
		if (read_tree(file, err) != 0)
			return -1;
	} else if (game == NULL) {
		return error_set(err, "there is no %s yet: say which game it "
				 "is about with --game", path);
	} else {
		file->tree = new_tree(path, game);
	}
	top.value = file->tree;
	at = json_at_key(&top, "game");
	if (cJSON_IsObject(at.value)) {
		file->told = game_program_ask(path, err);
		file->game = file->told == NULL ? NULL :
			program_game_of(file->told);
	} else {
		file->game = games_want(&at, err);
	}
	if (file->game == NULL)
		return -1;
	if (game != NULL && strcmp(game, file->game->name) != 0)
		return games_need(game, err) == NULL ? -1 :
			error_set(err, "%s is about %s, not %s", path,
				  file->game->name, game);
	at = json_at_key(&top, "sandbox");
	if (json_is_there(&at)) {
		if (json_want_word(&at, limits_level_words, &level, err) != 0)
			return -1;
		file->level = (enum level)level;
	}
	rules_defaults(file->game, file->rule);
	at = json_at_key(&top, "rules");
	if (json_is_there(&at) &&
	    rules_set_json(file->game, &at, false, file->rule, err) != 0)
		return -1;
	if (read_match(file, &top, err) != 0)
		return -1;
	limits_defaults(&file->limits);
	at = json_at_key(&top, "limits");
	return json_is_there(&at) ? limits_set_json(&file->limits, &at, err) :
		0;
}

char *contest_file_copies(const char *path)
{
	size_t length = strlen(path);
	struct text copies = {0};

	if (length > 5 && strcmp(path + length - 5, ".json") == 0)
		length -= 5;
	text_append(&copies, path, length);
	text_add(&copies, ".bots");
	text_byte(&copies, '\0');
	return copies.bytes;
}

/* ### writing */

/* Paths of copies, also behind the = of an option, are written relative to the
   folder of the file. */
static cJSON *seen_from(const char *path, char *const *words)
{
	const char *slash = strrchr(path, '/');
	size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0;
	AUTOFREE char *copies = contest_file_copies(path);
	size_t length = strlen(copies);
	cJSON *list = cJSON_CreateArray();

	for (int i = 0; words[i] != NULL; i++) {
		const char *equals = words[i][0] == '-' ?
			strchr(words[i], '=') : NULL;
		const char *at = equals != NULL ? equals + 1 : words[i];
		const bool is_copy = strncmp(at, copies, length) == 0 &&
			at[length] == '/';
		AUTOFREE char *word = text_new("%.*s%s", (int)(at - words[i]),
			words[i], is_copy ? at + folder : at);

		cJSON_AddItemToArray(list, cJSON_CreateString(word));
	}
	return list;
}

/* An entrant; or with `why`, what is said of one. */
static cJSON *person(const struct collect_entry *one, struct text *why)
{
	cJSON *item = cJSON_CreateObject();

	cJSON_AddStringToObject(item, "name", one->name);
	if (one->author != NULL)
		cJSON_AddStringToObject(item, "author", one->author);
	if (why != NULL)
		cJSON_AddStringToObject(item, "why", text_string(why));
	return item;
}

/* Puts an empty list at the end of the file in place of the one it has. */
static cJSON *new_list(cJSON *tree, const char *key)
{
	cJSON_DeleteItemFromObjectCaseSensitive(tree, key);
	return cJSON_AddArrayToObject(tree, key);
}

static void fill(struct contest_file *file,
		 const struct submissions *submissions)
{
	cJSON *entrants = new_list(file->tree, "entrants");
	cJSON *left_out = new_list(file->tree, "left_out");
	cJSON *advice = new_list(file->tree, "advice");

	for (size_t i = 0; i < submissions->count; i++) {
		struct collect_entry *one = &submissions->list[i];
		cJSON *item;

		if (one->why.length > 0) {
			cJSON_AddItemToArray(left_out,
					     person(one, &one->why));
			continue;
		}
		if (one->advice.length > 0)
			cJSON_AddItemToArray(advice,
					     person(one, &one->advice));
		item = person(one, NULL);
		cJSON_AddItemToObject(item, "command",
				      seen_from(file->path, one->command));
		if (one->files[0] != NULL)
			cJSON_AddItemToObject(item, "files",
				seen_from(file->path, one->files));
		cJSON_AddItemToArray(entrants, item);
	}
}

/* Refuses what `tournament run` would refuse. */
static int check(const char *path, struct error *err)
{
	OWNED(tournament_file) struct tournament_file file = {0};
	int result = tournament_file_read(&file, path, err);

	if (result == 0)
		result = tournament_file_check_names(&file, err);
	if (result == 0)
		result = tournament_file_settle(&file, err);
	return result;
}

int contest_file_write(struct contest_file *file,
		       const struct submissions *submissions,
		       struct error *err)
{
	OWNED(text) struct text bytes = {0};
	char *printed;
	int result;

	fill(file, submissions);
	printed = cJSON_Print(file->tree);
	text_printf(&bytes, "%s\n", printed);
	cJSON_free(printed);
	result = file_replace(file->path, &bytes, false, err);
	return result == 0 ? check(file->path, err) : -1;
}

void contest_file_release(struct contest_file *file)
{
	cJSON_Delete(file->tree);
	program_game_free(file->told);
	*file = (struct contest_file){0};
}

/* ### building and checking */

enum { CHECK_LINES = 30 };

/* Begins what a bot wrote, in what referee check prints. */
#define STDERR "     stderr    "

static void tell(struct collect *collect, const char *what, size_t done)
{
	progress_show(&collect->progress, "%s %zu of %zu submissions", what,
		      done, collect->submissions->count);
}

/* Starts a program for each submission that has `words`. */
static int run(struct collect *collect, const char *what,
	       char **(*words)(void *context, size_t i),
	       int (*ended)(void *context, size_t i, int status,
			    struct text *printed, struct error *err),
	       struct error *err)
{
	const struct spawn_jobs jobs = {
		.count = collect->submissions->count, .jobs = collect->jobs,
		.context = collect, .words = words, .ended = ended };
	int result;

	tell(collect, what, 0);
	result = spawn_jobs_run(&jobs, err);
	progress_clear(&collect->progress);
	return result;
}

/* ### building */

static char **build_words(void *context, size_t i)
{
	const struct collect *collect = context;
	const struct collect_entry *one = &collect->submissions->list[i];
	char **words = NULL;
	char time[24];

	if (one->why.length > 0)
		return NULL;
	snprintf(time, sizeof time, "%d", collect->time_s);
	spawn_jobs_add(&words, "", collect->referee);
	spawn_jobs_add(&words, "", "build");
	spawn_jobs_add(&words, "", "--json");
	spawn_jobs_add(&words, "", "--keep");
	spawn_jobs_add(&words, "--time=", time);
	for (int limit = 0; limit < collect->limits->count; limit++)
		spawn_jobs_add(&words, "--limit=",
			       collect->limits->word[limit]);
	spawn_jobs_add(&words, "-o", one->copy);
	spawn_jobs_add(&words, "", one->from);
	return words;
}

static int take_build(void *context, size_t i, int status,
		      struct text *printed, struct error *err)
{
	struct collect *collect = context;
	struct collect_entry *one = &collect->submissions->list[i];
	/* A warning may come before it. */
	const char *result = strstr(text_string(printed), "{\"event\":");
	const char *said;

	tell(collect, "built", i + 1);
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 1 && result != NULL &&
	    read_build(one, result, strlen(result)))
		return 0;
	said = printed->length > 0 ? text_string(printed) :
		"the referee was killed";
	/* Without the line feed. */
	return error_set(err, "%s cannot be built: %.*s", one->from,
			 (int)strcspn(said, "\n"), said);
}

int collect_build(struct collect *collect, struct error *err)
{
	return run(collect, "built", build_words, take_build, err);
}

/* ### checking */

static char **check_words(void *context, size_t i)
{
	const struct collect *collect = context;
	const struct collect_entry *one = &collect->submissions->list[i];
	const struct contest_file *file = collect->file;
	const struct referee_check check = {
		.referee = collect->referee, .game = file->game,
		.file = file->path, .rule = file->rule, .limits = &file->limits,
		.seats = file->seats, .boards = file->boards,
		.level = file->level, .command = one->command,
		.files = one->files };
	char **words = NULL;

	if (one->why.length > 0)
		return NULL;
	referee_check_words(&check, &words);
	return words;
}

/* How many of the lines belong together: what a bot wrote is one line with
   STDERR, and those below it up to the next with a word of its own. */
static size_t block_of(const char *said)
{
	const size_t label = strspn(STDERR, " ");
	size_t size = strcspn(said, "\n");

	if (strncmp(said, STDERR, strlen(STDERR)) != 0)
		return size;
	while (said[size] == '\n' && strspn(said + size + 1, " ") > label)
		size += 1 + strcspn(said + size + 1, "\n");
	return size;
}

/* Appends the findings of a check that begin with `word`, with the lines about
   each; the first one without the word.  What the bot wrote is told once. */
static void take_findings(const char *said, const char *word, struct text *out)
{
	bool inside = false;

	for (int lines = 0; *said != '\0' && lines < CHECK_LINES;) {
		const size_t size = block_of(said);

		if (*said != ' ')
			inside = strncmp(said, word, strlen(word)) == 0;
		if (inside) {
			const size_t skip = lines++ == 0 ? strlen(word) : 0;
			OWNED(text) struct text block = {0};

			text_append(&block, said + skip, size - skip);
			if (strncmp(said, STDERR, strlen(STDERR)) == 0 &&
			    strstr(text_string(out), text_string(&block)))
				text_add(out, STDERR "as above");
			else
				text_append(out, block.bytes, block.length);
			text_byte(out, '\n');
		}
		said += size + (said[size] == '\n');
	}
}

static int take_check(void *context, size_t i, int status,
		      struct text *printed, struct error *err)
{
	struct collect *collect = context;
	struct collect_entry *one = &collect->submissions->list[i];
	const char *said = text_string(printed);

	(void)err;
	tell(collect, "checked", i + 1);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		take_findings(said, "note ", &one->advice);
		return 0;
	}
	take_findings(said, "FAIL ", &one->why);
	if (one->why.length == 0)
		text_add(&one->why, printed->length > 0 ? said :
			 "referee check was killed");
	return 0;
}

int collect_check(struct collect *collect, struct error *err)
{
	return run(collect, "checked", check_words, take_check, err);
}
