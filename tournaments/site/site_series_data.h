/*
 * site_series_data.h - the data that the page of a series has before a round is
 * loaded.
 */
#ifndef TOURNAMENTS_SITE_SITE_SERIES_DATA_H
#define TOURNAMENTS_SITE_SITE_SERIES_DATA_H

#include "base/json_write.h"
#include "tournaments/site/site_data.h"

struct site_series_data {
	struct text name;               /* of the series */
	struct site_tables tables;      /* of all games */
	struct json_writer object;      /* of data.js, still open */
};

/* Of at least one round, or of a league.  Returns 0, or -1 with `err`;
   site_series_data_release is due either way. */
int site_series_data_make(const struct record *const *round, int rounds,
			  bool league, struct site_series_data *data,
			  struct error *err);

void site_series_data_release(struct site_series_data *data);

#endif
