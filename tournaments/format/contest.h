/*
 * contest.h - who plays whom: the formats of a tournament and their rounds.
 *
 * A format is one file and one row, whose main member is a pure function: from
 * the entrants, the options and the results so far it makes the next round.  It
 * keeps no state, so an interrupted tournament reads its book and calls it
 * again, and anyone can check every pairing.  docs/formats.md defines each
 * format exactly.
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

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "games/game.h"

enum {
	FORMAT_OPTIONS_MAX = 12,
	OPTION_ITEMS_MAX = 10000,       /* of a list */
	ENTRANTS_MAX = 5000,
	STAGES_MAX = 8,
	CONTEST_BOARDS_MAX = 1000000,   /* of a match, as in a match log */
	MATCHES_MAX = 10000000          /* of a tournament */
};

/* What a bye is worth.  The last two are byes that were asked for: "voluntarily
   unplayed rounds" in article 16 of C.07 of the FIDE handbook. */
enum bye { BYE_WIN, BYE_HALF, BYE_ZERO };

/*
 * A fixture is a match or a bye.  A bye is not a match: it has one entrant and
 * the number 0, and is decided when it is made.
 */
struct fixture {
	uint32_t number;                /* of the match, from 1 */
	uint32_t round;                 /* from 1 */
	uint32_t slot;                  /* the pairing, or a bracket's pair */
	uint32_t boards;
	uint32_t cycle;                 /* from 0; without cycles 0 */
	int seats;
	enum bye bye;                   /* if it has one seat */
	int stage;                      /* of the format "stages", from 0 */
	uint32_t given;                 /* of a bye for a round before its
					   entrant entered: with that round's
					   fixtures; else 0 */
	bool decided;
	/* For each seat, in the order of the match file; owned by the list. */
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
	struct arena arena;             /* their arrays for the seats */
};

enum option_type {
	OPTION_INT,
	OPTION_BOOL,
	OPTION_WORD,
	OPTION_DECIMAL,         /* "0.05": a text in manifests, which have no
				   fractions; files may write the number */
	OPTION_WORDS,           /* a list of different words */
	OPTION_ENTRANTS,        /* a list of different entrants */
	OPTION_ROUNDS           /* a list of [entrant, round], all different */
};

/* What splits entrants with equal points (standings.h). */
enum tie_break {
	TIE_DIRECT, TIE_SONNEBORN, TIE_BUCHHOLZ, TIE_BUCHHOLZ_CUT1, TIE_WINS,
	TIE_COUNT
};

/* One option of a format; a table ends with a zero entry. */
struct format_option {
	const char *name;
	enum option_type type;
	const char *normal;     /* the default as a text; NULL: the format's
				   `settle` decides, or for seats the caller */
	double min, max;        /* OPTION_INT, OPTION_DECIMAL */
	const char *const *words;       /* OPTION_WORD, ended by NULL */
	const char *help;       /* one line */
};

struct option_value {
	long long number;       /* the integer; 0 or 1; the place in words */
	double decimal;
	char text[24];          /* OPTION_DECIMAL as written */
	int *list;              /* words by their places, entrants, or both of
				   [entrant, round]; owned by the contest */
	int count;              /* items */
	bool given;
};

/* An entrant enters or withdraws while the tournament is played. */
struct contest_change {
	uint32_t round;         /* the first for which it holds; with cycles
				   from the first that begins then or later */
	int entrant;
	bool withdraws;
};

/* Everything that pairings depend on. */
struct contest {
	const struct format *format;
	int version;            /* of the format, as in the manifest */
	struct option_value option[FORMAT_OPTIONS_MAX];
	int entrants;
	/* Borrowed; while a tournament file is read, lists may have names
	   instead of numbers.  NULL: only numbers. */
	const char *const *names;
	int late;               /* the last ones, who entered later */
	struct contest_change *change;  /* owned; the rounds go up */
	int changes;
	int seats;              /* of a match */
	enum result result;     /* of the game with that many seats */
	uint32_t boards;        /* of a match */
	uint32_t tie_boards;    /* of a match that breaks a tie */
	int matches;            /* of one pairing */
	int rotations;          /* games on a board */
	uint32_t cycle;         /* matches of a cycle: the format plays it
				   `matches` times; 0: all matches of a pairing
				   are in one round */
	long long until_error;  /* Elo; 0: no such end */
	bool adjusted;          /* a test takes luck out of the results */
	double size;            /* matches, at most; by `settle` */
	/* Given pairings (format_has_pairs) of `seats` entrants each. */
	int *given;             /* owned */
	int given_count;        /* pairings */
	/* Of the format "stages". */
	struct contest_stage *stage;    /* owned */
	int stages;
	bool in_stage;          /* it is a pool: its boards are in its format */
	struct fixtures past;   /* owned; all but the last ones decided */
	size_t settled;         /* contest_open starts looking there */
};

/* A stage as the manifest has it. */
struct contest_stage {
	int entrants;
	int pools;
	int go_on;              /* 0: the last stage */
	/* The formats of the larger and of the smaller pools; the second is
	   unused if all pools are of one size. */
	struct contest form[2];
	int forms;              /* how many were read; 0: from a file, where the
				   first is for all */
};

struct bracket;
struct contest_stage;

/* The row of a format. */
struct format {
	const char *name;
	int version;            /* goes up when pairings change; an earlier one
				   is made as it was */
	const char *help;       /* one line */
	const struct format_option *options;    /* without the common ones */
	/* Options from this place on are in a manifest only if the file gives
	   them; 0: all are in it. */
	int optional;
	/* No pairing depends on a result: all rounds can be played at once. */
	bool independent;
	/* Equal scores meet, so that opponents differ in strength: standings
	   count match points and look at what the opponents scored. */
	bool by_score;
	bool has_stages;        /* it plays other formats one after another */
	/* A sequential test of its two entrants ends it (sprt_end.h). */
	bool is_test;
	/* Entrants may enter and withdraw while it is played. */
	bool open;
	/* With cycles: changes the options of `own`, the contest of those of
	   `all` that `who` lists, in their order, or refuses them.  NULL: there
	   is nothing to change. */
	int (*refit)(struct contest *own, const struct contest *all,
		     const int *who, struct error *err);
	/*
	 * Fills in options that were left out and `cycle`, and refuses what
	 * does not fit: too few entrants, a team game, too many matches.  May
	 * be NULL.
	 */
	int (*settle)(struct contest *contest, struct error *err);
	/* Appends remarks, one a line, on flaws of the pairings: entrants who
	   never meet, for example.  May be NULL. */
	void (*remark)(const struct contest *contest, struct text *out);
	/*
	 * Appends the next round to `next`, given that all in contest->past
	 * is decided (or that the format is independent).  Appends nothing
	 * when the tournament is over; a format with cycles is asked only for
	 * the rounds of the first one.  `number`, `decided` of matches, and
	 * results are left zero.
	 */
	void (*round)(const struct contest *contest, struct fixtures *next);
	/*
	 * Places from 1, shared by equals: provisional until the tournament is
	 * over.  NULL: places go by points (standings.h).
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
	format_knockout, format_double_knockout, format_stages, format_sprt,
	format_league;

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
 * which must have the version and every option except `boards`: that is next to
 * the format.  The caller first sets entrants, rotations, seats (the default of
 * that option) and, for a manifest, boards in `contest`; all else is zero.
 * format_settle has to follow.
 */
int format_read(struct contest *contest, const struct json_at *at, bool all,
		struct error *err);

/* Checks the options and fills in those left out, and the version unless it was
   read.  contest->result has to be that of contest->seats, and the rotations
   have to be known. */
int format_settle(struct contest *contest, struct error *err);

/* Writes the object as in a manifest: all options, the type first. */
void format_write(const struct contest *contest, struct json_writer *w);

/* Appends a table of the format's options for people to read. */
void format_help(const struct format *format, struct text *out);

/* The value of an option of the format itself, by its name; NULL: the format
   has no such option. */
const struct option_value *contest_option(const struct contest *contest,
					  const char *name);

/* For `settle`: refuses a number of pairings that makes too many matches; sets
   `size`. */
int contest_check_size(struct contest *contest, double pairings,
		       struct error *err);

/* The same for a format that plays these pairings in cycles; sets `cycle`. */
int contest_set_cycle(struct contest *contest, double pairings,
		      struct error *err);

/* ### fixtures */

/* Appends a fixture with these members and all others zero; borrowed until the
   next call. */
struct fixture *fixtures_add(struct fixtures *fixtures, uint32_t round,
			     uint32_t slot, const int *entrant, int seats,
			     uint32_t boards);

/* Appends a copy of `from`, including its results; borrowed likewise. */
struct fixture *fixtures_add_copy(struct fixtures *fixtures,
				  const struct fixture *from);

/* Frees them; may be called twice. */
void fixtures_release(struct fixtures *fixtures);

/* The round of the last fixture, or 0 if there is none. */
static inline uint32_t fixtures_round(const struct fixtures *fixtures)
{
	return fixtures->count == 0 ? 0 :
		fixtures->list[fixtures->count - 1].round;
}

/* Appends a bye. */
void fixtures_add_bye(struct fixtures *fixtures, uint32_t round, int entrant,
		      enum bye bye);

/* What a bye is worth, if a win is worth `win`. */
static inline int64_t fixture_bye_worth(const struct fixture *fixture,
					int64_t win)
{
	return fixture->bye == BYE_WIN ? win :
		fixture->bye == BYE_HALF ? win / 2 : 0;
}

/*
 * With fewer rotations than seats the entrants of a pairing change seats from
 * match to match.  In match `match` of the pairing, from 0, place s goes to the
 * entrant that the pairing has at (s + contest_turn) mod seats.
 */
int contest_turn(const struct contest *contest, int seats, uint32_t match);

/* In how many orders a pairing is played: one, or one per partnership. */
int contest_orders(const struct contest *contest);

/* Fills `order` with the entrants of a pairing as they sit in its match
   `match`, from 0. */
void contest_order(const struct contest *contest, const int *entrant,
		   uint32_t match, int *order);

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
 * Points of a match in 1/5040, per place of the fixture: the entrant with the
 * most game points gets one point; equals share it.  A bye gives one point, a
 * half or none.
 */
void fixture_points(const struct fixture *fixture, int *points);

/* ### who plays */

/* Appends a change, and removes the fixtures made for which it holds; none of
   them may be decided.  Returns 0, or -1 with `err` if too few would be left. */
int contest_add_change(struct contest *contest,
		       const struct contest_change *change, struct error *err);

/* Does the entrant play in this round? */
bool contest_plays(const struct contest *contest, int entrant, uint32_t round);

/* Fills `who` with those who play in a round, in their order; returns their
   number. */
int contest_field(const struct contest *contest, uint32_t round, int *who);

/* The first round for which a change can hold if no match above number `begun`
   has begun; 0: there is none. */
uint32_t contest_next_change(const struct contest *contest, uint32_t begun);

/* ### the course of a tournament */

/*
 * Makes the fixtures that follow from those decided so far.  An independent
 * format without until_error makes all of them in the first call.  Otherwise
 * nothing is made while a match is undecided, and then a cycle if the format
 * has cycles, else a round.  Numbers continue from the last one.  Returns true
 * when there are new ones; false with all decided means that the tournament is
 * over.
 */
bool contest_advance(struct contest *contest);

/* The place in contest->past of the first fixture that is not decided; their
   number if all are. */
size_t contest_open(const struct contest *contest);

/* Appends the next round, as a format does; nothing if there is none. */
void contest_round(const struct contest *contest, struct fixtures *next);

/* May a tournament with until_error end after the first `count` fixtures, the
   last of which ends a round? */
bool contest_may_end(const struct contest *contest, size_t count);

/* With all decided: does the format have a further round? */
bool contest_has_more(const struct contest *contest);

/* The fixture of match `number`, or NULL if it has not been made. */
struct fixture *contest_match(const struct contest *contest, uint32_t number);

/* Frees what it owns; may be called twice. */
void contest_release(struct contest *contest);

/* ### who of a pairing gets which seat, with fewer rotations than seats */

/*
 * A pairing can be turned: with turn t, place s of it goes to the entrant that
 * it has at (s + t) mod seats.  Its entrants get the seats that they have had
 * least often.  docs/formats.md defines it.
 */

/* Do pairings of this contest depend on earlier seats? */
bool contest_turns_due(const struct contest *contest);

/* The numbers of games that each entrant has had in each seat in the matches so
   far, by entrant, then by seat; the caller frees them. */
long *contest_turns_had(const struct contest *contest);

/* The turn with which the entrants of a pairing have had their seats least
   often; of equally good ones the first from `first` on, cyclically. */
int contest_turns_best(const struct contest *contest, long *had,
		       const int *pairing, int first);

/* Counts the seats of a pairing that is to be played, as it is.  Seats that all
   its entrants have equally often are left out. */
void contest_turns_add(const struct contest *contest, long *had,
		       const int *pairing);

/* Turns a pairing. */
void contest_turns_turn(const struct contest *contest, int *pairing, int turn);

/* ### the matches that are due together when many machines play */

/*
 * A wave is what one call of contest_advance makes: the whole tournament, a
 * cycle or a round.  The waves of a test have 16 matches each, since it may
 * stop after any match.
 */
enum { WAVE_TEST_MATCHES = 16 };

/* Places in contest->past. */
struct wave {
	size_t first;           /* the first that is not decided */
	size_t end;             /* after the last one */
	bool fresh;             /* no match of it is decided: only then may
				   the tournament have ended early */
};

/* The wave that is being played, once contest_advance has made what is due;
   empty when all is decided. */
struct wave wave_of(const struct contest *contest);

/* The highest match number made so far. */
uint32_t wave_last(const struct contest *contest);

#endif
