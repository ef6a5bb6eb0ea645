/*
 * verify.c - is a finished tournament what its manifest says?
 */
#include "tournaments/verify/verify.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "fair/doubts.h"
#include "tournaments/record/record.h"
#include "tournaments/record/game_counts.h"
#include "tournaments/record/tournament_folder.h"
#include "tournaments/record/void_log.h"
#include "tournaments/tables/book_games.h"
#include "tournaments/verify/verify_luck.h"

/* ### files that can be read */

static int check_there(const char *folder, const char *name, struct error *err)
{
	AUTOFREE char *path = path_from(folder, name);
	struct stat status;
	int result = access(path, R_OK);

	if (result == 0)
		result = stat(path, &status);
	if (result != 0)
		error_reading(err, "open", path);
	else if (!S_ISREG(status.st_mode))
		result = error_set(err, "%s is not a regular file", path);
	return result;
}

/* ### notes and secret */

static bool has_name(const struct verify_pin *pin, const char *name)
{
	return strlen(name) == pin->length &&
		memcmp(name, pin->name, pin->length) == 0;
}

int verify_pin_place(const struct verify_pin *pin,
		     const struct manifest *manifest)
{
	if (pin->length == 0 || has_name(pin, manifest->operator))
		return 0;
	for (int i = 0; i < manifest->authors; i++)
		if (has_name(pin, manifest->author[i].name))
			return 1 + i;
	return -1;
}

static int check_pin(const struct verify_order *order,
		     const struct verify_pin *pin, struct verdict *verdict,
		     struct error *err)
{
	const struct manifest *manifest = &verdict->record.tournament.manifest;
	const int place = verify_pin_place(pin, manifest);
	const struct manifest_author *author;

	if (place < 0 && order->is_round)
		return 0;
	if (place < 0) {
		verdict->trouble = true;
		return error_set(err, "--key: %s/manifest.json has no author "
				 "called %.*s", order->folder,
				 (int)pin->length, pin->name);
	}
	verdict->pinned[place] = true;
	if (place == 0)
		return hash_equal(&pin->key, &manifest->operator_key) ? 0 :
			error_set(err, "%s/manifest.json: operator.key is not "
				  "the key given with --key", order->folder);
	author = &manifest->author[place - 1];
	return author->has_key && hash_equal(&pin->key, &author->key) ? 0 :
		error_set(err, "%s/manifest.json: authors[%d].key is not the "
			  "key given with --key %s=", order->folder, place - 1,
			  author->name);
}

static int check_pins(const struct verify_order *order,
		      struct verdict *verdict, struct error *err)
{
	const struct manifest *manifest = &verdict->record.tournament.manifest;

	verdict->pinned = memory_new((size_t)manifest->authors + 1,
				     sizeof *verdict->pinned);
	for (int i = 0; i < order->pins; i++)
		if (check_pin(order, &order->pin[i], verdict, err) != 0)
			return -1;
	return 0;
}

static int check_manifest_note(struct verdict *verdict, struct error *err)
{
	const struct manifest *manifest = &verdict->record.tournament.manifest;
	AUTOFREE char *path =
		path_from(verdict->record.folder, "manifest.note");

	verdict->signed_by = memory_new((size_t)manifest->authors + 1,
					sizeof *verdict->signed_by);
	return manifest_note_check(manifest, path, verdict->signed_by, err);
}

static int check_closed(const struct record *record, struct error *err)
{
	const struct book *book = &record->book;
	struct hash seal;

	if (book->torn > 0)
		return error_set(err, "%s:%u: bytes after the last whole "
				 "line", book->path, book->lines + 1);
	if (!book->closed)
		return error_set(err, "%s: the book is not closed: the "
				 "tournament is not over", book->path);
	dice_seal(&book->secret, &seal);
	if (!hash_equal(&seal, &record->tournament.manifest.seal))
		return error_set(err, "%s:%u: the secret does not match the "
				 "seal of the manifest", book->path,
				 book->lines);
	return 0;
}

/* ### every match that was due, and nothing else */

/* Should the tournament have ended after an earlier round? */
static int check_errors(const struct record *record, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	uint32_t reached;

	if (contest->until_error == 0)
		return 0;
	reached = early_end_round(record);
	for (size_t i = 0; i < contest->past.count && reached > 0; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		const struct book_match *match =
			book_find(&record->book, fixture->number);

		if (fixture->round > reached && match != NULL)
			return error_set(err, "%s:%u: match %u is of round %u, "
					 "but the wanted error was reached "
					 "after round %u", record->book.path,
					 match->start_line, fixture->number,
					 fixture->round, reached);
	}
	return 0;
}

static bool ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* The number in "match-000017.jsonl", "match-000017.void1.jsonl" or
   "match-000017.pack"; 0 for any other name. */
static uint32_t log_number(const char *name, uint32_t *spoilt)
{
	char due[64];
	unsigned number;
	int found;

	*spoilt = 0;
	found = sscanf(name, "match-%u.void%u", &number, spoilt);
	if (found == 2)
		snprintf(due, sizeof due, "match-%06u.void%u.jsonl", number,
			 *spoilt);
	else if (found == 1)
		snprintf(due, sizeof due, "match-%06u%s", number,
			 ends_in(name, ".pack") ? ".pack" : ".jsonl");
	return found > 0 && strcmp(name, due) == 0 ? number : 0;
}

/* Only one of the two is checked, so there may not be both. */
static int check_packed(const struct record *record, uint32_t number,
			struct error *err)
{
	AUTOFREE char *path =
		tournament_folder_match(record->folder, number, ".jsonl");

	if (access(path, F_OK) != 0)
		return 0;
	error_set(err, "%s: match %u has both a log and a packed one",
		  record->folder, number);
	error_command(err, ": \"tournament pack", record->folder);
	return error_add(err, "\" packs it again");
}

/* Is this the path of the match's log, or of its void attempt `spoilt`? */
static bool is_in_place(const struct record *record, const char *path,
			uint32_t number, uint32_t spoilt, bool packed)
{
	AUTOFREE char *due = spoilt > 0 ?
		tournament_folder_void(record->folder, number, spoilt) :
		tournament_folder_match(record->folder, number,
					packed ? ".pack" : ".jsonl");

	return strcmp(due, path) == 0;
}

static int check_name(const struct record *record, const char *path,
		      const char *name, struct error *err)
{
	const struct book_match *match;
	uint32_t spoilt, number = log_number(name, &spoilt);
	const bool packed = ends_in(name, ".pack");

	if (strcmp(name, "book.jsonl") == 0 ||
	    strcmp(name, "suspects.jsonl") == 0 || ends_in(name, ".trace.jsonl") ||
	    (!packed && !ends_in(name, ".jsonl")))
		return 0;
	match = book_find(&record->book, number);
	if (match == NULL || (spoilt == 0 && !match->ended) ||
	    spoilt > match->voids ||
	    (spoilt > 0 && !match->spoilt[spoilt - 1].has_log) ||
	    !is_in_place(record, path, number, spoilt, packed))
		return error_set(err, "%s: the book names no such log", path);
	return packed ? check_packed(record, number, err) : 0;
}

/* With shards there is a folder "matches", and in it one for each thousand. */
static bool is_for_matches(const char *path, const char *name, int depth)
{
	struct stat status;

	return (depth == 0 ? strcmp(name, "matches") == 0 :
		depth == 1 && name[0] != '.') &&
		stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Recursive; the depth is at most 2. */
static int check_names(const struct record *record, const char *path,
		       int depth, struct error *err)
{
	DIR *folder = opendir(path);
	const struct dirent *item;
	int result = 0;

	if (folder == NULL)
		return error_reading(err, "read", path);
	while (result == 0) {
		AUTOFREE char *inner = NULL;

		errno = 0;
		item = readdir(folder);
		if (item == NULL)
			break;
		inner = path_from(path, item->d_name);
		result = is_for_matches(inner, item->d_name, depth) ?
			check_names(record, inner, depth + 1, err) :
			check_name(record, inner, item->d_name, err);
	}
	if (result == 0 && errno != 0)
		result = error_reading(err, "read", path);
	closedir(folder);
	return result;
}

/* Void attempts that a verdict describes; more are only counted. */
enum { VOIDS_TOLD = 10 };

/* Adds how far a void attempt had come. */
static void tell_void(struct verdict *verdict, uint32_t number,
		      const struct void_log *found)
{
	struct text *told = &verdict->voids_told;

	if (verdict->voids++ >= VOIDS_TOLD) {
		if (verdict->voids == VOIDS_TOLD + 1)
			text_add(told, "; ..");
		return;
	}
	text_printf(told, "%smatch %u (", told->length > 0 ? "; " : "", number);
	if (found == NULL)
		text_add(told, "its log was missing: nobody knows how many "
			 "games were finished");
	else if (!found->legible)
		text_add(told, "its log cannot be read: nobody knows how many "
			 "games were finished");
	else
		text_printf(told, "%u of %u games can be read as finished",
			    found->games, found->of);
	if (found != NULL && found->others > 0)
		text_printf(told, ", %u of them with another result",
			    found->others);
	text_add(told, ")");
}

/* Checks the kept file of a void attempt. */
static int check_void(struct verdict *verdict, uint32_t number,
		      uint32_t attempt, struct error *err)
{
	const struct record *record = &verdict->record;
	const struct book_void *spoilt =
		&book_find(&record->book, number)->spoilt[attempt - 1];
	const struct fixture *fixture =
		contest_match(&record->tournament.contest, number);
	AUTOFREE char *path =
		tournament_folder_void(record->folder, number, attempt);
	struct void_log found;

	if (void_log_read(&found, record, &record->book.secret, fixture, path,
			  err) != 0)
		return -1;
	if (!hash_equal(&found.hash, &spoilt->log))
		return error_set(err, "%s is not the file that the book names",
				 path);
	if (void_log_check(&found, path, err) != 0)
		return -1;
	tell_void(verdict, number, &found);
	return 0;
}

/* Checks the files of void attempts, which are kept and named in the book. */
static int check_voids(struct verdict *verdict, struct error *err)
{
	const struct book *book = &verdict->record.book;
	int result = 0;

	for (uint32_t n = 1; n <= book->matches; n++) {
		const struct book_match *match = book_find(book, n);

		for (uint32_t v = 1; v <= match->voids && result == 0; v++)
			if (match->spoilt[v - 1].has_log)
				result = check_void(verdict, n, v, err);
			else
				tell_void(verdict, n, NULL);
	}
	return result;
}

/* ### luck files */

/* A file that is `due` is there, and one that is not is not: nothing that could
   not be checked lies beside a verdict. */
static int check_kept(const char *path, bool due, struct error *err)
{
	bool there = access(path, F_OK) == 0;

	if (there == due)
		return 0;
	return due ?
		error_set(err, "%s is missing: the manifest has the hash of a "
			  "luck file", path) :
		error_set(err, "%s cannot be checked: no luck file says how "
			  "it was made; it can be removed", path);
}

bool verify_luck_is_due(const struct record *record)
{
	static const char *const names[] = { "luck.json", "luck.csv" };
	bool there = true;

	for (int i = 0; i < 2 && !record->tournament.manifest.has_luck; i++) {
		AUTOFREE char *path = path_from(record->folder, names[i]);

		there = there && access(path, F_OK) == 0;
	}
	return there;
}

/* If the manifest has a luck file: do luck.json, luck.csv and ladder-luck.csv
   exist, and is luck.json the file whose hash the manifest has?  If it has
   none: is there no luck file that cannot be checked? */
static int check_luck_files(const struct record *record, struct error *err)
{
	static const char *const names[] = { "luck.json", "luck.csv",
		"ladder-luck.csv" };
	const bool has = record->tournament.manifest.has_luck;
	OWNED(luck_source) struct luck_source source = {0};

	/* Without a hash, luck.json says how luck.csv was made. */
	for (size_t i = has ? 0 : verify_luck_is_due(record) ? 2 : 1;
	     i < sizeof names / sizeof *names; i++) {
		AUTOFREE char *path = path_from(record->folder, names[i]);

		if (check_kept(path, has, err) != 0)
			return -1;
	}
	return has ? luck_source_find(&source, record, NULL, err) : 0;
}

/* ### all of it */

static int check_logs(const struct verify_order *order,
		      struct verdict *verdict, struct error *err)
{
	const struct hash *secret = &verdict->record.book.secret;

	if (verify_logs(&verdict->record, secret, order->referee, order->jobs,
			order->progress, &verdict->logs, err) != 0) {
		verdict->trouble = true;
		return -1;
	}
	if (verdict->logs.unread)
		verdict->trouble = true;
	else if (verdict->logs.wrong == 0)
		return 0;
	*err = verdict->logs.why;
	if (verdict->logs.wrong > 1)
		error_add(err, " (and %u further logs are wrong)",
			  verdict->logs.wrong - 1);
	return -1;
}

bool verify_signed(const struct verify_order *order, struct verdict *verdict)
{
	struct error *err = &verdict->why;
	struct record *record = &verdict->record;

	*verdict = (struct verdict){0};
	verdict->trouble =
		file_expect(order->folder, true, "the folder of a tournament",
			    err) != 0 ||
		check_there(order->folder, "manifest.json", err) != 0 ||
		check_there(order->folder, "manifest.note", err) != 0 ||
		check_there(order->folder, "book.jsonl", err) != 0;
	if (verdict->trouble ||
	    record_read(record, order->folder, err) != 0 ||
	    check_pins(order, verdict, err) != 0 ||
	    check_manifest_note(verdict, err) != 0)
		return false;
	/* Only a closed book has a note. */
	if (record->book.closed) {
		if (check_closed(record, err) != 0)
			return false;
		verdict->trouble = check_there(order->folder, "book.note",
					       err) != 0;
		if (verdict->trouble || record_check_note(record, err) != 0)
			return false;
	}
	return record_check_salt(record, err) == 0 &&
		record_check_changes(record, err) == 0;
}

static bool is_verified(const struct verify_order *order,
			struct verdict *verdict)
{
	struct error *err = &verdict->why;
	struct record *record = &verdict->record;

	if (!verify_signed(order, verdict))
		return false;
	if (!record->book.closed && check_closed(record, err) != 0) {
		verdict->unfinished = record->book.torn == 0;
		return false;
	}
	if (check_luck_files(record, err) != 0 ||
	    early_end_check_closed(record, err) != 0 ||
	    check_errors(record, err) != 0 ||
	    check_names(record, record->folder, 0, err) != 0 ||
	    check_voids(verdict, err) != 0)
		return false;
	verdict->matches = game_counts_of(record).decided;
	return check_logs(order, verdict, err) == 0 &&
		(!verify_luck_possible || !verify_luck_is_due(record) ||
		 verify_luck(record, order->referee, order->jobs,
			     &verdict->trouble, err) == 0);
}

bool verify_folder(const struct verify_order *order, struct verdict *verdict)
{
	const bool good = is_verified(order, verdict);

	verdict->alone = good && !order->is_round &&
		verdict->record.tournament.contest.format == &format_league;
	verdict->trouble = verdict->trouble || verdict->why.unread;
	return good;
}

void verify_doubts(const struct verdict *verdict, struct doubts *doubts)
{
	const struct manifest *manifest = &verdict->record.tournament.manifest;
	const struct contest *contest = &verdict->record.tournament.contest;
	OWNED(text) struct text late = {0}, changes = {0};

	record_salt_doubts(&verdict->record, verdict->signed_by,
			   verdict->pinned, doubts);
	if (!verdict->pinned[0])
		doubts_add(doubts, "operator_key", "that this key belongs to "
			   "the operator: compare it yourself, or give it with "
			   "--key");
	for (int i = 0; i < manifest->authors; i++) {
		const char *name = manifest->author[i].name;

		if (verdict->signed_by[1 + i] && !verdict->pinned[1 + i])
			doubts_add(doubts, "author_key", "that the key of %s "
				   "is theirs: compare it yourself, or give it "
				   "with --key %s=HEX", name, name);
	}
	if (manifest->programmed && verdict->logs.ruled)
		doubts_tell(doubts, "rules", "rules as the program in %s/game "
			    "(SHA-256 %.*s), started as %s, has them: read it",
			    verdict->record.folder, HASH_HEX_SIZE,
			    HASH_HEX(&manifest->program.files),
			    verdict->logs.ruling.text);
	else if (manifest->programmed)
		doubts_add(doubts, "rules", "that moves and results obey the "
			   "rules of %s, which are a program%s%s",
			   manifest->game,
			   *verdict->logs.ruling.text != '\0' ? ": " : "",
			   verdict->logs.ruling.text);
	doubts_add_entrants(manifest->entrant, manifest->entrants,
			    manifest->level, doubts);
	if (verdict->logs.abandoned > 0)
		doubts_tell(doubts, "games_abandoned", "games abandoned and "
			    "played again on the same dice: %llu",
			    (unsigned long long)verdict->logs.abandoned);
	doubts_add_resumed(doubts, verdict->logs.resumes);
	doubts_add_replays(doubts, verdict->record.tournament.limits.value[
		LIMIT_SUSPECT_REPLAYS]);
	if (contest->late > 0) {
		for (int i = manifest->entrants - contest->late;
		     i < manifest->entrants; i++)
			text_printf(&late, "%s%s", late.length > 0 ? ", " : "",
				    manifest->entrant[i].name);
		doubts_add(doubts, "late_entrants", "that bots which entered "
			   "later do not know the dice, which the operator "
			   "knew by then: %s", text_string(&late));
	}
	if (contest->changes > 0) {
		tournament_changes_text(&verdict->record.tournament, &changes);
		doubts_tell(doubts, "changes", "entrants changed while it was "
			    "played: %s", text_string(&changes));
	}
	if (verdict->alone)
		doubts_add(doubts, "round_pairings", "that the pairings follow "
			   "from the rounds before: verify the folder of the "
			   "league");
	if (!verify_luck_possible && verify_luck_is_due(&verdict->record))
		doubts_add(doubts, "luck", "that luck.csv%s from the logs and "
			   "luck.json: run tournament verify",
			   manifest->has_luck ?
			   " and ladder-luck.csv follow" : " follows");
	if (!verify_luck_possible && contest->format->is_test &&
	    contest->adjusted)
		doubts_add(doubts, "test_end", "that the test ended where it "
			   "had to, and so that all matches were due: luck.csv "
			   "decides it, which is not computed again here");
	if (verdict->voids > 0)
		doubts_tell(doubts, "matches_void", "matches made void and "
			    "played again on the same dice: %u: %.*s",
			    verdict->voids, (int)verdict->voids_told.length,
			    verdict->voids_told.bytes);
}

void verdict_release(struct verdict *verdict)
{
	record_release(&verdict->record);
	free(verdict->signed_by);
	free(verdict->pinned);
	text_release(&verdict->voids_told);
	*verdict = (struct verdict){0};
}
