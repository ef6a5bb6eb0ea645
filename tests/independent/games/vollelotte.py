"""vollelotte.py - Volle Lotte!, six dice under a card."""

from functools import lru_cache

from game import common_rules
from race import RANKING, Race, best_split, subsets

DECK = (("stop", 10), ("firework", 5), ("bonus200", 5), ("bonus300", 5),
        ("bonus400", 5), ("bonus500", 5), ("bonus600", 5), ("double", 5),
        ("plusminus", 5), ("suite", 5), ("clover", 1))
NO_POINTS = ("plusminus", "suite", "clover")


def worth(group):
    if group in ((1,), (5,)):
        return 100 if group == (1,) else 50
    if len(group) == 3 and len(set(group)) == 1:
        return 1000 if group[0] == 1 else 100 * group[0]
    return None


@lru_cache(maxsize=None)
def keep_value(keep):
    return best_split(keep, worth)


def keeps(roll):
    found = [(k, keep_value(k)) for k in subsets(roll)]
    return [(k, v) for k, v in found if v is not None]


class Vollelotte(Race):
    players = (2, 10)
    rules = dict(common_rules(200), **RANKING, target=(6000, 50, 1000000),
                 firework_keep=("all", ("all", "free")),
                 double_scope=("turn", ("turn", "card")),
                 pm_tie=("all", ("all", "none")), pm_ends_turn=(False, 0, 0),
                 floor_zero=(False, 0, 0), suite_keep=("any", ("any", "all")),
                 suite_ends_turn=(True, 0, 0),
                 end_rule=("last_place_turn",
                           ("last_place_turn", "finish_round", "immediate")))

    def game(self):
        self.phase, self.trigger, self.queue = "normal", -1, []
        self.fill()
        yield from self.rounds(0, lambda: self.trigger >= 0)
        self.tell("target_reached", seat=self.trigger,
                  score=self.scores[self.trigger])
        self.phase, self.queue = "extra", self.who_plays_on()
        while self.waiting():
            yield from self.turn_of(self.queue.pop(0))
        self.decide(self.by_score())

    def waiting(self):
        self.queue = [s for s in self.queue if s not in self.gone]
        return self.queue

    def who_plays_on(self):
        others = self.after(self.trigger)
        if self.rule["end_rule"] == "immediate":
            return []
        if self.rule["end_rule"] == "finish_round":
            return [s for s in others if s > self.trigger]
        least = min(self.scores[s] for s in others)
        return [s for s in others if self.scores[s] == least][:1]

    def fill(self):
        self.deck = [number for _, number in DECK]

    def turn_card(self, seat):
        if sum(self.deck) == 0:
            self.fill()
            self.tell("reshuffle")
        value = (yield from self.draw(0, 1, sum(self.deck)))[0]
        kind = 0
        while value > self.deck[kind]:
            value -= self.deck[kind]
            kind += 1
        self.deck[kind] -= 1
        self.card = DECK[kind][0]
        self.under, self.lottes, self.faces = 0, 0, []
        self.tell("card", seat=seat, card=self.card)

    def turn(self, seat):
        """Cards until the turn ends; bank_all() banks `total`."""
        going = True
        while going:
            yield from self.turn_card(seat)
            if self.card == "stop":
                self.tell("stopped", seat=seat, lost=self.total)
                return
            play = {"suite": self.suite, "firework": self.firework}
            going = yield from play.get(self.card, self.plain)(seat)

    def null(self, seat):
        self.tell("null", seat=seat, lost=self.total)
        return False

    def question(self, seat, found, then):
        """Asks for a keep; then(keep) lists what may follow it."""
        legal = [{"keep": list(keep), "then": word}
                 for keep in found for word in then(keep)]
        move = yield from self.ask(seat, legal)
        return tuple(move["keep"]), move["then"]

    def firework(self, seat):
        hand = 6
        while True:
            yield from self.throw(seat, hand)
            found = dict(keeps(self.roll))
            if not found:
                self.tell("burnt_out", seat=seat, total=self.total)
                self.bank_all(seat)
                return False
            keep = max(found, key=len)      # the one with all scoring dice
            if self.rule["firework_keep"] == "free":
                keep, _ = yield from self.question(seat, found,
                                                   lambda k: ["roll"])
            self.total += found[keep]
            self.under += found[keep]
            hand -= len(keep)
            if hand == 0:
                self.lottes += 1
                self.tell("volle_lotte", seat=seat, card=self.card)
                hand = 6

    def after_keep(self, keep):
        """What may follow under a bonus, double, plusminus or clover."""
        if len(keep) < len(self.roll):
            return (["roll"] if self.card in NO_POINTS else ["roll", "bank"])
        if self.card == "clover":
            return ["roll"] if self.lottes == 0 else ["bank"]
        if self.card == "plusminus" and self.rule["pm_ends_turn"]:
            return ["bank"]
        return ["bank", "card"]

    def plain(self, seat):
        """True when the next card is to be turned."""
        hand = 6
        while True:
            yield from self.throw(seat, hand)
            found = dict(keeps(self.roll))
            if not found:
                return self.null(seat)
            keep, then = yield from self.question(seat, found,
                                                  self.after_keep)
            if self.card not in NO_POINTS:
                self.total += found[keep]
                self.under += found[keep]
            hand -= len(keep)
            if hand == 0:
                self.volle_lotte(seat)
                hand = 6
            if then == "bank":
                self.bank_all(seat)
            if then != "roll":
                return then == "card"

    def volle_lotte(self, seat):
        self.lottes += 1
        self.tell("volle_lotte", seat=seat, card=self.card)
        if self.card.startswith("bonus"):
            self.total += int(self.card[len("bonus"):])
        elif self.card == "double" and self.rule["double_scope"] == "turn":
            self.total += self.total
        elif self.card == "double":
            self.total += self.under
        elif self.card == "plusminus":
            self.plusminus(seat)
        elif self.card == "clover" and self.lottes == 2:
            self.tell("clover", seat=seat)
            self.decide([seat])

    def plusminus(self, seat):
        self.total += 1000
        losers = self.by_score()
        if seat in losers:
            losers = []
        if len(losers) > 1 and self.rule["pm_tie"] == "none":
            losers = []
        for loser in losers:
            self.scores[loser] -= 1000
            if self.rule["floor_zero"]:
                self.scores[loser] = max(0, self.scores[loser])
        self.tell("plusminus", seat=seat, losers=losers)

    def after_faces(self, keep):
        if len(self.faces) + len(keep) < 6:
            return ["roll"]
        if self.rule["suite_ends_turn"]:
            return ["bank"]
        return ["bank", "card"]

    def suite(self, seat):
        while len(self.faces) < 6:
            yield from self.throw(seat, 6 - len(self.faces))
            fresh = sorted(set(self.roll) - set(self.faces))
            if not fresh:
                return self.null(seat)
            found, then = subsets(fresh), "roll"
            if self.rule["suite_keep"] == "all":
                found = [tuple(fresh)]
            if (self.rule["suite_keep"] == "any" or
                    "card" in self.after_faces(fresh)):
                fresh, then = yield from self.question(seat, found,
                                                       self.after_faces)
            self.faces = sorted(self.faces + list(fresh))
        self.total += 2000
        self.tell("suite", seat=seat)
        if then == "card":
            return True
        self.bank_all(seat)
        return False

    def bank_all(self, seat):
        self.bank(seat)
        if self.phase == "normal" and self.scores[seat] >= self.rule["target"]:
            self.trigger = seat

    def view(self):
        self.waiting()
        return {"phase": self.phase, "seat": self.seat,
                "scores": list(self.scores), "turns": list(self.turns),
                "out": sorted(self.gone),
                "total": self.total, "roll": list(self.roll),
                "trigger": self.trigger, "queue": list(self.queue),
                "card": self.card, "under": self.under,
                "lottes": self.lottes, "faces": list(self.faces),
                "deck": list(self.deck)}
