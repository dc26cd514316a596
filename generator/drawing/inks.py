"""Drawn pages without colours, or with light pictures only: nothing is rasterised.

Every colour of a file is mapped, wherever it came from: the theme, a template's own, a gradient,
a picture. What is left is grey, so that no colour cartridge is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.drawing.draw import FaceBook, LatePdfs, some_of

NORMAL, GREY, LOW = "normal", "grey", "low"


def inked(data: bytes, ink: str) -> bytes:
    """A PDF as it is printed with ``ink``: normal as it is, grey and low without colours."""
    if ink == NORMAL:
        return data
    from generator.drawing.greys import DARKEST, greyed

    return greyed(data, DARKEST if ink == LOW else 0.0)


def inked_book(book: FaceBook, ink: str) -> FaceBook:
    """Drawn faces as they are printed with ``ink``."""
    return book if ink == NORMAL else replace(book, pdfs=InkedPdfs(book.pdfs, ink), ink=ink)


class InkedPdfs(LatePdfs):
    """PDFs that are recoloured when they are first asked for."""

    def __init__(self, pdfs: Sequence[bytes], ink: str) -> None:
        self._pdfs = pdfs
        self._ink = ink
        self._made: dict[int, bytes] = {}

    def __len__(self) -> int:
        return len(self._pdfs)

    def read(self, index: int) -> bytes:
        """The PDF of a number, in its ink."""
        if index not in self._made:
            self._made[index] = inked(self._pdfs[index], self._ink)
        return self._made[index]

    def only(self, numbers: Sequence[int]) -> InkedPdfs:
        """Those of these numbers; what was recoloured is not recoloured again."""
        some = InkedPdfs(some_of(self._pdfs, numbers), self._ink)
        made = self._made
        some._made = {at: made[number] for at, number in enumerate(numbers) if number in made}
        return some
