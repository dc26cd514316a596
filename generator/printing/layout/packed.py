"""Pages of a plan in a few bytes each: those of thousands of sheets take much memory."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import overload

from generator.printing.layout.document import Document, Page


class PackedPages(Sequence[Page]):
    """The pages of a plan, which are unpacked each time that they are looked at."""

    __slots__ = ("_count", "_packed")

    def __init__(self, pages: Sequence[Page]) -> None:
        self._count = len(pages)
        self._packed = zlib.compress(pickle.dumps(tuple(pages), protocol=5), 1)

    def unpacked(self) -> tuple[Page, ...]:
        """All of them."""
        pages: tuple[Page, ...] = pickle.loads(zlib.decompress(self._packed))
        return pages

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Page]:
        return iter(self.unpacked())

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Page, ...]: ...
    def __getitem__(self, index: int | slice) -> Page | tuple[Page, ...]:
        return self.unpacked()[index]


def packed(document: Document) -> Document:
    """The same plan, its pages packed."""
    return replace(document, pages=PackedPages(document.pages))


def unpacked(document: Document) -> Document:
    """The same plan with its pages at hand, for who looks at them more than once."""
    return replace(document, pages=tuple(document.pages))
