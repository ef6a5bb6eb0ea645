#!/usr/bin/perl
# slow.pl - plays slowly, so that a tournament that is only watched leaves the
# processors to others; fast once NAME.hurry exists beside it.
$| = 1;
while (<STDIN>) {
    print qq({"type":"ready","events":false}\n) if /"type":"hello"/;
    next unless /"type":"turn"/;
    select undef, undef, undef, 0.005 unless -e "$0.hurry";
    print qq({"move":0}\n);
}
