/*
 * verify_league.c - verifies a league against the manifests of its rounds.
 */
#include "tournaments/league/verify_league.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tournaments/league/league_rounds.h"
#include "tournaments/record/tournament_folder.h"

/* The number of the round whose folder has this name; 0: none. */
static int round_of(const char *name)
{
	char due[32];
	int round = 0;

	if (sscanf(name, "round-%3d", &round) != 1 || round < 1)
		return 0;
	snprintf(due, sizeof due, "round-%03d", round);
	return strcmp(name, due) == 0 ? round : 0;
}

/* Refuses a folder round-* that does not have the name of a round: it might be
   one. */
static int check_name(const char *league, const char *name, struct error *err)
{
	AUTOFREE char *path = path_from(league, name);
	struct stat status;

	if (strncmp(name, "round-", 6) != 0 || stat(path, &status) != 0 ||
	    !S_ISDIR(status.st_mode))
		return 0;
	return error_set(err, "%s: rounds are called round-001 to round-%d",
			 path, LEAGUE_ROUNDS_MAX);
}

/* The highest round that has a folder; 0: none.  -1 with `err`: `league` cannot
   be read (`*trouble`), or it has a folder with a wrong name. */
static int last_round(const char *league, bool *trouble, struct error *err)
{
	DIR *folder = opendir(league);
	const struct dirent *item;
	int last = 0;

	*trouble = folder == NULL;
	if (folder == NULL)
		return error_set(err, "cannot read %s: %s", league,
				 strerror(errno));
	while (last >= 0 && (item = readdir(folder)) != NULL) {
		int round = round_of(item->d_name);

		if (round > last)
			last = round;
		else if (round == 0 &&
			 check_name(league, item->d_name, err) != 0)
			last = -1;
	}
	closedir(folder);
	return last;
}

static bool is_closed(const char *folder)
{
	OWNED(record) struct record record = {0};
	struct error ignored;

	return record_read(&record, folder, &ignored) != 0 ||
		record.book.closed;
}

/* Compares the pairings in the manifest of a round with those that were due. */
static int check_pairs(struct league_past *past, const struct record *record,
		       struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	const struct league_field field = { contest, record->tournament.game,
		record->tournament.rule, record->tournament.manifest.entrant };
	AUTOFREE int *due = NULL;
	int count;

	if (!format_has_pairs(contest->format))
		return error_set(err, "%s/manifest.json: format.type: expected "
				 "league, found %s", record->folder,
				 contest->format->name);
	count = league_rounds_choose(past, &field, &due, err);
	if (count < 0)
		return -1;
	if (count != contest->given_count)
		return error_set(err, "%s/manifest.json: format.pairs: "
				 "expected %d, found %d", record->folder,
				 count, contest->given_count);
	for (int i = 0; i < count; i++) {
		size_t at = (size_t)i * (size_t)contest->seats;

		if (memcmp(due + at, contest->given + at,
			   (size_t)contest->seats * sizeof *due) != 0)
			return error_set(err, "%s/manifest.json: format."
					 "pairs[%d]: not the pairing that "
					 "follows from the ladder of the "
					 "rounds before", record->folder, i);
	}
	return 0;
}

/* Checks the next round. */
static bool check_round(const struct verify_order *order,
			struct league_past *past, struct verdict *verdict)
{
	const int round = past->rounds + 1;
	AUTOFREE char *folder = league_rounds_folder(order->folder, round);
	AUTOFREE char *path = path_from(folder, "manifest.json");
	struct record *record = &verdict->record;
	struct error *err = &verdict->why;
	struct verify_order its = *order;
	bool good;

	its.folder = folder;
	its.is_round = true;
	good = verify_folder(&its, verdict);
	return good && league_past_check(past, &record->tournament.manifest,
					 path, err) == 0 &&
		check_pairs(past, record, err) == 0 &&
		league_past_add(past, record, err) == 0;
}

void verify_league_doubts(const struct league_verdict *verdict,
			  struct doubts *doubts)
{
	if (verdict->playing)
		doubts_add(doubts, "round_in_play", "round %d, which is not "
			   "over", verdict->past.rounds + 1);
	doubts_add(doubts, "later_round", "that no later round, or another "
		   "version of the last one, exists");
}

/* Every name given with --key must be that of an author in some round. */
static int check_names(const struct verify_order *order, const bool *known,
		       struct error *err)
{
	for (int i = 0; i < order->pins; i++)
		if (!known[i])
			return error_set(err, "--key: no round of %s has an "
					 "author called %.*s", order->folder,
					 (int)order->pin[i].length,
					 order->pin[i].name);
	return 0;
}

bool verify_league(const struct verify_order *order,
		   void (*verified)(void *context, const struct verdict *round),
		   void *context, struct league_verdict *verdict)
{
	int last = last_round(order->folder, &verdict->trouble, &verdict->why);
	AUTOFREE bool *known =
		memory_new((size_t)order->pins + 1, sizeof *known);
	bool good = last > 0;

	verdict->past = (struct league_past){0};
	verdict->playing = false;
	if (last == 0) {
		verdict->trouble = true;
		error_set(&verdict->why, "%s: no round of this league has been "
			  "played", order->folder);
	}
	for (int round = 1; round <= last && good; round++) {
		AUTOFREE char *folder =
			league_rounds_folder(order->folder, round);
		OWNED(verdict) struct verdict its = {0};

		if (!tournament_folder_is_one(folder)) {
			error_set(&verdict->why, round < last ?
				  "%s is missing, but there is a later round" :
				  "%s does not hold a tournament", folder);
			good = false;
		} else if (round > 1 && round == last && !is_closed(folder)) {
			verdict->playing = true;
		} else if (check_round(order, &verdict->past, &its)) {
			for (int i = 0; i < order->pins; i++)
				known[i] |= verify_pin_place(&order->pin[i],
					&its.record.tournament.manifest) >= 0;
			verified(context, &its);
		} else {
			verdict->why = its.why;
			verdict->trouble = its.trouble;
			good = false;
		}
	}
	if (good && check_names(order, known, &verdict->why) != 0) {
		verdict->trouble = true;
		good = false;
	}
	return good;
}

void league_verdict_release(struct league_verdict *verdict)
{
	league_past_release(&verdict->past);
}
