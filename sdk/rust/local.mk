## sdk/rust - a crate.  make check builds it, with the crates that Debian packages.

RUST_SDK = \
  %D%/Cargo.toml \
  %D%/README.md \
  %D%/debian.toml \
  %D%/src/conversation.rs \
  %D%/src/dice.rs \
  %D%/src/lib.rs \
  %D%/src/moves.rs \
  %D%/src/random.rs \
  %D%/src/sha256.rs \
  %D%/src/standard.rs \
  %D%/src/turn.rs \
  %D%/src/views.rs
RUST_TESTS = %D%/conformance.rs %D%/tests/bots.rs
nobase_dist_pkgdata_DATA += $(RUST_SDK) $(RUST_TESTS)

CLEANFILES += %D%/conformance
CLEAN_FOLDERS += %D%/cargo %D%/optimised

## Cargo writes beside the sources, so it builds a copy, in a folder that is also
## its home.  Without optimisation and debug information it takes half the time.
CARGO_HERE = cd %D%/cargo/%D% && env \
  CARGO_HOME='$(abs_builddir)/%D%/cargo/home' \
  CARGO_TARGET_DIR='$(abs_builddir)/%D%/cargo/target' \
  CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 \
  '$(CARGO)' --config debian.toml
CARGO_WORDS = --offline --quiet
%D%/cargo/copied: $(RUST_SDK) $(RUST_TESTS)
	$(AM_V_GEN)rm -rf %D%/cargo/sdk && $(MKDIR_P) %D%/cargo && \
	  (cd $(srcdir) && tar cf - $(RUST_SDK) $(RUST_TESTS)) | \
	  (cd %D%/cargo && tar xf -) && touch $@
%D%/conformance: %D%/cargo/copied
	$(AM_V_GEN)($(CARGO_HERE) build $(CARGO_WORDS) --example conformance) && \
	  cp %D%/cargo/target/debug/examples/conformance $@
## For make bench.
%D%/optimised/conformance: %D%/cargo/copied
	$(AM_V_GEN)($(CARGO_HERE) build $(CARGO_WORDS) --release \
	  --example conformance) && $(MKDIR_P) %D%/optimised && \
	  cp %D%/cargo/target/release/examples/conformance $@
## The tests of the crate, and the examples of its README.
cargo-test: %D%/cargo/copied
	($(CARGO_HERE) test $(CARGO_WORDS))
.PHONY: cargo-test
if HAVE_RUST
check_DATA += %D%/conformance
SDK_BOTS += %D%/optimised/conformance
endif
