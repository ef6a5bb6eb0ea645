#!/usr/bin/env perl
# bot.pl - plays @GAME@: makes a random legal move.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Rollcall qw(run);

# $turn->view is the position, $turn->legal the list of legal moves.
sub choose {
    my ($turn) = @_;
    return $turn->random->below(scalar @{ $turn->legal });
}

run(\&choose) unless caller;
1;
