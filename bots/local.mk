## bots/ - bots to learn from.

nobase_dist_pkgdata_DATA += %D%/README.md
nobase_dist_pkgdata_SCRIPTS += \
  %D%/blackpot.py \
  %D%/bolo5.py \
  %D%/first_move.sh \
  %D%/greedy.js \
  %D%/random_move.py \
  %D%/rolit.py \
  %D%/vollelotte.py
nobase_pkglibexec_PROGRAMS += %D%/first_move %D%/threshold
bots_first_move_SOURCES = %D%/first_move.c
bots_first_move_CFLAGS = $(PLAIN_CFLAGS)
bots_first_move_LDADD =
bots_threshold_CFLAGS = $(PLAIN_CFLAGS)
bots_threshold_LDADD = sdk/c/librollcall-bot.a $(CJSON_LIBS)
