"""A play script as a typed record: what is remembered, the course of play, its ends and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from validator.findings import Place

if TYPE_CHECKING:  # every game is read with this module, and few have such a script
    from validator.catalogue.playing.steps import Step
    from validator.catalogue.playing.words import Expr, Test, Word


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the game remembers: a number in a range, one of some values, or a seat.

    ``kind`` is ``number``, ``value`` or ``seat``; ``field`` names the field of cards whose values
    it may have. ``start`` is what it is at first.
    """

    place: Place
    kind: str
    least: int = 0
    most: int = 0
    field: str = ""
    values: tuple[int | str, ...] = ()
    start: int | str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """When the game ends: looked at after each turn, or after each round."""

    place: Place
    when: Test
    after_round: bool
    says: str = ""
    winners: Expr | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the score, by the name that people read."""

    place: Place
    what: str
    value: Expr


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Of equal seats those win for which the value is highest (``least``: lowest)."""

    place: Place
    value: Expr
    least: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an effect does: of ``kind``, with these other keys (``what: coin``)."""

    place: Place
    kind: str
    keys: Mapping[str, int | str | bool]
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The whole script of a game."""

    place: Place
    remember: Mapping[str, Remembered]
    begin: tuple[Step, ...]
    turn: tuple[Step, ...]
    round: tuple[Step, ...]
    first: Expr | None = None
    skip: Test | None = None
    ends: tuple[End, ...] = ()
    score: tuple[Item, ...] = ()
    least_wins: bool = False
    ties: tuple[TieBreak, ...] = ()
    teams: int = 0
    effects: tuple[Meaning, ...] = ()
    counts: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    procedures: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
