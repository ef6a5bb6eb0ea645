## sdk/python - the package, found by bots in ../sdk/python.

nobase_dist_pkgdata_DATA += \
  %D%/rollcall/__init__.py \
  %D%/rollcall/dice.py \
  %D%/rollcall/py.typed \
  %D%/rollcall/views.py
EXTRA_DIST += %D%/conformance.py
