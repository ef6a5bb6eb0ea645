# bot.t - prove bot.t
use strict;
use warnings;
use Test::More tests => 1;
require './bot.pl';

my $turn = Rollcall::turn_from(
    '@TURN@',
    '@HELLO@');
ok((grep { choose($turn) eq $_ } 0 .. '@MOVES@' - 1) > 0, 'a legal move');
