package Rollcall;

# Rollcall.pm - talks to the referee, so that a bot is a single function.
# The documentation is in Rollcall.pod.

use 5.014;
use strict;
use warnings;

use Carp ();
use Exporter 'import';
use IO::Handle ();
use Scalar::Util ();

our $VERSION = '0.2.0';
our @EXPORT_OK = qw(run turn_from turn_of keep then cell cells pass indicate);
our %EXPORT_TAGS = (all => \@EXPORT_OK);

my $LINE_SHOWN = 2000;    # characters of a line in a message
my $VALUE_SHOWN = 200;
my $SAY_SIZE = 500;       # bytes; the referee records no more

# JSON::XS is optional, but many times as fast.
my $JSON = (eval { require JSON::XS; 'JSON::XS' }
    || do { require JSON::PP; 'JSON::PP' })->new->utf8->canonical;

# ### moves

sub keep {
    my ($dice, $then) = @_;
    return { keep => [map { 0 + $_ } @$dice], then => $then };
}

sub then { return { then => $_[0] } }
sub cell { return { cell => $_[0] } }
sub cells { return { cells => [@{ $_[0] }] } }
sub pass { return { pass => \1 } }
sub indicate { return { indicate => [map { 0 + $_ } @{ $_[0] }] } }

# A copy of the data for JSON: a number stays a number even if it was used as a
# string, and an object becomes its contents.
sub _plain {
    my ($value) = @_;
    my $type = Scalar::Util::reftype($value) // '';

    return { map { $_ => _plain($value->{$_}) } keys %$value }
        if $type eq 'HASH';
    return [map { _plain($_) } @$value] if $type eq 'ARRAY';
    return $value if $type || !defined $value;
    require B;
    my $flags = B::svref_2object(\$value)->FLAGS;
    my $is_number = $flags & B::SVp_IOK();
    # Older perls do not record which of both it was first.
    $is_number = 0 if $] >= 5.036 && $flags & B::SVf_POK();
    return $is_number && $value =~ /\A-?[0-9]+\z/ ? 0 + $value : "$value";
}

# The move to send for a result of choose; dies if it is not a move.  Without
# $legal, which the bot may have switched off, any place is allowed.
sub _move {
    my ($result, $legal) = @_;
    my $shown = !defined $result ? 'undef'
        : ref $result ? 'a reference to ' . Scalar::Util::reftype($result)
        : substr $result, 0, $VALUE_SHOWN;

    return _plain($result)
        if (Scalar::Util::reftype($result) // '') eq 'HASH';
    return 0 + $result
        if $shown =~ /\A(?:0|[1-9][0-9]{0,14})\z/
        && (!$legal || $result < @$legal);
    my $places = $legal ? ' in legal, 0 to ' . $#$legal : ', from 0';
    die "choose returned $shown; expected a place$places, or a move\n";
}

# ### turns

# The values of turn_from for keys that hello and game do not have.
my %HELLO = (
    game => '', rules => {}, seats => 0, names => [], seat => 0,
    limits => { start_ms => 0, move_ms => 1000, game_ms => 0 },
    dice => { seal => '', salt => '', links => 0, stride => 0 },
);
my %GAME = (number => 1, of => 1, seed => 0, anchors => []);

sub _decoded {
    my ($line) = @_;

    return $line if ref $line;
    my $text = $line;
    utf8::encode($text) if utf8::is_utf8($text);
    my $value = eval { local $SIG{__DIE__}; $JSON->decode($text) };
    return $value if ref $value eq 'HASH';
    $text =~ s/[\r\n]+\z//;
    die 'the line from the referee is not JSON: ',
        substr($text, 0, $VALUE_SHOWN), "\n";
}

sub turn_from {
    my ($line, $hello, $game) = @_;
    my %hello = (%HELLO, %{ _decoded($hello // {}) });
    my %game = (%GAME, %{ _decoded($game // {}) });

    return Rollcall::Turn->new(_decoded($line), \%hello, \%game,
        Rollcall::Random->new($game{seed}));
}

sub turn_of {
    my ($game, $view, $legal, %options) = @_;
    my $seats = @{ $view->{turns} // [0, 0] };

    return turn_from(
        { ms => 1000, view => $view, legal => $legal // [] },
        {
            game => $game, rules => $options{rules} // {}, seats => $seats,
            names => [map { "seat$_" } 0 .. $seats - 1],
            seat => $view->{seat} // 0,
        },
        { seed => $options{seed} // 0 });
}

# ### the match

my %IS_OPTION =
    map { $_ => 1 } qw(name legal events verify input output);

sub run {
    my ($choose, %options) = @_;

    $! = 1;    # the exit status of a program that these end
    Carp::croak('run expects a function first')
        if (Scalar::Util::reftype($choose) // '') ne 'CODE';
    for my $key (sort keys %options) {
        Carp::croak("run has no option \"$key\"") if !$IS_OPTION{$key};
    }
    my $legal = $options{legal} // 1;
    my $events = $options{events} // 1;
    Carp::croak('verify needs the events: leave them on')
        if $options{verify} && !$events;

    my $match = bless {
        choose => $choose,
        legal => $legal,
        ready => {
            type => 'ready', legal => $legal ? \1 : \0,
            events => $events ? \1 : \0,
            defined $options{name} ? (name => "$options{name}") : (),
        },
        verify => $options{verify},
        hello => \%HELLO, game => \%GAME,
        random => Rollcall::Random->new(0),
        tried => [],
        output => $options{output} // _standard_output(),
    }, 'Rollcall::Match';
    binmode STDIN if !$options{input};
    return if eval { $match->play($options{input} // \*STDIN); 1 };
    die $@ if $options{input};
    Rollcall::Match::_tell($match->told($@));
    exit 1;
}

# Keeps standard output for the SDK.  What the bot prints from now on, what is
# still in the buffer, and what the programs that it starts print, all goes to
# standard error.
sub _standard_output {
    require POSIX;
    my $fd = POSIX::dup(1) // die "cannot keep standard output: $!\n";

    POSIX::dup2(2, 1) // die "cannot divert standard output: $!\n";
    STDOUT->flush;
    STDOUT->autoflush(1);
    open my $real, '>&=', $fd or die "cannot keep standard output: $!\n";
    binmode $real;
    return $real;
}

sub _is_text {
    my ($handle) = @_;
    return grep { $_ eq 'utf8' } PerlIO::get_layers($handle);
}

package Rollcall::Match;

sub play {
    my ($self, $input) = @_;

    while (!$self->{ended}) {
        my $text = do { local $/ = "\n"; readline $input };

        last if !defined $text;
        utf8::encode($text) if utf8::is_utf8($text);
        next if $text !~ /\S/;
        my $line = Rollcall::_decoded($text);
        my $hear = $self->can('hear_' . ($line->{type} // ''));
        $hear->($self, $line, $text) if $hear;
    }
    return;
}

sub hear_hello {
    my ($self, $line) = @_;

    $self->{hello} = $line;
    if ($self->{verify}) {
        require Rollcall::Dice;
        $self->{dice} = Rollcall::Dice->new($line->{dice});
    }
    return $self->say_line($self->{ready});
}

sub hear_game {
    my ($self, $line) = @_;

    $self->{game} = $line;
    $self->{random} = Rollcall::Random->new($line->{seed});
    $self->{dice}->begin($line->{anchors}) if $self->{dice};
    return;
}

sub hear_turn {
    my ($self, $line, $text) = @_;

    $self->{dice}->read_line($line) if $self->{dice};
    my $turn = Rollcall::Turn->new($line, @$self{qw(hello game random)});
    $self->{turn} = $turn;
    $self->{tried} = [];
    $self->{line} = $text;
    my $move;
    {
        local $SIG{__DIE__} = sub {
            @$self{qw(error frames)} = ($_[0], Carp::longmess(''));
        };
        my $result = $self->{choose}->($turn);
        delete $self->{error};
        $move = Rollcall::_move($result, $self->{legal} && $turn->legal);
    }
    $self->answer($move, $turn->say);
    delete $self->{line};
    return;
}

sub hear_again {
    my ($self, $line) = @_;
    my $why = $line->{why} // '';

    utf8::encode($why) if utf8::is_utf8($why);
    _tell("refused: $why\n");
    return $self->answer($self->another);
}

sub hear_over {
    my ($self, $line) = @_;

    $self->{dice}->read_line($line) if $self->{dice};
    return;
}

sub hear_bye {
    my ($self, $line) = @_;

    $self->{ended} = 1;
    $self->{dice}->end($line->{secret}) if $self->{dice};
    return;
}

sub answer {
    my ($self, $move, $say) = @_;

    push @{ $self->{tried} }, $move;
    return $self->say_line({
        move => ref $move ? $move : 0 + $move,
        defined $say ? (say => _harmless("$say")) : (),
    });
}

# Prints bytes to standard error, whatever settings of print the bot has changed.
sub _tell {
    my ($text) = @_;

    utf8::decode($text) if Rollcall::_is_text(\*STDERR);
    local ($\, $,);
    print STDERR $text;
    return;
}

# A text that is equal for equal moves.
sub _key {
    my ($move) = @_;
    return ref $move ? $JSON->encode(Rollcall::_plain($move)) : $move // '';
}

# Makes a text safe to send: if it is too long or has characters that are not
# allowed, the answer would be a fault.
sub _harmless {
    my ($say) = @_;

    $say =~ s/[^\x{1}-\x{d7ff}\x{e000}-\x{10ffff}]/\x{fffd}/g;
    utf8::encode($say);
    $say = substr $say, 0, $SAY_SIZE;
    chop $say while !utf8::decode($say);    # a character that was cut
    return $say;
}

# The first place that was not tried yet, as a place or as a move.
sub another {
    my ($self) = @_;
    my $legal = $self->{turn} ? $self->{turn}->legal : [];
    my %tried = map { _key($_) => 1 } @{ $self->{tried} };

    for my $place (0 .. ($self->{legal} ? $#$legal : keys %tried)) {
        return $place
            if !$tried{"$place"} && !$tried{ _key($legal->[$place]) };
    }
    return 0;
}

sub say_line {
    my ($self, $object) = @_;
    my $text = $JSON->encode($object) . "\n";

    utf8::decode($text) if Rollcall::_is_text($self->{output});
    local ($\, $,);    # the bot may have changed what print adds
    (print { $self->{output} } $text) && $self->{output}->flush
        or die "cannot write to the referee: $!\n";
    return;
}

# The report on standard error about an error that ended the match.
sub told {
    my ($self, $error) = @_;
    my $text = $error =~ /\n\z/ ? "$error" : "$error\n";

    # Without the location, which the error has already, and the SDK's own frames.
    $text .= $self->{frames} =~ s/\A.*\n//r =~ s/^\tRollcall::Match::.*//msr
        if defined $self->{error} && $self->{error} eq $error;
    utf8::encode($text) if utf8::is_utf8($text);
    if (defined $self->{line}) {
        my $line = $self->{line};

        utf8::decode($line);
        $line = substr $line =~ s/[\r\n]+\z//r, 0, $LINE_SHOWN;
        utf8::encode($line);
        $text .= "the line: $line\n";
    }
    return $text;
}

package Rollcall::Turn;

sub new {
    my ($class, $line, $hello, $game, $random) = @_;

    return bless {
        view => $line->{view},
        legal => $line->{legal} // [],
        events => $line->{events} // [],
        lost => $line->{lost} // 0,
        ms => $line->{ms} // 0,
        hello => $hello,
        game => $game,
        random => $random,
    }, $class;
}

sub view { return $_[0]{view} }
sub legal { return $_[0]{legal} }
sub events { return $_[0]{events} }
sub lost { return $_[0]{lost} }
sub ms { return $_[0]{ms} }
sub hello { return $_[0]{hello} }
sub game { return $_[0]{game} }
sub random { return $_[0]{random} }

sub say {
    my ($self, @text) = @_;

    $self->{say} = $text[0] if @text;
    return $self->{say};
}

package Rollcall::Random;

no warnings 'portable';    # the constants have 64 bits

BEGIN {
    die "Rollcall needs a perl with integers of 64 bits\n"
        if ~0 != 0xffffffffffffffff;
}

sub new {
    my ($class, $seed) = @_;
    return bless \(my $state = 0 + $seed), $class;
}

sub next {
    my ($self) = @_;
    my $z;

    { use integer; $z = $$self += 0x9e3779b97f4a7c15; }
    $z ^= $z >> 30;
    { use integer; $z *= 0xbf58476d1ce4e5b9; }
    $z ^= $z >> 27;
    { use integer; $z *= 0x94d049bb133111eb; }
    return $z ^ $z >> 31;
}

sub below {
    my ($self, $n) = @_;

    Carp::croak('below needs 1 to 2^31, found ', $n // 'undef')
        if ($n // '') !~ /\A[0-9]+\z/ || $n < 1 || $n > 2**31;

    # Numbers from the limit on would make the low results likelier.
    my $limit = 2**53 - 2**53 % $n;
    my $x;
    do { $x = $self->next >> 11 } while $x >= $limit;
    return $x % $n;
}

sub unit {
    my ($self) = @_;
    return ($self->next >> 11) / 2**53;
}

sub pick {
    my ($self, $list) = @_;
    return $list->[$self->below(scalar @$list)];
}

sub shuffle {
    my ($self, $list) = @_;

    for my $i (reverse 1 .. $#$list) {
        my $j = $self->below($i + 1);

        @$list[$i, $j] = @$list[$j, $i];
    }
    return $list;
}

1;
