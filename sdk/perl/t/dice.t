# dice.t - tests Rollcall::Dice on a chain of three links.
use strict;
use warnings;

use Digest::SHA qw(sha256 sha256_hex);
use Test::More;

use Rollcall::Dice qw(leads_to values_of);

my $SALT = '11' x 32;
my @link = ('22' x 32);    # the last element of the chain first
unshift @link, unpack 'H*', sha256('rollcall link', pack 'H*', $link[0])
    for 1 .. 2;

sub roll {
    my ($k, %other) = @_;
    my @values = values_of(pack('H*', $SALT), pack('H*', $link[$k]), '3d6');
    return {
        t => 'draw', s => 0, k => $k, dice => '3d6', v => \@values,
        link => $link[$k], %other,
    };
}

# The error that these events cause, or an empty string.
sub wrong {
    my @events = @_;
    my $dice = Rollcall::Dice->new({
        seal => sha256_hex('rollcall seal', pack 'H*', '33' x 32),
        salt => $SALT, links => 2,
    });

    return eval {
        $dice->begin([$link[0]]);
        $dice->read_line({ events => \@events });
        $dice->end('33' x 32);
        1;
    } ? '' : $@;
}

is wrong(), '', 'no dice';
is wrong(roll(1), { t => 'move' }, roll(2)), '', 'two rolls';
is wrong(roll(2)), '', 'a link is left out';
like wrong(roll(2), roll(1)), qr/^dice: roll 1 of stream 0 comes after/, 'order';
like wrong(roll(1, v => [1, 2, 7])), qr/^dice: .*values/, 'values';
like wrong(roll(1, link => $link[2])), qr/^dice: .*anchor/, 'a link';
like wrong(roll(1, s => 1)), qr/^dice: .*no anchor/, 'a stream';
like wrong({ t => 'chain', s => 0, c => 0, anchor => $link[0] }),
    qr/^dice: a second anchor/, 'an anchor twice';
ok !eval { Rollcall::Dice->new({ seal => '00', salt => '' })->end('00'); 1 },
    'another secret';
ok !leads_to('a', 1, 'a', 1), 'no link leads to itself';

done_testing;
