/*
 * folder.c - copies the folder of a case, and notices what has changed in it.
 */
#define _XOPEN_SOURCE 700
#include "tests/cases/cases.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"

bool folder_has_paths(const char *path)
{
	const char *name = strrchr(path, '/');
	const size_t length = strlen(path);

	name = name == NULL ? path : name + 1;
	return strcmp(name, "tournament.json") == 0 ||
		(strncmp(name, "match-", 6) == 0 && length > 5 &&
		 strcmp(path + length - 5, ".json") == 0);
}

static void copy_file(const char *from, const char *to, mode_t mode,
		      const char *old, const char *new)
{
	struct text bytes = {0};
	struct error err;
	int out;

	if (file_read(&bytes, from, 1 << 26, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		exit(2);
	}
	if (folder_has_paths(from))
		words_replace(&bytes, old, new);
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC, mode & 0777);
	if (out < 0 || file_write_all(out, bytes.bytes, bytes.length) != 0) {
		perror(to);
		exit(2);
	}
	close(out);
	text_release(&bytes);
}

void folder_copy(const char *from, const char *to, const char *old,
		 const char *new)
{
	DIR *folder = opendir(from);
	struct dirent *one;
	struct stat is;

	if (folder == NULL && errno == ENOTDIR && stat(from, &is) == 0) {
		copy_file(from, to, is.st_mode, old, new);
		return;
	}
	if ((mkdir(to, 0755) != 0 && errno != EEXIST) || folder == NULL) {
		perror(folder == NULL ? from : to);
		exit(2);
	}
	while ((one = readdir(folder)) != NULL) {
		char source[1200], target[1200];

		if (strcmp(one->d_name, ".") == 0 ||
		    strcmp(one->d_name, "..") == 0)
			continue;
		snprintf(source, sizeof source, "%s/%s", from, one->d_name);
		snprintf(target, sizeof target, "%s/%s", to, one->d_name);
		folder_copy(source, target, old, new);
	}
	closedir(folder);
}

/* The digest of a small file's contents; of others, the size and time. */
static void add_contents(struct text *list, const char *path,
			 const struct stat *is)
{
	unsigned char digest[16];
	char buffer[1 << 16];
	crypto_generichash_state state;
	int fd = is->st_size < 1 << 24 ? open(path, O_RDONLY) : -1;
	ssize_t got;

	if (fd < 0) {
		text_printf(list, " %lld %lld", (long long)is->st_size,
			    (long long)is->st_mtime);
		return;
	}
	crypto_generichash_init(&state, NULL, 0, sizeof digest);
	while ((got = read(fd, buffer, sizeof buffer)) > 0)
		crypto_generichash_update(&state, (unsigned char *)buffer,
					  (unsigned long long)got);
	crypto_generichash_final(&state, digest, sizeof digest);
	close(fd);
	text_byte(list, ' ');
	for (size_t i = 0; i < sizeof digest; i++)
		text_printf(list, "%02x", digest[i]);
}

static void list_below(const char *path, struct text *list)
{
	struct dirent **all;
	int count = scandir(path, &all, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char name[1200];
		struct stat is;
		const bool is_ours = strcmp(path, ".") == 0 &&
			(strcmp(all[i]->d_name, "t") == 0 ||
			 strcmp(all[i]->d_name, "config") == 0);

		snprintf(name, sizeof name, "%s/%s", path, all[i]->d_name);
		if (strcmp(all[i]->d_name, ".") != 0 &&
		    strcmp(all[i]->d_name, "..") != 0 && !is_ours &&
		    lstat(name, &is) == 0) {
			text_printf(list, "%s %o", name + 2,
				    (unsigned)is.st_mode);
			if (S_ISREG(is.st_mode))
				add_contents(list, name, &is);
			text_byte(list, '\n');
			if (S_ISDIR(is.st_mode))
				list_below(name, list);
		}
		free(all[i]);
	}
	if (count >= 0)
		free(all);
}

void folder_list(struct text *list)
{
	text_clear(list);
	list_below(".", list);
}

static int remove_one(const char *path, const struct stat *is, int kind,
		      struct FTW *at)
{
	(void)is;
	(void)kind;
	(void)at;
	return remove(path);
}

static int open_one(const char *path, const struct stat *is, int kind,
		    struct FTW *at)
{
	(void)at;
	if (kind != FTW_SL && S_ISDIR(is->st_mode))
		(void)!chmod(path, 0700);
	return 0;
}

void folder_remove(const char *path)
{
	nftw(path, open_one, 20, FTW_PHYS);
	nftw(path, remove_one, 20, FTW_PHYS | FTW_DEPTH);
}
