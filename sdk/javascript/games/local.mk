## sdk/javascript/games/ - the engines for JavaScript, if they can be built for
## WebAssembly or the archive has them.

NPM_GAMES = \
  %D%/README.md \
  %D%/engine.js \
  %D%/games.d.ts \
  %D%/games.js \
  %D%/package.json
dist_noinst_SCRIPTS += %D%/module.sh
EXTRA_DIST += $(NPM_GAMES) %D%/imports %D%/test.js

if HAVE_CHECKER
npmgamesdir = $(pkgdatadir)/%D%
npmgames_DATA = $(NPM_GAMES) rollcall-games.mjs rollcall-games.wasm
CLEANFILES += rollcall-games.mjs rollcall-games.wasm \
  rollcall-games.wasm.new
endif

if BUILD_CHECKER
rollcall-games.wasm: $(ENGINES_SO) tournaments/checker/build.sh
	$(AM_V_GEN)WASM_CLANG='$(WASM_CLANG)' WASM_LD='$(WASM_LD)' \
	  $(SHELL) $(srcdir)/tournaments/checker/build.sh games $(srcdir) \
	  '$(with_wasm_sources)' '$(PACKAGE_VERSION)' $@
else
rollcall-games.wasm: $(srcdir)/tournaments/checker/prebuilt/rollcall-games.wasm
	$(TAKE_PREBUILT)
endif

rollcall-games.mjs: rollcall-games.wasm %D%/games.js %D%/module.sh
	$(AM_V_GEN)$(SHELL) $(srcdir)/%D%/module.sh $(srcdir)/%D%/games.js \
	  rollcall-games.wasm $@
