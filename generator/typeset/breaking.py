"""Where a line may end inside a word: between East Asian letters, at soft hyphens and syllables.

Spaces and hyphens are seen to by :mod:`generator.typeset.markup`. Between East Asian letters it is
the Unicode Line Breaking Algorithm (UAX #14) that decides, so that no line begins with a closing
mark or a small kana, and none ends with an opening one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from unicodedata import category, east_asian_width

from generator.typeset.languages import words_of_one_letter_lead
from generator.typeset.markup import Piece, Word

SOFT = "\N{SOFT HYPHEN}"
_ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
_STAND_IN = "一"  # an icon is broken as an ideograph is
Positions = Callable[[str], Sequence[int]]
"""Where a word may be hyphenated: numbers of letters before the hyphen."""


def parted(
    words: Sequence[Word], language: str = "", hyphens: Positions | None = None
) -> tuple[Word, ...]:
    """Words cut into those between which a line may end; ``hyphens`` cuts syllables too.

    A part before a soft hyphen is ``soft``: it gets a hyphen where a line ends with it.
    """
    if hyphens is None and not language and all(piece.text.isascii() for piece in _pieces(words)):
        return tuple(words)
    if words_of_one_letter_lead(language):
        words = [*words[:1], *(replace(b, tied=b.tied or _leads(a)) for a, b in pairwise(words))]
    return tuple(part for word in words for part in _parts(word, hyphens))


def _pieces(words: Sequence[Word]) -> Iterator[Piece]:
    return (piece for word in words for piece in word.pieces)


def _leads(word: Word) -> bool:
    """Tell whether a word is a single letter, which belongs to the word after it."""
    text = "".join(piece.icon or piece.text for piece in word.pieces)
    return len(text) == 1 and text.isalpha()


def _parts(word: Word, hyphens: Positions | None) -> Iterator[Word]:
    bare = "".join(piece.text for piece in word.pieces)
    if bare.isascii() and (hyphens is None or len(bare) < 2):
        yield word
        return
    text = "".join(_STAND_IN if piece.icon else piece.text for piece in word.pieces)
    cuts = dict.fromkeys(_soft(text, hyphens), True)
    if any(map(_is_east_asian, bare)):
        cuts |= dict.fromkeys(_between(text), False)
    edges = [0, *sorted(cuts), len(text)]
    for start, end in pairwise(edges):
        pieces = tuple(_sliced(word.pieces, start, end))
        if pieces:
            part = Word(pieces, spaced=False, soft=cuts.get(end, False))
            yield replace(part, spaced=word.spaced, tied=word.tied) if start == 0 else part


def _sliced(pieces: Sequence[Piece], start: int, end: int) -> Iterator[Piece]:
    """The pieces of a word from one letter to another, without soft hyphens."""
    at = 0
    for piece in pieces:
        length = 1 if piece.icon else len(piece.text)
        first, last = max(start - at, 0), min(end - at, length)
        if piece.icon and first < last:
            yield piece
        elif first < last:
            text = piece.text[first:last].replace(SOFT, "").replace(_ZERO_WIDTH, "")
            if text:
                yield replace(piece, text=text)
        at += length


def _soft(text: str, hyphens: Positions | None) -> Iterator[int]:
    """After which letters a line may end with a hyphen."""
    if SOFT in text:
        yield from (at + 1 for at, one in enumerate(text[:-1]) if one == SOFT and at)
    elif hyphens is not None:
        start = 0
        for end in range(len(text) + 1):
            if end == len(text) or not _is_letter(text[end]):
                yield from (start + cut for cut in hyphens(text[start:end]))
                start = end + 1


def _is_letter(one: str) -> bool:
    return category(one)[0] in "LM" and one != _STAND_IN


@lru_cache(maxsize=4096)
def _between(text: str) -> tuple[int, ...]:
    """After which letters a line may end, as UAX #14 has it."""
    from uniseg.linebreak import line_break_boundaries

    cuts = line_break_boundaries(text)
    return tuple(at for at in cuts if 0 < at < len(text) and not _is_counted(text, at))


def _is_east_asian(one: str) -> bool:
    return one == _ZERO_WIDTH or east_asian_width(one) in "WF"


def _is_counted(text: str, at: int) -> bool:
    """Tell whether a number stands before the letter or icon that it counts."""
    return text[:at].rstrip()[-1:].isdecimal() and text[at].isalpha()
