# run.t - tests run() on handles, and bots in separate processes.
use strict;
use warnings;
use utf8;

use File::Spec;
use File::Temp;
use JSON::PP ();
use Test::More;

use Rollcall qw(run);

my $JSON = JSON::PP->new->utf8->canonical;
my $HELLO = { type => 'hello', game => 'pig', names => ['ann', 'bób'], seat => 1 };
my $GAME = { type => 'game', number => 1, of => 1, seed => 7 };
my $TURN = {
    type => 'turn', ms => 9, view => { roll => [5, 1] }, events => [],
    legal => [{ take => 3 }, { take => 4 }],
};
my $AGAIN = { type => 'again', why => 'no' };
my $BYE = { type => 'bye', secret => '' };

sub text { return join '', map { ref $_ ? $JSON->encode($_) . "\n" : $_ } @_ }

# The answers of a `choose` function to these lines.
sub answers {
    my ($choose, $options, @lines) = @_;

    open my $input, '<', \text(@lines) or die $!;
    open my $output, '>', \my $said or die $!;
    run($choose, %$options, input => $input, output => $output);
    return [map { $JSON->decode($_) } split /\n/, $said];
}

# Runs a script; returns its exit status, standard output and standard error.
sub bot {
    my ($script, @lines) = @_;
    my $folder = File::Temp->newdir;
    my %path = map { $_ => File::Spec->catfile($folder, $_) } qw(bot in err);
    my %text = (bot => "use Rollcall qw(:all);\n$script", in => text(@lines));

    for my $name (keys %text) {
        open my $file, '>:raw', $path{$name} or die $!;
        print {$file} $text{$name};
    }
    my $library = $INC{'Rollcall.pm'} =~ s/Rollcall\.pm\z//r;
    my $out = `$^X -I$library $path{bot} < $path{in} 2> $path{err}`;
    my $code = $? >> 8;
    open my $file, '<:raw', $path{err} or die $!;
    return ($code, $out, join '', <$file>);
}

my @seen;
is_deeply answers(sub { push @seen, $_[0]; $_[0]->say('só'); 1 }, { name => 'b 1' },
    $HELLO, $GAME, $TURN, $BYE, $TURN),
    [{ type => 'ready', name => 'b 1', legal => JSON::PP::true,
        events => JSON::PP::true }, { move => 1, say => 'só' }],
    'a match to bye, and no further';
is_deeply [scalar @seen, $seen[0]->hello->{names}[1], $seen[0]->ms],
    [1, 'bób', 9], 'what the function was told';
is_deeply answers(sub { '0' }, {}, "\r\n", text($HELLO) =~ s/\n/\r\n/r, " \n",
    substr text($TURN), 0, -1)->[1], { move => 0 },
    'CR LF, blank lines, no last line feed';
{
    local $/ = undef;
    local $, = '-';
    local $\ = 'x';
    is @{ answers(sub { 0 }, {}, $HELLO, $TURN, $TURN) }, 3,
        'with variables of perl that were changed';
}

# A number that was printed, and so also has a string value, stays a number.
my $printed = sub {
    my $move = $_[0]->legal->[1];
    my $text = "$move->{take}";
    return $move;
};
is_deeply answers($printed, {}, $TURN), [{ move => { take => 4 } }], 'a move';
open my $output, '>', \my $said or die $!;
open my $input, '<', \text($TURN) or die $!;
run($printed, input => $input, output => $output);
is $said, "{\"move\":{\"take\":4}}\n", 'its number';

SKIP: {
    skip 'perl does not tell the two apart before 5.36', 1 if $] < 5.036;
    my $compared = sub { my $move = $_[0]->legal->[0]; $move if $move->{id} == 7 };
    my $text = '{"type":"turn","legal":[{"id":"7"}]}';
    open $output, '>', \$said or die $!;
    open $input, '<', \$text or die $!;
    run($compared, input => $input, output => $output);
    is $said, "{\"move\":{\"id\":\"7\"}}\n", 'a text that was compared';
}

for my $case ([5, '5'], ['', ''], ["a\0b\x{dc00}", "a\x{fffd}b\x{fffd}"],
    ["\xe9x" x 99999, "\xe9x" x 166 . "\xe9"], ['é' x 251, 'é' x 250],
    ["\x{1f600}" x 126, "\x{1f600}" x 125]) {
    my ($say, $sent) = @$case;
    is answers(sub { $_[0]->say($say); 0 }, {}, $TURN)->[0]{say}, $sent,
        'a text for spectators';
}

for my $case ([0, 1], [1, 0], [{ take => 3 }, 1]) {
    my ($choice, $next) = @$case;
    is answers(sub { $choice }, {}, $TURN, $AGAIN)->[1]{move}, $next,
        "after a refused move: $next";
}
is_deeply [map { $_->{move} } @{ answers(sub { { take => 9 } },
        { legal => 0 }, $TURN, $AGAIN, $AGAIN) }[1, 2]], [0, 1],
    'without legal moves';

for my $case ([undef, 'undef'], [2, 2], [-1, -1], [0.5, 0.5], ['bank', 'bank'],
    ['', ''], [[0], 'a reference to ARRAY'], [\1, 'a reference to SCALAR'],
    [JSON::PP::true, 'a reference to SCALAR']) {
    my ($choice, $word) = @$case;
    ok !eval { answers(sub { $choice }, {}, $TURN); 1 }, "no move: $word";
    is $@, "choose returned $word; expected a place in legal, 0 to 1, or a move\n",
        'it is told';
}

for my $case ([{ verify => 1, events => 0 }, qr/events/],
    [{ check_dice => 1 }, qr/no option "check_dice"/]) {
    my ($options, $message) = @$case;
    ok !eval { answers(sub { 0 }, $options); 1 }, 'an option';
    like $@, $message, 'it is told';
}
like +(bot('run(0);'))[2], qr/expects a function/, 'no function';
is +(bot('run(0);'))[0], 1, 'exit status 1';

is_deeply [bot(<<'END', $TURN, $BYE)],
print "early\n";
run(sub { print "one\n"; system 'echo two'; print STDOUT "three\n"; 0 });
END
    [0, "{\"move\":0}\n", "early\none\ntwo\nthree\n"],
    'what is printed goes to standard error';

my $long = { %$TURN, view => 'é' x 3000 };
my ($code, $out, $err) = bot(<<'END', $long, $TURN);
use strict;
sub unlucky { eval { die 'caught' }; die $_[0]->view =~ /x/ ? 1 : 'bad luck' }
run(sub { unlucky(@_) });
END
my ($trace, $line) = split /the line: /, $err, 2;
is_deeply [$code, $out], [1, ''], 'an error ends the bot';
like $trace, qr/\Abad luck at \S+ line 3,.*\n\tmain::unlucky\(.* line 4\n/, 'its trace';
utf8::decode($line);
my $sent = text($long);
utf8::decode($sent);
is $line, substr($sent, 0, 2000) . "\n", 'its line';

is_deeply [bot('run(sub { 0 });', '["', "\n", $TURN)],
    [1, '', "the line from the referee is not JSON: [\"\n"], 'half a line';

done_testing;
