## sdk/perl/ - bots find lib/ in ../sdk/perl; Makefile.PL installs it into a perl.

nobase_dist_pkgdata_DATA += \
  %D%/MANIFEST \
  %D%/Makefile.PL \
  %D%/README.md \
  %D%/lib/Rollcall.pm \
  %D%/lib/Rollcall.pod \
  %D%/lib/Rollcall/Dice.pm \
  %D%/t/dice.t \
  %D%/t/run.t \
  %D%/t/turns.t
EXTRA_DIST += %D%/conformance.pl
