/*
 * json.h - is it strict JSON?
 */
#ifndef SUPPORT_JSON_H
#define SUPPORT_JSON_H

#include "base/json.h"

static inline bool is_json(const struct text *text, int depth, int flags,
			   struct error *err)
{
	cJSON *tree = json_read(text->bytes, text->length, depth, flags, err);

	cJSON_Delete(tree);
	return tree != NULL;
}

#endif
