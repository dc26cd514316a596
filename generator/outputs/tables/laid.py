"""A laid table: what lies where, in millimetres. Types only.

The origin is the middle of the table, x runs right and y towards the players at the lower edge;
turns are degrees clockwise as seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.design.spots.marks import Spot
from validator.catalogue.model import Form
from validator.catalogue.setup_script import Faces
from validator.setup.pieces import Seat


@dataclass(frozen=True, slots=True)
class Kind:
    """What all copies of a component have in common; lengths in mm.

    ``shape`` is that of its size, ``outline`` the corners of a custom one in shares of width and
    height. ``front`` and ``back`` are keys of faces (``back`` None: the front again). ``is_card``
    is true of what has something to hide and is therefore shuffled and held: cards, and chits
    whose fronts differ behind equal backs. ``stands`` is true of figures that stand on their
    lower edge.
    """

    component: str
    name: str
    set_id: str
    form: Form
    width: float
    height: float
    thickness: float
    shape: str
    front: str
    back: str | None
    is_card: bool
    stands: bool
    spots: tuple[Spot, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()

    @property
    def foot(self) -> tuple[float, float]:
        """Width and depth of what it covers."""
        return (self.width, STANDING_DEPTH * self.height) if self.stands else self.size

    def middle(self, x: float, y: float, turn: float) -> tuple[float, float]:
        """Where the middle of its picture is when what it covers has its middle at ``x``, ``y``."""
        if not self.stands:
            return x, y
        up, angle = (self.foot[1] - self.height) / 2, math.radians(turn)
        return x - up * math.sin(angle), y + up * math.cos(angle)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its face."""
        return self.width, self.height

    @property
    def is_furniture(self) -> bool:
        """Tell whether it is a board or a mat: other pieces lie on it."""
        return self.form in (Form.BOARD, Form.MAT)


STANDING_DEPTH = 0.3
"""Depth of a standing figure's foot, in shares of its height: enough for a base (own choice)."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces on one another: their names from the bottom to the top, and where their middle lies.

    ``level`` is 0 for what lies on the table itself, and one more than that of the piece ``on``
    which it lies. ``seat`` is whose zone it is, 0 for nobody's.
    """

    zone: str
    parts: tuple[str, ...]
    x: float
    y: float
    turn: float = 0.0
    faces: Faces = Faces.UP
    level: int = 0
    seat: int = 0
    on: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """An empty place of a zone ("" for one that only the game uses), on a piece or on the table.

    ``width`` and ``height`` are those of what lies there, 0 where nothing is known.
    """

    zone: str
    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    on: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """The name of a free zone, above it: the middle of the line, and the room for it."""

    text: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat holds, zone by zone, and the middle of the place where its hand is."""

    seat: Seat
    zones: Mapping[str, tuple[str, ...]]
    x: float
    y: float
    turn: float

    @property
    def parts(self) -> tuple[str, ...]:
        """All that is held."""
        return tuple(part for parts in self.zones.values() for part in parts)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A whole table; ``width`` and ``height`` are around all of it.

    ``kinds`` is by component, ``names`` what people call each zone, and ``instances`` every piece
    of the game in the order of its files, on the table or not.
    """

    game: str
    piles: tuple[Pile, ...]
    slots: tuple[Slot, ...]
    captions: tuple[Caption, ...]
    hands: tuple[Hand, ...]
    width: float
    height: float
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    instances: tuple[str, ...] = ()

    def kind(self, part: str) -> Kind:
        """What a piece is a copy of."""
        return self.kinds[part.partition("#")[0]]
