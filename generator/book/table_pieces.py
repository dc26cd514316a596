"""A laid table: its pieces, what they are like, and how those of a zone lie together.

The origin is the middle of the table, x runs right and y towards the players at the lower edge;
turns are degrees clockwise as seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.design.face import FacePair, FaceSpot, spots_of
from generator.typeset.words import plain
from validator.catalogue.model import Component, Form, Game
from validator.catalogue.seats import Seat
from validator.catalogue.setup_script import FaceVisibility
from validator.catalogue.words.effect_text import text_of


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What all copies of a component have in common; lengths in mm.

    ``shape`` is that of its size, ``outline`` the corners of a custom one in shares of width and
    height. ``front`` and ``back`` are keys of faces (``back`` None: the front again). ``is_card``
    is true of what has something to hide and is therefore shuffled and held: cards, and chits
    whose fronts differ behind equal backs. ``stands`` is true of figures that stand on their
    lower edge. ``text`` is what it says. A die is as large as one of its ``faces``, of which its
    front shows six in a row.
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
    text: str = ""
    faces: tuple[str, ...] = ()
    spots: tuple[FaceSpot, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()

    @property
    def is_die(self) -> bool:
        """Tell whether it is rolled: ``faces`` says what shows."""
        return bool(self.faces)

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
class TablePile:
    """Pieces on one another: their names from the bottom to the top, and where their middle lies.

    ``level`` is 0 for what lies on the table itself, and one more than that of the piece ``on``
    which it lies. ``seat`` is whose zone it is, 0 for nobody's.
    """

    zone: str
    parts: tuple[str, ...]
    x: float
    y: float
    turn: float = 0.0
    faces: FaceVisibility = FaceVisibility.UP
    level: int = 0
    seat: int = 0
    on: str = ""


@dataclass(frozen=True, slots=True)
class EmptySlot:
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
class ZoneCaption:
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
class TableLayout:
    """A whole table; ``width`` and ``height`` are around all of it.

    ``kinds`` is by component, ``names`` what people call each zone, and ``instances`` every piece
    of the game in the order of its files, on the table or not.
    """

    game: str
    piles: tuple[TablePile, ...]
    slots: tuple[EmptySlot, ...]
    captions: tuple[ZoneCaption, ...]
    hands: tuple[Hand, ...]
    width: float
    height: float
    kinds: Mapping[str, PieceKind] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    instances: tuple[str, ...] = ()

    def kind(self, part: str) -> PieceKind:
        """What a piece is a copy of."""
        return self.kinds[part.partition("#")[0]]


_CARD_MM = 0.3
"""Thickness of a playing card (recall)."""
_BOARD_MM = 2.0
"""Thickness of greyboard for chits, mats and boards (recall)."""
_FLAT = frozenset({Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER})


def kinds_of(game: Game, pairs: Sequence[FacePair]) -> dict[str, PieceKind]:
    """The kind of every drawn component, by its id."""
    components = {component.id: component for component in game.components()}
    decks = {pair.deck for pair in pairs}
    hiding = {deck for deck in decks if _hides([one for one in pairs if one.deck == deck])}
    return {
        pair.component: PieceKind(
            component=pair.component,
            name=components[pair.component].name,
            set_id=pair.deck,
            form=pair.form,
            width=pair.front.width_mm / (6 if pair.fold == "die" else 1),
            height=pair.front.height_mm,
            thickness=_thickness(pair),
            shape=pair.shape,
            front=pair.front.key,
            back=pair.back.key if pair.back else None,
            is_card=pair.form is Form.CARD or (pair.form in _FLAT and pair.deck in hiding),
            stands=pair.form is Form.STANDEE and pair.shape == "rect" and pair.fold != "block",
            text=plain(text_of(components[pair.component], game), game),
            faces=_die_faces(components[pair.component]) if pair.fold == "die" else (),
            spots=spots_of(pair.front),
            outline=tuple(
                (x / pair.front.width_mm, y / pair.front.height_mm) for x, y in pair.outline_mm
            ),
        )
        for pair in pairs
    }


def _die_faces(die: Component) -> tuple[str, ...]:
    """What the faces of a die say, 1 to 6 where its record does not tell."""
    faces = die.fields.get("faces")
    if not isinstance(faces, tuple):
        return tuple("123456")
    words = (one.get("text", one.get("icon")) if isinstance(one, Mapping) else one for one in faces)
    return tuple(map(str, words))


def _hides(pairs: Sequence[FacePair]) -> bool:
    """Tell whether pieces of a set have different fronts behind a back that does not tell them."""
    backs: dict[str, set[str]] = {}
    for pair in pairs:
        if pair.back is not None and pair.back.key != pair.front.key:
            backs.setdefault(pair.back.key, set()).add(pair.front.key)
    return any(len(fronts) > 1 for fronts in backs.values())


def _thickness(pair: FacePair) -> float:
    """Thickness in mm; a folded stone is as thick as two thirds of its narrow side."""
    if pair.fold == "block":
        return min(pair.front.width_mm, pair.front.height_mm) * 2 / 3
    return _CARD_MM if pair.form is Form.CARD else _BOARD_MM


GAP = 3.0
"""Between pieces that lie side by side, in mm."""
MOST_SPREAD = 12
"""How many face-up cards of a zone lie side by side; more are one pile, as on a table."""
MOST_STACKED = 12
"""How many equal pieces make a stack that stands by itself; more lie in a bag."""


@dataclass(frozen=True, slots=True)
class PieceStack:
    """Pieces on one another, from the bottom to the top; ``foot`` is what they cover (mm).

    Width and height are of the largest face, which is higher than the foot of what stands.
    """

    parts: tuple[str, ...]
    width: float
    height: float
    foot: tuple[float, float]


def group_parts(
    table: TableLayout, parts: Sequence[str], faces: FaceVisibility
) -> list[PieceStack]:
    """The piles of a zone, in the order of its pieces.

    Cards of one size that nobody sees are one pile; seen ones lie side by side. Other pieces that
    nobody sees are mixed in one; of seen ones equal ones are stacked, but for figures, which stand.
    """
    loose: dict[str, list[str]] = {}
    single = faces is FaceVisibility.UP and len(parts) <= MOST_SPREAD
    for part in parts:
        kind = table.kind(part)
        if kind.stands or (kind.is_card and single):
            alike = part
        elif faces is FaceVisibility.DOWN and not kind.is_card and not kind.is_furniture:
            alike = "mixed"
        elif kind.is_card:
            alike = f"cards {kind.width:g} {kind.height:g} {kind.shape}"
        else:
            alike = kind.component
        loose.setdefault(alike, []).append(part)
    return [_group(table, tuple(held)) for held in loose.values()]


def one_by_one(table: TableLayout, parts: Iterable[str]) -> list[PieceStack]:
    """Each piece for itself."""
    return [_group(table, (part,)) for part in parts]


def _group(table: TableLayout, parts: tuple[str, ...]) -> PieceStack:
    kinds = [table.kind(part) for part in parts]
    foot = (max(kind.foot[0] for kind in kinds), max(kind.foot[1] for kind in kinds))
    width, height = max(kind.width for kind in kinds), max(kind.height for kind in kinds)
    return PieceStack(parts, width, height, foot)


def rows(
    groups: Sequence[PieceStack], most: float
) -> tuple[float, float, list[tuple[float, float]]]:
    """Groups in rows of at most ``most`` mm: width and height of all, and their middles.

    The middles are those of what they cover, from the upper left corner.
    """
    places: list[tuple[float, float]] = []
    x = y = deep = wide = 0.0
    for group in groups:
        if x and x + group.width > most:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        places.append((x + group.width / 2, y + group.height - group.foot[1] / 2))
        x += group.width + GAP
        deep, wide = max(deep, group.height), max(wide, x - GAP)
    return wide, y + deep, places


def around(
    groups: Sequence[PieceStack], room: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Where groups lie about a spot: middles relative to it, in a grid as square as it can be.

    They move together (and overlap) where the spot says how little ``room`` (mm) it has.
    """
    columns = math.ceil(math.sqrt(len(groups)))
    lines = math.ceil(len(groups) / columns)
    wide, high = max(g.foot[0] for g in groups), max(g.foot[1] for g in groups)
    step_x, step_y = _step(wide, columns, room[0]), _step(high, lines, room[1])
    for index in range(len(groups)):
        line, column = divmod(index, columns)
        held = min(columns, len(groups) - line * columns)
        yield (column - (held - 1) / 2) * step_x, (line - (lines - 1) / 2) * step_y


def _step(size: float, count: int, room: float) -> float:
    if not room or count == 1:
        return size + 0.5
    return min(size + 0.5, max((room - size) / (count - 1), size / 4))


def spread(count: int, width: float) -> Iterator[float]:
    """The middles of ``count`` equal shares of ``width``, relative to the middle."""
    for index in range(count):
        yield ((index + 0.5) / count - 0.5) * width


def slot_size(kinds: Iterable[PieceKind]) -> tuple[float, float]:
    """Width and height of the largest of some kinds; a poker card's where there are none."""
    sizes = [kind.size for kind in kinds]
    if not sizes:
        return 63.5, 88.9
    return max(w for w, _ in sizes), max(h for _, h in sizes)
