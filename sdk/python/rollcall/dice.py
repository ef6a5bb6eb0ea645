"""dice.py - checks that every roll was fixed before the match."""
from __future__ import annotations

import hashlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Sequence, Tuple


class DiceError(Exception):
    """A roll that does not follow from what was sealed before the match."""

    def __init__(self, why: str) -> None:
        super().__init__(f"dice: {why}")


class Dice:
    """Checks the dice of one match, with nothing but SHA-256.

    Every roll comes with a link.  Hashing a link gives the previous one on its
    chain, and so on down to the anchor.  The anchor was public before the
    game, so the roll was fixed by then.  The values are computed from the link
    and the salt.

    What only the whole log can show is left to `referee verify`: that the
    anchors are the sealed ones, and that each roll was due by the rules.

    The methods raise DiceError when the dice are wrong.
    """

    def __init__(self, dice: Any) -> None:
        """`dice` is the key of the hello line: seal, salt, links, .."""
        self.seal = dice["seal"]
        self.salt = bytes.fromhex(dice["salt"])
        self.links = dice["links"]
        self.begin([])

    def begin(self, anchors: Sequence[str]) -> None:
        """Begins a game; the anchors of chain 0 of each stream, in hex."""
        self.shown: Dict[Tuple[int, int], Tuple[int, bytes]] = {
            (stream, 0): (0, bytes.fromhex(anchor))
            for stream, anchor in enumerate(anchors)}
        self.last: Dict[int, int] = {}
        self.lost = False

    def read(self, line: Any) -> None:
        """Checks the events of a turn or over line."""
        # Omitted events may have shown the anchor of a chain.
        self.lost = self.lost or line.get("lost", 0) > 0
        for event in line["events"]:
            if event["t"] == "chain":
                self._chain(event)
            elif event["t"] == "draw" and not _is_hidden(event):
                self._draw(event)

    def end(self, secret: str) -> None:
        """Checks that the secret of the match, in hex, is the sealed one."""
        if _hash(b"rollcall seal", bytes.fromhex(secret)).hex() != self.seal:
            raise DiceError("the secret is not the sealed one")

    def _chain(self, event: Any) -> None:
        chain = event["s"], event["c"]
        if chain in self.shown:
            raise DiceError(f"a second anchor of chain {chain}")
        self.shown[chain] = 0, bytes.fromhex(event["anchor"])

    def _draw(self, event: Any) -> None:
        stream, k = event["s"], event["k"]
        link = bytes.fromhex(event["link"])
        number, below = divmod(k - 1, self.links)
        chain, element = (stream, number), below + 1
        roll = f"roll {k} of stream {stream}"
        if k <= self.last.get(stream, 0):
            raise DiceError(f"{roll} comes after a later one")
        if chain in self.shown:
            shown_element, shown = self.shown[chain]
            if not leads_to(link, element, shown, shown_element):
                raise DiceError(f"{roll}: the link does not lead to its anchor")
        elif not self.lost:
            raise DiceError(f"{roll}: its chain has no anchor")
        if values(self.salt, link, event["dice"]) != event["v"]:
            raise DiceError(f"{roll}: the values are not those of the link")
        self.shown[chain] = element, link
        self.last[stream] = k


def _is_hidden(event: Any) -> bool:
    """Is it a roll that another seat sees?  It comes whole with `over`."""
    return "to" in event and "link" not in event


def leads_to(link: bytes, element: int, shown: bytes,
             shown_element: int) -> bool:
    """Does hashing `link`, element `element` of a chain, lead to `shown`?"""
    if element <= shown_element:
        return False
    for _ in range(element - shown_element):
        link = _hash(b"rollcall link", link)
    return link == shown


def values(salt: bytes, link: bytes, dice: str) -> List[int]:
    """The values that a link gives to `dice` such as "7d6"."""
    count, sides = map(int, dice.split("d"))
    rolled: List[int] = []
    block = 0
    while True:
        words = _hash(b"rollcall draw", salt, link, block.to_bytes(4, "big"))
        for at in range(0, len(words), 4):
            word = int.from_bytes(words[at:at + 4], "big")
            # Smaller words would make the low values likelier.
            if word >= 2**32 % sides:
                rolled.append(1 + word % sides)
            if len(rolled) == count:
                return rolled
        block += 1


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()
