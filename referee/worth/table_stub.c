/* A stand-in until tables have files. */
#include "worth/table_file.h"
struct duel *table_file_read(const char *p,struct error *e){(void)p;error_set(e,"no tables yet");return NULL;}
void table_file_bytes(const struct duel *d,struct text *o){(void)d;(void)o;}
void table_file_installed(const struct game *g,struct text *o){(void)g;text_add(o,"/none");}
