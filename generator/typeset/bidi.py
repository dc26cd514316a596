"""Which way letters run: the Unicode Bidirectional Algorithm (UAX #9) for one paragraph.

A text is kept as it is read; a *level* for each character says how it lies on the line: even
levels run from left to right, odd ones from right to left, and :func:`visual_order` lays pieces
out. Names W1 to L2 are the rules of UAX #9. Embeddings, overrides and isolates are not read
(:data:`CONTROLS`; a text with one is reported), so that a paragraph is a single run of levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
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
