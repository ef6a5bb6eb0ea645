"""tournament.py - checks the whole folder of a finished tournament.

Written from the documents alone.  Not checked: the errors that end a
tournament with `until_error`, and the tests of `sprt` other than the logistic
one.
"""

import base64
import glob
import hashlib
import json
import math
import os
import re

import brackets
import dice
import ed25519
import forms
import lines
import schedules
import stages
import verify

POINT = 5040
HASH = forms.HASH


def name(value):
    """A name that can sign and has no invisible characters."""
    return type(value) is str and re.fullmatch(
        "[^\\s+\\x00-\\x1f\\x7f-\\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
        "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
        "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U00013455"
        "\U00016fe4\U0001bca0-\U0001bca3\U0001d159"
        "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+", value)


MANIFEST = {
    **{key: forms.FORMS["match"][key] for key in (
        "v", "game", "rules", "limits", "entrants", "boards", "rotations",
        "processes", "sandbox", "links", "stride", "seal")},
    "id": forms.pattern("[a-z0-9][a-z0-9.-]{0,63}"), "format": forms.obj,
    "entrants": forms.list_of(forms.entrant(name), 1, 5000),
    "operator": forms.record({"name": name, "key": HASH}),
    "referees": forms.list_of(HASH),
    "authors": forms.list_of(forms.record({
        "name": name, "commit": forms.or_null(HASH),
        "key": forms.or_null(HASH)}), 0, 5000),
    "beacon": forms.or_null(forms.record({
        "source": forms.text, "round": forms.integer(0)})),
    "luck": forms.or_null(HASH),
}
U32 = forms.integer(1, forms.U32)
PLACE = forms.integer(0, 99999)
FAULT = forms.record({"game": U32, "entrant": PLACE,
                      "fault": forms.one_of(*forms.FAULTS)})
BOOK = {
    "open": {"v": lambda x: type(x) is int and x == 1, "manifest": HASH,
             "reveals": forms.list_of(forms.or_null(HASH), 0),
             "beacon": forms.or_null(HASH), "salt": HASH},
    "start": {"match": forms.integer(1, 10000000),
              "entrants": forms.list_of(PLACE, 2), "attempt": U32},
    "end": {"match": U32, "log": HASH,
            "ranks": forms.list_of(forms.list_of(U32), 1, 1 << 30),
            "faults": forms.list_of(FAULT, 0, 1 << 30)},
    "void": {"match": U32, "why": forms.text,
             "log": forms.or_null(HASH)},
    "enter": {"round": U32, "entrant": forms.entrant(name),
              "sig": forms.hexadecimal(64)},
    "withdraw": {"round": U32, "entrant": PLACE,
                 "sig": forms.hexadecimal(64)},
    "close": {"secret": HASH},
}


class Wrong(Exception):
    """"file:line: what" or "file: what"."""


def need(good, *words):
    if not good:
        raise Wrong(": ".join(str(word) for word in words))


def read(folder, name):
    try:
        with open(f"{folder}/{name}", "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise Wrong(f"{name}: is not there") from None


def log_name(folder, number):
    """The file of a match's log; those of shards are in folders of a
    thousand."""
    name = f"match-{number:06}.jsonl"
    return f"matches/{number // 1000:04}/{name}" \
        if os.path.exists(f"{folder}/matches") else name


# --- manifest and notes

def no_twice(pairs):
    keys = [key for key, _ in pairs]
    need(len(keys) == len(set(keys)), "manifest.json", "a key stands twice")
    return dict(pairs)


def no_number(text):
    raise Wrong(f"manifest.json: {text} is no integer")


def read_manifest(raw):
    """The object, if these bytes are a good manifest."""
    try:
        manifest = json.loads(raw.decode("utf-8"), parse_float=no_number,
                              parse_constant=no_number,
                              object_pairs_hook=no_twice)
    except ValueError as error:
        raise Wrong(f"manifest.json: {error}") from None
    need(type(manifest) is dict and set(manifest) == set(MANIFEST),
         "manifest.json", "has other keys")
    for key, good in MANIFEST.items():
        need(good(manifest[key]), "manifest.json", key)
    for who in ([entrant["name"] for entrant in manifest["entrants"]],
                [author["name"] for author in manifest["authors"]] +
                [manifest["operator"]["name"]],
                [author["commit"] for author in manifest["authors"]
                 if author["commit"]],
                [author["key"] for author in manifest["authors"]
                 if author["key"]] + list({manifest["operator"]["key"],
                                           *manifest["referees"]})):
        need(len(who) == len(set(who)), "manifest.json", "one stands twice")
    need(forms.own_levels(manifest), "manifest.json",
         "an entrant with the level of all")
    need(manifest["processes"] != "entrant" or manifest["rotations"] == 1,
         "manifest.json", "the same dice twice")
    return manifest


def key_id(name, key):
    return hashlib.sha256(name.encode() + b"\n\x01" + key).digest()[:4]


def signature_line(text, name, seed):
    """For tests: the line that a signer adds to a note."""
    blob = key_id(name, ed25519.public_key(seed)) + \
        ed25519.sign(seed, text.encode())
    return f"— {name} {base64.b64encode(blob).decode()}\n"


def check_note(raw, name, text, known):
    """Which of `known` (name, key) signed; the first one must have."""
    try:
        note = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"{name}: no UTF-8") from None
    start = text + "\n"
    need(note.startswith(start), name, "is about another text")
    rest = note[len(start):]
    need(rest.endswith("\n"), name, "no LF at the end")
    signed = set()
    for line in rest[:-1].split("\n"):
        found = re.fullmatch(r"— (\S+) ([A-Za-z0-9+/]+=*)", line)
        need(found, name, f"no signature: {line!r}")
        try:
            blob = base64.b64decode(found[2], validate=True)
        except ValueError:
            raise Wrong(f"{name}: no base64: {line!r}") from None
        need(base64.b64encode(blob).decode() == found[2] and len(blob) > 4,
             name, f"no base64: {line!r}")
        for who, key in known:
            if who == found[1] and key_id(who, key) == blob[:4]:
                need(ed25519.verify(key, text.encode(), blob[4:]), name,
                     f"a bad signature of {who}")
                signed.add(who)
    need(known[0][0] in signed, name, f"{known[0][0]} has not signed")
    return signed


# --- the book

def read_book(folder):
    """The lines of the book, in a valid order, and its facts about each
    match."""
    raw_lines = read(folder, "book.jsonl").split(b"\n")
    torn = raw_lines.pop()
    book, matches, digest = [], {}, hashlib.sha256()
    for number, raw in enumerate(raw_lines, 1):
        at = f"book.jsonl:{number}"
        try:
            line = lines.read(raw)
        except lines.Bad as bad:
            raise Wrong(f"{at}: {bad}") from None
        kind = line.get("t")
        need(type(kind) is str and kind in BOOK, at, "no known `t`")
        need(set(line) == {"t", *BOOK[kind]}, at, "other keys")
        for key, good in BOOK[kind].items():
            need(good(line[key]), at, f"another {key}")
        need((kind == "open") == (number == 1), at, "the place of `open`")
        need(not book or book[-1]["t"] != "close", at, "behind `close`")
        if "match" in line:
            take_line(matches, line, at, number)
        if "sig" in line:
            tail = f',"sig":"{line["sig"]}"}}'.encode()
            need(raw.endswith(tail), at, "sig is not last")
            signed = digest.copy()
            signed.update(raw[:-len(tail)])
            line.update(signed=signed.hexdigest(), begun=len(matches))
        digest.update(raw + b"\n")
        if kind == "close":
            need(all(match["line"] != "start" for match in matches.values()),
                 at, "a match has not ended")
        book.append(line)
    need(not torn, f"book.jsonl:{len(book) + 1}", "a torn line")
    need(book and book[-1]["t"] == "close", "book.jsonl", "is not closed")
    return book, matches


def take_line(matches, line, at, number):
    kind, which = line["t"], line["match"]
    match = matches.get(which)
    if kind == "start":
        need(match or which == len(matches) + 1, at, "numbers in order")
        match = matches.setdefault(which, {
            "line": "void", "voids": [], "entrants": line["entrants"],
            "started": number})
        need(match["line"] == "void", at, "started already")
        need(match["entrants"] == line["entrants"], at, "other entrants")
        need(line["attempt"] == len(match["voids"]) + 1, at, "the attempt")
    else:
        need(match and match["line"] == "start", at, "is not being played")
        if kind == "void":
            match["voids"].append(line["log"])
        else:
            seats = len(match["entrants"])
            need(all(len(row) == seats and max(row) <= seats
                     for row in line["ranks"]), at, "ranks")
            need(all(fault["game"] <= len(line["ranks"]) and
                     fault["entrant"] < seats for fault in line["faults"]),
                 at, "faults")
            match.update(line=None, at=at, **{
                key: line[key] for key in ("log", "ranks", "faults")})
    match["line"] = kind


def take_changes(manifest, book):
    """The changes, each with `who` by number; those who enter become entrants
    of the manifest."""
    changes, entrants = [], manifest["entrants"]
    founders = len(entrants)
    key = bytes.fromhex(manifest["operator"]["key"])
    for number, line in enumerate(book, 1):
        if "sig" not in line:
            continue
        at, who = f"book.jsonl:{number}", line["entrant"]
        text = f"rollcall entry\n{manifest['id']}\n{line['signed']}\n"
        need(ed25519.verify(key, text.encode(), bytes.fromhex(line["sig"])),
             at, "a bad signature")
        need(manifest["format"]["type"] in ("round_robin", "gauntlet",
                                            "swiss"), at, "the format")
        need(not changes or line["round"] >= changes[-1]["round"], at, "round")
        if line["t"] == "enter":
            same = [i for i, one in enumerate(entrants)
                    if one["name"] == who["name"]]
            need(not same or entrants[same[0]] == who, at, "another bot")
            entrants += [] if same else [who]
            who = same[0] if same else len(entrants) - 1
        need(who < len(entrants) and (line["t"] == "withdraw") == (
            who in field(founders, changes, line["round"])), at, "who plays")
        changes.append({**line, "who": who, "at": at})
        check_field(manifest, field(founders, changes, line["round"]), at)
    need(forms.own_levels(manifest), "book.jsonl", "the level of all")
    return changes


def field(founders, changes, number):
    """Who plays in a round."""
    plays = set(range(founders))
    for change in changes:
        if change["round"] <= number:
            (plays.add if change["t"] == "enter" else plays.discard)(
                change["who"])
    return sorted(plays)


def check_field(manifest, who, at):
    options = manifest["format"]
    need(len(who) >= options["seats"], at, "too few are left")
    if options["type"] == "gauntlet":
        first = sum(one < options["challengers"] for one in who)
        need(first and len(who) - first >= options["seats"] - 1, at,
             "too few are left")


def check_salt(manifest, digest, opened):
    at = "book.jsonl:1"
    need(opened["manifest"] == digest.hex(), at, "another manifest")
    commits = [author["commit"] for author in manifest["authors"]
               if author["commit"] is not None]
    need(len(opened["reveals"]) == len(commits), at, "reveals")
    reveals = [bytes.fromhex(reveal or "") for reveal in opened["reveals"]]
    for commit, reveal in zip(commits, reveals):
        need(not reveal or dice.commit(reveal).hex() == commit, at,
             "a reveal that does not open its commitment")
    need((manifest["beacon"] is None) == (opened["beacon"] is None), at,
         "beacon")
    salt = dice.salt(digest, reveals, bytes.fromhex(opened["beacon"] or ""))
    need(salt.hex() == opened["salt"], at, "salt")


# --- who is due

def game_points(ranks):
    """Game points of a game of two."""
    a, b = ranks
    return [POINT // 2] * 2 if a == b else [POINT, 0] if a < b else [0, POINT]


def logistic_stops(score_sums, games, options):
    """Does the test of two end after these blocks of `games` games each?  The
    sum of a block counts half points."""
    count = len(score_sums)
    if count >= int(options["boards_max"]):
        return True
    if count < 8:
        return False
    values = [k / (2 * games) for k in range(2 * games + 1)]
    share = [score_sums.count(k) or 0.001 for k in range(2 * games + 1)]
    total = sum(share)
    share = [s / total for s in share]
    llr = 0
    for sign, key in ((-1, "elo0"), (1, "elo1")):
        mean = 1 / (1 + 10 ** (-float(options[key]) / 400))
        low, high = -1 / (1 - mean), 1 / mean
        for _ in range(200):
            x = (low + high) / 2
            fall = sum(p * (a - mean) / (1 + x * (a - mean))
                       for p, a in zip(share, values))
            low, high = (x, high) if fall > 0 else (low, x)
        llr += sign * total * sum(
            p * math.log(p / (1 + x * (a - mean)))
            for p, a in zip(share, values))
    alpha, beta = float(options["alpha"]), float(options["beta"])
    return llr >= math.log((1 - beta) / alpha) or \
        llr <= math.log(beta / (1 - alpha))


class Schedule:
    """Yields (number, entrants, boards) as far as the results determine
    them."""

    def __init__(self, manifest, matches, founders, changes):
        self.manifest, self.matches = manifest, matches
        self.changes = changes
        self.format = manifest["format"]
        self.entrants = founders
        self.over = False               # ended before all matches of the format
        self.rounds = {}                # of matches that are due
        self.past = None                # of a format whose rounds follow
        self.ends = None                # matches before the cycles; None: any

    def given(self):
        for number, _, _, who in schedules.matches(
                [self.format["pairs"]], self.format["matches"], False,
                self.manifest["rotations"], False):
            yield number, who, self.manifest["boards"]

    def cycles(self, make):
        number, at, self.ends = 0, 0, set()
        for cycle in range(self.format["matches"]):
            who = field(self.entrants, self.changes, at + 1)
            self.ends.add(number)
            for pairings in make(who):
                at += 1
                for row in pairings:
                    number += 1
                    self.rounds[number] = at
                    yield number, schedules.seating(
                        [who[one] for one in row], cycle, False,
                        self.manifest["rotations"]), self.manifest["boards"]

    def gauntlet(self, who):
        options = self.format
        first = sum(one < options["challengers"] for one in who)
        rest = self.entrants - options["challengers"]
        return schedules.gauntlet(len(who), options["seats"], first, options[
            "each"] // rest * (len(who) - first))

    def played(self, number, where):
        """The match as part of a format's past."""
        found = self.matches[number]
        points = [sum(column) for column in
                  zip(*map(game_points, found["ranks"]))]
        return brackets.Match(*where, found["entrants"], 0, points)

    def waves(self, wave):
        past, number = [], 0
        self.past = past
        while True:
            due = wave(past)
            if not due:
                return
            began = number
            for at, _, who, boards in due:
                if len(who) > 1:
                    number += 1
                    self.rounds[number] = at
                    yield number, who, boards
            for at, slot, who, _ in due:
                if len(who) == 1:
                    past.append(brackets.Match(at, slot, who, 0, [POINT]))
                else:
                    began += 1
                    past.append(self.played(began, (at, slot)))

    def swiss(self, past):
        number = past[-1].round + 1 if past else 1
        if number > self.format["rounds"]:
            return []
        return [(*one, self.manifest["boards"]) for one in
                brackets.swiss_round(
                    self.entrants, self.format, False,
                    self.manifest["rotations"], past,
                    field(self.entrants, self.changes, number),
                    self.late(number))]

    def late(self, number):
        """Who plays for the first time in a round, of those who entered."""
        first = {}
        for change in self.changes:
            first.setdefault(change["who"], change["round"])
        return [who for who, at in first.items()
                if who >= self.entrants and at == number]

    def bracket(self):
        drawing = brackets.knockout_drawing(
            self.entrants, self.format["seats"], self.format["third_place"]) \
            if self.format["type"] == "knockout" else \
            brackets.double_drawing(self.entrants, self.format["reset"])
        return lambda past: brackets.bracket_wave(
            drawing, self.format, self.manifest["boards"],
            self.manifest["rotations"], past)

    def sprt(self):
        sums, games = [], self.manifest["rotations"]
        for number in range(1, self.format["boards_max"] //
                            self.manifest["boards"] + 1):
            who = schedules.seating([0, 1], number - 1, False, games)
            yield number, who, self.manifest["boards"]
            if self.over:
                continue
            rows = self.matches[number]["ranks"]
            for i in range(0, len(rows), games):
                sums.append(sum(game_points(row)[who.index(0)]
                                for row in rows[i:i + games]) // (POINT // 2))
                self.over |= self.format["model"] != "logistic" or \
                    logistic_stops(sums, games, self.format)

    def due(self):
        kind, options = self.format["type"], self.format
        if kind == "round_robin":
            return self.cycles(lambda who: schedules.round_robin(
                len(who), options["seats"], options["groups"],
                options["each"]))
        if kind == "gauntlet":
            return self.cycles(self.gauntlet)
        if kind == "league":
            return self.given()
        if kind == "swiss":
            return self.waves(self.swiss)
        if kind == "sprt":
            return self.sprt()
        if kind == "stages":
            return self.waves(lambda past: stages.wave(
                options, self.entrants, self.manifest["rotations"], False,
                past))
        return self.waves(self.bracket())


def check_schedule(manifest, matches, founders, changes, closed_at):
    schedule = Schedule(manifest, matches, founders, changes)
    number = 0
    for number, who, boards in schedule.due():
        found = matches.get(number)
        early = schedule.over or manifest["format"]["until_error"] > 0
        if found is None and early:
            need(schedule.ends is None or number - 1 in schedule.ends,
                 closed_at, f"match {number} is due in this cycle")
            break
        need(found, closed_at, f"match {number} is due")
        need(found["entrants"] == list(who),
             f"book.jsonl:{found['started']}", f"match {number} is due "
             f"between {who}")
        if found["line"] != "end" and early:
            continue
        need(found["line"] == "end", closed_at, f"match {number} is due")
        need(len(found["ranks"]) == boards * manifest["rotations"],
             found["at"], f"{boards} boards were due")
        found["boards"] = boards
    for change in changes:
        need(all(number > change["begun"]
                 for number, at in schedule.rounds.items()
                 if at >= change["round"]), change["at"], "too late")
    for later in sorted(matches):
        need(later <= number, f"book.jsonl:{matches[later]['started']}",
             f"match {later} is not due")
    return schedule


# --- logs

FACTS = {}          # of logs already checked, by their SHA-256


def facts_of(path, raw):
    """(error or "", header, secret, ranks, faults) of a log."""
    digest = hashlib.sha256(raw).digest()
    if digest not in FACTS:
        good, why = verify.verify(path)
        if not good:
            name = os.path.basename(path)
            return why.replace(path, name, 1), None, None, None, None
        FACTS[digest] = ("", *results_of(raw))
    return FACTS[digest]


def results_of(raw):
    log = [json.loads(line) for line in raw.splitlines()]
    ranks, faults, seats, here = [], [], [], []
    for line in log:
        if line["t"] == "game":
            seats, here = line["seats"], []
        if line["t"] == "fault":
            here.append({"game": len(ranks) + 1, "fault": line["fault"],
                         "entrant": seats[line["seat"]]})
        if line["t"] == "over":
            row = [0] * len(seats)
            for seat, entrant in enumerate(seats):
                row[entrant] = line["ranks"][seat]
            ranks.append(row)
            faults += here
    return log[0], log[-2]["secret"], ranks, faults


def check_log(folder, manifest, digest, opened, secret, number, match):
    name = log_name(folder, number)
    raw = read(folder, name)
    why, header, told, ranks, faults = facts_of(f"{folder}/{name}", raw)
    need(not why, why)
    body = raw[:raw.rindex(b"\n", 0, -1) + 1]
    need(hashlib.sha256(body).hexdigest() == match["log"], match["at"],
         f"another log than {name}")
    mine = dice.match_secret(secret, number)
    need(told == mine.hex(), name, "not the secret that follows from S")
    due = {"t": "match", "v": 1, "tournament": manifest["id"],
           "manifest": digest.hex(), "match": number,
           "entrants": [manifest["entrants"][who]
                        for who in match["entrants"]],
           "boards": match.get("boards", manifest["boards"]),
           "seal": dice.seal(mine).hex(), "salt": opened["salt"],
           "referee": header["referee"],
           **{key: manifest[key] for key in (
               "game", "rules", "rotations", "processes", "limits",
               "sandbox", "links", "stride")}}
    for key, value in due.items():
        need(header[key] == value, f"{name}:1", key)
    need(header["referee"]["key"] in manifest["referees"], f"{name}:1",
         "the key of another referee")
    need(ranks == match["ranks"], match["at"], "other ranks")
    need(faults == match["faults"], match["at"], "other faults")


def check_whose(folder, digest, matches):
    """Checks that the logs belong to this manifest, whose format is
    followed."""
    for number, match in matches.items():
        if match["line"] != "end":
            continue
        log = log_name(folder, number)
        try:
            header = json.loads(read(folder, log).split(b"\n")[0])
            good = header["manifest"] == digest.hex()
        except (ValueError, KeyError, TypeError):
            good = False
        need(good, f"{log}:1", "not of this manifest")


def plainly(raw):
    """In small letters, without white space and escapes of letters."""
    raw = re.sub(rb"(?i)\\u00([3-7][0-9a-f])", lambda found: bytes(
        [int(found[1], 16)]) if int(found[1], 16) != 0x5c else found[0], raw)
    return re.sub(rb"[\0- ]", b"", raw).lower()


def check_voids(folder, secret, number, match):
    for attempt, digest in enumerate(match["voids"], 1):
        if digest is None:
            continue
        name = f"match-{number:06}.void{attempt}.jsonl"
        raw = read(folder, name)
        need(hashlib.sha256(raw).hexdigest() == digest, name,
             "another file than the book names")
        plain = plainly(raw)
        need(dice.match_secret(secret, number).hex().encode() not in plain and
             b'"t":"pack"' not in plain and
             not 0 < len(match.get("ranks", "")) <= plain.count(b'"t":"over"'),
             name, "a finished match cannot be void")


def check_names(folder, matches):
    named = {"book.jsonl", "suspects.jsonl"}
    for number, match in matches.items():
        if match["line"] == "end":
            named.add(log_name(folder, number))
        named |= {f"match-{number:06}.void{attempt}.jsonl"
                  for attempt, digest in enumerate(match["voids"], 1)
                  if digest is not None}
    found = [os.path.relpath(f"{place}/{name}", folder)
             for place in [folder, *glob.glob(f"{folder}/matches/"),
                           *glob.glob(f"{folder}/matches/*/")]
             for name in os.listdir(place)]
    for name in found:
        need(name in named or not name.endswith(".jsonl") or
             name.endswith(".trace.jsonl"), name,
             "a log that the book does not name")


def check(folder):
    raw = read(folder, "manifest.json")
    manifest, digest = read_manifest(raw), hashlib.sha256(raw).digest()
    people = [(manifest["operator"]["name"],
               bytes.fromhex(manifest["operator"]["key"]))]
    authors = [(author["name"], bytes.fromhex(author["key"]))
               for author in manifest["authors"] if author["key"]]
    check_note(read(folder, "manifest.note"), "manifest.note",
               f"rollcall manifest\n{manifest['id']}\n{digest.hex()}\n",
               people + authors)
    book, matches = read_book(folder)
    at = f"book.jsonl:{len(book)}"
    secret = bytes.fromhex(book[-1]["secret"])
    need(hashlib.sha256(b"rollcall seal" + secret).hexdigest() ==
         manifest["seal"], at, "not the secret that was sealed")
    hashed = hashlib.sha256(read(folder, "book.jsonl")).hexdigest()
    check_note(read(folder, "book.note"), "book.note",
               f"rollcall book\n{manifest['id']}\n{hashed}\n", people)
    check_salt(manifest, digest, book[0])
    founders = len(manifest["entrants"])
    changes = take_changes(manifest, book)
    check_whose(folder, digest, matches)
    schedule = check_schedule(manifest, matches, founders, changes, at)
    check_names(folder, matches)
    for number, match in sorted(matches.items()):
        check_voids(folder, secret, number, match)
        if match["line"] == "end":
            check_log(folder, manifest, digest, book[0], secret, number,
                      match)
    return manifest, matches, schedule


def verify_folder(folder):
    """(verified, text)"""
    try:
        manifest, matches, _ = check(folder)
    except Wrong as wrong:
        return False, str(wrong)
    return True, f"{manifest['id']}: verified, {len(matches)} matches"
