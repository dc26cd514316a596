"""What ``trilith calibrate`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.protocol import Output
from generator.printing.layout.imposition import Flip

Reading = Annotated[float | None, typer.Option(min=-10, max=10, help="What the scale says, mm.")]


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """Make backs meet fronts: print a test sheet, then save what it says about a printer.

    Without readings it writes calibrate.pdf, which says what to do. With --printer and the four
    readings it saves the offset and turn of that printer; then print with --printer NAME.
    """

    printer: Annotated[
        str | None,
        typer.Option("--printer", help="Name to save under; alone: a sheet that tests it."),
    ] = None
    paper: Annotated[str, typer.Option("--paper", help="Paper of the test sheet.")] = "a4"
    flip: Annotated[Flip, typer.Option("--flip", help="Edge the printer turns sheets over.")] = (
        Flip.LONG
    )
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Folder for the sheet; default: output/ of the project, or here."
        ),
    ] = None
    top: Reading = None
    bottom: Reading = None
    left: Reading = None
    right: Reading = None


OUTPUT = Output(
    "calibrate",
    CalibrateOptions,
    "generator.outputs.duplex_sheet:make",
)
