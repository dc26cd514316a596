"""A laid table as a saved game of Tabletop Simulator.

The format is a JSON object with ``ObjectStates`` (its knowledge base, "Save File Format"; names
and types of the fields also in github.com/Benjamin-Dobell/tts-types, ``ObjectState.def.lua``).
Positions are in its units, of which one is about an inch: x to the right, z away from the near
side, y upwards; turns about y are degrees clockwise from above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.outputs.tables.gallery import Gallery
from generator.outputs.tables.groups import MOST_STACKED
from generator.outputs.tables.identifiers import Identifiers
from generator.outputs.tables.laid import Hand, LaidTable, Pile
from generator.outputs.tables.tts_objects import (
    Look,
    bag,
    card,
    deck,
    figurine,
    hand_zone,
    snap_point,
    tile,
    transform,
)
from generator.outputs.tables.tts_seats import colours_of
from validator.catalogue.setup_script import Faces

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
_LOCK = """-- Boards and mats stay where they are once they have settled; press L to loosen one.
function onLoad()
    Wait.time(function()
        for _, board in ipairs(getObjectsWithTag("board")) do board.setLock(true) end
    end, 3)
end
"""

Address = Callable[[str], str]
"""The URL of a picture, from its name."""


def saved_game(
    table: LaidTable,
    gallery: Gallery,
    address: Address,
    title: str,
    notes: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """The whole save: ``title`` is what it is called, ``notes`` the notebook's pages by title."""
    writer = _Writer(table, gallery, address)
    objects = [one for pile in table.piles for one in writer.pile(pile)]
    for hand in table.hands:
        objects += writer.hand(hand)
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": title,
        "GameType": "Game",
        "GameComplexity": "",
        "Tags": [],
        "PlayerCounts": [len(table.hands)] * 2,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_Custom",
        "Sky": "Sky_Museum",
        "Note": title,
        "TabStates": {str(at): _tab(*page) for at, page in enumerate(notes.items())},
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "LuaScript": _LOCK,
        "LuaScriptState": "",
        "XmlUI": "",
        "SnapPoints": list(writer.snap_points()),
        "ObjectStates": objects,
    }


def _tab(title: str, lines: Sequence[str]) -> dict[str, Any]:
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    body = "\n\n".join(lines)
    return {"title": title, "body": body, "color": "Grey", "visibleColor": grey, "id": 0}


class _Writer:
    def __init__(self, table: LaidTable, gallery: Gallery, address: Address) -> None:
        self.table = table
        self.gallery = gallery
        self.address = address
        self.names = Identifiers(table.game)
        self.parts = {part: self.names.of(part) for part in table.instances}
        self.colours = colours_of([hand.seat for hand in table.hands])
        wide, deep = _reach(table)
        self.shrunk = min(1.0, FELT[0] * 25.4 / wide, FELT[1] * 25.4 / deep)
        self.scale = self.shrunk / 25.4

    def look(self, part: str, zone: str) -> Look:
        """What a piece shows, and what it is called."""
        kind = self.table.kind(part)
        return Look(kind, part, zone, self.parts[part], self.gallery, self.address, self.scale)

    def at(self, pile: Pile, high: float = 0.0) -> dict[str, float]:
        """Where a pile is, ``high`` units above its level."""
        y = SURFACE + STEP * pile.level + high
        turns = (0.0, (180 + pile.turn) % 360, 0.0 if pile.faces is Faces.UP else 180.0)
        return transform((pile.x * self.scale, y, -pile.y * self.scale), turns)

    def pile(self, pile: Pile) -> Iterator[dict[str, Any]]:
        """The objects of a pile: a card, a deck, a bag, or piece upon piece."""
        kind = self.table.kind(pile.parts[0])
        looks = [self.look(part, pile.zone) for part in pile.parts]
        place = self.at(pile)
        if kind.is_card and len(looks) > 1:
            yield deck(looks, self._pile_name(pile), self._label(pile), place, pile.faces)
        elif len(looks) > MOST_STACKED:
            held = [self._single(look, place) for look in looks]
            yield bag(held, self._pile_name(pile), pile.zone, kind.name, place)
        else:
            for index, look in enumerate(looks):
                high = index * (kind.thickness * self.scale + 0.01)
                yield self._single(look, self.at(pile, high))

    def _single(self, look: Look, place: Mapping[str, float]) -> dict[str, Any]:
        if look.kind.is_card:
            return card(look, place)
        return figurine(look, place) if look.kind.stands else tile(look, place)

    def _pile_name(self, pile: Pile) -> str:
        """A name by the zone and what pieces of the pile have in common."""
        kind = self.table.kind(pile.parts[0])
        what = f"{kind.width:g} x {kind.height:g}" if kind.is_card else kind.component
        return self.names.of(f"pile {pile.zone} {what}")

    def _label(self, pile: Pile) -> str:
        return self.table.names[pile.zone]

    def hand(self, hand: Hand) -> Iterator[dict[str, Any]]:
        """The zone of a seat's hand, and what is in it, side by side."""
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
            yield self._single(self.look(part, zone), place)

    def snap_points(self) -> Iterator[dict[str, Any]]:
        """Where free piles lie on the table itself, and the empty places beside them."""
        loose = [(pile.x, pile.y) for pile in self.table.piles if self._snaps(pile)]
        loose += [(slot.x, slot.y) for slot in self.table.slots if not slot.on]
        for x, y in loose:
            yield snap_point(x * self.scale, SURFACE, -y * self.scale)

    def _snaps(self, pile: Pile) -> bool:
        return pile.level == 0 and self.table.kind(pile.parts[0]).is_card


def _reach(table: LaidTable) -> tuple[float, float]:
    """Width and depth of what lies on the felt, in mm; hands may hang over its edge."""
    boxes = [(abs(p.x), abs(p.y), *table.kind(p.parts[0]).size) for p in table.piles]
    boxes += [(abs(slot.x), abs(slot.y), slot.width, slot.height) for slot in table.slots]
    width = max((x + w / 2 for x, _, w, _ in boxes), default=1.0)
    depth = max((y + h / 2 for _, y, _, h in boxes), default=1.0)
    return 2 * width, 2 * depth
