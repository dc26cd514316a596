"""Decks that are laid on sheets, and the layouts that sets of components may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.printing.imposition import Piece
from generator.printing.papers import LayoutKind, layouts, own_papers
from validator.catalogue.model import Catalogue, Form, place_in
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import Finding, Place, Severity, did_you_mean


@dataclass(frozen=True, slots=True)
class PieceDeck:
    """Pieces that belong together, under the name that sheets give them.

    ``layout`` is how its set wants them to lie, empty where it does not say.
    """

    id: str
    name: str
    pieces: tuple[Piece, ...]
    layout: str = ""


@dataclass(frozen=True, slots=True)
class Title:
    """What every sheet says first: the game and its revision, and the language of its sheets."""

    game: str
    revision: str
    tongue: Tongue = ENGLISH

    def __str__(self) -> str:
        revision = self.tongue.say("revision {revision}", revision=self.revision)
        return f"{self.game} · {revision}"


class LayoutError(ValueError):
    """Pieces that a layout cannot hold: the message says which, ``hint`` what would help.

    ``deck`` is their name, where they are to blame; of a whole set, its id.
    """

    def __init__(self, message: str, hint: str, deck: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.deck = deck


class OwnLayoutError(LayoutError):
    """A set asks in its data for a layout that its pieces cannot lie in."""


IN_ROWS = frozenset({Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER})
"""What lies in rows, whatever the grid of cards."""

_GRIDS = (LayoutKind.GRID, LayoutKind.SINGLE)


def layouts_for(form: Form) -> tuple[str, ...]:
    """The layouts, by name, in which pieces of this form can lie; none for boards and figures."""
    if form in IN_ROWS:
        kinds: tuple[LayoutKind, ...] = (LayoutKind.GUTTERFOLD, LayoutKind.PUNCHBOARD)
    elif form is Form.CARD:
        kinds = (*_GRIDS, LayoutKind.GUTTERFOLD)
    else:
        kinds = _GRIDS if form is Form.MAT else ()
    found = (name for name, one in layouts().items() if one.kind in kinds or name == "auto")
    return tuple(name for name in found if kinds and "@" not in name)


def why_not_in_layout(form: Form, layout: str) -> tuple[str, str] | None:
    """What is wrong with pieces of a form in a layout, and what to do; None if nothing is."""
    if layout not in layouts():
        known = [name for name in layouts() if "@" not in name]
        hint = did_you_mean(layout, known, f"layouts are {', '.join(known)}")
        return f"there is no layout {layout!r}", hint
    takes = layouts_for(form)
    if layout.partition("@")[0] in takes:
        return None
    hint = f"take one of {', '.join(takes)}" if takes else "leave it out"
    return f"a {form.value} cannot lie in the layout {layout}", hint


def check_sheets(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Every set asks for a layout that there is and that takes its pieces; own papers are sound."""
    yield from own_papers(root)[1]
    told: set[Place] = set()
    for game in catalogue.games.values():
        for one in game.sets.values():
            place = place_in(one, "sheet_layout")
            wrong = why_not_in_layout(one.form, one.sheet_layout) if one.sheet_layout else None
            if wrong is not None and place not in told:
                told.add(place)
                yield Finding("sheet-layout", Severity.ERROR, game.id, place, *wrong)
