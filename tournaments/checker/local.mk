## The checker for WebAssembly, built if its tools are there, or prebuilt.

dist_noinst_SCRIPTS += %D%/build.sh %D%/page/page.sh %D%/sources.sh
VERIFY_PAGE = \
  %D%/page/verify.css \
  %D%/page/verify.html.in \
  %D%/page/verify.js \
  %D%/page/verify_games.js \
  %D%/page/verify_page.js
EXTRA_DIST += \
  %D%/README.md \
  %D%/checker_logs.c \
  %D%/cmd_page.c \
  %D%/imports \
  %D%/main.c \
  $(VERIFY_PAGE) \
  %D%/standins.c \
  %D%/wasi.js

if HAVE_CHECKER
noinst_DATA += checker.wasm
verifydir = $(pkgdatadir)
nodist_verify_DATA = verify.html
CLEANFILES += checker.wasm checker.wasm.new verify.html verify.html.new
endif

if BUILD_CHECKER
## It is built from nearly everything in the two programs.
checker.wasm: tournaments/tournament$(EXEEXT) referee/referee$(EXEEXT) \
  %D%/build.sh %D%/main.c %D%/checker_logs.c \
  %D%/cmd_page.c %D%/standins.c
	$(AM_V_GEN)WASM_CLANG='$(WASM_CLANG)' WASM_LD='$(WASM_LD)' \
	  $(SHELL) $(srcdir)/%D%/build.sh checker $(srcdir) \
	  '$(with_wasm_sources)' '$(PACKAGE_VERSION)' $@
else
checker.wasm: $(srcdir)/%D%/prebuilt/checker.wasm
	$(TAKE_PREBUILT)
endif

TAKE_PREBUILT = \
	$(AM_V_GEN)cp $(srcdir)/%D%/prebuilt/$@ $@.new && \
	test "`sha256sum <$@.new`" = \
	  "`cat $(srcdir)/%D%/prebuilt/$@.sha256`" || \
	{ echo "prebuilt/$@ is not the file of its SHA-256" >&2; exit 1; } && \
	mv $@.new $@

VERIFY_SCRIPT = site/unseen.js %D%/page/elements.js %D%/page/unpack.js \
  %D%/page/checker.js tournaments/site/page/frame.js \
  tournaments/site/page/names.js tournaments/site/page/charts.js $(SITE_GAMES) %D%/page/verify_page.js \
  %D%/page/verify_games.js %D%/page/verify.js
site/verify.js: $(VERIFY_SCRIPT)
	$(AM_V_GEN)$(SITE_JOIN)
verify.html: checker.wasm site/verify.js site/worker.js site/style.css \
  %D%/page/page.sh %D%/page/verify.css %D%/page/verify.html.in
	$(AM_V_GEN)$(SHELL) $(srcdir)/%D%/page/page.sh $(srcdir) \
	  '$(PACKAGE_VERSION)' $@
