/*
 * logline.c - the lines of a match log: written byte for byte, and read by
 * tables of their keys, types and bounds.
 */
#include "config.h"
#include "fair/logline.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/limits.h"
#include "base/printable.h"

struct logline_entrant logline_entrant_of(const struct entrant *entrant,
					  enum level all)
{
	const enum level own = entrant_level(entrant, all);

	return (struct logline_entrant){ .name = entrant->name,
		.author = entrant->author, .bot = entrant->bot,
		.command = entrant->sealed, .leveled = own != all,
		.level = own };
}

static inline void open_line(struct json_writer *w, const char *type)
{
	w->comma = false;
	json_open(w, '{');
	json_put_word(w, "t", type);
}

void logline_board(struct json_writer *w, struct hash_chains *chains)
{
	open_line(w, "board");
	json_put_int(w, "board", chains->board);
	json_put_open(w, "anchors", '[');
	for (int stream = 0; stream < chains->streams; stream++)
		json_hex(w, hash_chains_anchor(chains, stream, 0)->bytes,
			 HASH_SIZE);
	json_close(w, ']');
	json_close(w, '}');
}

void logline_game(struct json_writer *w, uint32_t board, int rotation,
		  int seats)
{
	open_line(w, "game");
	json_put_int(w, "board", board);
	json_put_int(w, "rotation", rotation);
	json_put_open(w, "seats", '[');
	/* Seat s belongs to entrant (s + r) mod n. */
	for (int seat = 0; seat < seats; seat++)
		json_int(w, (seat + rotation) % seats);
	json_close(w, ']');
	json_close(w, '}');
}

void logline_chain(struct json_writer *w, int stream, uint32_t chain,
		   const struct hash *anchor)
{
	open_line(w, "chain");
	json_put_int(w, "s", stream);
	json_put_int(w, "c", chain);
	json_put_hash(w, "anchor", anchor);
	json_close(w, '}');
}

void logline_draw(struct json_writer *w, int stream, uint32_t k, int dice,
		  int sides, const int *values, const struct hash *link,
		  int to)
{
	open_line(w, "draw");
	json_put_int(w, "s", stream);
	json_put_int(w, "k", k);
	json_key(w, "dice");
	text_byte(&w->out, '"');
	json_int(w, dice);
	text_byte(&w->out, 'd');
	w->comma = false;
	json_int(w, sides);
	text_byte(&w->out, '"');
	json_put_ints(w, "v", values, dice);
	json_put_hash(w, "link", link);
	if (to >= 0)
		json_put_int(w, "to", to);
	json_close(w, '}');
}

void logline_move(struct json_writer *w, int seat, const char *move,
		  size_t move_size, const char *said)
{
	open_line(w, "move");
	json_put_int(w, "seat", seat);
	json_put_raw(w, "move", move, move_size);
	if (said != NULL)
		json_put_string(w, "said", said);
	json_close(w, '}');
}

void logline_again(struct json_writer *w, int seat)
{
	open_line(w, "again");
	json_put_int(w, "seat", seat);
	json_close(w, '}');
}

void logline_fault(struct json_writer *w, int seat, enum fault fault,
		   const char *detail)
{
	open_line(w, "fault");
	json_put_int(w, "seat", seat);
	json_put_word(w, "fault", fault_words[fault]);
	json_put_string(w, "detail", detail);
	json_close(w, '}');
}

void logline_over(struct json_writer *w, int seats, const int *scores,
		  const int *ranks, const char *end)
{
	open_line(w, "over");
	json_put_ints(w, "scores", scores, seats);
	json_put_ints(w, "ranks", ranks, seats);
	json_put_word(w, "end", end);
	json_close(w, '}');
}

void logline_resume(struct json_writer *w, uint32_t games)
{
	open_line(w, "resume");
	json_put_int(w, "games", games);
	json_close(w, '}');
}

void logline_close(struct json_writer *w, const struct hash *secret,
		   uint32_t games)
{
	open_line(w, "close");
	json_put_hash(w, "secret", secret);
	json_put_int(w, "games", games);
	json_close(w, '}');
}

void logline_sign(struct json_writer *w, const struct hash *digest,
		  const unsigned char *signature)
{
	open_line(w, "sign");
	json_put_hash(w, "log", digest);
	json_key(w, "sig");
	json_hex(w, signature, SIGNATURE_SIZE);
	json_close(w, '}');
}

/* ### the tables */

#define U32_MAX 4294967295LL

static const char *const end_words[] = { "normal", "max_turns", "stalled",
	"fault", NULL };

static const char id_first[] = "abcdefghijklmnopqrstuvwxyz0123456789";
static const char id_all[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";

bool logline_is_id(const char *text)
{
	size_t length = strspn(text, id_all);

	return length >= 1 && length <= 64 && text[length] == '\0' &&
		strchr(id_first, text[0]) != NULL;
}

const struct json_form logline_id_form = { logline_is_id,
	"an id: 1 to 64 of a-z, 0-9, . and -, not . or - first" };

static bool is_dice(const char *text)
{
	int count, sides;

	return dice_parse(text, strlen(text), &count, &sides);
}

static const struct json_form dice_form = { is_dice, "dice such as \"7d6\"" };

/* Looser than for names being entered: those in a log do not have to fit a note
   or a CSV file. */
static const struct json_form name_form = { printable_is_plain,
	"a name without control, bidirectional or zero-width characters" };

static const struct json_field player_fields[] = {
	{ "name", JSON_TEXT, JSON_IN(struct logline_entrant, name),
	  .form = &name_form },
	{ "author", JSON_TEXT, JSON_IN(struct logline_entrant, author),
	  .form = &name_form, .nullable = true },
	{ "bot", JSON_HEX, JSON_IN(struct logline_entrant, bot) },
	{ "command", JSON_HEX, JSON_IN(struct logline_entrant, command) },
	{ "sandbox", JSON_WORD,
	  JSON_GIVEN(struct logline_entrant, level, leveled),
	  .words = limits_level_words, .optional = true },
	{ 0 }
};
#define IN(member) JSON_IN(struct logline_header, member)

static const char *const result_words[] = { "ranking", "winner", "teams",
	NULL };

const struct json_field logline_program_fields[] = {
	{ "files", JSON_HEX, JSON_IN(struct logline_program, files) },
	{ "command", JSON_HEX, JSON_IN(struct logline_program, command) },
	{ "result", JSON_TEXT, JSON_IN(struct logline_program, result),
	  .words = result_words },
	{ "hidden", JSON_BOOLEAN, JSON_IN(struct logline_program, hidden) },
	{ 0 }
};
static const struct json_field referee_fields[] = {
	{ "version", JSON_TEXT, IN(version) },
	{ "key", JSON_HEX, IN(key) },
	{ 0 }
};
static const struct json_field match_fields[] = {
	JSON_ALWAYS("t", "match"),
	{ "v", JSON_INTEGER, .min = LOG_VERSION, .max = LOG_VERSION },
	{ "tournament", JSON_TEXT, IN(tournament), .nullable = true,
	  .form = &logline_id_form },
	{ "manifest", JSON_HEX,
	  JSON_GIVEN(struct logline_header, manifest, has_manifest),
	  .nullable = true },
	{ "match", JSON_INTEGER, IN(match), .min = 1, .max = U32_MAX },
	{ "game", JSON_TEXT, IN(game) },
	{ "rules", JSON_OBJECT, IN(rules) },
	{ "program", JSON_RECORD,
	  JSON_GIVEN(struct logline_header, program, programmed),
	  .fields = logline_program_fields, .optional = true },
	{ "entrants", JSON_LIST,
	  JSON_ITEMS(struct logline_header, entrant, entrants), .array = true,
	  .min = 1, .max = LOG_SEATS_MAX, .fields = player_fields },
	{ "boards", JSON_INTEGER, IN(boards), .min = 1, .max = LOG_BOARDS_MAX },
	{ "rotations", JSON_INTEGER, IN(rotations), .min = 1,
	  .max = LOG_SEATS_MAX },
	{ "processes", JSON_WORD, IN(processes), .words = processes_words },
	{ "limits", JSON_OBJECT, IN(limits) },
	{ "sandbox", JSON_WORD, IN(level), .words = limits_level_words },
	{ "seal", JSON_HEX, IN(seal) },
	{ "salt", JSON_HEX, IN(salt) },
	{ "links", JSON_INTEGER, IN(links), .min = 1, .max = LINKS_MAX },
	{ "stride", JSON_INTEGER, IN(stride), .min = 1, .max = STRIDE_MAX },
	{ "referee", JSON_RECORD, JSON_HERE(struct logline_header),
	  .fields = referee_fields },
	{ 0 }
};

/* The other tables only check lines: readers take the values from the tree. */

static const struct json_field a_hash = { .type = JSON_HEX,
	.digits = HASH_HEX_SIZE };
static const struct json_field a_seat = { .type = JSON_INTEGER,
	.min = 0, .max = JSON_INT_MAX };
static const struct json_field a_positive = { .type = JSON_INTEGER,
	.min = 1, .max = JSON_INT_MAX };
static const struct json_field a_score = { .type = JSON_INTEGER,
	.min = -JSON_INT_MAX, .max = JSON_INT_MAX };

static const struct json_field board_fields[] = {
	JSON_ALWAYS("t", "board"),
	{ "board", JSON_INTEGER, .min = 1, .max = LOG_BOARDS_MAX },
	{ "anchors", JSON_LIST, .min = 2, .max = STREAMS_MAX,
	  .fields = &a_hash },
	{ 0 }
};
static const struct json_field game_fields[] = {
	JSON_ALWAYS("t", "game"),
	{ "board", JSON_INTEGER, .min = 1, .max = LOG_BOARDS_MAX },
	{ "rotation", JSON_INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ "seats", JSON_LIST, .min = 1, .max = LOG_SEATS_MAX,
	  .fields = &a_seat },
	{ 0 }
};
static const struct json_field chain_fields[] = {
	JSON_ALWAYS("t", "chain"),
	{ "s", JSON_INTEGER, .min = 0, .max = STREAMS_MAX - 1 },
	{ "c", JSON_INTEGER, .min = 1, .max = U32_MAX },
	{ "anchor", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ 0 }
};
static const struct json_field draw_fields[] = {
	JSON_ALWAYS("t", "draw"),
	{ "s", JSON_INTEGER, .min = 0, .max = STREAMS_MAX - 1 },
	{ "k", JSON_INTEGER, .min = 1, .max = U32_MAX },
	{ "dice", JSON_TEXT, .form = &dice_form },
	{ "v", JSON_LIST, .min = 1, .max = DICE_COUNT_MAX,
	  .fields = &a_positive },
	{ "link", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ "to", JSON_INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1,
	  .optional = true },
	{ 0 }
};
static const struct json_field move_fields[] = {
	JSON_ALWAYS("t", "move"),
	{ "seat", JSON_INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ .key = "move", .type = JSON_OBJECT },
	{ "said", JSON_TEXT, .optional = true },
	{ 0 }
};
static const struct json_field again_fields[] = {
	JSON_ALWAYS("t", "again"),
	{ "seat", JSON_INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ 0 }
};
static const struct json_field fault_fields[] = {
	JSON_ALWAYS("t", "fault"),
	{ "seat", JSON_INTEGER, .min = 0, .max = LOG_SEATS_MAX - 1 },
	{ "fault", JSON_WORD, .words = fault_words + FAULT_START },
	{ .key = "detail", .type = JSON_TEXT },
	{ 0 }
};
static const struct json_field over_fields[] = {
	JSON_ALWAYS("t", "over"),
	{ "scores", JSON_LIST, .min = 1, .max = LOG_SEATS_MAX,
	  .fields = &a_score },
	{ "ranks", JSON_LIST, .min = 1, .max = LOG_SEATS_MAX,
	  .fields = &a_positive },
	{ "end", JSON_WORD, .words = end_words },
	{ 0 }
};
static const struct json_field resume_fields[] = {
	JSON_ALWAYS("t", "resume"),
	{ "games", JSON_INTEGER, .min = 0, .max = U32_MAX },
	{ 0 }
};
static const struct json_field close_fields[] = {
	JSON_ALWAYS("t", "close"),
	{ "secret", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ "games", JSON_INTEGER, .min = 1, .max = U32_MAX },
	{ 0 }
};
static const struct json_field sign_fields[] = {
	JSON_ALWAYS("t", "sign"),
	{ "log", JSON_HEX, .digits = HASH_HEX_SIZE },
	{ "sig", JSON_HEX, .digits = SIGNATURE_HEX_SIZE },
	{ 0 }
};

static const struct {
	const char *name;
	const struct json_field *fields;
} lines[LINE_TYPES] = {
	[LINE_MATCH] = { "match", match_fields },
	[LINE_BOARD] = { "board", board_fields },
	[LINE_GAME] = { "game", game_fields },
	[LINE_CHAIN] = { "chain", chain_fields },
	[LINE_DRAW] = { "draw", draw_fields },
	[LINE_MOVE] = { "move", move_fields },
	[LINE_AGAIN] = { "again", again_fields },
	[LINE_FAULT] = { "fault", fault_fields },
	[LINE_OVER] = { "over", over_fields },
	[LINE_RESUME] = { "resume", resume_fields },
	[LINE_CLOSE] = { "close", close_fields },
	[LINE_SIGN] = { "sign", sign_fields },
};

enum logline_type logline_type_of(const char *bytes, size_t size)
{
	static const char start[] = "{\"t\":\"";
	const size_t skip = sizeof start - 1;
	int type = 0;

	if (size < skip || memcmp(bytes, start, skip) != 0)
		return LINE_TYPES;
	for (; type < LINE_TYPES; type++) {
		const size_t length = strlen(lines[type].name);

		if (size > skip + length && bytes[skip + length] == '"' &&
		    memcmp(bytes + skip, lines[type].name, length) == 0)
			break;
	}
	return (enum logline_type)type;
}

/* ### reading */

int logline_check_sandboxes(const struct json_at *top, struct error *err)
{
	struct json_at list = json_at_key(top, "entrants");
	const char *level = json_get(top->value, "sandbox")->valuestring;
	const cJSON *entrant;
	int i = 0;

	cJSON_ArrayForEach(entrant, list.value) {
		struct json_at item = json_at_item(&list, i++, entrant);
		struct json_at own = json_at_key(&item, "sandbox");

		if (own.value != NULL &&
		    strcmp(own.value->valuestring, level) == 0)
			return json_wrong(&own, err, "%s is the level of all: "
					  "expected a different one, or no key",
					  level);
	}
	return 0;
}

/* A name says whose a move is: each has its own. */
static int check_names(const struct json_at *top, struct error *err)
{
	struct json_at list = json_at_key(top, "entrants");
	const cJSON *entrant, *other;
	int i = 0;

	cJSON_ArrayForEach(entrant, list.value) {
		struct json_at item = json_at_item(&list, i++, entrant);
		struct json_at name = json_at_key(&item, "name");

		for (other = list.value->child; other != entrant;
		     other = other->next)
			if (strcmp(json_get(other, "name")->valuestring,
				   name.value->valuestring) == 0)
				return json_wrong(&name, err, "two entrants "
						  "are called %s",
						  name.value->valuestring);
	}
	return 0;
}

/* Checks what no row of the table can express. */
static int check_match(const struct json_at *top, struct error *err)
{
	if (strcmp(json_get(top->value, "processes")->valuestring,
		   processes_words[PROCESSES_ENTRANT]) == 0 &&
	    json_get(top->value, "rotations")->valuedouble > 1)
		return error_set(err, "match: processes \"entrant\" with "
				 "rotations above 1 would show bots the same "
				 "dice twice");
	return check_names(top, err) == 0 ?
		logline_check_sandboxes(top, err) : -1;
}

/* Logs of the first 0.1 versions have no hashes of commands: the error names
   the version that wrote them.  Later 0.1 versions use the present form, so
   their logs can be read. */
static void blame_version(const cJSON *match, struct error *err)
{
	static const char old[] = "0.1.";
	const cJSON *version = json_get(json_get(match, "referee"), "version");

	if (cJSON_IsString(version) &&
	    strncmp(version->valuestring, old, sizeof(old) - 1) == 0)
		error_at(err, "a log of Rollcall %s, which %s does not read",
			 version->valuestring, PACKAGE_VERSION);
}

int logline_read(const char *bytes, size_t size, cJSON **tree,
		 enum logline_type *type, struct error *err)
{
	OWNED(json_tree) cJSON *read = NULL;
	struct json_at top = { .index = -1 };
	long long version;
	const cJSON *t;
	int i = 0;

	*tree = NULL;
	if (size + 1 > LOG_LINE_MAX)
		return error_set(err, "a line of more than %d bytes",
				 LOG_LINE_MAX);
	read = json_read(bytes, size, LOG_DEPTH_MAX, 0, err);
	if (read == NULL)
		return -1;
	t = json_get(read, "t");
	while (i < LINE_TYPES && !(cJSON_IsString(t) &&
	       strcmp(lines[i].name, t->valuestring) == 0))
		i++;
	if (i == LINE_TYPES)
		return error_set(err, "a line of unknown type");
	if (i == LINE_MATCH &&
	    json_is_int(json_get(read, "v"), LOG_VERSION + 1, JSON_INT_MAX,
			&version))
		return error_set(err, "a log of version %lld; this program "
				 "reads version %d", version, LOG_VERSION);
	top.name = lines[i].name;
	top.value = read;
	if (json_schema_read(&top, lines[i].fields, NULL, err) != 0 ||
	    (i == LINE_MATCH && check_match(&top, err) != 0)) {
		if (i == LINE_MATCH)
			blame_version(read, err);
		return -1;
	}
	*type = (enum logline_type)i;
	*tree = read;
	read = NULL;
	return 0;
}

/* ### the header */

void logline_match(struct json_writer *w, const struct logline_header *header)
{
	w->comma = false;
	json_schema_write(w, match_fields, header);
}

bool logline_is_person(const struct logline_entrant *entrant)
{
	char *const none[] = { NULL };
	struct hash command;

	entrant_hash_command(none, &command);
	return sodium_is_zero(entrant->bot.bytes, HASH_SIZE) &&
		hash_equal(&entrant->command, &command);
}

void logline_header_take(struct logline_header *header, cJSON *tree)
{
	struct json_at top = { .name = "match", .index = -1, .value = tree };
	struct error ignored;

	*header = (struct logline_header){ .tree = tree };
	json_schema_read(&top, match_fields, header, &ignored);
}

int logline_header_read(struct logline_header *header, const char *bytes,
			size_t size, struct error *err)
{
	OWNED(json_tree) cJSON *tree = NULL;
	enum logline_type type;

	if (logline_read(bytes, size, &tree, &type, err) != 0)
		return -1;
	if (type != LINE_MATCH)
		return error_set(err, "the first line is not a match line");
	logline_header_take(header, tree);
	tree = NULL;
	return 0;
}

const char *logline_header_differs(const struct logline_header *due,
				   const struct logline_header *found)
{
	struct logline_header same = *due;
	OWNED(json_writer) struct json_writer w = {0};
	OWNED(json_tree) cJSON *tree = NULL;
	const cJSON *item;

	same.version = found->version;
	same.key = found->key;
	logline_match(&w, &same);
	tree = json_parse(w.out.bytes, w.out.length);
	cJSON_ArrayForEach(item, found->tree)
		if (!cJSON_Compare(item, json_get(tree, item->string), true))
			return item->string;
	return NULL;
}

void logline_header_release(struct logline_header *header)
{
	cJSON_Delete(header->tree);
	*header = (struct logline_header){0};
}

/* ### match files */

void logline_match_file(struct json_writer *w,
			const struct logline_header *header,
			const struct entrant *program,
			const struct entrant *entrant, const char *base,
			bool sealed)
{
	AUTOFREE char *absolute = realpath(base, NULL);

	json_open(w, '{');
	json_key(w, "game");
	if (header->programmed)
		json_schema_write(w, entrant_program_fields, program);
	else
		json_string(w, header->game);
	json_key(w, "rules");
	json_tree(w, header->rules);
	json_put_open(w, "entrants", '[');
	for (int i = 0; i < header->entrants; i++)
		entrant_write(&entrant[i], w);
	json_close(w, ']');
	json_put_string(w, "base", absolute != NULL ? absolute : base);
	json_put_int(w, "boards", header->boards);
	json_put_int(w, "rotations", header->rotations);
	json_put_string(w, "processes", processes_words[header->processes]);
	json_key(w, "limits");
	json_tree(w, header->limits);
	json_put_string(w, "sandbox", limits_level_words[header->level]);
	json_put_int(w, "links", header->links);
	if (header->tournament != NULL) {
		json_put_string(w, "tournament", header->tournament);
		json_put_hash(w, "manifest", &header->manifest);
	}
	if (header->tournament != NULL || header->match != 1)
		json_put_int(w, "match", header->match);
	if (sealed) {
		json_put_hash(w, "seal", &header->seal);
		json_put_hash(w, "salt", &header->salt);
	}
	json_close(w, '}');
}
