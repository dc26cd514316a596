"""Words of a paragraph with the level at which each of their pieces lies on the line.

Levels are worked out on the whole paragraph, before it is broken into lines; a text whose letters
all run from left to right is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from generator.typeset.bidi import OBJECT, base_level, levels, runs_right_to_left
from generator.typeset.markup import Piece, Word


def levelled(words: Sequence[Word], usual: int = 0) -> tuple[int, tuple[Word, ...]]:
    """The paragraph's own level (1: from right to left) and its words, cut where levels change.

    ``usual`` is the level of a paragraph that has no letters.
    """
    text = "".join(_spelt(word) for word in words)
    if not usual and not runs_right_to_left(text):
        return 0, tuple(words)
    base = base_level(text, usual)
    return base, tuple(_cut(words, iter(levels(text, base))))


def _spelt(word: Word) -> str:
    space = " " if word.spaced else ""
    return space + "".join(OBJECT if piece.icon else piece.text for piece in word.pieces)


def _cut(words: Sequence[Word], of: Iterator[int]) -> Iterator[Word]:
    for word in words:
        space = next(of) if word.spaced else 0
        pieces = tuple(cut for piece in word.pieces for cut in _cut_piece(piece, of))
        yield replace(word, pieces=pieces, space=space)


def _cut_piece(piece: Piece, of: Iterator[int]) -> Iterator[Piece]:
    if piece.icon:
        yield replace(piece, level=next(of))
        return
    spelt = [(character, next(of)) for character in piece.text]
    for level, group in groupby(spelt, lambda pair: pair[1]):
        yield replace(piece, text="".join(character for character, _ in group), level=level)
