## sdk/ - installed beside bots/, as bots look for ../sdk.

nobase_dist_pkgdata_DATA += \
  %D%/c/rollcall.c %D%/c/rollcall.h
EXTRA_DIST += %D%/README.md %D%/transcripts

include $(srcdir)/sdk/javascript/local.mk
include $(srcdir)/sdk/perl/local.mk
include $(srcdir)/sdk/python/local.mk
include $(srcdir)/sdk/sh/local.mk
