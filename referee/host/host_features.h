/*
 * host_features.h - which features for hosting bots this machine has.
 */
#ifndef HOST_HOST_FEATURES_H
#define HOST_HOST_FEATURES_H

#include "base/text.h"
#include "host/hosting.h"

/*
 * Can this machine host bots as `hosting` says?  Returns 0, or -1 with one
 * sentence that names what is missing, the error and the remedy: the referee
 * never falls back silently to weaker protection.
 */
int host_features_check(const struct hosting *hosting, struct error *err);

/*
 * If the control group may not have as many processes as all bots together,
 * lowers the limit `tasks` to an equal share, so that no bot can take those of
 * its rival, and says so on standard error.  A share that is too small is left
 * to host_features_check.
 */
void host_features_share_tasks(struct hosting *hosting);

/* For `referee doctor`: appends a line for each feature and one with the levels
   that this machine can do.  Returns whether `wanted` is one of them. */
bool host_features_report(struct text *out, enum level wanted);

/* How many processes and threads the user of this process has now. */
long host_features_tasks_now(void);

#endif
