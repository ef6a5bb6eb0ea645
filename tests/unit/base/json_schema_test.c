/*
 * json_schema_test.c - objects described by tables: read, checked, written.
 */
#include <stdint.h>

#include "base/json_schema.h"
#include "tests/support/rows.h"

/* ### a struct with a member of every kind */

enum colour { BLACK = 3, RED, BLUE };

struct wheel {
	uint32_t size;
	bool worn;
	unsigned char mark[2];
};

struct cart {
	const char *name;
	char *owner;
	enum colour colour;
	int count;
	long long far;
	bool has_mark;
	unsigned char mark[3];
	const cJSON *load;
	struct wheel *wheel;
	int wheels;
	int seat[3];
	int seats;
	char **words;
	const char *town;       /* of "home" */
	int house;
};

static const char *const colours[] = { "black", "red", "blue", NULL };

static bool is_short(const char *text)
{
	return strlen(text) < 4;
}

static const struct json_form short_form = { is_short, "a short text" };

static const struct json_field wheel_fields[] = {
	{ "size", JSON_INTEGER, JSON_IN(struct wheel, size),
	  .min = 1, .max = UINT32_MAX },
	{ "mark", JSON_HEX, JSON_IN(struct wheel, mark),
	  .given = offsetof(struct wheel, worn), .nullable = true },
	{ 0 }
};
static const struct json_field a_wheel = { .type = JSON_RECORD,
	.size = sizeof(struct wheel), .fields = wheel_fields };
static const struct json_field a_seat = { .type = JSON_INTEGER,
	.size = sizeof(int), .min = 0, .max = 9 };
static const struct json_field a_word = { .type = JSON_COPY,
	.size = sizeof(char *), .form = &short_form };
static const struct json_field home_fields[] = {
	{ "town", JSON_TEXT, JSON_IN(struct cart, town) },
	{ "house", JSON_INTEGER, JSON_IN(struct cart, house),
	  .min = 1, .max = 99 },
	{ 0 }
};
static const struct json_field cart_fields[] = {
	JSON_ALWAYS("t", "cart"),
	{ "v", JSON_INTEGER, .min = 7, .max = 7 },
	{ "name", JSON_TEXT, JSON_IN(struct cart, name),
	  .form = &short_form },
	{ "owner", JSON_COPY, JSON_IN(struct cart, owner),
	  .optional = true, .nullable = true },
	{ "colour", JSON_WORD, JSON_IN(struct cart, colour),
	  .min = BLACK, .words = colours },
	{ "count", JSON_INTEGER, JSON_IN(struct cart, count),
	  .min = 1, .max = 5, .optional = true },
	{ "far", JSON_INTEGER, JSON_IN(struct cart, far),
	  .min = -JSON_INT_MAX, .max = JSON_INT_MAX },
	{ "mark", JSON_HEX, JSON_IN(struct cart, mark),
	  .given = offsetof(struct cart, has_mark), .nullable = true },
	{ "load", JSON_OBJECT, JSON_IN(struct cart, load) },
	{ "wheels", JSON_LIST, JSON_ITEMS(struct cart, wheel, wheels),
	  .min = 0, .max = 4, .fields = &a_wheel },
	{ "seats", JSON_LIST, JSON_ITEMS(struct cart, seat, seats),
	  .array = true, .min = 1, .max = 3, .fields = &a_seat },
	{ "words", JSON_LIST, JSON_WORDS(struct cart, words),
	  .min = 1, .max = 9, .fields = &a_word, .optional = true },
	{ "home", JSON_RECORD, JSON_HERE(struct cart),
	  .fields = home_fields, .nullable = true },
	{ 0 }
};

static void release(struct cart *cart)
{
	for (int i = 0; cart->words != NULL && cart->words[i] != NULL; i++)
		free(cart->words[i]);
	free(cart->words);
	free(cart->wheel);
	free(cart->owner);
}

static const char full[] = "{\"t\":\"cart\",\"v\":7,\"name\":\"abc\","
	"\"owner\":\"ann\",\"colour\":\"blue\",\"count\":5,"
	"\"far\":-9007199254740991,\"mark\":\"00ff1a\",\"load\":{\"a\":[1]},"
	"\"wheels\":[{\"size\":4294967295,\"mark\":null},"
	"{\"size\":1,\"mark\":\"0a0b\"}],\"seats\":[0,9],"
	"\"words\":[\"a\",\"bc\"],\"home\":{\"town\":\"x\",\"house\":9}}";
static const char bare[] = "{\"t\":\"cart\",\"v\":7,\"name\":\"\","
	"\"colour\":\"black\",\"far\":0,\"mark\":null,\"load\":{},"
	"\"wheels\":[],\"seats\":[1],\"home\":null}";

static int read_cart(const char *json, struct cart *cart, cJSON **tree,
		     struct error *err)
{
	struct json_at top = { .name = "c.json", .index = -1 };

	*cart = (struct cart){0};
	*err = (struct error){0};
	*tree = json_parse(json, strlen(json));
	top.value = *tree;
	return json_schema_read(&top, cart_fields, cart, err);
}

TEST(every_value_goes_where_the_table_says)
{
	struct cart cart;
	struct error err;
	cJSON *tree;

	assert_says(read_cart(full, &cart, &tree, &err), &err, NULL);
	ck_assert_str_eq(cart.name, "abc");
	ck_assert_str_eq(cart.owner, "ann");
	ck_assert_int_eq(cart.colour, BLUE);
	ck_assert_int_eq(cart.count, 5);
	ck_assert(cart.far == -JSON_INT_MAX);
	ck_assert(cart.has_mark && memcmp(cart.mark, "\0\xff\x1a", 3) == 0);
	ck_assert_ptr_eq(cart.load, json_get(tree, "load"));
	ck_assert_int_eq(cart.wheels, 2);
	ck_assert_uint_eq(cart.wheel[0].size, 4294967295);
	ck_assert(!cart.wheel[0].worn && cart.wheel[1].worn);
	ck_assert(memcmp(cart.wheel[1].mark, "\x0a\x0b", 2) == 0);
	ck_assert(cart.seats == 2 && cart.seat[1] == 9);
	ck_assert_str_eq(cart.words[1], "bc");
	ck_assert_ptr_null(cart.words[2]);
	ck_assert_str_eq(cart.town, "x");
	ck_assert_int_eq(cart.house, 9);
	release(&cart);
	cJSON_Delete(tree);
}

TEST_EACH(what_is_read_is_written_the_same, 2)
{
	const char *const json = _i == 0 ? full : bare;
	struct json_writer w = {0};
	struct cart cart;
	struct error err;
	cJSON *tree;

	assert_says(read_cart(json, &cart, &tree, &err), &err, NULL);
	json_schema_write(&w, cart_fields, &cart);
	ck_assert_str_eq(text_string(&w.out), json);
	text_release(&w.out);
	release(&cart);
	cJSON_Delete(tree);
}

TEST(what_is_left_out_stays_as_it_was)
{
	struct cart cart = { .count = 4 };
	struct json_at top = { .name = "c.json", .index = -1 };
	struct error err;
	cJSON *tree = json_parse(bare, strlen(bare));

	top.value = tree;
	ck_assert_int_eq(json_schema_read(&top, cart_fields, &cart, &err), 0);
	ck_assert_int_eq(cart.count, 4);
	ck_assert_ptr_null(cart.owner);
	ck_assert_ptr_null(cart.words);
	ck_assert_ptr_null(cart.town);
	release(&cart);
	cJSON_Delete(tree);
}

/* ### what is refused */

TEST_ROWS(what_is_wrong_is_refused_with_its_place, "base/values.txt", "schema")
{
	const char *at = strstr(full, row->text[0]);
	struct json_at top = { .name = "c.json", .index = -1 };
	struct text json = {0}, says = {0};
	struct error err, again;
	struct cart cart;
	cJSON *tree;

	ck_assert_ptr_nonnull(at);
	text_append(&json, full, (size_t)(at - full));
	text_add(&json, row->text[1]);
	text_add(&json, at + strlen(row->text[0]));
	text_printf(&says, "c.json: %s", row->text[2]);
	assert_says(read_cart(text_string(&json), &cart, &tree, &err), &err,
		    text_string(&says));
	/* Without a struct to fill, the error is the same. */
	top.value = tree;
	ck_assert_int_eq(json_schema_read(&top, cart_fields, NULL, &again),
			 -1);
	ck_assert_str_eq(again.text, err.text);
	release(&cart);
	cJSON_Delete(tree);
	text_release(&json);
	text_release(&says);
}
