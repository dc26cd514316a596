"""The print kit: everything a group must print, cut and fold to play one game.

Codes:

``print-option``
    An option of `trilith print` cannot be met, alone or with another. The message names it.
``print-layout``
    A piece does not fit the paper, or the layout asked for. Good: larger paper, or another
    `--layout`.
``print-nothing``
    Nothing is to be printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from generator.atomic import replaced_folder
from generator.changes.kept_files import kept_pdf
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import FaceBook, draw
from generator.printing.cover.kit_cover import Guide, cover
from generator.printing.cutting.files import cut_files
from generator.printing.kit.documents import Stock, documents, sheets_saved, stocks
from generator.printing.kit.guides import set_up_guide
from generator.printing.kit.selection import copies_needed, sets_left_in_box, totals_for
from generator.printing.layout.decks import LayoutError
from generator.printing.layout.document import Document
from generator.printing.pdf.build import finish_pdf
from generator.printing.sheets.options import OptionError, PrintOptions
from generator.printing.sheets.placements import placements_json
from generator.printing.sheets.volumes import volumes
from validator.catalogue.model import Configuration, Game
from validator.findings import Finding, Severity, has_errors

OURS = ("*.pdf", "placements.json", "*.svg", "*.dxf")
"""What a kit folder holds; other files in it are left alone."""

CUT_BY_MACHINE = ("cards", "chits", "standees")
"""Print files (by how their names begin) that get cut files; mats and boards are too big."""

Progress: TypeAlias = Callable[[int, int | None, str], None]
"""Told how many of how many steps are done and what comes next."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A finished kit: its folder, the files in it with their page counts, and paper saved."""

    folder: Path
    files: Mapping[str, int]
    faces: int
    sheets_saved: int = 0


def kit_folder(out: Path, game: str, options: PrintOptions) -> Path:
    """Where the kit of ``game`` goes below the output folder; of changed pieces, beside it."""
    return out / game / "print" / (f"{options.paper}-changed" if options.changed else options.paper)


def print_kit(
    game: Game,
    templates: Templates,
    out: Path,
    options: PrintOptions,
    *,
    guide: Guide | None = None,
    only: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    drawer: Callable[[Sequence[Face]], FaceBook] = draw,
) -> tuple[Kit | None, tuple[Finding, ...]]:
    """Write the kit of ``game`` to ``out/<game>/print/<paper>/``, whole or not at all.

    ``guide`` holds set-up instructions for the cover, headings with lines; without it they are
    made from the set-up script.
    ``only`` names the components to print, with the most copies of each; without it all are.
    ``drawer`` draws distinct faces (a cache may stand in). Returns None and findings, and
    writes nothing, where the data, the templates or the options have errors.

    Raises:
        OutputError: the folder cannot be written.
    """
    tell = progress or _silent
    wrong = [_refused(game, "print-option", problem) for problem in options.problems()]
    if wrong:
        return None, tuple(wrong)
    try:
        copies = _copies(game, options, only)
    except OptionError as error:
        return None, (_refused(game, "print-option", str(error)),)
    if not copies:
        return None, (_refused(game, "print-nothing", "there is nothing to print"),)
    tell(0, None, "drawing cards")
    pairs, findings = faces_of(
        game,
        templates,
        bleed_mm=options.bleed_mm + options.back_bleed_mm,
        wanted=lambda c: bool(copies.get(c.id)),
    )
    if has_errors(findings):
        return None, findings
    found = stocks(game, pairs, copies, options.back_bleed_mm)
    try:
        plans = tuple(part for plan in documents(game, found, options) for part in volumes(plan))
    except LayoutError as error:
        return None, (*findings, _refused(game, "print-layout", str(error)))
    book = drawer(_faces(pairs))
    folder = kit_folder(out, game.id, options)
    with replaced_folder(folder, OURS) as fresh:
        words = _guide(game, options) if guide is None else guide
        files = _write(fresh, game, found, plans, book, templates, words, options, tell)
    saved = sheets_saved(game, found, options) if options.pack else 0
    return Kit(folder, files, len(book.pages), saved), findings


def _copies(game: Game, options: PrintOptions, only: Mapping[str, int] | None) -> dict[str, int]:
    """How many of each component to print, by id; raises OptionError where no table fits."""
    totals = totals_for(game, options.players, options.bots)
    everything = options.players is None and options.bots is None
    copies = dict(copies_needed(game, totals, everything))
    if not everything:
        left = sets_left_in_box(game, options.players, options.bots)
        for component in game.components():
            if component.set_id in left:
                copies.pop(component.id, None)
    if only is not None:
        copies = {key: min(count, only[key]) for key, count in copies.items() if only.get(key)}
    return copies


def _write(
    folder: Path,
    game: Game,
    found: Sequence[Stock],
    plans: Sequence[Document],
    book: FaceBook,
    templates: Templates,
    guide: Guide,
    options: PrintOptions,
    tell: Progress,
) -> dict[str, int]:
    """Write all files of the kit to ``folder``; returns page counts by file name."""
    steps = len(plans) + 1
    files: dict[str, int] = {}
    for step, plan in enumerate(plans):
        tell(step, steps, plan.file)
        data = kept_pdf(plan, book, options.marks.width_mm, templates.store)
        (folder / plan.file).write_bytes(data)
        files[plan.file] = len(plan.pages)
        cuts = options.cut if plan.file.startswith(CUT_BY_MACHINE) else ()
        for cut in cut_files(plan, cuts, options.registered):
            (folder / cut.name).write_text(cut.text, encoding="utf-8", newline="\n")
            files[cut.name] = 1
    tell(len(plans), steps, "cover.pdf")
    drawn, plan = cover(game, found, plans, templates.theme.values, guide, options)
    (folder / plan.file).write_bytes(finish_pdf(drawn, plan, book))
    files[plan.file] = len(plan.pages)
    text = placements_json(plans)
    (folder / "placements.json").write_text(text, encoding="utf-8", newline="\n")
    tell(steps, steps, "done")
    return files


def _guide(game: Game, options: PrintOptions) -> Guide:
    tables = [
        table
        for table in game.configurations
        if options.players in (None, table.players) and options.bots in (None, table.bots)
    ]
    return [(_heading(tables), set_up_guide(game, tables))] if tables else []


def _heading(tables: Sequence[Configuration]) -> str:
    if not any(table.bots for table in tables):
        counts = sorted({table.players for table in tables})
        last = f"{counts[-1]} player{'' if counts == [1] else 's'}"
        return f"For {' or '.join([*(str(n) for n in counts[:-1]), last])}"
    pairs = ", ".join(f"{table.players} + {table.bots}" for table in tables)
    return f"For tables of players + bots: {pairs}. Seats are both together."


def _faces(pairs: Sequence[FacePair]) -> list[Face]:
    return [face for pair in pairs for face in (pair.front, pair.back) if face is not None]


def _refused(game: Game, code: str, message: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, game.place, message)


def _silent(done: int, total: int | None, what: str) -> None:
    del done, total, what
