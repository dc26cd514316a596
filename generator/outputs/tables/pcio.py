"""A laid table as widgets of playingcards.io, which come in a package with their pictures.

A ``.pcio`` file is a zip with ``widgets.json``, a list of widgets, and pictures in
``userassets/``, named as ``package://userassets/NAME``. The site documents no format; types and
fields are those that its export has as read by virtualtabletop (github.com/ArnoldSmith86/
virtualtabletop, ``server/pcioimport.mjs``, also for the limit of 2 MiB a picture; its pull request
3072 for schema 6, in which ``cardPile`` is called ``holder`` and a file ``schemaVersion`` tells the
version). A room is 1600 x 1000 pixels, of which a hand takes the lowest 180 (default of the same
importer).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.book.table_layout import SCREEN
from generator.book.table_pieces import (
    EmptySlot,
    PieceKind,
    TableLayout,
    TablePile,
    ZoneCaption,
)
from generator.outputs.tables.tts import Identifiers
from validator.catalogue.setup_script import FaceVisibility
from validator.catalogue.words.language import ENGLISH, Tongue

ROOM = SCREEN
"""Width and height of the room for the table, in pixels: above the hand, left of the guide."""
MOST_WIDGETS = 1200
"""More make a room slow (recall)."""
SCHEMA = "6"
"""The version of the format, a file of the package."""
MOST_BYTES = 2 * 1024 * 1024 - 1
"""The most bytes a picture may have."""
GUIDE_AT, GUIDE_PX = (1475.0, 10.0), (120.0, 190.0)
"""Where the cards of the set-up guide lie, and their size in pixels; pointed at, they grow."""
GUIDE_LINES = 6
"""Steps on one of them."""
_SPINNER_PX = 60.0
"""Least width of a die, so that its number can be read."""
_SLOT_MM = 12.0
"""Width of a slot of which nothing is said."""
_BOARD, _HOLDER, _DECK, _CARD = 10, 1000, 1500, 2000

Widget = dict[str, Any]


def widgets_of(
    table: TableLayout,
    pictures: Mapping[str, tuple[str, str]],
    notes: Sequence[str],
    tongue: Tongue = ENGLISH,
) -> list[Widget]:
    """All widgets of a room; ``pictures`` has the names of a component's front and back."""
    writer = _PcioWriter(table, pictures)
    loose = [pile for pile in table.piles if not table.kind(pile.parts[0]).is_furniture]
    boards = [pile for pile in table.piles if table.kind(pile.parts[0]).is_furniture]
    made = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}]
    made += [writer.board(pile) for pile in boards]
    # those of cards in hand or in a pile hold nothing
    slots = (slot for slot in table.slots if not slot.on or table.kind(slot.on).is_furniture)
    made += map(writer.holder, slots)
    made += [writer.caption(caption) for caption in table.captions]
    made += writer.decks()
    made += [widget for pile in loose for widget in writer.pile(pile)]
    return made + list(_guide(notes, tongue))


class _PcioWriter:
    def __init__(self, table: TableLayout, pictures: Mapping[str, tuple[str, str]]) -> None:
        self.table = table
        self.pictures = pictures
        self.scale = min(ROOM[0] / table.width, ROOM[1] / table.height)
        self.names = Identifiers(table.game, 12)
        self.parts = {part: self.names.of(part) for part in table.instances}
        self.height = float(_CARD)
        self.slots: dict[tuple[str | int, ...], str] = {}

    def box(
        self, x: float, y: float, size: tuple[float, float], least: float = 0.0
    ) -> dict[str, float]:
        width, height = (max(side * self.scale, least) for side in size)
        return {
            "x": round(ROOM[0] / 2 + x * self.scale - width / 2, 1),
            "y": round(ROOM[1] / 2 + y * self.scale - height / 2, 1),
            "width": round(width, 1),
            "height": round(height, 1),
        }

    def board(self, pile: TablePile) -> Widget:
        kind = self.table.kind(pile.parts[0])
        return {
            "id": self.parts[pile.parts[0]],
            "type": "board",
            **self.box(pile.x, pile.y, kind.size),
            "z": _BOARD,
            "boardImage": _asset(self.pictures[kind.component][0]),
        }

    def holder(self, slot: EmptySlot) -> Widget:
        size = (slot.width or _SLOT_MM, slot.height or _SLOT_MM)
        name = self.names.of(f"slot {slot.zone} {slot.on} {slot.x:.0f} {slot.y:.0f}")
        self.slots[slot.zone, *map(round, (slot.x, slot.y, *size))] = name
        place = self.box(slot.x, slot.y, size)
        return {"id": name, "type": "holder", **place, "z": _HOLDER, "label": ""}

    def caption(self, caption: ZoneCaption) -> Widget:
        return {
            "id": self.names.of(f"caption {caption.text} {caption.x:.0f} {caption.y:.0f}"),
            "type": "labelText",
            **self.box(caption.x, caption.y, (caption.width, 7.0), 12.0),
            "z": 1,
            "labelContent": caption.text,
            "textSize": 11,
            "textAlign": "center",
        }

    def decks(self) -> list[Widget]:
        """What pieces look like: a deck for each set, with a type for each component."""
        parts = [part for pile in self.table.piles for part in pile.parts]
        kinds = {kind.component: kind for kind in map(self.table.kind, parts)}
        sets: dict[tuple[str, float, float], list[PieceKind]] = {}
        for kind in kinds.values():
            if not kind.is_furniture and not kind.is_die:
                sets.setdefault((kind.set_id, kind.width, kind.height), []).append(kind)
        return [self._deck(set_id, held) for (set_id, *_), held in sets.items()]

    def _deck(self, set_id: str, kinds: Sequence[PieceKind]) -> Widget:
        width, height = (round(side * self.scale, 1) for side in kinds[0].size)
        types = {
            kind.component: {
                "label": kind.name,
                "front": _asset(self.pictures[kind.component][0]),
                "back": _asset(self.pictures[kind.component][1]),
            }
            for kind in kinds
        }
        faces = _template("front", width, height), _template("back", width, height)
        return _deck_widget(set_id, (width, height), types, *faces)

    def pile(self, pile: TablePile) -> Iterator[Widget]:
        """Cards or pieces on one another, in a holder that says what zone it is."""
        kinds = [self.table.kind(part) for part in pile.parts]
        x, y = kinds[0].middle(pile.x, pile.y, pile.turn)
        parent = self.slots.get((pile.zone, *map(round, (pile.x, pile.y, *kinds[0].size))))
        if kinds[0].is_card and not pile.level:
            parent = self.names.of(f"pile {pile.zone} {pile.x:.0f} {pile.y:.0f}")
            place = self.box(x, y, kinds[0].size)
            yield {"id": parent, "type": "holder", **place, "z": _HOLDER, "label": ""}
        for part, kind in zip(pile.parts, kinds, strict=True):
            self.height += 1
            if kind.is_die:
                yield self._spinner(part, self.box(x, y, kind.size, _SPINNER_PX))
                continue
            place = self.box(x, y, kind.size)
            yield {
                "id": self.parts[part],
                "type": "card",
                "deck": f"deck-{kind.set_id}",
                "cardType": kind.component,
                "parent": parent,
                "x": place["x"],
                "y": place["y"],
                "z": self.height,
                "r": round(pile.turn) % 360,
                "faceup": pile.faces is FaceVisibility.UP,
            }

    def _spinner(self, part: str, place: Mapping[str, float]) -> Widget:
        """A die, rolled by a click."""
        faces = self.table.kind(part).faces
        options = [int(face) if face.isdigit() else face for face in faces]
        return {
            "id": self.parts[part],
            "type": "spinner",
            **place,
            "z": self.height,
            "options": options,
            "value": options[0],
        }


def _deck_widget(
    name: str, size: tuple[float, float], types: Widget, front: Widget, back: Widget
) -> Widget:
    """What some cards look like."""
    return {
        "id": f"deck-{name}",
        "type": "cardDeck",
        "x": 0,
        "y": 0,
        "z": _DECK,
        "cardWidth": size[0],
        "cardHeight": size[1],
        "enlarge": True,
        "cardTypes": types,
        "faceTemplate": front,
        "backTemplate": back,
    }


def _asset(name: str) -> str:
    return f"package://userassets/{name}"


def _template(side: str, width: float, height: float) -> Widget:
    box = {"x": 0, "y": 0, "w": width, "h": height}
    shown = {"color": "transparent", "valueType": "dynamic", "value": side}
    picture = {"type": "image", **box, **shown}
    return {"includeBorder": False, "includeRadius": False, "objects": [picture]}


def _guide(notes: Sequence[str], tongue: Tongue) -> Iterator[Widget]:
    """The set-up guide as a pile of cards, a few steps each."""
    pages = [notes[at : at + GUIDE_LINES] for at in range(0, len(notes), GUIDE_LINES)]
    if not pages:
        return
    width, height = GUIDE_PX
    text = {
        "type": "text",
        "x": 4,
        "y": 4,
        "w": width - 8,
        "h": height - 8,
        "fontSize": 6,
        "textAlign": "left",
        "color": "#000000",
        "valueType": "dynamic",
        "value": "text",
    }
    face = {"includeBorder": True, "includeRadius": True, "objects": [text]}
    types = {
        f"page-{number}": {
            "label": tongue.say("Set-up {number}", number=number),
            "text": "\n".join(page),
        }
        for number, page in enumerate(pages, 1)
    }
    yield _deck_widget("guide", GUIDE_PX, types, face, face)
    for number in range(len(pages), 0, -1):
        yield {
            "id": f"guide-{number}",
            "type": "card",
            "deck": "deck-guide",
            "cardType": f"page-{number}",
            "parent": None,
            "x": GUIDE_AT[0],
            "y": GUIDE_AT[1],
            "z": 1900 - number,
            "r": 0,
            "faceup": True,
        }
