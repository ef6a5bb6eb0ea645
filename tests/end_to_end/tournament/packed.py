#!/usr/bin/env python3
"""packed.py - tournament pack: the logs of a closed tournament are packed in
place, every verdict and table stays the same, and an interruption loses
nothing.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import glob
import json
import os
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament_stage as ts

ENTRANTS = [{"name": name, "command": [f"./{bot}"]} for name, bot in
            (("ann", "ann"), ("bob", "bob"), ("cat", "ann"), ("dan", "gone"))]
MATCHES = 6
GONE = "#!/bin/sh\nexit 0\n"


class Packed(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.scene = scene.Scene()
        cls.addClassCleanup(shutil.rmtree, cls.scene.root, True)
        cls.base = cls.scene.folder()
        for name in ("ann", "bob"):
            scene.entrant(cls.base, name)
        scene.bot(cls.base, "gone", GONE)
        ts.lucky(cls.base)
        ts.cup(cls.base, "cup.json", entrants=ENTRANTS, luck="luck.json")
        for words in (["init", "cup.json", "-o", "done"],
                      ["run", "done", "-j", "1"]):
            result = ts.run(cls.base, [*words, *ts.KEY])
            assert result.code == 0, result
            if words[0] == "init":
                cls.secret = scene.content(f"{cls.base}/done", "secret")

    def setUp(self):
        self.folder = self.scene.folder()
        shutil.copytree(self.base, self.folder, dirs_exist_ok=True)

    def tell(self, *words):
        """The output of all commands about the tournament."""
        return [ts.run(self.folder, [*words[:1], "done", *words[1:]])
                for words in (("verify",), ("verify", "--json"),
                              ("standings", "--json"), ("ladder", "--json"))]

    def names(self, ending):
        return sorted(os.path.basename(path) for path in
                      glob.glob(f"{self.folder}/done/match-*{ending}"))

    def logs(self):
        return [name for name in self.names(".jsonl")
                if "trace" not in name]

    def pack(self):
        return ts.run(self.folder, ["pack", "done"])

    def test_everything_stays_as_it_is(self):
        before, logs = self.tell(), self.logs()
        plain = {name: scene.content(f"{self.folder}/done", name)
                 for name in logs}
        self.assertEqual(before[0].code, 0, before[0])
        self.assertEqual(len(logs), MATCHES)
        self.assertEqual(self.pack(),
                         (0, f"done: {MATCHES} logs packed\n", ""))
        self.assertEqual(self.logs(), [])
        self.assertEqual([name.replace(".pack", ".jsonl")
                          for name in self.names(".pack")], logs)
        self.assertEqual(self.tell(), before)
        faults = ts.run(self.folder, ["results", "done", "--faults"])
        self.assertIn("referee replay done/match-000003.pack --game 1",
                      faults.out)
        self.assertEqual(self.pack(), (0, "done: 0 logs packed\n", ""))
        for name, text in plain.items():
            scene.run(self.folder, "unpack",
                          f"done/{name.replace('.jsonl', '.pack')}")
            self.assertEqual(scene.content(f"{self.folder}/done", name), text)

    def luck(self):
        """What is computed from the logs again: luck.csv and the tables, the
        reports for authors, and the analyses."""
        done = f"{self.folder}/done"
        os.remove(f"{done}/luck.csv")
        told = [ts.run(self.folder, words) for words in (
            ["luck", "done", "--json"], ["ladder", "done", "--luck", "--json"],
            ["report", "done"])]
        told += [scene.run(done, command, *words, name)
                 for name in self.logs() + self.names(".pack")
                 for command, *words in (["analyse", "--json"], ["replay"])]
        for result in told:
            self.assertEqual(result.code, 0, result)
        return scene.content(done, "luck.csv"), [
            result.out.replace(".pack", ".jsonl") for result in told]

    def test_luck_and_reports_stay(self):
        before = self.luck()
        self.assertGreater(before[0].count(b"\n"), MATCHES)
        self.pack()
        self.assertEqual(self.logs(), [])
        self.assertEqual(self.luck(), before)
        self.assertEqual(self.tell()[0].code, 0)

    def test_a_match_that_was_packed_too_early(self):
        """The book ends before the result of the match: it is not played
        again, because its secret is known."""
        done = f"{self.folder}/done"
        last = f"match-00000{MATCHES}"
        book = scene.content(done, "book.jsonl").splitlines(True)
        cut = next(i for i, line in enumerate(book) if
                   b'"t":"start","match":%d,' % MATCHES in line)
        scene.write(f"{done}/book.jsonl", b"".join(book[:cut + 1]))
        scene.write(f"{done}/secret", self.secret, 0o600)
        os.remove(f"{done}/book.note")
        scene.run(done, "pack", f"{last}.jsonl")
        os.remove(f"{done}/{last}.jsonl")
        shown = json.loads(ts.run(self.folder, ["watch", "done",
                                                "--json"]).out)
        self.assertEqual(shown["playing"], [
            {"match": MATCHES, "games": 2, "games_of": 2}])
        stopped = ts.run(self.folder, ["run", "done", *ts.KEY])
        self.assertEqual(stopped.code, 2, stopped)
        self.assertIn(f"done/{last}.pack: packed, but the book has no result "
                      "for it", stopped.err)
        scene.run(done, "unpack", f"{last}.pack")
        os.remove(f"{done}/{last}.pack")
        self.assertEqual(ts.run(self.folder, ["run", "done", *ts.KEY]).code, 0)
        self.assertEqual(self.tell()[0].code, 0)

    def test_a_league(self):
        """The finished rounds are packed, and the league continues."""
        os.mkdir(f"{self.folder}/l")
        ts.cup(self.folder, "l/league.json", base="..", entrants=ENTRANTS,
               format={"type": "league", "boards": 1})
        empty = ts.run(self.folder, ["pack", "l"])
        self.assertEqual((empty.code, empty.out), (2, ""))
        self.assertIn("no round of this league has been played", empty.err)
        for due in ("l/round-001: 4 logs packed\n",
                    "l/round-001: 0 logs packed\n"
                    "l/round-002: 4 logs packed\n"):
            played = ts.run(self.folder, ["league", "l", *ts.KEY])
            self.assertEqual(played.code, 0, played)
            verdict = ts.run(self.folder, ["verify", "l"])
            self.assertEqual(verdict.code, 0, verdict)
            self.assertEqual(ts.run(self.folder, ["pack", "l"]),
                             (0, due, ""))
            self.assertEqual(glob.glob(f"{self.folder}/l/*/match-*.jsonl"),
                             glob.glob(f"{self.folder}/l/*/*.trace.jsonl"))
            self.assertEqual(ts.run(self.folder, ["verify", "l"]), verdict)
        book = scene.content(f"{self.folder}/l/round-002", "book.jsonl")
        scene.write(f"{self.folder}/l/round-002/book.jsonl",
                    b"".join(book.splitlines(True)[:-1]))
        self.assertEqual(ts.run(self.folder, ["pack", "l"]), (
            0, "l/round-001: 0 logs packed\n"
            "l/round-002: not packed: it is not over\n", ""))

    def test_it_goes_on_after_an_interruption(self):
        """What a kill may leave: a half-written file, or both forms of a
        log."""
        log = f"{self.folder}/done/match-000002.jsonl"
        text = scene.content(f"{self.folder}/done", "match-000002.jsonl")
        scene.write(log, text[:-9])
        stopped = ts.run(self.folder, ["pack", "done", "-j", "1"])
        self.assertEqual((stopped.code, stopped.out), (2, ""))
        self.assertIn("match 2 is not packed", stopped.err)
        self.assertEqual(self.names(".pack"), ["match-000001.pack"])
        self.assertNotIn("match-000001.jsonl", self.logs())
        self.assertIn("match-000002.jsonl", self.logs())
        scene.write(log, text)
        scene.write(f"{self.folder}/done/match-000002.pack.new", "{")
        self.assertEqual(self.tell()[0].code, 0)
        scene.run(self.folder, "pack", "done/match-000002.jsonl")
        both = self.tell()[0]
        self.assertEqual(both.code, 1, both)
        self.assertIn("match 2 has both a log and a packed one", both.out)
        self.assertEqual(self.pack(),
                         (0, f"done: {MATCHES - 1} logs packed\n", ""))
        self.assertEqual(self.logs(), [])
        self.assertEqual(self.tell()[0].code, 0)

    def test_false_logs_are_found(self):
        self.pack()
        done = f"{self.folder}/done"
        good = scene.content(done, "match-000002.pack")
        other = scene.content(done, "match-000001.pack")
        changed = good[:-20] + bytes([good[-20] ^ 1]) + good[-19:]
        for name, text, why in (
                ("match-000002.pack", changed, "was changed"),
                ("match-000002.pack", other, "match"),
                ("match-000002.pack", None, "is missing"),
                ("match-000009.pack", other, "the book names no such log")):
            if text is None:
                os.remove(f"{done}/{name}")
            else:
                scene.write(f"{done}/{name}", text)
            verdict = self.tell()[0]
            self.assertEqual(verdict.code, 1, verdict)
            self.assertIn(why, verdict.out)
            scene.write(f"{done}/match-000002.pack", good)
        os.remove(f"{done}/match-000009.pack")
        self.assertEqual(self.tell()[0].code, 0)

    def test_an_open_tournament_is_refused(self):
        ts.run(self.folder, ["init", "cup.json", "-o", "made", *ts.KEY])
        open_one = ts.run(self.folder, ["pack", "made"])
        self.assertEqual((open_one.code, open_one.out), (2, ""))
        self.assertIn("the book is not closed", open_one.err)
        none = ts.run(self.folder, ["pack", "empty"])
        self.assertEqual((none.code, none.out), (2, ""))


if __name__ == "__main__":
    unittest.main()
