#!/usr/bin/env perl
# conformance.pl - the bot that sdk/transcripts/README.md specifies.
use strict;
use warnings;

use FindBin ();
use lib "$FindBin::RealBin/lib";
use Rollcall qw(:all);

my %word = map { $_ => 1 } @ARGV;
my $decisions = 0;

sub joined { return join ',', @{ $_[0] } }

sub totals {
    my ($view) = @_;
    return ' scores ' . joined($view->{scores})
        . " total $view->{total} roll " . joined($view->{roll});
}

sub phases {
    my ($view) = @_;
    return " phase $view->{phase}" . totals($view);
}

my %describe = (
    pig => \&totals,
    bolo7 => \&phases,
    bolo5 => \&phases,
    vollelotte => \&totals,
    rolit => sub {
        my ($view) = @_;
        return " size $view->{size} balls " . joined($view->{balls})
            . ' board ' . substr $view->{board}, 0, $view->{size};
    },
    blackpot => sub {
        my ($view) = @_;
        return " asked $view->{asked} roll " . joined($view->{roll})
            . ' pawns ' . joined($view->{pawns})
            . ' points ' . joined($view->{points});
    },
);

sub anew {
    my ($move) = @_;

    return keep($move->{keep}, $move->{then}) if $move->{keep};
    return then($move->{then}) if $move->{then};
    return cell($move->{cell}) if $move->{cell};
    return cells($move->{cells}) if $move->{cells};
    return indicate($move->{indicate}) if $move->{indicate};
    return pass();
}

sub choose {
    my ($turn) = @_;
    my ($hello, $game, $legal) = ($turn->hello, $turn->game, $turn->legal);
    my $number = $decisions++;
    my $describe = $describe{ $hello->{game} };

    print "hello from choose\n" if $word{print};
    die 'thrown on purpose' if $number == 1 && $word{throw};
    return if $number == 1 && $word{nothing};
    return scalar @$legal if $number == 1 && $word{beyond};
    $turn->say("$hello->{game} $game->{number}/$game->{of}"
            . " seat $hello->{seat} of $hello->{seats}"
            . ' legal ' . ($word{'no-legal'} ? '-' : @$legal)
            . ' events ' . ($word{'no-events'} ? '-' : @{ $turn->events })
            . ' lost ' . $turn->lost . ' ms ' . $turn->ms
            . ($describe ? $describe->($turn->view) : ''));
    return 0 if $word{'no-legal'};
    my $place = $turn->random->below(scalar @$legal);
    return $place if $number % 2 == 0;
    return $describe ? anew($legal->[$place]) : $legal->[$place];
}

run(\&choose,
    name => $word{name} ? 'conform 1' : undef,
    legal => !$word{'no-legal'},
    events => !$word{'no-events'},
    verify => $word{verify});
