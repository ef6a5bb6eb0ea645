"""mallory.py - behaves well towards `check`, whose opponent is called bot; in a contest
it tries to read files, to connect and to kill.  mallory.py N: exits with N instead."""
import json, os, signal, socket, sys
moody = False


def misbehave():
    if sys.argv[1:]:
        sys.exit(int(sys.argv[1]))
    for path in (sys.argv[0].replace("mallory", "ann"), "/etc/passwd",
                 sys.argv[0].partition("contest.bots")[0] + "contest/secret"):
        try:
            print("READ", path, open(path).read(), file=sys.stderr)
        except OSError as error:
            print("not read:", type(error).__name__, file=sys.stderr)
    try:
        socket.create_connection(("127.0.0.1", 22), 1)
        print("CONNECTED", file=sys.stderr)
    except OSError:
        print("no network", file=sys.stderr)
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(-1, signal.SIGKILL)
    raise ValueError("<b>no</b> \x1b[31midea")


for line in sys.stdin:
    line = json.loads(line)
    moody = moody or line["type"] == "hello" and "bot" not in line["names"]
    if moody and line["type"] == "turn":
        misbehave()
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] in ("turn", "again"):
        print(json.dumps({"move": int(line["type"] == "again")}), flush=True)
