"""The command about printers: ``trilith calibrate``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from generator.atomic import OutputError, write_bytes
from generator.console import stop_on_errors
from generator.drawing.draw import FaceBook
from generator.printing.layout.imposition import Flip
from generator.printing.pdf.build import build_pdf
from generator.printing.printers.calibration import Readings, calibration_sheet, shift_from
from generator.printing.printers.profiles import Printer, find_printer, save_printer, user_file
from generator.printing.sheets.options import OptionError, PrintOptions
from validator.command import ProjectDir, fail
from validator.project import NotAProjectError, find_project

Reading = Annotated[float | None, typer.Option(min=-10, max=10, help="What the scale says, mm.")]


def calibrate(
    printer: Annotated[
        str | None,
        typer.Option("--printer", help="Name to save under; alone: a sheet that tests it."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", help="Paper of the test sheet.")] = "a4",
    flip: Annotated[
        Flip, typer.Option("--flip", help="Edge the printer turns sheets over.")
    ] = Flip.LONG,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Folder for the sheet; default: output/ of the project, or here."
        ),
    ] = None,
    top: Reading = None,
    bottom: Reading = None,
    left: Reading = None,
    right: Reading = None,
    project: ProjectDir = None,
) -> None:
    """Make backs meet fronts: print a test sheet, then save what it says about a printer.

    Without readings it writes calibrate.pdf, which says what to do. With --printer and the four
    readings it saves the offset and turn of that printer; then print with --printer NAME.
    """
    readings = [value for value in (top, bottom, left, right) if value is not None]
    try:
        sheet = PrintOptions(paper=paper).sheet
    except OptionError as error:
        raise fail(str(error)) from error
    if readings and (len(readings) < 4 or printer is None):
        raise fail("saving needs --printer and all of --top --bottom --left --right")
    try:
        if readings and printer is not None:
            found = Printer(printer, shift_from(Readings(*readings), sheet), flip)
            stop_on_errors(save_printer(user_file(os.environ), found))
            typer.echo(_saved(found))
        else:
            target = (out or _folder(project)) / "calibrate.pdf"
            shift = known_printer(printer).shift if printer else None
            document = calibration_sheet(sheet, flip, shift)
            write_bytes(target, build_pdf(document, FaceBook((), {})))
            typer.echo(f"{target}: print it two-sided, flip on the {flip.value} edge")
    except OutputError as error:
        raise fail(str(error), status=1) from error


def _folder(project: Path | None) -> Path:
    """Where the sheet goes: a printer can be calibrated outside of any project, too."""
    try:
        return find_project(project, Path.cwd()) / "output"
    except NotAProjectError as error:
        if project is not None:
            raise fail(str(error)) from error
        return Path()


def known_printer(name: str) -> Printer:
    """The saved printer ``name``; ends the command with a clear line where there is none."""
    printer, findings = find_printer(user_file(os.environ), name)
    unknown = [finding for finding in findings if finding.code == "printer-unknown"]
    if unknown:
        raise fail(f"{unknown[0].message}; {unknown[0].hint}")
    stop_on_errors(findings)
    if printer is None:
        raise fail(f"there is no printer {name}")
    return printer


def _saved(printer: Printer) -> str:
    shift = printer.shift
    moved = f"{shift.x_mm:+.2f} mm across, {shift.y_mm:+.2f} mm up, {shift.degrees:+.3f} degrees"
    return f"{printer.name}: backs move {moved}; saved in {user_file(os.environ)}"
