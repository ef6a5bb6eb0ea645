package Rollcall::Dice;

# Dice.pm - checks the dice of a match, with nothing but SHA-256.

use 5.014;
use strict;
use warnings;

use Digest::SHA ();
use Exporter 'import';

our @EXPORT_OK = qw(leads_to values_of);

sub new {
    my ($class, $dice) = @_;
    my $self = bless {
        seal => $dice->{seal},
        salt => pack('H*', $dice->{salt}),
        links => $dice->{links},
    }, $class;

    $self->begin([]);
    return $self;
}

sub begin {
    my ($self, $anchors) = @_;

    $self->{last} = {};     # stream: k
    $self->{lost} = 0;
    $self->{shown} = {      # "stream chain": element and link
        map { ("$_ 0" => [0, pack('H*', $anchors->[$_])]) } 0 .. $#$anchors
    };
    return;
}

sub read_line {
    my ($self, $line) = @_;

    # Omitted events may have shown the anchor of a chain.
    $self->{lost} ||= $line->{lost};
    for my $event (@{ $line->{events} // [] }) {
        my $word = $event->{t} // '';
        if ($word eq 'chain') {
            $self->_chain($event);
        } elsif ($word eq 'draw') {
            # A roll that another seat sees comes whole with `over`.
            $self->_draw($event)
                if exists $event->{link} || !exists $event->{to};
        }
    }
    return;
}

sub end {
    my ($self, $secret) = @_;
    my $seal = Digest::SHA::sha256_hex('rollcall seal', pack 'H*', $secret);

    die "dice: the secret is not the sealed one\n" if $seal ne $self->{seal};
    return;
}

sub _chain {
    my ($self, $event) = @_;
    my ($stream, $chain) = @$event{qw(s c)};

    die "dice: a second anchor of chain $chain of stream $stream\n"
        if $self->{shown}{"$stream $chain"};
    $self->{shown}{"$stream $chain"} = [0, pack 'H*', $event->{anchor}];
    return;
}

sub _draw {
    my ($self, $event) = @_;
    my ($stream, $k, $links) = (@$event{qw(s k)}, $self->{links});
    my $link = pack 'H*', $event->{link};
    my $place = "$stream " . int(($k - 1) / $links);
    my $element = ($k - 1) % $links + 1;
    my $shown = $self->{shown}{$place};
    my $roll = "dice: roll $k of stream $stream";

    die "$roll comes after a later one\n"
        if $k <= ($self->{last}{$stream} // 0);
    die "$roll: the link does not lead to its anchor\n"
        if $shown && !leads_to($link, $element, @$shown[1, 0]);
    die "$roll: its chain has no anchor\n" if !$shown && !$self->{lost};
    die "$roll: the values are not those of the link\n"
        if "@{ $event->{v} }" ne
        join ' ', values_of($self->{salt}, $link, $event->{dice});
    $self->{shown}{$place} = [$element, $link];
    $self->{last}{$stream} = $k;
    return;
}

sub leads_to {
    my ($link, $element, $shown, $shown_element) = @_;

    return 0 if $element <= $shown_element;
    $link = Digest::SHA::sha256('rollcall link', $link)
        for 1 .. $element - $shown_element;
    return $link eq $shown;
}

sub values_of {
    my ($salt, $link, $dice) = @_;
    my ($count, $sides) = split /d/, $dice;
    my @values;

    for (my $block = 0; @values < $count; $block++) {
        my $words = Digest::SHA::sha256('rollcall draw', $salt, $link,
            pack 'N', $block);

        # Smaller words would make the low values likelier.
        push @values, map { 1 + $_ % $sides }
            grep { $_ >= 2**32 % $sides } unpack 'N*', $words;
    }
    return @values[0 .. $count - 1];
}

1;

__END__

=head1 NAME

Rollcall::Dice - checks the dice of a match

=head1 SYNOPSIS

    my $dice = Rollcall::Dice->new($hello->{dice});
    $dice->begin($game->{anchors});
    $dice->read_line($line);    # each turn and over line
    $dice->end($bye->{secret});

=head1 DESCRIPTION

Every roll comes with a link. Hashing a link gives the previous one on its chain,
and so on down to the anchor. The anchor was public before the game, so the roll
was fixed by then. The values are computed from the link and the salt.

If the dice are wrong, the methods die with a message that begins with C<dice: >.
What only the whole log can show is left to C<referee verify>: that the anchors
are the sealed ones, and that each roll was due by the rules.

=head2 leads_to($link, $element, $shown, $shown_element)

Does hashing a link, element C<$element> of a chain, lead to the link that was
shown as element C<$shown_element>?

=head2 values_of($salt, $link, $dice)

The values that a link gives to dice such as C<7d6>. Salt and links are bytes.

=cut
