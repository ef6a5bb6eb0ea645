/*
 * host_features.h - what this machine can do for hosting bots, and what it
 * refuses.
 */
#ifndef HOST_HOST_FEATURES_H
#define HOST_HOST_FEATURES_H

#include "base/text.h"
#include "host/hosting.h"

/*
 * Can this machine host bots like that?  Returns 0, or -1 with one sentence
 * that names what is refused, the error and the remedy: never weaker in
 * silence.
 */
int host_features_check(const struct hosting *hosting, struct error *err);

/* A line for each feature and the levels that are reached: `referee doctor`.
   Is `wanted` one of them? */
bool host_features_report(struct text *out, enum level wanted);

#endif
