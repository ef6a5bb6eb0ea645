/*
 * tournament.c - a tournament as its manifest defines it, and its state.
 */
#include "tournaments/record/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fair/logline.h"
#include "games/game.h"

/* ### the manifest */

static int check_game(struct tournament *tournament, const struct json_at *top,
		      struct error *err)
{
	struct json_at game = json_at_key(top, "game");
	struct json_at rules = json_at_key(top, "rules");
	struct json_at limits = json_at_key(top, "limits");
	struct json_at stride = json_at_key(top, "stride");
	struct error why;

	if (tournament->manifest.programmed) {
		tournament->told = manifest_game(&tournament->manifest, &why);
		tournament->game = tournament->told == NULL ? NULL :
			program_game_of(tournament->told);
	} else {
		tournament->game = games_need(tournament->manifest.game, &why);
	}
	if (tournament->game == NULL)
		return json_wrong(&game, err, "%s", why.text);
	if (rules_set_json(tournament->game, &rules, true, tournament->rule,
			   err) != 0)
		return -1;
	tournament->level = tournament->manifest.level;
	limits_defaults(&tournament->limits);
	if (limits_set_json(&tournament->limits, &limits, err) != 0)
		return -1;
	if (tournament->manifest.stride != tournament->game->stride)
		return json_expected(&stride, err, "%d, that of %s",
				     tournament->game->stride,
				     tournament->game->name);
	return 0;
}

static int check_format(struct tournament *tournament,
			const struct json_at *top, struct error *err)
{
	struct json_at format = json_at_key(top, "format");
	struct json_at rotations = json_at_key(top, "rotations");
	struct contest *contest = &tournament->contest;

	contest->entrants = tournament->manifest.entrants;
	contest->boards = tournament->manifest.boards;
	contest->rotations = tournament->manifest.rotations;
	contest->seats = tournament->game->seats_min;
	if (format_read(contest, &format, true, err) != 0)
		return -1;
	contest->boards = tournament->manifest.boards;
	if (rules_check(tournament->game, contest->seats, tournament->rule,
			err) != 0)
		return error_at(err, "%s", top->name);
	contest->result = tournament->game->result(contest->seats,
						     tournament->rule);
	contest->adjusted = tournament->manifest.has_luck;
	if (tournament->manifest.rotations > contest->seats)
		return json_expected(&rotations, err, "1 to %d, one for each "
				     "seat of a match", contest->seats);
	if (format_settle(contest, err) != 0)
		return error_at(err, "%s", top->name);
	return 0;
}

int tournament_read(struct tournament *tournament, const char *folder,
		    struct error *err)
{
	AUTOFREE char *path = path_from(folder, "manifest.json");
	struct json_at top = { .name = path, .index = -1 };

	*tournament = (struct tournament){0};
	if (file_expect(folder, true, "the folder of a tournament", err) == 0 &&
	    manifest_read(&tournament->manifest, path, err) == 0) {
		top.value = tournament->manifest.tree;
		if (check_game(tournament, &top, err) == 0 &&
		    check_format(tournament, &top, err) == 0)
			return 0;
	}
	tournament_release(tournament);
	return -1;
}

void tournament_release(struct tournament *tournament)
{
	contest_release(&tournament->contest);
	manifest_release(&tournament->manifest);
	program_game_free(tournament->told);
	*tournament = (struct tournament){0};
}

/* ### its course */

void tournament_count_games(const struct tournament *tournament,
			    const struct book_match *match, uint32_t games,
			    struct fixture *fixture)
{
	enum result result = tournament->contest.result;
	int rotations = tournament->manifest.rotations;
	int place[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	int points[GAME_SEATS_MAX];
	int seats = fixture->seats;

	memset(fixture->points, 0, (size_t)seats * sizeof *fixture->points);
	memset(fixture->won, 0, (size_t)seats * sizeof *fixture->won);
	fixture->decided = games > 0;
	for (uint32_t g = 0; g < games; g++) {
		const unsigned char *row = match->rank +
			(size_t)g * (size_t)seats;
		int turned = (int)(g % (uint32_t)rotations);
		int best = -1, holders = 0;

		for (int s = 0; s < seats; s++) {
			place[s] = game_place(s, turned, seats);
			rank[s] = row[place[s]];
		}
		game_points(result, seats, rank, points);
		for (int s = 0; s < seats; s++) {
			fixture->points[place[s]] += points[s];
			if (best < 0 || points[s] > points[best]) {
				best = s;
				holders = 1;
			} else if (points[s] == points[best]) {
				holders++;
			}
		}
		if (holders == 1)
			fixture->won[place[best]]++;
	}
}

int tournament_decide(struct tournament *tournament, const struct book *book,
		      struct fixture *fixture, struct error *err)
{
	const struct book_match *match = book_find(book, fixture->number);

	if (match->games != tournament_games(tournament, fixture))
		return error_set(err, "%s:%u: match %u has %u games, expected "
				 "%u: %u boards, %d rotations", book->path,
				 match->end_line, fixture->number,
				 match->games,
				 tournament_games(tournament, fixture),
				 fixture->boards,
				 tournament->manifest.rotations);
	tournament_count_games(tournament, match, match->games, fixture);
	tournament->contest.settled = contest_open(&tournament->contest);
	return 0;
}

/* ### who enters and withdraws */

int tournament_change(struct tournament *tournament,
		      const struct book_change *change, const char *place,
		      struct error *err)
{
	struct contest *contest = &tournament->contest;
	const struct manifest *manifest = &tournament->manifest;
	struct contest_change made = { change->round, change->entrant,
		change->who == NULL };

	if (format_has_pairs(contest->format))
		return error_set(err, "%s: the entrants of a league change "
				 "between its rounds, in league.json", place);
	if (!contest->format->open)
		return error_set(err, "%s: in the format %s nobody can enter or "
				 "withdraw once it has begun", place,
				 contest->format->name);
	if (contest->changes > 0 &&
	    change->round < contest->change[contest->changes - 1].round)
		return error_set(err, "%s: round: expected %u or later, as in "
				 "the line before", place,
				 contest->change[contest->changes - 1].round);
	if (change->who != NULL &&
	    manifest_enter(&tournament->manifest, change->who, place,
			   &made.entrant, err) != 0)
		return -1;
	contest->late += manifest->entrants - contest->entrants;
	contest->entrants = manifest->entrants;
	if (made.entrant >= contest->entrants)
		return error_set(err, "%s: entrant: expected 0 to %d, found %d",
				 place, contest->entrants - 1, made.entrant);
	if (contest->entrants > ENTRANTS_MAX)
		return error_set(err, "%s: at most %d entrants", place,
				 ENTRANTS_MAX);
	if (contest_plays(contest, made.entrant, made.round) != made.withdraws)
		return error_set(err, "%s: %s %s", place,
				 tournament_name(tournament, made.entrant),
				 made.withdraws ? "does not play any more" :
				 "plays already");
	return contest_add_change(contest, &made, err) == 0 ? 0 :
		error_at(err, "%s", place);
}

int tournament_take_changes(struct tournament *tournament,
			    const struct book *book, struct error *err)
{
	for (size_t i = (size_t)tournament->contest.changes;
	     i < book->changes; i++) {
		OWNED(text) struct text place = {0};

		text_printf(&place, "%s:%u", book->path, book->change[i].line);
		if (tournament_change(tournament, &book->change[i],
				      text_string(&place), err) != 0)
			return -1;
	}
	return 0;
}

/* No match for which a change holds may have begun before it. */
static int check_changes(const struct tournament *tournament,
			 const struct book *book, struct error *err)
{
	const struct fixtures *past = &tournament->contest.past;

	for (size_t i = 0, at = 0; i < book->changes; i++) {
		const struct book_change *change = &book->change[i];

		while (at < past->count && (past->list[at].number == 0 ||
		       past->list[at].round < change->round))
			at++;
		if (at < past->count && past->list[at].number <= change->begun)
			return error_set(err, "%s:%u: round: match %u of round "
					 "%u had begun", book->path,
					 change->line, past->list[at].number,
					 past->list[at].round);
	}
	return 0;
}

void tournament_changes_text(const struct tournament *tournament,
			     struct text *out)
{
	const struct contest *contest = &tournament->contest;

	for (int i = 0; i < contest->changes; i++)
		text_printf(out, "%s%s %s round %u", i > 0 ? "; " : "",
			    tournament_name(tournament,
					    contest->change[i].entrant),
			    contest->change[i].withdraws ? "withdrew before" :
			    "entered in", contest->change[i].round);
}

/* ### the matches of the book */

/* The entrants that the book gives a match must be those that are due. */
static int check_pairing(const struct tournament *tournament,
			 const struct book *book,
			 const struct fixture *fixture, struct error *err)
{
	const struct book_match *match = book_find(book, fixture->number);
	OWNED(text) struct text due = {0}, found = {0};

	if (match->seats == fixture->seats &&
	    memcmp(match->entrant, fixture->entrant, (size_t)match->seats *
		   sizeof *match->entrant) == 0)
		return 0;
	for (int s = 0; s < fixture->seats; s++)
		text_printf(&due, "%s%s", s > 0 ? ", " : "",
			    tournament_name(tournament, fixture->entrant[s]));
	for (int s = 0; s < match->seats; s++)
		text_printf(&found, "%s%s", s > 0 ? ", " : "",
			    match->entrant[s] < tournament->manifest.entrants ?
			    tournament_name(tournament, match->entrant[s]) :
			    "nobody");
	error_set(err, "%s:%u: match %u is due between %s, not %s", book->path,
		  match->start_line, fixture->number, text_string(&due),
		  text_string(&found));
	return -1;
}

/* Takes what the book has of the fixtures from `at` on. */
static int follow_from(struct tournament *tournament, const struct book *book,
		       size_t at, struct error *err)
{
	struct fixtures *past = &tournament->contest.past;

	for (; at < past->count; at++) {
		struct fixture *fixture = &past->list[at];
		const struct book_match *match =
			book_find(book, fixture->number);

		if (match == NULL || match->seats == 0)
			continue;
		if (check_pairing(tournament, book, fixture, err) != 0)
			return -1;
		if (match->ended &&
		    tournament_decide(tournament, book, fixture, err) != 0)
			return -1;
	}
	return 0;
}

int tournament_follow(struct tournament *tournament, const struct book *book,
		      struct error *err)
{
	struct contest *contest = &tournament->contest;
	size_t known = 0;
	uint32_t made = 0;

	if (tournament_take_changes(tournament, book, err) != 0)
		return -1;
	while (contest_advance(contest)) {
		if (follow_from(tournament, book, known, err) != 0)
			return -1;
		known = contest->past.count;
	}
	for (size_t i = 0; i < contest->past.count; i++)
		made += contest->past.list[i].number != 0;
	for (uint32_t n = made + 1; n <= book->matches; n++)
		if (book->match[n - 1].seats > 0)
			return error_set(err, "%s:%u: match %u is not due: "
					 "the format has %u matches so far",
					 book->path,
					 book->match[n - 1].start_line, n,
					 made);
	return check_changes(tournament, book, err);
}

/* ### the match file and the log header of one match */

_Static_assert((int)CONTEST_BOARDS_MAX == (int)LOG_BOARDS_MAX,
	       "a match of a tournament fits a log");

void tournament_match_secret(const struct hash *secret, uint32_t number,
			     struct hash *match_secret, struct hash *seal)
{
	dice_match_secret(secret, number, match_secret);
	dice_seal(match_secret, seal);
}

void tournament_match_header(const struct tournament *tournament,
			     const struct hash *salt, const struct hash *seal,
			     const struct fixture *fixture,
			     struct logline_header *header)
{
	const struct manifest *manifest = &tournament->manifest;

	*header = (struct logline_header){
		.tournament = manifest->id, .has_manifest = true,
		.manifest = manifest->hash, .match = fixture->number,
		.game = manifest->game, .programmed = manifest->programmed,
		.program = manifest->program, .entrants = fixture->seats,
		.boards = fixture->boards, .rotations = manifest->rotations,
		.processes = manifest->processes,
		.level = manifest->level, .seal = *seal, .salt = *salt,
		.rules = manifest->rules, .limits = manifest->limits,
		.links = manifest->links, .stride = manifest->stride };
	for (int s = 0; s < fixture->seats; s++)
		header->entrant[s] = manifest->entrant[fixture->entrant[s]];
}

void tournament_match_write(const struct tournament *tournament,
			    const struct tournament_file *file,
			    const struct hash *salt, const struct hash *seal,
			    const struct fixture *fixture, struct text *out)
{
	struct entrant pinned[GAME_SEATS_MAX];
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(logline_header) struct logline_header header = {0};

	tournament_match_header(tournament, salt, seal, fixture, &header);
	for (int s = 0; s < fixture->seats; s++) {
		/* A copy borrows; its pin detects a bot that has changed. */
		pinned[s] = file->entrant[fixture->entrant[s]];
		pinned[s].pinned = true;
		pinned[s].pin = header.entrant[s].bot;
	}
	logline_match_file(&w, &header, &file->program, pinned, file->base,
			   true);
	text_append(out, w.out.bytes, w.out.length);
	text_byte(out, '\n');
}
