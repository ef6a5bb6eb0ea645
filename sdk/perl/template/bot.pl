#!/usr/bin/env perl
# bot.pl - plays @GAME@: any legal move, at random.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Rollcall qw(run);

# view is the position, legal lists the legal moves.
sub choose {
    my ($turn) = @_;
    return $turn->random->below(scalar @{ $turn->legal });
}

run(\&choose) unless caller;
1;
