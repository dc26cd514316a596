"""The text of a game's rulebook, ``components/<game>/rulebook.md``, and what is marked in it.

Markdown (CommonMark with tables) in which stand calls ``{{ card("hidden-path") }}``, names of
components ``[[Hidden Path]]`` and comments ``<!-- HEN-TURN-01 -->``. Nothing in it is code: a call
is a name with texts and numbers, HTML is no part of it. Marks are taken out before the Markdown is
read, and stand in its tokens as :data:`MARK` with their number.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from validator.catalogue.folders import COMPONENTS
from validator.catalogue.model import Game
from validator.catalogue.translating.files import in_tongue, tags
from validator.findings import Place
from validator.plainfile import TooLargeError, read_plain

FILE = "rulebook.md"
MOST_BYTES = 200_000
"""Of a rulebook; a long one has half of that."""
MOST_CALL = 200
"""Letters of a call."""
MARK = re.compile("\ue000(\\d+)\ue001")
"""What stands in a token's text for a mark: its number."""
_PRIVATE = re.compile("[\ue000\ue001]")
_CLOSED_BY = {"<!--": "-->", "{{": "}}", "[[": "]]"}
_OPENS = re.compile("|".join(map(re.escape, _CLOSED_BY)))
_CODE = re.compile(r"^(```|~~~).*?(?:^\1[`~]*[ ]*$|\Z)|`[^`\n]+`", re.S | re.M)
_RULES = re.compile(
    r"\b([A-Z][A-Z0-9]{0,15}-(?:[A-Z0-9]{1,15}-){0,3})(\d{1,4})(?:\.\.(\d{1,4}))?\b"
)
MOST_CITED = 99
"""Rules after the first that two dots stand for."""
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
class WrittenName:
    """A name of a component, as it is written."""

    text: str
    place: Place


Mark: TypeAlias = Call | WrittenName


@dataclass(frozen=True, slots=True)
class _MarkedSpan:
    """What a sign opens: from ``start`` to ``end``, with ``inside`` between the signs.

    ``end`` is 0 where nothing closes it.
    """

    sign: str
    start: int
    end: int
    inside: str


@dataclass(frozen=True)
class Manuscript:
    """A rulebook as it is written.

    ``cited`` are the ids in comments, each where it comes first, ``ignored`` the codes by line that
    a comment on that line or the one before says to keep quiet about. ``open`` are marks that
    nothing closes.
    """

    file: str
    text: str
    marks: tuple[Mark, ...]
    cited: tuple[tuple[str, Place], ...]
    ignored: Mapping[int, frozenset[str]]
    open: tuple[tuple[str, Place], ...]
    masked: str = field(repr=False)
    lines: _Lines = field(repr=False)

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
        pieces, end = [], 0
        for found in _marks(self.text):
            if found.end:
                pieces += [self.text[end : found.start], _blank(self.text[found.start : found.end])]
                end = found.end
        blank = "".join([*pieces, self.text[end:]])
        return _CODE.sub(lambda code: _blank(code[0]), blank)

    def place(self, offset: int) -> Place:
        """The spot of a letter of the text."""
        return self.lines.place(offset)


def parser() -> MarkdownIt:
    """What reads a rulebook: CommonMark with tables, without HTML, with typographic quotes."""
    options = {"html": False, "typographer": True}
    return MarkdownIt("commonmark", options).enable(["table", "smartquotes"])


def file_of(game: Game, root: Path) -> str:
    """The rulebook of a game by its path in the project; in another language its own file."""
    names = [in_tongue(f"{COMPONENTS}/{game.id}/{FILE}", tag) for tag in tags(game.translated)]
    return next((name for name in names if (root / name).exists()), names[0])


def read_manuscript(shown: str, root: Path) -> Manuscript | None:
    """The rulebook at ``shown``, its path in the project; None where there is none.

    Raises:
        ManuscriptError: it cannot be read.
    """
    path = root / shown
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
    lines = _Lines(file, text)
    marks: list[Mark] = []
    cited: dict[str, Place] = {}
    ignored: dict[int, frozenset[str]] = {}
    opened: list[tuple[str, Place]] = []
    pieces, end = [], 0
    for found in _marks(text):
        place = lines.place(found.start)
        if not found.end:
            if found.sign != "[[":
                opened.append((found.sign, place))
            continue
        pieces.append(text[end : found.start])
        end = found.end
        if found.sign == "<!--":
            for name, where in _citations_in(found, lines):
                cited.setdefault(name, where)
            _ignore(found, place.line, lines.place(end).line, ignored)
            pieces.append("\n" * found.inside.count("\n"))
            continue
        is_call = found.sign == "{{"
        name = " ".join(found.inside.split())
        marks.append(_call(name, place) if is_call else WrittenName(name, place))
        pieces.append(f"\ue000{len(marks) - 1}\ue001")
    masked = "".join([*pieces, text[end:]])
    told = tuple(marks), tuple(cited.items()), ignored, tuple(opened)
    return Manuscript(file, text, *told, masked, lines)


class _Lines:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, offset: int) -> Place:
        line = bisect_right(self.starts, offset)
        return Place(self.file, line, offset - self.starts[line - 1] + 1)


def _marks(text: str) -> Iterator[_MarkedSpan]:
    """What signs open, in order, and does not stand in code; in time that grows with the text."""
    code = [found.span() for found in _CODE.finditer(text)]
    begins = [start for start, _ in code]
    unclosed: set[str] = set()
    end = 0
    for opens in _OPENS.finditer(text):
        sign, start = opens[0], opens.start()
        span = bisect_right(begins, start) - 1
        if start < end or (span >= 0 and start < code[span][1]):
            continue
        close = -1 if sign in unclosed else text.find(_CLOSED_BY[sign], opens.end())
        if close < 0:
            unclosed.add(sign)
            yield _MarkedSpan(sign, start, 0, "")
            continue
        end = close + len(_CLOSED_BY[sign])
        yield _MarkedSpan(sign, start, end, text[opens.end() : close])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _ignore(found: _MarkedSpan, first: int, last: int, ignored: dict[int, frozenset[str]]) -> None:
    """Note the codes that a comment says to pass over, for its lines and the next."""
    quiet = frozenset(re.findall(r"[a-z-]+", "".join(_IGNORE.findall(found.inside))))
    for line in (first, last, last + 1) if quiet else ():
        ignored[line] = ignored.get(line, frozenset()) | quiet


def _citations_in(found: _MarkedSpan, lines: _Lines) -> Iterator[tuple[str, Place]]:
    """The ids in a comment; ``HEN-ACT-01..03`` are three."""
    for rule in _RULES.finditer(found.inside):
        place = lines.place(found.start + len(found.sign) + rule.start())
        first, last = int(rule[2]), int(rule[3] or rule[2])
        for number in range(first, min(last, first + MOST_CITED) + 1):
            yield f"{rule[1]}{number:0{len(rule[2])}}", place


def _call(raw: str, place: Place) -> Call:
    try:
        if len(raw) > MOST_CALL:
            raise ValueError
        tree = ast.parse(raw, mode="eval").body
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
            raise ValueError
        args = tuple(_value(arg) for arg in tree.args)
        named = {str(one.arg): _value(one.value) for one in tree.keywords}
        if any(one.arg is None for one in tree.keywords):  # **x
            raise ValueError
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return Call("", (), {}, raw, place, 'write a name with texts and numbers: card("an-id")')
    return Call(tree.func.id, args, named, raw, place)


def _value(node: ast.expr) -> Argument:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | bool):
        return node.value
    raise ValueError
