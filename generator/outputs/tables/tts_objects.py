"""The objects of a saved game of Tabletop Simulator, one function each.

Pieces are ``Custom_Tile``, ``Figurine_Custom``, ``CardCustom`` and ``DeckCustom``. ``GMNotes`` has
the name of the piece, ``Memo`` the zone it was laid in; neither is shown to players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.outputs.tables.gallery import Gallery, Sheet
from generator.outputs.tables.laid import Kind
from generator.outputs.tables.tts_seats import PALETTE
from validator.catalogue.setup_script import Faces

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

Object = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """A piece as the program shows it: its kind, its own name, and where its pictures are.

    ``scale`` is units to a millimetre.
    """

    kind: Kind
    part: str
    zone: str
    guid: str
    gallery: Gallery
    address: Callable[[str], str]
    scale: float

    @property
    def sheet(self) -> Sheet:
        """The sheet of a card."""
        return self.gallery.cells[self.kind.component][0]

    @property
    def card_id(self) -> int:
        """The number of a card: 100 times its sheet's, and its cell."""
        sheet, cell = self.gallery.cells[self.kind.component]
        return 100 * sheet.key + cell

    @property
    def card_scale(self) -> float:
        """The scale of a card."""
        return self.kind.height * self.scale / CARD_HEIGHT

    def pictures(self) -> tuple[str, str]:
        """The addresses of a piece's front and back."""
        front, back = self.gallery.pieces[self.kind.component]
        return self.address(front), self.address(back)


def transform(
    place: tuple[float, float, float], turns: tuple[float, float, float]
) -> dict[str, float]:
    """A place in units and turns in degrees; the scale is the object's own."""
    names = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ")
    values = (round(number, 4) for number in (*place, *turns))
    return dict(zip(names, values, strict=True))


def snap_point(x: float, y: float, z: float) -> Object:
    """A place to which pieces that are put down nearby move."""
    return {"Position": {"x": round(x, 4), "y": round(y, 4), "z": round(z, 4)}}


def tile(look: Look, place: Mapping[str, float]) -> Object:
    """A flat piece, a board, a mat or a folded stone, with its snap points."""
    kind = look.kind
    wide, deep = kind.width * look.scale / TILE, kind.height * look.scale / TILE
    front, back = look.pictures()
    made = _object("Custom_Tile", look, place, (wide, 1.0, deep))
    made["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": _SHAPES[kind.shape],
            "Thickness": round(kind.thickness * look.scale, 4),
            "Stackable": not kind.is_furniture,
            "Stretch": True,
        },
    }
    if kind.is_furniture:
        made["Tags"] = ["board"]
        made["Snap"] = False
    return _with_snap_points(made, look, (wide, deep))


def figurine(look: Look, place: Mapping[str, float]) -> Object:
    """A figure that stands, its picture on both sides."""
    front, back = look.pictures()
    scale = look.kind.height * look.scale / FIGURINE
    made = _object("Figurine_Custom", look, place, (scale, scale, scale))
    made["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }
    return made


def card(look: Look, place: Mapping[str, float]) -> Object:
    """A single card."""
    scale = look.card_scale
    made = _object("CardCustom", look, place, (scale, 1.0, scale))
    made |= {
        "CardID": look.card_id,
        "SidewaysCard": look.kind.width > look.kind.height,
        "CustomDeck": _custom_deck([look]),
        "HideWhenFaceDown": True,
        "Hands": look.kind.form.value == "card",
    }
    return _with_snap_points(made, look, (scale, scale))


def deck(
    looks: Sequence[Look], guid: str, label: str, place: Mapping[str, float], faces: Faces
) -> Object:
    """Cards on one another, ``looks`` from the bottom to the top.

    A deck's first card is the upper one of a deck that lies face down, the lowest of one that
    lies face up (recall).
    """
    first = [*looks] if faces is Faces.UP else [*reversed(looks)]
    scale = looks[0].card_scale
    made = _object("DeckCustom", looks[0], place, (scale, 1.0, scale))
    made |= {
        "GUID": guid,
        "Nickname": label,
        "GMNotes": "",
        "SidewaysCard": looks[0].kind.width > looks[0].kind.height,
        "HideWhenFaceDown": True,
        "Hands": False,
        "DeckIDs": [look.card_id for look in first],
        "CustomDeck": _custom_deck(looks),
        "ContainedObjects": [card(look, place) for look in first],
    }
    return made


def bag(
    held: Sequence[Object], guid: str, zone: str, label: str, place: Mapping[str, float]
) -> Object:
    """Many equal pieces in a bag, from which they are taken one by one."""
    made = _common("Bag", guid, f"{label} ({len(held)})", place, (1.0, 1.0, 1.0))
    made |= {
        "Memo": zone,
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Bag": {"Order": 0},
        "ContainedObjects": list(held),
    }
    return made


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
    made |= {
        "ColorDiffuse": {"r": red, "g": green, "b": blue, "a": 0.0},
        "Locked": True,
        "Grid": False,
        "FogColor": colour,
    }
    return made


def _custom_deck(looks: Sequence[Look]) -> dict[str, Object]:
    return dict(_sheets(looks))


def _sheets(looks: Sequence[Look]) -> Iterator[tuple[str, Object]]:
    shown = {look.sheet.key: look for look in looks}
    for key, look in sorted(shown.items()):
        sheet = look.sheet
        yield (
            str(key),
            {
                "FaceURL": look.address(sheet.front),
                "BackURL": look.address(sheet.back),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": sheet.unique_back,
                "Type": _CARD_SHAPES[look.kind.shape],
            },
        )


def _with_snap_points(made: Object, look: Look, scales: tuple[float, float]) -> Object:
    """The object with the spots of its face; they are in its own frame, which is turned by 180."""
    kind = look.kind
    points = [
        snap_point(
            -(spot.x - kind.width / 2) * look.scale / scales[0],
            0.1,
            (spot.y - kind.height / 2) * look.scale / scales[1],
        )
        for spot in kind.spots
    ]
    return made | {"AttachedSnapPoints": points} if points else made


def _object(
    name: str, look: Look, place: Mapping[str, float], scales: tuple[float, float, float]
) -> Object:
    made = _common(name, look.guid, look.kind.name, place, scales)
    return made | {"GMNotes": look.part, "Memo": look.zone}


def _common(
    name: str,
    guid: str,
    label: str,
    place: Mapping[str, float],
    scales: tuple[float, float, float],
) -> Object:
    sizes = zip(("scaleX", "scaleY", "scaleZ"), scales, strict=True)
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {**place, **{key: round(scale, 5) for key, scale in sizes}},
        "Nickname": label,
        "Description": "",
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
