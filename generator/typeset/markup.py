"""The markup of text: read, and its mistakes.

A star that has no partner is a star, so a player-count mark may stand in a sentence.
A backslash before one of :data:`ESCAPED` makes it plain. A text is parsed into paragraphs of
words; only the spaces between words (and the hyphens inside them) may end a line. A number and the
icon after it are one word. An icon is tied to the word after it, or where its clause ends with it,
to the word before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from generator.typeset.bidi import CONTROLS

ESCAPED = re.escape("*{}<\\'\"")
"""The signs that a backslash makes plain, for a class of a regular expression."""
_INLINE = re.compile(
    rf"\\(?P<plain>[{ESCAPED}])"
    r"|\{(?P<icon>[^{}\s]{1,60})\}"
    r"|\*\*(?=\S)(?P<bold>.+?)(?<=\S)\*\*(?!\*)"
    r"|\*(?=[^\s*])(?P<italic>[^*]*[^\s*])\*"
)
_ONE_LINE = re.compile(rf"\\(?P<plain>[{ESCAPED}])|\{{(?P<icon>[^{{}}\s]{{1,60}})\}}")
_BREAKS = re.compile(r"[ \t]+")
_NUMBER = re.compile(r"[-+−$]?\d{1,3}[×x]?")
_HYPHEN = re.compile(r"(?<=[^\W\d][-–—/])(?=[^\W\d])")  # between letters: 3–5 stays whole


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one style, or an inline icon (then ``text`` is empty).

    Pieces of an odd ``level`` run from right to left (:mod:`generator.typeset.bidi`).
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """Pieces that stay together on a line; ``spaced`` if a space (of that level) is before them.

    A ``tied`` word stays on the line of the word before it. One that is ``soft`` gets a hyphen
    where a line ends with it.
    """

    pieces: tuple[Piece, ...]
    spaced: bool
    space: int = 0
    tied: bool = False
    soft: bool = False


@lru_cache(maxsize=4_096)
def parse(text: str) -> tuple[tuple[Word, ...], ...]:
    """Split ``text`` into paragraphs (at line ends) of words; empty paragraphs are dropped."""
    lines = text.replace("\r\n", "\n").split("\n")
    paragraphs = (_tied(tuple(_counted(_words(_pieces(line, False, False))))) for line in lines)
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def plain_line(text: str) -> tuple[Piece, ...]:
    """``text`` as one line: ``{icon}`` and ``\\`` mean something, stars and line ends do not."""
    return tuple(_plain_pieces(" ".join(text.split("\n"))))


def styles_of(text: str) -> tuple[str, ...]:
    """The styles of ``text`` beside the regular one: bold, italic, bold_italic, each once."""
    found = {
        "_".join(("bold",) * piece.bold + ("italic",) * piece.italic): None
        for piece in _pieces(text, False, False)
        if piece.text and (piece.bold or piece.italic)
    }
    return tuple(found)


def _pieces(text: str, bold: bool, italic: bool) -> Iterator[Piece]:
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            yield Piece(text[at : match.start()], bold, italic)
        at = match.end()
        if match["plain"]:
            yield Piece(match["plain"], bold, italic)
        elif match["icon"]:
            yield Piece("", bold, italic, match["icon"])
        elif match["bold"] is not None and not bold:
            yield from _pieces(match["bold"], True, italic)
        elif match["bold"] is not None:
            yield Piece(match[0], bold, italic)  # what is bold cannot be more so
        else:
            yield from _pieces(match["italic"], bold, True)
    if at < len(text):
        yield Piece(text[at:], bold, italic)


def _plain_pieces(text: str) -> Iterator[Piece]:
    letters, at = "", 0
    for match in _ONE_LINE.finditer(text):
        letters, at = letters + text[at : match.start()] + (match["plain"] or ""), match.end()
        if match["icon"]:
            if letters:
                yield Piece(letters)
            yield Piece("", icon=match["icon"])
            letters = ""
    if letters + text[at:]:
        yield Piece(letters + text[at:])


def _words(pieces: Iterator[Piece]) -> Iterator[Word]:
    word: list[Piece] = []
    spaced = started = False
    for piece, space_before in _atoms(pieces):
        if space_before is not None:
            if word:
                yield Word(tuple(word), spaced)
                started = True
            word, spaced = [], space_before and started
        if piece.text or piece.icon:
            word.append(piece)
    if word:
        yield Word(tuple(word), spaced)


def _tied(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Icons tied to the words they belong to."""
    return words[:1] + tuple(replace(b, tied=_belong(a, b)) for a, b in pairwise(words))


def _belong(one: Word, two: Word) -> bool:
    """Tell whether an icon ends ``one``, or begins ``two`` and ends its clause there."""
    if one.pieces[-1].icon:
        return True
    first, *rest = two.pieces
    after = "".join(piece.text for piece in rest)
    return bool(first.icon) and bool(rest) and not any(sign.isalnum() for sign in after)


def _counted(words: Iterator[Word]) -> Iterator[Word]:
    """A number and the icon after it never part: ``3 {coin}`` counts as one word."""
    number: Word | None = None
    for word in words:
        if number is not None:
            if word.spaced and word.pieces[0].icon:
                yield Word((*number.pieces, Piece(" "), *word.pieces), number.spaced)
                number = None
                continue
            yield number
            number = None
        if len(word.pieces) == 1 and _NUMBER.fullmatch(word.pieces[0].text):
            number = word
        else:
            yield word
    if number is not None:
        yield number


def _atoms(pieces: Iterator[Piece]) -> Iterator[tuple[Piece, bool | None]]:
    """Unbreakable stretches, each with what comes before: a space, a hyphen, or nothing."""
    for piece in pieces:
        if piece.icon:
            yield piece, None
            continue
        for index, spaced in enumerate(_BREAKS.split(piece.text)):
            for part, text in enumerate(_HYPHEN.split(spaced)):
                before = None if index == 0 and part == 0 else part == 0
                yield Piece(text, piece.bold, piece.italic), before


_TAGS = (
    "a|b|big|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|s|small|span|strong"
    "|sub|sup|u|ul"
)
_SIGN = re.compile(
    rf"\\[{ESCAPED}]|\{{[^{{}}\s]{{1,60}}\}}"  # escaped signs and icons are right
    r"|(?P<brace>\{[^{}\n]{0,60}\}|\{[^{}\s]{0,60}|\})|"
    rf"(?P<tag></?(?:{_TAGS})\b[^<>\n]{{0,60}}>)",
    re.IGNORECASE,
)
_SUSPECT = re.compile(rf"[{{}}<*{CONTROLS}]")
_ESCAPED = re.compile(rf"\\[{ESCAPED}]")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*(?!\*)")
_WHOLE = re.compile(rf"{_ESCAPED.pattern}|{_BOLD.pattern}")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a text, and what to do about it."""

    message: str
    hint: str


def mistakes(text: str, *, is_line: bool = False) -> Iterator[Mistake]:
    """Braces, stars and tags that are left open or mean nothing; ``is_line``: no bold words."""
    if not _SUSPECT.search(text):
        return
    for match in _SIGN.finditer(text):
        if match["brace"]:
            yield _brace(match["brace"])
        elif match["tag"]:
            yield _tag(match["tag"])
    for line in text.splitlines():
        bare = _ESCAPED.sub(" ", line)
        if "**" in (bare if is_line else _BOLD.sub(r"\1", bare)):
            yield _stars(is_line)
    if any(sign in text for sign in CONTROLS):
        message = "the text holds a sign that embeds or isolates a direction, which is not read"
        yield Mistake(message, "take it out; the marks U+200E and U+200F are read")


def with_plain_signs(text: str, *, is_line: bool = False) -> str:
    """The text with a backslash before each sign of which :func:`mistakes` tells.

    It is printed as it stands.
    """
    at = 0
    while (found := _SIGN.search(text, at)) is not None:
        if found.lastgroup:
            text = f"{text[: found.start()]}\\{text[found.start() :]}"
        at = found.start() + 2 if found.lastgroup else found.end()
    return "".join(_plain_stars(line, is_line) for line in text.splitlines(keepends=True))


def _plain_stars(line: str, is_line: bool) -> str:
    """A line in which the ``**`` that mean nothing have backslashes."""
    whole = _ESCAPED if is_line else _WHOLE
    found, at = "", 0
    for one in (*whole.finditer(line), None):
        end = len(line) if one is None else one.start()
        found += line[at:end].replace("**", r"\*\*") + (one[0] if one else "")
        at = one.end() if one else end
    return found


def _brace(found: str) -> Mistake:
    plain = r"a brace that is to be printed is written \{ or \}"
    name = found.strip("{}").strip()
    if not found.startswith("{"):
        return Mistake("a `}` closes nothing", f"take it out, or put `{{` before the icon; {plain}")
    if not found.endswith("}"):
        hint = f"write `{{{name or 'coin'}}}` for the icon; {plain}"
        return Mistake(f"`{found}` is left open", hint)
    return Mistake(f"`{found}` names no icon", f"an icon is one word, such as `{{coin}}`; {plain}")


def _tag(found: str) -> Mistake:
    message = f"`{found}` is printed as it stands"
    return Mistake(
        message, r"write **bold** or *italic*; a `<` that is to be printed is written \<"
    )


def _stars(is_line: bool) -> Mistake:
    plain = r"stars that are to be printed are written \*\*"
    if is_line:
        return Mistake("`**` means nothing in a text of one line", f"take the stars out; {plain}")
    return Mistake(
        "`**` has no partner", f"begin and end bold words with `**` in one paragraph; {plain}"
    )
