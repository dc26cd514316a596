"""The small markup of printed texts, its mistakes, and the direction in which letters run.

A text is kept as it is read; a *level* for each character says how it lies on the line: even
levels run from left to right, odd ones from right to left, and :func:`visual_order` lays pieces
out. Names W1 to L2 are the rules of UAX #9. Embeddings, overrides and isolates are not read
(:data:`CONTROLS`; a text with one is reported), so that a paragraph is a single run of levels.

A star that has no partner is a star, so a player-count mark may stand in a sentence.
A backslash before one of :data:`ESCAPED` makes it plain. A text is parsed into paragraphs of
words; only the spaces between words (and the hyphens inside them) may end a line. A number and the
icon after it are one word. An icon is tied to the word after it, or where its clause ends with it,
to the word before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from typing import TypeVar
from unicodedata import bidirectional, normalize

CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates."""
OBJECT = "\ufffc"
"""Stands for an icon: it takes the direction of what is around it."""

_BRACKETS = dict(
    zip(
        "([{༺༼⁅⁽₍⌈⌊〈❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⸢⸤⸦⸨〈《「『【〔〖〘〚（［｛｟｢",
        ")]}༻༽⁆⁾₎⌉⌋〉❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⸣⸥⸧⸩〉》」』】〕〗〙〛）］｝｠｣",
        strict=True,
    )
)
Kind = TypeVar("Kind")
_MOST_OPEN = 63  # BD16
_REMOVED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))  # X9
_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
"""Which way a class runs where a neighbour is to be decided (N0, N1)."""


def runs_right_to_left(text: str) -> bool:
    """Tell whether any letter of ``text`` runs from right to left."""
    return not text.isascii() and any(bidirectional(one) in ("R", "AL", "AN") for one in text)


def base_level(text: str, usual: int = 0) -> int:
    """1 if the first letter of a paragraph runs from right to left, else 0 (P2, P3).

    A paragraph without letters has the ``usual`` level (HL1).
    """
    strong = (kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL"))
    return int(next(strong, "R" if usual else "L") != "L")


def levels(text: str, base: int) -> tuple[int, ...]:
    """The level of each character of a paragraph of level ``base``."""
    original = [bidirectional(one) or "L" for one in text]
    kept = [at for at, kind in enumerate(original) if kind not in _REMOVED]
    way = "R" if base else "L"
    kinds = _weak([original[at] for at in kept], way)
    _brackets([text[at] for at in kept], kinds, [original[at] for at in kept], way)
    _neutral(kinds, way)
    of = dict(zip(kept, (_level(kind, base) for kind in kinds), strict=True))
    found: list[int] = []
    for at in range(len(text)):
        found.append(of.get(at, found[-1] if found else base))
    return tuple(found)


def visual_order(of: Sequence[int]) -> list[int]:
    """Where pieces of a line with these levels come from, from left to right (L2)."""
    order = list(range(len(of)))
    for level in range(max(of, default=0), 0, -1):
        for start, end in _stretches([of[at] >= level for at in order], (True,)):
            order[start:end] = reversed(order[start:end])
    return order


def _level(kind: str, base: int) -> int:
    """I1, I2."""
    if base:
        return base + (kind != "R")
    return base + {"L": 0, "R": 1}.get(kind, 2)


def _weak(kinds: list[str], way: str) -> list[str]:
    """W1 to W7, on a run that begins as one of ``way``."""
    kinds = _of_marks_and_numbers(kinds, way)
    for at in range(1, len(kinds) - 1):  # W4
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and (kind, before) in (("ES", "EN"), ("CS", "EN"), ("CS", "AN")):
            kinds[at] = before
    for start, end in _stretches(kinds, ("ET",)):  # W5
        if "EN" in (*kinds[max(0, start - 1) : start], *kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    kinds = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]  # W6
    strong = way
    for at, kind in enumerate(kinds):  # W7
        strong = kind if kind in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[at] = "L"
    return kinds


def _of_marks_and_numbers(kinds: list[str], way: str) -> list[str]:
    """W1 to W3: marks are as what they stand on, numbers after Arabic letters are Arabic."""
    found: list[str] = []
    before = strong = way
    for kind in kinds:
        before = before if kind == "NSM" else kind
        strong = before if before in ("L", "R", "AL") else strong
        found.append("AN" if before == "EN" and strong == "AL" else before)
    return ["R" if kind == "AL" else kind for kind in found]


def _brackets(text: Sequence[str], kinds: list[str], original: Sequence[str], way: str) -> None:
    """N0: a pair of brackets runs as what it holds, or else as what it stands in."""
    for start, end in sorted(_pairs(text, kinds)):
        inside = {_STRONG.get(kind) for kind in kinds[start + 1 : end]} - {None}
        if not inside:
            continue
        taken = way
        if way not in inside:
            before = (_STRONG[kind] for kind in reversed(kinds[:start]) if kind in _STRONG)
            taken = next(before, way)
        for at in (start, end):
            marks = takewhile(lambda kind: kind == "NSM", original[at + 1 :])
            last = at + 1 + len(list(marks))
            kinds[at:last] = [taken] * (last - at)


def _pairs(text: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where brackets that belong together open and close (BD16)."""
    opened: list[tuple[str, int]] = []
    for at, one in enumerate(text):
        if kinds[at] != "ON":
            continue
        bracket = normalize("NFC", one)
        if bracket in _BRACKETS:
            if len(opened) == _MOST_OPEN:
                return
            opened.append((_BRACKETS[bracket], at))
            continue
        for depth in range(len(opened) - 1, -1, -1):
            if opened[depth][0] == bracket:
                yield opened[depth][1], at
                del opened[depth:]
                break


def _neutral(kinds: list[str], way: str) -> None:
    """N1, N2: what has no direction goes with both its neighbours, or else with the paragraph."""
    for start, end in _stretches(kinds, ("B", "S", "WS", "ON")):
        before = _STRONG[kinds[start - 1]] if start else way
        after = _STRONG[kinds[end]] if end < len(kinds) else way
        kinds[start:end] = [before if before == after else way] * (end - start)


def _stretches(kinds: Sequence[Kind], wanted: tuple[Kind, ...]) -> Iterator[tuple[int, int]]:
    """Where kinds that are ``wanted`` follow each other: the first and the one after the last."""
    start = 0
    for is_wanted, group in groupby(tuple(kinds), lambda kind: kind in wanted):
        end = start + len(list(group))
        if is_wanted:
            yield start, end
        start = end


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
class TextPiece:
    """A stretch of one style, or an inline icon (then ``text`` is empty).

    Pieces of an odd ``level`` run from right to left (:mod:`generator.typeset.markup`).
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class TextWord:
    """Pieces that stay together on a line; ``spaced`` if a space (of that level) is before them.

    A ``tied`` word stays on the line of the word before it. One that is ``soft`` gets a hyphen
    where a line ends with it.
    """

    pieces: tuple[TextPiece, ...]
    spaced: bool
    space: int = 0
    tied: bool = False
    soft: bool = False


@lru_cache(maxsize=4_096)
def parse(text: str) -> tuple[tuple[TextWord, ...], ...]:
    """Split ``text`` into paragraphs (at line ends) of words; empty paragraphs are dropped."""
    lines = text.replace("\r\n", "\n").split("\n")
    paragraphs = (
        _tie_icons(tuple(_join_counts(_words(_pieces(line, False, False))))) for line in lines
    )
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def plain_line(text: str) -> tuple[TextPiece, ...]:
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


def _pieces(text: str, bold: bool, italic: bool) -> Iterator[TextPiece]:
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            yield TextPiece(text[at : match.start()], bold, italic)
        at = match.end()
        if match["plain"]:
            yield TextPiece(match["plain"], bold, italic)
        elif match["icon"]:
            yield TextPiece("", bold, italic, match["icon"])
        elif match["bold"] is not None and not bold:
            yield from _pieces(match["bold"], True, italic)
        elif match["bold"] is not None:
            yield TextPiece(match[0], bold, italic)  # what is bold cannot be more so
        else:
            yield from _pieces(match["italic"], bold, True)
    if at < len(text):
        yield TextPiece(text[at:], bold, italic)


def _plain_pieces(text: str) -> Iterator[TextPiece]:
    letters, at = "", 0
    for match in _ONE_LINE.finditer(text):
        letters, at = letters + text[at : match.start()] + (match["plain"] or ""), match.end()
        if match["icon"]:
            if letters:
                yield TextPiece(letters)
            yield TextPiece("", icon=match["icon"])
            letters = ""
    if letters + text[at:]:
        yield TextPiece(letters + text[at:])


def _words(pieces: Iterator[TextPiece]) -> Iterator[TextWord]:
    word: list[TextPiece] = []
    spaced = started = False
    for piece, space_before in _atoms(pieces):
        if space_before is not None:
            if word:
                yield TextWord(tuple(word), spaced)
                started = True
            word, spaced = [], space_before and started
        if piece.text or piece.icon:
            word.append(piece)
    if word:
        yield TextWord(tuple(word), spaced)


def _tie_icons(words: tuple[TextWord, ...]) -> tuple[TextWord, ...]:
    """Icons tied to the words they belong to."""
    return words[:1] + tuple(replace(b, tied=_belong(a, b)) for a, b in pairwise(words))


def _belong(one: TextWord, two: TextWord) -> bool:
    """Tell whether an icon ends ``one``, or begins ``two`` and ends its clause there."""
    if one.pieces[-1].icon:
        return True
    first, *rest = two.pieces
    after = "".join(piece.text for piece in rest)
    return bool(first.icon) and bool(rest) and not any(sign.isalnum() for sign in after)


def _join_counts(words: Iterator[TextWord]) -> Iterator[TextWord]:
    """A number and the icon after it never part: ``3 {coin}`` counts as one word."""
    number: TextWord | None = None
    for word in words:
        if number is not None:
            if word.spaced and word.pieces[0].icon:
                yield TextWord((*number.pieces, TextPiece(" "), *word.pieces), number.spaced)
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


def _atoms(pieces: Iterator[TextPiece]) -> Iterator[tuple[TextPiece, bool | None]]:
    """Unbreakable stretches, each with what comes before: a space, a hyphen, or nothing."""
    for piece in pieces:
        if piece.icon:
            yield piece, None
            continue
        for index, spaced in enumerate(_BREAKS.split(piece.text)):
            for part, text in enumerate(_HYPHEN.split(spaced)):
                before = None if index == 0 and part == 0 else part == 0
                yield TextPiece(text, piece.bold, piece.italic), before


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
            message = f"`{match['tag']}` is printed as it stands"
            hint = r"write **bold** or *italic*; a `<` that is to be printed is written \<"
            yield Mistake(message, hint)
    for line in text.splitlines():
        bare = _ESCAPED.sub(" ", line)
        if "**" in (bare if is_line else _BOLD.sub(r"\1", bare)):
            message, hint = (
                "`**` has no partner",
                "begin and end bold words with `**` in one paragraph",
            )
            if is_line:
                message, hint = "`**` means nothing in a text of one line", "take the stars out"
            yield Mistake(message, rf"{hint}; stars that are to be printed are written \*\*")
    if any(sign in text for sign in CONTROLS):
        message = "the text holds a sign that embeds or isolates a direction, which is not read"
        yield Mistake(message, "take it out; the marks U+200E and U+200F are read")


def _brace(found: str) -> Mistake:
    plain = r"a brace that is to be printed is written \{ or \}"
    name = found.strip("{}").strip()
    if not found.startswith("{"):
        return Mistake("a `}` closes nothing", f"take it out, or put `{{` before the icon; {plain}")
    if not found.endswith("}"):
        hint = f"write `{{{name or 'coin'}}}` for the icon; {plain}"
        return Mistake(f"`{found}` is left open", hint)
    return Mistake(f"`{found}` names no icon", f"an icon is one word, such as `{{coin}}`; {plain}")
