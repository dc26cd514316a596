"""Commands that draw: print and preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from generator.atomic import OutputError
from generator.changes.unchanged import Stamps, stamps_of
from generator.commands.changes import mark, to_print
from generator.commands.print_options import (
    BackBleed,
    Bleed,
    Changed,
    Cut,
    FlipEdge,
    Ink,
    InkOption,
    LayoutName,
    Marking,
    MarkLength,
    Marks,
    MarkWidth,
    Out,
    Pack,
    PageOrder,
    Paper,
    PrinterName,
    Scale,
    Since,
    Skip,
    WithBots,
)
from generator.commands.printer import known_printer
from generator.console import Players, loaded, progress, stop_on_errors
from generator.design.face import DrawError
from generator.design.faces import BLEED_MM
from generator.design.lookup import template_folders
from generator.design.templating import Templates, load_templates
from generator.drawing.draw import draw
from generator.outputs.print_kit import OURS, Kit, kit_folder, print_kit
from generator.printing.kit.guides import set_up_guide
from generator.printing.layout.document import Shift
from generator.printing.layout.imposition import Flip
from generator.printing.layout.marks import MarkMode, MarkStyle
from generator.printing.sheets.options import Order, PrintOptions
from generator.store import project_store
from validator.catalogue.model import Game
from validator.command import GameNames, ProjectDir, fail, project_root


def print_games(
    games: GameNames = None,
    paper: Paper = "a4",
    out: Out = None,
    players: Players = None,
    bots: WithBots = None,
    layout: LayoutName = "auto",
    flip: FlipEdge = None,
    printer: PrinterName = None,
    order: PageOrder = Order.ALTERNATE,
    marks: Marks = MarkMode.ALL,
    mark_length: MarkLength = 3.0,
    mark_width: MarkWidth = 0.15,
    bleed: Bleed = 3.0,
    back_bleed: BackBleed = 0.0,
    pack: Pack = False,
    skip: Skip = "",
    scale: Scale = 1.0,
    cut: Cut = "",
    ink: InkOption = Ink.NORMAL,
    changed: Changed = False,
    since: Since = None,
    marking: Marking = False,
    project: ProjectDir = None,
) -> None:
    """Make print-ready PDFs of a game: cards with backs, chits, mats, boards, figures, a cover.

    Writes OUT/GAME/print/PAPER/ with placements.json beside the PDFs. --players prints only
    what that many need. Files of the last print stay whole until the new ones are finished.
    """
    known = known_printer(printer) if printer else None
    options = PrintOptions(
        paper=paper,
        layout=layout,
        players=players,
        bots=bots,
        flip=flip or (known.flip if known else None) or Flip.LONG,
        backs=known.shift if known else Shift(),
        order=order,
        marks=MarkStyle(marks, mark_length, mark_width),
        bleed_mm=bleed,
        back_bleed_mm=back_bleed,
        pack=pack,
        skip=_slots(skip),
        scale=scale,
        cut=tuple(part.strip() for part in cut.split(",") if part.strip()),
        ink=ink.value,
        changed=changed or since is not None,
    )
    wrong = options.problems()
    if marking and players is not None:
        wrong = (*wrong, "--mark-printed notes every piece of a game; leave out --players")
    if wrong:
        raise fail("; ".join(wrong))
    root = project_root(project)
    target = out or root / "output"
    stamps = stamps_of(root, project_store(root), template_folders(root).values())
    if not (options.changed or marking) and _told_before(stamps, games or (), target, options):
        return
    _print_all(games, project, target, options, stamps, since, marking)


def _print_all(
    games: Sequence[str] | None,
    project: Path | None,
    out: Path,
    options: PrintOptions,
    stamps: Stamps,
    since: str | None,
    marking: bool,
) -> None:
    root, catalogue = loaded(games, project)
    templates = templates_of(root, Ink(options.ink))
    for game in catalogue.games.values():
        only = to_print(root, game, templates, since) if options.changed else None
        if only is None or only:
            _print(game, templates, out, options, stamps, only)
        if marking:
            mark(root, game, templates)


def _told_before(stamps: Stamps, games: Sequence[str], out: Path, options: PrintOptions) -> bool:
    """Tell of the kits, if all of them are still what would be printed now."""
    folders = [kit_folder(out, name, options) for name in games]
    told = [stamps.told(folder, repr(options), OURS) for folder in folders]
    if not told or None in told:
        return False
    typer.echo("\n".join(f"{text}\n  nothing has changed since" for text in told))
    return True


def _print(
    game: Game,
    templates: Templates,
    out: Path,
    options: PrintOptions,
    stamps: Stamps,
    only: Mapping[str, int] | None,
) -> None:
    try:
        with progress(f"printing {game.name}") as tell:
            kit, findings = print_kit(
                game,
                templates,
                out,
                options,
                guide=_guide(game, options),
                only=only,
                progress=tell,
                drawer=partial(draw, store=templates.store),
            )
    except (DrawError, OutputError) as error:
        raise fail(str(error), status=1) from error
    refused = [finding for finding in findings if finding.code == "print-option"]
    if refused:
        raise fail(refused[0].message)
    stop_on_errors(findings)
    if kit is not None:
        told = _told(game, kit)
        if not findings and only is None:
            pictures = templates.recipes.pictures if templates.recipes else {}
            stamps.keep(kit.folder, repr(options), OURS, told, pictures)
        typer.echo(told)


def _told(game: Game, kit: Kit) -> str:
    lines = [f"{game.name}: {len(kit.files)} files in {kit.folder}"]
    lines += [
        f"  {name:<24} {pages:>3} page{'' if pages == 1 else 's'}"
        for name, pages in kit.files.items()
    ]
    if kit.sheets_saved:
        lines.append(f"  packing across decks saved {kit.sheets_saved} sheets")
    return "\n".join(lines)


def _guide(game: Game, options: PrintOptions) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The set-up guide for the tables that are printed for, under one heading."""
    tables = [
        table
        for table in game.configurations
        if options.players in (None, table.players) and options.bots in (None, table.bots)
    ]
    if not tables:
        return ()
    return (("", tuple(set_up_guide(game, tables))),)


def templates_of(root: Path, ink: Ink) -> Templates:
    """The templates of a project; leaves with the findings where they have errors."""
    templates, findings = load_templates(root, ink.value, project_store(root))
    stop_on_errors(findings)
    if templates is None:
        raise fail("the templates cannot be read", status=1)
    return templates


def _slots(text: str) -> frozenset[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    wrong = [part for part in parts if not part.isdecimal()]
    if wrong:
        raise fail(f"--skip {text}: {wrong[0]!r} is not a slot number; write for example 1,2")
    return frozenset(int(part) for part in parts)


def preview(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    only: Annotated[
        list[str] | None, typer.Option("--only", help="A component or set; may be repeated.")
    ] = None,
    dpi: Annotated[float, typer.Option("--dpi", min=20, max=1200, help="Dots an inch.")] = 150,
    out: Out = None,
    ink: InkOption = Ink.NORMAL,
    bleed: Annotated[bool, typer.Option("--bleed", help="Show the bleed as well.")] = False,
    project: ProjectDir = None,
) -> None:
    """Draw faces as PNG files, and all of them on contact.png, to look at while designing.

    Writes OUT/GAME/preview/. Exit status 1 if there are errors; what can be drawn is drawn.
    """
    from generator.outputs import preview as drawing

    root, _ = loaded([game], project)
    faces, findings = drawing.preview(root, game, only or (), ink.value)
    folder = (out or root / "output") / game / "preview"
    try:
        written = drawing.write(faces, folder, dpi, 0.0 if bleed else BLEED_MM)
    except OSError as error:
        raise fail(f"cannot write {folder}: {error.strerror or error}", status=1) from error
    typer.echo(f"{len(faces)} faces, all on {written[-1]}" if written else "no face drawn")
    stop_on_errors(findings)
