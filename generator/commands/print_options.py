"""The options of ``trilith print``, as the command line explains them. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.printing.layout.imposition import Flip
from generator.printing.layout.marks import MarkMode
from generator.printing.layout.papers import layouts, papers
from generator.printing.sheets.options import Order


class Ink(StrEnum):
    """How much ink a print may take."""

    NORMAL = "normal"
    GREY = "grey"
    LOW = "low"


def _names(table: Iterable[str]) -> str:
    return ", ".join(name for name in table if "@" not in name)


Paper = Annotated[str, typer.Option("--paper", help=f"Paper: {_names(papers())}.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="Folder to write to; default: output/ of the project.")
]
InkOption = Annotated[
    Ink, typer.Option("--ink", help="low: outlines and text only; grey: no colours.")
]
WithBots = Annotated[
    int | None, typer.Option("--bots", min=0, help="With --players: number of bots.")
]
LayoutName = Annotated[
    str, typer.Option("--layout", help=f"How cards lie on a sheet: {_names(layouts())}.")
]
FlipEdge = Annotated[
    Flip | None,
    typer.Option("--flip", help="Edge the printer turns sheets over; long if nothing says."),
]
PrinterName = Annotated[
    str | None, typer.Option("--printer", help="Printer whose drift was measured (see calibrate).")
]
PageOrder = Annotated[Order, typer.Option("--order", help="Order of fronts and backs.")]
Marks = Annotated[
    MarkMode, typer.Option("--marks", help="Crop marks at every card, at sheet edges, or none.")
]
MarkLength = Annotated[float, typer.Option("--mark-length", help="Of crop marks, mm.")]
MarkWidth = Annotated[float, typer.Option("--mark-width", help="Of crop marks, mm.")]
Bleed = Annotated[float, typer.Option("--bleed", help="Bleed around each piece, 0 to 6 mm.")]
BackBleed = Annotated[
    float, typer.Option("--back-bleed", help="More bleed of backs at sheet edges, 0 to 3 mm.")
]
Pack = Annotated[bool, typer.Option("--pack", help="Fill sheets across decks to save paper.")]
Skip = Annotated[str, typer.Option("--skip", help="Slots to leave empty on every sheet: 1,2.")]
Scale = Annotated[float, typer.Option("--scale", help="Of boards: 0.7 fits fewer sheets.")]
Cut = Annotated[
    str, typer.Option("--cut", help="Cut files for a cutting machine: svg, dxf or svg,dxf.")
]
Changed = Annotated[
    bool, typer.Option("--changed", help="Only what differs from the last --mark-printed.")
]
Since = Annotated[
    str | None,
    typer.Option("--since", metavar="GIT-REV", help="Only what differs from a git revision."),
]
Marking = Annotated[
    bool, typer.Option("--mark-printed", help="Note in printed.json that this is on paper.")
]
