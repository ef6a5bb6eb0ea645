"""brackets.py - pairings of swiss, knockout and double knockout.

Written from docs/formats.md alone, and in another way than tournaments/*.c:
whether entrants can be paired is found by search, not computed.  A match here
is (round, slot, entrants, boards, points); `points` are game points.
"""
import collections
import functools
import itertools
import math

from schedules import seating

TIES_MOST = 10

Match = collections.namedtuple("Match", "round slot entrants boards points")


# --- seats, since version 2

def seats_had(past, rotations):
    """Games by (entrant, seat)."""
    had = collections.Counter()
    for match in past:
        who = match.entrants
        for seat, r in itertools.product(range(len(who)), range(rotations)):
            had[who[(seat + r) % len(who)], seat] += match.boards
    return had


def take_seats(people, had, slot, matches, teams, rotations):
    """A pairing, turned so that its members had their seats least often."""
    seats = len(people)

    def cost(turned):
        return sum(had[order[(seat + r) % seats], seat]
                   for match in range(matches * (3 if teams else 1))
                   for order in [seating(turned, match, teams, rotations)]
                   for seat in range(seats) for r in range(rotations))
    turns = [(slot + i) % seats for i in range(seats)]
    return min((people[turn:] + people[:turn] for turn in turns), key=cost)


# --- swiss

def byes_asked(form, number):
    """(who, worth) for each who asked for a bye in a round, in order."""
    return [(who, worth) for key, worth in (("half_byes", 2520),
                                            ("zero_byes", 0))
            for who, at in form.get(key, ()) if at == number]


def virtual_halves(entrants, form, number, who):
    """Half points that the Baku acceleration adds to each match of a round."""
    seats, rounds = form["seats"], form["rounds"]
    better = next(count for count in range(seats, entrants + seats, seats)
                  if 2 * count >= entrants)
    accelerated = math.ceil(rounds / 2)
    if form.get("acceleration") != "baku" or number > accelerated or \
            who >= better:
        return 0
    return 2 if number <= math.ceil(accelerated / 2) else 1


class Table:
    """The standings before a round, step by step as in the first part of the
    page, of those who are there."""

    def __init__(self, entrants, people, form, past, number, partners):
        self.points = collections.Counter()
        self.forbidden = form.get("no_bye", ())
        pairings, self.byes = {}, collections.defaultdict(set)
        for match in past:
            asked = dict(byes_asked(form, match.round))
            parts = shares(match.points)
            if len(match.entrants) > 1:
                pairings[match.round, match.slot] = match.entrants
            elif match.slot == "missed":
                parts = [2520]
            elif match.entrants[0] in asked:
                parts = [asked[match.entrants[0]]]
            else:
                self.byes[match.entrants[0]].add(match.round)
            for who, part in zip(match.entrants, parts):
                self.points[who] += part
        self.met = collections.Counter(
            frozenset(two) for entrants in pairings.values()
            for two in itertools.combinations(entrants, 2))
        for who in range(entrants):
            self.points[who] += 2520 * form["matches"] * partners * \
                virtual_halves(entrants, form, number, who)
        away = dict(byes_asked(form, number))
        self.order = sorted(set(people) - set(away),
                            key=lambda who: (-self.points[who], who))
        self.rank = {who: i for i, who in enumerate(self.order)}
        self.clashes = set()

    def next_for_bye(self, people):
        """Those of whom one has the bye, the lowest last."""
        def had(who):
            return who in self.forbidden, len(self.byes[who])

        fewest = min(map(had, people))
        return [who for who in people if had(who) == fewest]

    def times(self, a, b):
        return self.met[frozenset((a, b))] + (frozenset((a, b)) in
                                              self.clashes)

    def find_clashes(self, had, boards):
        for a, b in itertools.combinations(self.order, 2):
            more = [had[who, 0] - had[who, 1] for who in (a, b)]
            if min(more) >= 2 * boards or max(more) <= -2 * boards:
                self.clashes.add(frozenset((a, b)))


def shares(points):
    most = points.count(max(points))
    return [5040 // most if p == max(points) else 0 for p in points]


def singles(table, people, inside=(), group=()):
    """The smallest number left unpaired if nobody meets an earlier opponent
    and everybody of `inside` is paired within `group`; None: impossible."""
    inside, group = frozenset(inside), frozenset(group)

    def may_meet(a, b):
        return not table.times(a, b) and \
            (a not in inside or b in group) and (b not in inside or a in group)

    @functools.lru_cache(maxsize=None)
    def fewest(left):
        if not left:
            return 0
        # Start with the fewest choices: dead ends are found early.
        who = min(left, key=lambda a: (sum(may_meet(a, b) for b in left
                                           if b != a), a))
        least = None
        if who not in inside:
            rest = fewest(left - {who})
            least = None if rest is None else rest + 1
        for other in sorted(left - {who}):
            if least is not None and least == len(left) % 2:
                break
            if may_meet(who, other):
                rest = fewest(left - {who, other})
                if rest is not None and (least is None or rest < least):
                    least = rest
        return least

    # An odd number of people leaves at least one unpaired.
    return fewest(frozenset(people))


def swiss_bye(table, people):
    allowed = table.next_for_bye(people)[::-1]
    least = min(singles(table, set(people) - {who}) for who in people)
    for who in allowed:
        if singles(table, set(people) - {who}) == least:
            return who
    return allowed[0]


def swiss_odd(table, people):
    odd, over = [], singles(table, people)
    for who in reversed(people):
        if over == 0:
            break
        without = [other for other in people
                   if other != who and other not in odd]
        if singles(table, without) < over:
            odd.append(who)
            over -= 1
    return sorted(odd, key=table.rank.get)


def swiss_group(table, staying):
    while staying:
        half = len(staying) // 2
        for place in [*range(half, 2 * half), *range(half - 1, 0, -1)]:
            rest = staying[1:place] + staying[place + 1:]
            if not table.times(staying[0], staying[place]) and \
                    singles(table, rest) == 0:
                yield staying[0], staying[place]
                staying = rest
                break


def swiss_pairs(table):
    people, byes = list(table.order), []
    if len(people) % 2:
        byes.append(swiss_bye(table, people))
        people.remove(byes[0])
    odd = swiss_odd(table, people)
    if odd and table.clashes:
        table.clashes.clear()
        return swiss_pairs(table)
    people = [who for who in people if who not in odd]
    floating, pairs = [], []
    while people:
        fresh = [who for who in people if who not in floating]
        group = floating + [who for who in fresh
                            if table.points[who] == table.points[fresh[0]]]
        staying = []
        for who in group:
            if singles(table, people, staying + [who], group) == 0:
                staying.append(who)
        pairs += swiss_group(table, staying)
        people = [who for who in people if who not in staying]
        floating = [who for who in group if who not in staying]
    while odd:
        other = min(odd[1:], key=lambda who: table.times(odd[0], who))
        pairs.append((odd[0], other))
        odd = [who for who in odd[1:] if who != other]
    return pairs, byes


def fill_tables(table, people, seats):
    while people:
        group = sum(table.points[who] == table.points[people[0]]
                    for who in people)
        step, taken = group // seats, [0]
        for j in range(1, seats):
            aim = j * step if step else 1

            def wish(place):
                return (sum(table.times(people[place], people[other])
                            for other in taken),
                        -table.points[people[place]], place < aim,
                        abs(place - aim))
            taken.append(min((place for place in range(len(people))
                              if place not in taken), key=wish))
        yield [people[place] for place in taken]
        people = [who for place, who in enumerate(people)
                  if place not in taken]


def met_within(table, seated):
    return sum(table.times(a, b) for one in seated
               for a, b in itertools.combinations(one, 2))


def change_places(table, seated, seats):
    places = [(i, j) for i in range(len(seated)) for j in range(seats)]

    def swapped(a, b):
        changed = [list(one) for one in seated]
        changed[a[0]][a[1]], changed[b[0]][b[1]] = \
            seated[b[0]][b[1]], seated[a[0]][a[1]]
        return changed

    quiet = False
    while not quiet:
        quiet = True
        for at in places:
            mine = seated[at[0]]
            if not any(table.times(mine[at[1]], other) for other in mine):
                continue
            now = met_within(table, seated)
            best = min((
                (met_within(table, swapped(at, to)),
                 abs(table.rank[mine[at[1]]] -
                     table.rank[seated[to[0]][to[1]]]), to)
                for to in places if to[0] != at[0]), default=(now,))
            if best[0] < now:
                seated = swapped(at, best[2])
                quiet = False
    return seated


def swiss_tables(table, seats):
    people, byes = list(table.order), []
    while len(people) % seats:
        byes.append(table.next_for_bye(people)[-1])
        people.remove(byes[-1])
    seated = change_places(table, list(fill_tables(table, people, seats)),
                           seats)
    return sorted((sorted(one, key=table.rank.get) for one in seated),
                  key=lambda one: table.rank[one[0]]), byes


def swiss_round(entrants, form, teams, rotations, past, people=None, late=()):
    """The next lines (round, slot, entrants) of those who play, `people` or
    all; byes have slot 0, those for rounds that the `late` have missed slot
    "missed"."""
    people = range(entrants) if people is None else people
    seats, matches = form["seats"], form["matches"]
    number = past[-1].round + 1 if past else 1
    table = Table(entrants, people, form, past, number, 3 if teams else 1)
    balanced = form["version"] > 1 and rotations < seats
    had = seats_had(past, rotations)
    if balanced and seats == 2:
        table.find_clashes(had, max((m.boards for m in past), default=1))
    groups, byes = swiss_pairs(table) if seats == 2 else \
        swiss_tables(table, seats)
    if balanced:
        groups = [take_seats(list(group), had, slot, matches, teams, rotations)
                  for slot, group in enumerate(groups)]
    played = range(matches * (3 if teams else 1))
    return [(before, "missed", [who]) for who in late
            if form.get("missed") == "half" for before in range(1, number)
            for _ in played] + \
        [(number, slot, seating(list(group), match, teams, rotations))
         for match in played for slot, group in enumerate(groups)] + \
        [(number, 0, [who]) for who in
         byes + [who for who, _ in byes_asked(form, number) if who in people]
         for _ in played]


# --- brackets: a node is a dict, and refers to other nodes directly

def node(number, slot, sources, kind="", place_round=None):
    return {"round": number, "slot": slot, "sources": sources, "kind": kind,
            "stage": place_round or number}


def heads(count, seats):
    line = [1]
    while len(line) < count:
        m = len(line)
        line = [seed for s in line for seed in
                [s] + [2 * m * ((k + 1) // 2) + (1 - s if k % 2 else s)
                       for k in range(1, seats)]]
    return line


def knockout_drawing(n, seats, third_place):
    g = 1
    while g * seats < n:
        g *= seats
    alone = (g * seats - n) // (seats - 1)
    groups = {head: [head] for head in range(1, g + 1)}
    seeds = iter(range(g + 1, n + 1))
    for row in range(1, seats):
        up = range(alone + 1, g + 1)
        for head in (reversed(up) if row % 2 else up):
            groups[head].append(next(seeds))
    rounds = [[node(1, slot, [("entrant", seed - 1) for seed in groups[head]])
               for slot, head in enumerate(heads(g, seats))]]
    while len(rounds[-1]) > 1:
        last = rounds[-1]
        rounds.append([
            node(len(rounds) + 1, i, [("winner", pair) for pair in
                                      last[seats * i:seats * (i + 1)]])
            for i in range(len(last) // seats)])
    if third_place:
        rounds[-1].append(node(len(rounds), 1, [
            ("loser", pair) for pair in rounds[-2]], "", len(rounds) - 1))
    return [pair for one in rounds for pair in one]


def double_drawing(n, reset):
    size = 2
    while size < n:
        size *= 2
    exponent = size.bit_length() - 1
    line = heads(size, 2)
    winners = {1: [node(1, i, [("entrant", seed - 1) if seed <= n else
                               ("nobody", None)
                               for seed in line[2 * i:2 * i + 2]], "winners")
                   for i in range(size // 2)]}
    for k in range(2, exponent + 1):
        winners[k] = [node(2 * k - 2, i, [
            ("winner", winners[k - 1][2 * i]),
            ("winner", winners[k - 1][2 * i + 1])], "winners")
            for i in range(size >> k)]
    losers = {}
    for d in range(1, exponent):
        m = size >> (d + 1)
        kind, before = ("loser", winners[1]) if d == 1 else \
            ("winner", losers[2 * d - 2])
        losers[2 * d - 1] = [node(2 * d, m + i, [
            (kind, before[2 * i]), (kind, before[2 * i + 1])])
            for i in range(m)]
        falls = {1: lambda i: m - 1 - i, 2: lambda i: (i + m // 2) % m,
                 3: lambda i: (m - 1 - i + m // 2) % m, 0: lambda i: i}
        losers[2 * d] = [node(2 * d + 1, i, [
            ("winner", losers[2 * d - 1][i]),
            ("loser", winners[d + 1][falls[d % 4](i) if m > 1 else 0])])
            for i in range(m)]
    best = ("winner", losers[2 * exponent - 2][0]) if exponent > 1 else \
        ("loser", winners[1][0])
    final = node(2 * exponent, 0, [("winner", winners[exponent][0]), best])
    everything = [pair for half in (winners, losers)
                  for one in half.values() for pair in one] + [final]
    if reset:
        everything.append(node(2 * exponent + 1, 0, [
            ("winner", final), ("first loss", final)]))
    return sorted(everything, key=lambda pair: (pair["round"], pair["slot"]))


def who_comes(source):
    """An entrant, None for nobody, or "open"."""
    kind, what = source
    if kind == "nobody":
        return None
    if kind == "entrant":
        return what
    if what["winner"] == "open":
        return "open"
    if kind == "winner":
        return what["winner"]
    gone = [who for who in what["people"] if who != what["winner"]]
    if not gone:
        return None
    if kind == "first loss" and who_comes(what["sources"][0]) != gone[0]:
        return None
    return gone[0]


def resolve(drawing, matches, past):
    meetings = collections.defaultdict(list)
    for match in past:
        meetings[match.round, match.slot].append(match)
    for pair in drawing:
        come = [who_comes(source) for source in pair["sources"]]
        pair["people"] = [] if "open" in come else \
            sorted(who for who in come if who is not None)
        played = meetings[pair["round"], pair["slot"]]
        pair["played"] = len(played)
        pair["winner"] = "open"
        if "open" not in come and len(pair["people"]) < 2:
            pair["winner"] = pair["people"][0] if pair["people"] else None
        elif played:
            sums = collections.Counter()
            for match in played:
                for who, points in zip(match.entrants, match.points):
                    sums[who] += points
            most = [who for who in pair["people"]
                    if sums[who] == max(sums.values())]
            if len(most) == 1 or len(played) == matches + TIES_MOST:
                pair["winner"] = most[0]


def bracket_wave(drawing, form, boards, rotations, past):
    """The next lines (round, slot, entrants, boards)."""
    matches, had = form["matches"], seats_had(past, rotations)
    resolve(drawing, matches, past)
    due = [pair for pair in drawing
           if pair["winner"] == "open" and len(pair["people"]) > 1]
    for pair in due:
        if form["version"] > 1 and rotations < len(pair["people"]) and \
                "turned" not in pair:
            pair["turned"] = take_seats(pair["people"], had, pair["slot"],
                                        matches, False, rotations)
    return [(pair["round"], pair["slot"],
             seating(pair.get("turned", pair["people"]),
                     pair["played"] + match, False, rotations),
             form["tie_boards"] if pair["played"] else boards)
            for match in range(matches) for pair in due
            if match == 0 or not pair["played"]]


def bracket_places(drawing, entrants):
    """The places, once everything is decided."""
    out = {}
    for pair in drawing:
        for who in pair["people"]:
            if who == pair["winner"]:
                out[who] = pair["stage"] + .5
            elif pair["kind"] != "winners":
                out[who] = pair["stage"]
    return [1 + sum(out[other] > out[who] for other in range(entrants))
            for who in range(entrants)]
