$| = 1;
while (<STDIN>) {
    print qq({"type":"ready"}\n) if /"type":"hello"/;
    print qq({"move":0}\n) if /"type":"turn"/;
    print qq({"move":1}\n) if /"type":"again"/;
}
