"""The set-up script as typed steps; ``validator/schemas/setup.json`` is its manual.

Built by :mod:`validator.catalogue.script_parse`, run by :mod:`validator.setup.deal`, said in
sentences by :mod:`validator.setup.guide`. Field tests (``where``) are read by
:mod:`validator.catalogue.select`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from validator.findings import Place

BOX = "box"
"""The zone where every piece starts and to which unused pieces return."""


@dataclass(frozen=True, slots=True)
class Condition:
    """At which tables a step counts: humans, bots, seats, options and rulings; None is any."""

    players: tuple[str, ...] | None = None
    bots: tuple[str, ...] | None = None
    total: tuple[str, ...] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    ruling: Mapping[str, str] = field(default_factory=dict)


ALWAYS: tuple[Condition, ...] = ()
"""The conditions of a step that counts at every table."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who acts: a group (``seat``, ``human``, ``bot``, ``first``, ``first_human``) or numbers."""

    group: str = ""
    numbers: tuple[int, ...] = ()
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pieces are meant: by set, field tests, a field that is present, the seat's colour.

    ``what`` calls them for the reader, ``noun`` says how a language inflects that.
    """

    set_id: str | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    has: str | None = None
    own: str | None = None
    what: str | None = None
    noun: str = ""

    @property
    def is_all(self) -> bool:
        """Tell whether every piece of a zone is meant."""
        return not (self.set_id or self.where or self.has or self.own)


@dataclass(frozen=True, slots=True)
class Common:
    """What every step may say beside its verb; of the conditions ``when`` one must hold.

    ``places`` has the spot of each key of the step, inner ones dotted.
    """

    place: Place
    when: tuple[Condition, ...] = ALWAYS
    rules: tuple[str, ...] = ()
    note: str = ""
    each: Seats | None = None
    read: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def rulings(self) -> tuple[tuple[str, str], ...]:
        """The rulings that ``when`` depends on, each with the option that it names."""
        return tuple(pair for condition in self.when for pair in condition.ruling.items())


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence of the guide; nothing moves."""

    common: Common
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces go from zones to zones: the verbs ``place``, ``deal``, ``move`` and ``return``.

    ``count`` is for each target zone (None: all that are meant). ``from_top`` takes the
    last items of the zone; otherwise pieces are taken in their order.
    """

    common: Common
    verb: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    pieces: Selection = field(default_factory=Selection)
    count: int | None = None
    from_top: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    """Cards whose player-count mark excludes the number of seats go back to the box."""

    common: Common
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Each of the zones is shuffled by itself."""

    common: Common
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """Each seat takes ``count`` pieces of its choice from ``source`` to ``target``."""

    common: Common
    source: str
    target: str
    count: int = 1
    what: str | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Locate:
    """One piece goes to the first step (clockwise) of a run of a board's ring track."""

    common: Common
    pieces: Selection
    board: Selection
    track: str
    field_name: str
    value: str
    target: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Pieces go to the cells of a grid: pairs of zone name and what stands there.

    ``picture`` is the drawing, sign by sign; ``legend`` says what a sign stands for.
    """

    common: Common
    cells: tuple[tuple[str, Selection], ...]
    rows: tuple[str, ...]
    columns: tuple[int, int]
    picture: tuple[tuple[str, ...], ...] = ()
    legend: Mapping[str, Selection] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """Zones that are empty at first."""

    common: Common
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """``zone`` holds ``count`` pieces now, as the rules say; None: as many as it comes to."""

    common: Common
    zone: str
    count: int | None = None
    say: bool = True


SetupStep: TypeAlias = "Say | Move | Remove | Shuffle | Choose | Locate | Grid | Room | Expect"


class Faces(StrEnum):
    """Who sees the faces of what lies in a zone: everybody, nobody, or only whose seat it is."""

    UP = "up"
    DOWN = "down"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class ZoneLabel:
    """A zone as people call it; one that ``empties`` must be empty when set-up ends.

    ``phrase`` says where pieces go (``on the table``) where "in the <name>" reads badly.
    ``faces`` is what the script says of them; None leaves it to what is done in the zone.
    ``noun`` says how a language inflects the name.
    """

    name: str
    empties: bool
    place: Place
    phrase: str = ""
    faces: Faces | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up script: its zones by name (or pattern with a final ``*``) and its steps."""

    place: Place
    zones: Mapping[str, ZoneLabel]
    steps: tuple[SetupStep, ...]


NO_SETUP = Setup(Place(""), {}, ())
"""The script of a game that has none, such as a box of parts."""
