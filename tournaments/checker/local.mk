## The checker for WebAssembly, where its toolchain and sources are.

dist_noinst_SCRIPTS += %D%/build.sh
EXTRA_DIST += \
  %D%/README.md \
  %D%/checker_logs.c \
  %D%/imports \
  %D%/main.c \
  %D%/standins.c \
  %D%/wasi.js

if BUILD_CHECKER
noinst_DATA += checker.wasm
CLEANFILES += checker.wasm
endif
## It is built of nearly all that is in the two libraries.
checker.wasm: libtournament.a libreferee.a \
  tournaments/tournament$(EXEEXT) referee/referee$(EXEEXT) \
  %D%/build.sh %D%/main.c %D%/checker_logs.c %D%/standins.c
	$(AM_V_GEN)WASM_CLANG='$(WASM_CLANG)' WASM_LD='$(WASM_LD)' \
	  $(SHELL) $(srcdir)/%D%/build.sh $(srcdir) '$(with_wasm_sources)' \
	  '$(PACKAGE_VERSION)' $@
