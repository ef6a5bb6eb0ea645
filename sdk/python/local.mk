## sdk/python - the package; bots find it in ../sdk/python.

nobase_dist_pkgdata_DATA += \
  %D%/README.md \
  %D%/pyproject.toml \
  %D%/rollcall/__init__.py \
  %D%/rollcall/dice.py \
  %D%/rollcall/games.py \
  %D%/rollcall/local.py \
  %D%/rollcall/own_game.py \
  %D%/rollcall/py.typed \
  %D%/rollcall/views.py
EXTRA_DIST += %D%/test_games.py %D%/test_own_game.py %D%/test_rollcall.py
EXTRA_DIST += %D%/conformance.py
