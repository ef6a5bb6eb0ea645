## sdk/sh - one file that a bot sources.

nobase_dist_pkgdata_DATA += %D%/rollcall.sh
EXTRA_DIST += %D%/conformance.sh
