## The page of a tournament: C code that writes it, and the parts of the page.

libtournament_a_SOURCES += \
  %D%/site.c %D%/site.h \
  %D%/site_data.c %D%/site_data.h \
  %D%/site_files.c %D%/site_files.h \
  %D%/site_live.c %D%/site_live.h \
  %D%/site_series.c %D%/site_series.h \
  %D%/site_series_data.c %D%/site_series_data.h

EXTRA_DIST += \
  %D%/README.md

## The games of a log, also in verify.html.
SITE_GAMES = %D%/page/boards.js \
  %D%/page/chances.js \
  %D%/page/told.js \
  %D%/page/replay.js \
  %D%/page/luck.js \
  %D%/page/match.js
## In the order in which they are joined.  more.js is loaded with the first view
## but the table.
SITE_APP = tournaments/checker/page/elements.js \
  %D%/page/frame.js \
  %D%/page/load.js \
  %D%/page/names.js \
  %D%/page/tables.js \
  %D%/page/charts.js \
  %D%/page/formats.js \
  %D%/page/live.js \
  %D%/page/start.js
SITE_MORE = tournaments/checker/page/unpack.js \
  tournaments/checker/page/checker.js \
  $(SITE_GAMES) \
  %D%/page/matches.js \
  %D%/page/match_check.js \
  %D%/page/save.js \
  %D%/page/entrant.js \
  %D%/page/sample.js \
  %D%/page/computed.js \
  %D%/page/proof.js
## The additional file for the page of a series.
SITE_SERIES = %D%/page/series.js
SITE_WORKER = tournaments/checker/wasi.js \
  tournaments/checker/page/unpack.js tournaments/checker/page/worker.js
SITE_STYLE = %D%/page/style.css %D%/page/luck.css
EXTRA_DIST += $(SITE_APP) $(SITE_MORE) $(SITE_SERIES) $(SITE_WORKER) $(SITE_STYLE)

sitedir = $(pkgdatadir)/site
nodist_site_DATA = site/app.js site/more.js site/series.js \
  site/style.css site/worker.js
## Comments are left out of scripts, but for those to tsc: the first view should
## be small.
SITE_JOIN = $(MKDIR_P) site && cat $^ >$@.new && mv $@.new $@
SITE_SCRIPT = $(MKDIR_P) site && sed "/^ *\/\/ [^@]/d" $^ >$@.new && mv $@.new $@
site/app.js: site/unseen.js $(SITE_APP)
	$(AM_V_GEN)$(SITE_SCRIPT)
site/unseen.js: referee/base/printable.c
	$(AM_V_GEN)$(MKDIR_P) site && { printf '%s\n' '"use strict";' 'const UNSEEN = "" +'; \
	  sed -n '/ unseen\[\]/,/^}/s/.*{ 0x\(.*\), 0x\(.*\) },.*/  "\\\\u{\1}-\\\\u{\2}" +/p' $<; \
	  echo '  "";'; } >$@.new && mv $@.new $@
site/more.js: $(SITE_MORE)
	$(AM_V_GEN)$(SITE_SCRIPT)
site/series.js: $(SITE_SERIES)
	$(AM_V_GEN)$(SITE_SCRIPT)
site/worker.js: $(SITE_WORKER)
	$(AM_V_GEN)$(SITE_JOIN)
site/style.css: $(SITE_STYLE)
	$(AM_V_GEN)$(SITE_JOIN)
if HAVE_CHECKER
nodist_site_DATA += site/checker.wasm
site/checker.wasm: checker.wasm
	$(AM_V_GEN)$(SITE_JOIN)
endif
CLEAN_FOLDERS += site
