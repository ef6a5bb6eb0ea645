/*
 * remove_tree.h - removes folders that bots have filled.
 */
#ifndef HOST_REMOVE_TREE_H
#define HOST_REMOVE_TREE_H

/*
 * Removes a folder with what is in it, as far as that can be: also what is
 * locked, and deeper than any path may be.  What others put there meanwhile
 * may stay.
 */
void remove_tree(const char *path);

#endif
