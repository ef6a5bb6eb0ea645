"""dice.py - all derivations of the fair dice: secrets, links, values."""

import hashlib
import hmac


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def u32(x):
    return x.to_bytes(4, "big")


def match_secret(secret, match):
    return mac(secret, b"rollcall match", u32(match))


def seal(secret):
    return sha(b"rollcall seal", secret)


def tip(secret, board, stream, chain):
    return mac(secret, b"rollcall tip", u32(board), u32(stream), u32(chain))


def step(link):
    return sha(b"rollcall link", link)


def steps(link, count):
    for _ in range(count):
        link = step(link)
    return link


def chain(secret, board, stream, number, links):
    """All elements of a chain, 0 (the anchor) to `links` (the tip)."""
    found = [tip(secret, board, stream, number)]
    for _ in range(links):
        found.append(step(found[-1]))
    return found[::-1]


def place(k, links):
    """(chain, element) of link k."""
    return (k - 1) // links, (k - 1) % links + 1


def leads_to(link, element, shown, shown_element):
    return (element > shown_element and
            steps(link, element - shown_element) == shown)


def commit(reveal):
    return sha(b"rollcall commit", reveal)


def salt_alone(sealed):
    return sha(b"rollcall salt", sealed)


def salt(manifest_hash, reveals, beacon):
    zeros = bytes(32)
    return sha(b"rollcall salt", manifest_hash,
               *[r or zeros for r in reveals], beacon or zeros)


def command(words):
    """The hash of a command's words, as a compact JSON array."""
    short = {"\"": "\\\"", "\\": "\\\\", "\b": "\\b", "\f": "\\f",
             "\n": "\\n", "\r": "\\r", "\t": "\\t"}

    def escaped(char):
        return short.get(char) or (
            "\\u%04x" % ord(char) if char < " " else char)
    return sha(("[" + ",".join(
        '"' + "".join(map(escaped, word)) + '"' for word in words) +
        "]").encode())


def block(salt_bytes, link, j):
    return sha(b"rollcall draw", salt_bytes, link, u32(j))


def words(salt_bytes, link):
    j = 0
    while True:
        raw = block(salt_bytes, link, j)
        for at in range(0, 32, 4):
            yield int.from_bytes(raw[at:at + 4], "big")
        j += 1


def below(stream, count, sides):
    """`count` values of 1..sides and the number of words used."""
    least = 2 ** 32 % sides
    values, used = [], 0
    for word in stream:
        used += 1
        if word >= least:
            values.append(1 + word % sides)
        if len(values) == count:
            break
    return values, used


def roll(salt_bytes, link, count, sides):
    return below(words(salt_bytes, link), count, sides)[0]


class Clock:
    """The next k in each stream of one game."""

    def __init__(self, stride):
        self.stride = stride
        self.last = {}
        self.turn = {}

    def next(self, stream, turn):
        after = self.last.get(stream, 0) + 1
        if stream == 0 or self.turn.get(stream) == turn:
            return after
        return max(after, 1 + (turn - 1) * self.stride)

    def use(self, stream, turn):
        self.last[stream] = self.next(stream, turn)
        self.turn[stream] = turn
