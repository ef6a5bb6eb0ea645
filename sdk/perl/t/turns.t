# turns.t - tests random numbers, moves, turn_from and turn_of.
use strict;
use warnings;

use Test::More;

use Rollcall qw(turn_from turn_of keep then cell cells indicate);

my $VIEW = {
    seat => 1, scores => [3, 20], turns => [2, 2], total => 5, roll => [5],
};
my $LEGAL = [{ then => 'roll' }, { then => 'bank' }];

sub seeded { return Rollcall::Random->new($_[0]) }

my $random = seeded(7);
is_deeply [map { sprintf '%016x', $random->next } 1 .. 3],
    [qw(63cbe1e459320dd7 044c3cd7f43c661c e6984080bab12a02)], 'seed 7';
is sprintf('%016x', seeded(2**53 - 1)->next), '24b94facefb6559f',
    'the largest seed';
$random = seeded(7);
is_deeply [map { $random->below(6) } 1 .. 8], [1, 4, 1, 3, 2, 1, 2, 5], 'below';
is seeded(2866022)->below(2147483171), 137434804,
    'the first number is beyond the limit, and another is taken';
is seeded(7)->unit, 0.3898297483912715, 'unit';
is seeded(7)->pick([3, 4]), 4, 'pick';
is_deeply seeded(7)->shuffle([0 .. 4]), [3, 2, 1, 0, 4], 'shuffle';
for my $wrong (undef, 0, -1, 1.5, 2**31 + 1, 'x') {
    ok !eval { $random->below($wrong); 1 }, 'below ' . ($wrong // 'undef');
    like $@, qr/below needs 1 to 2\^31, found .* at \Q$0/, 'it is told';
}

is_deeply keep([1, '5'], 'roll'), { keep => [1, 5], then => 'roll' }, 'keep';
is_deeply [then('bank'), cell('d6'), cells(['d2', 'g1']), indicate([3])],
    [{ then => 'bank' }, { cell => 'd6' }, { cells => ['d2', 'g1'] },
    { indicate => [3] }], 'other moves';

my $turn = turn_of('pig', $VIEW, $LEGAL, rules => { target => 50 }, seed => 7);
is_deeply [$turn->view, $turn->legal, $turn->events, $turn->lost],
    [$VIEW, $LEGAL, [], 0], 'a turn of a view';
is_deeply [@{ $turn->hello }{qw(game seat seats rules)}],
    ['pig', 1, 2, { target => 50 }], 'its hello';
is $turn->random->below(6), 1, 'its seed';
is $turn->say, undef, 'nothing is said';
$turn->say('hm');
is $turn->say, 'hm', 'something is said';

$turn = turn_from(
    '{"type":"turn","ms":9,"lost":2,"view":{"word":"h\u00e9"},"events":[{}]}',
    '{"game":"pig","names":["ann","bob"]}', { number => 2, seed => 7 });
is_deeply [$turn->ms, $turn->lost, $turn->view, $turn->legal, $turn->events],
    [9, 2, { word => "h\x{e9}" }, [], [{}]], 'a turn of a line';
is_deeply [$turn->hello->{names}, @{ $turn->game }{qw(number of)}],
    [['ann', 'bob'], 2, 1], 'the lines before it';
is $turn->random->below(6), 1, 'their seed';
for my $word ("\x{263a}", "\xe2\x98\xba") {
    is turn_from("{\"view\":\"$word\"}")->view, "\x{263a}",
        'a text of characters, or of bytes';
}
ok !eval { turn_from('{"view":'); 1 }, 'half a line';
is $@, "the line from the referee is not JSON: {\"view\":\n", 'it is told';

done_testing;
