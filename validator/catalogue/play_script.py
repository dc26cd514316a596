"""A play script as typed records: values, tests, steps, its ends and scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TypeAlias

from validator.catalogue.setup_script import SetupCondition
from validator.findings import Place

# What a play script says of values and conditions; ``validator/schemas/play.json`` is its manual.
#
# Built by :mod:`validator.catalogue.play_reader`, played by ``validator.script``. Words are kept
# as they are written: what a word such as ``seat.hand`` means depends on the game and on where it
# stands.


@dataclass(frozen=True, slots=True)
class WordValue:
    """A literal or a reference: ``8``, ``hearts``, ``seat.points``, ``discard.top.rank``."""

    place: Place
    value: bool | int | str

    @property
    def text(self) -> str:
        """The word as it is written."""
        return str(self.value)


ZERO, ONE, SEAT = (WordValue(Place(""), value) for value in (0, 1, "seat"))
"""What stands for a word that is not written; :mod:`play_reader` gives it the place of its record.
"""


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
    among: tuple[WordValue, ...]
    where: Test | None = None
    size: int = 1
    scale: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScaleValue:
    """The number that stands at a place (from 0) of a list; beyond its ends the first or last."""

    place: Place
    scale: tuple[int, ...]
    at: Expr = ZERO


@dataclass(frozen=True, slots=True)
class Either:
    """One value if a test holds, else another."""

    place: Place
    test: Test
    then: Expr = ZERO
    otherwise: Expr = ZERO


@dataclass(frozen=True, slots=True)
class Best:
    """The seat or card for which ``by`` is highest (``least``: lowest); ``ties`` says of equals."""

    place: Place
    kind: str
    by: Expr = ZERO
    among: tuple[WordValue, ...] = ()
    where: Test | None = None
    least: bool = False
    ties: str = "nobody"


@dataclass(frozen=True, slots=True)
class After:
    """The seat that sits ``by`` places after another in turn order."""

    place: Place
    seat: Expr
    by: Expr = ONE


Expr: TypeAlias = "WordValue | Arithmetic | Gather | ScaleValue | Either | Best | After"
"""What has a value: a number, a text, a seat or a card."""


@dataclass(frozen=True, slots=True)
class Several:
    """Every part holds, or (not ``every``) at least one."""

    place: Place
    parts: tuple[Test, ...]
    every: bool = True


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    place: Place
    part: Test


@dataclass(frozen=True, slots=True)
class AtTable:
    """The table and the rulings are so; the same in a whole game."""

    place: Place
    condition: SetupCondition


@dataclass(frozen=True, slots=True)
class OfSeats:
    """The test holds for some seat of a group, or (``every``) for all of them."""

    place: Place
    group: WordValue
    every: bool
    where: Test


@dataclass(frozen=True, slots=True)
class Compare:
    """A value passes a check."""

    place: Place
    left: Expr
    check: Check


Test: TypeAlias = "Several | Not | AtTable | OfSeats | Compare"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every step may say beside its verb; ``places`` has the spot of each of its keys."""

    place: Place
    verb: str
    when: Test | None = None
    each: Expr | None = None
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Common):
    """Pieces go to a zone: ``what`` (a card, or ``cards``), or ``count`` from the sources' tops.

    With ``same`` whole groups go: ``size`` pieces with the same value of that field.
    """

    what: Expr | None = None
    sources: tuple[WordValue, ...] = ()
    target: WordValue
    count: Expr | None = None
    where: Test | None = None
    bottom: bool = False
    same: str = ""
    size: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStep(Common):
    """One by one from the top of a pile, renewed as game.yaml says; ``up_to`` fills the target."""

    source: WordValue
    target: WordValue
    count: Expr | None = None
    up_to: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Common):
    """Each of the zones is shuffled by itself."""

    zones: tuple[WordValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Common):
    """A card is told to everybody; nothing moves."""

    what: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign(Common):
    """What is remembered becomes a value."""

    what: WordValue
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Common):
    """A counter grows, within its range."""

    what: WordValue
    amount: Expr = ONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Common):
    """Dice are rolled: their sum into one counter, or each into its own."""

    what: tuple[WordValue, ...]
    faces: tuple[int, ...]
    dice: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PayStep(Common):
    """Pieces or a counter's points are given up in full, or not at all (``otherwise``)."""

    what: WordValue | None = None
    source: WordValue | None = None
    target: WordValue | None = None
    amount: Expr = ONE
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryOut(Common):
    """What is written on a card is done: the verb ``effects``."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(Common):
    """A procedure is done: the verb ``run``."""

    what: WordValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What may be chosen: a card, several, a seat, a value; or just this.

    ``least`` and ``most`` are how many of ``cards``; ``values`` are those offered, ``of`` the
    zones in which a value must occur. ``prefer`` has tests, of which the first that any candidate
    passes is kept.
    """

    place: Place
    id: str
    says: str = ""
    when: Test | None = None
    card: WordValue | None = None
    cards: WordValue | None = None
    least: Expr | None = None
    most: Expr | None = None
    same: str = ""
    seat: Expr | None = None
    values: tuple[Expr, ...] | Within | None = None
    of: tuple[WordValue, ...] = ()
    where: Test | None = None
    prefer: tuple[Test, ...] = ()
    then: tuple[Step, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Common):
    """A seat takes one of the options, ``again`` times at most.

    With ``together`` every seat of a group chooses before anything is done.
    """

    what: str = "chooses"
    seat: Expr | None = None
    again: int = 1
    options: tuple[Choice, ...]
    otherwise: tuple[Step, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsStep(Common):
    """Each seat has a turn, from ``first`` on."""

    first: Expr | None = None
    skip: Test | None = None
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Common):
    """Steps for each seat of a group, each piece of a zone, or each value of a field."""

    kind: str
    among: tuple[Expr, ...] | Within = ()
    where: Test | None = None
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Common):
    """Steps again and again, ``most`` times at most, until a test holds before one of them."""

    most: Expr
    until: Test | None = None
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Common):
    """Steps if a test holds, else others."""

    test: Test
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Common):
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` or ``reverse``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Common):
    """The game ends."""

    winners: Expr | None = None
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminate(Common):
    """A seat is out of the game."""

    seat: Expr = SEAT


Step: TypeAlias = (
    "Move | DrawStep | Shuffle | Reveal | Assign | Add | Roll | PayStep | CarryOut | Perform"
    " | Choose | TurnsStep | Each | Repeat | If | Leave | EndGame | Eliminate"
)


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
class EndRule:
    """When the game ends: looked at after each turn, or after each round."""

    place: Place
    when: Test
    after_round: bool
    says: str = ""
    winners: Expr | None = None


@dataclass(frozen=True, slots=True)
class ScoreItem:
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
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The whole script of a game."""

    place: Place
    remember: Mapping[str, Remembered]
    begin: tuple[Step, ...] = ()
    turn: tuple[Step, ...] = ()
    round: tuple[Step, ...] = ()
    first: Expr | None = None
    skip: Test | None = None
    ends: tuple[EndRule, ...] = ()
    score: tuple[ScoreItem, ...] = ()
    least_wins: bool = False
    ties: tuple[TieBreak, ...] = ()
    teams: int = 0
    effects: tuple[Meaning, ...] = ()
    counts: Mapping[str, tuple[WordValue, ...]] = field(default_factory=dict)
    procedures: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


def nodes(thing: object) -> Iterator[object]:
    """A record of a script and all records in it, in the order in which they are written."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from nodes(part)
    elif isinstance(thing, Mapping):
        for part in thing.values():
            yield from nodes(part)
    elif is_dataclass(thing):
        yield thing
        for one in fields(thing):
            yield from nodes(getattr(thing, one.name))


def options_of(play: Play | None) -> dict[Place, int]:
    """The number of each option of a script, from 1, by its place."""

    options = (node for node in nodes(play) if isinstance(node, Choice))
    return {one.place: number for number, one in enumerate(options, 1)}


def rulings_named(play: Play) -> dict[str, list[str]]:
    """The rulings that a script depends on, each with the options that it names."""
    named: dict[str, list[str]] = {}
    for node in nodes(play):
        if isinstance(node, AtTable):
            for identity, option in node.condition.ruling.items():
                if option not in named.setdefault(identity, []):
                    named[identity].append(option)
    return named


def zones_named(play: Play) -> set[str]:
    """What a script may name as zones, as setup.yaml lists them: ``that.hand`` is ``seat.hand``."""
    named: set[str] = set()
    for node in nodes(play):
        if isinstance(node, WordValue):
            text = node.text.partition(".top")[0]
            named |= {text, f"seat.{text.rpartition('.')[2]}"}
    return named
