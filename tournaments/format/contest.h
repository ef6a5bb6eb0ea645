/*
 * contest.h - who plays whom: the formats of a tournament and their rounds.
 *
 * A format is one file and one row, whose main member is a pure function: from
 * the entrants, the options and the results so far it makes the next round.  It
 * keeps no state, so an interrupted tournament reads its book and calls it
 * again, and anyone can check every pairing.  docs/formats.md defines each
 * format to the number.
 *
 * To add a format: write NAME.c with a `struct format`, declare it below that
 * struct, add it to format_list in format_options.c and describe it in
 * docs/formats.md.  Nothing else knows a format by name.
 */
#ifndef TOURNAMENTS_FORMAT_CONTEST_H
#define TOURNAMENTS_FORMAT_CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/json.h"
#include "games/game_points.h"

enum {
	FORMAT_OPTIONS_MAX = 12,
	ENTRANTS_MAX = 5000,
	CONTEST_BOARDS_MAX = 1000000,   /* of a match, as in a match log */
	MATCHES_MAX = 10000000          /* of a tournament */
};

/*
 * A fixture of entrants: a match, or a bye, which is not a match: one entrant,
 * number 0, decided when it is made.
 */
struct fixture {
	uint32_t number;                /* of the match, from 1 */
	uint32_t round;                 /* from 1 */
	uint32_t slot;                  /* the format's own: a bracket's pair */
	uint32_t boards;
	int seats;
	bool decided;
	/* Of each seat, in the order of the match file; the list's. */
	int *entrant;
	int64_t *points;                /* game points summed over its games,
					   in 1/5040 */
	uint32_t *won;                  /* games won outright: more points than
					   any other */
};

struct fixtures {
	struct fixture *list;           /* owned */
	size_t count;
	size_t room;
	struct arena arena;             /* what they have for each seat */
};

enum option_type {
	OPTION_INT,
	OPTION_BOOL,
	OPTION_WORD,
	OPTION_DECIMAL          /* "0.05": a text in manifests, which know no
				   fractions; files may write the number */
};

/* One option of a format; a table ends with a zero entry. */
struct format_option {
	const char *name;
	enum option_type type;
	const char *normal;     /* the default as a text; NULL: the format's
				   `fill` decides */
	double min, max;        /* OPTION_INT, OPTION_DECIMAL */
	const char *const *words;       /* OPTION_WORD, ended by NULL */
	const char *help;       /* one line */
};

struct option_value {
	long long number;       /* OPTION_INT; the place in words; 0, 1 */
	double decimal;
	char text[24];          /* OPTION_DECIMAL as written */
	bool given;
};

/* Everything that pairings depend on. */
struct contest {
	const struct format *format;
	struct option_value option[FORMAT_OPTIONS_MAX];
	int entrants;
	int seats;              /* of a match */
	enum result result;     /* of the game with that many seats */
	uint32_t boards;        /* of a match */
	uint32_t tie_boards;    /* of a match that breaks a tie */
	int matches;            /* of one pairing */
	int rotations;          /* games on a board */
	uint32_t cycle;         /* matches until the format begins again, to
				   play `matches` cycles; 0: it repeats them
				   within its rounds */
	long long until_error;  /* Elo; 0: no such end */
	bool adjusted;          /* luck is taken out of what a test looks at */
	/* Given pairings (format_has_pairs), `seats` entrants each. */
	int *given;             /* owned */
	int given_count;        /* pairings */
	struct fixtures past;   /* owned; all but the last ones decided */
	size_t settled;         /* the number of leading ones decided */
};

struct bracket;

/* The row of a format. */
struct format {
	const char *name;
	int version;            /* goes up when pairings change */
	const char *help;       /* one line */
	const struct format_option *options;    /* without the common ones */
	/* No pairing depends on a result: all rounds can be played at once. */
	bool independent;
	/* Equal scores meet, so that opponents differ in strength: standings
	   count match points and look at what the opponents scored. */
	bool by_score;
	/* A sequential test of its two entrants ends it (sprt_end.h). */
	bool is_test;
	/*
	 * Fills in options that were left out and `cycle`, and refuses what
	 * does not fit: too few entrants, a team game, too many matches.  May
	 * be NULL.
	 */
	int (*settle)(struct contest *contest, struct error *err);
	/* Appends lines about what the pairings cannot give.  May be NULL. */
	void (*remark)(const struct contest *contest, struct text *out);
	/*
	 * Appends the next round to `next`, given that all in contest->past
	 * is decided (or that the format is independent).  Appends nothing
	 * when the tournament is over; a format with cycles is asked for the
	 * first one alone.  `number`, `decided` of matches, and results are
	 * left zero.
	 */
	void (*round)(const struct contest *contest, struct fixtures *next);
	/*
	 * Places from 1, shared by equals: final once the tournament is over,
	 * until then those so far; NULL: places go by points (standings.h).
	 */
	void (*places)(const struct contest *contest, int *place);
	/* Lists the pairs of a bracket (bracket.h); NULL: not a bracket. */
	void (*draw)(const struct contest *contest, struct bracket *bracket);
	/*
	 * A format whose pairings are given has a member "pairs" in addition to
	 * its options, required in a manifest: one function reads it into
	 * contest->given, the other writes it.  NULL for all other formats.
	 */
	int (*read_pairs)(struct contest *contest, const struct json_at *at,
			  struct error *err);
	void (*write_pairs)(const struct contest *contest,
			    struct json_writer *w);
};

extern const struct format format_round_robin, format_gauntlet, format_swiss,
	format_knockout, format_double_knockout, format_sprt, format_league;

/* Every format, ended by NULL. */
extern const struct format *const format_list[];

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/* Are its pairings given, in "pairs"? */
static inline bool format_has_pairs(const struct format *format)
{
	return format->read_pairs != NULL;
}

/* ### options */

/*
 * Reads a `format` object of a tournament file or, with `all`, of a manifest,
 * where every option is required, and the version, but not `boards`, which are
 * next to the format.  Entrants, rotations, seats (what a match has unless
 * the object has the option) and, for a manifest, boards are to be set in
 * `contest` first; all else is zero.  What it leaves has to be settled.
 */
int format_read(struct contest *contest, const struct json_at *at, bool all,
		struct error *err);

/* Checks and fills in: contest->result has to be that of contest->seats. */
int format_settle(struct contest *contest, struct error *err);

/* The object as in a manifest: all options, the type first. */
void format_write(const struct contest *contest, struct json_writer *w);

/* A table of the format's options for people. */
void format_help(const struct format *format, struct text *out);

/* The value of an option of the format itself, by its name; NULL: the format
   has no such option. */
const struct option_value *contest_option(const struct contest *contest,
					  const char *name);

/* For `settle`: refuses a number of pairings that makes too many matches. */
int contest_check_size(const struct contest *contest, double pairings,
		       struct error *err);

/* The same for a format that plays these pairings cycle by cycle. */
int contest_set_cycle(struct contest *contest, double pairings,
		      struct error *err);

/* ### fixtures */

/* Appends one, zeroed but for these; borrowed until the next call. */
struct fixture *fixtures_add(struct fixtures *fixtures, uint32_t round,
			     uint32_t slot, const int *entrant, int seats,
			     uint32_t boards);

/* Appends one with all that `from` has, its results too; borrowed likewise. */
struct fixture *fixtures_add_copy(struct fixtures *fixtures,
				  const struct fixture *from);

/* Frees; safe twice. */
void fixtures_release(struct fixtures *fixtures);

/* The round of the last fixture, 0: there is none. */
static inline uint32_t fixtures_round(const struct fixtures *fixtures)
{
	return fixtures->count == 0 ? 0 :
		fixtures->list[fixtures->count - 1].round;
}

/* Appends a bye. */
void fixtures_add_bye(struct fixtures *fixtures, uint32_t round, int entrant);

/*
 * With fewer rotations than seats the matches of a pairing take turns at the
 * seats: in match `match` of it, from 0, place s is that of the entrant that
 * the pairing has at (s + this) mod seats.
 */
int contest_turn(const struct contest *contest, int seats, uint32_t match);

/*
 * A whole round of pairings, `seats` entrants each in `entrant`: the first
 * match of each, then the second of each, up to contest->matches unless the
 * format has cycles; slots from 0.  In a team game each is played in all three
 * partnerships.
 */
void fixtures_add_round(struct fixtures *fixtures,
			const struct contest *contest, uint32_t round,
			const int *entrant, size_t pairings);

/*
 * Points of a match in 1/5040, per place of the fixture: the one with the most
 * game points gets one point, several share it.  A bye is one point.
 */
void fixture_points(const struct fixture *fixture, int *points);

/* ### the course of a tournament */

/*
 * Makes the fixtures that follow from those decided so far: nothing while a
 * match is undecided, unless the format is independent; then everything at
 * once, or when it may end early (until_error) a cycle, or else a round.
 * Numbers continue from the last one.  Returns true when there are new ones;
 * false with all decided means that the tournament is over.
 */
bool contest_advance(struct contest *contest);

/* May a tournament with until_error end after the first `count` fixtures, the
   last of which ends a round? */
bool contest_may_end(const struct contest *contest, size_t count);

/* With all decided: does the format have a further round? */
bool contest_has_more(const struct contest *contest);

/* The fixture of match `number`, or NULL: not made yet. */
struct fixture *contest_match(const struct contest *contest, uint32_t number);

/* Frees; safe twice. */
void contest_release(struct contest *contest);

#endif
