"""One piece a page, the page as big as its bleed: for shops and single proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.printing.layout.decks import Deck, Title
from generator.printing.layout.document import Document, Page
from generator.printing.layout.geometry import Edges, Rect
from generator.printing.layout.imposition import Flip, Piece, Placed, Side, Slot, put
from generator.printing.sheets.options import Order, PrintOptions


def single_pages(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """One piece a page, the page as big as the bleed, for shops and single proofs."""
    pages: list[Page] = []
    for deck in decks:
        for number, piece in enumerate(deck.pieces):
            sheet = put(piece, _alone(piece))
            sides = [(Side.FRONT, sheet.fronts), (Side.BACK, sheet.backs)]
            for side, placed in sides:
                if placed:
                    chapter = deck.name if number == 0 and side is Side.FRONT else None
                    pages.append(_page(piece, side, placed, chapter))
    two_sided = any(piece.backs for deck in decks for piece in deck.pieces)
    return Document(
        file,
        f"{title}: {name}",
        title.tongue.say("One piece a page; the trim box is the finished size."),
        tuple(_reordered(pages, options.order)),
        Flip.LONG if two_sided else None,
    )


def _alone(piece: Piece) -> Slot:
    box = Rect(piece.bleed, piece.bleed, piece.width, piece.height)
    return Slot(box, 0, Edges.all(piece.bleed))


def _page(piece: Piece, side: Side, placed: tuple[Placed, ...], chapter: str | None) -> Page:
    slot = _alone(piece)
    whole = slot.box.grown(slot.room)
    return Page(
        width=whole.width,
        height=whole.height,
        placed=tuple(replace(face, shape="rect") for face in placed),
        shapes=(),
        label=f"{piece.component} {piece.copy} {side.value}",
        trim=slot.box,
        bleed=whole,
        chapter=chapter,
        side=side,
    )


def _reordered(pages: Sequence[Page], order: Order) -> list[Page]:
    if order is Order.ALTERNATE:
        return list(pages)
    return sorted(pages, key=lambda page: page.side is Side.BACK)
