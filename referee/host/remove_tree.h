/*
 * remove_tree.h - removes folders that bots have filled.
 */
#ifndef HOST_REMOVE_TREE_H
#define HOST_REMOVE_TREE_H

/*
 * Removes a folder and its contents as far as possible, including folders
 * without write permission and trees deeper than the longest path.  What others
 * create there meanwhile may remain.
 */
void remove_tree(const char *path);

#endif
