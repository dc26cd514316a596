"""A reader of packages of playingcards.io, written from what importers of others read of them.

It shares no code with the writer: cards are found through their decks, and a card's zone by the
holder or the place where it lies.
"""

import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Package:
    """A package: its widgets, and its pictures by the names that widgets give them."""

    widgets: list[dict[str, Any]]
    assets: dict[str, bytes]


@dataclass(frozen=True)
class Lying:
    """A card or a board of a room: what it shows, where it lies (pixels) and how high."""

    id: str
    component: str
    x: float
    y: float
    z: float
    face_up: bool
    picture: str
    back: str


def read(data):
    """A package from its bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        widgets = json.loads(archive.read("widgets.json"))
        names = [name for name in archive.namelist() if name.startswith("userassets/")]
        return Package(widgets, {f"package://{name}": archive.read(name) for name in names})


def lying(package):
    """Everything that is a piece: cards, and boards by their pictures."""
    by_id = {widget["id"]: widget for widget in package.widgets}
    assert len(by_id) == len(package.widgets), "an identifier stands twice"
    found = []
    for widget in package.widgets:
        if widget["type"] == "card" and widget["deck"] != "deck-guide":
            deck = by_id[widget["deck"]]
            kind = deck["cardTypes"][widget["cardType"]]
            if widget["parent"]:
                holder = by_id[widget["parent"]]
                assert holder["type"] in ("cardPile", "holder")
                assert (holder["x"], holder["y"]) == (widget["x"], widget["y"])
            shown = (kind[_shows(deck["faceTemplate"])], kind[_shows(deck["backTemplate"])])
            place = (widget["x"], widget["y"], widget["z"])
            up = bool(widget["faceup"])
            found.append(Lying(widget["id"], widget["cardType"], *place, up, *shown))
        elif widget["type"] == "board":
            place = (widget["x"], widget["y"], widget["z"])
            found.append(Lying(widget["id"], "", *place, True, widget["boardImage"], ""))
    return found


def _shows(template):
    (image,) = [one for one in template["objects"] if one["type"] == "image"]
    assert image["valueType"] == "dynamic"
    return image["value"]
