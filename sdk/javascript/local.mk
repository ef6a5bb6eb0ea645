## sdk/javascript/ - a bot only needs rollcall.js; npm installs the folder.

nobase_dist_pkgdata_DATA += \
  %D%/README.md \
  %D%/local.d.ts \
  %D%/local.js \
  %D%/own_game.d.ts \
  %D%/own_game.js \
  %D%/package.json \
  %D%/rollcall.d.ts \
  %D%/rollcall.js
EXTRA_DIST += %D%/conformance.js %D%/test.js %D%/test_own_game.js
