"""fenced_commands.py - runs the commands of a page, and compares what they print.

Fences are `sh run` (or `sh run 2` for another exit status) and `sh tutorial`;
`python file NAME`; `text output` is what the commands above it print, and the
lines of `text tutorial` occur in that.
"""
import re
import subprocess

import fences
import project
import scene

RUN = re.compile(r"sh (run|tutorial)(?: (\d))?")
CHECK = re.compile("^referee check .*\n", re.M)


def script_of(folder, page, has_strict):
    """A script with all commands of a page, and a mark before each block; also
    (the number of the block that prints it, kind, output)."""
    parts, outputs, checks, at = ["exec 2>&1"], [], set(), 0
    for block in fences.blocks(page):
        run, text = RUN.fullmatch(block.info), block.text
        if re.match(r"python (file|tutorial) ", block.info):
            path = scene.write(f"{folder}/{block.line}.block", text)
            parts.append(f"cp {path} {block.info.split()[2]}")
        elif re.fullmatch("text (output|tutorial)", block.info):
            outputs.append((at, block.info, text))
        if not run:
            continue
        if not has_strict:
            # Without the sandbox, the same at a lower level.
            text = text.replace('"strict"', '"limits"').replace(
                "tournament init ", "tournament init --trusted ")
        text = re.sub(r"^(referee (check|play) \w+) ",
                      rf"\1 {scene.PATIENT} ", text, flags=re.M)
        text = re.sub(r"--boards \d+", "--boards 2", text)
        # Each bot of a contest is checked once more, by `collect`.
        text = "".join(line for line in text.splitlines(True)
                       if line not in checks)
        checks.update(CHECK.findall(text))
        at += 1
        parts.append(f"printf '\\001{at}\\n'")
        parts.append(f"{text}[ $? = {run[2]} ] || exit 99" if run[2] else
                     f"set -e\n{text}set +e")
    assert at > 0, "no commands"
    return "\n".join(parts) + "\n", outputs, at


def expression(text):
    """A pattern for an output on a page: numbers and hashes differ from run to
    run, and `...` is anything."""
    text = re.sub(r"\b[0-9a-f]{12,}\b", "\0hex\0", text)
    text = re.sub(r"[+-]?\d+(\.\d+)?", "\0number\0", text)
    text = re.escape(re.sub(r"[ \t]+", " ", text))
    text = text.replace("\0hex\0", "[0-9a-f]+").replace(
        "\0number\0", r"[+-]?[0-9.]+").replace(r"\.\.\.", "(?s:.*)")
    return re.compile(text.replace("\x00", ""))


def wrong_on(folder, page):
    """What differs from the page, in a folder of project.copy."""
    strict = project.has_strict(folder)
    script, outputs, count = script_of(folder, page, strict)
    done = subprocess.run(["sh", "-c", script], cwd=folder, check=False,
                          env=project.environment(folder),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          timeout=scene.HANGS_S)
    said = dict(re.findall(r"\001(\d+)\n([^\001]*)",
                           done.stdout.decode("utf-8", "replace")))
    wrong = [f"block {len(said)} of {count} ends with {done.returncode}: "
             f"{said.get(str(len(said)))}"] if done.returncode or \
        len(said) != count else []
    for at, kind, text in outputs:
        out = re.sub(r"[ \t]+", " ", said.get(str(at), ""))
        found = expression(text).fullmatch(out) if "output" in kind else all(
            re.search(rf"(^|\s){re.escape(re.sub(' +', ' ', line))}\b", out,
                      re.M) for line in text.splitlines())
        wrong += [] if found else [f"block {at} prints\n{out}, not {text}"]
    return wrong
