/*
 * path.h - resolves paths that are relative to the file that names them.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

/* `path` relative to `folder`; unchanged if `path` is absolute or `folder` is
   ".".  The caller frees it. */
char *path_from(const char *folder, const char *path);

/* The folder that contains the file `path`; "." if `path` has no slash.  The
   caller frees it. */
char *path_folder(const char *path);

#endif
