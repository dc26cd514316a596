"""The steps of a play script as typed records: what is done, what is chosen, where play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from validator.catalogue.playing.words import Expr, Test, Within, Word
from validator.findings import Place


@dataclass(frozen=True, slots=True)
class Common:
    """What every step may say beside its verb; ``places`` has the spot of each of its keys."""

    place: Place
    verb: str
    when: Test | None = None
    each: Expr | None = None
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces go to a zone: ``what`` (a card, or ``cards``), or ``count`` from the sources' tops.

    With ``same`` whole groups go: ``size`` pieces with the same value of that field.
    """

    common: Common
    what: Expr | None
    sources: tuple[Word, ...]
    target: Word
    count: Expr | None = None
    where: Test | None = None
    bottom: bool = False
    same: str = ""
    size: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """One by one from the top of a pile, renewed as game.yaml says; ``up_to`` fills the target."""

    common: Common
    source: Word
    target: Word
    count: Expr | None = None
    up_to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Each of the zones is shuffled by itself."""

    common: Common
    zones: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card is told to everybody; nothing moves."""

    common: Common
    what: Expr


@dataclass(frozen=True, slots=True)
class Assign:
    """What is remembered becomes a value."""

    common: Common
    what: Word
    to: Expr


@dataclass(frozen=True, slots=True)
class Add:
    """A counter grows, within its range."""

    common: Common
    what: Word
    amount: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are rolled: their sum into one counter, or each into its own."""

    common: Common
    what: tuple[Word, ...]
    faces: tuple[int, ...]
    dice: int = 1


@dataclass(frozen=True, slots=True)
class Pay:
    """Pieces or a counter's points are given up in full, or not at all (``otherwise``)."""

    common: Common
    what: Word | None
    source: Word | None
    target: Word | None
    amount: Expr
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class CarryOut:
    """What is written on a card is done: the verb ``effects``."""

    common: Common
    of: Expr


@dataclass(frozen=True, slots=True)
class Perform:
    """A procedure is done: the verb ``run``."""

    common: Common
    what: Word


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be chosen: a card, several, a seat, a value; or just this.

    ``least`` and ``most`` are how many of ``cards``; ``values`` are those offered, ``of`` the
    zones in which a value must occur. ``prefer`` has tests, of which the first that any candidate
    passes is kept.
    """

    place: Place
    id: str
    says: str
    when: Test | None
    card: Word | None
    cards: Word | None
    least: Expr | None
    most: Expr | None
    same: str
    seat: Expr | None
    values: tuple[Expr, ...] | Within | None
    of: tuple[Word, ...]
    where: Test | None
    prefer: tuple[Test | None, ...]
    then: tuple[Step, ...]
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choose:
    """A seat takes one of the options, ``again`` times at most.

    With ``together`` every seat of a group chooses before anything is done.
    """

    common: Common
    what: str
    seat: Expr | None
    again: int
    options: tuple[Choice, ...]
    otherwise: tuple[Step, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Turns:
    """Each seat has a turn, from ``first`` on."""

    common: Common
    first: Expr | None
    skip: Test | None
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """Steps for each seat of a group, each piece of a zone, or each value of a field."""

    common: Common
    kind: str
    among: tuple[Expr, ...] | Within
    where: Test | None
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Steps again and again, ``most`` times at most, until a test holds before one of them."""

    common: Common
    most: Expr
    until: Test | None
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class If:
    """Steps if a test holds, else others."""

    common: Common
    test: Test
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Leave:
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` or ``reverse``."""

    common: Common


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game ends."""

    common: Common
    winners: Expr | None
    says: str


@dataclass(frozen=True, slots=True)
class Eliminate:
    """A seat is out of the game."""

    common: Common
    seat: Expr


Step: TypeAlias = (
    "Move | Draw | Shuffle | Reveal | Assign | Add | Roll | Pay | CarryOut | Perform | Choose"
    " | Turns | Each | Repeat | If | Leave | EndGame | Eliminate"
)
