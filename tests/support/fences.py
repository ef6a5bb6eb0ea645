"""fences.py - reads the documents: their fenced blocks, tables and prose.

The first words after ``` say what a block is.
"""
import json
import os
import re
import subprocess

import scene


class Block:
    def __init__(self, page, info, line):
        self.page, self.info, self.line, self.rows = page, info, line, []

    @property
    def text(self):
        return "".join(f"{row}\n" for row in self.rows)

    @property
    def where(self):
        return f"{self.page}:{self.line}"


def read(path):
    with open(f"{scene.SRC}/{path}", encoding="utf-8") as file:
        return file.read()


def pages():
    """The paths of all .md files of the project."""
    found = []
    for folder, folders, files in os.walk(scene.SRC):
        folders[:] = [name for name in folders if name[0] != "." and
                      not os.path.exists(f"{folder}/{name}/config.status")]
        found += [os.path.relpath(f"{folder}/{name}", scene.SRC)
                  for name in files if name.endswith(".md")]
    return sorted(found)


def documents():
    """README.md and the pages of docs/."""
    return ["README.md", *(page for page in pages()
                           if page.startswith("docs/"))]


def split(path):
    """The blocks of a page, and its other lines with their numbers."""
    found, prose, block = [], [], None
    for number, row in enumerate(read(path).splitlines(), 1):
        if not row.startswith("```"):
            if block:
                block.rows.append(row)
            else:
                prose.append((number, row))
        elif block:
            found.append(block)
            block = None
        else:
            block = Block(path, row[3:].strip(), number)
    assert block is None, f"{block.where}: a fence that never ends"
    return found, prose


def blocks(path, info=".*"):
    """The blocks of a page whose first line matches."""
    return [block for block in split(path)[0]
            if re.fullmatch(info, block.info)]


def text(path, info):
    """The text of the only such block of a page."""
    block, = blocks(path, info)
    return block.text


def tables(path, after=""):
    """Every table, after a heading, as lists of cells without backquotes."""
    lines, found, last = [row for _, row in split(path)[1]], [], None
    for row in lines[lines.index(after) if after else 0:]:
        if not row.startswith("|"):
            last = None
            continue
        cells = [cell.strip().replace("`", "")
                 for cell in row.strip().strip("|").split("|")]
        if last is None:
            last = []
            found.append(last)
        if set("".join(cells)) - set("-: "):
            last.append(cells)
    return found


def table(path, *head, after=""):
    """The rows of the first table that begins with these headings."""
    for rows in tables(path, after):
        if tuple(rows[0][:len(head)]) == head:
            return rows[1:]
    raise AssertionError(f"{path} {after}: no table {' | '.join(head)}")


def names(path, *head, after=""):
    """The words in the first cells of that table."""
    return [name for row in table(path, *head, after=after)
            for name in re.split(", | and ", row[0])]


def strict(line):
    """Reads JSON in which no key stands twice and every number is whole."""
    def no_twins(pairs):
        assert len(dict(pairs)) == len(pairs), f"a key stands twice: {line}"
        return dict(pairs)

    def no_number(number):
        raise AssertionError(f"{number} in {line}")

    return json.loads(line, object_pairs_hook=no_twins, parse_float=no_number,
                      parse_constant=no_number)


def done(*words, folder=None, code=0, **environment):
    """What a command prints; it must end with that status."""
    result = subprocess.run(
        words, cwd=folder, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=scene.HANGS_S, env={**os.environ, **environment})
    said = result.stdout.decode("utf-8", "replace")
    assert result.returncode == code, \
        f"{words}: exit status {result.returncode}\n{said[-3000:]}"
    return said
