"""The print kit: everything a group must print, cut and fold to play one game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from generator.atomic import replaced_folder
from generator.changes.kept_files import finish_pdfs
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import FaceBook
from generator.outputs.drawn import drawer_of
from generator.outputs.kits.folder import kit_folder
from generator.outputs.kits.inserts import Insert
from generator.outputs.kits.laid import Covered, Laid, covered, laid
from generator.printing.cutting.files import cut_files
from generator.printing.kit.boxes import boxes_of
from generator.printing.kit.documents import stocks
from generator.printing.kit.selection import copies_at
from generator.printing.layout.document import Document
from generator.printing.sheets.options import PrintOptions
from generator.printing.sheets.placements import placements_json
from validator.cache import Cache
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.processes import run_in_background
from validator.progress import Progress, silent

CUT_BY_MACHINE = ("cards", "chits", "standees", "dice", "boxes")
"""Print files (by how their names begin) that get cut files; mats and boards are too big."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A finished kit: its folder, the files in it with their page counts, and paper saved."""

    folder: Path
    files: Mapping[str, int]
    faces: int
    sheets_saved: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted of a kit.

    ``only`` names the components to print, with the most copies of each (None: all are), and
    ``inserts`` are papers that lie in the kit as they are. ``take_out`` are printed pieces that
    this kit makes void, one component each, for the cover.
    """

    only: Mapping[str, int] | None = None
    inserts: tuple[Insert, ...] = ()
    take_out: tuple[str, ...] = ()


ALL = Asked()
"""A whole kit."""


def print_kit(
    game: Game,
    templates: Templates,
    out: Path,
    options: PrintOptions,
    *,
    asked: Asked = ALL,
    progress: Progress = silent,
) -> tuple[Kit | None, tuple[Finding, ...]]:
    """Write the kit of ``game`` to ``out/<game>/print/<paper>/``, whole or not at all.

    Returns None and findings, and writes nothing, where the data or the templates have errors. Sets
    that do not fit the paper or their layout are left out and told, and the others printed.

    Raises:
        OptionError: a choice cannot be had, or the rules refuse the table.
        OutputError: the folder cannot be written.
    """
    options.check()
    copies = _copies(game, options, asked.only)
    if not copies:
        return None, (_nothing(game, options),)
    progress(0, None, "drawing cards")
    with ExitStack() as stack:
        made, findings = _made(game, templates, options, copies, asked.take_out, stack)
        if made is None:
            return None, findings
        work = _Work(made, options, templates.store, asked.inserts)
        folder = kit_folder(out, game.id, options)
        with replaced_folder(folder) as fresh:
            files = _write(fresh, work, progress)
        findings = (*findings, *made.cover().findings)
    return Kit(folder, files, made.faces, made.laid.saved), findings


@dataclass(frozen=True, slots=True)
class _Made:
    """What the files of a kit are made of; ``faces`` counts its distinct ones.

    ``cover`` waits for the cover, which another process may be making.
    """

    book: FaceBook
    laid: Laid
    cover: Callable[[], Covered]
    faces: int


def _made(
    game: Game,
    templates: Templates,
    options: PrintOptions,
    copies: Mapping[str, int],
    take_out: Sequence[str],
    stack: ExitStack,
) -> tuple[_Made | None, tuple[Finding, ...]]:
    """Fill in, draw and lay out what is to be printed; None where that cannot be."""
    pairs, findings = faces_of(
        game,
        templates,
        bleed_mm=options.bleed_mm + options.back_bleed_mm,
        wanted=lambda c: bool(copies.get(c.id)),
    )
    if has_errors(findings):
        return None, findings
    found = stocks(game, pairs, copies, options.back_bleed_mm)
    whole = copies_at(game, options.players, options.bots)
    boxes, problems = boxes_of(game, found, templates, options, whole)
    findings = (*findings, *problems)
    if has_errors(problems):
        return None, findings
    fronts_and_backs = _faces(pairs)
    faces = [*fronts_and_backs, *(box.face for box in boxes)]
    lay = partial(laid, game, found, boxes, options)
    cover = partial(
        covered, game, take_out, templates=templates, options=options, owner=os.getpid()
    )
    book, sheets, waited = _drawn_and_laid(faces, lay, cover, templates, stack)
    findings = (*findings, *sheets.findings)
    if not sheets.plans:
        return None, findings
    distinct = len({face.key for face in fronts_and_backs})
    return _Made(book, sheets, waited, distinct), findings


def _drawn_and_laid(
    faces: Sequence[Face],
    lay: Callable[[], Laid],
    cover: Callable[[Laid], Covered],
    templates: Templates,
    stack: ExitStack,
) -> tuple[FaceBook, Laid, Callable[[], Covered]]:
    """Faces drawn while this process lays out and another makes the cover, till the stack ends."""
    begun: list[tuple[Laid, Callable[[], Covered]]] = []

    def meanwhile() -> None:
        sheets = lay()
        work = partial(cover, sheets)
        waited = stack.enter_context(run_in_background(work, niceness=0)) if sheets.plans else work
        begun.append((sheets, cache(waited)))

    book = drawer_of(templates)(faces, meanwhile=meanwhile)
    return book, *begun[0]


def _copies(game: Game, options: PrintOptions, only: Mapping[str, int] | None) -> dict[str, int]:
    """How many of each component to print, by id; raises OptionError where no table fits."""
    copies = copies_at(game, options.players, options.bots)
    if only is None:
        return dict(copies)
    return {key: min(count, only[key]) for key, count in copies.items() if only.get(key)}


@dataclass(frozen=True, slots=True)
class _Work:
    """A kit on its way to its files: what they are made of, and papers that lie in it."""

    made: _Made
    options: PrintOptions
    store: Cache | None
    inserts: Sequence[Insert]


def _write(folder: Path, work: _Work, tell: Progress) -> dict[str, int]:
    """Write all files of the kit to ``folder``; returns page counts by file name."""
    plans, book = work.made.laid.plans, work.made.book
    steps = len(plans) + 1
    tell(0, steps, "sheets")
    made: dict[str, dict[str, int]] = {}
    width, first = work.options.marks.width_mm, partial(_write_rest, folder, work)
    for plan, data in finish_pdfs(plans, book, width, work.store, first):
        made[plan.file] = _write_plan(folder, work, plan, data)
        tell(len(made), steps, plan.file)
    cover = work.made.cover()
    (folder / cover.file).write_bytes(cover.pdf)
    tell(steps, steps, "done")
    files = {name: pages for plan in plans for name, pages in made[plan.file].items()}
    files[cover.file] = cover.pages
    return files | {insert.file: insert.pages for insert in work.inserts}


def _write_rest(folder: Path, work: _Work) -> None:
    """Write what is not drawn: inserts, and where everything lies."""
    for insert in work.inserts:
        (folder / insert.file).write_bytes(insert.data)
    with (folder / "placements.json").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(placements_json(work.made.laid.plans))


def _write_plan(folder: Path, work: _Work, plan: Document, data: bytes) -> dict[str, int]:
    """Write a print file, and its cut files where a machine cuts it; returns page counts."""
    options = work.options
    (folder / plan.file).write_bytes(data)
    files = {plan.file: len(plan.pages)}
    cuts = options.cut if plan.file.startswith(CUT_BY_MACHINE) else ()
    for cut in cut_files(plan, cuts, marked=options.registered):
        (folder / cut.name).write_text(cut.text, encoding="utf-8", newline="\n")
        files[cut.name] = 1
    return files


def _faces(pairs: Sequence[FacePair]) -> list[Face]:
    return [face for pair in pairs for face in (pair.front, pair.back) if face is not None]


def _nothing(game: Game, options: PrintOptions) -> Finding:
    message = "there is nothing to print: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    if options.players is not None:
        message += f" with {options.players} players"
        hint = "name another table with --players, or mend `players` of the cards"
    return Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint)
