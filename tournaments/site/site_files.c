/*
 * site_files.c - the installed files that every page has, and the folder that a
 * page is written to.
 */
#include "tournaments/site/site_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "tournaments/site/site_data.h"

enum { ASSET_MOST = 1 << 26, DATA_MOST = 1 << 30 };

/* ### the files of every page */

static bool holds(const char *folder, const char *name)
{
	AUTOFREE char *path = path_from(folder, name);

	return access(path, R_OK) == 0;
}

char *site_files_find(struct error *err)
{
	char *program = process_program_folder(), *found = NULL;
	char *places[] = { path_from(program, "../site"),
		path_from(program, "../share/rollcall/site"),
		memory_copy(PKGDATADIR "/site") };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (found == NULL && holds(places[i], "app.js"))
			found = places[i];
		else
			free(places[i]);
	}
	free(program);
	if (found == NULL)
		error_set(err, "the files of pages are not installed beside "
			  "this program: run make install");
	else if (!holds(found, "checker.wasm")) {
		error_set(err, "%s/checker.wasm is missing: it was not built; "
			  "install the packages clang, lld, wasi-libc and "
			  "libclang-rt-dev-wasm32, have tournaments/checker/"
			  "sources.sh fetch the sources, then run configure "
			  "and make again", found);
		free(found);
		found = NULL;
	}
	return found;
}

static int put_asset(const char *files, const char *out, const char *name,
		     uint64_t *total, struct error *err)
{
	AUTOFREE char *path = path_from(files, name);
	OWNED(text) struct text bytes = {0};
	int result = file_read(&bytes, path, ASSET_MOST, err);

	if (result == 0)
		result = site_files_put(out, name, &bytes, total, err);
	return result;
}

/* Appends a call of a script that passes a file to the page; `call` begins
   it. */
static int add_call(const char *files, const char *name, const char *call,
		    struct text *script, struct error *err)
{
	AUTOFREE char *path = path_from(files, name);
	OWNED(text) struct text bytes = {0};
	int result = file_read(&bytes, path, ASSET_MOST, err);

	if (result == 0)
		site_script_file(script, call, &bytes);
	return result;
}

int site_files_assets(const char *files, const char *out, bool series,
		      uint64_t *total, struct error *err)
{
	static const char *const names[] = { "style.css", "more.js", "app.js" };
	OWNED(text) struct text script = {0};
	int result = 0;

	if (add_call(files, "worker.js", "worker(", &script, err) != 0 ||
	    add_call(files, "checker.wasm", "checker(", &script, err) != 0 ||
	    site_files_put(out, "checker.js", &script, total, err) != 0)
		result = -1;
	for (size_t i = 0; i < sizeof names / sizeof *names && result == 0; i++)
		result = put_asset(files, out, names[i], total, err);
	if (series && result == 0)
		result = put_asset(files, out, "series.js", total, err);
	return result;
}

/* ### the folder of a page */

static bool is_empty(DIR *folder)
{
	const struct dirent *item;

	while ((item = readdir(folder)) != NULL)
		if (strcmp(item->d_name, ".") != 0 &&
		    strcmp(item->d_name, "..") != 0)
			return false;
	return true;
}

/* Does the file begin with these bytes? */
static bool begins(const char *path, const struct text *mark)
{
	OWNED(text) struct text bytes = {0};
	struct error none;
	const bool does = file_read(&bytes, path, DATA_MOST, &none) == 0 &&
		bytes.length >= mark->length &&
		memcmp(bytes.bytes, mark->bytes, mark->length) == 0;

	return does;
}

static int check_there(const char *out, const struct text *mark,
		       struct error *err)
{
	AUTOFREE char *data = path_from(out, "data.js");
	DIR *folder = opendir(out);
	int result = 0;

	if (folder == NULL)
		result = error_reading(err, "read", out);
	else if (!is_empty(folder) && !begins(data, mark))
		result = error_set(err, "%s is not empty, and holds no page of "
				   "this tournament; expected a new folder",
				   out);
	if (folder != NULL)
		closedir(folder);
	return result;
}

int site_files_check(const char *out, const struct text *mark,
		     struct error *err)
{
	struct stat status;

	if (file_expect(out, true, "the folder for a page", err) != 0)
		return -1;
	return stat(out, &status) == 0 ? check_there(out, mark, err) : 0;
}

int site_files_claim(const char *out, const struct text *mark, bool logs,
		     struct error *err)
{
	AUTOFREE char *path = NULL;
	int result;

	if (site_files_check(out, mark, err) != 0)
		return -1;
	path = path_from(out, "logs");
	result = file_make_folder(out, 0777, err);
	if (result == 0 && logs)
		result = file_make_folder(path, 0777, err);
	return result;
}

int site_files_put(const char *out, const char *name, struct text *bytes,
		   uint64_t *total, struct error *err)
{
	AUTOFREE char *path = path_from(out, name);
	int result = file_replace(path, bytes, false, err);

	*total += bytes->length;
	text_clear(bytes);
	return result;
}

/* "000017.js", or "000017v1.js" for a void attempt; with ".new" a leftover of
   an interrupted write. */
static bool is_log(const char *name)
{
	size_t digits = strspn(name, "0123456789");
	const char *end = name + digits;

	if (*end == 'v')
		end += 1 + strspn(end + 1, "0123456789");
	return digits >= 6 && (strcmp(end, ".js") == 0 ||
			       strcmp(end, ".js.new") == 0);
}

int site_files_clean(const char *out,
		     bool (*keeps)(const void *context, const char *name),
		     const void *context, struct error *err)
{
	AUTOFREE char *logs = path_from(out, "logs");
	DIR *folder = opendir(logs);
	const struct dirent *item;
	int result = 0;

	if (folder == NULL)
		result = error_reading(err, "read", logs);
	while (result == 0 && (item = readdir(folder)) != NULL)
		if (is_log(item->d_name) && !keeps(context, item->d_name) &&
		    unlinkat(dirfd(folder), item->d_name, 0) != 0)
			result = error_set(err, "cannot remove %s/%s: %s", logs,
					   item->d_name, strerror(errno));
	if (folder != NULL)
		closedir(folder);
	return result;
}
