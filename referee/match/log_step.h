/*
 * log_step.h - one way through a match log: which line is due next, and what
 * each line changes.
 *
 * The line that is due is written again with the functions that write logs, so
 * a reader compares bytes and parses only what it cannot know: moves, faults
 * and interruptions.  Without the secret it believes what the log says of dice.
 * The engine, the audit, the packer and the unpacker are drivers of this.  A
 * log that is read may be wrong in any way, but a step never violates what the
 * rules of a game expect: only legal moves are made, and only existing seats
 * are taken out.
 */
#ifndef MATCH_LOG_STEP_H
#define MATCH_LOG_STEP_H

#include "base/limits.h"
#include "fair/logline.h"
#include "games/program_game.h"

/* ### one game in progress */

/* The state of its rules and its dice. */
struct game_run {
	const struct game *game;
	int seats;
	int rule[GAME_RULES_MAX];
	struct hash_chains *chains; /* borrowed; its board is the game's */
	void *state;		    /* owned */
	struct dice_cursor cursor[GAME_STREAMS_MAX];	/* per stream */
	uint32_t chain[GAME_STREAMS_MAX]; /* the last one announced */
};

/* A roll that is due, and its result. */
struct roll {
	int stream;
	uint32_t k;
	uint32_t chain;
	bool new_chain;         /* a `chain` line precedes it */
	int dice, sides;
	int value[GAME_DICE_MAX];
	struct hash link;
};

/* Copies `rule`, which must have passed rules_check. */
void game_run_init(struct game_run *run, const struct game *game, int seats,
		   const int *rule, struct hash_chains *chains);

/* Begins a new game on the board of the chains. */
void game_run_begin(struct game_run *run);

/* At GAME_CHANCE: makes the roll that is due, which changes nothing yet. */
void game_run_roll(const struct game_run *run, struct roll *roll);

/* The roll lands. */
void game_run_land(struct game_run *run, const struct roll *roll);

void game_run_release(struct game_run *run);

/* ### what happens in a match, for those who show or count it */

enum step_kind { STEP_ROLL, STEP_MOVE, STEP_FAULT };

/* A step of a game, and the states before and after it. */
struct step {
	enum step_kind kind;
	const struct roll *roll;        /* STEP_ROLL */
	int seat;                       /* STEP_MOVE, STEP_FAULT */
	int move;                       /* STEP_MOVE */
	const char *said;               /* STEP_MOVE; or NULL */
	enum fault fault;               /* STEP_FAULT */
	const char *detail;
	const void *before, *after;
};

struct log_step;

/* The callbacks, each of which may be NULL; called through MATCH_WATCH. */
struct match_watch {
	void *context;
	/* A game begins; one that was interrupted and is played again has the
	   same number, at->games + 1. */
	void (*begin)(void *context, const struct log_step *at);
	/* What the step points to lives until the callback returns. */
	void (*step)(void *context, const struct step *step);
	void (*again)(void *context, int seat);
	/* Every fault, also of a log that is skimmed, which has no steps. */
	void (*fault)(void *context, int seat, enum fault fault,
		      const char *detail);
	/* The game is over: `at` has its scores, ranks and ending. */
	void (*over)(void *context, const struct log_step *at);
	/* The current game was interrupted and will be played again; only an
	   audit reports this. */
	void (*abandoned)(void *context);
};

/* Calls a member of the watch; both may be NULL. */
#define MATCH_WATCH(watch, what, ...) do { \
	const struct match_watch *watch_ = (watch); \
	if (watch_ != NULL && watch_->what != NULL) \
		watch_->what(watch_->context, __VA_ARGS__); \
} while (0)

/* ### the way through a log */

/* What is due next in a log, unless a fault or an interruption comes first. */
enum log_due {
	LOG_DUE_LINE,           /* the line in `line` */
	LOG_DUE_MOVE,           /* a move of the seat on turn */
	LOG_DUE_FORFEIT,        /* the fault of a seat that may not play */
	LOG_DUE_TOLD,           /* a line that is believed, as its content
				   depends on the secret */
	LOG_DUE_SIGN            /* the last line */
};

enum log_stage {
	LOG_STAGE_BOARD, LOG_STAGE_GAME, LOG_STAGE_PLAY, LOG_STAGE_CLOSE,
	LOG_STAGE_SIGN
};

/* What the first line says of the game. */
struct log_rules {
	const struct game *game;
	struct program_game *told;      /* owned: that game, if it is a program
					   and nobody gave it; or NULL */
	int rule[GAME_RULES_MAX];
	struct limits limits;
};

struct log_step {
	const struct logline_header *header;    /* borrowed */
	const struct match_watch *watch;        /* borrowed, or NULL */
	struct log_rules rules;
	struct hash_chains chains;
	struct game_run run;
	enum log_stage stage;
	bool ready;                     /* `due` and `line` are computed */
	enum log_due due;
	struct json_writer line;        /* the line due, or words for it */
	uint32_t games;                 /* finished */
	uint32_t abandoned, resumes;
	uint64_t decisions, rolls;      /* also of abandoned games */
	uint32_t faults[GAME_SEATS_MAX];        /* by entrant, in finished
						   games */

	/* The current game. */
	struct roll roll;               /* the roll due, if `rolled` */
	bool rolled, chained;           /* its `chain` line was passed */
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];      /* if over */
	enum ending ending;
	uint32_t new_faults[GAME_SEATS_MAX];    /* by entrant */
	bool out[GAME_SEATS_MAX];
	bool opening;           /* only faults since `game`, in seat order .. */
	int opener;             /* .. the last of these seats, or -1 */
	int retries[GAME_SEATS_MAX];    /* left in this decision, or -1:
					   all */
	bool restores;          /* see log_step_restore */
	void *before;           /* the state before a step, for `watch` */
	struct json_writer scratch;
	struct text said;
	struct arena arena;
};

/*
 * Prepares for a log with this first line; the header must outlive the step.
 * `program` is the program that has the rules if the game is not one of ours,
 * or NULL: then steps of the game are believed, apart from dice.  Returns 0, or
 * -1 with `err`.  Call log_step_release either way; it is safe on zeroes.
 */
int log_step_init(struct log_step *step, const struct logline_header *header,
		  const struct program_game *program, struct error *err);

/* Begins after the first line, with the secret of the log's seal; NULL: it is
   not known, and the dice of the log are believed. */
void log_step_begin(struct log_step *step, const struct hash *secret);

/* Goes to the game after this number of finished ones.  `board_open`: its
   `board` line has been passed. */
void log_step_go_on(struct log_step *step, uint32_t games, bool board_open);

/* The board of the current or next game, and its rotation. */
uint32_t log_step_board(const struct log_step *step);
int log_step_rotation(const struct log_step *step);

/* Are the games of the entrant forfeit from the next one on? */
bool log_step_forfeits(const struct log_step *step, int entrant);

/* Returns what is due.  `step->line` has the bytes, without LF; unless that is
   a LOG_DUE_LINE it says what is expected. */
enum log_due log_step_due(struct log_step *step);

/* Is the line the LOG_DUE_LINE, byte for byte? */
bool log_step_is_due(struct log_step *step, const char *line, size_t size);

/* Moves on: the next line is the one that was due, a LOG_DUE_LINE. */
void log_step_pass(struct log_step *step);

/* At LOG_DUE_MOVE: is the line a legal move, byte for byte as the referee
   writes it?  If so, `*move` is the move. */
bool log_step_reads_move(struct log_step *step, const char *line, size_t size,
			 int *move);

/* At LOG_DUE_MOVE: writes the line of a legal move into `step->line`. */
void log_step_write_move(struct log_step *step, int move);

/* At LOG_DUE_MOVE: makes the legal move. */
void log_step_move(struct log_step *step, int move);

/* How often the seat may still answer again in this decision. */
int log_step_retries(const struct log_step *step, int seat);

/* At LOG_DUE_MOVE: the seat's answer was illegal, and it may answer again. */
void log_step_again(struct log_step *step, int seat);

/* In a game: the seat has a fault, and is out unless the game is over. */
void log_step_fault(struct log_step *step, int seat, enum fault fault,
		    const char *detail);

/* The game that is being played was interrupted, and begins again. */
void log_step_abandon(struct log_step *step);

/*
 * Moves on by a line that was not compared: a fault, an `again`, a `resume`, or
 * another spelling of what is due.  Returns 0, or -1 with `err`: the log cannot
 * have that line here.  Not for LOG_DUE_SIGN.
 */
int log_step_other(struct log_step *step, const char *line, size_t size,
		   struct error *err);

/*
 * In a game whose rules nobody here knows: how many bytes of the line about a
 * roll or a chain, which has just been passed, do not follow from the secret;
 * its size for any other line.
 */
size_t log_step_unknown_part(const struct log_step *step, const char *line,
			     size_t size);

/* Moves on by such a line, of which only that part is there; the whole is then
   in `step->line`.  Returns 0, or -1 with `err`. */
int log_step_restore(struct log_step *step, const char *part, size_t size,
		     struct error *err);

/* Moves on by any line.  Returns as log_step_other. */
int log_step_take(struct log_step *step, const char *line, size_t size,
		  struct error *err);

/*
 * Moves on by a line without playing: only counts games and faults, as the line
 * says them.  For a log that is known to be right, or the part that precedes
 * what is to be shown; lines of steps can be left out.
 */
void log_step_skim(struct log_step *step, enum logline_type type,
		   const cJSON *tree);

/* Where an interrupted log is resumed; all zeroes: a new log. */
struct resume {
	bool going_on;          /* there is a log to resume */
	uint32_t games;         /* finished */
	bool board_open;        /* it has the `board` line of the next game */
	bool closed;            /* it has `close`, only `sign` is missing */
	uint32_t faults[GAME_SEATS_MAX];        /* per entrant, in the finished
	                                           games */
};

/* Where a run could go on after what the step has passed. */
struct resume log_step_resume(const struct log_step *step);

/* Frees, and wipes the secret. */
void log_step_release(struct log_step *step);

#endif
