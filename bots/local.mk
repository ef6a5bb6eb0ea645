## bots/ - example bots.

nobase_dist_pkgdata_DATA += %D%/README.md
nobase_dist_pkgdata_SCRIPTS += \
  %D%/blackpot.py \
  %D%/bolo5.py \
  %D%/first_move.sh \
  %D%/greedy.js \
  %D%/montecarlo.js \
  %D%/montecarlo.py \
  %D%/random_move.py \
  %D%/rolit.py \
  %D%/vollelotte.py
nobase_pkglibexec_PROGRAMS += %D%/bolito %D%/first_move %D%/montecarlo \
  %D%/threshold
bots_first_move_SOURCES = %D%/first_move.c
bots_first_move_CFLAGS = $(PLAIN_CFLAGS)
bots_first_move_LDADD =
bots_threshold_CFLAGS = $(PLAIN_CFLAGS)
bots_threshold_LDADD = sdk/c/librollcall-bot.a $(CJSON_LIBS)
## It contains the engines: with --enable-sanitizers they are sanitized here, too.
bots_montecarlo_SOURCES = %D%/montecarlo.c
bots_montecarlo_LDADD = sdk/c/librollcall-bot.a librollcall-games.a \
  $(CJSON_LIBS) -lm

## Bolito links the referee's own library, to solve games.
bots_bolito_SOURCES = %D%/bolito.c %D%/bolito_solve.c %D%/bolito_solve.h
bots_bolito_LDADD = sdk/c/librollcall-bot.a libreferee.a $(CJSON_LIBS) -lm

## Tables of solved games.  They take a while: `make tables` makes them, and they
## are installed only if they exist.
TABLES = tables/bolo7.table tables/bolo5.table
tables: $(TABLES)
$(TABLES): | bots/bolito$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	bots/bolito --solve $(basename $(notdir $@)) $@ >/dev/null
install-data-local:
	for table in $(TABLES); do \
	  test ! -f $$table || { $(MKDIR_P) $(DESTDIR)$(pkgdatadir)/tables && \
	  $(INSTALL_DATA) $$table $(DESTDIR)$(pkgdatadir)/tables; } || exit 1; \
	done
uninstall-local:
	rm -rf $(DESTDIR)$(pkgdatadir)/tables
CLEAN_FOLDERS += tables
.PHONY: tables
