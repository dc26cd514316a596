"""No part is lost: what `trilith setup` lays out is what readers of the formats find."""

import json
from collections import Counter
from pathlib import Path

import pcio_reader
import pytest
import tts_reader
from jsonschema_rs import validator_for
from laidtables import TABLES, census, component, counted, pcio_of, table_of, tts_of

SCHEMAS = Path(__file__).parent / "schemas"


def schema(name):
    return validator_for(json.loads((SCHEMAS / name).read_text("utf-8")))


@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_a_saved_game_has_every_part_in_its_zone_in_its_order_and_as_it_is_seen(
    game, players, bots
):
    save = tts_of(game, players, bots)
    found, hands = tts_reader.pieces(save), tts_reader.hands(save)
    zones = census(table_of(game, players, bots))
    laid = {(piece.zone, piece.part) for piece in found}
    assert len(laid) == len(found)
    assert laid == {(name, part) for name, zone in zones.items() for part in zone["items"]}
    for piece in found:
        faces = zones[piece.zone]["faces"]
        held = any(
            abs(piece.x - x) < width / 2 and abs(piece.z - z) < depth / 2
            for x, z, width, depth in hands.values()
        )
        assert piece.face_up == (faces != "down"), piece
        assert held == (faces == "owner"), piece
    assert len(hands) == players
    hidden = {name: zone for name, zone in zones.items() if zone["faces"] == "down"}
    for name, zone in hidden.items():
        deck = sorted((one for one in found if one.zone == name), key=lambda one: one.rank)
        assert [one.part for one in deck] == [*reversed(zone["items"])], name
    assert hidden or game == "crossing_stonehenge"


@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_a_saved_game_keeps_to_the_limits_of_the_program(game, players, bots):
    save = tts_of(game, players, bots)
    assert [error.message for error in schema("tts.json").iter_errors(save)] == []
    guids = tts_reader.guids(save)
    assert len(set(guids)) == len(guids)
    assert all(len(faces) == 1 for faces in tts_reader.sheets(save).values())
    shown = {}
    for piece in tts_reader.pieces(save):
        shown.setdefault(component(piece.part), set()).add(piece.picture)
    assert all(len(pictures) == 1 for pictures in shown.values()), "copies look alike"


@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_a_package_has_every_part_as_it_is_seen(game, players, bots):
    widgets = pcio_of(game, players, bots)
    assert [error.message for error in schema("pcio.json").iter_errors(widgets)] == []
    assert len(widgets) <= 1200
    found = pcio_reader.lying(pcio_reader.Package(widgets, {}))
    zones = census(table_of(game, players, bots)).values()
    cards = Counter(one.component for one in found if one.component)
    boards = sum(not one.component for one in found)
    expected = counted([part for zone in zones for part in zone["items"]])
    assert sum(cards.values()) + boards == sum(expected.values())
    assert not cards - expected
    up = Counter(one.component for one in found if one.component and one.face_up)
    seen = counted([part for zone in zones if zone["faces"] == "up" for part in zone["items"]])
    assert not up - seen and sum(up.values()) + boards == sum(seen.values())


@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_what_is_hidden_in_a_package_lies_in_one_pile_in_its_order(game, players, bots):
    piles = {}
    for one in pcio_reader.lying(pcio_reader.Package(pcio_of(game, players, bots), {})):
        piles.setdefault((one.x, one.y), []).append(one)
    orders = [
        [one.component for one in sorted(pile, key=lambda one: one.z)]
        for pile in piles.values()
        if not any(one.face_up for one in pile)
    ]
    for name, zone in census(table_of(game, players, bots)).items():
        if zone["faces"] != "up" and zone["items"]:
            assert [component(part) for part in zone["items"]] in orders, name


def test_another_seed_deals_other_cards_to_the_same_pieces():
    one, two = (tts_reader.pieces(tts_of("first_druid", 3, 0, seed)) for seed in (1, 2))
    assert {piece.part: piece.guid for piece in one} == {piece.part: piece.guid for piece in two}
    assert {piece.part: piece.zone for piece in one} != {piece.part: piece.zone for piece in two}


def test_a_piece_is_called_the_same_at_every_table():
    few, many = (
        {piece.part: piece.guid for piece in tts_reader.pieces(tts_of("henge", *table))}
        for table in ((3, 0), (5, 0))
    )
    assert all(many[part] == guid for part, guid in few.items() if part in many)
    assert len(few.keys() & many.keys()) > 200
