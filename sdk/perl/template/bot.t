# bot.t - prove bot.t
use strict;
use warnings;
use Test::More tests => 1;
require './bot.pl';

my $legal = [{ then => 'roll' }, { then => 'bank' }];
like choose(Rollcall::turn_of('@GAME@', {}, $legal)), qr/^[01]$/,
    'a legal move';
