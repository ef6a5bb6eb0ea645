#!/usr/bin/perl
# burns.pl - computes for 0.4 s in its second game: in time, if it has a processor.
$| = 1;
while (<STDIN>) {
    print qq({"type":"ready"}\n) if /"type":"hello"/;
    $games++ if /"type":"game"/;
    next unless /"type":"turn"/;
    if ($games == 2 && !$burnt++) { 1 while (times)[0] + (times)[1] < 0.4 }
    print qq({"move":1}\n);
}
