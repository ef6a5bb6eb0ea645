/*
 * replay.h - tells what an auditor reads, in words or as JSON lines.
 *
 * A teller remembers what has happened until the auditor also gives the states
 * before and after it; then a voice tells it, and it is printed at once, so
 * that a log of any length is told in little memory.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "audit/audit.h"

enum step_kind { STEP_ROLL, STEP_MOVE, STEP_FAULT };

/* What the rules have just been given. */
struct step {
	enum step_kind kind;
	struct roll roll;               /* STEP_ROLL */
	int seat;                       /* STEP_MOVE, STEP_FAULT */
	int move;                       /* STEP_MOVE */
	const char *said;               /* STEP_MOVE; or NULL */
	const char *fault, *detail;     /* STEP_FAULT */
};

struct voice;

/* Set by the caller: audit, voice, only, colour.  The rest begins as zeroes. */
struct teller {
	const struct audit *audit;      /* borrowed, as is the voice */
	const struct voice *voice;
	uint32_t only;                  /* the game to tell; 0: all */
	bool colour;

	/* The game at hand. */
	bool begun;                     /* the match has been announced */
	bool telling;
	uint32_t number, board;
	int rotation;
	struct step step;
	struct json_writer line;        /* what is printed next */

	/* Of the voice of words. */
	struct {
		int seat, turn;         /* whose paragraph it is; -1: none */
		bool paragraph;         /* one is open */
		bool acted;             /* somebody has begun */
		bool lying;             /* `roll` lies on the table, */
		struct roll roll;       /* sorted, with so much at stake */
		long long total;
		int column;             /* where sentences begin */
		int score[GAME_SEATS_MAX];
		uint32_t won[GAME_SEATS_MAX];   /* games, per entrant */
		struct text text;
		struct json_writer json;
	} words;
};

/* How things are told: each appends to teller->line. */
struct voice {
	void (*match)(struct teller *teller);
	void (*game)(struct teller *teller);
	/* `before` and `after` are equal when a fault changed nothing. */
	void (*step)(struct teller *teller, const void *before,
		     const void *after);
	void (*again)(struct teller *teller, int seat);
	void (*over)(struct teller *teller, const int *scores,
		     const int *ranks, const char *end);
	void (*abandoned)(struct teller *teller);
	/* The auditor has passed everything that was to be told. */
	void (*end)(struct teller *teller);
};

extern const struct voice voice_words, voice_json;

/* What the auditor has to be given. */
struct audit_watch teller_watch(struct teller *teller);

/* To be called when the auditor has passed the log. */
void teller_end(struct teller *teller);

/* ### for voices */

int teller_entrant(const struct teller *teller, int seat);
const char *teller_name(const struct teller *teller, int seat);

/* "ann, bob and cid" of names. */
void teller_join(const char *const *name, int count, struct text *out);

/* Appends the events of a step as JSON: a list. */
void teller_events(const struct teller *teller, const void *before,
		   const void *after, struct json_writer *w);

/* Appends the sentence of an event, with everything filled in. */
void teller_sentence(const struct teller *teller, const cJSON *event,
		     struct text *out);

void teller_release(struct teller *teller);

#endif
