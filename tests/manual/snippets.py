"""The examples of pages as data: what a page shows, laid over the base game.

``tests/examples/README.md`` tells how an example is written.
"""

import re
import shutil
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from openpyxl import Workbook
from PIL import Image

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "examples"
BASE = EXAMPLES / "base"
COMPONENTS = "components"
GAME = f"{COMPONENTS}/fog"

_EXAMPLE = re.compile(
    r"^## (?P<kind>Bad|Good)(?:, by `trilith (?P<command>[^`]+)`)?"
    r"(?:, besides (?P<besides>[a-z-]+(?:, [a-z-]+)*))?\n"
    r"(?:\n```\w+\n(?P<snippet>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"# (?P<path>[\w./-]+)(?: \((?P<note>[^)]+)\))?(?P<here>\s+<- here)?")
_HERE = re.compile(r"\s*(?:#|\{#)?\s*<- here(?: #\})?$")
_KEY = re.compile(r"([^\s#:-][^:]*):")
_REPEATED = re.compile(r"the last line (\d+) times(?:, the fault at line (\d+))?")
_WORKBOOK = re.compile(r"a workbook with the sheet (\w+)")
_PIXELS = re.compile(r"(\d+) x (\d+) pixels")


@dataclass(frozen=True, slots=True)
class Example:
    """One example: its snippet, the command that shows it, other codes that come with it."""

    good: bool
    command: str
    besides: frozenset[str]
    snippet: str


@dataclass(frozen=True, slots=True)
class Part:
    """What a snippet says of one file; ``here`` marks the file itself."""

    path: str
    note: str
    here: bool
    lines: list


def examples(page):
    """The examples of the page of a code, in its order."""
    return tuple(
        Example(
            found["kind"] == "Good",
            found["command"] or "",
            frozenset((found["besides"] or "").split(", ")) - {""},
            (found["snippet"] or "").strip("\n"),
        )
        for found in _EXAMPLE.finditer(page)
    )


def lay(example, project):
    """Write the base game with the snippet over it; return the files and lines it marks."""
    shutil.copytree(BASE, project, dirs_exist_ok=True)
    found = tuple(parts(example.snippet))
    for part in found:
        _bring(part.path, project)
    return {place for part in found for place in _write(part, project)}


def _bring(path, project):
    """Copy what a snippet changes besides the base game: a game with its box, a list of sizes."""
    folder = path.rpartition("/")[0]
    for root in (EXAMPLES / "games", ROOT):
        if (root / folder / "game.yaml").is_file():
            text = (root / folder / "game.yaml").read_text("utf-8")
            boxes = re.findall(r"^box: (\w+)", text, re.MULTILINE)
            for name in (folder, *(f"{COMPONENTS}/{box}" for box in boxes)):
                shutil.copytree(root / name, project / name, dirs_exist_ok=True)
    if path.endswith(".yaml") and not (project / path).exists() and (ROOT / path).is_file():
        shutil.copy(ROOT / path, project / path)


def parts(snippet):
    """The files of a snippet, each headed by a comment with its name."""
    lines = snippet.splitlines()
    heads = [at for at, line in enumerate(lines) if _FILE.fullmatch(line)]
    assert not lines or heads[:1] == [0], f"a snippet begins with `# <file>`, not {lines[0]!r}"
    for start, end in pairwise([*heads, len(lines)]):
        head = _FILE.fullmatch(lines[start])
        path = head["path"].removeprefix("./")
        if re.fullmatch(r"\w+\.yaml", head["path"]):
            path = f"{GAME}/{path}"
        yield Part(path, head["note"] or "", head["here"] is not None, lines[start + 1 : end])


def _write(part, project):
    path = project / part.path
    lines = _composed(part, path)
    marked = {(part.path, at) for at, line in enumerate(lines, 1) if _HERE.search(line)}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{_HERE.sub('', line)}\n" for line in lines)
    _write_as(part.note, path, text)
    repeated = _REPEATED.fullmatch(part.note)
    if repeated and repeated[2]:
        marked.add((part.path, int(repeated[2])))
    return marked | ({(part.path, _begins(lines))} if part.here else set())


def _begins(lines):
    """The line of a file that stands for the whole: the first with data."""
    return next((at for at, line in enumerate(lines, 1) if _KEY.match(line)), 1)


def _composed(part, path):
    """The lines of the whole file: blocks of the snippet stand in for those of the base."""
    lines = list(part.lines)
    repeated = _REPEATED.fullmatch(part.note)
    if repeated:
        lines += lines[-1:] * (int(repeated[1]) - 1)
    indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    own = _blocks(lines, indent)
    if path.suffix != ".yaml" or "kind" in own or not path.exists():
        return lines
    base = _blocks(path.read_text(encoding="utf-8").splitlines(), indent)
    if part.note == "added":
        own = {key: [*base[key], *block[1:]] for key, block in own.items()}
    return [line for block in (base | own).values() for line in block]


def _blocks(lines, indent):
    """The lines of a file by their keys that stand ``indent`` columns in."""
    found = {}
    key = ""
    for line in lines:
        start = _KEY.match(line[indent:]) if line[:indent].isspace() or not indent else None
        key = start[1] if start else key
        found.setdefault(key, []).append(line)
    return found


def _write_as(note, path, text):
    """Write a file in the way that the note behind its name tells."""
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if sheet := _WORKBOOK.fullmatch(note):
        book = Workbook()
        book.active.title = sheet[1]
        for line in text.splitlines():
            book.active.append(line.split(","))
        book.save(path)
    elif size := _PIXELS.fullmatch(note):
        Image.new("L", (int(size[1]), int(size[2]))).save(path)
    elif note == "a folder":
        path.mkdir()
    elif note == "a link out of the project":
        path.symlink_to(ROOT / "README.md")
    elif note != "missing":
        path.write_text(text, encoding="latin-1" if note == "in Latin-1" else "utf-8")
