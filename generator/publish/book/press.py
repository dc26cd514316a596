"""What the blocks of bound pages are made with, and pieces that stand side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.platypus import Flowable, Table

from generator.design.face import FacePair
from generator.publish.book.flow import Found
from generator.publish.book.sheet import Sheet, Styles


@dataclass(frozen=True)
class Press:
    """What all blocks are made with."""

    sheet: Sheet
    styles: Styles
    pairs: Mapping[str, FacePair]
    found: Found


def side_by_side(
    cells: Sequence[Flowable | list[Flowable]], widths: Sequence[float], gap: float = 0.0
) -> Table:
    """Cells in a row, tops aligned; ``gap`` of the width (pt) of all but the last stays empty."""
    table = Table([list(cells)], colWidths=widths, hAlign="LEFT")
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-2, -1), gap),
            ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ]
    )
    return table
