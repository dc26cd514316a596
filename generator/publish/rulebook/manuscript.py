"""The text of a game's rulebook, ``components/<game>/rulebook.md``, and what is marked in it.

Markdown (CommonMark with tables) in which stand calls ``{{ card("hidden-path") }}``, names of
components ``[[Hidden Path]]`` and comments ``<!-- HEN-TURN-01 -->``. Nothing in it is code: a call
is a name with texts and numbers, HTML is no part of it. Marks are taken out before the Markdown is
read, and stand in its tokens as :data:`MARK` with their number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from validator.findings import Place
from validator.plainfile import TooLargeError, read_plain

FILE = "rulebook.md"
MOST_BYTES = 1_000_000
"""Of a rulebook; a long one has a tenth of that."""
MOST_CALL = 200
"""Letters of a call."""
MARK = re.compile("\ue000(\\d+)\ue001")
"""What stands in a token's text for a mark: its number."""
_PRIVATE = re.compile("[\ue000\ue001]")
_MARKS = re.compile(r"<!--(?P<comment>.*?)-->|\{\{(?P<call>.*?)\}\}|\[\[(?P<name>.*?)\]\]", re.S)
_OPEN = re.compile(r"\{\{|<!--")
_CODE = re.compile(r"^(```|~~~).*?(?:^\1[`~]*[ ]*$|\Z)|`[^`\n]+`", re.S | re.M)
_RULES = re.compile(r"\b([A-Z][A-Z0-9]*-(?:[A-Z0-9]+-)*)(\d+)(?:\.\.(\d+))?\b")
_IGNORE = re.compile(r"\bignore:\s*([a-z, -]+)")

Argument: TypeAlias = str | int | bool


class ManuscriptError(Exception):
    """The file cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call; ``fault`` says what is wrong with the way it is written."""

    name: str
    args: tuple[Argument, ...]
    named: Mapping[str, Argument]
    raw: str
    place: Place
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a component, as it is written."""

    text: str
    place: Place


Mark: TypeAlias = Call | Name


@dataclass(frozen=True)
class Manuscript:
    """A rulebook as it is written.

    ``cited`` are the ids in comments, ``ignored`` the codes by line that a comment on that line or
    the one before says to keep quiet about. ``open`` are marks that nothing closes.
    """

    file: str
    text: str
    marks: tuple[Mark, ...]
    cited: tuple[tuple[str, Place], ...]
    ignored: Mapping[int, frozenset[str]]
    open: tuple[tuple[str, Place], ...]
    masked: str = field(repr=False)

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """The Markdown, read; no mark stands in an attribute."""
        tokens = parser().parse(self.masked)
        for token in tokens:
            for one in (token, *(token.children or ())):
                for key, value in one.attrs.items():
                    one.attrs[key] = MARK.sub("", value) if isinstance(value, str) else value
        return tokens

    @property
    def pictures(self) -> Iterator[tuple[str, Place]]:
        """The files of all pictures, as they are written, and where."""
        for token in self.tokens:
            for child in token.children or ():
                if child.type == "image" and token.map:
                    name = unquote(str(child.attrs.get("src", "")))
                    yield name, Place(self.file, token.map[0] + 1)

    @cached_property
    def bare(self) -> str:
        """The text with as many blanks where marks stand, for those who look at its words."""
        blank = _MARKS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)
        return _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), blank)

    def place(self, offset: int) -> Place:
        """The spot of a letter of the text."""
        return _place(self.file, self.text, offset)


def parser() -> MarkdownIt:
    """What reads a rulebook: CommonMark with tables, without HTML, with typographic quotes."""
    options = {"html": False, "typographer": True}
    return MarkdownIt("commonmark", options).enable(["table", "smartquotes"])


def read_manuscript(folder: Path, shown: str, root: Path) -> Manuscript | None:
    """The rulebook in a game's folder, or None; ``shown`` is its path in the project.

    Raises:
        ManuscriptError: it cannot be read.
    """
    path = folder / FILE
    if not path.exists() and not path.is_symlink():
        return None
    try:
        return manuscript(read_plain(path, MOST_BYTES, inside=root).decode("utf-8-sig"), shown)
    except TooLargeError as error:
        raise ManuscriptError(f"it has {error.size} bytes, more than {MOST_BYTES}") from error
    except OSError as error:
        raise ManuscriptError(f"it cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ManuscriptError("it is no text in UTF-8") from error


def manuscript(text: str, file: str) -> Manuscript:
    """A text with its marks."""
    text = _PRIVATE.sub("\ufffd", text.replace("\r\n", "\n"))
    marks: list[Mark] = []
    cited: list[tuple[str, Place]] = []
    ignored: dict[int, frozenset[str]] = {}
    pieces, end, opened = [], 0, []
    for found in _marks(text):
        place = _place(file, text, found.start())
        opened += _opened(text, end, found.start(), file)
        pieces.append(text[end : found.start()])
        end = found.end()
        if found["comment"] is not None:
            cited += _cited(found, text, file)
            quiet = frozenset(re.findall(r"[a-z-]+", "".join(_IGNORE.findall(found["comment"]))))
            last = _place(file, text, found.end()).line
            for line in (place.line, last, last + 1) if quiet else ():
                ignored[line] = ignored.get(line, frozenset()) | quiet
            pieces.append("\n" * found[0].count("\n"))
            continue
        marks.append(_call(found["call"], place) if found["name"] is None else _name(found, place))
        pieces.append(f"\ue000{len(marks) - 1}\ue001")
    opened += _opened(text, end, len(text), file)
    masked = "".join([*pieces, text[end:]])
    return Manuscript(file, text, tuple(marks), tuple(cited), ignored, tuple(opened), masked)


def _marks(text: str) -> Iterator[re.Match[str]]:
    """The marks that do not stand in code."""
    code = [found.span() for found in _CODE.finditer(text)]
    for found in _MARKS.finditer(text):
        if not any(start <= found.start() < end for start, end in code):
            yield found


def _opened(text: str, start: int, end: int, file: str) -> list[tuple[str, Place]]:
    """What begins a mark between two marks, and is not closed."""
    part = _CODE.sub(lambda found: " " * len(found[0]), text[start:end])
    return [(found[0], _place(file, text, start + found.start())) for found in _OPEN.finditer(part)]


def _place(file: str, text: str, offset: int) -> Place:
    line = text.count("\n", 0, offset) + 1
    return Place(file, line, offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _name(found: re.Match[str], place: Place) -> Name:
    return Name(" ".join(found["name"].split()), place)


def _cited(found: re.Match[str], text: str, file: str) -> Iterator[tuple[str, Place]]:
    """The ids in a comment; ``HEN-ACT-01..03`` are three."""
    for rule in _RULES.finditer(found["comment"]):
        place = _place(file, text, found.start("comment") + rule.start())
        last = int(rule[3] or rule[2])
        for number in range(int(rule[2]), min(last, int(rule[2]) + 99) + 1):
            yield f"{rule[1]}{number:0{len(rule[2])}}", place


def _call(written: str, place: Place) -> Call:
    """A call by what stands between its braces."""
    raw = " ".join(written.split())
    try:
        if len(raw) > MOST_CALL:
            raise ValueError
        tree = ast.parse(raw, mode="eval").body
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
            raise ValueError
        args = tuple(_value(arg) for arg in tree.args)
        named = {_key(keyword): _value(keyword.value) for keyword in tree.keywords}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return Call("", (), {}, raw, place, 'write a name with texts and numbers: card("an-id")')
    return Call(tree.func.id, args, named, raw, place)


def _key(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise ValueError
    return keyword.arg


def _value(node: ast.expr) -> Argument:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | bool):
        return node.value
    raise ValueError
