## sdk/go - a module to copy, or to name in a replace line.

GO_SDK = \
  %D%/decode.go \
  %D%/dice.go \
  %D%/go.mod \
  %D%/move.go \
  %D%/output_linux.go \
  %D%/output_other.go \
  %D%/random.go \
  %D%/run.go \
  %D%/turn.go \
  %D%/views.go
nobase_dist_pkgdata_DATA += %D%/README.md $(GO_SDK)
EXTRA_DIST += %D%/internal/conformance/main.go %D%/rollcall_test.go

## Whatever the user's settings, nothing is fetched and nothing is written
## outside the build folder.
GO_IN_BUILD = env GOCACHE='$(abs_builddir)/sdk/go/cache' \
  GOPATH='$(abs_builddir)/sdk/go/path' GOENV=off GOFLAGS= GOPROXY=off \
  GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=0 go

if HAVE_GO
check_DATA += %D%/conformance
SDK_BOTS += %D%/conformance
endif
CLEANFILES += %D%/conformance
%D%/conformance: $(GO_SDK) %D%/internal/conformance/main.go
	$(AM_V_GEN)$(MKDIR_P) %D%
	$(AM_V_at)cd $(srcdir)/%D% && $(GO_IN_BUILD) build -trimpath \
	  -buildvcs=false -o '$(abs_builddir)/$@' ./internal/conformance
CLEAN_FOLDERS += %D%/cache %D%/path
