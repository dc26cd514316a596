"""How the pieces of a kit lie on its print files, and the cover that tells of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from generator.book.kit_cover import cover
from generator.changes.kept_files import COVER, finish_cover, get_or_make
from generator.design.templating import Templates
from generator.outputs.drawn import drawer_of
from generator.printing.kit.boxes import DeckBox, box_documents
from generator.printing.kit.documents import Stock, fitting, sheets_saved, title_of
from generator.printing.kit.told import told_of
from generator.printing.layout.decks import LayoutError, OwnLayoutError
from generator.printing.layout.document import Document
from generator.printing.sheets.options import PrintOptions
from generator.printing.sheets.volumes import volumes
from validator.catalogue.model import Game
from validator.executor import SerialExecutor
from validator.findings import Finding, Severity


@dataclass(frozen=True, slots=True)
class Laid:
    """How a kit is laid out: its print files, of which pieces they are, and paper saved."""

    plans: tuple[Document, ...] = ()
    found: Sequence[Stock] = ()
    findings: tuple[Finding, ...] = ()
    saved: int = 0


@dataclass(frozen=True, slots=True)
class Covered:
    """A finished cover: its file, what is in it, how many pages, and what is wrong."""

    file: str
    pdf: bytes
    pages: int
    findings: tuple[Finding, ...]


def laid(
    game: Game, found: Sequence[Stock], boxes: Sequence[DeckBox], options: PrintOptions
) -> Laid:
    """Lay out what fits; raises OptionError where a choice cannot be had."""
    found, planned, errors = fitting(game, found, options)
    boxed = [box for box in boxes if box.set in [stock.set for stock in found]]
    more, too_big = box_documents(title_of(game), boxed, options)
    plans = tuple(part for plan in (*planned, *more) for part in volumes(plan))
    findings = tuple(_misfit(game, error) for error in (*errors, *too_big))
    if not plans:
        return Laid(findings=findings)
    by, language = game.designer, game.language or "en"
    plans = tuple(
        replace(p, author=by, language=language, told=p.told or told_of(game, p)) for p in plans
    )
    saved = sheets_saved(game, found, options) if options.pack else 0
    return Laid(plans, found, findings, saved)


def covered(
    game: Game,
    take_out: Sequence[str],
    sheets: Laid,
    templates: Templates,
    options: PrintOptions,
    owner: int,
) -> Covered:
    """Set the cover of the sheets, draw it and finish its file.

    In a process other than ``owner``, whose the workers are, it is drawn without any, within the
    same limits.

    Raises:
        UndrawnError: it cannot be drawn.
    """
    if os.getpid() != owner:
        templates = replace(templates, pool=SerialExecutor(templates.pool.limits))
    keep = partial(get_or_make, templates.store, COVER)
    made = cover(game, sheets.found, sheets.plans, templates, options, keep, take_out)
    pdf = finish_cover(made.drawn, made.plan, drawer_of(templates)(made.faces), templates.store)
    return Covered(made.plan.file, pdf, len(made.plan.pages), made.findings)


def _misfit(game: Game, error: LayoutError) -> Finding:
    """What does not fit, at the size of its set, or at the layout that it asks for."""
    found = game.sets[error.deck]
    place = found.places.get("sheet_layout", found.places.get("size", found.place))
    if isinstance(error, OwnLayoutError):
        return Finding("sheet-layout", Severity.ERROR, game.id, place, str(error), error.hint)
    return Finding("print-layout", Severity.ERROR, game.id, place, str(error), error.hint)
