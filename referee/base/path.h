/*
 * path.h - paths as they are written in files, seen from those files.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

/* `path` seen from `folder`: an absolute one stays, and so does every one seen
   from ".".  The caller frees it. */
char *path_from(const char *folder, const char *path);

/* The folder that the file `path` is in, "." without a slash.  The caller
   frees it. */
char *path_folder(const char *path);

#endif
