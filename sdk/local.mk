## sdk/ - installed beside bots/, as bots look for ../sdk.

nobase_dist_pkgdata_DATA += \
  %D%/c/rollcall.c %D%/c/rollcall.h \
  %D%/javascript/rollcall.js
nobase_dist_pkgdata_DATA += %D%/README.md
EXTRA_DIST += %D%/transcripts

## What make bench starts; each language that is compiled adds its own.
SDK_BOTS =

include $(srcdir)/sdk/go/local.mk
include $(srcdir)/sdk/java/local.mk
  %D%/c/rollcall.c %D%/c/rollcall.h
EXTRA_DIST += %D%/README.md %D%/transcripts

include $(srcdir)/sdk/javascript/local.mk
include $(srcdir)/sdk/perl/local.mk
include $(srcdir)/sdk/python/local.mk
include $(srcdir)/sdk/sh/local.mk
