"""``trilith calibrate``: a sheet that tells how far a printer's backs are off; and that, kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.atomic import below, write_where_told
from generator.failures import WrongUseError
from generator.options import Context, Output, OutputResult, stop_on_errors
from generator.printing.geometry import Paper
from generator.printing.imposition import CutterShift, Flip
from generator.printing.options import PrintOptions
from generator.printing.papers import own_papers
from validator.project import NotAProjectError

if TYPE_CHECKING:
    from generator.printing.printers import Printer

Reading = Annotated[float | None, typer.Option(min=-10, max=10, help="What the scale says, mm.")]


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """Make backs meet fronts: print a test sheet, then save what it says about a printer.

    Without readings it writes calibrate.pdf, which says what to do. With --printer and the four
    readings it saves the offset and turn of that printer; then print with --printer NAME.
    --cutter NAME does the same for a cutting machine: a sheet, the lines to cut on it (SVG, DXF),
    and then from the four readings where its lines have to be.
    """

    printer: Annotated[
        str | None,
        typer.Option("--printer", help="Name to save under; alone: a sheet that tests it."),
    ] = None
    cutter: Annotated[
        str | None,
        typer.Option("--cutter", help="The same for a cutting machine, under this name."),
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


def calibrate_printer(context: Context, options: CalibrateOptions) -> Iterator[OutputResult]:
    """Write the sheet, or save what was read from it."""
    from generator.printing.printers import Printer, shift_from

    own: tuple[Paper, ...] = ()
    with suppress(NotAProjectError):  # a printer can be calibrated outside of any, too
        own, findings = own_papers(context.root)
        stop_on_errors(findings)
    paper = PrintOptions(paper=options.paper, own_papers=own).sheet
    scales = (options.top, options.bottom, options.left, options.right)
    read = [value for value in scales if value is not None]
    if not read:
        try:
            folder = context.folder(options.out)
        except NotAProjectError:
            if context.project is not None:
                raise
            folder = Path()
        if options.cutter is not None:
            yield _cutter_sheet(folder, paper, options)
        else:
            yield _sheet(below(folder, "calibrate.pdf"), paper, options)
    elif len(read) < len(scales) or (options.printer is None) == (options.cutter is None):
        needs = "saving needs --printer or --cutter and all of --top --bottom --left --right"
        raise WrongUseError(needs)
    elif options.printer is None:
        yield _save_cutter(paper, options)
    else:
        shift = shift_from(read, paper)
        yield _save_printer(Printer(options.printer, shift, options.flip))


def _sheet(path: Path, paper: Paper, options: CalibrateOptions) -> OutputResult:
    from generator.drawing.draw import FaceBook
    from generator.printing.print_files import build_pdf
    from generator.printing.printers import calibration_sheet, find_printer, user_file

    printer = find_printer(user_file(os.environ), options.printer) if options.printer else None
    shift = printer.shift if printer else None
    document = calibration_sheet(paper, options.flip, shift)
    write_where_told(path, build_pdf(document, FaceBook((), {})), force=options.out is None)
    told = f"{path}: print it two-sided, flip on the {options.flip.value} edge"
    return OutputResult(told=told)


def _cutter_sheet(folder: Path, paper: Paper, options: CalibrateOptions) -> OutputResult:
    """Write a cutter's sheet and its lines, moved as far as is known of it."""
    from generator.drawing.draw import FaceBook
    from generator.printing.cutting import WRITERS
    from generator.printing.print_files import build_pdf
    from generator.printing.printers import cutter_file, cutter_sheet, load_cutters

    known, findings = load_cutters(cutter_file(os.environ))
    stop_on_errors(findings)
    shift = known.get(options.cutter or "", CutterShift())
    document, plan = cutter_sheet(paper, "calibrate-cutter.svg", shift)
    path, force = below(folder, document.file), options.out is None
    write_where_told(path, build_pdf(document, FaceBook((), {})), force=force)
    for kind, text in ((kind, write(plan)) for kind, write in WRITERS.items()):
        write_where_told(path.with_suffix(f".{kind}"), text.encode(), force=force)
    told = "print it at 100 %, cut calibrate-cutter.svg or .dxf on it, and read the scales"
    return OutputResult(told=f"{path}: {told}")


def _save_cutter(paper: Paper, options: CalibrateOptions) -> OutputResult:
    from generator.printing.printers import cutter_file, cutter_from, save_cutter

    name, path = str(options.cutter), cutter_file(os.environ)
    read = [float(one or 0) for one in (options.left, options.right, options.bottom, options.top)]
    shift = cutter_from(read, paper)
    stop_on_errors(save_cutter(path, name, shift))
    moved = f"{shift.x_mm:+.2f} mm across, {shift.y_mm:+.2f} mm up"
    scaled = f"{shift.x_scale:.4f} and {shift.y_scale:.4f} times as long"
    return OutputResult(told=f"{name}: lines move {moved}, {scaled}; saved in {path}")


def _save_printer(printer: Printer) -> OutputResult:
    from generator.printing.printers import save_printer, user_file

    path = user_file(os.environ)
    stop_on_errors(save_printer(path, printer))
    shift = printer.shift
    moved = f"{shift.x_mm:+.2f} mm across, {shift.y_mm:+.2f} mm up, {shift.degrees:+.3f} degrees"
    return OutputResult(told=f"{printer.name}: backs move {moved}; saved in {path}")


OUTPUT = Output("calibrate", CalibrateOptions, calibrate_printer)
