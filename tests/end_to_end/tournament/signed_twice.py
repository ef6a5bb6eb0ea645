#!/usr/bin/env python3
"""signed_twice.py - of several that sign the same id at once only one may, and
what verify prints of two manifests is enough to check the proof with any other
program.  tests/cases/signed.txt has the rest.

tier: full
"""
import base64
import hashlib

import scene

AUTHOR = "0bad" * 16
PUBLIC = scene.ed25519.public_key(bytes.fromhex(AUTHOR)).hex()


def prepare(folder):
    for name in ("ann", "bob"):
        scene.entrant(folder, name)
    scene.write(f"{folder}/author", AUTHOR + "\n", 0o600)
    scene.cup(folder, ("ann", "bob"), id="cup-1", rules={"target": 12},
              format={"type": "round_robin"}, operator={"name": "club"},
              authors=[{"name": "eve", "key": PUBLIC}])


def test_of_eight_at_once_one_signs(folder):
    prepare(folder)
    runs = [scene.start(folder, "init", "cup.json", "-o", f"d{n}",
                        "--key-file", "key", program=scene.TOURNAMENT)
            for n in range(8)]
    results = [scene.finish(one) for one in runs]
    assert sorted(one.code for one in results) == [0] + [2] * 7, results


def test_a_proof(folder):
    prepare(folder)
    for place in ("one", "two"):
        scene.expect(scene.tournament(folder, "init", "cup.json", "-o", place,
                                      "--again", "--key-file", "key"))
        scene.expect(scene.tournament(folder, "sign", place, "--as", "eve",
                                      "--again", "--key-file", "author"))
    said = scene.expect(scene.tournament(folder, "verify", "one", "two"), 1,
                        "^proof of fraud: club, eve signed two manifests of "
                        "cup-1\n").out
    for place in ("one", "two"):
        note = scene.content(folder, f"{place}/manifest.note").decode()
        assert "".join(f"  {line}".rstrip() + "\n"
                       for line in note.splitlines()) in said, said
        text, _, lines = note.partition("\n\n")
        digest = hashlib.sha256(scene.content(
            folder, f"{place}/manifest.json")).hexdigest()
        assert text == f"rollcall manifest\ncup-1\n{digest}", text
        signed = {line.split()[1]: base64.b64decode(line.split()[2])[4:]
                  for line in lines.splitlines()}
        for name, key in (("club", scene.PUBLIC), ("eve", PUBLIC)):
            assert scene.ed25519.verify(
                bytes.fromhex(key), f"{text}\n".encode(), signed[name])
            assert f"{name} {key}" in said, said


scene.main()
