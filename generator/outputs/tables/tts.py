"""A laid table as a saved game of Tabletop Simulator.

Pieces are ``Custom_Tile``, ``Figurine_Custom``, ``CardCustom`` and ``DeckCustom``. ``GMNotes`` has
the name of the piece, ``Memo`` the zone it was laid in; neither is shown to players.

The format is a JSON object with ``ObjectStates`` (its knowledge base, "Save File Format"; names
and types of the fields also in github.com/Benjamin-Dobell/tts-types, ``ObjectState.def.lua``).
Positions are in its units, of which one is about an inch: x to the right, z away from the near
side, y upwards; turns about y are degrees clockwise from above.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.book.table_pieces import MOST_STACKED, Hand, PieceKind, TableLayout, TablePile
from generator.installed import read_data
from generator.outputs.tables.gallery import Gallery
from validator.catalogue.seats import Seat
from validator.catalogue.setup_script import FaceVisibility

Object = dict[str, Any]


class Identifiers:
    """Short names for what lies on a table, from what it is; no two are alike.

    The same things in the same order are named the same in every run.
    """

    def __init__(self, game: str, length: int = 6) -> None:
        self._game = game
        self._length = length
        self._taken: set[str] = set()

    def of(self, thing: str) -> str:
        """A name in hexadecimal digits for ``thing``."""
        for attempt in range(1 << 16):
            text = f"{self._game}/{thing}/{attempt}" if attempt else f"{self._game}/{thing}"
            name = hashlib.sha256(text.encode()).hexdigest()[: self._length]
            if name not in self._taken:
                self._taken.add(name)
                return name
        raise OverflowError(f"no identifier is left for {thing!r}")


_WRITTEN: Mapping[str, Object] = read_data("tts.yaml")
"""What saves say of every piece, of the table and of a page of the notebook, and its colours."""
PALETTE: Mapping[str, tuple[float, float, float]] = _WRITTEN["seats"]


def colours_of(seats: Sequence[Seat]) -> dict[int, str]:
    """A colour for each seat by its number: the game's own where the program has it.

    More than ten seats share the last one.
    """
    chosen: dict[int, str] = {}
    for seat in seats:
        colour = seat.colour.capitalize()
        if colour in PALETTE and colour not in chosen.values():
            chosen[seat.number] = colour
    for seat in seats:
        if seat.number not in chosen:
            free = (name for name in PALETTE if name not in chosen.values())
            chosen[seat.number] = next(free, [*PALETTE][-1])
    return chosen


TILE = 1.98
"""Width and depth of a custom tile at scale 1 in units, its picture stretched over all of it: the
knowledge base ("Custom Tile", Stretch Aspect Ratio); measured in github code that plays "Starve No
More" (board_geometry.py, 4.95 units at scale 2.5)."""
CARD_HEIGHT = 3.2
"""Height of a card at scale 1 in units, for a poker card measured as 2.3 x 3.2 (same source); that
other shapes keep this height is recall."""
FIGURINE = 2.0
"""Height of a figurine's picture at scale 1 in units (recall, not measured)."""
_SHAPES = {"rect": 0, "custom": 0, "hex": 1, "round": 2}
"""Types of tiles: box, hexagon, circle."""
_CARD_SHAPES = {"rect": 0, "custom": 0, "hex": 3, "round": 4}
"""Types of cards: rounded rectangle, hexagon, circle."""

DIE = 1.0
"""Edge of a die at scale 1 in units (recall)."""
_DIE_TURNS = ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0))
"""How a die is turned, in degrees about x, y and z, when 1 to 6 are up (recall)."""
_AT_RANDOM = 2
"""The order of a bag from which any piece comes (recall)."""
MOST_HIGH_MM = 40.0
"""A higher stack would fall over (own choice)."""


def _is_mixed(pile: TablePile) -> bool:
    return len({part.partition("#")[0] for part in pile.parts}) > 1


def _is_for_bag(pile: TablePile, kind: PieceKind) -> bool:
    """Tell whether pieces are too many or too high to stand on one another, or are mixed."""
    high = kind.thickness * len(pile.parts) > MOST_HIGH_MM and len(pile.parts) > 1
    return len(pile.parts) > MOST_STACKED or high or _is_mixed(pile)


def transform(
    place: tuple[float, float, float], turns: tuple[float, float, float]
) -> dict[str, float]:
    """A place in units and turns in degrees; the scale is the object's own."""
    names = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ")
    return {name: round(number, 4) for name, number in zip(names, (*place, *turns), strict=True)}


def snap_point(x: float, y: float, z: float) -> Object:
    """A place to which pieces that are put down nearby move."""
    return {"Position": {"x": round(x, 4), "y": round(y, 4), "z": round(z, 4)}}


def bag(
    held: Sequence[Object], guid: str, zone: str, label: str, place: Mapping[str, float]
) -> Object:
    """Many equal pieces in a bag, from which they are taken one by one."""
    made = _common("Bag", guid, f"{label} ({len(held)})", place, (1.0, 1.0, 1.0))
    made |= {"Memo": zone, "MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}}
    return made | {"ContainedObjects": list(held)}


def hand_zone(
    guid: str, colour: str, at: tuple[float, float], turn: float, shrunk: float = 1.0
) -> Object:
    """The place over which a colour's hand is held, smaller on a table that is ``shrunk``.

    15.3 x 6.4 units are those of a published game on the same table (github.com/jjds44444/
    pili-pili-tts, build_save.py).
    """
    place = transform((at[0], 4.0, at[1]), (0.0, turn, 0.0))
    made = _common("HandTrigger", guid, "", place, (15.3 * shrunk, 8.0, 6.4 * shrunk))
    red, green, blue = PALETTE[colour]
    diffuse = {"r": red, "g": green, "b": blue, "a": 0.0}
    return made | {"ColorDiffuse": diffuse, "Locked": True, "Grid": False, "FogColor": colour}


def _common(
    name: str,
    guid: str,
    label: str,
    place: Mapping[str, float],
    scales: tuple[float, float, float],
) -> Object:
    sizes = zip(("scaleX", "scaleY", "scaleZ"), scales, strict=True)
    return _WRITTEN["piece"] | {
        "GUID": guid,
        "Name": name,
        "Transform": {**place, **{key: round(scale, 5) for key, scale in sizes}},
        "Nickname": label,
    }


FELT = (84.0, 48.0)
"""Width and depth of the custom rectangular table less a margin: 88 x 52 inches were measured
(github.com/jjds44444/pili-pili-tts, build_save.py)."""
SURFACE = 1.7
"""Height at which pieces begin, above all tables' tops (1.55 was the highest seen); they settle."""
STEP = 0.25
"""How much higher begins what lies on another piece."""
HELD, MOST_HELD = 2.0, 14.0
"""How far apart cards of a hand begin, and how wide they lie at most, in units; the program
arranges them itself."""

Address = Callable[[str], str]
"""The URL of a picture, from its name."""


def game_to_save(
    table: TableLayout,
    gallery: Gallery,
    address: Address,
    title: str,
    notes: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """The whole save: ``title`` is what it is called, ``notes`` the notebook's pages by title."""
    writer = _TtsWriter(table, gallery, address)
    objects = [one for pile in table.piles for one in writer.pile(pile)]
    for hand in table.hands:
        objects += writer.hand(hand)
    pages = ({"title": name, "body": "\n\n".join(lines)} for name, lines in notes.items())
    return _WRITTEN["save"] | {
        "SaveName": title,
        "GameMode": title,
        "PlayerCounts": [len(table.hands)] * 2,
        "Note": title,
        "TabStates": {str(at): _WRITTEN["page"] | page for at, page in enumerate(pages)},
        "SnapPoints": list(writer.snap_points()),
        "ObjectStates": objects,
    }


class _TtsWriter:
    def __init__(self, table: TableLayout, gallery: Gallery, address: Address) -> None:
        self.table = table
        self.gallery = gallery
        self.address = address
        self.names = Identifiers(table.game)
        self.parts = {part: self.names.of(part) for part in table.instances}
        self.colours = colours_of([hand.seat for hand in table.hands])
        boxes = [(abs(p.x), abs(p.y), *table.kind(p.parts[0]).size) for p in table.piles]
        boxes += [(abs(slot.x), abs(slot.y), slot.width, slot.height) for slot in table.slots]
        width = max((x + w / 2 for x, _, w, _ in boxes), default=1.0)
        depth = max((y + h / 2 for _, y, _, h in boxes), default=1.0)
        wide, deep = 2 * width, 2 * depth
        self.shrunk = min(1.0, FELT[0] * 25.4 / wide, FELT[1] * 25.4 / deep)
        self.scale = self.shrunk / 25.4

    def at(self, pile: TablePile, high: float = 0.0) -> dict[str, float]:
        """Where a pile is, ``high`` units above its level."""
        y = SURFACE + STEP * pile.level + high
        turns = (0.0, (180 + pile.turn) % 360, 0.0 if pile.faces is FaceVisibility.UP else 180.0)
        return transform((pile.x * self.scale, y, -pile.y * self.scale), turns)

    def pile(self, pile: TablePile) -> Iterator[dict[str, Any]]:
        kind, place = self.table.kind(pile.parts[0]), self.at(pile)
        if kind.is_card and len(pile.parts) > 1:
            yield self._deck(pile, place)
        elif _is_for_bag(pile, kind):
            held = [self._single(part, pile.zone, place) for part in pile.parts]
            label = self.table.names[pile.zone] if _is_mixed(pile) else kind.name
            made = bag(held, self._pile_name(pile), pile.zone, label, place)
            yield made | {"Bag": {"Order": _AT_RANDOM if _is_mixed(pile) else 0}}
        else:
            for index, part in enumerate(pile.parts):
                high = index * (kind.thickness * self.scale + 0.01)
                yield self._single(part, pile.zone, self.at(pile, high))

    def _single(self, part: str, zone: str, place: Mapping[str, float]) -> Object:
        kind = self.table.kind(part)
        if kind.is_card:
            return self._card(part, zone, place)
        if kind.is_die:
            return self._die(part, zone, place)
        return (self._figurine if kind.stands else self._tile)(part, zone, place)

    def _tile(self, part: str, zone: str, place: Mapping[str, float]) -> Object:
        """A flat piece, a board, a mat or a folded stone, with its snap points."""
        kind = self.table.kind(part)
        wide, deep = kind.width * self.scale / TILE, kind.height * self.scale / TILE
        made = self._object("Custom_Tile", part, zone, place, (wide, 1.0, deep))
        about = {
            "Type": _SHAPES[kind.shape],
            "Thickness": round(kind.thickness * self.scale, 4),
            "Stackable": not kind.is_furniture,
            "Stretch": True,
        }
        made["CustomImage"] = {**self._image(kind), "CustomTile": about}
        if kind.is_furniture:
            made["Tags"] = ["board"]
            made["Snap"] = False
        return self._with_snap_points(made, kind, (wide, deep))

    def _die(self, part: str, zone: str, place: Mapping[str, float]) -> Object:
        """A die of the program's own, which says what its numbers mean where they are not pips."""
        kind = self.table.kind(part)
        scale = kind.width * self.scale / DIE
        made = self._object("Die_6", part, zone, place, (scale, scale, scale))
        turns = zip(kind.faces, _DIE_TURNS, strict=True)
        values = [
            {"Value": face, "Rotation": dict(zip("xyz", turn, strict=True))} for face, turn in turns
        ]
        pips = kind.faces == tuple("123456")
        told = "" if pips else ", ".join(f"{at} = {one}" for at, one in enumerate(kind.faces, 1))
        return made | {"RotationValues": values, "Description": told or made["Description"]}

    def _figurine(self, part: str, zone: str, place: Mapping[str, float]) -> Object:
        """A figure that stands, its picture on both sides."""
        kind = self.table.kind(part)
        scale = kind.height * self.scale / FIGURINE
        made = self._object("Figurine_Custom", part, zone, place, (scale, scale, scale))
        return made | {"CustomImage": self._image(kind)}

    def _card(self, part: str, zone: str, place: Mapping[str, float]) -> Object:
        """A single card."""
        kind = self.table.kind(part)
        scale = kind.height * self.scale / CARD_HEIGHT
        made = self._object("CardCustom", part, zone, place, (scale, 1.0, scale))
        made |= {
            "CardID": self._card_id(part),
            "SidewaysCard": kind.width > kind.height,
            "CustomDeck": self._custom_deck([part]),
            "HideWhenFaceDown": True,
            "Hands": kind.form.value == "card",
        }
        return self._with_snap_points(made, kind, (scale, scale))

    def _deck(self, pile: TablePile, place: Mapping[str, float]) -> Object:
        """Cards on one another.

        A deck's first card is the upper one of a deck that lies face down, the lowest of one that
        lies face up (recall).
        """
        lowest, kind = pile.parts[0], self.table.kind(pile.parts[0])
        first = pile.parts if pile.faces is FaceVisibility.UP else pile.parts[::-1]
        scale = kind.height * self.scale / CARD_HEIGHT
        made = self._object("DeckCustom", lowest, pile.zone, place, (scale, 1.0, scale))
        return made | {
            "GUID": self._pile_name(pile),
            "Nickname": self.table.names[pile.zone],
            "GMNotes": "",
            "SidewaysCard": kind.width > kind.height,
            "HideWhenFaceDown": True,
            "Hands": False,
            "DeckIDs": [self._card_id(part) for part in first],
            "CustomDeck": self._custom_deck(pile.parts),
            "ContainedObjects": [self._card(part, pile.zone, place) for part in first],
        }

    def _object(
        self,
        name: str,
        part: str,
        zone: str,
        place: Mapping[str, float],
        scales: tuple[float, float, float],
    ) -> Object:
        kind = self.table.kind(part)
        made = _common(name, self.parts[part], kind.name, place, scales)
        return made | {"GMNotes": part, "Memo": zone, "Description": kind.text}

    def _image(self, kind: PieceKind) -> Object:
        """The pictures of a piece's front and back."""
        front, back = map(self.address, self.gallery.pieces[kind.component])
        sides = {"ImageURL": front, "ImageSecondaryURL": back}
        return {**sides, "ImageScalar": 1.0, "WidthScale": 0.0}

    def _card_id(self, part: str) -> int:
        """The number of a card: 100 times its sheet's, and its cell."""
        sheet, cell = self.gallery.cells[self.table.kind(part).component]
        return 100 * sheet.key + cell

    def _custom_deck(self, parts: Sequence[str]) -> dict[str, Object]:
        """The sheets of cards by their numbers."""
        kinds = map(self.table.kind, parts)
        shown = {self.gallery.cells[kind.component][0]: kind for kind in kinds}
        return {
            str(sheet.key): {
                "FaceURL": self.address(sheet.front),
                "BackURL": self.address(sheet.back),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": sheet.unique_back,
                "Type": _CARD_SHAPES[kind.shape],
            }
            for sheet, kind in sorted(shown.items(), key=lambda item: item[0].key)
        }

    def _with_snap_points(
        self, made: Object, kind: PieceKind, scales: tuple[float, float]
    ) -> Object:
        """The object with the spots of its face, in its own frame, which is turned by 180."""
        points = [
            snap_point(
                -(spot.x - kind.width / 2) * self.scale / scales[0],
                0.1,
                (spot.y - kind.height / 2) * self.scale / scales[1],
            )
            for spot in kind.spots
        ]
        return made | {"AttachedSnapPoints": points} if points else made

    def _pile_name(self, pile: TablePile) -> str:
        """A name by the zone and what pieces of the pile have in common."""
        kind = self.table.kind(pile.parts[0])
        what = f"{kind.width:g} x {kind.height:g}" if kind.is_card else kind.component
        return self.names.of(f"pile {pile.zone} {what}")

    def hand(self, hand: Hand) -> Iterator[dict[str, Any]]:
        colour = self.colours[hand.seat.number]
        x, z = hand.x * self.scale, -hand.y * self.scale
        name = self.names.of(f"hand {hand.seat.number}")
        yield hand_zone(name, colour, (x, z), hand.turn, self.shrunk)
        held = [(zone, part) for zone, parts in hand.zones.items() for part in parts]
        apart = min(HELD, MOST_HELD / max(len(held), 1)) * self.shrunk
        sign = -1 if hand.turn else 1
        for index, (zone, part) in enumerate(held):
            step = sign * apart * (index - (len(held) - 1) / 2)
            place = transform((x + step, 3.0, z), (0.0, (180 + hand.turn) % 360, 0.0))
            yield self._single(part, zone, place)

    def snap_points(self) -> Iterator[dict[str, Any]]:
        """Where free piles lie on the table itself, and the empty places beside them."""
        loose = [
            (pile.x, pile.y)
            for pile in self.table.piles
            if (pile.level == 0 and self.table.kind(pile.parts[0]).is_card)
        ]
        loose += [(slot.x, slot.y) for slot in self.table.slots if not slot.on]
        for x, y in loose:
            yield snap_point(x * self.scale, SURFACE, -y * self.scale)
