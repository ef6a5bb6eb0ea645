/*
 * site_series.c - writes the page of a series: the ladder of all rounds, and
 * the page of each.
 */
#include "tournaments/site/site_series.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "tournaments/site/site_files.h"
#include "tournaments/site/site_series_data.h"

static const char *id_of(const struct site_series *series, int round)
{
	return series->round[round].record->tournament.manifest.id;
}

/* The caller frees it. */
static char *round_folder(const struct site_series *series, int round)
{
	struct text path = {0};

	text_printf(&path, "%s/%03d", series->out, round);
	text_byte(&path, '\0');
	return path.bytes;
}

static int put_files(const struct site_series *series,
		      struct site_series_data *data, const char *files,
		      struct site_report *report, struct error *err)
{
	OWNED(text) struct text bytes = {0};

	site_data_courses(&data->tables, &bytes);
	if (site_files_assets(files, series->out, true, &report->bytes,
			      err) != 0 ||
	    site_files_put(series->out, "course.js", &bytes, &report->bytes,
			   err) != 0)
		return -1;
	json_close(&data->object, '}');
	site_script_mark(&bytes, "series", id_of(series, 0));
	site_script_json(&bytes, data->object.out.bytes,
			 data->object.out.length);
	text_add(&bytes, ");\n");
	if (site_files_put(series->out, "data.js", &bytes, &report->bytes,
			   err) != 0)
		return -1;
	site_data_index(text_string(&data->name),
			&(struct site_scripts){ .before = "series.js" },
			&data->tables, &bytes);
	return site_files_put(series->out, "index.html", &bytes,
			      &report->bytes, err);
}

/* Claims the folder of the series and checks those of its rounds.  A folder for
   one round more than there are is refused: it is not from this series. */
static int claim(const struct site_series *series, struct error *err)
{
	OWNED(text) struct text mark = {0};
	struct stat status;
	char *folder = round_folder(series, series->rounds + 1);
	int result = 0;

	if (stat(folder, &status) == 0)
		result = error_set(err, "%s exists, but the series has %d "
				   "round%s; expected a new folder", folder,
				   series->rounds,
				   text_plural((unsigned)series->rounds));
	free(folder);
	for (int i = 0; i < series->rounds && result == 0; i++) {
		text_clear(&mark);
		site_script_mark(&mark, "data", id_of(series, i));
		folder = round_folder(series, i + 1);
		result = site_files_check(folder, &mark, err);
		free(folder);
	}
	text_clear(&mark);
	site_script_mark(&mark, "series", id_of(series, 0));
	if (result == 0)
		result = site_files_claim(series->out, &mark, false, err);
	return result;
}

static int write_rounds(const struct site_series *series,
			struct site_series_data *data,
			struct site_report *report, struct error *err)
{
	int result = 0;

	for (int i = 0; i < series->rounds && result == 0; i++) {
		struct site_order order = series->round[i];
		AUTOFREE char *folder = round_folder(series, i + 1);

		order.out = folder;
		order.round = (struct site_round){ i + 1, series->rounds,
			text_string(&data->name) };
		result = site_write(&order, report, err);
	}
	return result;
}

int site_series_write(const struct site_series *series,
		      struct site_report *report, struct error *err)
{
	OWNED(site_series_data) struct site_series_data data = {0};
	AUTOFREE char *files = site_files_find(err);
	AUTOFREE const struct record **record =
		memory_new((size_t)series->rounds, sizeof *record);

	for (int i = 0; i < series->rounds; i++)
		record[i] = series->round[i].record;
	return files != NULL &&
		site_series_data_make(record, series->rounds, series->league,
				      &data, err) == 0 &&
		claim(series, err) == 0 &&
		write_rounds(series, &data, report, err) == 0 ?
		put_files(series, &data, files, report, err) : -1;
}
