"""What a play script says of values and conditions; ``validator/schemas/play.json`` is its manual.

Built by :mod:`validator.catalogue.playing.read`, played by ``validator.script``. Words are kept as
they are written: what a word such as ``seat.hand`` means depends on the game and on where it
stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.script import Condition
from validator.findings import Place


@dataclass(frozen=True, slots=True)
class Word:
    """A literal or a reference: ``8``, ``hearts``, ``seat.points``, ``discard.top.rank``."""

    place: Place
    value: bool | int | str

    @property
    def text(self) -> str:
        """The word as it is written."""
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``plus``, ``minus``, ``times``, ``share``, ``rest``, ``smallest`` or ``largest`` of parts."""

    place: Place
    op: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Gather:
    """A number read off pieces or seats: ``op`` of ``what`` over ``among`` that pass ``where``.

    ``op`` is ``count``, ``sum``, ``distinct``, ``highest``, ``lowest`` or ``groups``; of groups
    those of at least ``size`` count, or each counts by its size what ``scale`` says.
    """

    place: Place
    op: str
    what: Expr | None
    among: tuple[Word, ...]
    where: Test | None = None
    size: int = 1
    scale: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scale:
    """The number that stands at a place (from 0) of a list; beyond its ends the first or last."""

    place: Place
    scale: tuple[int, ...]
    at: Expr


@dataclass(frozen=True, slots=True)
class Either:
    """One value if a test holds, else another."""

    place: Place
    test: Test
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Best:
    """The seat or card for which ``by`` is highest (``least``: lowest); ``ties`` says of equals."""

    place: Place
    kind: str
    by: Expr
    among: tuple[Word, ...]
    where: Test | None = None
    least: bool = False
    ties: str = "nobody"


@dataclass(frozen=True, slots=True)
class After:
    """The seat that sits ``by`` places after another in turn order."""

    place: Place
    seat: Expr
    by: Expr


Expr: TypeAlias = "Word | Arithmetic | Gather | Scale | Either | Best | After"
"""What has a value: a number, a text, a seat or a card."""


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds."""

    place: Place
    parts: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds."""

    place: Place
    parts: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    place: Place
    part: Test


@dataclass(frozen=True, slots=True)
class AtTable:
    """The table and the rulings are so; the same in a whole game."""

    place: Place
    condition: Condition


@dataclass(frozen=True, slots=True)
class OfSeats:
    """The test holds for some seat of a group, or (``every``) for all of them."""

    place: Place
    group: Word
    every: bool
    where: Test


@dataclass(frozen=True, slots=True)
class Compare:
    """A value passes a check."""

    place: Place
    left: Expr
    check: Check


Test: TypeAlias = "All | AnyOf | Not | AtTable | OfSeats | Compare"
"""What holds or does not."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Equal to one of the values."""

    place: Place
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Within:
    """A number within bounds; None is none."""

    place: Place
    at_least: Expr | None
    at_most: Expr | None


@dataclass(frozen=True, slots=True)
class Empty:
    """A zone without pieces."""

    place: Place


@dataclass(frozen=True, slots=True)
class Isnt:
    """The check fails."""

    place: Place
    check: Check


@dataclass(frozen=True, slots=True)
class Has:
    """A zone with a piece that passes a test."""

    place: Place
    where: Test


Check: TypeAlias = "OneOf | Within | Empty | Isnt | Has"
"""What is asked of a value or a zone."""
