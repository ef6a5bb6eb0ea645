"""__main__.py - a second implementation, to check the programs against.

    python3 tests/independent verify LOG..      exit 0 verified, 1 not, 2 unread
    python3 tests/independent tournament DIR..  the same for whole folders
    python3 tests/independent unpack PACK       the log that was packed
    python3 tests/independent moves             JSON lines in, JSON lines out:
            {"game":..,"seats":..,"rules":{..},"lines":[..]} gives
            {"decisions":[{"before_line","seat","view","legal"}..],
             "events":[..],"due":{..}} or "error"
    python3 tests/independent play GAME SEATS SEED [RULE=VALUE..] [--boards N]
            [--links N] [--faults RATE] [--resumes RATE]    a log of random play
"""

import json
import sys

sys.dont_write_bytecode = True

import moves        # noqa: E402
import play         # noqa: E402
import tournament   # noqa: E402
import unpack       # noqa: E402
import verify       # noqa: E402


def run_verify(paths, look):
    good = True
    for path in paths:
        try:
            verified, text = look(path)
        except OSError as error:
            print("%s: %s" % (path, error.strerror), file=sys.stderr)
            return 2
        print(text)
        good = good and verified
    return 0 if good and paths else 1


def run_unpack(path):
    with open(path, "rb") as file:
        sys.stdout.buffer.write(unpack.unpack(file.read()))
    return 0


def run_moves():
    for line in sys.stdin:
        print(json.dumps(moves.follow(json.loads(line)),
                         separators=(",", ":")), flush=True)
    return 0


def run_play(words):
    name, seats, seed = words[0], int(words[1]), int(words[2])
    rules, options = {}, {}
    rest = iter(words[3:])
    for word in rest:
        if word.startswith("--"):
            options[word[2:]] = json.loads(next(rest))
            continue
        rule, value = word.split("=")
        try:
            rules[rule] = json.loads(value)
        except ValueError:
            rules[rule] = value
    writer = play.Writer(name, seats, rules, seed=seed, **options)
    sys.stdout.buffer.write(writer.log())
    return 0


def main(words):
    if words[:1] == ["verify"] and len(words) > 1:
        return run_verify(words[1:], verify.verify)
    if words[:1] == ["tournament"] and len(words) > 1:
        return run_verify(words[1:], tournament.verify_folder)
    if words[:1] == ["unpack"] and len(words) == 2:
        return run_unpack(words[1])
    if words == ["moves"]:
        return run_moves()
    if words[:1] == ["play"] and len(words) > 3:
        return run_play(words[1:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
