## sdk/c - a library to link, and its sources for bots to copy.

C_SDK = \
  %D%/rollcall.h \
  %D%/rollcall_dice.c \
  %D%/rollcall_private.h \
  %D%/rollcall_run.c \
  %D%/rollcall_turn.c
nobase_dist_pkgdata_DATA += $(C_SDK) %D%/play_local.c %D%/play_local.h \
  %D%/README.md

## Bots are built without the flags of --enable-sanitizers and the like.
lib_LIBRARIES += %D%/librollcall-bot.a
sdk_c_librollcall_bot_a_SOURCES = $(C_SDK) %D%/play_local.c \
  %D%/play_local.h
sdk_c_librollcall_bot_a_CFLAGS = $(PLAIN_CFLAGS)
include_HEADERS += %D%/rollcall.h
rollcallinclude_HEADERS += %D%/play_local.h
pkgconfig_DATA += %D%/rollcall-bot.pc

check_PROGRAMS += %D%/conformance %D%/library_test
SDK_BOTS += %D%/conformance
sdk_c_conformance_SOURCES = %D%/conformance.c $(C_SDK)
sdk_c_conformance_LDADD = $(CJSON_LIBS)
sdk_c_library_test_SOURCES = %D%/library_test.c $(C_SDK)
sdk_c_library_test_LDADD = $(CJSON_LIBS)

check_PROGRAMS += %D%/play_local_test
sdk_c_play_local_test_SOURCES = %D%/play_local_test.c %D%/play_local.c $(C_SDK)
sdk_c_play_local_test_LDADD = librollcall-games.a $(CJSON_LIBS) -lm
