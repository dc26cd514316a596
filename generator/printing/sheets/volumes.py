"""Split a very long print file into volumes, so that memory does not grow with the deck.

A volume keeps whole sheets together: a front and its back are never in different files, and
fronts and backs come in the same order as in the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.printing.layout.document import Document, Page
from generator.printing.layout.imposition import Side

MOST_PAGES = 200
"""Most pages of a volume: 100 sheets of paper, as many as a printer's tray holds."""


def volumes(document: Document, most: int = MOST_PAGES) -> tuple[Document, ...]:
    """The document, or if it has more than ``most`` pages, its parts ``name-1.pdf``, ..."""
    sheets = _sheets(document.pages) if len(document.pages) > most else None
    if sheets is None:
        return (document,)
    apart = _is_apart(document.pages)
    size = max(1, most // max(map(len, sheets)))
    parts = [sheets[at : at + size] for at in range(0, len(sheets), size)]
    stem = document.file.removesuffix(".pdf")
    return tuple(
        replace(
            document,
            file=f"{stem}-{number}.pdf",
            title=f"{document.title} ({number} of {len(parts)})",
            pages=_pages(part, apart),
        )
        for number, part in enumerate(parts, 1)
    )


def _is_apart(pages: Sequence[Page]) -> bool:
    """Tell whether all fronts come before all backs."""
    sides = [page.side for page in pages]
    return Side.BACK in sides and Side.FRONT not in sides[sides.index(Side.BACK) :]


def _sheets(pages: Sequence[Page]) -> list[tuple[Page, ...]] | None:
    """Fronts with their backs; None where one cannot tell which belong together."""
    fronts = [page for page in pages if page.side is Side.FRONT]
    backs = [page for page in pages if page.side is Side.BACK]
    if len(fronts) == len(backs):
        return list(zip(fronts, backs, strict=True))
    if _is_apart(pages) and len(backs) > 1:
        return None
    sheets: list[tuple[Page, ...]] = []
    for page in pages:
        if page.side is Side.BACK and sheets:
            sheets[-1] = (*sheets[-1], page)
        else:
            sheets.append((page,))
    return sheets


def _pages(sheets: Sequence[tuple[Page, ...]], apart: bool) -> tuple[Page, ...]:
    if apart:
        longest = max(map(len, sheets))
        return tuple(s[side] for side in range(longest) for s in sheets if side < len(s))
    return tuple(page for sheet in sheets for page in sheet)
