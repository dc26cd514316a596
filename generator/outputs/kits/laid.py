"""How the pieces of a kit lie on its print files, and the cover that tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from generator.changes.kept_files import COVER, kept
from generator.design.templating import Templates
from generator.printing.cover.kit_cover import KitCover, cover
from generator.printing.kit.boxes import DeckBox, box_documents
from generator.printing.kit.documents import Stock, fitting, sheets_saved, title_of
from generator.printing.kit.told import told_of
from generator.printing.layout.decks import LayoutError, OwnLayoutError
from generator.printing.layout.document import Document
from generator.printing.sheets.options import PrintOptions
from generator.printing.sheets.volumes import volumes
from validator.catalogue.model import Game
from validator.findings import Finding, Severity


@dataclass(frozen=True, slots=True)
class Laid:
    """How a kit is laid out: its print files, its cover where there are any, and paper saved."""

    plans: tuple[Document, ...] = ()
    cover: KitCover | None = None
    findings: tuple[Finding, ...] = ()
    saved: int = 0


def laid(
    game: Game,
    found: Sequence[Stock],
    boxes: Sequence[DeckBox],
    templates: Templates,
    options: PrintOptions,
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
    keep = partial(kept, templates.store, COVER)
    made = cover(game, found, plans, templates, options, keep)
    saved = sheets_saved(game, found, options) if options.pack else 0
    return Laid(plans, made, (*findings, *made.findings), saved)


def _misfit(game: Game, error: LayoutError) -> Finding:
    """What does not fit, at the size of its set, or at the layout that it asks for."""
    found = game.sets[error.deck]
    place = found.places.get("sheet_layout", found.places.get("size", found.place))
    if isinstance(error, OwnLayoutError):
        return Finding("sheet-layout", Severity.ERROR, game.id, place, str(error), error.hint)
    return Finding("print-layout", Severity.ERROR, game.id, place, str(error), error.hint)
