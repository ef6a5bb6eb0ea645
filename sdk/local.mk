## sdk/ - installed beside bots/, as bots look for ../sdk.

nobase_dist_pkgdata_DATA += %D%/README.md
EXTRA_DIST += %D%/transcripts

## Programs that make bench starts; each compiled language adds its own.
SDK_BOTS =

include $(srcdir)/sdk/c/local.mk
include $(srcdir)/sdk/go/local.mk
include $(srcdir)/sdk/java/local.mk
include $(srcdir)/sdk/javascript/local.mk
include $(srcdir)/sdk/javascript/games/local.mk
include $(srcdir)/sdk/perl/local.mk
include $(srcdir)/sdk/python/local.mk
include $(srcdir)/sdk/rust/local.mk
include $(srcdir)/sdk/sh/local.mk

## The templates of referee new-bot and new-game, for every language that has one.
BOT_TEMPLATES := $(shell cd $(srcdir) && ls -d sdk/*/template.list \
  sdk/*/template/* sdk/*/game/*)
nobase_dist_pkgdata_DATA += $(BOT_TEMPLATES)
