## sdk/javascript/ - rollcall.js alone is enough for a bot; npm installs the folder.

nobase_dist_pkgdata_DATA += \
  %D%/README.md \
  %D%/local.d.ts \
  %D%/local.js \
  %D%/package.json \
  %D%/rollcall.d.ts \
  %D%/rollcall.js
EXTRA_DIST += %D%/conformance.js %D%/test.js
