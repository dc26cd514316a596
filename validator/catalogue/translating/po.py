"""Read gettext's PO files: every message with the place of each part, and every fault of the file.

polib writes them (:mod:`generator.translating`), but passes over lines that it cannot read, and
the messages in them; here each is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from validator.findings import Finding, Place, Severity

LINE = re.compile(
    r"(?P<old>\#~)?[ \t]*(?:(?P<word>msgctxt|msgid_plural|msgid|msgstr)"
    r"(?:\[(?P<number>\d{1,3})\])?[ \t]*)?(?P<quote>\".*\")[ \t]*"
)
"""A line with a text: of which part of a message, or going on with the one before."""
_INSIDE = re.compile(r'(?:[^"\\]|\\.)*')
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_MEANT = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f"}
_MEANT |= {"v": "\v"}


@dataclass(frozen=True, slots=True)
class QuotedText:
    """A quoted text of one line: what it says and where its first letter stands."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A part of a message (``msgid``, ``msgstr``): what it says, and in which pieces."""

    text: str
    pieces: tuple[QuotedText, ...]

    def spot(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of a letter of the text."""
        left = at
        for piece in self.pieces:
            if left < len(piece.text):
                return piece.line, piece.column + len(escape(piece.text[:left]))
            left -= len(piece.text)
        last = self.pieces[-1]
        return last.line, last.column + len(escape(last.text))


@dataclass(frozen=True, slots=True)
class Message:
    """An entry of a PO file.

    ``said`` are its translations by number (one, if it has no plural); ``comments`` its lines of
    comment as they are written, ``raw`` all of it. ``line`` is where its first part stands.
    """

    source: MessagePart
    said: Mapping[int, MessagePart]
    line: int
    context: str = ""
    plural: str | None = None
    comments: tuple[str, ...] = ()
    obsolete: bool = False
    raw: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by: context and English."""
        return self.context, self.source.text

    @property
    def text(self) -> str:
        """The translation, the first one where there are several."""
        return self.said[0].text if 0 in self.said else ""

    @property
    def texts(self) -> tuple[str, ...]:
        """All forms of the translation."""
        return tuple(part.text for part in self.said.values())

    @property
    def flags(self) -> frozenset[str]:
        """Its flags, such as ``fuzzy``."""
        lines = (line[2:].split(",") for line in self.comments if line.startswith("#,"))
        return frozenset(flag.strip() for line in lines for flag in line)

    @property
    def is_fuzzy(self) -> bool:
        """Tell whether the translation waits for somebody to look at it."""
        return "fuzzy" in self.flags

    @property
    def is_said(self) -> bool:
        """Tell whether it is translated, and in force."""
        return bool(self.said) and all(self.texts) and not self.is_fuzzy and not self.obsolete

    def spot(self, at: int = 0, number: int = 0) -> tuple[int, int]:
        """Line and column of a letter of a translation."""
        return self.said[number].spot(at) if number in self.said else (self.line, 1)


def po_fault(place: Place, message: str, hint: str) -> Finding:
    """A fault of a PO file; the game is filled in by whoever reports it."""
    return Finding("translation-syntax", Severity.ERROR, "", place, message, hint)


@dataclass(frozen=True, slots=True)
class PoFile:
    """A PO file: its name in findings, its head (None where there is none), and its messages."""

    file: str
    head: Message | None = None
    messages: tuple[Message, ...] = ()
    faults: tuple[Finding, ...] = ()
    tail: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the head, such as ``Language``."""
        lines = self.head.text.split("\n") if self.head else []
        pairs = (line.partition(":") for line in lines if ":" in line)
        return {name.strip(): value.strip() for name, _, value in pairs}

    def place(self, spot: tuple[int, int]) -> Place:
        """A line and column of this file."""
        return Place(self.file, *spot)


@dataclass(slots=True)
class _OpenMessage:
    parts: dict[str, list[QuotedText]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    last: str = ""
    line: int = 0
    obsolete: bool = False
    broken: bool = False

    @property
    def is_answered(self) -> bool:
        """Tell whether a translation has begun."""
        return any(name.startswith("msgstr") for name in self.parts)


def read_po(text: str, file: str) -> PoFile:
    """Read the text of a PO file; nothing is raised, faults are told with their lines."""
    return _PoReader(file).read(text.removeprefix("\ufeff"))


class _PoReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.open = _OpenMessage()
        self.found: list[Message] = []
        self.faults: list[Finding] = []

    def read(self, text: str) -> PoFile:
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            self.take(line, number)
        tail = "" if self.open.parts else "\n".join(self.open.raw).strip()
        self.close()
        head = next((one for one in self.found if one.key == ("", "") and not one.obsolete), None)
        kept = tuple(one for one in self.found if one is not head)
        faults = sorted(self.faults, key=lambda fault: (fault.place.line, fault.place.column))
        return PoFile(self.file, head, kept, tuple(faults), tail)

    def take(self, line: str, number: int) -> None:
        stripped = line.strip()
        if not stripped:
            if self.open.parts:
                self.close()
            elif self.open.raw:
                self.open.raw.append("")
            return
        match = LINE.fullmatch(stripped)
        if match and _INSIDE.fullmatch(match["quote"][1:-1]):
            self.text(match, line, number)
        elif stripped.startswith("#") and not re.match(r"\#~\s*(msg|\")", stripped):
            if self.open.is_answered:
                self.close()
            self.open.comments.append(stripped)
            self.open.raw.append(stripped)
        else:
            self.fault(line, number)

    def text(self, match: re.Match[str], line: str, number: int) -> None:
        word = match["word"]
        if word:
            name = f"{word}[{match['number']}]" if match["number"] else word
            again = self.open.is_answered or "msgid" in self.open.parts
            if self.open.parts and (word == "msgctxt" or (word == "msgid" and again)):
                self.close()  # the next entry begins
            if name in self.open.parts:
                said = f"`{name}` stands twice in this entry"
                self.tell(number, 1, said, "keep one of the two, or part the entries")
                self.open.last = ""
                return
            self.open.line = self.open.line or number
            self.open.last = name
            self.open.obsolete |= bool(match["old"])
        elif not self.open.last:
            self.tell(number, 1, "a text that belongs to nothing", "write `msgstr` in front of it")
            return
        column = line.index('"') + 2
        piece = QuotedText(unescape(match["quote"][1:-1]), number, column)
        self.open.parts.setdefault(self.open.last, []).append(piece)
        self.open.raw.append(line.strip())

    def fault(self, line: str, number: int) -> None:
        self.open.raw.append(line.strip())
        self.open.last = ""
        self.open.broken = True
        column = len(line) - len(line.lstrip()) + 1
        quoted = re.match(r"\s*(?:\#~)?\s*\S*\s*\"", line)
        if quoted:
            inside = _INSIDE.match(line, quoted.end())
            end = inside.end() if inside else quoted.end()
            if end < len(line):
                hint = "put a backslash before a quotation mark inside of a text"
                self.tell(number, end + 1, "a text ends here, and the line goes on", hint)
            else:
                self.tell(number, column, "a text has no closing quotation mark", "close it")
            return
        shown = line.strip()[:40]
        hint = "a line is a comment (#), or msgctxt, msgid or msgstr with a text in quotes"
        self.tell(number, column, f"no line of a PO file: {shown!r}", hint)

    def tell(self, line: int, column: int, message: str, hint: str) -> None:
        self.faults.append(po_fault(Place(self.file, line, column), message, hint))

    def close(self) -> None:
        now, self.open = self.open, _OpenMessage()
        if not now.parts:
            return
        if "msgid" not in now.parts or not now.is_answered:
            if now.broken:
                return
            lacks = "msgstr" if "msgid" in now.parts else "msgid"
            self.tell(now.line, 1, f"the entry has no `{lacks}`", f"add `{lacks} ...`")
            return
        parts = {name: _part(pieces) for name, pieces in now.parts.items()}
        said = {
            int(name[7:-1] or 0) if "[" in name else 0: part
            for name, part in parts.items()
            if name.startswith("msgstr")
        }
        self.found.append(
            Message(
                source=parts["msgid"],
                said=dict(sorted(said.items())),
                line=now.line,
                context=parts["msgctxt"].text if "msgctxt" in parts else "",
                plural=parts["msgid_plural"].text if "msgid_plural" in parts else None,
                comments=tuple(now.comments),
                obsolete=now.obsolete,
                raw="\n".join(now.raw),
            )
        )


def _part(pieces: list[QuotedText]) -> MessagePart:
    text = "".join(piece.text for piece in pieces)
    full = tuple(piece for piece in pieces if piece.text) or tuple(pieces[:1])
    return MessagePart(text, full)


def unescape(inside: str) -> str:
    """What stands between quotation marks, its escapes resolved."""
    return _ESCAPE.sub(_resolve_escape, inside)


def _resolve_escape(match: re.Match[str]) -> str:
    sign = match[1]
    if sign[0] == "x" and len(sign) > 1:
        return chr(int(sign[1:], 16))
    if sign[0] in "01234567":
        return chr(int(sign, 8))
    return _MEANT.get(sign, "\\" + sign)


def escape(text: str) -> str:
    """A text as it stands between quotation marks."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
