/*
 * site_series.c - writes the page of a series: the ladder of all rounds, and
 * the page of each.
 */
#include "tournaments/site/site_series.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "tournaments/site/site_files.h"
#include "tournaments/site/site_data.h"

/* The caller frees it. */
static char *round_folder(const struct site_series *series, int round)
{
	struct text path = {0};

	text_printf(&path, "%s/%03d", series->out, round);
	text_byte(&path, '\0');
	return path.bytes;
}

static void add_mark(const struct site_series *series, struct text *out)
{
	text_add(out, "rollcall.series(");
	site_script_string(out, series->round[0].record->tournament.manifest.id);
	text_byte(out, ',');
}

static void add_data(const struct site_series *series,
		     struct site_series_data *data, struct text *out)
{
	struct text *object = &data->object.out;

	json_close(&data->object, '}');
	add_mark(series, out);
	site_script_json(out, object->bytes, object->length);
	text_add(out, ");\n");
}

static int put(const struct site_series *series, const char *name,
	       struct text *bytes, struct site_report *report,
	       struct error *err)
{
	int result = site_files_put(series->out, name, bytes, &report->bytes,
				    err);

	text_clear(bytes);
	return result;
}

static int put_files(const struct site_series *series,
		     struct site_series_data *data, const char *files,
		     struct site_report *report, struct error *err)
{
	OWNED(text) struct text bytes = {0};
	int result = -1;

	site_data_courses(&data->tables, &bytes);
	if (site_files_assets(files, series->out, true, &report->bytes,
			      err) == 0 &&
	    put(series, "course.js", &bytes, report, err) == 0) {
		add_data(series, data, &bytes);
		result = put(series, "data.js", &bytes, report, err);
	}
	if (result == 0) {
		site_data_index(text_string(&data->name),
				&(struct site_scripts){ .before = "series.js" },
				&data->tables, &bytes);
		result = put(series, "index.html", &bytes, report, err);
	}
	return result;
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
		site_data_mark(series->round[i].record, &mark);
		folder = round_folder(series, i + 1);
		result = site_files_check(folder, &mark, err);
		free(folder);
	}
	text_clear(&mark);
	add_mark(series, &mark);
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

	return files != NULL &&
		site_series_data_make(series, &data, err) == 0 &&
		claim(series, err) == 0 &&
		write_rounds(series, &data, report, err) == 0 ?
		put_files(series, &data, files, report, err) : -1;
}
