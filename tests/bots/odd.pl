#!/usr/bin/perl
# odd.pl CHANGE [START] - takes the first legal move.  The Perl in START is run
# first, that in CHANGE with each line, in $_: it may change the $answer.
use strict;
use warnings;
our ($kind, $legal, $answer);
our ($games, $turns) = (0, 0);
my ($change, $start) = @ARGV;
$| = 1;
defined eval(($start // "") . "; 1") or die $@;
my $act = eval "sub { $change }" or die $@;
while (<STDIN>) {
    ($kind) = /"type":"(\w+)"/;
    ($legal) = /"legal":\[(.*?\})\]/;
    $games += $kind eq "game";
    $turns += $kind eq "turn";
    $answer = $kind eq "hello" ? '{"type":"ready"}' :
        $kind =~ /turn|again/ ? '{"move":0}' : "";
    $act->();
    print "$answer\n" if $answer;
}
