"""The catalogue: all that a game declares, frozen and typed, and which components are meant.

It is built once by :mod:`validator.catalogue.build`; every other part reads this, never a raw file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

from validator.catalogue.boards.records import Board
from validator.catalogue.effects import Effect
from validator.catalogue.script import Script
from validator.catalogue.setup_script import NO_SETUP, Setup
from validator.catalogue.source import Source
from validator.catalogue.words.grammar import Term
from validator.catalogue.words.language import Tongue, tongue_of
from validator.findings import Place

_MARK = re.compile(r"^(?:\*|\d+\+|\d+(?:/\d+)*)$")


@dataclass(frozen=True, slots=True)
class PlayerMark:
    """A mark as printed: ``*`` any total, ``3+`` at least three, ``3/4`` either, ``5`` only five.

    Rule HEN-PC-15; the total counts humans and bots together (HEN-PC-17).
    """

    text: str = "*"

    def admits(self, total: int) -> bool:
        """Tell whether a component with this mark is used with ``total`` seats."""
        if self.text == "*":
            return True
        if self.text.endswith("+"):
            return total >= int(self.text[:-1])
        return total in {int(number) for number in self.text.split("/")}


def is_mark(text: str) -> bool:
    """Tell whether ``text`` is a well-formed player-count mark."""
    return _MARK.match(text) is not None


Value: TypeAlias = "bool | int | float | str | tuple[Value, ...] | Mapping[str, Value] | None"
"""A frozen value of a YAML file: scalars, tuples and read-only mappings."""


class PlacedRecord(Protocol):
    """What stands in a file: ``places`` has the spot of each key in it, inner ones dotted."""

    @property
    def place(self) -> Place:
        """Where it begins."""

    @property
    def places(self) -> Mapping[str, Place]:
        """Where its keys stand, by their names: ``effects.0.amount``."""


def place_in(entry: PlacedRecord, *keys: str | int) -> Place:
    """Where a value of ``entry`` is written, or what it stands in if it is not."""
    for length in range(len(keys), 0, -1):
        place = entry.places.get(".".join(map(str, keys[:length])))
        if place is not None:
            return place
    return entry.place


class Provenance(StrEnum):
    """Where a value comes from; the reader must never mistake one for another."""

    STATED = "stated"
    DERIVED = "derived"
    RECONSTRUCTED = "reconstructed"


class Form(StrEnum):
    """What a component is on paper; it decides how it is laid out on sheets."""

    CARD = "card"
    CHIT = "chit"
    COIN = "coin"
    TOKEN = "token"
    MARKER = "marker"
    MAT = "mat"
    BOARD = "board"
    STANDEE = "standee"
    UPRIGHT = "upright"


class WhenEmpty(StrEnum):
    """What happens when a pile has no card left and one is needed."""

    ENDS_GAME = "ends_game"
    RESHUFFLE = "reshuffle"
    STOP = "stop"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True)
class Component:
    """One distinct design, of which ``copies`` equal pieces are in the box.

    ``fields`` are the set's own fields (a card's cost, a slot's area, ...). ``text`` is a
    hand-written sentence, or None where :mod:`validator.catalogue.words.effect_text` writes it from
    ``effects``. ``places`` gives the spot of each value of the record in its file, by its keys
    with dots between: ``areas.2.path``.
    """

    id: str
    set_id: str
    name: str
    place: Place
    copies: int = 1
    mark: PlayerMark = field(default_factory=PlayerMark)
    fields: Mapping[str, Value] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    text: str | None = None
    provenance: Provenance = Provenance.RECONSTRUCTED
    rules: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)

    def place_of(self, *keys: str | int) -> Place:
        """Where a value of this record is written (what it stands in, if it is not)."""
        return place_in(self, *keys)


@dataclass(frozen=True, slots=True)
class TuckBox:
    """The box of a deck: how thick a card is in mm, None where that is not said."""

    card_mm: float | None = None


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """A deck, or any other family of components that share size, template and back.

    ``size`` names an entry of ``templates/sizes.yaml``; ``template`` and ``back`` name
    ``templates/<name>.svg.j2``; ``face_layout`` and ``back_layout`` name
    ``templates/<name>.layout.yaml`` where it is not called as they are. ``sheet_layout`` is how
    its pieces lie on sheets, where that is said, ``tuck_box`` asks for a box of paper. ``instead``
    says what a player may take from their own box. ``pictures`` makes the path of a component's
    picture of its id (``art/{id}.png``); empty for none, None where the game says it.
    ``complete`` is false when records with errors were left out: counts mean nothing then. ``noun``
    says how a language inflects its names. ``required`` are the own fields that no record lacks.
    """

    id: str
    name: str
    singular: str
    form: Form
    size: str
    template: str
    place: Place
    components: tuple[Component, ...]
    back: str | None = None
    face_layout: str | None = None
    back_layout: str | None = None
    sheet_layout: str | None = None
    tuck_box: TuckBox | None = None
    instead: str | None = None
    note: str = ""
    noun: str = ""
    pictures: str | None = None
    required: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    complete: bool = True

    @property
    def count(self) -> int:
        """Number of pieces in the box: the sum of all copies."""
        return sum(component.copies for component in self.components)

    def by_id(self) -> list[Component]:
        """The components in an order that does not depend on the file's; for rules modules."""
        return sorted(self.components, key=lambda one: one.id)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A legal table: ``players`` humans and ``bots`` bots, with what depends on them.

    ``options`` are choices fixed by the configuration, such as ``{"side": "3"}``.
    """

    players: int
    place: Place
    bots: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    note: str = ""

    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Seats at the table: humans and bots (HEN-PC-03)."""
        return self.players + self.bots


@dataclass(frozen=True, slots=True)
class Refusal:
    """A configuration that the rules do not allow, and why."""

    players: int
    reason: str
    place: Place
    bots: int = 0
    finding: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PartsLine:
    """A line of the parts list: how many pieces of a set (or of a filtered part of it)."""

    name: str
    set_id: str
    count: int
    place: Place
    where: Mapping[str, Value] = field(default_factory=dict)
    about: bool = False
    rules: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawRate:
    """How fast a pile is drawn from: ``least`` to ``most`` cards per ``per`` (turn or round)."""

    least: int
    most: int
    per: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A supply that can run out: a deck, a stack of chits, coins, markers, ...

    ``zone`` is the zone of the set-up script that holds it, ``discard`` that of its discards.
    ``counted`` is the number of the table that play keeps of it instead of moving its pieces,
    ``then`` says for the reader what happens when it is empty.
    """

    id: str
    zone: str
    when_empty: WhenEmpty
    place: Place
    name: str = ""
    discard: str | None = None
    counted: str | None = None
    ruling: str | None = None
    draw: DrawRate | None = None
    then: str = ""
    rules: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


class Answered(StrEnum):
    """Where the answer to a question shows on which neither play nor set-up depends."""

    DATA = "data"
    PRINT = "print"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rules leave open, as a switch: ``options`` maps id to what it means.

    ``answered_in`` says that nothing switches.
    ``variants`` maps options that contradict a rule to the ids of the rules that they depart from,
    ``variant_places`` has their spots. ``default_because`` says why the default is in force.
    """

    id: str
    question: str
    options: Mapping[str, str]
    default: str
    place: Place
    severity: str = "M"
    rules: tuple[str, ...] = ()
    answered_in: Answered | None = None
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default_because: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)
    variant_places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def readings(self) -> tuple[str, ...]:
        """The options that read the rules, in order: all that are no variants."""
        return tuple(option for option in self.options if option not in self.variants)

    @property
    def is_open(self) -> bool:
        """Tell whether the rules leave the question open: not all but the default depart."""
        return not self.variants or any(option != self.default for option in self.readings)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the rules that arithmetic over the data can confirm or refute.

    ``kind`` names the check that evaluates it, ``data`` its operands. When it does not hold,
    the check reports a finding with the code ``id``.
    """

    id: str
    kind: str
    says: str
    place: Place
    severity: str = "warning"
    data: Mapping[str, Value] = field(default_factory=dict)
    hint: str = ""
    rules: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameLength:
    """How long a data-only game lasts, for pile exhaustion: ``least`` to ``most`` rounds."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Use:
    """The part of a shared box that a game uses at some totals (``where`` filters its set).

    ``per_seat`` means: only the pieces of the colours that are in play.
    """

    set_id: str
    place: Place
    totals: tuple[int, ...] = ()
    where: Mapping[str, Value] = field(default_factory=dict)
    count: int | None = None
    per_seat: bool = False
    rules: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the almanac: sets that it lists together, how, and which fields it tells.

    ``order`` names fields to sort by, from the last one up where ``-`` is before it; ``columns``
    are the fields told of each component, None for all that are short.
    """

    sets: tuple[str, ...]
    place: Place
    heading: str = ""
    intro: str = ""
    group_by: str | None = None
    order: tuple[str, ...] = ()
    columns: tuple[str, ...] | None = None
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Almanac:
    """How the components are published: texts in front, chapters in order, words for fields.

    ``labels`` has words for the names of fields and for their values. Sets that no chapter
    names follow, each as a chapter of its own.
    """

    title: str = ""
    intro: str = ""
    chapters: tuple[Chapter, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """A question of playtest sheets: what it asks, and its answers, or ``lines`` to write on.

    ``many`` allows more than one answer, ``digits`` are its answers as a number of so many. It is
    on the sheets of the seats, or ``of`` the table.
    """

    id: str
    ask: str
    answers: tuple[str, ...] = ()
    many: bool = False
    digits: int = 0
    lines: int = 0
    of: str = "seats"


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """What `trilith tune` may change and what is wanted, in the words of its --vary and --want."""

    vary: tuple[str, ...] = ()
    want: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its sets (own ones and those of its box), tables, piles and open questions.

    ``complete`` is false when a file of the game had errors: something referred to may then be
    missing only because its file was left out. A game is played by its rules ``module`` or by its
    ``play`` script. ``language`` is that of its texts, ``translated`` the same where they are not
    those that its files were written in; ``own_tongue`` is there if it says something of the
    product's own in its way. ``marks`` are what pieces show in the place of the revision, by
    component, where each is told from its earlier states.
    """

    id: str
    name: str
    revision: str
    place: Place
    title_players: tuple[int, int] | None = None
    summary: str = ""
    designer: str = ""
    theme: str | None = None
    motifs: str | None = None
    box: str | None = None
    is_box: bool = False
    module: str | None = None
    seat_colours: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    configurations: tuple[Configuration, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    parts: tuple[PartsLine, ...] = ()
    uses: tuple[Use, ...] = ()
    sets: Mapping[str, ComponentSet] = field(default_factory=dict)
    piles: tuple[Pile, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    claims: tuple[Claim, ...] = ()
    terms: Mapping[str, Term] = field(default_factory=dict)
    length: GameLength | None = None
    almanac: Almanac = field(default_factory=Almanac)
    playtest: tuple[SheetQuestion, ...] = ()
    tune: TuneRequest = field(default_factory=TuneRequest)
    marks: Mapping[str, str] = field(default_factory=dict)
    pictures: str = ""
    language: str = ""
    translated: str = ""
    own_tongue: Tongue | None = None
    setup: Setup = NO_SETUP
    boards: Mapping[str, Board] = field(default_factory=dict)
    play: Script | None = None
    rule_prefix: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)
    complete: bool = True

    @property
    def tongue(self) -> Tongue:
        """What the product says of this game, in the game's own language."""
        return self.own_tongue or tongue_of(self.language)

    @property
    def is_played(self) -> bool:
        """Tell whether something says how it is played: a rules module or a play script."""
        return self.module is not None or self.play is not None

    def reconstructs(self, component: Component) -> bool:
        """Tell whether the rules do not state what a component is.

        A game that names no rules, such as one's own, is what its data say.
        """
        return bool(self.rule_prefix) and component.provenance is Provenance.RECONSTRUCTED

    def components(self) -> Iterator[Component]:
        """All components in file order."""
        for component_set in self.sets.values():
            yield from component_set.components

    def colours_of(self, seat: int, seats: int) -> tuple[str, ...]:
        """The colours of ``seat`` (from 0) of ``seats``: one, with factions all that fall to it."""
        step = seats if self.factions else max(len(self.seat_colours), 1)
        return self.seat_colours[seat::step]

    def colours_at(self, seats: int) -> frozenset[str]:
        """Every colour that is played at a table of so many seats."""
        return frozenset(colour for at in range(seats) for colour in self.colours_of(at, seats))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All games of a project, by id; a shared box such as ``stonehenge`` is one of them.

    ``written`` has the files of every folder that was read, as they stand there, for checks that
    compare them key by key with the rules; a file with errors is left out, and the folders of
    such are ``unread``.
    """

    games: Mapping[str, Game]
    written: Mapping[str, tuple[Source, ...]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()


OF_EVERY_COMPONENT = ("id", "name", "copies", "players")
"""What can be tested on any component, beside the fields of its set."""


def value_of(component: Component, name: str) -> Any:
    """The field ``name`` of a component; ``id``, ``name``, ``players``, ``copies`` count too.

    Dots lead inwards: ``outer.spaces``.
    """
    match name:
        case "id" | "name" | "copies":
            return getattr(component, name)
        case "players":
            return component.mark.text
        case _:
            first, *inner = name.split(".") if "." in name else (name,)
            value: Any = component.fields.get(first)
            for key in inner:
                value = value.get(key) if isinstance(value, Mapping) else None
            return value


def passes(value: Any, wanted: Any) -> bool:
    """Tell whether ``value`` passes one test: equal, one of a list, or in ``{from, to}``."""
    if isinstance(wanted, Mapping):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and wanted["from"] <= value <= wanted["to"]
    if isinstance(wanted, list | tuple):
        return any(_same(value, item) for item in wanted)
    return _same(value, wanted)


def matches(component: Component, where: Mapping[str, Any]) -> bool:
    """Tell whether ``component`` passes every test of ``where`` (an empty one: always)."""
    return all(passes(value_of(component, name), wanted) for name, wanted in where.items())


def components_where(
    components: Iterable[Component], where: Mapping[str, Any]
) -> Iterator[Component]:
    """The components that pass ``where``, in their order."""
    return (component for component in components if matches(component, where))


def _same(value: Any, wanted: Any) -> bool:
    """Equal, and not merely equal as numbers: ``true`` is not 1."""
    return bool(value == wanted) and isinstance(value, bool) == isinstance(wanted, bool)


Ask: TypeAlias = "Callable[[ast.expr, ast.expr | None], Any]"
WITHOUT_SETUP = ("", "")
"""Stands for the ruling of a table of a game without a set-up, which has nothing but its pieces."""


@dataclass(frozen=True, slots=True)
class SetupTable:
    """One table after set-up, which :mod:`validator.setup.rehearse` made for checks to read.

    ``ruling`` is the (id, option) that was not left at its default, or ``WITHOUT_SETUP``. ``ask``
    says what a formula comes to there, one that may be compared with another; FormulaError where
    it asks for what is not there.
    """

    game: str
    configuration: Configuration
    zones: Mapping[str, tuple[str, ...]]
    ask: Ask = field(compare=False, repr=False)
    ruling: tuple[str, str] | None = None

    @property
    def on_table(self) -> tuple[str, ...]:
        """Every piece that is not in the box."""
        return tuple(
            piece for zone, items in self.zones.items() if zone != "box" for piece in items
        )


Tables: TypeAlias = "tuple[SetupTable, ...]"


def usual(tables: Iterable[SetupTable], game: str) -> Tables:
    """The tables of ``game`` with every ruling at its default."""
    return tuple(table for table in tables if table.game == game and table.ruling is None)


def under(tables: Iterable[SetupTable], game: str, ruling: str) -> Tables:
    """The tables of ``game`` on which ``ruling`` stands at another option than its default."""
    return tuple(
        table
        for table in tables
        if table.game == game and table.ruling is not None and table.ruling[0] == ruling
    )
