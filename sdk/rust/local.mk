## sdk/rust - a crate.  make check builds it, with what Debian packages.

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

## Cargo writes beside the sources: into a copy, in a folder that is its home as
## well.  Not optimised and without debug information it takes half the time.
CARGO_HERE = cd sdk/rust/cargo/sdk/rust && env \
  CARGO_HOME='$(abs_builddir)/sdk/rust/cargo/home' \
  CARGO_TARGET_DIR='$(abs_builddir)/sdk/rust/cargo/target' \
  CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 \
  '$(CARGO)' --config debian.toml
CARGO_WORDS = --offline --quiet
sdk/rust/cargo/copied: $(RUST_SDK) $(RUST_TESTS)
	$(AM_V_GEN)rm -rf sdk/rust/cargo/sdk && $(MKDIR_P) sdk/rust/cargo && \
	  (cd $(srcdir) && tar cf - $(RUST_SDK) $(RUST_TESTS)) | \
	  (cd sdk/rust/cargo && tar xf -) && touch $@
sdk/rust/conformance: sdk/rust/cargo/copied
	$(AM_V_GEN)($(CARGO_HERE) build $(CARGO_WORDS) --example conformance) && \
	  cp sdk/rust/cargo/target/debug/examples/conformance $@
## For make bench.
sdk/rust/optimised/conformance: sdk/rust/cargo/copied
	$(AM_V_GEN)($(CARGO_HERE) build $(CARGO_WORDS) --release \
	  --example conformance) && $(MKDIR_P) sdk/rust/optimised && \
	  cp sdk/rust/cargo/target/release/examples/conformance $@
## The tests of the crate, and the examples of its README.
cargo-test: sdk/rust/cargo/copied
	($(CARGO_HERE) test $(CARGO_WORDS))
.PHONY: cargo-test
if HAVE_RUST
check_SCRIPTS += sdk/rust/conformance
endif
