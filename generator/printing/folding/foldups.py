"""Pieces made of paper: cards, chits, standees that fold over, stones that stand up.

Each function turns the drawings of one component into a :class:`Piece`, with fold lines
and glue areas. Sizes in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.printing.layout.geometry import Edges, Rect
from generator.printing.layout.imposition import Drawing, Part, Piece, Side
from generator.printing.layout.shapes import Caption, Path, Point, Shape, Style, line, rectangle
from validator.catalogue.words.language import marked

FOLD_BLEED_MM = 0.8
"""How far art runs past a fold into a tab, so that no white edge shows (own choice)."""

GLUE_TAB_MM = 6.0
"""Width of the tab that closes a folded block (own choice; fits a fingertip)."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What names a piece: its component, its deck and which copy it is (from 1)."""

    component: str
    deck: str
    copy: int = 1


def flat(
    who: Identity,
    front: Drawing,
    back: Drawing | None,
    shape: str = "rect",
    corner: float = 0.0,
    outline: tuple[Point, ...] = (),
) -> Piece:
    """A card, chit or mat: the front on one side of the sheet, the back on the other.

    A back shows all the bleed it is drawn with, where there is room at the edge of the sheet.
    ``outline`` are the corners of a custom shape, from the top left as in templates.
    """
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=front.width,
        height=front.height,
        fronts=(_whole(front, Side.FRONT, front.bleed),),
        backs=(_whole(back, Side.BACK, back.drawn),) if back else (),
        shape=shape,
        corner=corner,
        bleed=front.bleed,
        outline=_upwards(outline, front),
    )


def net(
    who: Identity, front: Drawing, outline: tuple[Point, ...], scores: Sequence[tuple[Point, ...]]
) -> Piece:
    """A paper model that its own face shows flat: where it is cut out, and where it is folded.

    Points are from the top left, as in templates.
    """
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=front.width,
        height=front.height,
        fronts=(_whole(front, Side.FRONT, front.bleed),),
        shape="net",
        bleed=front.bleed,
        outline=_upwards(outline, front),
        scores=tuple(Path(_upwards(score, front), Style.FOLD) for score in scores),
    )


def _upwards(points: tuple[Point, ...], front: Drawing) -> tuple[Point, ...]:
    """Points from the top left as points from the bottom left."""
    return tuple((x, front.height - y) for x, y in points)


def _whole(drawing: Drawing, side: Side, bleed: float) -> Part:
    box = Rect(0, 0, drawing.width, drawing.height)
    return Part(drawing, side, box, bleeds=Edges.all(bleed))


def gutterfold(piece: Piece, gap: float, board: float = 0.0) -> Piece:
    """Put the back of a flat piece above its front, upside-down, with a fold between.

    ``gap`` is the way from the bleed to the fold line. Around a ``board`` of so many mm there are
    two, its thickness apart. A piece without a back is returned as it is.
    """
    if not piece.backs:
        return piece
    (front,), (back,) = piece.fronts, piece.backs
    way = piece.bleed + gap
    fold = piece.height + way
    upper = Rect(0, fold + board + way, piece.width, piece.height)
    return replace(
        piece,
        height=2 * piece.height + 2 * way + board,
        fronts=(front, replace(back, box=upper, rotation=180, bleeds=front.bleeds)),
        backs=(),
        cuts=(front.box, upper),
        creases=(fold, fold + board) if board else (fold,),
    )


def tent(who: Identity, front: Drawing, back: Drawing | None) -> Piece:
    """A standee: front and upside-down back meet at the top fold; two feet make the base."""
    width, height, bleed = front.width, front.height, front.bleed
    foot = foot_mm(height)
    middle, top = foot + height, foot + 2 * height
    lower = Edges(bleed, FOLD_BLEED_MM, bleed, 0)
    upper = Edges(bleed, 0, bleed, FOLD_BLEED_MM)
    scores = tuple(line(0, y, width, y, Style.FOLD) for y in (foot, middle, top))
    guides: list[Shape] = [
        rectangle(0, 0, width, foot - FOLD_BLEED_MM, Style.GLUE),
        rectangle(0, top + FOLD_BLEED_MM, width, foot - FOLD_BLEED_MM, Style.GLUE),
        *scores,
        *_tab_words(width, foot, foot / 2, marked("foot", context="figure")),
        *_tab_words(width, foot, top + foot / 2, marked("glue", context="figure")),
    ]
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=width,
        height=2 * (height + foot),
        fronts=(
            Part(front, Side.FRONT, Rect(0, foot, width, height), 0, lower),
            Part(back or front, Side.BACK, Rect(0, middle, width, height), 180, upper),
        ),
        bleed=bleed,
        guides=tuple(guides),
        scores=scores,
    )


def foot_mm(height: float) -> float:
    """Depth of a standee's foot: two fifths of its height, 8 to 16 mm, so that it stands."""
    return min(16.0, max(8.0, round(height * 0.4, 1)))


def block(who: Identity, front: Drawing, back: Drawing | None, depth: float) -> Piece:
    """A stone: front, top, back and base fold into a block ``depth`` mm deep, closed by a tab.

    It has a flat top, so that a lintel can lie on two of them.
    """
    width, height, bleed = front.width, front.height, front.bleed
    base, middle = GLUE_TAB_MM, GLUE_TAB_MM + depth
    upper = middle + height
    end = upper + depth
    total = end + height
    sides = Edges(bleed, FOLD_BLEED_MM, bleed, FOLD_BLEED_MM)
    scores = tuple(line(0, y, width, y, Style.FOLD) for y in (base, middle, upper, end))
    guides: list[Shape] = [
        rectangle(0, 0, width, base, Style.GLUE),
        Path(_panel(width, bleed, base, depth), Style.PANEL, closed=True),
        Path(_panel(width, bleed, upper, depth), Style.PANEL, closed=True),
        *scores,
        *_tab_words(width, GLUE_TAB_MM, GLUE_TAB_MM / 2, marked("glue", context="figure")),
    ]
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=width,
        height=total,
        fronts=(
            Part(front, Side.FRONT, Rect(0, middle, width, height), 0, sides),
            Part(
                back or front,
                Side.BACK,
                Rect(0, end, width, height),
                180,
                Edges(bleed, FOLD_BLEED_MM, bleed, bleed),
            ),
        ),
        bleed=bleed,
        guides=tuple(guides),
        scores=scores,
    )


def _panel(
    width: float, bleed: float, bottom: float, depth: float
) -> tuple[tuple[float, float], ...]:
    """A plain side of a block; it runs into the bleed left and right, as the faces do."""
    low, high = bottom + FOLD_BLEED_MM, bottom + depth - FOLD_BLEED_MM
    return ((-bleed, low), (width + bleed, low), (width + bleed, high), (-bleed, high))


def _tab_words(width: float, depth: float, middle: float, words: str) -> list[Shape]:
    """A word in the middle of a tab, where there is room for 6 pt text."""
    size = 6.0
    if width < 7 or depth < 3:
        return []
    return [Caption((width / 2, middle - 0.7), words, size, Style.NOTE, "middle")]
