## sdk/ - installed beside bots/, as bots look for ../sdk.

nobase_dist_pkgdata_DATA += %D%/javascript/rollcall.js
EXTRA_DIST += %D%/README.md %D%/transcripts

## What make bench starts; each language that is compiled adds its own.
SDK_BOTS =

## Programs of an SDK that make check runs.
SDK_TESTS =

include $(srcdir)/sdk/c/local.mk
include $(srcdir)/sdk/python/local.mk
include $(srcdir)/sdk/rust/local.mk
include $(srcdir)/sdk/sh/local.mk
