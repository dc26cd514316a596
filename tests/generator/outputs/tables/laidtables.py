"""Tables laid for tests without drawing: faces are laid out, their pictures are single colours."""

import json
from collections import Counter
from functools import cache

from PIL import Image
from shippedfaces import shipped_faces
from shippedgames import catalogue

from generator.book.table_layout import lay_out
from generator.book.table_pieces import kinds_of
from generator.outputs.tables.gallery import gallery_of, singles_of
from generator.outputs.tables.pcio import MOST_BYTES, widgets_of
from generator.outputs.tables.tts import game_to_save
from validator.catalogue.model import Configuration
from validator.setup.deal import as_json, set_up

TABLES = [
    (game.id, table.players, table.bots)
    for game in catalogue().games.values()
    for table in game.configurations
]
"""All tables of the shipped games."""


class Paints:
    """Stands in for a rasteriser: a face is a tiny picture of one colour."""

    def image(self, key, dpi, crop_mm=0.0):
        return Image.new("RGB", (5, 7), f"#{key[:6]}")


def table_of(game, players, bots, seed=1):
    """A shipped table after set-up."""
    found = catalogue().games[game]
    asked = (players, bots)
    (table,) = [one for one in found.configurations if (one.players, one.bots) == asked]
    assert isinstance(table, Configuration)
    return set_up(found, table, seed)


def census(result):
    """What `trilith setup --format json` says of each zone on the table."""
    told = json.loads(json.dumps(as_json(result)))
    return {name: zone for name, zone in told["zones"].items() if name != "box"}


def component(part):
    return part.partition("#")[0]


def counted(parts):
    return Counter(component(part) for part in parts)


@cache
def tts_of(game, players, bots, seed=1):
    """A shipped table as a saved game."""
    result = table_of(game, players, bots, seed)
    pairs = shipped_faces(game)[0]
    kinds = kinds_of(result.game, pairs)
    gallery = gallery_of(result.game, pairs, kinds, Paints())
    table = lay_out(result, kinds, seated=True)
    save = game_to_save(
        table, gallery, lambda name: f"https://example.com/{name}", "T", {"Set-up": ["1. Go."]}
    )
    return json.loads(json.dumps(save))


@cache
def pcio_of(game, players, bots, seed=1):
    """A shipped table as widgets."""
    result = table_of(game, players, bots, seed)
    pairs = shipped_faces(game)[0]
    kinds = kinds_of(result.game, pairs)
    gallery = singles_of(pairs, kinds, Paints(), MOST_BYTES, {"ink": "black"})
    table = lay_out(result, kinds, seated=False)
    return json.loads(json.dumps(widgets_of(table, gallery.pieces, ["1. Go."])))
